"""Checks of code injection: text is not run as Python, and loading data calls no functions."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ...oracles.code_log import CodeLog
from ...profile.code import takes_code
from ...profile.roles import PATH_ROLES
from ...profile.templates import mentions_expressions
from ...strategies.payloads.objects import object_files, object_texts
from ...strategies.payloads.texts import CODE
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import needs_answer
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .excused import without_meant
from .injection_point import Attempt, InjectionPoint, call, injection_points, mark_of

__all__ = ["loaded_data_runs_nothing", "text_is_not_executed"]

_MAX_CALLS = 6
#: Payloads for a tool that was not seen to load objects: pickled data in three encodings, and YAML.
_FIRST_OBJECTS = 3
#: Payloads for a tool that was not seen to compile code.
_FIRST_CODE = 2
#: Delimiters of expressions in templates.
_FIELDS = ("{{ … }}", "{{…}}", "${…}", "{…}", "<%= … %>", "{% … %}", "#{…}")


@check(
    family="injection",
    level="MUST",
    source="CWE-95: eval injection",
    codes={"code_injection": "An argument is run as code."},
)
@needs_answer
def text_is_not_executed(subject: Subject) -> None:
    """No argument is run as Python.

    A calculator that evaluates a model's text with ``eval`` is a shell: an expression reaches every class of the
    process through the attributes of a number, even with empty builtins. The check passes expressions with a random
    mark and fails if code compiled from the argument read an attribute of a class or opened a file.

    Not judged: arguments that are meant to be code; evaluators that refuse unknown attributes and calls.
    """
    patience = subject.patience()
    every, used = _points(subject, patience)
    found = without_meant(subject, every, takes_code)
    for attempt in patience.each(_code_attempts(subject, found.judged, used)):
        attempt.point.plant(subject.sandbox.workspace, attempt.text)
        with CodeLog(is_slow=not used) as log:
            call(subject, attempt.arguments)
        used |= log.used
        if log.ran("__class__", attempt.mark) or log.ran("open", attempt.mark):
            raise attempt.finding(
                "code_injection",
                f"Given {attempt.text!r} in {attempt.point.slot.shown!r}, the tool ran it as Python. Parse the text "
                "and evaluate only the node types that you expect, without eval or exec.",
            )
    found.raise_for_excused()


@check(
    family="injection",
    level="MUST",
    source="CWE-502: deserialization of untrusted data",
    codes={"unsafe_deserialization": "Loading data calls a function that the data names."},
)
@needs_answer
def loaded_data_runs_nothing(subject: Subject) -> None:
    """Loading an argument, or a file that it names, calls no function chosen by the data.

    `pickle`, `shelve`, `marshal` and YAML's full loaders build any object that the data describes, and call the
    functions that it names. The check passes data that creates a folder, as text and in workspace files, and fails if
    the folder exists afterwards.

    Not judged: marshalled data in files; data that the tool has stored itself.
    """
    patience = subject.patience()
    found, used = _points(subject, patience)
    for attempt, file in patience.each(_object_attempts(subject, found, used)):
        with CodeLog(is_slow=not used) as log:
            call(subject, attempt.arguments)
        used |= log.used
        if _made(subject, attempt.mark) or any(attempt.mark.encode() in data for data in log.marshalled):
            what = f"the file {file!r}" if file else "data that asks for it"
            raise attempt.finding(
                "unsafe_deserialization",
                f"Given {what} in {attempt.point.slot.shown!r}, the tool called a function that the data named. "
                "Load JSON, or YAML with safe_load; use pickle, shelve and marshal for your own data only.",
            )


def _points(subject: Subject, patience: Patience) -> tuple[list[InjectionPoint], set[str]]:
    """Return the arguments that take text, and the code and object loaders that ordinary calls use."""
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    found = list(injection_points(calls, subject.schema))
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    with CodeLog(is_slow=True) as log:
        for arguments in patience.each(calls):
            call(subject, arguments)
    return found, log.used


def _code_attempts(subject: Subject, found: list[InjectionPoint], used: set[str]) -> Iterator[Attempt]:
    """Yield code in every argument; only the first two payloads while *used* is empty."""
    for point in found:
        mark = mark_of(subject)
        for number, payload in enumerate(CODE):
            if number >= _FIRST_CODE and not used:
                break
            written = payload.format(mark=mark)
            fields = [form.replace("…", written) for form in _FIELDS] if mentions_expressions(point.says) else []
            yield from (Attempt(point, mark, text) for text in [*point.texts(written), *fields])


def _object_attempts(subject: Subject, found: list[InjectionPoint], used: set[str]) -> Iterator[tuple[Attempt, str]]:
    """Yield data that creates a folder, and the name of the file with it; few while *used* is empty."""
    for point in found:
        is_path = point.slot.role in PATH_ROLES
        for number, (text, mark, file) in enumerate(_objects(subject, point)):
            if number > _FIRST_OBJECTS + 1 and not used and not is_path:
                break
            yield Attempt(point, mark, text), file


def _objects(subject: Subject, point: InjectionPoint) -> Iterator[tuple[str, str, str]]:
    mark = mark_of(subject)
    is_path = point.slot.role in PATH_ROLES
    if not is_path:
        for text in object_texts(mark):
            yield text, mark, ""
    keys = [value for value in point.arguments.values() if isinstance(value, str)]
    for name in object_files(subject.sandbox.workspace, mark, keys=keys):
        yield name, mark, name
        if is_path and subject.facts.workspace_root_aware is False:
            yield str(subject.sandbox.workspace / name), mark, name


def _made(subject: Subject, mark: str) -> bool:
    folders = {Path.cwd(), subject.sandbox.root}
    return any(mark in names for folder in folders for _, names, _ in os.walk(folder))
