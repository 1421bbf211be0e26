"""Grammar of patterns: the texts that a regular expression matches, from its parse tree.

The text is the match alone, with nothing around it. Look-around, anchors in the middle and back-references are not
solved: texts are tested, and others are made if they fail. Expressions with back-references fall back to
`text_matching`, whose texts do not shrink.
"""

from __future__ import annotations

from typing import Any

from ..schemas.patterns import compiled_pattern, members, parsed_pattern, text_matching
from .grammar import Array, Built, Checked, Choice, Constant, Node, Text, Whole

__all__ = ["pattern_grammar"]

_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_PLAIN = members([("CATEGORY", "CATEGORY_WORD")]) + list(" -.:/@#,+%&!?")
_SEEDS = 4_000


class _Unwritable(Exception):  # noqa: N818  # ends the attempt
    """The pattern cannot be written as a grammar."""


def pattern_grammar(pattern: str, least: int = 0, most: int | None = None) -> Node:
    """Return the texts with a match of *pattern*, of a length in the given range.

    Args:
        pattern: A regular expression that Python accepts.
        least: Least number of characters.
        most: Greatest number of characters, or None.
    """
    compiled = compiled_pattern(pattern)
    if compiled is None:
        return Choice([])

    def fits(text: Any) -> bool:
        return isinstance(text, str) and least <= len(text) and (most is None or len(text) <= most) and found(text)

    def found(text: str) -> bool:
        # Python's final "$" matches before a line feed; other languages do not.
        return compiled.search(text) is not None

    tree = parsed_pattern(pattern)
    try:
        writer = _Writer()
        items = _unwrapped(list(tree))
        pads = not (items and str(items[-1][0]) == "AT")
        node = writer.sequence(_fitted(items, least, most))
    except _Unwritable:
        made = Built(
            [Whole(0, _SEEDS)],
            lambda parts: text_matching(pattern, min_length=least, max_length=most, seed=parts[0], attempts=12),
        )
        return Checked(made, fits)
    narrow, wide = tree.getwidth()
    if pads and least > narrow:
        node = Built([node], lambda parts: parts[0].ljust(least, "a"))
    sure = not writer.is_unsure and _is_plainly_anchored(tree)
    if sure and narrow >= least and (most is None or int(wide) <= most):
        return node
    return Checked(node, fits)


def _is_plainly_anchored(tree: Any) -> bool:
    return all(str(kind) != "AT" or index in (0, len(tree) - 1) for index, (kind, _) in enumerate(tree))


def _unwrapped(items: list[Any]) -> list[Any]:
    """Return *items* with plain groups replaced by their content."""
    opened = []
    for kind, value in items:
        if str(kind) == "SUBPATTERN" and not value[1] and not value[2]:
            opened += _unwrapped(list(value[3]))
        else:
            opened.append((kind, value))
    return opened


def _fitted(items: list[Any], least: int, most: int | None) -> list[Any]:
    """Return *items* with repetitions limited by the lengths, where the repeated unit has a fixed width."""
    sized = [(kind, value, *_width(kind, value)) for kind, value in items]
    narrow = sum(low for _, _, low, _ in sized)
    loose = [
        index
        for index, (kind, value, low, high) in enumerate(sized)
        if str(kind) in _REPEATS and high > low and len(set(value[2].getwidth())) == 1 and value[2].getwidth()[0] > 0
    ]
    missing, slack = max(0, least - narrow), None if most is None else most - narrow
    fitted = list(items)
    for index in loose:
        kind, (lower, upper, tree) = items[index]
        width = int(tree.getwidth()[0])
        # The first possible repetition supplies all missing characters.
        extra = min(-(-missing // width), int(upper) - lower)
        lower += extra
        missing -= min(missing, extra * width)
        if slack is not None:
            slack -= extra * width
            upper = max(lower, min(int(upper), lower + max(0, slack) // width // len(loose)))
        fitted[index] = (kind, (lower, upper, tree))
    return fitted


def _width(kind: Any, value: Any) -> tuple[int, int]:
    name = str(kind)
    if name in _REPEATS:
        low, high = value[2].getwidth()
        return value[0] * int(low), min(int(value[1]) * int(high), 2**32)
    if name == "BRANCH":
        widths = [option.getwidth() for option in value[1]]
        return int(min(low for low, _ in widths)), int(max(high for _, high in widths))
    if name in ("SUBPATTERN", "ATOMIC_GROUP"):
        low, high = (value[3] if name == "SUBPATTERN" else value).getwidth()
        return int(low), int(high)
    return (0, 0) if name.startswith(("AT", "ASSERT")) else (1, 1)


class _Writer:
    """Writes nodes for a parse tree; `is_unsure` if the texts must be tested."""

    def __init__(self) -> None:
        self.is_unsure = False

    def sequence(self, items: Any) -> Node:
        parts = [node for kind, value in items if (node := self._node(str(kind), value)) is not None]
        return _joined(parts)

    def _node(self, kind: str, value: Any) -> Node | None:
        if kind == "LITERAL":
            return Constant([chr(value)])
        if kind == "NOT_LITERAL":
            return Text("".join(letter for letter in _PLAIN if ord(letter) != value), 1, 1)
        if kind == "ANY":
            return Text("".join(_PLAIN), 1, 1)
        if kind == "IN":
            letters = dict.fromkeys(members(value))
            if not letters:
                raise _Unwritable
            return Text("".join(letters), 1, 1)
        if kind in _REPEATS:
            return self._repeat(*value)
        if kind == "SUBPATTERN":
            self.is_unsure = self.is_unsure or bool(value[1] or value[2])
            return self.sequence(value[3])
        if kind == "ATOMIC_GROUP":
            self.is_unsure = True
            return self.sequence(value)
        if kind == "BRANCH":
            # Anchors inside a branch are tested by a search.
            self.is_unsure = self.is_unsure or any(str(part[0]) == "AT" for option in value[1] for part in option)
            return Choice([self.sequence(option) for option in value[1]])
        if kind == "AT":
            return None
        if kind.startswith("ASSERT"):
            self.is_unsure = True
            return None
        raise _Unwritable

    def _repeat(self, least: int, most: Any, tree: Any) -> Node:
        highest = None if str(most) == "MAXREPEAT" or int(most) >= 2**31 else int(most)
        part = self.sequence(tree)
        if isinstance(part, Text) and part.least == part.most == 1:
            return Text(part.alphabet, least, highest)
        if isinstance(part, Constant) and len(part.values[0]) == 1:
            return Text(part.values[0], least, highest)
        if highest == least and least <= 4:
            return _joined([part] * least)
        return Built([Array([], part, least, highest)], lambda parts: "".join(parts[0]))


def _joined(parts: list[Node]) -> Node:
    """Return the concatenation of *parts*; adjacent constants become one."""
    merged: list[Node] = []
    for part in parts:
        last = merged[-1] if merged else None
        if isinstance(part, Constant) and isinstance(last, Constant) and len(part.values) == len(last.values) == 1:
            merged[-1] = Constant([last.values[0] + part.values[0]])
        else:
            merged.append(part)
    if len(merged) == 1:
        return merged[0]
    return Built(merged, "".join) if merged else Constant([""])
