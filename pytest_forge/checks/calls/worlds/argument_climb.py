"""Argument climb: a call that works, found by changing one place in the arguments after another.

move(sku="hello", source="hello", target="hello")     refused in the first line
move(sku="BOLT-8", source="north", target="hello")    a record of the module: refused further on
move(sku="BOLT-8", source="north", target="south")    a constant of the module: works

credit(card="hello", payment="hello")                 refused in the first line
credit(card="GC001234", payment="hello")              the same test refuses it
credit(card="GC001234", payment="PAY-7")              two places at once: works

The values come from refusals, from the records and constants of the module, the patterns of its code, and the
descriptions. A call that has got further is where the climb begins again, since its refusal may offer others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cached_property
from itertools import combinations, islice, product, zip_longest
from typing import Any

from ....strategies.calls.written_moments import later_moment
from ....strategies.mined_constants import mined_constants, rows_in_tables
from ....strategies.other_leaves import leaf_at, leaf_paths, other_values, with_leaf
from ....strategies.own_moments import texts_of_own_forms
from ....strategies.own_names import texts_of_own_patterns
from ....strategies.own_records import with_row
from ....targets.subject import Subject
from ..known_values import KnownValues, known_values, quoted_values
from ..varied_calls import OtherValues, varied_calls
from .file_values import file_values
from .world_trials import Trial

__all__ = ["ArgumentClimb"]

_MAX_STARTS, _MAX_NAMES, _MAX_OPTIONS, _MAX_FULLER = 3, 4, 16, 24
#: The likeliest values of a place, which come before all others of any place.
_FIRST = 12
#: Values of each of two texts that are changed at once, pairs of texts, and quoted values of all texts at once.
_MAX_TOGETHER, _MAX_PAIRS, _MAX_ALIKE = 6, 3, 3
_MAX_VARIED = 6
#: An end has to be behind its start.
_LATER = (timedelta(hours=1), timedelta(days=1))
#: Quoted texts that are tried as the key of an object.
_MAX_KEYS = 6
#: Lengths of a list that are tried, and the longest.
_MAX_LENGTHS, _LONGEST = 4, 64

#: Makes a call among the files of a trial; None if it does not fit the schema, or there is no time left.
_Make = Callable[[dict[str, Any], Trial], Trial | None]


class ArgumentClimb:
    """Climbs from call to call of one tool.

    Args:
        subject: The tool.
        make: Makes a call.
        records: Returns variants of a call whose free objects have the keys that the tool looks up.
    """

    def __init__(
        self, subject: Subject, make: _Make, records: Callable[[dict[str, Any]], Iterable[dict[str, Any]]]
    ) -> None:
        self._subject = subject
        self._make_one = make
        self._records = records
        # The calls that were made among the same files, each as it is written.
        self._made: dict[str, Trial | None] = {}
        self._world: tuple[Any, ...] = ()

    def look(self) -> None:
        """Learn what the workspace holds now as well: files that the tool reads or writes tell of its records."""
        self._held = self._held.with_more(file_values(self._subject.sandbox.workspace, planted=False))

    @cached_property
    def _held(self) -> KnownValues:
        return known_values(self._subject)

    @cached_property
    def _quoted(self) -> KnownValues:
        return quoted_values(self._subject)

    def trials(self, best: Trial) -> Iterator[Trial]:
        """Yield trials until one succeeds; *best* is the call that has got furthest."""
        starts = self._records(best.call)
        records = rows_in_tables(self._subject.tool)
        rows = (with_row(best.call, *pair) for pair in zip_longest(records, records[1:], fillvalue=()))
        made = [trial for call in (*rows, *starts) if (trial := self._make(call, best)) is not None]
        yield from made
        for start in sorted([best, *made], key=lambda trial: trial.reach, reverse=True)[:_MAX_STARTS]:
            furthest, before = start, None
            while furthest is not before:
                before = furthest
                for trial in self._from(before):
                    yield trial
                    furthest = trial
                    if trial.reach[0]:
                        return

    def options(self, best: Trial, ordinary: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return a call that works with a text in an optional argument, for each with which no ordinary call does.

        Args:
            best: A call that works without.
            ordinary: The ordinary calls.
        """
        required = self._subject.schema.get("required") or ()
        given = {name: call[name] for call in reversed(ordinary) for name in call if name not in best.call}
        found = []
        for name, value in [one for one in given.items() if one[0] not in required][:_MAX_NAMES]:
            if isinstance(value, str) and not self._works_with(best, name, value):
                known = [*self._quoted.values_for(name, value), *self._held.values_for(name, value)]
                working = (one for one in dict.fromkeys(known[:_MAX_OPTIONS]) if self._works_with(best, name, one))
                found += [{**best.call, name: one} for one in islice(working, 1)]
        return found

    def varied(self, best: Trial, ordinary: Sequence[dict[str, Any]]) -> list[Trial]:
        """Return calls that work and have other answers than *best*, a call that works, and than each other."""
        numbers = mined_constants(self._subject.tool).numbers
        values = OtherValues(ordinary, quoted=self._quoted, held=self._held, numbers=numbers)
        made: dict[str, Trial] = {}

        def answer(call: dict[str, Any]) -> str | None:
            trial = self._make(call, best, again=True)
            if trial is None or not trial.reach[0] or (trial.found_nothing and not best.found_nothing):
                values.offered.update(dict.fromkeys(trial.offered if trial is not None else ()))
                return None
            made[repr(call)] = trial
            return trial.answer

        calls = varied_calls(best.call, values, answer, first_answer=best.answer, limit=_MAX_VARIED)
        return [made[repr(call)] for call in calls]

    def fuller(self, best: Trial) -> Trial | None:
        """Return a call that finds something, where one finds nothing: without filters, or with one other argument."""
        required = self._subject.schema.get("required") or ()
        for call in _without_options(best.call, required) if best.found_nothing else ():
            trial = self._make(call, best)
            if trial is not None and trial.reach[0] and not trial.found_nothing:
                return trial
        for name, value in best.call.items() if best.found_nothing else ():
            known = [*self._quoted.values_for(name, value), *self._held.values_for(name, value)]
            for one in dict.fromkeys(known[:_MAX_FULLER]):
                trial = self._make({**best.call, name: one}, best)
                if trial is not None and trial.reach[0] and not trial.found_nothing:
                    return trial
        return None

    def learn(self, shown: Mapping[str, Iterable[Any]]) -> None:
        """Learn what answers have shown, by its key: filters take the values of records."""
        self._held = self._held.with_more((key, list(values)) for key, values in shown.items())

    def _make(self, call: dict[str, Any], beside: Trial, *, again: bool = False) -> Trial | None:
        """Make a call; if it was made before, return its trial for *again*, and else None."""
        world = (beside.files, beside.page, beside.variables)
        if world != self._world:
            self._made, self._world = {}, world
        if (written := repr(call)) in self._made:
            return self._made[written] if again else None
        self._made[written] = trial = self._make_one(call, beside)
        return trial

    def _works_with(self, best: Trial, name: str, value: str) -> bool:
        trial = self._make({**best.call, name: value}, best)
        return trial is not None and trial.reach[0]

    def _from(self, best: Trial) -> Iterator[Trial]:
        """Yield calls that get further: with the likeliest values of each place, or else with all others."""
        start = best
        keyed = (*self._with_other_keys(best), *self._with_other_pairs(best.call))
        alike = (*self._alike(best.call), *_with_numbers(best.call))
        changed = (*alike, *keyed, *self._with_other_lengths(best.call))
        for call in (*changed, *self._records(best.call)):
            trial = self._make(call, best)
            if trial is not None and trial.reach > best.reach:
                best = trial
                yield trial
        for part in (slice(_FIRST), slice(_FIRST, None)):
            for call in self._of_one_form(best.call) if best is start and part.start else ():
                trial = self._make(call, best)
                if trial is not None and trial.reach > best.reach:
                    best = trial
                    yield trial
                    break
            for path in leaf_paths(best.call) if best is start else ():
                for value in self._values(path, leaf_at(best.call, path), best.offered)[part]:
                    trial = self._make(with_leaf(best.call, path, value), best)
                    if trial is not None and trial.reach > best.reach:
                        best = trial
                        yield trial
                        break
        if best is start:
            yield from islice(self._together(best), 1)

    def _alike(self, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the call with one quoted text in all of its places: they may have to be of one form."""
        texts = {name: value for name, value in call.items() if isinstance(value, str)}
        quoted = (value for name, old in texts.items() for value in self._quoted.values_for(name, old)[:_MAX_ALIKE])
        for value in dict.fromkeys([*quoted, *texts.values()]) if len(texts) > 1 else ():
            yield {**call, **dict.fromkeys(texts, value)}

    def _of_one_form(self, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the call with a text of a form that the code reads in two places at once, which hold the same text.

        A start and an end are often read in one line, and without either of them there is no other step.
        """
        forms = texts_of_own_forms(self._subject.tool)
        texts = [name for name, value in call.items() if isinstance(value, str) and value not in forms]
        for first, second in combinations(texts, 2) if forms else ():
            if call[first] == call[second]:
                yield from ({**call, first: text, second: text} for text in forms)

    def _together(self, best: Trial) -> Iterator[Trial]:
        """Yield calls that get further with two other texts: one test may refuse either of them."""
        forms = [*texts_of_own_patterns(self._subject.tool), *texts_of_own_forms(self._subject.tool)]
        texts = {name: value for name, value in best.call.items() if isinstance(value, str)}
        known = {
            name: list(dict.fromkeys([*best.offered, *forms, *self._quoted.values_for(name, value)]))[:_MAX_TOGETHER]
            for name, value in texts.items()
        }
        # Texts that are still the same are of one kind, and not yet found.
        pairs = sorted(combinations(texts, 2), key=lambda pair: texts[pair[0]] != texts[pair[1]])
        for first, second in islice(pairs, _MAX_PAIRS):
            # Different values first: the same one twice may be refused further on.
            for one, other in sorted(product(known[first], known[second]), key=lambda pair: pair[0] == pair[1]):
                trial = self._make({**best.call, first: one, second: other}, best)
                if trial is not None and trial.reach > best.reach:
                    yield trial

    def _with_other_lengths(self, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the call with one item of a list, or as many as a number of the code: one for each day of a week."""
        numbers = mined_constants(self._subject.tool).numbers
        lengths = [number for number in numbers if isinstance(number, int) and 1 < number <= _LONGEST][:_MAX_LENGTHS]
        for name, value in call.items():
            if isinstance(value, list) and value:
                # It may be refused for a later one.
                yield from [{**call, name: value[:1]}] if len(value) > 1 else ()
                yield from ({**call, name: value[:1] * length} for length in lengths if length != len(value))

    def _with_other_keys(self, best: Trial) -> Iterator[dict[str, Any]]:
        """Yield the call with other keys in an object whose keys are free.

        These are all names that its refusal lists, or one of a form that the code or a description tells.
        """
        forms = texts_of_own_patterns(self._subject.tool)
        for name, value in best.call.items():
            node = (self._subject.schema.get("properties") or {}).get(name)
            is_free = isinstance(value, dict) and isinstance(node, dict) and not node.get("properties")
            parts = list(value.values()) if is_free else []
            offered = [key for key in best.offered if "\n" not in key]
            if parts and offered:
                yield {**best.call, name: dict.fromkeys(offered, parts[0])}
            for key in dict.fromkeys([*forms, *self._quoted.values_for(name, "")[:_MAX_KEYS]]) if parts else ():
                yield {**best.call, name: {key: parts[0]}}

    def _with_other_pairs(self, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the call with a known text in one place of each list in a list: [["bolt", 1]]."""
        for name, value in call.items():
            rows = value if isinstance(value, list) and value and all(isinstance(row, list) for row in value) else []
            for place, old in enumerate(rows[0] if rows else ()):
                known = [*self._quoted.values_for(name, old), *self._held.values_for(name, old)]
                for text in dict.fromkeys(known[:_FIRST]) if isinstance(old, str) else ():
                    yield {**call, name: [[*row[:place], text, *row[place + 1 :]] for row in rows[:1]]}

    def _values(self, path: Sequence[str | None], old: Any, offered: Sequence[str]) -> list[Any]:
        """Return values for a place in the arguments: of its own type, and then of others."""
        name = next((key for key in reversed(path) if key is not None), "")
        one = old[0] if isinstance(old, list) and old else old
        told = [value for value in offered if isinstance(one, str) and value != one]
        found = [*told, *self._quoted.values_for(name, one), *self._held.values_for(name, one)]
        if isinstance(one, str):
            forms = texts_of_own_forms(self._subject.tool)
            later = [later_moment(one, step) for step in _LATER] if forms else []
            found = [*told, *filter(None, later), *forms, *found[len(told) :]]
            found += texts_of_own_patterns(self._subject.tool)
        if isinstance(old, list):
            # Like records may be refused together.
            found = [*([value] for value in found), *([old[:1]] if len(old) > 1 else [])]
        return [*found, *(value for value in other_values(old, ()) if type(value) is not type(old))]


def _without_options(call: dict[str, Any], required: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a call without its optional texts, and without each of them: a filter may let nothing through."""
    optional = [name for name, value in call.items() if name not in required and isinstance(value, str | list)]
    for left_out in [optional, *([name] for name in optional)] if len(optional) > 1 else [optional] if optional else []:
        yield {name: value for name, value in call.items() if name not in left_out}


def _with_numbers(call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with a number for all texts in its records: they may be read in one line."""
    texts = [path for path in leaf_paths(call) if len(path) > 1 and isinstance(leaf_at(call, path), str)]
    changed = call
    for path in texts:
        changed = with_leaf(changed, path, 1)
    if len(texts) > 1:
        yield changed
