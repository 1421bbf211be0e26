"""Source nodes: a cassette's text as a tree of YAML nodes with their places, for replacing single values.

JSON has its own reader into the same nodes, since YAML reads some JSON texts differently.
"""

from __future__ import annotations

import base64
import contextlib
import json
import re
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]  # the typeshed leaves it out
from pathlib import Path
from typing import Any

import yaml

from ...regex import regex
from ..foreign.document import CassetteError
from ..redaction.secret_value import PLACEHOLDER
from ..tape.yaml_text import bytes_node, quoted

__all__ = ["child", "compose", "elements", "pairs_of", "scalars", "spliced"]

_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SPACE = regex(r"[ \t\r\n]*")
_ATOM = regex(r"[-+.\w]+")
_MARGIN = regex(r" *(?:- +)*")
_MAX_PIECES = 20


def compose(text: str, path: Path) -> yaml.Node:
    """Return the tree of a file.

    Raises:
        CassetteError: If it is neither YAML nor JSON, or holds several documents; *path* is where it comes from.
    """
    start = 1 if text.startswith("\ufeff") else 0
    if text[start:].lstrip()[:1] in ("{", "["):
        # Not JSON: YAML in flow style also begins with a bracket; it is read or refused below.
        with contextlib.suppress(ValueError, IndexError, RecursionError):
            node, end = _json_node(text, _SPACE.match(text, start).end())  # type: ignore[union-attr]  # it matches nothing, too
            if _SPACE.fullmatch(text, end):
                return node
    try:
        found = yaml.compose(text, Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        found = None
    if found is None:
        raise CassetteError(f"{str(path)!r} is neither YAML nor JSON. Record it again, or fix it by hand.")
    return found


def child(node: yaml.Node | None, *names: str) -> yaml.Node | None:
    """Return the value of the first of *names* that a mapping has."""
    if isinstance(node, yaml.MappingNode):
        for name in names:
            for key, value in node.value:
                if isinstance(key, yaml.ScalarNode) and key.value.removeprefix(":") == name:
                    found: yaml.Node = value
                    return found
    return None


def elements(node: yaml.Node | None) -> list[yaml.Node]:
    """Return the items of a sequence, or the node itself."""
    if node is None:
        return []
    return list(node.value) if isinstance(node, yaml.SequenceNode) else [node]


def pairs_of(node: yaml.Node | None) -> list[tuple[str, yaml.ScalarNode]]:
    """Return names and values of headers, in reading order."""
    if isinstance(node, yaml.MappingNode):
        entries = list(node.value)
    else:
        entries = [tuple(one.value) for one in elements(node) if isinstance(one.value, list) and len(one.value) == 2]
    found = []
    for name, value in entries:
        told = name
        while isinstance(told, yaml.SequenceNode) and len(told.value) == 1:
            told = told.value[0]
        if isinstance(told, yaml.ScalarNode):
            found += [(told.value, one) for one in elements(value) if isinstance(one, yaml.ScalarNode)]
    return found


def scalars(node: yaml.Node, *, without: tuple[str, ...] = ()) -> Iterator[yaml.ScalarNode]:
    """Yield every text and number of a tree, each once.

    Args:
        node: The root.
        without: Keys whose values are skipped at any depth.
    """
    waiting, seen = [node], set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, yaml.ScalarNode):
            yield one
        elif isinstance(one, yaml.MappingNode):
            for key, value in one.value:
                waiting += [key, value] if getattr(key, "value", None) not in without else [key]
        else:
            waiting += one.value


def spliced(text: str, changes: dict[yaml.ScalarNode, str], *, in_lines: bool) -> str:
    """Return *text* with some values replaced and everything else unchanged.

    Args:
        text: The source of the nodes.
        changes: The new values; of a ``!!binary`` node, base64.
        in_lines: Whether a value of several lines is written as such; not every place allows it.
    """
    parts: list[str] = []
    position = 0
    for node in sorted(changes, key=lambda one: one.start_mark.index):
        start, end = node.start_mark.index, node.end_mark.index
        line = text[text.rfind("\n", 0, start) + 1 : start]
        written = _in_lines(text[start:end], line, node, changes[node]) if in_lines else None
        parts += [text[position:start], written or _written(text[start:end], node, changes[node])]
        position = end
    return "".join((*parts, text[position:]))


