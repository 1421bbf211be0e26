"""The Hypothesis driver: a grammar as a strategy that shrinks.

Values shrink to no optional fields, the first option of a union, the number nearest to zero, and the shortest text and
array.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from .grammar import Array, Built, Checked, Choice, Constant, Extra, Node, Object, Pooled, Real, Reference, Text, Whole
from .random_driver import NoValueError, RandomCompiler, told

__all__ = ["compile_hypothesis"]

#: Draws a value; the second argument is the number of levels of containers that may still be opened freely.
_Draw = Callable[[Any], Any]
_Make = Callable[[_Draw, int], Any]

_LEVELS = 4
_TRIES = 6
_MANY = 10
_LONG = 40
_PROBES = 8
_LARGE = 120
_ABSENT = object()
_TAKEN = st.booleans()
_POOLED = 2
_ONE_OF_THREE = st.integers(0, _POOLED)


def compile_hypothesis(root: Node) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of the settled grammar *root*."""
    return _Compiler().strategy(root, _levels_for(root))


def _levels_for(root: Node) -> int:
    """Return the number of levels of containers that keeps examples within Hypothesis's size limit."""
    make, source = RandomCompiler().compiled(root), random.Random("levels")  # noqa: S311  # repeatable on purpose
    for levels in range(_LEVELS, 1, -1):
        try:
            if sum(_count(make(source, levels)) for _ in range(_PROBES)) <= _PROBES * _LARGE:
                return levels
        except NoValueError:
            return levels
    return 1


def _count(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_count, value.values()))
    return 1 + sum(map(_count, value)) if isinstance(value, list) and len(value) <= _LONG else 1


