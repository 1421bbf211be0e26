"""The arguments of a call in strict mode, restored to the form of the tool's own schema.

::

    '{"a": 1}'   in place of an object with free keys, or of any value   what it says
    null         in place of an optional property                        left out, unless null is a value of its own
    '{"a": 1}'   as the property that stands for the free keys           these keys, beside the declared ones

In a union, the best-fitting branch counts. A value that fits none stays unchanged, and is refused when the arguments
are validated against the tool's own schema. So does the text for free keys if it is not a JSON object; only a tool that
accepts a string under any key accepts that one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .strict import Hardened, harden
from .strict_text import as_list

__all__ = ["restore_arguments", "restore_strict_arguments"]

#: The faults of a value of an entirely different type.
_ANOTHER_TYPE = 1000


def restore_strict_arguments(schema: Mapping[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that a model in OpenAI's strict mode meant for a tool.

    Args:
        schema: The tool's own schema of its arguments, from which the one that the model was sent is made again.
        arguments: The arguments from the model; they are not changed.
    """
    return restore_arguments(harden(schema), arguments)


def restore_arguments(hardened: Hardened, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that a model meant; *arguments* are not changed.

    Args:
        hardened: The schema that the model was sent.
        arguments: The arguments from the model.
    """
    try:
        _, restored = _Reading(hardened).read(hardened.schema, arguments)
    except RecursionError:
        # Nested too deeply for the interpreter, and so for validation.
        return arguments
    return restored if isinstance(restored, dict) else arguments


class _Reading:
    """Reads one call's arguments.

    Results are remembered by node and value, since unions of recursive branches would be tried again at each level.
    """

    def __init__(self, hardened: Hardened) -> None:
        self._hardened = hardened
        self._read: dict[tuple[int, int], tuple[int, Any]] = {}

    def read(self, node: Any, value: Any) -> tuple[int, Any]:
        """Return the number of faults of *value* under *node*, and the restored value."""
        key = (id(node), id(value))
        known = self._read.get(key)
        if known is None:
            # No value fits a reference to itself.
            self._read[key] = (_ANOTHER_TYPE, value)
            known = self._read[key] = self._new(node, value)
        return known

    def _new(self, node: dict[str, Any], value: Any) -> tuple[int, Any]:
        if id(node) in self._hardened.json_texts:
            return _decoded(value, self._hardened.json_texts[id(node)])
        if "$ref" in node:
            return self.read(self._target(node["$ref"]), value)
        if "anyOf" in node:
            # A string that also fits as JSON was meant as JSON; other values were not sent as JSON.
            is_text, json_texts = isinstance(value, str), self._hardened.json_texts
            branches = sorted(node["anyOf"], key=lambda branch: (id(branch) in json_texts) is not is_text)
            return min((self.read(branch, value) for branch in branches), key=lambda found: found[0])
        if not any(_is_a(kind, value) for kind in as_list(node.get("type"))):
            return _ANOTHER_TYPE, value
        if isinstance(value, dict):
            return self._object(node, value)
        if isinstance(value, list):
            items = [self.read(node["items"], item) for item in value]
            return sum(faults for faults, _ in items), [item for _, item in items]
        return int("enum" in node and value not in node["enum"]), value

    def _object(self, node: dict[str, Any], value: dict[str, Any]) -> tuple[int, Any]:
        properties = node["properties"]
        left_out = self._hardened.left_out.get(id(node), frozenset())
        for_free_keys = self._hardened.free_keys.get(id(node))
        free: dict[str, Any] = {}
        faults = sum(name not in value for name in properties)
        restored = {}
        for name, part in value.items():
            if name not in properties:
                faults += 1
                restored[name] = part
            elif name == for_free_keys:
                found, meant = (0, {}) if part is None else _decoded(part, frozenset({"object"}))
                faults += found
                free = meant if isinstance(meant, dict) else {name: part}
            elif part is not None or name not in left_out:
                found, meant = self.read(properties[name], part)
                faults += found
                if meant is not None or name not in left_out or self._takes_anything(properties[name]):
                    restored[name] = meant
        # A declared property takes precedence.
        return faults + sum(name in restored for name in free), {**free, **restored}

    def _takes_anything(self, node: dict[str, Any]) -> bool:
        """Whether null, written as JSON, is an ordinary value."""
        branches = [node, *node.get("anyOf", ())]
        return any(self._hardened.json_texts.get(id(branch), frozenset()) is None for branch in branches)

    def _target(self, ref: str) -> Any:
        schema = self._hardened.schema
        return schema if ref == "#" else schema["$defs"][ref.removeprefix("#/$defs/")]


def _decoded(value: Any, kinds: frozenset[str] | None) -> tuple[int, Any]:
    if not isinstance(value, str):
        # A host that does not enforce the schema may send the object itself.
        return (0 if kinds is None or any(_is_a(kind, value) for kind in kinds) else _ANOTHER_TYPE), value
    try:
        decoded = json.loads(value, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return 1, value
    if kinds is None or any(_is_a(kind, decoded) for kind in kinds):
        return 0, decoded
    return 1, value


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


def _is_a(kind: str, value: Any) -> bool:
    if kind == "null":
        return value is None
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if kind == "number":
        return isinstance(value, int | float)
    return isinstance(value, {"string": str, "array": list, "object": dict, "boolean": bool}[kind])
