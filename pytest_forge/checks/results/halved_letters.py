r"""Halved letters: a text that a server cuts between the two units in which UTF-16 has a sign such as an emoji.

add(text="aaaaaaaaaaaa and more")     list() answers {"preview": "aaaaaaaaaa…"}
add(text="a😀😀😀😀😀😀😀")           list() answers {"preview": "a😀😀😀😀\ud83d…"}: half of the fifth one
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NoCallFits
from ..calls.asking import looks_failed, served_tool
from ..calls.plausible_calls import plausible_calls
from ..calls.sequences import NamedCall, before_json
from ..calls.stored_texts import TextSlot, free_texts, stored_text, text_slots
from .json_trouble import json_trouble

__all__ = ["judge_halved_letters"]

#: Share of a check's time, texts of the call itself, and places where other tools store one.
_SHARE, _MAX_TEXTS, _MAX_SLOTS = 0.1, 2, 2
_LETTER = "\U0001f600"
#: Letters of a text: many, as it may be cut late, or as many as are taken. An "a" in front moves them by one unit.
_LENGTHS, _FRONTS = (1500, 400, 100, 30), ("", "a")
_HALF = "half of a surrogate pair"


def judge_halved_letters(subject: Subject) -> None:
    """Judge that no answer of a server holds half of a letter of a text that a call gives, or that is stored.

    Texts of Python have no halves. A server that is seen from inside is not judged.

    Raises:
        CheckFailure: If one does, twice, the second time after the server has been started afresh.
    """
    if not subject.is_served or served_tool(subject).server.address.url:
        return
    try:
        base = plausible_calls(subject, limit=1)[0]
    except NoCallFits:
        return
    inside = served_tool(subject).server.inside
    if inside is not None and inside.is_seeing:
        return
    for way in subject.patience(_SHARE).each(list(_ways(subject, base))):
        for front in _FRONTS:
            if _half_in(way, front) is None:
                continue
            subject.renew()
            plausible_calls(subject, limit=1)
            found = _half_in(way, front)
            if found is not None:
                outcome, stored, where = found
                after = f"After {stored[0]!r} has stored a text of emoji, an" if stored else "Of a text of emoji, an"
                raise CheckFailure(
                    "not_json",
                    f"{after} answer has {where}, which is no Unicode. Strict clients reject it. Cut a text between "
                    "code points, as Array.from(text).slice(0, n).join('') does.",
                    arguments=outcome.arguments,
                    before=before_json([stored] if stored else []),
                )


class _Way:
    """A way for a text to get into an answer: an argument of the call, or what another tool stores.

    Args:
        subject: The tool that answers.
        base: An ordinary call of it.
        slot: The argument, or where another tool stores a text.
    """

    def __init__(self, subject: Subject, base: dict[str, Any], slot: str | TextSlot) -> None:
        self._subject, self._base, self._slot = subject, base, slot

    def answered(self, text: str) -> tuple[Outcome, NamedCall | None] | None:
        """Return the answer for a text, and the call that stores it; None if it is not taken."""
        if isinstance(self._slot, str):
            call = {**self._base, self._slot: text}
            if not FlatSchema(self._subject.schema).fits(self._subject.schema, call):
                return None
            outcome = self._subject.call(call)
            return None if looks_failed(outcome) else (outcome, None)
        stored = stored_text(self._subject, self._base, self._slot, text, is_needed=False)
        return None if stored is None else (self._subject.call(stored[0]), stored[1])


def _ways(subject: Subject, base: dict[str, Any]) -> Iterator[_Way]:
    for name in islice(free_texts(subject.schema, {}), _MAX_TEXTS):
        yield _Way(subject, base, name)
    for slot in islice(text_slots(subject, base, most_calls=1), _MAX_SLOTS):
        yield _Way(subject, base, slot)


def _half_in(way: _Way, front: str) -> tuple[Outcome, NamedCall | None, str] | None:
    """Return an answer with half of a letter of the longest text that is taken, the call that stores it, and where."""
    for length in _LENGTHS:
        found = way.answered(front + _LETTER * length)
        if found is not None:
            outcome, stored = found
            # A text of JSON has its own value.
            trouble = json_trouble(outcome.answer and outcome.answer.body) or json_trouble(outcome.value)
            return (outcome, stored, trouble) if trouble.startswith(_HALF) else None
    return None
