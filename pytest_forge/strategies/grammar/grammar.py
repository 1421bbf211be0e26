"""Grammar: the values of a schema as a graph, which drivers walk.

    Constant  Whole  Real  Text  Built   leaves: values, integers, fractions, texts, texts built from numbers and texts
    Choice  Checked  Pooled  Reference   one of several; values that pass a test; likely values too; recursion
    Array  Object                        containers

The first option of a choice, the least number and the shortest text are the simplest: values shrink towards them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "INFINITE",
    "Array",
    "Built",
    "Checked",
    "Choice",
    "Constant",
    "Extra",
    "Node",
    "Object",
    "Pooled",
    "Real",
    "Reference",
    "Text",
    "Whole",
    "children",
    "reachable",
    "settle",
]

INFINITE = 1_000_000
"""Height of a node without finite values."""


@dataclass(eq=False, slots=True)
class Node:
    """A node.

    Attributes:
        height: Levels of containers of its smallest value; `INFINITE` without finite values.
    """

    height: int = field(default=0, init=False)


@dataclass(eq=False, slots=True)
class Constant(Node):
    """One of some values."""

    values: list[Any]


@dataclass(eq=False, slots=True)
class Whole(Node):
    """An integer in a range, times *step*."""

    low: int
    high: int
    step: int = 1


@dataclass(eq=False, slots=True)
class Real(Node):
    """A finite fraction in a closed range."""

    low: float | None
    high: float | None


@dataclass(eq=False, slots=True)
class Text(Node):
    """A text of characters of *alphabet*; of any characters if None.

    Attributes:
        most: Greatest length, or None.
    """

    alphabet: str | None
    least: int = 0
    most: int | None = None


@dataclass(eq=False, slots=True)
class Built(Node):
    """A value built from others."""

    parts: list[Node]
    build: Callable[[list[Any]], Any]


@dataclass(eq=False, slots=True)
class Choice(Node):
    """A value of one of some nodes."""

    options: list[Node]


@dataclass(eq=False, slots=True)
class Checked(Node):
    """A value of *inner* that passes a test."""

    inner: Node
    test: Callable[[Any], bool]


@dataclass(eq=False, slots=True)
class Pooled(Node):
    """A value of *inner*, or sometimes one of some likely values that fit it too."""

    inner: Node
    values: list[Any]


@dataclass(eq=False, slots=True)
class Reference(Node):
    """A recursive reference to a node under construction."""

    target: Node | None = None

    @property
    def met(self) -> Node:
        """The node, when it is complete."""
        if self.target is None:
            raise ValueError("The node is not complete. Finish the grammar first.")
        return self.target


@dataclass(eq=False, slots=True)
class Array(Node):
    """An array: first items by position, then items of *rest*, some of them for ``contains``."""

    prefix: list[Node]
    rest: Node | None
    least: int
    most: int | None
    unique: bool = False
    contained: list[tuple[Node, int]] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Extra(Node):
    """Undeclared fields.

    Attributes:
        key: Makes names.
        value_of: Returns the node for a name's value, or None for an invalid name.
        values: Every node that *value_of* may return.
    """

    key: Node
    value_of: Callable[[str], Node | None]
    values: list[Node]


@dataclass(eq=False, slots=True)
class Object(Node):
    """An object.

    Attributes:
        fields: Every declared field, in order.
        required: Names of required fields.
        follows: Name to the names that it requires.
        extra: Undeclared fields, or None.
        eager: Whether extra fields are added without need.
    """

    fields: dict[str, Node]
    required: list[str]
    follows: dict[str, list[str]]
    extra: Extra | None
    least: int
    most: int | None
    eager: bool = False


def settle(root: Node) -> None:
    """Compute every height below *root*, and remove nodes without finite values."""
    nodes = list(reachable(root))
    for node in nodes:
        node.height = INFINITE
    changed = True
    while changed:
        changed = False
        for node in reversed(nodes):
            height = min(_height(node), INFINITE)
            if height < node.height:
                node.height = height
                changed = True
    for node in nodes:
        if isinstance(node, Choice):
            node.options = [option for option in node.options if option.height < INFINITE]
        elif isinstance(node, Object):
            node.fields = {name: part for name, part in node.fields.items() if part.height < INFINITE}
            if node.extra is not None and node.extra.height >= INFINITE:
                node.extra = None
        elif isinstance(node, Array) and node.rest is not None and node.rest.height >= INFINITE:
            node.rest = None


def _height(node: Node) -> int:
    if isinstance(node, Constant):
        return 0 if node.values else INFINITE
    if isinstance(node, Choice):
        return min((option.height for option in node.options), default=INFINITE)
    if isinstance(node, Checked | Pooled):
        return node.inner.height
    if isinstance(node, Reference):
        return INFINITE if node.target is None else node.target.height
    if isinstance(node, Built):
        return max((part.height for part in node.parts), default=0)
    if isinstance(node, Extra):
        return max(node.key.height, min((value.height for value in node.values), default=INFINITE))
    if isinstance(node, Array):
        needed = [part.height for part in node.prefix[: node.least]]
        needed += [part.height for part, least in node.contained if least > 0]
        if node.least > len(node.prefix) + sum(least for _, least in node.contained):
            needed.append(INFINITE if node.rest is None else node.rest.height)
        return 1 + max(needed, default=0)
    if isinstance(node, Object):
        return 1 + _object_height(node)
    return 0


def _object_height(node: Object) -> int:
    needed = [node.fields[name].height if name in node.fields else INFINITE for name in node.required]
    missing = node.least - len(node.required)
    if missing > 0:
        others = sorted(part.height for name, part in node.fields.items() if name not in node.required)
        extra = INFINITE if node.extra is None else node.extra.height
        needed += [min(height, extra) for height in others[:missing]] + [extra] * (missing - len(others))
    return max(needed, default=0)


def children(node: Node) -> list[Node]:
    """Return the nodes directly below *node*."""
    if isinstance(node, Choice):
        return node.options
    if isinstance(node, Checked | Pooled):
        return [node.inner]
    if isinstance(node, Reference):
        return [] if node.target is None else [node.target]
    if isinstance(node, Built):
        return node.parts
    if isinstance(node, Array):
        return [*node.prefix, *([] if node.rest is None else [node.rest]), *(part for part, _ in node.contained)]
    if isinstance(node, Extra):
        return [node.key, *node.values]
    if isinstance(node, Object):
        return [*node.fields.values(), *([] if node.extra is None else [node.extra])]
    return []


def reachable(root: Node) -> list[Node]:
    """Return *root* and every node below it."""
    found: dict[int, Node] = {id(root): root}
    waiting = [root]
    while waiting:
        for part in children(waiting.pop()):
            if id(part) not in found:
                found[id(part)] = part
                waiting.append(part)
    return list(found.values())
