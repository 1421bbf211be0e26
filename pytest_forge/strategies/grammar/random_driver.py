"""The fast driver: a grammar compiled to closures over one seeded random source.

It is fast enough that the tool, and not the driver, limits a fuzz run. Values do not shrink here; `shrink` does that.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from .grammar import Array, Built, Checked, Choice, Constant, Extra, Node, Object, Pooled, Real, Reference, Text, Whole
from .random_leaves import Make, NoValueError, constant_maker, no_value, real_maker, text_maker, whole_maker

__all__ = ["NoValueError", "RandomCompiler", "compile_random", "random_values", "told"]

_LEVELS = 4
_TRIES = 60
_PATIENCE = 2
_POOLED = 0.15
_MANY = 8


def compile_random(root: Node) -> Callable[[random.Random], Any]:
    """Return a function that makes a value of the settled or tree-shaped grammar *root* from a random source.

    It raises `NoValueError` if tests fail too often.
    """
    make = RandomCompiler().compiled(root)
    return lambda source: make(source, _LEVELS)


class RandomCompiler:
    """Compiles the nodes of settled grammars; shared nodes are compiled once."""

    def __init__(self) -> None:
        self._made: dict[int, Make] = {}

    def compiled(self, node: Node) -> Make:
        """Return a maker of values of *node*."""
        made = self._made.get(id(node))
        if made is None:
            cell: list[Make] = []
            # A recursive node is looked up when it is called.
            self._made[id(node)] = lambda source, levels: cell[0](source, levels)
            made = self._new(node)
            cell.append(made)
            self._made[id(node)] = made
        return made

    def _new(self, node: Node) -> Make:
        if isinstance(node, Constant):
            return constant_maker(node)
        if isinstance(node, Whole):
            return whole_maker(node)
        if isinstance(node, Real):
            return real_maker(node)
        if isinstance(node, Text):
            return text_maker(node)
        if isinstance(node, Built):
            return self._built(node)
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

    def _built(self, node: Built) -> Make:
        build, parts = node.build, [self.compiled(part) for part in node.parts]
        return lambda source, levels: build([part(source, levels) for part in parts])

    def _choice(self, node: Choice) -> Make:
        options = [self.compiled(option) for option in node.options]
        if len(options) == 1:
            return options[0]
        if not options:
            return no_value
        count = len(options)
        least = min(option.height for option in node.options)
        small = [make for make, option in zip(options, node.options, strict=True) if option.height == least]
        fewer = len(small)

        def make(source: random.Random, levels: int) -> Any:
            try:
                if levels > 0:
                    return options[int(source.random() * count)](source, levels)
                return small[int(source.random() * fewer)](source, levels)
            except NoValueError:
                return options[int(source.random() * count)](source, levels)

        return make

    def _checked(self, node: Checked) -> Make:
        inner, test = self.compiled(node.inner), node.test

        def make(source: random.Random, levels: int) -> Any:
            failures = 0
            for _ in range(_TRIES):
                try:
                    value = inner(source, levels)
                except NoValueError:
                    # Retries at each level would multiply over the levels.
                    failures += 1
                    if failures > _PATIENCE:
                        raise
                    continue
                if test(value):
                    return value
            raise NoValueError

        return make

    def _pooled(self, node: Pooled) -> Make:
        inner, values, count = self.compiled(node.inner), node.values, len(node.values)

        def make(source: random.Random, levels: int) -> Any:
            draw = source.random()
            return inner(source, levels) if draw > _POOLED else values[int(draw / _POOLED * count) % count]

        return make

    def _array(self, node: Array) -> Make:
        prefix = [self.compiled(part) for part in node.prefix]
        rest = None if node.rest is None else self.compiled(node.rest)
        contained = [(self.compiled(part), least) for part, least in node.contained]
        needed = sum(least for _, least in contained)
        least, start, unique = node.least, len(prefix), node.unique
        most = start + needed if rest is None else node.most
        if most is None or node.most is not None:
            most = node.most if most is None else min(most, node.most or 0)
        if rest is None:
            most = start + needed if most is None else min(most, start + needed)

        def make(source: random.Random, levels: int) -> list[Any]:
            lowest = max(least, start + needed if needed else 0)
            count = lowest
            if levels > 0:
                roof = lowest + 4 if most is None or most > lowest + 4 else most
                count = max(lowest, lowest + int(source.random() * (roof - lowest + 1)))
            below = levels - 1
            items = [part(source, below) for part in prefix[:count]]
            for part, times in contained:
                items += [part(source, below) for _ in range(times)]
            missing = count - len(items)
            if missing > 0 and rest is not None:
                if missing > 200 and not unique:
                    few = [rest(source, below) for _ in range(20)]
                    items += [few[index % 20] for index in range(missing)]
                else:
                    items += [rest(source, below) for _ in range(missing)]
            if unique and len(items) > 1:
                items = _different(items, lowest, start, rest, source, below)
            return items

        return make

    def _object(self, node: Object) -> Make:
        fields = {name: self.compiled(part) for name, part in node.fields.items()}
        required = [(name, fields[name]) for name in node.required]
        optional = [(name, fields[name]) for name in fields if name not in node.required]
        follows, least, most = node.follows, node.least, node.most
        extra = None if node.extra is None else self._extra(node.extra)
        eager, many = node.eager, len(optional) > _MANY
        simple = not follows and least <= len(required) and (extra is None or not eager) and most is None

        def make(source: random.Random, levels: int) -> dict[str, Any]:
            below = levels - 1
            value = {name: part(source, below) for name, part in required}
            if levels > 0 and optional:
                if many:
                    count = int(source.random() * (_MANY + 1))
                    for _ in range(count):
                        name, part = optional[int(source.random() * len(optional))]
                        if name not in value:
                            value[name] = part(source, below)
                else:
                    bits = source.getrandbits(_MANY)
                    for name, part in optional:
                        if bits & 1:
                            value[name] = part(source, below)
                        bits >>= 1
            if not simple:
                complete(value, source, levels)
            return value

        def complete(value: dict[str, Any], source: random.Random, levels: int) -> None:
            below = levels - 1
            if most is not None and len(value) > most:
                for name in list(value)[::-1]:
                    if len(value) > most and name not in node.required:
                        del value[name]
            wanted = least
            if eager and extra is not None and levels > 0:
                room = 3 if most is None else min(3, most - len(value))
                wanted = max(least, len(value) + int(source.random() * (room + 1)))
            start = int(source.random() * len(optional)) if optional else 0
            for name, part in (*optional[start:], *optional[:start]) if len(value) < least else ():
                if len(value) < least and name not in value:
                    value[name] = part(source, below)
            waiting = list(value) if follows else []
            for name in waiting:
                for other in follows.get(name, ()):
                    if other not in value:
                        if other not in fields:
                            raise NoValueError
                        value[other] = fields[other](source, below)
                        waiting.append(other)
            tries = 0
            while len(value) < wanted and extra is not None and tries < wanted * 4 + 20:
                tries += 1
                extra(value, source, below)
            if len(value) < least or (most is not None and len(value) > most):
                raise NoValueError

        return make

    def _extra(self, node: Extra) -> Callable[[dict[str, Any], random.Random, int], None]:
        key = self.compiled(node.key)
        values = {id(value): self.compiled(value) for value in node.values}

        def add(value: dict[str, Any], source: random.Random, levels: int) -> None:
            name = key(source, levels)
            part = node.value_of(name) if name not in value else None
            if part is not None:
                value[name] = values[id(part)](source, levels)

        return add


def _different(
    items: list[Any], lowest: int, start: int, rest: Make | None, source: random.Random, levels: int
) -> list[Any]:
    found: dict[str, Any] = {}
    for item in items:
        found.setdefault(told(item), item)
    for _ in range(lowest * 10 + 20):
        if len(found) >= lowest or rest is None:
            break
        item = rest(source, levels)
        found.setdefault(told(item), item)
    if len(found) < lowest or (len(found) < len(items) and len(found) < start):
        raise NoValueError
    return list(found.values())


def told(value: Any) -> str:
    """Return a key for comparing JSON values: 1 and 1.0 are equal, 1 and true are not."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{told(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(told, value)) + "]"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else json.dumps(value)


def random_values(root: Node, *, seed: int, limit: int) -> Iterator[Any]:
    """Yield up to *limit* values of the settled grammar *root*; the same seed yields the same ones.

    Fewer come if tests refuse nearly all candidates.
    """
    make, source = compile_random(root), random.Random(f"values/{seed}")  # noqa: S311  # repeatable on purpose
    failures = 0
    for _ in range(limit):
        while True:
            try:
                value = make(source)
            except NoValueError:
                failures += 1
                if failures > limit + 100:
                    return
            else:
                break
        yield value
