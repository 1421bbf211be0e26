"""Checks on interpreters inside a tool: a model's text is not run as Python, and builds no objects of its choice."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from ...oracles.code_log import CodeLog
from ...strategies.payloads.objects import object_files, object_texts
from ...strategies.payloads.texts import CODE
from ...strategies.roles import PATH_ROLES, Role
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .opening import Opening, call, mark_of, openings

__all__ = ["loaded_data_runs_nothing", "text_is_not_executed"]

_MAX_SLOTS = 12
_MAX_CALLS = 6
#: What is tried in a tool that was never seen to load anything: pickled data in three ways of writing, and YAML.
_FIRST_OBJECTS = 3
#: How templates set off what they compute.
_FIELDS = ("{{ … }}", "{{…}}", "${…}", "{…}", "<%= … %>", "{% … %}", "#{…}")
_TEMPLATE = re.compile(r"\btemplates?\b|\bplaceholders?\b|\{\{|\$\{|<%|\bexpressions? in\b")
_CODE = re.compile(r"\b(?:code|script|program|snippet|notebook cell)\b")


@check(family="injection", level="MUST", source="CWE-95: eval injection")
def text_is_not_executed(subject: Subject) -> None:
    """No argument is run as Python.

    A calculator that evaluates a model's text with ``eval`` is a shell: an expression reaches every class of the
    process through the attributes of a number. Emptied builtins do not help. Judged by the code that ran: an attribute
    of a class was asked for, or a file opened, in code that was made from the argument.

    Not judged: arguments that are meant to be code; evaluators that refuse attributes and calls they do not know.
    """
    patience = subject.patience()
    found, used = _openings(subject)
    for opening in found:
        if _is_code(subject, opening):
            continue
        mark = mark_of(subject)
        for number, payload in enumerate(CODE):
            written = payload.format(mark=mark)
            fields = [form.replace("…", written) for form in _FIELDS] if _TEMPLATE.search(opening.says) else []
            for text in [*opening.texts(written), *fields]:
                opening.plant(subject.sandbox.workspace, text)
                arguments = opening.with_text(text)
                with CodeLog(is_slow=not used) as log:
                    call(subject, arguments)
                used |= log.used
                if log.ran("__class__", mark) or log.ran("open", mark):
                    raise CheckFailure(
                        f"Given {text!r} in {opening.slot.shown!r}, the tool ran it as Python. Parse the text, and "
                        "evaluate only the few kinds of node that you expect; use no eval or exec.",
                        arguments=arguments,
                    )
                if patience.is_over:
                    return
            if number and not used:
                break


@check(family="injection", level="MUST", source="CWE-502: deserialization of untrusted data")
def loaded_data_runs_nothing(subject: Subject) -> None:
    """No argument, and no file that one names, calls a function when it is loaded.

    `pickle`, `shelve`, `marshal` and YAML's full loaders build whatever objects the data asks for, and call what it
    names while they do. Judged by what happened: data that makes a folder was given, as text and in files of the
    workspace, and the folder was there.

    Not judged: marshalled data in files; what a tool has stored itself.
    """
    patience = subject.patience()
    found, used = _openings(subject)
    for opening in found:
        for number, (text, mark, is_file) in enumerate(_objects(subject, opening)):
            arguments = opening.with_text(text)
            with CodeLog(is_slow=not used) as log:
                call(subject, arguments)
            used |= log.used
            if _made(subject, mark) or any(mark.encode() in data for data in log.marshalled):
                what = f"the file {text!r}" if is_file else "data that asks for it"
                raise CheckFailure(
                    f"Given {what} in {opening.slot.shown!r}, the tool called a function that the data named. "
                    "Load JSON, or YAML with safe_load; pickle, shelve and marshal are for data of your own.",
                    arguments=arguments,
                )
            if patience.is_over:
                return
            if number > _FIRST_OBJECTS and not used and opening.slot.role not in PATH_ROLES:
                break


def _openings(subject: Subject) -> tuple[list[Opening], set[str]]:
    """Return the arguments that take text, and the means of making code and objects that ordinary calls use."""
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    found = list(openings(calls, subject.schema))[:_MAX_SLOTS]
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    with CodeLog(is_slow=True) as log:
        for arguments in calls:
            call(subject, arguments)
    return found, log.used


def _is_code(subject: Subject, opening: Opening) -> bool:
    """Tell whether the argument is meant to be code, of a tool that may run some."""
    if subject.facts.tier_declared and subject.facts.tier != "execute":
        return False
    if opening.slot.role in (Role.CODE, Role.COMMAND) or _CODE.search(opening.says):
        return True
    # A calculator that is free to do anything is still a calculator.
    return subject.facts.tier_declared and "python" in opening.says


def _objects(subject: Subject, opening: Opening) -> Iterator[tuple[str, str, bool]]:
    mark = mark_of(subject)
    if opening.slot.role not in PATH_ROLES:
        for text in object_texts(mark):
            yield text, mark, False
    if opening.slot.role in (*PATH_ROLES, Role.TEXT, Role.ID):
        keys = [value for value in opening.arguments.values() if isinstance(value, str)]
        for name in object_files(subject.sandbox.workspace, mark, keys=keys):
            yield name, mark, True
            if opening.slot.role in PATH_ROLES and subject.facts.workspace_root_aware is False:
                yield str(subject.sandbox.workspace / name), mark, True


def _made(subject: Subject, mark: str) -> bool:
    folders = {Path.cwd(), subject.sandbox.root}
    return any(mark in names for folder in folders for _, names, _ in os.walk(folder))
