"""AccessSearch: the legal calls of a tool, tried until one is seen to work on the planted files.

The positive control of every check of confinement: nothing is proven by a tool that refuses an escape if it refuses
everything. Names and descriptions only say where to begin; what counts is what a call does to the planted files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from ...oracles.arena import Arena, Traces
from ...oracles.planted_text import COMMON_WORD
from ...strategies.calls.examples import candidate_arguments
from ...strategies.roles import Role
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import CouldNotRun, NotApplicable
from ..calls.path_slots import PathSlot, path_slots
from ..calls.quoted_words import exception_words, quoted_words
from .file_access import BASIC_ENDINGS, FileAccess, is_given_root, likely_endings, seen_access
from .slot_use import SlotUse, ValueKind, expected_use, likely_kinds, seen_use

__all__ = ["find_file_access"]

#: Arguments, and what each slot of them is expected to lead to.
_Plan = tuple[dict[str, Any], tuple["SlotUse", ...]]

_MAX_CALLS = 260
_MAX_BASES = 6
#: Calls with the sure paths only, and then with what may be one too, before everything else is tried.
_MAX_CALLS_ALONE = 30
_MAX_CALLS_TOGETHER = 60
#: Of the time of a check, what the search for a legal call may take.
_SEARCH_SHARE = 0.4
#: So many calls that succeed and touch no file show that what looked like a path is none.
_ENOUGH_WITHOUT = 40
#: What the checks of a tool tell each other: a call that works, or that there is none.
_NOTE = "file access"
_MAX_BASE_FOLDERS = 4
#: What values of our own begin with; a tool that looks for one has been told to.
_OWN_NAMES = ("sample", "other", "fresh", "folder", "empty", "*")


def find_file_access(subject: Subject, arena: Arena, *, needs_slot: bool = True, is_first: bool = False) -> FileAccess:
    """Use the tool in legal ways until one call is seen to work on the planted files.

    Args:
        subject: The tool.
        arena: A world that has files of many endings.
        needs_slot: Whether a tool without an argument that names files is of no interest.
        is_first: Whether to say that nothing could be judged; one of several checks does, and the others refer to it.

    Raises:
        NotApplicable: If the tool is given no root, or nothing it takes leads to a file.
        CouldNotRun: If it takes a path, no call got as far as a file, and *is_first*.
    """
    if not is_given_root(subject):
        raise NotApplicable("The tool is given no workspace root; see root_is_declared.")
    slots = path_slots(subject.schema)
    if needs_slot and not slots:
        raise NotApplicable("No argument of the tool takes text, so none can name a file.")
    search = AccessSearch(subject, arena, slots, likely_endings(subject), subject.patience(_SEARCH_SHARE))
    known = subject.notes.get(_NOTE) or {"call": None, "refused": None, "calls": 0, "words": ""}
    found = None
    if known["call"] is not None:
        # What worked for another check is tried first.
        found = search.repeat(known["call"], known["uses"])
    if found is None and (known["call"] is not None or _NOTE not in subject.notes):
        found = search.run()
        known = search.told(found)
        # That none was found in too little time says nothing about the others.
        if found is not None or not search.has_stopped_early:
            subject.notes[_NOTE] = known
    if found is None and not needs_slot:
        found = AccessSearch(subject, arena, slots, search.endings, search.patience).run_without_slots()
    if found is not None:
        endings = [*(use.ending for use in found.uses), *search.added]
        arena.keep_endings([*endings, ".txt"] if endings else BASIC_ENDINGS)
        return found
    # What such calls would have done is not seen.
    if search.unanswered:
        subject.has_left(search.unanswered, is_hung=True)
    if known["refused"] is None:
        raise NotApplicable("Nothing the tool takes leads to a file of the workspace.")
    if not is_first:
        raise NotApplicable("No call got as far as a file of the workspace; see paths_stay_inside.")
    raise CouldNotRun(
        f"No call with an ordinary path in {known['refused']!r} got as far as a file of the workspace, "
        f"so a refusal would prove nothing ({known['calls']} calls tried{known['words']}). "
        "Give the fields examples with which the tool works, or make what it needs when its module is imported."
    )


@dataclass(slots=True)
class AccessSearch:
    """One search for a legal call."""

    subject: Subject
    arena: Arena
    slots: Sequence[PathSlot]
    endings: Sequence[str]
    patience: Patience
    calls: int = 0
    succeeded: int = 0
    unanswered: int = 0
    #: What the first call said that failed, as a report quotes it.
    words: str = ""
    weak: FileAccess | None = None
    #: Whether the time was over before every call was made; the engine knows.
    has_stopped_early: bool = False
    #: Endings that the tool adds to a name itself; what lies outside must have them too.
    added: list[str] = field(default_factory=list)
    _learned: bool = False

    def run(self) -> FileAccess | None:
        """Return the first call whose arguments lead to files, or one that at least got that far; None if none does."""
        paths = [slot for slot in self.slots if slot.is_path]
        bases = self._bases()
        found = self._first_with_paths(paths, bases)
        for slot in self.slots:
            if not slot.is_path:
                found = self._first(self._other_calls(slot, found, bases)) or found
        return found or self.weak

    def run_without_slots(self) -> FileAccess | None:
        """Return the first call that reaches files which nothing in it names; None if none does."""
        return self._first((base, ()) for base in self._bases()) or self.weak

    def told(self, found: FileAccess | None) -> dict[str, Any]:
        """Return what the other checks of the tool need not find out again."""
        if found is not None:
            return {"call": found.arguments, "uses": [use.as_json() for use in found.uses], "refused": None}
        path = next((slot.shown for slot in self.slots if slot.is_path), None)
        refused = None if self.succeeded else path
        return {"call": None, "refused": refused, "calls": self.calls, "words": self.words}

    def repeat(self, arguments: dict[str, Any], uses: Sequence[Mapping[str, str]]) -> FileAccess | None:
        """Return the very call that has worked before; None if it does not now."""
        by_place = {slot.shown: slot for slot in self.slots}
        again = tuple(SlotUse.from_json(use, by_place[use["slot"]]) for use in uses)
        return self._first([(arguments, again)]) or self.weak

    def _first_with_paths(self, paths: list[PathSlot], bases: list[dict[str, Any]]) -> FileAccess | None:
        """Return the first call that reaches a file by its paths, or by them and what may be the other end of a move.

        A mover refuses a legal source beside a target that is an ordinary word and no path, so both are tried together
        before all the time is spent on the one.
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
        bases = list(islice(candidate_arguments(dict(self.subject.schema)), _MAX_BASES)) or [{}]
        # A search must find something: let free text be a word that every planted file holds.
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
            if any(use.ending not in self.arena.endings for use in uses):
                self.arena.keep_endings([*(use.ending for use in uses), *BASIC_ENDINGS[:2]])
            traces = self.arena.observe(self.subject, arguments)
            self.succeeded += traces.outcome.succeeded
            self.words = self.words or _words(traces.outcome, self.subject)
            self.unanswered += traces.outcome.timed_out
            seen = self._seen(uses, traces)
            if len(seen) < len(uses) or not uses:
                uses = self._learn(uses, traces)
                if self._learned:
                    self._learned = False
                    traces = self.arena.observe(self.subject, arguments)
                    seen = self._seen(uses, traces)
            if not seen and (uses or not (traces.read_inside or traces.inside or traces.shown)):
                continue
            found = seen_access(arguments, seen, traces, self.arena)
            if not traces.outcome.succeeded:
                self.weak = self.weak or found
            elif len(seen) == len(uses):
                return found
            else:
                partly = partly or found
        return partly

    def _seen(self, uses: Sequence[SlotUse], traces: Traces) -> tuple[SlotUse, ...]:
        return tuple(used for use in uses if (used := seen_use(use, traces, self.arena)) is not None)

    def _learn(self, uses: tuple[SlotUse, ...], traces: Traces) -> tuple[SlotUse, ...]:
        """Plant what the call looked for in vain: its own folder in the workspace, or the ending it adds to a name."""
        learned = []
        for use in uses:
            stem = Path(use.text).name
            for path in traces.missing:
                ending = path.name.removeprefix(stem)
                if not path.name.startswith(stem) or ending.strip(".").startswith(stem) or use.text.startswith("/"):
                    continue
                if ending.startswith(".") and use.kind == "stem" and ending not in self.arena.endings:
                    self.added.append(ending)
                    self.arena.keep_endings([ending, *self.arena.endings])
                    self._learned = True
                folder = path.parents[len(Path(use.text).parts) - 1]
                self._add_base(folder)
            learned.append(use)
        for path in traces.missing:
            if path.parent == self.arena.workspace and "." not in path.name and not path.name.startswith(_OWN_NAMES):
                self._add_base(path)
        return tuple(learned)

    def _add_base(self, folder: Path) -> None:
        known = self.arena.bases
        if folder not in known and len(known) < _MAX_BASE_FOLDERS and folder.is_relative_to(self.arena.workspace):
            self.arena.add_base(folder)
            self._learned = True

    def _path_calls(self, slots: list[PathSlot], bases: list[dict[str, Any]]) -> Iterator[_Plan]:
        """Yield calls with ordinary paths: the likeliest kinds with every ending, then others, then absolute paths."""
        likeliest, *rest = likely_kinds(slots)
        for base in bases[:2]:
            for ending in self.endings:
                yield _plan(base, slots, likeliest, ending)
                if ending == self.endings[0]:
                    yield from (_plan(base, slots, kinds, ending) for kinds in rest)
        for ending in self.endings[:6]:
            for base in bases:
                yield from (_plan(base, slots, kinds, ending) for kinds in (likeliest, *rest))
        for ending in self.endings:
            yield _plan(bases[0], slots, likeliest, ending, top=self.arena.workspace)

    def _other_calls(self, slot: PathSlot, found: FileAccess | None, bases: list[dict[str, Any]]) -> Iterator[_Plan]:
        """Yield calls that put a name into a slot that does not look as if it took one, beside what is known."""
        known = found.uses if found else ()
        endings = [use.ending for use in known] or self.endings[:3]
        for base in [found.arguments] if found else bases[:3]:
            for kind in ("stem", "new stem", "file", "new file"):
                for ending in endings if kind.endswith("file") else [""]:
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
    """Return what a call that failed said, as a part of a sentence; empty if it said nothing."""
    if outcome.raised is not None:
        return f"; one ended with {exception_words(outcome.raised, subject.sandbox)}"
    message = outcome.returned.get("message") if outcome.is_error_dict else None
    return f"; one said {quoted_words(message, subject.sandbox)!r}" if isinstance(message, str) else ""
