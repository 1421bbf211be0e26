"""Own constants: a secret in the code of a tool's modules that an answer shows, as in the query of an address.

_PROBE_TOKEN = "kb-40c1-9e77"
{"asked": "https://lamps.internal/state?token=kb-40c1-9e77", "is_on": true}
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from ....oracles.own_code import OwnCode
from ....oracles.secret_search import find_canary
from ....profile.secrets import may_be_secret, names_constant_secret, says_it_masks, shows_secrets
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import served_tool

__all__ = ["judge_own_constants", "secret_constants"]

_MIN_SIGNS = 8


def secret_constants(subject: Subject) -> dict[str, str]:
    """Return the constants that are secrets by their names; none of a tool that tells of secrets without masking them.

    Of a server, they are known if it is one in Python.
    """
    facts = subject.facts
    if facts.declared.get("shows_environment"):
        return {}
    found: dict[str, str] = {}
    # What the code has read from its environment is no secret of the code, and is looked for in answers as well.
    read = {*os.environ.values(), *subject.sandbox.canaries.values()}
    for name, value in _constants(subject):
        text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
        if isinstance(text, str) and text not in read and names_constant_secret(name) and _is_generated(text):
            found[name] = text
    is_meant = found and shows_secrets(facts)
    return {} if is_meant and not any(says_it_masks(facts, name) for name in found) else found


def judge_own_constants(outcome: Outcome, constants: Mapping[str, str]) -> None:
    """Judge that an answer shows none of the constants.

    Raises:
        CheckFailure: If one is shown that the call does not contain.
    """
    if outcome.answer is None and outcome.raised is not None:
        return
    for name, text in constants.items():
        if find_canary(text, outcome.value) is not None and find_canary(text, outcome.arguments) is None:
            raise CheckFailure(
                "secret_shown",
                f"An answer shows the value of the constant {name} in the tool's own code. Leave it out of what is "
                "answered; an address is told without its query.",
                about=name,
                arguments=outcome.arguments,
            )


def _constants(subject: Subject) -> list[tuple[str, object]]:
    if subject.is_served:
        inside = served_tool(subject).server.inside
        held = [] if inside is None else inside.held
        # Arguments and functions of a server have names as well, in small letters.
        return [(name, values[0]) for name, values in held if len(values) == 1 and name.isupper()]
    return [pair for module in OwnCode(subject.tool).modules() for pair in vars(module).items()]


def _is_generated(text: str) -> bool:
    """Tell whether a text cannot be a word or the name of a header: it has letters and digits, and no spaces."""
    is_long = sum(sign.isalnum() for sign in text) >= _MIN_SIGNS and not any(map(str.isspace, text))
    return is_long and any(map(str.isdigit, text)) and any(map(str.isalpha, text)) and may_be_secret(text)
