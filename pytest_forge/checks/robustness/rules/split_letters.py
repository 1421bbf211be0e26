"""Split letters: a letter whose bytes reach a server in two pieces, as those of a long message may.

save(name="hello", text="Straße")     read(name="hello") answers "Straße"
save(name="hello", text="Straße")     the first byte of "ß" in one piece, the second in the next one
                                      read(name="hello") answers "Stra\ufffd\ufffde": each piece was decoded alone
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from ....regex import regex
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
_ESCAPE = regex(r"\\u([0-9a-fA-F]{4})")


def judge_split_letters(subject: Subject) -> bool:
    """Judge that a server takes a letter for the same however its bytes arrive.

    Returns:
        Whether an answer, a file or another tool's answer shows the letters of a text.

    Raises:
        CheckFailure: If a mark stands there in their place when the bytes come in two pieces, twice.
    """
    if not subject.is_served or served_tool(subject).server.address.url:
        return False
    patience = subject.patience(_SHARE)
    for name, call in patience.each(list(_calls(subject))):
        places = [place for place, text in _shown(subject, call, in_pieces=False).items() if _LETTERS in text]
        if not places:
            continue
        for _ in range(2):
            shown = _shown(subject, call, in_pieces=True)
            places = [place for place in places if _is_mangled(shown.get(place, ""))]
        if places:
            raise CheckFailure(
                "letter_mangled",
                f"The bytes of a letter in {name!r} came in two pieces, as those of a long message may, and the letter "
                f"was lost in {places[0]}. Decode the input as one stream, or split the bytes at line ends before "
                "they are decoded.",
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


def _shown(subject: Subject, call: dict[str, Any], *, in_pieces: bool) -> dict[str, str]:
    """Return what a call answers, and what files and readers show after one that works, by place.

    A refusal that repeats the letters tells as much as another answer. Places are compared one by one, since a reader
    that is asked with the same letters repeats them whatever the call has stored.
    """
    subject.renew()
    plausible_calls(subject, limit=1)
    with served_tool(subject).server.letters_in_pieces() if in_pieces else nullcontext():
        outcome = subject.call(call)
    shown = {"the answer": outcome.text}
    if subject.facts.tier != "read" and not looks_failed(outcome):
        shown |= StateView(subject).taken(call, is_settled=False)
    return {place: _without_escapes(text) for place, text in shown.items()}


def _without_escapes(text: str) -> str:
    """Return a text with its letters instead of their escapes in JSON."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)


def _is_mangled(shown: str) -> bool:
    return _MANGLED in shown and _LETTERS not in shown