def _in_lines(raw: str, line: str, node: yaml.ScalarNode, value: str) -> str | None:
    """Return a value as our own files write it; None if it is short, or can be changed in place."""
    is_binary = node.tag.endswith("binary")
    if node.style == "json" or set(line) & set("{[") or not ("\n" in value or is_binary):
        return None
    if not is_binary and _replaced_in_place(raw, node.value, value) is not None:
        return None
    margin = _MARGIN.match(line)
    data = base64.b64decode(value) if is_binary else value.encode("utf-8")
    written = bytes_node(data, indent=2 + (margin.end() if margin else 0))
    if is_binary != written.startswith("!!binary"):
        return None
    return written.removesuffix("\n") + raw[len(raw.rstrip()) :]


def _written(raw: str, node: yaml.ScalarNode, value: str) -> str:
    if node.tag.endswith("binary"):
        # The lines of a block end at the next key.
        tail = raw[len(raw.rstrip()) :]
        return f'!!binary "{value}"' + tail
    near = _replaced_in_place(raw, node.value, value)
    if near is not None:
        return near
    if node.style == "json":
        return json.dumps(value, ensure_ascii=raw.isascii())
    tail = raw[len(raw.rstrip()) :] if node.style in ("|", ">") else ""
    return quoted(value) + tail


def _replaced_in_place(raw: str, before: str, after: str) -> str | None:
    """Insert placeholders into the text; None if the replaced text is written differently there."""
    pieces = after.split(PLACEHOLDER)
    if not 1 < len(pieces) <= _MAX_PIECES:
        return None
    found = re.fullmatch("(.+?)".join(map(re.escape, pieces)), before, re.DOTALL)
    if found is None:
        return None
    for secret in sorted(set(found.groups()), key=len, reverse=True):
        if raw.count(secret) != before.count(secret):
            return None
        raw = raw.replace(secret, PLACEHOLDER)
        before = before.replace(secret, PLACEHOLDER)
    return raw if before == after else None


def _json_node(text: str, at: int) -> tuple[yaml.Node, int]:
    opening = text[at]
    if opening == '"':
        value, end = scanstring(text, at + 1)
        return _node(yaml.ScalarNode, "tag:yaml.org,2002:str", value, at, end), end
    if opening not in "{[":
        found = _ATOM.match(text, at)
        if found is None:
            raise ValueError
        return _node(yaml.ScalarNode, "tag:yaml.org,2002:value", found[0], at, found.end()), found.end()
    closing, start = "}" if opening == "{" else "]", at
    items: list[Any] = []
    at = _after_space(text, at + 1)
    while text[at] != closing:
        one, at = _json_node(text, at)
        at = _after_space(text, at)
        if opening == "{":
            if text[at] != ":":
                raise ValueError
            value, at = _json_node(text, _after_space(text, at + 1))
            items.append((one, value))
            at = _after_space(text, at)
        else:
            items.append(one)
        if text[at] == ",":
            at = _after_space(text, at + 1)
        elif text[at] != closing:
            raise ValueError
    kind = yaml.MappingNode if opening == "{" else yaml.SequenceNode
    return _node(kind, "", items, start, at + 1), at + 1


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _node(kind: type[yaml.Node], tag: str, value: object, start: int, end: int) -> yaml.Node:
    marks = [yaml.Mark("", index, 0, 0, None, 0) for index in (start, end)]
    node: yaml.Node = kind(tag, value, *marks)
    if isinstance(node, yaml.ScalarNode):
        node.style = "json"
    return node
