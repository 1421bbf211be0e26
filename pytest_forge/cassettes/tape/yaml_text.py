"""Text as YAML that every parser reads alike: in a block if that is safe, else in quotes.

block      |- and the lines as they are, readable
quoted     "…", with escapes, a line of text on a line: control characters, carriage returns, spaces at a line's end,
           which editors and hooks like to take away
binary     !!binary and base64, for bytes that are not UTF-8, or hardly text
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from ...regex import regex

__all__ = ["NOT_PLAIN", "PLAIN_URL", "bytes_node", "flow", "key", "quoted"]

#: Characters that YAML does not accept, or reads as a line break or a byte order mark.
_UNSAFE = regex("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_NO_BLOCK = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[ \t](?:\n|$)")
_CONTROL = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
#: An escape or the text between two; first, the line break after which a quoted text continues in a new line.
_ESCAPE = regex(r"((?:\\r)?\\n)(?!(?:\\r)?\\n|$)|\\.|[^\\]+")
_PLAIN_KEY = regex(r"[A-Za-z][A-Za-z0-9_-]*")
#: Words that YAML 1.1 reads as a boolean or null.
NOT_PLAIN = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
#: A URL that needs no quotes.
PLAIN_URL = r"https?://[A-Za-z0-9./?=&%@~+_,;:!*()$-]*[A-Za-z0-9/=_-]"
#: Longer keys need another form in YAML.
_MAX_KEY = 500


def quoted(text: str) -> str:
    """Return *text* in double quotes, on one line; characters that UTF-8 cannot encode are replaced."""
    return _escaped(json.dumps(text, ensure_ascii=False))


def flow(value: Any) -> str:
    """Return a JSON value on one line, as JSON, which is YAML, too."""
    return _escaped(json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=isinstance(value, Mapping)))


def key(name: str) -> str | None:
    """Return *name* as the key of a mapping; None if it is too long for one."""
    if len(name) > _MAX_KEY:
        return None
    return name if _PLAIN_KEY.fullmatch(name) and name.lower() not in NOT_PLAIN else quoted(name)


def bytes_node(data: bytes, *, indent: int) -> str:
    """Return *data* as a value that begins behind ``key: `` and ends with a line break.

    Args:
        data: Any bytes.
        indent: The column of the lines below; two more than that of the key.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _binary(data, indent)
    if not text.strip("\n") or _NO_BLOCK.search(text):
        if 8 * len(_CONTROL.findall(text)) > len(text):
            return _binary(data, indent)
        return _quoted_lines(text, indent)
    return _block(text, indent)


def _block(text: str, indent: int) -> str:
    margin = " " * indent
    # A parser would read leading white space as indentation.
    size = "2" if text[0] in " \t\n" else ""
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    chomping = "-" if not ends else "" if ends == 1 else "+"
    lines = body.replace("\n", "\n" + margin)
    if "\n\n" in body:
        # An empty line is not indented, since editors remove trailing spaces.
        lines = lines.replace("\n" + margin + "\n", "\n\n")
        lines = lines.replace("\n" + margin + "\n", "\n\n")
    start = "" if lines.startswith("\n") else margin
    return f"|{size}{chomping}\n{start}{lines}\n" + "\n" * (ends - 1)


def _quoted_lines(text: str, indent: int) -> str:
    line = quoted(text)
    if "\\n" not in line:
        return line + "\n"
    # An escaped line break and the indentation after it are skipped; the text's own white space must not follow.
    parts = [f"\\u{ord(part[0]):04x}{part[1:]}" if part[0] in " \t" else part for part in _parts(line[1:-1])]
    return '"' + f"\\\n{' ' * indent}".join(parts) + '"\n'


def _parts(line: str) -> list[str]:
    # "\\\\n" is a backslash and a letter, so escapes are read one by one.
    pieces: list[str] = []
    for found in _ESCAPE.finditer(line):
        pieces.append(found[0])
        if found[1]:
            pieces.append("\n")
    return "".join(pieces).split("\n")


def _binary(data: bytes, indent: int) -> str:
    margin = " " * indent
    text = base64.b64encode(data).decode("ascii")
    lines = "\n".join(margin + text[start : start + 76] for start in range(0, len(text), 76))
    return f"!!binary |\n{lines}\n"


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text.encode("utf-8", "replace").decode("utf-8"))
