"""ECMA patterns: regular expressions of JavaScript and Rust, translated to Python."""

from __future__ import annotations

import re
from typing import Any

from .patterns import compiled_pattern

__all__ = ["python_pattern", "with_python_patterns"]

#: Common Unicode properties as character classes; other letters are left out.
_PROPERTIES = (
    ("L|Letter|Alphabetic", "a-zA-Z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u03b1-\u03c9\u0410-\u044f"),
    ("Lu|Uppercase_Letter|Uppercase", "A-Z\u00c0-\u00d6"),
    ("Ll|Lowercase_Letter|Lowercase", "a-z\u00df-\u00f6"),
    ("N|Nd|Number|Decimal_Number", "0-9"),
    ("P|Punctuation", "!-#%-*,-/:;?@\\[-\\]_{}"),
    ("S|Symbol", "$+<-=>^`|~"),
    ("Z|Zs|Separator|Space_Separator", " "),
)


def python_pattern(pattern: str) -> str | None:
    """Return *pattern* in Python's syntax; None if it cannot be translated."""
    if compiled_pattern(pattern) is not None:
        return pattern
    text = re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", pattern)
    text = re.sub(r"\\k<(\w+)>", r"(?P=\1)", text)
    text = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda found: f"\\U{int(found[1], 16):08x}", text)
    for names, inside in _PROPERTIES:
        text = re.sub(rf"\[\\p\{{(?:{names})\}}\]", f"[{inside}]", text)
        text = re.sub(rf"(?<!\[)\\p\{{(?:{names})\}}(?![^\[]*\])", f"[{inside}]", text)
        text = re.sub(rf"\\p\{{(?:{names})\}}", lambda _, inside=inside: inside, text)  # type: ignore[misc]  # a default binds it
    text = text.replace("[^]", r"[\s\S]").replace(r"\z", r"\Z")
    text = re.sub(r"\\c([A-Za-z])", lambda found: f"\\x{ord(found[1]) % 32:02x}", text)
    return text if compiled_pattern(text) is not None else None


def with_python_patterns(schema: Any) -> Any:
    """Return a copy of *schema* with its patterns in Python's syntax.

    Patterns that cannot be translated stay as they are.
    """
    if isinstance(schema, list):
        return [with_python_patterns(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "pattern" and isinstance(value, str):
            found[key] = python_pattern(value) or value
        elif key == "patternProperties" and isinstance(value, dict):
            found[key] = {python_pattern(name) or name: with_python_patterns(part) for name, part in value.items()}
        else:
            found[key] = with_python_patterns(value)
    return found
