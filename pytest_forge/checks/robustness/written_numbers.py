"""Written numbers: the numbers in the texts of a call, and how much memory a call takes for a large one.

{"selection": "1-3, 8"}   ->   {"selection": "1-3, 100000"}, {"selection": "1-100000, 8"}, {"selection": "100000-3, 8"}
{"block": "10.1.0.0/16"}  ->   {"block": "10.0.0.0/15"}, a network of 100000 addresses or more
"""

from __future__ import annotations

import ipaddress
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ...regex import regex
from ...strategies.calls.examples import candidate_arguments
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.edge_calls import FastCalls

__all__ = [
    "BEARABLE_BYTES",
    "WrittenNetwork",
    "WrittenNumber",
    "judge_written_numbers",
    "peak_and_seconds",
    "told_excess",
    "written_numbers",
]

#: Numbers in texts that are tried, and the longest such text.
_MAX_PLACES, _MAX_LETTERS, _MAX_EXAMPLES = 8, 200, 4
_NUMBER = regex(r"[0-9]+")
#: Numbers to try, up to the first for which a call takes noticeable memory or time.
_LADDER = tuple(10**digits for digits in range(1, 9))
_NOTICED_S = 0.2
#: The largest number that is written, with as many digits as tools of small languages usually read.
_LARGEST = 999_999_999
#: Bytes of memory that a call may take.
BEARABLE_BYTES = 256 << 20
#: Bytes after which a call that has not returned is seen to take more and more.
_GROWING_BYTES = 32 << 20

#: Returns the peak memory of a call, its seconds, and whether it did not return.
_Peak = Callable[[dict[str, Any]], tuple[int, float, bool]]


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

    def told(self, number: int) -> str:
        """Return the number and its place, for a message."""
        return f"With {number} for N in {self.shown!r}"


class WrittenNetwork(Struct, frozen=True):
    """A network of IP addresses that is a text of a call; its prefix tells how many addresses it has.

    Attributes:
        name: The argument at the root that holds the text.
        address: An address of the network.
        with_text: Returns the call with another text.
        fits: Tells whether the schema allows a call.
    """

    name: str
    address: str
    with_text: Callable[[str], dict[str, Any]]
    fits: Callable[[dict[str, Any]], bool]

    def call_of(self, number: int) -> dict[str, Any] | None:
        """Return the call with a network of that many addresses or more; None if the schema does not allow it."""
        bits = (number - 1).bit_length()
        most = ipaddress.ip_address(self.address).max_prefixlen
        if bits > most:
            return None
        call = self.with_text(str(ipaddress.ip_network(f"{self.address}/{most - bits}", strict=False)))
        return call if self.fits(call) else None

    def told(self, number: int) -> str:
        """Return the number and its place, for a message."""
        return f"With a network of {1 << (number - 1).bit_length()} addresses"


def written_numbers(schema: Mapping[str, Any], calls: list[dict[str, Any]]) -> list[WrittenNumber | WrittenNetwork]:
    """Return the numbers in texts of *calls* that the schema allows to be large, each place of a text once.

    A text that is a network of IP addresses has one, the number of its addresses.

    Args:
        schema: Of the arguments.
        calls: Ordinary ones; texts and lists of texts at their roots are looked at.
    """
    fits = partial(FlatSchema(schema).fits, schema)
    found: dict[tuple[str, str], WrittenNumber | WrittenNetwork] = {}
    # An example in a description may be refused beside other values, and still show where a number stands.
    examples = candidate_arguments(dict(schema), limit=_MAX_EXAMPLES)
    for call in (*calls, *examples):
        for name, text, with_text in _texts(call):
            if address := _address_of_network(text):
                found.setdefault((name, ""), WrittenNetwork(name, address, with_text, fits))
                continue
            # The last number of a range is usually its end.
            for digits in reversed(list(_NUMBER.finditer(text))):
                number = WrittenNumber(name, text[: digits.start()], text[digits.end() :], with_text, fits)
                if number.call_of(_LADDER[-1]) is not None:
                    found.setdefault((name, _NUMBER.sub("0", number.shown)), number)
    return list(found.values())[:_MAX_PLACES]


