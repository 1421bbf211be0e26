"""PathSlot: the parameter path of a text that may name a file, however deeply it is nested."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ...profile.places import names_new_place, names_old_place
from ...profile.roles import PATH_ROLES, Role, role_of
from ...strategies.calls.examples import candidate_arguments

__all__ = ["PathSlot", "path_slots"]

#: Steps that mean "each item of the list" and "each key of the object".
_ITEM, _KEY = "[]", "{}"
_MAX_DEPTH = 6
_MAX_SLOTS = 24

#: Formats that a file name cannot have.
_OTHER_FORMATS = frozenset(
    {"date", "date-time", "time", "duration", "uuid", "uuid4", "email", "ipv4", "ipv6", "binary"}
)


class PathSlot(Struct, frozen=True):
    """A parameter path to a free text in a tool's arguments.

    Attributes:
        steps: Keys that lead to it; ``[]`` for the items of a list, ``{}`` for the keys of an object.
        schema: Schema of the text itself.
        siblings: Schema of each object on the way, by the number of steps that lead to it; needed to fill in the
            object's other fields.
        role: Its meaning by name and description.
    """

    steps: tuple[str, ...]
    schema: Mapping[str, Any]
    siblings: Mapping[int, Mapping[str, Any]]
    role: Role

    @property
    def name(self) -> str:
        """The name of the nearest argument."""
        return next((step for step in reversed(self.steps) if step not in (_ITEM, _KEY)), "")

    @property
    def shown(self) -> str:
        """The parameter path in messages: ``files[].path``."""
        return ".".join(self.steps).replace(f".{_ITEM}", _ITEM).replace(f".{_KEY}", _KEY)

    @property
    def is_path(self) -> bool:
        """Whether its name, format or description says that it names a file, a folder, or a pattern of them."""
        return self.role in PATH_ROLES or self.role is Role.GLOB

    @property
    def is_new(self) -> bool:
        """Whether its name says that the file is about to be made."""
        return names_new_place(self.name)

    @property
    def may_be_path(self) -> bool:
        """Whether its meaning is unknown, and its name is common for an end of a move or copy."""
        return self.role is Role.TEXT and (self.is_new or names_old_place(self.name))

    @property
    def is_list(self) -> bool:
        """Whether it takes several texts at once."""
        return _ITEM in self.steps

    def place(self, arguments: Mapping[str, Any], text: str, *, after: str | None = None) -> dict[str, Any]:
        """Return a copy of *arguments* with *text* in this place.

        Args:
            arguments: Valid arguments, in which optional objects on the way may be missing.
            text: The text.
            after: In a list, another text to put before it.
        """
        placed: dict[str, Any] = self._placed(copy.deepcopy(dict(arguments)), 0, text, after)
        return placed

    def _placed(self, here: Any, depth: int, text: str, after: str | None) -> Any:
        if depth == len(self.steps):
            return text
        step = self.steps[depth]
        if step == _KEY:
            spare = next(iter(here.values()), None) if isinstance(here, dict) else None
            return {text: spare if spare is not None else self._spare_value(depth)}
        if step == _ITEM:
            first = here[0] if isinstance(here, list) and here else None
            items = [
                self._placed(copy.deepcopy(first), depth + 1, item, None) for item in (after, text) if item is not None
            ]
            return items or [text]
        filled = dict(here) if isinstance(here, dict) else self._sibling_values(depth)
        filled[step] = self._placed(filled.get(step), depth + 1, text, after)
        return filled

    def _sibling_values(self, depth: int) -> dict[str, Any]:
        schema = self.siblings.get(depth)
        candidates = [] if schema is None else list(candidate_arguments(dict(schema)))
        return dict(candidates[0]) if candidates else {}

    def _spare_value(self, depth: int) -> Any:
        schema = self.siblings.get(depth, {}).get("additionalProperties")
        if not isinstance(schema, dict) or not schema:
            return "report"
        wrapped = {"type": "object", "properties": {"value": schema}, "required": ["value"]}
        candidates = list(candidate_arguments(wrapped))
        return candidates[0].get("value", "report") if candidates else "report"


def path_slots(schema: Mapping[str, Any], *, limit: int | None = _MAX_SLOTS) -> list[PathSlot]:
    """Return the slots of a tool's arguments that take free text, those that mean paths first.

    Args:
        schema: The advertised schema.
        limit: How many at most; None for all.
    """
    found: dict[tuple[str, ...], PathSlot] = {}
    for slot in _slots(schema, schema, (), {}, ""):
        found.setdefault(slot.steps, slot)
    return sorted(found.values(), key=lambda slot: (not slot.is_path, len(slot.steps)))[:limit]


def _slots(
    root: Mapping[str, Any],
    schema: Any,
    steps: tuple[str, ...],
    siblings: Mapping[int, Mapping[str, Any]],
    description: str,
) -> Iterator[PathSlot]:
    schema = _resolved(root, schema)
    if schema is None or len(steps) > _MAX_DEPTH:
        return
    description = str(schema.get("description") or description)
    for keyword in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(keyword)
        for branch in branches if isinstance(branches, list) else []:
            yield from _slots(root, branch, steps, siblings, description)
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "string" in kinds and steps and _is_free(schema):
        name = next((step for step in reversed(steps) if step not in (_ITEM, _KEY)), "")
        yield PathSlot(steps, schema, siblings, role_of(name, {**schema, "description": description}))
    if "array" in kinds or "items" in schema:
        yield from _slots(root, schema.get("items"), (*steps, _ITEM), siblings, description)
    properties = schema.get("properties")
    here = {**siblings, len(steps): _with_definitions(root, schema)}
    if isinstance(properties, dict):
        for name, part in properties.items():
            yield from _slots(root, part, (*steps, name), here, "")
    elif "object" in kinds and steps and schema.get("additionalProperties") not in (None, False):
        name = next((step for step in reversed(steps) if step not in (_ITEM, _KEY)), "")
        role = role_of(name, {"type": "string", "description": description})
        yield PathSlot((*steps, _KEY), {"type": "string"}, here, role)


def _resolved(root: Mapping[str, Any], schema: Any) -> Mapping[str, Any] | None:
    for _ in range(_MAX_DEPTH):
        if not isinstance(schema, dict):
            return None
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return schema
        target: Any = root
        for part in reference.removeprefix("#").strip("/").split("/"):
            target = target.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(target, dict) else None
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**target, **beside} if isinstance(target, dict) else None
    return None


def _with_definitions(root: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    definitions = {key: root[key] for key in ("$defs", "definitions") if key in root}
    return {**definitions, **schema}


def _is_free(schema: Mapping[str, Any]) -> bool:
    return "enum" not in schema and "const" not in schema and schema.get("format") not in _OTHER_FORMATS
