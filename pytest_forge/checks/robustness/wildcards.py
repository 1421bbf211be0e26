"""Wildcards: whether a few more of them in a short text make a tool run forever.

    *a*a*a*b   against   aaaaaaaaaaaaaaaa
    *?*?*?*b   against   the names that the tool has itself

A matcher that tries every way to share the letters among the wildcards takes a multiple of the time for each one more.
The text to compare with is another argument, or one that the tool's module holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from ...strategies.repeated_letters import repeated_letters
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.schemas.limits import count_of
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.answer_values import leaves

__all__ = ["WildcardSlot", "judge_wildcards", "wildcard_slots"]

#: Wildcards for any letters, and those for one letter that stand with them.
_SIGNS = {"*": "?", "%": "_"}
_LETTER, _OTHER = "a", "b"
#: Letters that the wildcards are compared with, wildcards of the first and of the last call, and the step.
_LETTERS, _FIRST, _LAST, _STEP = 28, 2, 14, 2
_NOTICED_S = 0.02
#: Two more wildcards take this many times as long if all ways are tried; a polynomial with a fixed number of loops does
#: not grow at all.
_EXPLOSIVE = 4

#: Makes a call and returns its time in seconds; infinite if it did not return.
_Seconds = Callable[[dict[str, Any]], float]


class WildcardSlot(Struct, frozen=True):
    """A text of a call that may hold wildcards.

    Attributes:
        name: The argument.
        sign: The wildcard.
        view: The schema of the tool.
        between: What stands behind each wildcard.
        is_alone: Whether the other texts of the call stay, since it is compared with texts that the tool has.
        first: Wildcards of the first call.
    """

    name: str
    sign: str
    view: FlatSchema
    between: str = _LETTER
    is_alone: bool = False
    first: int = _FIRST

    def call_of(self, base: Mapping[str, Any], count: int) -> dict[str, Any] | None:
        """Return a call with *count* wildcards, and equal letters in its other texts; None if the schema forbids it."""
        call = dict(base)
        for other, value in base.items():
            made = _letters_for(self.view, other, value)
            if other != self.name and made is not None and not self.is_alone:
                call[other] = made
        call[self.name] = f"{(self.sign + self.between) * count}{_OTHER}"
        return call if self.view.fits(self.view.root, call) else None


def wildcard_slots(subject: Subject, base: Mapping[str, Any]) -> list[WildcardSlot]:
    """Return the texts that may hold wildcards.

    They are compared with other texts of the call, or with what the tool has: a wildcard alone is then answered in
    another way than letters, or the module holds a text with many equal letters.
    """
    view = FlatSchema(subject.schema)
    texts = [name for name, value in base.items() if _letters_for(view, name, value) is not None]
    names = [name for name in texts if isinstance(base[name], str)]
    slots = [WildcardSlot(name, sign, view) for name in names if len(texts) > 1 for sign in _SIGNS]
    for name in names if subject.is_served or len(texts) == 1 else ():
        for sign, one in _SIGNS.items():
            letter = _letter_of_own_texts(subject, view, base, name, sign)
            betweens = dict.fromkeys((one, letter, "")) if letter else ()
            slots += [WildcardSlot(name, sign, view, between, is_alone=True) for between in betweens]
    for letter in [] if subject.is_served else repeated_letters(subject.tool):
        # A long text takes more time with each wildcard.
        slots += [WildcardSlot(name, sign, view, letter, True, 1) for name in names for sign in _SIGNS]
    return slots


def judge_wildcards(seconds: _Seconds, slots: Iterable[WildcardSlot], base: Mapping[str, Any]) -> None:
    """Judge that the time of a call does not explode with the wildcards in one of its texts.

    Args:
        seconds: Makes a call and measures it.
        slots: The texts to judge.
        base: An ordinary call.

    Raises:
        CheckFailure: If it does.
    """
    for slot in slots:
        before_s = 0.0
        for count in range(slot.first, _LAST + 1, _STEP):
            call, fewer = slot.call_of(base, count), slot.call_of(base, count - _STEP)
            if call is None or fewer is None:
                break
            taken_s = seconds(call)
            if taken_s > _NOTICED_S and before_s:
                # Noise disturbs quick calls most: repeat them.
                before_s = min(before_s, seconds(fewer), seconds(fewer))
                if min(taken_s, seconds(call)) > _EXPLOSIVE * before_s:
                    shown = f"took {taken_s:.2g} s" if taken_s < math.inf else "did not return in time"
                    raise CheckFailure(
                        "exponential_time",
                        f"With {count} wildcards in {slot.name!r} a call {shown}, with {count - _STEP} it took "
                        f"{before_s:.2g} s. Match with two positions, as fnmatch does, or limit the wildcards.",
                        about=slot.name,
                        arguments=call,
                    )
            if taken_s == math.inf:
                break
            before_s = taken_s


def _letter_of_own_texts(subject: Subject, view: FlatSchema, base: Mapping[str, Any], name: str, sign: str) -> str:
    """Return the letter that a text which the tool finds by a wildcard has most often; "" if it finds none by it."""
    found: list[set[Any]] = []
    for text in (sign, _OTHER):
        call = {**base, name: text}
        outcome = subject.call(call) if view.fits(view.root, call) else None
        if outcome is None or not outcome.succeeded:
            return ""
        found.append({one for one in leaves(outcome.value) if isinstance(one, str) and one != text})
    letters = [(text.count(letter), letter) for text in found[0] - found[1] for letter in set(text) - {" "}]
    return max(letters)[1] if letters else ""


def _letters_for(view: FlatSchema, name: str, value: Any) -> Any:
    """Return equal letters in the form of an argument's value, also as a list; None if the schema forbids them."""
    node = (view.root.get("properties") or {}).get(name)
    if not isinstance(node, Mapping) or "enum" in node or not isinstance(value, str | list):
        return None
    text = _LETTER * min(_LETTERS, count_of(node, "maxLength", None) or _LETTERS)
    made: Any = [text] if isinstance(value, list) else text
    return made if view.fits(node, made) else None
