"""InjectionPoint: an argument that takes text, in a call that works."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from ...profile.roles import PATH_ROLES, role_of
from ...regex import regex
from ...strategies.calls.examples import candidate_arguments
from ...strategies.own_keys import own_keys
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.fake_sleep import fake_sleep
from ..calls.ordinary_outcomes import has_returned
from ..calls.path_slots import PathSlot, path_slots
from ..calls.plausible_calls import plausible_calls

__all__ = ["InjectionPoint", "call", "injection_points", "mark_of", "text_points", "value_points", "with_told_names"]

_MAX_CALLS, _MAX_NAMES = 6, 8
_FILE_NAME = regex(r"[^/\0]{1,200}")


class InjectionPoint(Struct, frozen=True):
    """An argument that takes text, in a call that works.

    Attributes:
        slot: Its place in the schema.
        arguments: The call.
        value: Its value in the call.
    """

    slot: PathSlot
    arguments: Mapping[str, Any]
    value: str

    @property
    def says(self) -> str:
        """Its name and its description, in lower case."""
        return f"{' '.join(self.slot.steps)} {self.slot.schema.get('description', '')}".lower().replace("_", " ")

    def with_text(self, text: str) -> dict[str, Any]:
        """Return the call with *text* as the argument."""
        return self.slot.place(self.arguments, text)

    def texts(self, payload: str) -> list[str]:
        """Return the texts that carry *payload*: appended to the ordinary value, and alone.

        In a file name, the payload precedes the ending.
        """
        if self.slot.role in PATH_ROLES:
            path = PurePosixPath(self.value)
            return [str(path.with_name(f"{path.stem}{payload}{path.suffix}")) if path.name else payload]
        return [self.value + payload, payload] if self.value else [payload]

    def forms_of(self, subject: Subject, name: str) -> list[str]:
        """Return the forms in which the argument may name a file of the workspace, the usual one first."""
        whole = str(subject.sandbox.workspace / name)
        if subject.is_served:
            return [whole, name] if self.value.startswith("/") else [name, whole]
        is_whole = self.slot.role in PATH_ROLES and not subject.facts.workspace_root_aware
        return [whole, name] if is_whole else [name]

    def finding(self, code: str, message: str, arguments: Mapping[str, Any]) -> CheckFailure:
        """Return a finding about the argument; to be raised."""
        return CheckFailure(code, message, about=self.slot.shown, arguments=arguments)

    def plant(self, workspace: Path, text: str) -> None:
        """Create a file or folder with that name if the argument names one; a tool may first check that it exists."""
        if self.slot.role in PATH_ROLES and _FILE_NAME.fullmatch(text) and text not in (".", ".."):
            path = workspace / text
            if path.exists():
                return
            try:
                source = workspace / self.value
                if source.is_dir():
                    path.mkdir(exist_ok=True)
                    return
                path.write_bytes(source.read_bytes() if source.is_file() else b"hello\n")
            except OSError:
                return


def text_points(subject: Subject, *, limit: int = _MAX_CALLS) -> list[InjectionPoint]:
    """Return the arguments that take text, in ordinary calls.

    Args:
        subject: The tool.
        limit: Number of different calls.

    Raises:
        NotApplicable: If there are none.
    """
    # A failed call also counts: an injection may work before the failure.
    found = list(injection_points(plausible_calls(subject, limit=limit), subject.schema))
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    return found


def injection_points(calls: list[dict[str, Any]], schema: Mapping[str, Any]) -> Iterator[InjectionPoint]:
    """Yield every text argument of the calls once, in the first call that has it, the smallest call first.

    Args:
        calls: Calls that work.
        schema: The advertised schema.
    """
    by_size = sorted(calls, key=len)
    for slot in path_slots(schema, limit=None):
        holding = next((arguments for arguments in by_size if _value_at(arguments, slot.steps)), None)
        value = _ordinary(slot) if holding is None else _value_at(holding, slot.steps)
        yield InjectionPoint(slot, by_size[0] if holding is None else holding, value or "hello")


def value_points(points: Iterable[InjectionPoint]) -> Iterator[InjectionPoint]:
    """Yield the texts that calls have in objects whose names the schema leaves open; its slots are the names alone."""
    for point in points:
        *steps, last = point.slot.steps
        found = _object_at(point.arguments, tuple(steps)) if last == "{}" else None
        for name, value in found.items() if isinstance(found, dict) else ():
            if isinstance(value, str) and value:
                slot = PathSlot(
                    (*steps, name), point.slot.schema, point.slot.siblings, role_of(name, point.slot.schema)
                )
                yield InjectionPoint(slot, point.arguments, value)


def with_told_names(subject: Subject, points: Iterable[InjectionPoint]) -> Iterator[InjectionPoint]:
    """Yield points; where a tool refuses an open object, with the names that its code looks up and its words tell.

    "Records with the keys species and origin" are objects of any names by their schema.
    """
    told: list[str] | None = None
    for point in points:
        if point.slot.steps[-1] != "{}" or subject.is_served or has_returned(call(subject, point.arguments)):
            yield point
            continue
        if told is None:
            words = re.findall(r"\w+", f"{subject.facts.description or ''} {subject.schema}")
            told = [name for name in own_keys(subject.tool) if name in words and name not in point.arguments]
        made = dict.fromkeys(told[:_MAX_NAMES], "hello")
        arguments = _replaced(point.arguments, point.slot.steps[:-1], made)
        has_worked = bool(made) and has_returned(call(subject, arguments))
        yield InjectionPoint(point.slot, arguments, point.value) if has_worked else point


def _replaced(here: Any, steps: tuple[str, ...], made: dict[str, str]) -> Any:
    """Return a copy of arguments with another object in one place, alone in its list."""
    if not steps:
        return made
    if steps[0] == "[]":
        return [_replaced(here[0] if isinstance(here, list) and here else None, steps[1:], made)]
    outer = dict(here) if isinstance(here, dict) else {}
    return {**outer, steps[0]: _replaced(outer.get(steps[0]), steps[1:], made)}


def _value_at(arguments: Any, steps: tuple[str, ...]) -> str | None:
    here = _object_at(arguments, steps)
    return here if isinstance(here, str) else None


def _object_at(arguments: Any, steps: tuple[str, ...]) -> Any:
    here = arguments
    for step in steps:
        if step == "[]":
            here = here[0] if isinstance(here, list) and here else None
        elif step == "{}":
            here = next(iter(here), None) if isinstance(here, dict) else None
        else:
            here = here.get(step) if isinstance(here, dict) else None
    return here


def _ordinary(slot: PathSlot) -> str:
    wrapped = {"type": "object", "properties": {slot.name: dict(slot.schema)}, "required": [slot.name]}
    found = candidate_arguments(wrapped, limit=1)
    value = found[0].get(slot.name) if found else None
    return value if isinstance(value, str) else "hello"


def call(subject: Subject, arguments: Any) -> Outcome:
    """Call the tool, a function with a fake sleep; a call that does not return counts as not seen."""
    with nullcontext() if subject.is_served else fake_sleep():
        outcome = subject.call(arguments)
    if outcome.timed_out:
        subject.has_left(1, is_hung=True)
    return outcome


def mark_of(subject: Subject) -> str:
    """Return a random word of seven letters, valid as a name in any language."""
    return "z" + "".join(subject.random.choice("bcdfghjklmnpqrstvwxz") for _ in range(6))
