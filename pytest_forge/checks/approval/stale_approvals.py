"""Stale approvals: a token that another tool gives for what it shows, and that stays good after this has changed.

preview_cleanup(ending=".tmp")               {"files": ["first.tmp"], "plan": "4edabb71"}
first.tmp becomes second.tmp                 {"files": ["second.tmp"], "plan": "4edabb71"}
apply_cleanup(ending=".tmp", plan="4edabb71")     deletes a file that nobody has approved

A token is a text that the tool requires, and refuses if it is another one. It changes with some of what is shown, or is
another one each time.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...profile.reads import reads
from ...strategies.calls.edge_values import EdgeValues
from ...strategies.calls.examples import candidate_arguments
from ...strategies.other_leaves import Path as Place
from ...strategies.other_leaves import document_in, leaf_at, leaf_paths, with_leaf, without_one, written
from ...strategies.own_names import name_like
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.workspace_files import write_files
from ...targets.subject import Subject
from ..calls.copies import in_a_copy
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.fresh_world import make_fresh_for
from ..calls.worlds.own_world import own_world

__all__ = ["StaleApproval", "stale_approval"]

_MAX_GIVERS, _MAX_CALLS, _MAX_CHANGES, _MAX_VALUES = 4, 3, 40, 8
_SHORTEST = 6
#: Share of a check's time.
_SHARE = 0.6
_FIRST, _SECOND = "before", "after"
_OTHER_TEXT = "zebra"
_LONG_AGO = 1_600_000_000


class StaleApproval(Struct, frozen=True):
    """A call that acts with a token that was given for something else.

    Attributes:
        giver: Name of the tool that gives the token.
        given: The call of the giver.
        name: The argument that takes the token.
        call: The call that acts.
        change: What has changed in between.
    """

    giver: str
    given: dict[str, Any]
    name: str
    call: dict[str, Any]
    change: str


def stale_approval(subject: Subject) -> StaleApproval | None:
    """Return a call that acts after what was shown with its token has changed; None if there is none."""
    if subject.is_served or reads(subject.facts) or not _givers(subject):
        return None
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    # Found before the copy, so that the next check knows it as well.
    own_world(subject)
    limit_s = _SHARE * subject.check_s
    told: dict[str, Any] | None = in_a_copy(lambda: _search(subject, calls), limit_s=limit_s)
    if told is None:
        subject.has_left(1)
    return StaleApproval(**told) if told else None


def _givers(subject: Subject) -> list[tuple[Subject, dict[str, Any]]]:
    """Return the tools that this one's definition names, and those that need nothing but what it takes, with a call."""
    names = set(_properties(subject))
    told = f"{subject.facts.description} {json.dumps(subject.schema, default=str)}"
    found = []
    for facts, tool in subject.neighbours:
        other = subject.beside(facts, tool)
        required = set(other.schema.get("required") or ())
        if facts.name == subject.facts.name or not (facts.name in told or required <= names):
            continue
        found += [(other, call) for call in candidate_arguments(other.schema, limit=1)]
    found.sort(key=lambda one: not set(one[0].schema.get("required") or ()) <= names)
    return found[:_MAX_GIVERS]


