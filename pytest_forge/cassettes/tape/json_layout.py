"""The layout of JSON text: one line as clients and servers send it, or one value per line, as people read it.

Only the white space between tokens is changed, so that numbers, escapes and repeated keys stay as they were written,
and the sent text comes back from the readable one to the byte.

compact    {"a":1,"b":[]}
spaced     {"a": 1, "b": []}
"""

from __future__ import annotations

import json
import re

__all__ = ["LAYOUTS", "one_line", "readable"]

LAYOUTS = ("compact", "spaced")

_STRING = r'"(?:[^"\\]++|\\.)*+"'
_TOKEN = re.compile(rf"{_STRING}|[{{}}\[\]:,]|[^\s{{}}\[\]:,\"]++")
#: The start of a line of readable JSON: its indentation, and the key if it has one.
_LINE_START = re.compile(rf"\n *(?:({_STRING}:) )?".encode())


def readable(text: str) -> tuple[str, str] | None:
    """Return *text* with one value per line, and its layout; None if it is not a JSON container in such a layout."""
    if text[:1] not in ("{", "[") or text.rstrip("\n") in ("{}", "[]"):
        return None
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return None
    pretty = _broken_into_lines(text) + ("\n" if text.endswith("\n") else "")
    sent = text.encode("utf-8", "surrogatepass")
    for layout in LAYOUTS:
        if one_line(pretty.encode("utf-8", "surrogatepass"), layout) == sent:
            return pretty, layout
    return None


def one_line(pretty: bytes, layout: str) -> bytes:
    """Undo `readable`; lines may be indented by more than it would."""
    end = b"\n" if pretty.endswith(b"\n") else b""
    if layout == "compact":
        return _LINE_START.sub(rb"\1", pretty.removesuffix(b"\n")) + end
    first, *lines = pretty.removesuffix(b"\n").split(b"\n")
    if not lines:
        return pretty
    last = lines.pop().lstrip(b" ")
    # No string of JSON holds a line break, so a comma before one is always a separator.
    whole = [line + b" " if line[-1:] == b"," else line for line in (first, *[line.lstrip(b" ") for line in lines])]
    return b"".join((*whole, last, end))


def _broken_into_lines(text: str) -> str:
    parts: list[str] = []
    depth = 0
    before = ""
    for part in _TOKEN.findall(text):
        if part in ("}", "]"):
            depth -= 1
            if before not in ("{", "["):
                parts.append("\n" + "  " * depth)
        elif before in ("{", "["):
            parts.append("\n" + "  " * depth)
        parts.append(part)
        if part in ("{", "["):
            depth += 1
        elif part == ",":
            parts.append("\n" + "  " * depth)
        elif part == ":":
            parts.append(" ")
        before = part
    return "".join(parts)
