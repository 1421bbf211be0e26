"""Told words: all that is said of a tool, with the docstring of its function, of which a model may read a part.

They may name the keys of the records that an argument takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...strategies.mined_constants import author_functions
from ...strategies.told_arguments import with_told_argument
from ...targets.subject import Subject

__all__ = ["all_told_words", "told_schema", "told_words", "words_on_argument", "words_on_key"]


def told_words(subject: Subject) -> str:
    """Return the description of a tool and the docstring of its function; frameworks leave out "Returns:", for example.

    Args:
        subject: The tool; one of a server has a description alone.
    """
    function = next(author_functions(subject.tool), None)
    docstring = function.__doc__ if function is not None else None
    return f"{subject.facts.description or ''}\n\n{docstring or ''}"


def all_told_words(subject: Subject) -> str:
    """Return `told_words`, and what is said of each argument."""
    nodes = subject.schema.get("properties")
    told = [node.get("description") for node in (nodes.values() if isinstance(nodes, Mapping) else ())]
    texts = [told_words(subject), *(text for text in told if isinstance(text, str))]
    # A docstring tells of its arguments as well.
    return "\n\n".join(text for number, text in enumerate(texts) if not any(text in other for other in texts[:number]))


def told_schema(subject: Subject) -> dict[str, Any]:
    """Return the schema of a tool with the keys of records that the words on the whole tool name."""
    return with_told_argument(subject.schema, told_words(subject))


def words_on_argument(subject: Subject, name: str) -> str:
    """Return what the schema says of an argument, or else the line of the docstring that begins with its name."""
    node = (subject.schema.get("properties") or {}).get(name)
    told = node.get("description") if isinstance(node, Mapping) else None
    if isinstance(told, str) and told:
        return told
    line = re.search(
        rf"^[\s:*`-]*(?:param )?{re.escape(name)}\b[^:\n]{{0,40}}:\s*(\S.*)$", told_words(subject), re.MULTILINE
    )
    return line[1] if line is not None else ""


def words_on_key(subject: Subject, key: str) -> str:
    """Return all that is said of a tool, and what its schema of answers says of a key."""
    return "\n\n".join([told_words(subject), *(f"{key}: {told}" for told in _told(subject.facts.output_schema, key))])


def _told(schema: Any, key: str) -> Iterator[str]:
    for name, node in schema.items() if isinstance(schema, Mapping) else ():
        if name == key and isinstance(node, Mapping) and isinstance(node.get("description"), str):
            yield node["description"]
        yield from _told(node, key)
