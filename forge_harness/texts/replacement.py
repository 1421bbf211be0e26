r"""Replacement: one place of a text, found by its exact content, and what stands there afterwards.

A text with ``\r\n`` is found by lines that end in ``\n`` as well, and the new text gets the newlines of the place, so
that an edit never leaves a file with two kinds of them. In a file that has two kinds already, an old text that has its
own ``\r\n`` is taken as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..errors import ToolError

__all__ = ["Replacement", "find_replacement"]

_SHOWN_PLACES = 20


@dataclass(frozen=True, slots=True)
class Replacement:
    """What to put in the place of ``text[start:end]``."""

    start: int
    end: int
    new: str

    def apply(self, text: str) -> str:
        """Return *text* with the replacement made."""
        return "".join((text[: self.start], self.new, text[self.end :]))


def find_replacement(text: str, old: str, new: str) -> Replacement:
    """Find the one place of *old* in *text*.

    Args:
        text: The whole text.
        old: What to replace; not empty.
        new: What to put there.

    Raises:
        ToolError: ``not_found``, ``ambiguous`` if several places match, overlapping ones included, or ``identical`` if
            nothing would change.
    """
    if old == new:
        raise _identical()
    place = _as_given(text, old) or _with_crlf(text, old) or _with_any_newlines(text, old)
    if place is None:
        raise ToolError(
            "The old text is not in the file. Read the file again, and copy the text exactly as it stands there.",
            code="not_found",
        )
    start, end = place
    if "\n" in new:
        newline = _newline_at(text, start)
        if text[start:end] != old or (newline == "\r\n" and ("\r\n" not in old or _has_only_crlf(text))):
            new = _with_newlines(new, newline)
    if text[start:end] == new:
        raise _identical()
    return Replacement(start, end, new)


def _identical() -> ToolError:
    return ToolError("The new text is what stands there already. Pass another new text.", code="identical")


def _as_given(text: str, old: str) -> tuple[int, int] | None:
    start = _only_place(text, old)
    if start is None:
        return None
    # A newline is replaced whole.
    is_half = start > 0 and old[0] == "\n" and text[start - 1] == "\r"
    return start - is_half, start + len(old)


def _with_crlf(text: str, old: str) -> tuple[int, int] | None:
    old = _with_newlines(old, "\r\n")
    start = _only_place(text, old) if "\n" in old else None
    return None if start is None else (start, start + len(old))


def _with_any_newlines(text: str, old: str) -> tuple[int, int] | None:
    """Find *old* in a text whose lines end in one way or the other."""
    if "\n" not in old or ("\r\n" not in text and "\r\n" not in old):
        return None
    plain, old = _with_newlines(text, "\n"), _with_newlines(old, "\n")
    place = _only_place(plain, old)
    if place is None:
        return None
    return _place_before(text, plain, place), _place_before(text, plain, place + len(old))


def _only_place(text: str, old: str) -> int | None:
    places = list(islice(_places(text, old), _SHOWN_PLACES + 1))
    if len(places) < 2:
        return places[0] if places else None
    shown = places[:_SHOWN_PLACES]
    numbers: list[int] = []
    line = 1
    for before, place in zip([0, *shown], shown, strict=False):
        line += text.count("\n", before, place)
        numbers.append(line)
    listed = ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"
    number = str(len(places)) if len(places) == len(shown) else f"more than {len(shown)}"
    raise ToolError(
        f"The old text is in the file at {number} places: lines {listed}. "
        "Add the text around the place that you mean, so that only one fits.",
        code="ambiguous",
    )


def _places(text: str, old: str) -> Iterator[int]:
    """Yield the places of *old*, overlapping ones included."""
    place = text.find(old)
    while place >= 0:
        yield place
        place = text.find(old, place + 1)


def _with_newlines(text: str, newline: str) -> str:
    plain = text.replace("\r\n", "\n")
    return plain if newline == "\n" else plain.replace("\n", newline)


def _newline_at(text: str, place: int) -> str:
    """Return the newline that ends the line of *place*, or in the last line the one before it."""
    end = text.find("\n", place)
    if end < 0:
        end = text.rfind("\n", 0, place)
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"


def _has_only_crlf(text: str) -> bool:
    return text.count("\n") == text.count("\r\n")


def _place_before(text: str, plain: str, place: int) -> int:
    r"""Return where a *place* of *plain* is in *text*, from which *plain* was made by taking ``\r`` out of ``\r\n``."""
    line = plain.count("\n", 0, place)
    column = place - (plain.rfind("\n", 0, place) + 1)
    return _line_start(text, line) + column


def _line_start(text: str, line: int) -> int:
    """Return where line *line*, from 0, begins: halve the text until the newline before it is found."""
    low, high = 0, len(text)
    while line:
        middle = (low + high) // 2
        found = text.count("\n", low, middle)
        if found >= line:
            high = middle
        elif high - low == 1:
            return high
        else:
            line -= found
            low = middle
    return low
