"""Front matter: the YAML at the top of a skill's file, between two lines of ``---``."""

from __future__ import annotations

from typing import Any

from ..texts.yaml_shape import yaml_problem

__all__ = ["split_front_matter"]

_MARK = "---"
_MAX_DEPTH = 20


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """Return the front matter of a text, empty if it has none, and the text after it.

    Raises:
        ValueError: If it is not closed, not YAML, or not a mapping; the message is two sentences.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[0].rstrip() != _MARK:
        return {}, text.removeprefix("\ufeff")
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == _MARK), None)
    if end is None:
        raise ValueError("Its front matter does not end. Close it with a line of '---'.")
    return _mapping("\n".join(lines[1:end])), "\n".join(lines[end + 1 :]).lstrip("\r\n")


def _mapping(text: str) -> dict[str, Any]:
    import yaml  # few processes read a skill

    try:
        problem = yaml_problem(text, max_depth=_MAX_DEPTH)
        if problem is not None:
            # The first line is the mark.
            raise ValueError(f"In line {problem.line + 1} of it, {problem.what}. {problem.remedy}.")
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = "" if line is None else f" in line {line + 2}"
        raise ValueError(f"Its front matter is not valid YAML{where}. Correct it.") from None
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise ValueError("Its front matter is not a mapping. Write its fields as 'name: value'.")
    return value
