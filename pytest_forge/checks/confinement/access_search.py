"""AccessSearch: tries legal calls of a tool until one is seen to work on the planted files.

This is the positive control of every confinement check: a refused escape proves nothing if the tool refuses every
call. Names and descriptions only decide the order of the search; the evidence is what a call does to planted files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from ...observe.planted_world import PlantedWorld
from ...observe.traces import Traces
from ...oracles.planted_text import COMMON_WORD
from ...profile.roles import Role
from ...strategies.calls.examples import candidate_arguments
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import CouldNotRun, NotApplicable
from ..calls.path_slots import PathSlot, path_slots
from ..calls.preparation.set_up import set_up_calls
from ..calls.quoted_words import exception_words, quoted_words
from ..calls.worlds.own_world import own_world
from .file_access import (
    BASIC_ENDINGS,
    FileAccess,
    folders_of_command,
    is_given_root,
    likely_endings,
    seen_access,
)
from .own_confinement import slots_that_reach_files
from .slot_use import SlotUse, ValueKind, expected_use, fits_slot, likely_kinds, seen_use

__all__ = ["find_file_access"]

#: Arguments, and the file each slot is expected to lead to.
_Plan = tuple[dict[str, Any], tuple["SlotUse", ...]]

_MAX_CALLS = 260
_MAX_BASES = 6
#: Calls with the certain path slots alone, then together with the possible ones, before everything else is tried.
_MAX_CALLS_ALONE = 30
_MAX_CALLS_TOGETHER = 60
#: Share of a check's time for the search for a legal call.
_SEARCH_SHARE = 0.4
#: After this many successful calls that touch no file, an argument that looked like a path is not one.
_ENOUGH_WITHOUT = 40
#: Key of the note that a tool's checks share: a call that works, or the fact that none was found.
_NOTE = "file access"
_MAX_BASE_FOLDERS = 4
#: Prefixes of the planted names; a tool looks for such a name only because an argument held it.
_OWN_NAMES = ("sample", "other", "fresh", "folder", "empty", "*")


def find_file_access(
    subject: Subject, world: PlantedWorld, *, needs_slot: bool = True, is_first: bool = False
) -> FileAccess:
    """Make legal calls until one is seen to work on the planted files.

    Args:
        subject: The tool.
        world: A planted world with files of many endings.
        needs_slot: Whether the tool must have an argument that names files.
        is_first: Whether to raise CouldNotRun if nothing could be judged; one check does so, the others refer to it.

    Raises:
        NotApplicable: If none of its arguments leads to a file.
        CouldNotRun: If it takes a path, no call reached a file, and *is_first*.
    """
    slots = path_slots(subject.schema)
    if not is_given_root(subject):
        slots = slots_that_reach_files(subject, world, slots)
        # What such a tool does without an argument is its own business, and only its paths are judged.
        needs_slot, is_first = True, False
    if needs_slot and not slots:
        raise NotApplicable("No argument of the tool takes text, so none can name a file.")
    search = AccessSearch(subject, world, slots, likely_endings(subject), subject.patience(_SEARCH_SHARE))
    known = subject.notes.get(_NOTE) or {"call": None, "refused": None, "calls": 0, "words": ""}
    found = None
    if known["call"] is not None:
        # First try the call that worked for another check, among the files that were planted for it.
        for base in known["bases"]:
            world.add_base(world.workspace / base)
        found = search.repeat(known["call"], known["uses"])
    if found is None and (known["call"] is not None or _NOTE not in subject.notes):
        found = search.run()
        known = search.note_of(found)
        # A search that was cut short proves nothing to the other checks.
        if found is not None or not search.has_stopped_early:
            subject.notes[_NOTE] = known
    if found is None and not needs_slot:
        found = AccessSearch(subject, world, slots, search.endings, search.patience).run_without_slots()
    if found is not None:
        endings = [*(use.ending for use in found.uses), *search.added]
        world.keep_endings([*endings, ".txt"] if endings else BASIC_ENDINGS)
        return found
    # The effects of calls that did not return are unknown.
    if search.unanswered:
        subject.has_left(search.unanswered, is_hung=True)
    if known["refused"] is None:
        raise NotApplicable("None of the tool's arguments leads to a file in the workspace.")
    if not is_first:
        raise NotApplicable("No call reached a file in the workspace; see paths_stay_inside.")
    raise CouldNotRun(
        f"No call with an ordinary path in {known['refused']!r} reached a file in the workspace, "
        f"so a refusal would prove nothing ({known['calls']} calls tried{known['words']}). "
        "Give the fields examples that work, or create the files the tool needs when its module is imported."
    )


class AccessSearch(Struct):
    """One search for a legal call."""

    subject: Subject
    world: PlantedWorld
    slots: Sequence[PathSlot]
    endings: Sequence[str]
    patience: Patience
    calls: int = 0
    succeeded: int = 0
    unanswered: int = 0
    #: Error text of the first failed call, as quoted in the report.
    words: str = ""
    weak: FileAccess | None = None
    #: Whether time ran out before every call was made; the engine knows.
    has_stopped_early: bool = False
    #: Endings that the tool appends to a name; planted files outside need them too.
    added: list[str] = field(default_factory=list)
    _learned: bool = False

    def run(self) -> FileAccess | None:
        """Return the first successful call whose arguments lead to files, else a failed one that did; else None."""
        paths = [slot for slot in self.slots if slot.is_path]
        bases = self._bases()
        for folder in folders_of_command(self.subject):
            self._add_base(folder)
        found = self._first_with_paths(paths, bases)
        for slot in self.slots:
            if not slot.is_path:
                found = self._first(self._other_calls(slot, found, bases)) or found
        return found or self.weak

    def run_without_slots(self) -> FileAccess | None:
        """Return the first call that reaches files without naming them; None if there is none."""
        return self._first((base, ()) for base in self._bases()) or self.weak

    def note_of(self, found: FileAccess | None) -> dict[str, Any]:
        """Return the note that spares the tool's other checks this search."""
        if found is not None:
            return {
                "call": found.arguments,
                "uses": [use.as_json() for use in found.uses],
                "bases": [base.relative_to(self.world.workspace).as_posix() for base in self.world.bases],
                "refused": None,
            }
        path = next((slot.shown for slot in self.slots if slot.is_path), None)
        refused = None if self.succeeded else path
        return {"call": None, "refused": refused, "calls": self.calls, "words": self.words}

    def repeat(self, arguments: dict[str, Any], uses: Sequence[Mapping[str, str]]) -> FileAccess | None:
        """Repeat a call that worked before; None if it does not work now."""
        by_place = {slot.shown: slot for slot in self.slots}
        again = tuple(SlotUse.from_json(use, by_place[use["slot"]]) for use in uses)
        return self._first([(arguments, again)]) or self.weak

    def _first_with_paths(self, paths: list[PathSlot], bases: list[dict[str, Any]]) -> FileAccess | None:
        """Return the first call that reaches a file through its path slots, or through these and the possible ones.

        A tool that moves files refuses a legal source if the target is not a path, so both are tried together before
        the time is spent on the source alone.
        """
        plans = self._path_calls(paths, bases) if paths else iter(())
        vague = [slot for slot in self.slots if not slot.is_path and slot.may_be_path and len(slot.steps) == 1]
        if not vague or len(paths) + len(vague) < 2:
            return self._first(plans)
        return (
            self._first(islice(plans, _MAX_CALLS_ALONE))
            or self._first(islice(self._path_calls([*paths, *vague], bases), _MAX_CALLS_TOGETHER))
            or self._first(plans)
        )

    def _bases(self) -> list[dict[str, Any]]:
        if self.subject.is_served:
            bases = set_up_calls(self.subject)[:_MAX_BASES]
        else:
            ordinary = list(islice(candidate_arguments(dict(self.subject.schema)), _MAX_BASES)) or [{}]
            # A tool that moves a file asks for the file first.
            working = [] if is_given_root(self.subject) else list(own_world(self.subject).calls[:1])
            bases = [*working, *(call for call in ordinary if call not in working)]
        # A search tool must find something: use a word that every planted file contains as free text.
        worded = dict(bases[0])
        for slot in self.slots:
            if slot.role in (Role.QUERY, Role.REGEX, Role.TEXT) and len(slot.steps) == 1 and slot.name in worded:
                worded[slot.name] = COMMON_WORD
        return [*bases[:1], *([worded] if worded != bases[0] else []), *bases[1:]]

    def _first(self, plans: Iterable[_Plan]) -> FileAccess | None:
        """Return the first call that succeeds and reaches every file it names; else the first that reaches one."""
        tried: list[dict[str, Any]] = []
        partly: FileAccess | None = None
        for arguments, uses in plans:
            if arguments in tried:
                continue
            if partly is None and self.weak is None and self.succeeded >= _ENOUGH_WITHOUT:
                break
            if self.calls >= _MAX_CALLS:
                break
            if self.patience.is_over:
                self.has_stopped_early = True
                break
            tried.append(arguments)
            self.calls += 1
            if any(use.ending not in self.world.endings for use in uses):
                self.world.keep_endings([*(use.ending for use in uses), *BASIC_ENDINGS[:2]])
            traces = self.world.observe(self.subject, arguments)
            self.succeeded += traces.outcome.succeeded
            self.words = self.words or _words(traces.outcome, self.subject)
            self.unanswered += traces.outcome.timed_out
            seen = self._seen(uses, traces)
            if len(seen) < len(uses) or not uses:
                uses = self._learn(uses, traces)
                if self._learned:
                    self._learned = False
                    traces = self.world.observe(self.subject, arguments)
                    seen = self._seen(uses, traces)
            if not seen and (uses or not (traces.read_inside or traces.inside or traces.shown)):
                continue
            found = seen_access(arguments, seen, traces, self.world)
            if not traces.outcome.succeeded:
                self.weak = self.weak or found
            elif len(seen) == len(uses):
                return found
            else:
                partly = partly or found
        return partly

    def _seen(self, uses: Sequence[SlotUse], traces: Traces) -> tuple[SlotUse, ...]:
        return tuple(used for use in uses if (used := seen_use(use, traces, self.world)) is not None)

    def _learn(self, uses: tuple[SlotUse, ...], traces: Traces) -> tuple[SlotUse, ...]:
        """Plant what the call looked for and missed: its own folder in the workspace, or the ending it appends."""
        learned = []
        for use in uses:
            stem = Path(use.text).name
            for path in traces.missing:
                ending = path.name.removeprefix(stem)
                if not path.name.startswith(stem) or ending.strip(".").startswith(stem) or use.text.startswith("/"):
                    continue
                if ending.startswith(".") and use.kind == "stem" and ending not in self.world.endings:
                    self.added.append(ending)
                    self.world.keep_endings([ending, *self.world.endings])
                    self._learned = True
                folder = path.parents[len(Path(use.text).parts) - 1]
                self._add_base(folder)
            learned.append(use)
        for path in traces.missing:
            if path.parent == self.world.workspace and "." not in path.name and not path.name.startswith(_OWN_NAMES):
                self._add_base(path)
        return tuple(learned)

    def _add_base(self, folder: Path) -> None:
        known = self.world.bases
        if folder not in known and len(known) < _MAX_BASE_FOLDERS and folder.is_relative_to(self.world.workspace):
            self.world.add_base(folder)
            self._learned = True

    def _path_calls(self, slots: list[PathSlot], bases: list[dict[str, Any]]) -> Iterator[_Plan]:
        """Yield calls with ordinary paths, those whose values fit their patterns first."""
        plans = self._plans(slots, bases)
        if not any("pattern" in slot.schema for slot in slots):
            yield from plans
            return
        others: list[_Plan] = []
        for plan in plans:
            if all(map(fits_slot, plan[1])):
                yield plan
            else:
                others.append(plan)
        yield from others

    def _plans(self, slots: list[PathSlot], bases: list[dict[str, Any]]) -> Iterator[_Plan]:
        """Yield calls with ordinary paths: the likeliest kinds with every ending, then others, then absolute paths."""
        likeliest, *rest = likely_kinds(slots, self.endings)
        for base in bases[:2]:
            for ending in self.endings:
                yield _plan(base, slots, likeliest, ending)
                if ending == self.endings[0]:
                    yield from (_plan(base, slots, kinds, ending) for kinds in rest)
        for ending in self.endings[:6]:
            for base in bases:
                yield from (_plan(base, slots, kinds, ending) for kinds in (likeliest, *rest))
        for ending in self.endings:
            yield _plan(bases[0], slots, likeliest, ending, top=self.world.workspace)

    def _other_calls(self, slot: PathSlot, found: FileAccess | None, bases: list[dict[str, Any]]) -> Iterator[_Plan]:
        """Yield calls that put a file name into a slot that does not look like a path, next to the known uses.

        Last of all come patterns: a tool that lists the names that fit one shows it by its answer.
        """
        known = found.uses if found else ()
        endings = [use.ending for use in known] or self.endings[:3]
        for base in [found.arguments] if found else bases[:3]:
            for kind in ("stem", "new stem", "file", "new file", "pattern"):
                for ending in endings if kind.endswith("file") else ["", *endings] if kind == "pattern" else [""]:
                    use = expected_use(slot, kind, ending, len(known))
                    yield slot.place(base, use.text), (*known, use)


def _plan(
    base: Mapping[str, Any], slots: Sequence[PathSlot], kinds: Sequence[ValueKind], ending: str, top: Path | None = None
) -> _Plan:
    uses = []
    arguments = dict(base)
    for index, (slot, kind) in enumerate(zip(slots, kinds, strict=True)):
        use = expected_use(slot, kind, ending, index)
        use = use if top is None else replace(use, text=str(top / use.text))
        arguments = slot.place(arguments, use.text)
        uses.append(use)
    return arguments, tuple(uses)


def _words(outcome: Outcome, subject: Subject) -> str:
    """Return the error text of a failed call as part of a sentence; "" if it has none."""
    if outcome.raised is not None:
        return f"; one raised {exception_words(outcome.raised, subject.sandbox)}"
    message = outcome.returned.get("message") if outcome.is_error_dict else None
    return f"; one answered {quoted_words(message, subject.sandbox)!r}" if isinstance(message, str) else ""
