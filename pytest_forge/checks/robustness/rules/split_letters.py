"""Split letters: a letter whose bytes reach a server in two pieces, as those of a long message may.

save(name="hello", text="Straße")     read(name="hello") answers "Straße"
save(name="hello", text="Straße")     the first byte of "ß" in one piece, the second in the next one
                                      read(name="hello") answers "Stra\ufffd\ufffde": each piece was decoded alone
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView

__all__ = ["judge_split_letters"]

#: Share of a check's time; calls and texts of each that are tried.
_SHARE, _MAX_CALLS, _MAX_TEXTS = 0.1, 1, 2
#: Letters of two and three bytes.
_LETTERS = "ß€"
_MANGLED = "\ufffd"


def judge_split_letters(subject: Subject) -> bool:
    """Judge that a server takes a letter for the same however its bytes arrive.

    Returns:
        Whether an answer, a file or another tool's answer shows the letters of a text.

    Raises:
        CheckFailure: If a mark stands in their place when the bytes come in two pieces, twice.
    """
    if not subject.is_served or served_tool(subject).server.address.url:
        return False
    patience = subject.patience(_SHARE)
    for name, call in patience.each(list(_calls(subject))):
        if _LETTERS not in _shown(subject, call, in_pieces=False):
            continue
        if all(_is_mangled(_shown(subject, call, in_pieces=True)) for _ in range(2)):
            raise CheckFailure(
                "letter_mangled",
                f"The bytes of a letter in {name!r} came in two pieces, as those of a long message may, and the letter "
                "was lost. Decode the input as one stream, or split the bytes at line ends before they are decoded.",
                about=name,
                arguments=call,
            )
        return True
    return False


def _calls(subject: Subject) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield calls with letters at the end of a text."""
    fits = FlatSchema(subject.schema).fits
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        texts = [name for name, value in call.items() if isinstance(value, str)]
        changed = ((name, {**call, name: call[name] + _LETTERS}) for name in texts)
        yield from [one for one in changed if fits(subject.schema, one[1])][:_MAX_TEXTS]


def _shown(subject: Subject, call: dict[str, Any], *, in_pieces: bool) -> str:
    """Return what a call that works answers, and what files and readers show afterwards; empty if it fails."""
    subject.renew()
    plausible_calls(subject, limit=1)
    with served_tool(subject).server.letters_in_pieces() if in_pieces else nullcontext():
        outcome = subject.call(call)
    if looks_failed(outcome):
        return ""
    data = StateView(subject).taken(call, is_settled=False) if subject.facts.tier != "read" else {}
    return "\n".join((outcome.text, *data.values()))


def _is_mangled(shown: str) -> bool:
    return _MANGLED in shown and _LETTERS not in shown