def _search(subject: Subject, calls: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the fields of a `StaleApproval`; none if there is none."""
    for call in calls:
        for giver, ordinary in _givers(subject):
            given = {**ordinary, **{name: call[name] for name in _properties(giver) if name in call}}
            for trial in _trials(subject, giver, given, call):
                if not trial.is_checked():
                    continue
                found = {"giver": giver.facts.name, "given": trial.given, "name": trial.name}
                used = {**call, trial.name: trial.token}
                change = trial.change_without_effect()
                if change is not None:
                    return {**found, "call": used, "change": change}
                other = trial.argument_without_effect()
                if other is not None:
                    name, value = other
                    return {**found, "call": {**used, name: value}, "change": f"the argument {name!r}"}
    return {}


def _trials(subject: Subject, giver: Subject, given: dict[str, Any], call: dict[str, Any]) -> Iterator[_Trial]:
    """Yield a trial for each text of the giver's answer that the call may take."""
    _set_up(subject, giver)
    known = _texts_of_files(subject.sandbox.workspace)
    shown = giver.call(given)
    if not shown.succeeded:
        # It needs files of its own.
        giver.notes.clear()
        _set_up(subject, giver)
        known = _texts_of_files(subject.sandbox.workspace)
        shown = giver.call(given)
    if not shown.succeeded or not isinstance(shown.value, dict):
        return
    view = FlatSchema(subject.schema)
    for place in leaf_paths(shown.value):
        token = leaf_at(shown.value, place)
        if (
            not isinstance(token, str)
            or len(token) < _SHORTEST
            or any(one.isspace() for one in token)
            or token in known
        ):
            continue
        for name in [name for name, value in call.items() if isinstance(value, str) and name not in given]:
            fits = view.fits(subject.schema, {**call, name: token})
            if fits:
                yield _Trial(subject, giver, given, place, name, call, token)


class _Trial(Struct):
    subject: Subject
    giver: Subject
    given: dict[str, Any]
    place: Place
    name: str
    call: dict[str, Any]
    token: str

    def is_checked(self) -> bool:
        """Return whether the tool acts with the token, and refuses another one."""
        _set_up(self.subject, self.giver)
        shown = self._shown()
        if shown is None or not self._acts(shown[0]):
            return False
        _set_up(self.subject, self.giver)
        shown = self._shown()
        return shown is not None and not self._acts(_another(shown[0]))

    def change_without_effect(self) -> str | None:
        """Return a change of what the giver shows, after which the tool still acts.

        The token is the same as before, though it changes with other things; or the tool changes a file that came
        later.
        """
        found, covers = None, False
        for change in _changes(self.subject, self.giver, self.given)[:_MAX_CHANGES]:
            _set_up(self.subject, self.giver)
            before = self._shown() if change.make(0) else None
            after = self._shown() if before is not None and change.make(1) else None
            if before is None or after is None or before[1] == after[1]:
                continue
            if before[0] == after[0]:
                found = change.words if found is None and self._acts(before[0]) else found
            elif change.added is not None and self._shown() != after:
                # Each token is another one, and names what the giver has noted.
                unchanged = change.added.read_bytes()
                if self._acts(before[0]) and not _holds(change.added, unchanged):
                    return change.words
            else:
                covers = True
        return found if covers else None

    def argument_without_effect(self) -> tuple[str, Any] | None:
        """Return an argument of both tools, and a value for which the token was not given, but with which it counts.

        Another one of these arguments must not be changed.
        """
        found, covers = None, False
        for name, value in self._other_arguments():
            _set_up(self.subject, self.giver)
            shown = self._shown()
            if shown is None:
                return None
            if not self._acts(shown[0], {name: value}):
                covers = True
            elif found is None:
                found = name, value
        return found if covers else None

    def _other_arguments(self) -> Iterator[tuple[str, Any]]:
        """Yield another value of each argument that the giver takes as well, if it accepts it."""
        edges = EdgeValues(self.subject.schema)
        for name in [name for name in self.given if name in self.call]:
            for value in [value for value in edges.of(name, limit=_MAX_VALUES) if value != self.given[name]]:
                _set_up(self.subject, self.giver)
                if self.giver.call({**self.given, name: value}).succeeded:
                    yield name, value
                    break

    def _shown(self) -> tuple[str, Any] | None:
        """Return the token, and what else the giver shows."""
        outcome = self.giver.call(self.given)
        if not outcome.succeeded:
            return None
        token = leaf_at(outcome.value, self.place)
        return (token, with_leaf(outcome.value, self.place, None)) if isinstance(token, str) else None

    def _acts(self, token: str, others: Mapping[str, Any] | None = None) -> bool:
        """Return whether a call with a token succeeds, and with other values of some arguments."""
        outcome = self.subject.call({**self.call, self.name: token, **(others or {})})
        return outcome.succeeded and not outcome.timed_out


class _Change(Struct, frozen=True):
    """A change of the workspace, in two steps: what is shown first, and what is shown then.

    Attributes:
        words: What changes.
        make: Takes the number of the step; tells whether it could be made.
        added: The file that the second step adds; None if it adds none.
    """

    words: str
    make: Callable[[int], bool]
    added: Path | None = None


def _changes(subject: Subject, giver: Subject, given: Mapping[str, Any]) -> list[_Change]:
    found: list[_Change] = []
    workspace = subject.sandbox.workspace
    files = {**own_world(subject).files, **own_world(giver).files}
    # Files that the arguments describe come first, since the world may have many others.
    folders = ["", *(value for value in given.values() if isinstance(value, str) and (workspace / value).is_dir())]
    folders += [name if data is None else Path(name).parent.as_posix() for name, data in files.items()]
    for text in [value for value in given.values() if isinstance(value, str) and "/" not in value]:
        for form in ("{}" + text, "{}." + text, text + "_{}.txt", text + "_{}.csv"):
            for folder in dict.fromkeys(folders):
                first, second = (workspace / folder / form.format(stem) for stem in (_FIRST, _SECOND))
                words = f"{first.name!r}, which became {second.name!r}"
                found.append(_Change(words, partial(_rename, first, second)))
                words = f"the files, to which {second.name!r} was added"
                found.append(_Change(words, partial(_add, first, second), second))
    for name, data in files.items():
        document = None if data is None else document_in(Path(name).suffix, data)
        for place in leaf_paths(document) if document is not None else ():
            changed = written(Path(name).suffix, with_leaf(document, place, _other(leaf_at(document, place))))
            key = ".".join(part for part in place if part) or "its content"
            found.append(_Change(f"{key!r} in {name!r}", partial(_write, workspace / name, changed)))
        for fewer in without_one(document):
            changed = written(Path(name).suffix, fewer)
            found.append(_Change(f"the number of records in {name!r}", partial(_write, workspace / name, changed)))
    for name in [name for name, data in files.items() if data is not None]:
        path = workspace / name
        other = path.with_name(name_like(path.name))
        if other.relative_to(workspace).as_posix() not in files:
            found.append(_Change(f"{path.name!r}, which became {other.name!r}", partial(_move, path, other)))
            added = f"the files, to which {other.name!r} was added"
            found.append(_Change(added, partial(_copy, path, other), other))
    return found


def _write(path: Path, data: bytes, step: int) -> bool:
    if step:
        path.write_bytes(data)
    return True


def _rename(first: Path, second: Path, step: int) -> bool:
    if not first.parent.is_dir():
        return False
    if step:
        first.rename(second)
    else:
        _write_old(first)
    return True


def _move(path: Path, other: Path, step: int) -> bool:
    if step:
        path.rename(other)
    return True


def _copy(path: Path, other: Path, step: int) -> bool:
    if step:
        shutil.copy2(path, other)
    return True


def _add(first: Path, second: Path, step: int) -> bool:
    if not first.parent.is_dir():
        return False
    _write_old(second if step else first)
    return True


def _write_old(path: Path) -> None:
    """Write a file that was changed last long ago, as tools that tidy up look for."""
    path.write_text("hello\n")
    os.utime(path, (_LONG_AGO, _LONG_AGO))


def _holds(path: Path, data: bytes) -> bool:
    """Return whether a file is there with this content."""
    return path.is_file() and path.read_bytes() == data


def _set_up(subject: Subject, giver: Subject) -> None:
    worlds = [own_world(one) for one in (subject, giver)]
    make_fresh_for(subject)
    write_files(subject.sandbox.workspace, {name: data for world in worlds for name, data in world.files.items()})
    os.environ.update({name: str(subject.sandbox.workspace) for world in worlds for name in world.variables})


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return [_OTHER_TEXT] if isinstance(value, list) else _OTHER_TEXT


def _another(token: str) -> str:
    """Return another token of the same form."""
    last = token[-1]
    return token[:-1] + ("0" if last != "0" else "1") if last.isdigit() or last in "abcdef" else token[:-1] + "x"


def _texts_of_files(workspace: Path) -> str:
    """Return the names and the texts of the workspace's files."""
    found = []
    for path in workspace.rglob("*"):
        found.append(path.name)
        if path.is_file() and not path.is_symlink():
            found.append(path.read_bytes().decode(errors="replace"))
    return "\n".join(found)


def _properties(subject: Subject) -> Mapping[str, Any]:
    properties = subject.schema.get("properties")
    return properties if isinstance(properties, Mapping) else {}
