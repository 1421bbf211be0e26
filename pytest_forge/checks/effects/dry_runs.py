"""The check of dry runs: a switch with which nothing is to happen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...observe.observation import Seen
from ...oracles.file_tree import Change
from ...oracles.module_memory import module_memory
from ...oracles.own_code import OwnCode
from ...profile.dry_runs import dry_run_switches
from ...profile.side_files import is_written_aside
from ...sandbox import Sandbox
from ...strategies.mined_constants import mined_constants
from ...strategies.shaped_files import own_endings
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable, NotEnoughSeen
from ..calls.copies import in_a_copy
from ..calls.observing import observe
from ..calls.own_world import plant_world
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import StateView, without_moments
from ..check import check
from .file_effects import comes_with_libraries, shown
from .network_effects import orders

__all__ = ["dry_runs_change_nothing"]

_MAX_CALLS = 4


@check(
    family="effects",
    level="MUST",
    source="Forge Tools: three tiers; an approver relies on the arguments that are shown",
    codes={
        "dry_run_acted": "A call with a dry-run switch has the effects of the real call.",
    },
)
def dry_runs_change_nothing(subject: Subject) -> None:
    """A call with a dry-run switch does not do what the real call does.

    A model tries a deletion with ``dry_run`` first, and a person approves it because of the switch. The check makes
    each ordinary call without and with the switch, in equal workspaces and copies of the process, and compares their
    effects: files, data in the tool's modules, processes, and requests that are no queries. It fails if a call with the
    switch has every effect of the call without it, or makes a folder, or changes or deletes a file, as that one does.

    Switches are boolean arguments with such a name or description. Not judged: what only the call with the switch does,
    such as a plan or a log that it writes; logs that both write.

    Of a server, the data in memory are those that the answers of its reading tools show. It is started afresh before
    the two calls are compared, which happens if the call with the switch has an effect at all.
    """
    switches = list(dry_run_switches(subject.schema))
    if not switches:
        raise NotApplicable("No argument is a dry-run switch.")
    has_acted = False
    calls = list(_calls(subject, switches))
    if subject.is_served:
        # Earlier calls may have done the work already.
        _begin(subject, calls[0][1])
    for name, call in subject.patience().each(calls):
        if subject.is_served and not _observed(subject, {**call, name: True}):
            has_acted = has_acted or bool(_observed(subject, {**call, name: False}))
            continue
        real = _effects(subject, {**call, name: False})
        if not real:
            continue
        has_acted = True
        dry = _effects(subject, {**call, name: True})
        both = [effect for effect in real if effect in dry]
        # A file that both change need not be the same afterwards.
        alike = [effect for effect in dry if effect[2] and any(effect[0] == other[0] for other in real)]
        acted = both if len(both) == len(real) else alike
        if acted:
            raise CheckFailure(
                "dry_run_acted",
                f"With {name!r} set, a call {acted[0][0]}, as it does without. Return before the first effect if the "
                "switch is set.",
                about=name,
                arguments={**call, name: True},
            )
    if not has_acted:
        raise NotApplicable("No plausible call without the switch had an effect, so there is nothing to compare.")


def _calls(subject: Subject, switches: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        # Another switch would hide the effects.
        plain = {key: value for key, value in call.items() if key not in switches}
        yield from ((name, {**plain, **{other: False for other in switches if other != name}}) for name in switches)


def _effects(subject: Subject, call: dict[str, Any]) -> list[list[str]]:
    """Return each effect of a call; empty if the call fails.

    An effect is a verb phrase, what it led to, and a text that is empty unless the effect counts alone.
    """
    _begin(subject, call)
    if subject.is_served:
        return _observed(subject, call)
    found = in_a_copy(lambda: _observed(subject, call), limit_s=2 * subject.call_s)
    if found is None:
        raise NotEnoughSeen("Not judged: a call with or without the switch did not return in time.")
    effects: list[list[str]] = found
    return effects


def _begin(subject: Subject, call: dict[str, Any]) -> None:
    """Restore the initial state, with the files that ordinary calls need."""
    subject.renew()
    plant_world(subject, [call])
    for ending in own_endings(mined_constants(subject.tool).texts):
        # Tools tidy empty files away as well.
        (subject.sandbox.workspace / f"empty{ending}").touch()
    if subject.is_served:
        plausible_calls(subject, limit=_MAX_CALLS)


def _observed(subject: Subject, call: dict[str, Any]) -> list[list[str]]:
    sandbox, own = subject.sandbox, OwnCode(subject.tool)
    before = {} if subject.is_served else module_memory(own)
    view = StateView(subject) if subject.is_served else None
    state = {} if view is None else view.taken(call)
    seen = observe(subject, call)
    if not seen.answer.succeeded:
        return []
    found = []
    for change in seen.changed_entries:
        if comes_with_libraries(change.path, change.kind, sandbox.home):
            continue
        name = without_moments(shown(change.path.relative_to(sandbox.root).as_posix()))
        entry = seen.files.value.entries.get(str(change.path))
        size = "" if entry is None or change.kind == "folder" else str(entry.size)
        found.append([f"{change.action} the {change.kind} {name!r}", size, _alone(change, sandbox)])
    if isinstance(seen.operations, Seen):
        started = (without_moments(" ".join(event.paths))[:60] for event in seen.processes)
        found += [[f"started a process ({words})", "", ""] for words in started]
        found += [[effect.did, "", ""] for effect in orders(subject.facts, sandbox, seen)]
    if view is not None:
        after = view.taken(call, is_settled=False)
        changed = [place for place in view.changed(state, after) if place.startswith("the answer")]
        return [*found, *([f"changed {place}", after.get(place, ""), "seen"] for place in changed)]
    for name, value in module_memory(own).items():
        if before.get(name) != value:
            found.append([f"changed {name.rpartition('.')[2]!r} in memory", without_moments(value), ""])
    return found


def _alone(change: Change, sandbox: Sandbox) -> str:
    """Return a text unless both calls may make the change: of a log or a cache, or of a new file for the plan."""
    if not change.path.is_relative_to(sandbox.workspace) or is_written_aside(change.path):
        return ""
    is_folder = change.kind == "folder"
    # A folder changes with its entries.
    return change.action if is_folder == (change.action == "created") or change.action == "deleted" else ""
