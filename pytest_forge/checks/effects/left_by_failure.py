"""Left by failure: files that a call leaves behind when it fails."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...profile.roles import PATH_ROLES, role_of
from ...strategies.mined_constants import mined_constants
from ...strategies.role_values import failing_texts
from ...strategies.workspace_files import make_fresh_workspace
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.observing import observe
from ..calls.odd_file_calls import odd_file_calls
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.own_world import plant_world
from .half_changes.unwritable_values import unwritable_calls

__all__ = ["judge_failing_calls"]

_MAX_CALLS, _MAX_VARIANTS = 4, 10
#: Calls with a value that cannot be written.
_MAX_UNWRITABLE = 4
#: Functions that make a file under a new name.
_MAKERS = frozenset(
    {"mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile", "uuid1", "uuid4", "token_hex", "token_urlsafe",
     "getpid", "time_ns"}
)  # fmt: skip
_ODD_TEXT = "}{<[ not a value"
_UNWRITABLE = "a value that cannot be written"


def judge_failing_calls(subject: Subject) -> None:
    """Judge that calls which fail on a file or a value leave no new file behind, each under another name.

    Raises:
        CheckFailure: For the first that does.
    """
    calls = itertools.chain(odd_file_calls(subject), _with_failing_values(subject), _with_unwritable_values(subject))
    for call, what in calls:
        further = (subject.sandbox.home,) if what == _UNWRITABLE else ()
        first = _left(subject, call, *further)
        again = _left(subject, call, *further) if first else set()
        for path in first | again:
            _remove(path)
        others = again - first
        if others and what == _UNWRITABLE:
            others = _without_records(subject, others)
        if others:
            name = min(others).name
            raise CheckFailure(
                "temporary_file_left",
                f"With {what}, every call fails and leaves another file or folder behind ({name}). Remove it before "
                "the call ends, for example with tempfile.TemporaryDirectory.",
                arguments=call,
            )


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _with_failing_values(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls with a value on which the tool must fail, each with the value as a noun phrase."""
    if _MAKERS.isdisjoint(mined_constants(subject.tool).names):
        return
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    made = 0
    for call in calls:
        for name, text in _failing_values(subject, call):
            if made >= _MAX_VARIANTS:
                return
            made += 1
            # An earlier call may have made the file that this one is to make.
            make_fresh_workspace(subject.sandbox)
            plant_world(subject, calls)
            given = call[name]
            changed = [*given[:1], text] if isinstance(given, list) else text
            yield {**call, name: changed}, f"{text!r} in {name!r}"


def _with_unwritable_values(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls of a function with a value on which the writing of a file fails when it has begun."""
    if subject.is_served or _MAKERS.isdisjoint(mined_constants(subject.tool).names):
        return
    for call in plausible_calls(subject, limit=1):
        for changed in itertools.islice(unwritable_calls(subject, call), _MAX_UNWRITABLE):
            make_fresh_workspace(subject.sandbox)
            plant_world(subject, [call])
            yield changed, _UNWRITABLE


def _without_records(subject: Subject, paths: set[Path]) -> set[Path]:
    """Return the files that are not named like those that a call makes when it works, if one does."""
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        make_fresh_workspace(subject.sandbox)
        plant_world(subject, [call])
        seen = observe(subject, call)
        if seen.answer.succeeded:
            made = {_kind(change.path) for change in seen.changes.value if change.action == "created"}
            return {path for path in paths if _kind(path) not in made}
    return set()


def _kind(path: Path) -> tuple[Path, bool, str]:
    """Return the folder of a file, whether it is hidden, and the ending of its name."""
    return path.parent, path.name.startswith("."), path.suffix


def _failing_values(subject: Subject, call: dict[str, Any]) -> Iterator[tuple[str, str]]:
    properties = subject.schema.get("properties") or {}
    for name, value in call.items():
        node = properties.get(name)
        if not isinstance(node, dict) or "enum" in node:
            continue
        is_list = isinstance(value, list) and bool(value) and isinstance(value[0], str)
        if is_list or isinstance(value, str):
            role = role_of(name, {**node, "type": "string"})
            texts = failing_texts(role)[: 1 if role in PATH_ROLES else 2] or (_ODD_TEXT,)
            yield from ((name, text) for text in texts)


def _left(subject: Subject, call: dict[str, Any], *further: Path) -> set[Path]:
    """Return the files and folders that a call created and did not name, if it failed, some in *further* folders."""
    seen = observe(subject, call)
    if seen.answer.succeeded or seen.answer.timed_out:
        return set()
    shown = f"{seen.answer.payload_text} {seen.answer.raised!r}"
    created = [
        change.path for change in seen.changes.value if change.action == "created" and change.kind in ("file", "folder")
    ]
    places = (subject.sandbox.workspace, subject.sandbox.temp, *further)
    return {
        path
        for path in created
        if path.name not in shown
        and "__pycache__" not in path.parts
        and any(path.is_relative_to(place) for place in places)
    }