class _Compiler:
    def __init__(self) -> None:
        self._made: dict[int, _Make] = {}
        self._maybes: dict[tuple[int, int], st.SearchStrategy[Any]] = {}
        self._picks: dict[tuple[int, int], st.SearchStrategy[Any]] = {}
        self._fast = RandomCompiler()
        self._strategies: dict[tuple[int, int], st.SearchStrategy[Any]] = {}

    def strategy(self, node: Node, levels: int) -> st.SearchStrategy[Any]:
        levels = max(levels, 0)
        key = (id(node), levels)
        if key not in self._strategies:
            leaf = _leaf(node)
            if leaf is None:
                make = self.compiled(node)

                @st.composite
                def value(draw: _Draw) -> Any:
                    return make(draw, levels)

                leaf = value()
            self._strategies[key] = leaf
        return self._strategies[key]

    def compiled(self, node: Node) -> _Make:
        made = self._made.get(id(node))
        if made is None:
            cell: list[_Make] = []
            # A recursive node is looked up when it is called.
            self._made[id(node)] = lambda draw, levels: cell[0](draw, levels)
            made = self._new(node)
            cell.append(made)
            self._made[id(node)] = made
        return made

    def _new(self, node: Node) -> _Make:
        leaf = _leaf(node)
        if leaf is not None:
            return lambda draw, _levels: draw(leaf)
        if isinstance(node, Constant):
            only = node.values[0] if node.values else None
            return lambda _draw, _levels: copy.deepcopy(only)
        if isinstance(node, Built):
            build, parts = node.build, [self.compiled(part) for part in node.parts]
            return lambda draw, levels: build([part(draw, levels) for part in parts])
        if isinstance(node, Choice):
            return self._choice(node)
        if isinstance(node, Checked):
            return self._checked(node)
        if isinstance(node, Pooled):
            return self._pooled(node)
        if isinstance(node, Reference):
            return self.compiled(node.met)
        if isinstance(node, Array):
            return self._array(node)
        if isinstance(node, Object):
            return self._object(node)
        raise TypeError(f"{type(node).__name__} is made with its object. Start from the object.")

    def _choice(self, node: Choice) -> _Make:
        options = [self.compiled(option) for option in node.options]
        if len(options) == 1:
            return options[0]
        least = min((option.height for option in node.options), default=0)
        small = [make for make, option in zip(options, node.options, strict=True) if option.height == least]
        any_of, few_of = st.integers(0, max(0, len(options) - 1)), st.integers(0, max(0, len(small) - 1))

        def make(draw: _Draw, levels: int) -> Any:
            if levels > 0:
                return options[draw(any_of)](draw, levels)
            return small[draw(few_of) if len(small) > 1 else 0](draw, levels)

        return make

    def _checked(self, node: Checked) -> _Make:
        inner, test = self.compiled(node.inner), node.test
        seeds = st.integers(0, 2**16)

        def make(draw: _Draw, levels: int) -> Any:
            for _ in range(_TRIES):
                value = inner(draw, levels)
                if test(value):
                    return value
            # If the test passes too seldom, the other driver makes the value, which then cannot shrink.
            try:
                return self._fast.compiled(node)(random.Random(draw(seeds)), levels)  # noqa: S311  # repeatable
            except NoValueError:
                return reject()

        return make

    def _pooled(self, node: Pooled) -> _Make:
        inner, values = self.compiled(node.inner), st.sampled_from(node.values)
        return lambda draw, levels: draw(values) if draw(_ONE_OF_THREE) == _POOLED else inner(draw, levels)

    def _array(self, node: Array) -> _Make:
        prefix = [self.compiled(part) for part in node.prefix]
        contained = [(self.compiled(part), least) for part, least in node.contained]
        held = sum(least for _, least in contained)
        start = len(prefix)
        roof = start + held if node.rest is None else node.most
        if node.most is not None and roof is not None:
            roof = min(roof, node.most)
        place = st.integers(0, 2**16)

        def make(draw: _Draw, levels: int) -> list[Any]:
            below = levels - 1
            lowest = max(node.least, start + held if held else 0)
            free = 0 if levels <= 0 else 6
            most = lowest + free if roof is None else min(roof, lowest + free)
            count = start if lowest >= start else min(start, lowest + draw(place) % (min(most, start) - lowest + 1))
            items = [part(draw, below) for part in prefix[:count]]
            for part, times in contained:
                items += [part(draw, below) for _ in range(times)]
            if node.rest is not None and len(items) >= start and most > len(items):
                items += self._rest(draw, node, node.rest, max(0, lowest - len(items)), most - len(items), below)
            if node.unique and len({told(item) for item in items}) < len(items):
                reject()
            return items

        return make

    def _rest(self, draw: _Draw, node: Array, rest: Node, least: int, most: int, levels: int) -> list[Any]:
        strategy = self.strategy(rest, levels)
        if least > _LONG and not node.unique:
            few = draw(st.lists(strategy, min_size=1, max_size=4))
            return [copy.deepcopy(few[index % len(few)]) for index in range(least)]
        if node.unique:
            return draw(st.lists(strategy, min_size=least, max_size=most, unique_by=told))  # type: ignore[no-any-return]  # a list
        return draw(st.lists(strategy, min_size=least, max_size=most))  # type: ignore[no-any-return]  # as above

    def _maybe(self, node: Node, levels: int) -> st.SearchStrategy[Any]:
        """Return the strategy of a value that may be absent.

        Both are drawn in one span, so that Hypothesis can drop the value as a whole.
        """
        key = (id(node), levels)
        if key not in self._maybes:
            make = self.compiled(node)

            @st.composite
            def value(draw: _Draw) -> Any:
                return make(draw, levels) if draw(_TAKEN) else _ABSENT

            self._maybes[key] = value()
        return self._maybes[key]

    def _one_of_many(self, node: Object, names: list[str], levels: int) -> st.SearchStrategy[Any]:
        """Return the strategy of a name and its value, or of the end of the extra fields."""
        key = (id(node), levels)
        if key not in self._picks:
            index, makes = st.integers(0, len(names)), [self.compiled(node.fields[name]) for name in names]

            @st.composite
            def pick(draw: _Draw) -> Any:
                place = draw(index)
                return (names[place - 1], makes[place - 1](draw, levels)) if place else _ABSENT

            self._picks[key] = pick()
        return self._picks[key]

    def _object(self, node: Object) -> _Make:
        fields = {name: self.compiled(part) for name, part in node.fields.items()}
        optional = [name for name in fields if name not in node.required]
        extra = None if node.extra is None else self._extra(node.extra)
        least, most, room = node.least, node.most, st.integers(0, 2)

        def make(draw: _Draw, levels: int) -> dict[str, Any]:
            below = levels - 1
            value = {name: fields[name](draw, below) for name in node.required}
            if levels > 0 and len(optional) <= _MANY:
                for name in optional:
                    part = draw(self._maybe(node.fields[name], below)) if most is None or len(value) < most else _ABSENT
                    if part is not _ABSENT:
                        value[name] = part
            elif levels > 0:
                for _ in range(_MANY):
                    picked = draw(self._one_of_many(node, optional, below))
                    if picked is _ABSENT or (most is not None and len(value) >= most):
                        break
                    value.setdefault(*picked)
            for name in optional if len(value) < least else ():
                if len(value) < least and name not in value:
                    value[name] = fields[name](draw, below)
            waiting = list(value) if node.follows else []
            for name in waiting:
                for other in node.follows.get(name, ()):
                    if other not in value:
                        if other not in fields:
                            reject()
                        value[other] = fields[other](draw, below)
                        waiting.append(other)
            if extra is not None and (len(value) < least or (node.eager and levels > 0)):
                wanted = max(least, len(value) + (draw(room) if node.eager and levels > 0 else 0))
                for _ in range(wanted * 3):
                    if len(value) >= wanted or (most is not None and len(value) >= most):
                        break
                    extra(value, draw, below)
            if len(value) < least or (most is not None and len(value) > most):
                reject()
            return value

        return make

    def _extra(self, node: Extra) -> Callable[[dict[str, Any], _Draw, int], None]:
        key = self.compiled(node.key)
        values = {id(value): self.compiled(value) for value in node.values}

        def add(value: dict[str, Any], draw: _Draw, levels: int) -> None:
            name = key(draw, levels)
            part = node.value_of(name) if name not in value else None
            if part is not None:
                value[name] = values[id(part)](draw, levels)

        return add


def _leaf(node: Node) -> st.SearchStrategy[Any] | None:
    """Return the strategy of a node that is one draw, or None."""
    if isinstance(node, Constant) and len(node.values) != 1:
        if any(isinstance(value, list | dict) for value in node.values):
            return st.sampled_from(node.values).map(copy.deepcopy)
        return st.sampled_from(node.values)
    if isinstance(node, Whole):
        step, numbers = node.step, st.integers(node.low, node.high)
        return numbers if step == 1 else numbers.map(lambda number: number * step)
    if isinstance(node, Real):
        return st.floats(node.low, node.high, allow_nan=False, allow_infinity=False)
    if isinstance(node, Text):
        most = node.most
        if node.alphabet is None:
            return st.text(min_size=node.least, max_size=most)
        return st.text(node.alphabet, min_size=node.least, max_size=most)
    return None
