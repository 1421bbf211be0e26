"""Provocations: calls that make a tool fail, and their outcomes."""

from __future__ import annotations

import builtins
import io
import os
import socket
import sqlite3
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Literal, NoReturn

from msgspec import Struct

from ...profile.roles import Role, role_of
from ...strategies.calls.boundaries import boundary_arguments
from ...strategies.described_values import broken_forms, described_values
from ...strategies.role_values import failing_texts
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ..calls.missing_things import failing_calls
from ..calls.ordinary_outcomes import CallsInTurn, calls_made, raise_for_no_result
from ..calls.plausible_calls import plausible_calls

__all__ = ["Provoked", "broken_io", "provoked_outcomes", "working_outcomes"]

_MAX_CONTROLS = 3
_MAX_BOUNDARIES = 20
_MAX_BROKEN = 12
_MAX_NUMBER = 1_000_000
#: The longest text that may be a name, and what makes it another one.
_MAX_NAME, _NO_NAME = 60, "qz"

Kind = Literal["missing", "form", "name", "io", "edge"]


class Provoked(Struct, frozen=True):
    """A call that should fail, with a call that worked.

    Attributes:
        outcome: The outcome of the call.
        control: The call it was made from, which worked.
        kind: ``missing`` for a path that does not exist, ``form`` for a text that cannot be parsed, ``name``
            for one that nothing may have, ``io`` for files, sockets and processes that fail, ``edge`` for a valid call
            at an edge. The name and the edge need not fail.
        what: The provocation in a finding, after "with …".
    """

    outcome: Outcome
    control: Outcome
    kind: Kind
    what: str


def working_outcomes(subject: Subject) -> list[Outcome]:
    """Return a few ordinary calls in which the tool did its job.

    Raises:
        NotApplicable: If there are none, and the tool cannot help it in the sandbox.
        CouldNotRun: If there are none for another reason.
    """
    outcomes = list(calls_made(subject, plausible_calls(subject)))
    working = [outcome for outcome in outcomes if outcome.succeeded]
    if not working and not any(outcome.is_error_dict for outcome in outcomes):
        raise_for_no_result(subject, outcomes)
    return (working or [outcome for outcome in outcomes if outcome.is_error_dict])[:_MAX_CONTROLS]


def provoked_outcomes(subject: Subject, controls: list[Outcome], *, edges: bool = False) -> Iterator[Provoked]:
    """Yield the outcomes of calls that should fail; `CallsInTurn` handles those that do not return.

    Args:
        subject: The tool.
        controls: Calls that worked.
        edges: Whether to add valid calls at the edges of the schema.
    """
    turn = CallsInTurn(subject)
    for call in _planned(subject, controls, edges=edges):
        with broken_io() if call.kind == "io" else nullcontext():
            outcome = turn.make(call.arguments)
        if outcome is not None:
            yield Provoked(outcome, call.control, call.kind, call.what)
        if turn.has_ended:
            subject.has_left(1, is_hung=True)
            return


class _Planned(Struct, frozen=True):
    """A call to be made; see `Provoked`."""

    arguments: dict[str, Any]
    control: Outcome
    kind: Kind
    what: str


def _planned(subject: Subject, controls: list[Outcome], *, edges: bool) -> Iterator[_Planned]:
    properties = subject.schema.get("properties") or {}
    for control in controls:
        for name, value in control.arguments.items():
            node = properties.get(name)
            if not isinstance(value, str) or not isinstance(node, dict) or "enum" in node:
                continue
            role = role_of(name, node)
            kind: Kind = "missing" if role in (Role.FILE_PATH, Role.DIRECTORY) else "form"
            failing = [*failing_texts(role), *_broken(node, value)]
            for text in failing:
                yield _Planned({**control.arguments, name: text}, control, kind, f"{text!r} for {name!r}")
            if not failing and not subject.is_served and 0 < len(value) <= _MAX_NAME:
                text = f"{value}{_NO_NAME}"
                yield _Planned({**control.arguments, name: text}, control, "name", f"{text!r} for {name!r}")
        if not subject.is_served:
            yield _Planned(control.arguments, control, "io", "files, sockets and processes that fail")
    if subject.is_served and controls:
        missing = failing_calls(subject, [control.arguments for control in controls])
        yield from (_Planned(call, controls[0], "missing", "a name that does not exist") for call in missing)
    for boundary in boundary_arguments(subject.schema, limit=_MAX_BOUNDARIES) if edges and controls else ():
        value = boundary.value
        if not isinstance(value, int | float) or abs(value) <= _MAX_NUMBER:
            yield _Planned(boundary.arguments, controls[0], "edge", "a value at an edge of the schema")


def _broken(node: dict[str, Any], value: str) -> list[str]:
    """Return a value in the form that the description shows, broken in one place."""
    shown = described_values(str(node.get("description") or ""))
    return broken_forms(value)[:_MAX_BROKEN] if value in shown else []


@contextmanager
def broken_io() -> Iterator[None]:
    """Make opening files, connecting and starting processes fail with an ordinary OSError."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(5, "Input/output error")

    places: list[tuple[Any, str]] = [
        (builtins, "open"),
        (io, "open"),
        (os, "open"),
        (os, "listdir"),
        (os, "scandir"),
        (sqlite3, "connect"),
        (subprocess.Popen, "__init__"),
        (socket.socket, "connect"),
        (urllib.request, "urlopen"),
    ]
    before = [(owner, name, getattr(owner, name)) for owner, name in places]
    for owner, name in places:
        setattr(owner, name, fail)
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)
