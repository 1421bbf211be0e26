"""Alike keys: pairs of calls that differ, but not in what a careless author may make a cache's key of.

sum, product or sorted   (adults=2, children=1)      and (adults=1, children=2)
difference               (first=2, last=5)           and (first=3, last=6)
joined without a mark    (shelf="ab", box="cd")      and (shelf="abc", box="d")
other case, first part   title="Ada"                 and title="ADA"
whole number             metres=2.1                  and metres=2.4
sorted or a set          columns=["name", "size"]    and columns=["size", "name"]
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....strategies.calls.edge_values import EdgeValues

__all__ = ["AlikeCalls", "alike_calls"]

_MAX_OF_TWO, _MAX_OF_ONE = 12, 4
#: Length from which a part of a text is likely to stand for it, and the longest that is tried.
_LONG, _LONGEST = 80, 300

#: Other values of an argument that a call may have, the likeliest to work first.
OtherValues = Callable[[str, Any], list[Any]]


class AlikeCalls(Struct, frozen=True):
    """Two calls that differ in one or two arguments, and those."""

    names: tuple[str, ...]
    first: dict[str, Any]
    second: dict[str, Any]

    @property
    def given(self) -> list[Any]:
        """The values in which the calls differ."""
        return [call.get(name) for call in (self.first, self.second) for name in self.names]


def alike_calls(schema: Mapping[str, Any], base: Mapping[str, Any], others: OtherValues) -> Iterator[AlikeCalls]:
    """Yield pairs of calls like *base* that a key which is not exact may take for the same.

    Args:
        schema: The advertised schema.
        base: A call that works.
        others: Gives other values of an argument.
    """
    edges = EdgeValues(schema)
    nodes = {name: node for name, node in edges.nodes.items() if isinstance(node, Mapping)}
    values = {name: node["default"] for name, node in nodes.items() if node.get("default") is not None} | dict(base)

    def paired(names: tuple[str, ...], changes: Iterable[tuple[Any, Any]]) -> Iterator[AlikeCalls]:
        for change in changes:
            first, second = ({**base, **dict(zip(names, one, strict=True))} for one in change)
            if first != second and edges.view.fits(schema, first) and edges.view.fits(schema, second):
                yield AlikeCalls(names, first, second)

    more = {name: others(name, value) for name, value in values.items() if isinstance(value, str)}
    two = [
        paired((one, other), _of_two(*((values[name], more.get(name, [])) for name in (one, other))))
        for one, other in itertools.combinations(values, 2)
    ]
    single = [paired((name,), _of_one(value)) for name, value in values.items()]
    for pairs, most in ((two, _MAX_OF_TWO), (single, _MAX_OF_ONE)):
        # One of each combination before a second one.
        rows = itertools.chain.from_iterable(itertools.zip_longest(*pairs))
        yield from itertools.islice(filter(None, rows), most)


def _of_two(first: tuple[Any, list[Any]], second: tuple[Any, list[Any]]) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of two values each, of which a sum, a difference, a sorted or a joined text is the same."""
    (one, more), (other, others) = first, second
    if _is_number(one) and _is_number(other):
        yield (one, other + 1), (one + 1, other)
        yield (one, other), (other, one)
        yield (one, other), (one + 1, other + 1)
        yield (1, 11), (11, 1)
    elif isinstance(one, str) and _is_number(other):
        yield (one, 12), (f"{one}1", 2)
    elif isinstance(one, str) and isinstance(other, str):
        beside = next((value for value in (other, *others, *more) if value != one), other)
        yield (one, beside), (beside, one)
        yield from itertools.islice(_joined_alike([one, *more], [other, *others]), 1)
        yield (one, other), (one + other[:1], other[1:])


def _joined_alike(ones: list[Any], others: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of two of the values each that are the same when they are joined."""
    known: dict[str, tuple[Any, Any]] = {}
    for pair in itertools.product(ones, others):
        before = known.setdefault("".join(pair), pair)
        if before != pair:
            yield before, pair


def _of_one(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of values of which the lower case, the first part, the whole number or the items are the same."""
    if isinstance(value, str) and value:
        yield (value,), (value.swapcase(),)
        long = " ".join([value] * (_LONG // (len(value) + 1) + 1))[:_LONGEST]
        yield (long,), (f"{long} {value}",)
    elif _is_number(value):
        yield (int(value) + 0.1,), (int(value) + 0.4,)
    elif isinstance(value, list) and len(value) > 1:
        yield (value,), (value[::-1],)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