def judge_written_numbers(
    subject: Subject,
    numbers: Sequence[WrittenNumber | WrittenNetwork],
    peak: _Peak,
    excess: Callable[[dict[str, Any], dict[str, Any]], str],
    *,
    noticed: int = 2 << 20,
) -> None:
    """Judge that no number in a text makes a call use unlimited memory, whether it is answered or refused.

    Numbers grow up to the first that takes noticeable memory. If so, a call is made with the number that would take
    more than is bearable, and it counts what the call really took: most tools limit such numbers.

    Args:
        subject: The tool.
        numbers: As `written_numbers` returns them.
        peak: Makes a call; returns its peak memory, its seconds, and whether it did not return.
        excess: Makes a call, after one with a small number, and returns what `told_excess` does.
        noticed: Bytes of memory that are no chance.

    Raises:
        CheckFailure: If one does.
    """
    for number in subject.patience().each(numbers):
        for_each = _bytes_for_each(number, peak, noticed)
        amount = _rounded_up(1.5 * BEARABLE_BYTES / for_each) if for_each else 0
        call = number.call_of(amount) if 0 < amount <= _LARGEST else None
        if call is not None and (told := excess(call, number.call_of(1) or {})):
            raise CheckFailure(
                "unbounded_memory",
                f"{number.told(amount)}, {number.name!r} made a call {told}. Compare the number with the limit before "
                "the text is expanded, and make no more items than are asked for.",
                about=number.name,
                arguments=call,
            )


def told_excess(taken: int, *, is_late: bool) -> str:
    """Return what tells that a call with a very large number took too much memory; "" if it did not.

    Args:
        taken: Bytes of memory that it took.
        is_late: Whether it had not returned when its time was over, and so would have taken more.
    """
    if taken > BEARABLE_BYTES:
        return f"take more than {BEARABLE_BYTES >> 20} MB of memory"
    if is_late and taken > _GROWING_BYTES:
        return f"take {taken >> 20} MB of memory until its time was over"
    return ""


def peak_and_seconds(fast: FastCalls, call: dict[str, Any]) -> tuple[int, float, bool]:
    """Return a call's peak memory, that of a refusal as well, its seconds, and whether it did not return."""
    tracemalloc.start()
    try:
        outcome = fast.call(call)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return peak, fast.seconds, outcome.timed_out


def _address_of_network(text: str) -> str:
    """Return the address of a text that is a network of several IP addresses; "" for any other."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return ""
    return str(network.network_address) if "/" in text else ""


def _texts(call: dict[str, Any]) -> Iterator[tuple[str, str, Callable[[str], dict[str, Any]]]]:
    """Yield the texts at the root, and the first of each list of texts, with functions that put others there."""
    for name, value in call.items():
        if isinstance(value, str) and len(value) <= _MAX_LETTERS:
            yield name, value, lambda text, name=name: {**call, name: text}  # type: ignore[misc]
        elif isinstance(value, list) and value and isinstance(value[0], str) and len(value[0]) <= _MAX_LETTERS:
            yield name, value[0], lambda text, name=name, rest=value[1:]: {**call, name: [text, *rest]}  # type: ignore[misc]


def _bytes_for_each(number: WrittenNumber | WrittenNetwork, peak: _Peak, noticed: int) -> float:
    """Return the bytes of memory per unit of a number; 0 if memory does not grow with it, as far as it was tried."""
    before = first = None
    for amount in _LADDER:
        call = number.call_of(amount)
        if call is None:
            continue
        taken, seconds, is_late = peak(call)
        first = taken if first is None else first
        if taken - first > noticed and before is not None:
            # Memory that stops growing, or that a look-up takes once, is no amount.
            return (taken - first) / amount if taken - first > 4 * (before - first) else 0.0
        if is_late or seconds > _NOTICED_S:
            break
        before = taken
    return 0.0


def _rounded_up(amount: float) -> int:
    """Return the next number with one digit and noughts, so that two runs name the same."""
    unit: int = 10 ** (len(str(int(amount))) - 1)
    return unit * -(-int(amount) // unit)
