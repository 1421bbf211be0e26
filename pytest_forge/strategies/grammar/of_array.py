"""Grammar of arrays: items by position, all other items, and contained items."""

from __future__ import annotations

from collections.abc import Callable

from ..schemas.merged import ArrayRule, Merged
from ..schemas.schema_document import Located, SchemaDocument
from .grammar import Array, Checked, Choice, Constant, Node

__all__ = ["array_grammar"]

#: Returns the grammar of the values that fit all of some nodes.
MakeNode = Callable[[tuple[Located, ...]], Node]


def array_grammar(document: SchemaDocument, merged: Merged, make: MakeNode, *, deep: Node) -> Node:
    """Return the arrays that *merged* allows.

    Args:
        document: Validates contained items.
        merged: The keywords.
        make: Makes the grammar of items.
        deep: The grammar of an unconstrained item.
    """
    rules, least, most = merged.array_rules, merged.min_items, merged.max_items
    longest = max((len(rule.prefix) for rule in rules), default=0)
    prefix: list[Node] = []
    for index in range(min(longest, longest if most is None else most)):
        item = _item(rules, index)
        if item is None:
            # An array may end before the position without valid items.
            most = index if most is None else min(most, index)
            break
        prefix.append(make(item) if item else deep)
    others = _item(rules, longest)
    contained = [
        (make((node, *(others or ()))), count)
        for node, count, _ in merged.contained
        if count > 0 and others is not None
    ]
    if others is None:
        most = len(prefix) if most is None else min(most, len(prefix))
    if most is not None and least > most:
        return Choice([])
    rest = None if others is None or (most is not None and most <= len(prefix)) else make(others) if others else deep
    asked = [(node, low, high) for node, low, high in merged.contained]
    if any(count > 0 for _, count, _ in merged.contained) and others is None:
        contained = []
    needed = sum(count for _, count in contained)
    if most is not None and len(prefix) + needed > most:
        contained = []
    # An empty array does not need a grammar of its items.
    array: Node = Array(prefix, rest, least, most, merged.unique, contained)
    if rest is None and not prefix and least == 0 and not contained:
        array = Constant([[]])
    limited = [high for _, _, high in asked if high is not None]
    if asked and (limited or not contained or len(asked) > 1):
        return Checked(array, lambda value: all(_contains(document, value, *one) for one in asked))
    return array


def _contains(document: SchemaDocument, items: object, node: Located, low: int, high: int | None) -> bool:
    if not isinstance(items, list):
        return False
    count = sum(document.takes(node, item) is True for item in items)
    return low <= count and (high is None or count <= high)


def _item(rules: list[ArrayRule], index: int) -> tuple[Located, ...] | None:
    """Return the nodes for the item at *index*; None if no item is allowed."""
    found = []
    for rule in rules:
        node = rule.prefix[index] if index < len(rule.prefix) else rule.others
        if node is not None and node.schema is False:
            return None
        if node is not None and node.schema is not True:
            found.append(node)
    return tuple(dict.fromkeys(found))
