"""Own secrets: a secret in the data of a tool's modules that an answer shows, where the tool masks such values.

{"mail": {"token": "***"}, "hooks": [{"token": "wh-aa01"}]}         a token in a list is shown, one outside is masked
[{"name": "TOKEN", "old": "wh-aa01", "new": "wh-bb02"}]             so does one reader of a server, and another masks it
[{"setting": "token", "left": "wh-aa01", "right": "wh-bb02"}]       a comparison shows it beside its name
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from ....oracles.named_texts import held_texts, named_texts, records_in
from ....oracles.own_code import OwnCode
from ....oracles.secret_search import find_canary
from ....profile.roles import Role, role_of
from ....profile.secrets import holds_secret, is_masked, may_be_secret, says_it_masks, shows_secrets
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import served_tool
from ...calls.listed_values import listed_values
from ...calls.plausible_calls import plausible_calls
from .masked_elsewhere import masked_elsewhere

__all__ = ["calls_with_own_keys", "judge_own_secrets"]

_MAX_KEYS = 8
_MAX_VALUES = 20_000
_MIN_MIXED, _MIN_DIGITS = 6, 4
#: A day or a moment.
_DAY = regex(r"\d{4}-\d\d-\d\d")


def judge_own_secrets(subject: Subject, outcome: Outcome) -> None:
    """Judge that a result shows no secret of the tool's own data, if the tool masks such values or says that it does.

    A value is a secret if its key is named like one. The tool masks such values if another one of the same name is
    masked in the same result, or if its description says so of that name, and either a secret of another name is masked
    there or no switch or choice is given with which a caller may ask for them. A choice that is a key in the data picks
    a part of them, and asks for no more.

    The data of a server are not at hand: a value of its readers is a secret if it has letters and digits, or if it has
    four digits or more. It may be another reader that masks the value of that name.

    Raises:
        CheckFailure: If one is shown.
    """
    if subject.is_served and not (subject.facts.tier == "read" and subject.facts.tier_declared):
        # What a call has made is told to the caller once.
        return
    if not outcome.succeeded or subject.facts.declared.get("shows_environment"):
        return
    beside = itertools.chain.from_iterable(map(_beside_a_name, records_in(outcome.value)))
    told = [(name, text) for name, text in (*named_texts(outcome.value), *beside) if holds_secret(name)]
    if not told:
        return
    if subject.is_served:
        held = {(name, text) for name, text in told if may_be_secret(text) and _is_mixed(text)}
    else:
        held = {pair for pair in held_texts(OwnCode(subject.tool)) if holds_secret(pair[0]) and may_be_secret(pair[1])}
    masked = {name.lower() for name, text in told if is_masked(text)}
    # A tool that names secrets may be the one that is meant to show them.
    may_show = _may_ask(subject, outcome) or shows_secrets(subject.facts)
    elsewhere = {} if may_show or not held else masked_elsewhere(subject, outcome.arguments)
    asked = repr(outcome.arguments).lower()
    for name, text in told:
        if (name, text) not in held or name.lower() in asked or find_canary(text, outcome.arguments) is not None:
            continue
        is_promised = says_it_masks(subject.facts, name) and (bool(masked) or not _may_ask(subject, outcome))
        other = elsewhere.get(name.lower())
        if name.lower() in masked or is_promised or other:
            how = f"though {other!r} masks it" if other else "though the tool says that it masks it"
            how = "though the tool masks others of this name in the same result" if name.lower() in masked else how
            place = "" if subject.is_served else " in the tool's own data"
            raise CheckFailure(
                "secret_shown",
                f"A result shows the value of {name!r}{place}, {how}. Mask it wherever it stands: in "
                "lists, and in records within records.",
                about=name,
                arguments=outcome.arguments,
            )


def calls_with_own_keys(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield calls that ask for a part of the data of a function's modules, if these hold secrets.

    The data of a server are not at hand: its reader is asked for what others list, if it says that it masks secrets.
    """
    fits = FlatSchema(subject.schema).fits
    if subject.is_served:
        masks = says_it_masks(subject.facts, "secret") or masked_elsewhere(
            subject, plausible_calls(subject, limit=1)[0]
        )
        listed = listed_values(subject) if masks else []
        found = [value for _, values in listed for value in values if isinstance(value, str)]
    else:
        own = OwnCode(subject.tool)
        has_secrets = any(holds_secret(name) and may_be_secret(text) for name, text in held_texts(own))
        found = list(_keys(own)) if has_secrets else []
    keys = list(dict.fromkeys(found))[:_MAX_KEYS]
    for base in plausible_calls(subject, limit=1)[:1]:
        made = ({**base, name: key} for name, old in base.items() if isinstance(old, str) for key in keys)
        yield from (call for call in made if fits(subject.schema, call))


def _may_ask(subject: Subject, outcome: Outcome) -> bool:
    """Tell whether a call has a switch or a choice, which may ask for secrets, other than a key of the tool's data."""
    properties = subject.schema.get("properties") or {}
    nodes = [(properties.get(name), value) for name, value in outcome.arguments.items()]
    if any(isinstance(node, Mapping) and node.get("type") == "boolean" for node, _ in nodes):
        return True
    chosen = {value for node, value in nodes if isinstance(node, Mapping) and "enum" in node and isinstance(value, str)}
    return bool(chosen - set(_known_to(subject) if subject.is_served else _keys(OwnCode(subject.tool))))


def _known_to(subject: Subject) -> Iterator[Any]:
    """Yield the names and texts that a server in Python holds."""
    inside = served_tool(subject).server.inside
    yield from (value for _, values in (() if inside is None else inside.held) for value in values)


def _is_mixed(text: str) -> bool:
    """Tell whether a text cannot be a word about a secret, such as "unset" or "configured": a PIN has digits alone."""
    if text.isdecimal():
        return len(text) >= _MIN_DIGITS
    is_long = sum(sign.isalnum() for sign in text) >= _MIN_MIXED
    return is_long and any(map(str.isdigit, text)) and any(map(str.isalpha, text)) and " " not in text


def _beside_a_name(record: list[tuple[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the values in a record that holds the name of a secret: {"setting": "api_key", "value": "ki-5521c"}."""
    texts = [(key, text) for key, text in record if isinstance(text, str)]
    names = [text for _, text in texts if text.isidentifier() and holds_secret(text)]
    if len(names) == 1 and len(texts) > 1 and not any(is_masked(text) for _, text in texts):
        plain = [text for key, text in texts if role_of(key, {"type": "string"}) is Role.TEXT and text != names[0]]
        yield from ((names[0], text) for text in plain if " " not in text and not _DAY.match(text))


def _keys(own: OwnCode) -> Iterator[str]:
    """Yield the keys above records and lists in the data of the author's modules."""
    stack = [
        value for name, module in list(sys.modules.items()) if own.is_module(name) for value in vars(module).values()
    ]
    for _ in range(_MAX_VALUES):
        if not stack:
            return
        item = stack.pop()
        if isinstance(item, dict):
            yield from (key for key, part in item.items() if isinstance(key, str) and isinstance(part, dict | list))
            stack += item.values()
        elif isinstance(item, list | tuple):
            stack += item
