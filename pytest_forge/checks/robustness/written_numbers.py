"""Written numbers: the numbers in the texts of a call, and how much memory a call takes for a large one.

{"selection": "1-3, 8"}   ->   {"selection": "1-3, 100000"}, {"selection": "1-100000, 8"}, {"selection": "100000-3, 8"}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.edge_calls import FastCalls

__all__ = ["WrittenNumber", "judge_written_numbers", "written_numbers"]

#: Numbers in texts that are tried, and the longest such text.
_MAX_PLACES, _MAX_LETTERS = 8, 200
_NUMBER = re.compile(r"[0-9]+")
#: Numbers to try, up to the first for which a call takes noticeable memory or time.
_LADDER = tuple(10**digits for digits in range(1, 9))
_NOTICED, _NOTICED_S = 2 << 20, 0.2
#: The largest number that is written, with as many digits as tools of small languages usually read.
_LARGEST = 999_999_999
_BEARABLE_BYTES = 256 << 20
_VIRTUAL = re.compile(r"^VmPeak:\s+(\d+) kB", re.MULTILINE)

#: Returns the peak memory of a call, and whether it did not return.
_Peak = Callable[[FastCalls, dict[str, Any]], tuple[int, bool]]


class WrittenNumber(Struct, frozen=True):
    """A number in a text of a call.

    Attributes:
        name: The argument at the root that holds the text.
        before: The part of the text before the number.
        after: The part of the text after it.
        with_text: Returns the call with another text.
        fits: Tells whether the schema allows a call.
    """

    name: str
    before: str
    after: str
    with_text: Callable[[str], dict[str, Any]]
    fits: Callable[[dict[str, Any]], bool]

    @property
    def shown(self) -> str:
        """The text with N for the number."""
        return f"{self.before}N{self.after}"

    def call_of(self, number: int) -> dict[str, Any] | None:
        """Return the call with another number in its place; None if the schema does not allow it."""
        call = self.with_text(f"{self.before}{number}{self.after}")
        return call if self.fits(call) else None


def written_numbers(schema: Mapping[str, Any], calls: list[dict[str, Any]]) -> list[WrittenNumber]:
    """Return the numbers in texts of *calls* that the schema allows to be large, each place of a text once.

    Args:
        schema: Of the arguments.
        calls: Ordinary ones; texts and lists of texts at their roots are looked at.
    """
    try:
        fits = partial(FlatSchema(schema).fits, schema)
    except CannotMake:
        return []
    found: dict[tuple[str, str], WrittenNumber] = {}
    for call in calls:
        for name, text, with_text in _texts(call):
            # The last number of a range is usually its end.
            for digits in reversed(list(_NUMBER.finditer(text))):
                number = WrittenNumber(name, text[: digits.start()], text[digits.end() :], with_text, fits)
                if number.call_of(_LADDER[-1]) is not None:
                    found.setdefault((name, _NUMBER.sub("0", number.shown)), number)
    return list(found.values())[:_MAX_PLACES]


def judge_written_numbers(subject: Subject, fast: FastCalls, numbers: list[WrittenNumber], peak: _Peak) -> None:
    """Judge that no number in a text makes a call use unlimited memory, whether it is answered or refused.

    Numbers grow up to the first that takes noticeable memory. If so, a copy of the process makes a call with the number
    that would take more than is bearable, and it counts what the call really took: most tools limit such numbers.

    Args:
        subject: The tool.
        fast: Makes the calls.
        numbers: As `written_numbers` returns them.
        peak: Returns the peak memory of a call, and whether it did not return.

    Raises:
        CheckFailure: If one does.
    """
    for number in subject.patience().each(numbers):
        for_each = _bytes_for_each(fast, number, peak)
        amount = _rounded_up(1.5 * _BEARABLE_BYTES / for_each) if for_each else 0
        call = number.call_of(amount) if 0 < amount <= _LARGEST else None
        if call is not None and _takes_too_much(subject, call, number.call_of(1)):
            raise CheckFailure(
                "unbounded_memory",
                f"With {amount} for N in {number.shown!r}, {number.name!r} made a call take more than "
                f"{_BEARABLE_BYTES >> 20} MB of memory. Compare the number with the limit before the text is expanded.",
                about=number.name,
                arguments=call,
            )


def _texts(call: dict[str, Any]) -> Iterator[tuple[str, str, Callable[[str], dict[str, Any]]]]:
    """Yield the texts at the root, and the first of each list of texts, with functions that put others there."""
    for name, value in call.items():
        if isinstance(value, str) and len(value) <= _MAX_LETTERS:
            yield name, value, lambda text, name=name: {**call, name: text}  # type: ignore[misc]
        elif isinstance(value, list) and value and isinstance(value[0], str) and len(value[0]) <= _MAX_LETTERS:
            yield name, value[0], lambda text, name=name, rest=value[1:]: {**call, name: [text, *rest]}  # type: ignore[misc]


def _bytes_for_each(fast: FastCalls, number: WrittenNumber, peak: _Peak) -> float:
    """Return the bytes of memory per unit of a number; 0 if memory does not grow with it, as far as it was tried."""
    before = first = None
    for amount in _LADDER:
        call = number.call_of(amount)
        if call is None:
            continue
        taken, is_late = peak(fast, call)
        first = taken if first is None else first
        if taken - first > _NOTICED and before is not None:
            # Memory that stops growing, or that a look-up takes once, is no amount.
            return (taken - first) / amount if taken - first > 4 * (before - first) else 0.0
        if is_late or fast.seconds > _NOTICED_S:
            break
        before = taken
    return 0.0


def _rounded_up(amount: float) -> int:
    """Return the next number with one digit and noughts, so that two runs name the same."""
    unit: int = 10 ** (len(str(int(amount))) - 1)
    return unit * -(-int(amount) // unit)


def _takes_too_much(subject: Subject, call: dict[str, Any], small: dict[str, Any] | None) -> bool:
    """Return whether a call reserves more memory than is bearable, after one with a small number."""

    def reserves() -> bool:
        with FastCalls(subject) as fast:
            # Threads and modules that the first call of a process needs are no memory of the second.
            fast.call(small or {})
            before = _reserved()
            outcome = fast.call(call)
            return isinstance(outcome.raised, MemoryError) or _reserved() - before > _BEARABLE_BYTES

    return in_a_copy(reserves, limit_s=2 * subject.call_s + 1) is True


def _reserved() -> int:
    """Return the largest memory that this process has reserved, in bytes; 0 where the system does not tell."""
    found: re.Match[str] | None = None
    with suppress(OSError):
        found = _VIRTUAL.search(Path("/proc/self/status").read_text())
    return 0 if found is None else int(found[1]) * 1024
