"""Stored secrets: what a tool is given as a secret, by a flag or in an address, and an answer shows all the same.

set_value("KEY", "k-77", secret=True)               compare("a", "b")     "k-77", though show("a") masks it
add_target("https://k-77@host.example/")            targets()             the address with the user before the host
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ....profile.reads import reads
from ....profile.roles import Role, role_of
from ....profile.secrets import holds_secret, kept_credentials, says_it_masks
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import is_valid
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import aligned_calls
from ...calls.sequences import before_json
from .stored_marks import mark, nodes_of, said, with_new_names

__all__ = ["judge_flagged_values", "judge_stored_addresses"]

_SHARE = 0.2
_MAX_TOOLS, _MAX_CALLS, _MAX_VALUES, _MAX_TEXTS = 3, 2, 4, 2
#: Addresses with a secret, and the part in which it stands.
_ADDRESSES = {
    "{scheme}://{mark}@{host}/path": "user",
    "{scheme}://user:{mark}@{host}/path": "password",
    "{scheme}://{host}/path?token={mark}": "query",
}
_SCHEME = "https"


class _Flagged(Struct, frozen=True):
    """A call that stores a text with a flag which says that it is secret.

    Attributes:
        maker: The tool that stores it.
        call: Its call.
        flag: The flag.
        name: The argument with the text.
    """

    maker: Subject
    call: dict[str, Any]
    flag: str
    name: str

    def with_text(self, text: str, *, is_secret: bool) -> dict[str, Any]:
        """Return the call with another text, secret or not."""
        return {**self.call, self.name: text, self.flag: is_secret}


def judge_flagged_values(subject: Subject) -> None:
    """Judge that a reader which says so masks a value that was stored as a secret, whatever it is asked for.

    A reader must show the value without the flag and not show it with the flag: this is what the flag means.

    Raises:
        CheckFailure: If it shows one.
    """
    if not reads(subject.facts) or not says_it_masks(subject.facts, "secret"):
        return
    patience = subject.patience(_SHARE)
    for flagged in _flagged_calls(subject):
        if patience.is_over:
            return
        views = [(subject, call) for call in _in_each_order(subject, flagged)]
        views += [(reader, call) for reader in _readers(subject) for call in _asking_for(reader, flagged)]
        plain, secret = mark(subject), mark(subject)
        if not flagged.maker.call(flagged.with_text(plain, is_secret=False)).succeeded:
            continue
        open_views = [view for view in views if plain in said(view[0].call(view[1]))]
        stored = flagged.with_text(secret, is_secret=True)
        if not open_views or not flagged.maker.call(stored).succeeded:
            continue
        shown = [view for view in views if secret in said(view[0].call(view[1]))]
        own = next((call for reader, call in shown if reader is subject), None)
        if own is not None and any(view not in shown for view in open_views):
            raise CheckFailure(
                "secret_shown",
                f"A result shows a value that {flagged.maker.facts.name!r} has stored with {flagged.flag!r}, though "
                "the tool says that it masks such values, and another result does. Mask it by its own flag wherever it "
                "is shown.",
                about=flagged.name,
                arguments=own,
                before=before_json([(flagged.maker.facts.name, stored)]),
            )


def judge_stored_addresses(subject: Subject) -> None:
    """Judge that a tool shows nothing of an address that it says to keep: the user, the password, the query.

    Raises:
        CheckFailure: If it does.
    """
    kept = kept_credentials(subject.facts)
    patience = subject.patience(_SHARE)
    for maker, call, name in _calls_with_addresses(subject) if kept else ():
        for form, part in _ADDRESSES.items():
            if patience.is_over:
                return
            hidden, host = mark(subject), f"{mark(subject)}.example"
            before, sign, _ = str(call.get(name)).partition("://")
            scheme = before if sign else _SCHEME
            address = form.format(scheme=scheme, mark=hidden, host=host)
            given = with_new_names(maker, {**call, name: address}, name, host.partition(".")[0])
            if part not in kept or given is None:
                continue
            told = maker.call(given)
            answers = [(given, told)] if maker is subject else []
            if told.succeeded and maker is not subject:
                answers = [(asked, subject.call(asked)) for asked in plausible_calls(subject, limit=_MAX_CALLS)]
            shown = next((asked for asked, outcome in answers if hidden in said(outcome)), None)
            if shown is not None:
                shape = form.format(scheme=scheme, mark="secret", host="host.example")
                raise CheckFailure(
                    "password_in_answer",
                    f"Of an address like {shape!r}, an answer shows what the tool says that it keeps. Build the "
                    "address anew, of the scheme, the host and the path alone.",
                    about=name,
                    arguments=shown,
                    before=before_json([(maker.facts.name, given)]) if maker is not subject else [],
                )


def _flagged_calls(subject: Subject) -> Iterator[_Flagged]:
    """Yield calls of other tools that store a text with such a flag."""
    others = [one for one in subject.neighbours if not reads(one[0]) and _flags(one[0].input_schema)]
    for maker in [subject.beside(*one) for one in others[:_MAX_TOOLS]]:
        calls = aligned_calls(maker.facts, plausible_calls(subject, limit=1)[0])[:_MAX_CALLS]
        for call, flag in itertools.product(calls, _flags(maker.schema)[:1]):
            for name in [name for name, value in call.items() if isinstance(value, str)]:
                flagged = _Flagged(maker, call, flag, name)
                if is_valid(maker.schema, flagged.with_text(mark(subject), is_secret=True)):
                    yield flagged


def _in_each_order(subject: Subject, flagged: _Flagged) -> list[dict[str, Any]]:
    """Return calls of the reader with the texts of its ordinary calls and of the storing call, in every order."""
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    texts = [name for name, value in calls[0].items() if isinstance(value, str)][:_MAX_TEXTS]
    given = [value for name, value in flagged.call.items() if isinstance(value, str) and name != flagged.name]
    values = list(dict.fromkeys([*given, *(call[name] for call in calls for name in texts if name in call)]))
    made = [
        {**calls[0], **dict(zip(texts, chosen, strict=True))}
        for chosen in itertools.product(values[:_MAX_VALUES], repeat=len(texts))
    ]
    return [call for call in made if is_valid(subject.schema, call)]


def _asking_for(reader: Subject, flagged: _Flagged) -> list[dict[str, Any]]:
    """Return calls of another reader that ask for what was stored."""
    return [call for call in aligned_calls(reader.facts, flagged.call) if is_valid(reader.schema, call)][:_MAX_CALLS]


def _readers(subject: Subject) -> list[Subject]:
    others = [one for one in subject.neighbours if reads(one[0]) and one[0].name != subject.facts.name]
    return [subject.beside(*one) for one in others[:_MAX_TOOLS]]


def _calls_with_addresses(subject: Subject) -> Iterator[tuple[Subject, dict[str, Any], str]]:
    """Yield calls that give an address, of the tool itself and of those that may store one, with its argument."""
    others = [subject.beside(*one) for one in subject.neighbours if one[0].name != subject.facts.name]
    makers = [one for one in others if not reads(one.facts) and _addresses(one.schema)] if _may_list(subject) else []
    for maker in [*([subject] if _addresses(subject.schema) else []), *makers[:_MAX_TOOLS]]:
        for call in candidate_arguments(maker.schema, limit=1):
            yield from ((maker, call, name) for name in _addresses(maker.schema))


def _may_list(subject: Subject) -> bool:
    return reads(subject.facts) and not subject.schema.get("required")


def _flags(schema: Any) -> list[str]:
    return [name for name, node in nodes_of(schema) if node.get("type") == "boolean" and holds_secret(name)]


def _addresses(schema: Any) -> list[str]:
    return [name for name, node in nodes_of(schema) if role_of(name, node) is Role.URL]
