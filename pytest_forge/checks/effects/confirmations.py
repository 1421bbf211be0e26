"""Confirmations: a text that a call must repeat before it deletes something, and calls without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.plausible_calls import plausible_calls
from .compared_effects import MOST_CALLS, begin_anew, effects_of

__all__ = ["judge_confirmations", "unconfirmed"]

#: A text that nobody has asked for.
_WRONG = "zqwxvk"


def judge_confirmations(subject: Subject, names: Sequence[str]) -> bool:
    """Judge that a call without its confirmation neither deletes nor changes a file; return whether one with it acts.

    Judged are calls whose wrong confirmation is refused, since only these ask for the right one. A tool that answers
    with the confirmation to send next, another one each time, may note it.

    Args:
        subject: The tool.
        names: The text arguments that confirm a call.

    Raises:
        CheckFailure: If one does.
    """
    has_acted = False
    for name in names:
        for call in subject.patience().each(list(_unconfirmed_calls(subject, name))):
            if effects_of(subject, {**call, name: _WRONG}):
                continue
            acted = [effect for effect in effects_of(subject, call) if not effect[0].startswith("created")]
            if acted and not _hands_out(subject, call):
                raise unconfirmed(name, acted[0][0], call)
            repeated = (value for key, value in call.items() if key != name and isinstance(value, str))
            has_acted = has_acted or any(effects_of(subject, {**call, name: value}) for value in repeated)
    return has_acted


def unconfirmed(name: str, act: str, call: dict[str, Any]) -> CheckFailure:
    """Return the finding of a call that acts without its confirmation.

    Args:
        name: The argument that confirms.
        act: What the call did, as a verb phrase.
        call: The call.
    """
    return CheckFailure(
        "acted_unconfirmed",
        f"Without the confirmation in {name!r}, a call {act}. Return before the first effect unless it is given.",
        about=name,
        arguments=call,
    )


def _unconfirmed_calls(subject: Subject, name: str) -> Iterator[dict[str, Any]]:
    """Yield ordinary calls without the argument, and with an empty text in it, as far as the schema allows them."""
    fits = FlatSchema(subject.schema).fits
    seen: list[dict[str, Any]] = []
    for call in plausible_calls(subject, limit=MOST_CALLS):
        plain = {key: value for key, value in call.items() if key != name}
        for one in (plain, {**plain, name: ""}):
            if one not in seen and fits(subject.schema, one):
                seen.append(one)
                yield one


def _hands_out(subject: Subject, call: dict[str, Any]) -> bool:
    """Return whether two calls from equal states differ in their answers."""
    return _answer(subject, call) != _answer(subject, call)


def _answer(subject: Subject, call: dict[str, Any]) -> str | None:
    begin_anew(subject, call)
    if subject.is_served:
        return subject.call(call).text
    told: str | None = in_a_copy(lambda: subject.call(call).text, limit_s=2 * subject.call_s, tell=subject.has_left)
    return told
