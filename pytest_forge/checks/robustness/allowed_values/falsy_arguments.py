"""Falsy arguments: those that may be 0 or False, which code that tests for truth takes for nothing given.

set_volume(volume: int | None = None)            volume, with 0, and 17, 5 and 3 to compare
set_player(player, changes={"muted": ...})       changes.muted, with False, and True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....profile.roles import PATH_ROLES, Role, role_of
from ....profile.zero import is_explained, stands_for_all
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject

__all__ = ["FalsyArgument", "falsy_arguments"]

#: Their values may have to exist, or take their time.
_OTHER_ROLES = frozenset({*PATH_ROLES, Role.URL, Role.HOST, Role.SQL, Role.COMMAND, Role.DURATION})
#: Numbers that a place may carry: the first three that fit.
_NUMBERS = (17, 5, -4, 3, 2, 1, 0.75, 0.5, 0.25, 40, 150)
_MOST, _LEAST = 3, 2
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")


class FalsyArgument(Struct, frozen=True):
    """An argument, its value that counts as false, and others that do not; a larger number precedes a smaller one.

    Attributes:
        path: Its name, after that of the object that has it as a field, if it is one.
        empty: The value that counts as false.
        others: The others.
        has_null: Whether null is allowed as well, which then stands for what is not given.
    """

    path: tuple[str, ...]
    empty: Any
    others: tuple[Any, ...]
    has_null: bool = False

    @property
    def name(self) -> str:
        return self.path[-1]

    def given(self, call: Mapping[str, Any], value: Any) -> dict[str, Any]:
        """Return a call with a value of the argument."""
        return _with_field(call, self.path, value)

    def left_out_of(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """Return a call without the argument."""
        if len(self.path) == 1:
            return {key: value for key, value in call.items() if key != self.name}
        first, last = self.path
        fields = call.get(first)
        fields = fields if isinstance(fields, Mapping) else {}
        return {**call, first: {key: value for key, value in fields.items() if key != last}}


def falsy_arguments(subject: Subject) -> Iterator[FalsyArgument]:
    """Yield the arguments of a tool, and then the fields of its objects, that may be 0 or False.

    A number whose description says what 0 stands for is none of them.
    """
    properties = subject.schema.get("properties")
    view = FlatSchema(subject.schema)
    within: list[tuple[tuple[str, ...], Any]] = []
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        yield from _argument(subject, view, (name,), node)
        # The fields of a record that is to be changed may be those of an object.
        for flat in view.alternatives(node) if isinstance(node, Mapping) else ():
            fields = flat.get("properties")
            within += [((name, field), below) for field, below in fields.items()] if isinstance(fields, Mapping) else []
    for path, node in within:
        yield from _argument(subject, view, path, node)


def _argument(subject: Subject, view: FlatSchema, path: tuple[str, ...], node: Any) -> Iterator[FalsyArgument]:
    name = path[-1]
    if not isinstance(node, Mapping) or "enum" in node or "const" in node or role_of(name, node) in _OTHER_ROLES:
        return
    said = f"{node.get('description') or ''}. {_sentences_with(name, subject.facts.description or '')}"
    types = {str(flat.get("type")) for flat in view.alternatives(node)}
    kinds = types - {"null"}
    if kinds and kinds <= {"integer", "number"} and view.fits(node, 0):
        fitting = [number for number in _NUMBERS if view.fits(node, number)][:_MOST]
        others = tuple(sorted(fitting, reverse=True))
        # It may stand for something, such as 0 for no limit.
        explained = stands_for_all(said) or is_explained(said, 0)
        if len(others) >= _LEAST and not explained and node.get("default") != 0:
            yield FalsyArgument(path, 0, others)
    elif kinds == {"boolean"} and node.get("default") is None and subject.facts.tier != "read":
        yield FalsyArgument(path, False, (True,), has_null="null" in types)


def _with_field(call: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    if len(path) == 1:
        return {**call, path[0]: value}
    fields = call.get(path[0])
    return {**call, path[0]: {**(fields if isinstance(fields, Mapping) else {}), path[1]: value}}


def _sentences_with(name: str, description: str) -> str:
    spoken = name.replace("_", " ")
    return ". ".join(one for one in _SENTENCE.split(description) if name in one or spoken in one.lower())
