"""The text of an OpenAPI document as a value: JSON, or YAML as OpenAPI means it.

YAML 1.1 reads ``2020-01-01`` as a date, ``on:`` as true and ``200:`` as a number. OpenAPI documents follow the JSON
schema of YAML 1.2, in which the first two are texts, and every key is one.
"""

from __future__ import annotations

import json
import math
import re
from functools import cache
from typing import Any

__all__ = ["MAX_DOCUMENT_BYTES", "DocumentTextError", "read_document_text"]

#: The largest documents of public APIs have about 12 MB.
MAX_DOCUMENT_BYTES = 32 << 20
_MAX_DEPTH = 200
#: The most values that aliases may stand for; the largest documents of public APIs have about a million.
_MAX_EXPANDED = 5_000_000

_CORE = (
    ("tag:yaml.org,2002:null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("tag:yaml.org,2002:int", r"^[-+]?[0-9]{1,4300}$", list("-+0123456789")),
    (
        "tag:yaml.org,2002:float",
        r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,4})?$",
        list("-+.0123456789"),
    ),
    ("tag:yaml.org,2002:merge", r"^<<$", ["<"]),
)


class DocumentTextError(ValueError):
    """A text is not one value of JSON or YAML; the message is a sentence without a remedy."""


def read_document_text(text: str) -> Any:
    """Return the value that *text* is the JSON or the YAML of.

    Of a key that a mapping repeats, the last value counts. Aliases of YAML are the same object.

    Raises:
        DocumentTextError: If it is neither, or nests deeper than 200 levels.
    """
    text = text.removeprefix("\ufeff")
    try:
        return json.loads(text)
    except RecursionError:
        raise DocumentTextError("The document is nested too deeply.") from None
    except ValueError:
        return _read_yaml(text)


def _read_yaml(text: str) -> Any:
    import yaml  # few processes read documents

    try:
        depth, has_aliases = 0, False
        for event in yaml.parse(text, Loader=_loader()):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > _MAX_DEPTH:
                raise DocumentTextError("The document is nested too deeply.")
            has_aliases |= isinstance(event, yaml.AliasEvent)
        value = yaml.load(text, Loader=_loader())  # noqa: S506  # a subclass of the safe loader
        if has_aliases and _expanded_size(value, {}) > _MAX_EXPANDED:
            raise DocumentTextError("The document becomes too large with its aliases.")
        return value
    except yaml.YAMLError as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = "" if line is None else f" in line {line + 1}"
        raise DocumentTextError(f"The document is neither JSON nor YAML{where}.") from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, DocumentTextError):
            raise
        raise DocumentTextError("The document holds a value that cannot be read.") from None


def _expanded_size(value: Any, known: dict[int, float]) -> float:
    """Return how many values there are if each alias is written out; infinite if one holds itself."""
    if not isinstance(value, dict | list):
        return 1
    if id(value) not in known:
        # While it is counted, it can be met again only inside itself.
        known[id(value)] = math.inf
        inner = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_expanded_size(item, known) for item in inner)
    return known[id(value)]


@cache
def _loader() -> Any:
    """Return a loader of YAML's core schema."""
    import yaml

    fast: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(fast):  # type: ignore[misc]  # its class is known at run time
        yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012  # as PyYAML declares it

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[str, Any]:
            if isinstance(node, yaml.MappingNode):
                self.flatten_mapping(node)
                for at, (key, value) in enumerate(node.value):
                    if not isinstance(key, yaml.ScalarNode):
                        raise yaml.constructor.ConstructorError(None, None, "a key is not a text", key.start_mark)
                    text = yaml.ScalarNode("tag:yaml.org,2002:str", key.value, key.start_mark, key.end_mark)
                    node.value[at] = (text, value)
            return dict(super().construct_mapping(node, deep=deep))

    # YAML 1.1 takes a leading zero for octal.
    Loader.add_constructor("tag:yaml.org,2002:int", lambda _, node: int(node.value))
    for tag, pattern, first in _CORE:
        Loader.add_implicit_resolver(tag, re.compile(pattern), first)
    return Loader
