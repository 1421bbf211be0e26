"""Example lines: the texts that a schema gives as examples, as lines of the files that calls work on.

A tool that replaces ``old_text`` works only if its file holds that text. An example of the schema is what calls pass,
so it is put at the end of the planted files, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..profile.roles import PATH_ROLES, role_of

__all__ = ["example_texts", "with_example_lines"]

_MAX_TEXTS, _MAX_CHARACTERS = 4, 100

#: What a line begins with, by the ending of the file; files with other endings are left as they are.
_LINES = {
    **dict.fromkeys((".txt", ".md", ".rst", ".log", ""), ""),
    **dict.fromkeys((".py", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".sh"), "# "),
    **dict.fromkeys((".js", ".ts"), "// "),
    ".sql": "-- ",
}


def example_texts(schema: Mapping[str, Any]) -> list[str]:
    """Return the examples of text arguments at the root that name no file: short ones of one line, each once."""
    found: list[str] = []
    for name, node in (schema.get("properties") or {}).items():
        examples = node.get("examples") if isinstance(node, Mapping) else None
        if isinstance(examples, list) and role_of(name, node) not in PATH_ROLES:
            found += [text for text in examples if isinstance(text, str) and _is_line(text)]
    return list(dict.fromkeys(found))[:_MAX_TEXTS]


def with_example_lines(content: str, ending: str, texts: Iterable[str]) -> str:
    """Return *content* with a line for each text; unchanged if it holds one of them, or the format has no such lines.

    Args:
        content: The content of a file, ended by a newline.
        ending: The ending of its name, with the dot.
        texts: As `example_texts` returns them.
    """
    begin, texts = _LINES.get(ending), list(texts)
    if begin is None or any(text in content for text in texts):
        return content
    return content + "".join(f"{begin}{text}\n" for text in texts)


def _is_line(text: str) -> bool:
    return bool(text.strip()) and text.isprintable() and len(text) <= _MAX_CHARACTERS
