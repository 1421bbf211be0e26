"""Missing folders: a folder that does not exist, answered like an empty one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from ....observe.observation import Observation, Seen
from ....profile.emptiness import announces_nothing, became_nothing
from ....profile.failures import answers_a_question
from ....profile.roles import Role, role_of
from ....profile.root_folders import takes_root
from ....profile.unknown_values import says_unknown
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.missing_things import UNUSED_NAME
from ...calls.observing import observe
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_missing_folders"]

_MAX_CALLS = 8


def judge_missing_folders(subject: Subject, report: Callable[..., None]) -> None:
    """Judge that a call which names a missing folder is not answered with nothing, where an existing one gives data.

    Args:
        subject: The tool.
        report: Called with a finding and the claims that may excuse it.
    """
    properties = subject.schema.get("properties") or {}
    names = [name for name, node in properties.items() if isinstance(node, dict)]
    for name in [name for name in names if role_of(name, properties[name]) is Role.DIRECTORY]:
        for call in plausible_calls(subject, limit=_MAX_CALLS):
            if not isinstance(call.get(name), str):
                continue
            plant_world(subject)
            seen = observe(subject, call)
            usual = seen.answer
            folder = os.path.normpath(subject.sandbox.workspace / call[name])
            if not usual.succeeded or not became_nothing(in_json_types(usual.returned), None, call):
                continue
            if folder not in {os.path.normpath(subject.sandbox.workspace / listed) for listed in _listed(seen)}:
                # It is a pattern, or chooses among records.
                continue
            seen = observe(subject, {**call, name: UNUSED_NAME})
            if not any(UNUSED_NAME in asked for asked in seen.names_asked):
                # It is a folder of bookmarks or mails, and none of the file system.
                break
            missing = seen.answer
            value = in_json_types(missing.returned)
            if missing.succeeded and became_nothing(in_json_types(usual.returned), value, missing.arguments):
                shown = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:57]}..."
                is_told = says_unknown(subject.facts.description or "")
                report(
                    CheckFailure(
                        "failure_as_nothing",
                        f"With {UNUSED_NAME!r} for {name!r}, a folder that does not exist, the tool returned {shown}, "
                        'as for an empty one. Raise, or return {"error": ..., "message": ...}.',
                        about=name,
                        arguments=missing.arguments,
                    ),
                    announces_nothing(subject.facts, failing=not is_told),
                    answers_a_question(subject.facts),
                    takes_root(subject.facts, name),
                )
                return
            if not missing.succeeded:
                break


def _listed(seen: Observation[Outcome]) -> Iterator[str]:
    """Yield the folders that a call has listed."""
    for event in seen.operations.value if isinstance(seen.operations, Seen) else ():
        if event.action == "list":
            yield from (path for path in event.paths if "\0" not in path)
