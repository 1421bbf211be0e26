"""What makes a short YAML file long or deep: refused before it is read. Aliases, and values in values in values."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["YamlProblem", "yaml_problem"]


class YamlProblem(NamedTuple):
    """What is wrong, where, and what to do; parts of sentences."""

    line: int
    what: str
    remedy: str


def yaml_problem(text: str, *, max_depth: int) -> YamlProblem | None:
    """Return what must not be expanded in a YAML text; None if it may be read.

    Raises:
        yaml.YAMLError: If it is not YAML.
    """
    import yaml  # few processes read YAML

    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = 1 if event.start_mark is None else int(event.start_mark.line) + 1
        if isinstance(event, yaml.AliasEvent):
            return YamlProblem(line, "an alias is used", "Write the value out")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > max_depth:
            return YamlProblem(line, "values are nested too deeply", "Flatten them")
    return None
