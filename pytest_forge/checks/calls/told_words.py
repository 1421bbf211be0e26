"""Told words: all that is said of a tool, with the docstring of its function, of which a model may read a part.

They may name the keys of the records that an argument takes.
"""

from __future__ import annotations

from typing import Any

from ...strategies.mined_constants import author_functions
from ...strategies.told_arguments import with_told_argument
from ...targets.subject import Subject

__all__ = ["told_schema", "told_words"]


def told_words(subject: Subject) -> str:
    """Return the description of a tool and the docstring of its function; frameworks leave out "Returns:", for example.

    Args:
        subject: The tool; one of a server has a description alone.
    """
    function = next(author_functions(subject.tool), None)
    docstring = function.__doc__ if function is not None else None
    return f"{subject.facts.description or ''}\n\n{docstring or ''}"


def told_schema(subject: Subject) -> dict[str, Any]:
    """Return the schema of a tool with the keys of records that the words on the whole tool name."""
    return with_told_argument(subject.schema, told_words(subject))
