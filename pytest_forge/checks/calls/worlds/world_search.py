"""WorldSearch: tries files and calls until a tool does its work; for a copy of the process.

variables           the workspace, for folders that the environment names
answers             pages for its requests: documents with what its code looks up, a web page, a line of text
free objects        the keys that the tool's code looks up, or else the names in its tables
documents           texts in the formats that the code parses, as arguments
missing names       files that a call asked for, with likely contents; folders
last records        files whose records refer to none, where a call did not return
other leaves        documents in which the values of one key are of another kind
opened files        contents with the keys, columns and sections that the code looks up
listed folders      files with the endings that the code names
neighbours          files that other tools of the target create, and values that they return
variables           texts that the tool's variables held, as arguments
searched texts      what the expressions made of an argument look for, in other arguments and in files
known values        what the module and the descriptions hold, and what patterns match, in one argument after another
varied calls        once a call works: others that work as well, with other answers
"""

from __future__ import annotations

import ast
import base64
import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ....oracles.network_canary import HTML, Page
from ....oracles.own_code import OwnCode
from ....strategies.calls.examples import candidate_arguments
from ....strategies.calls.value_pool import ValuePool
from ....strategies.decoded_texts import decoded_texts
from ....strategies.likely_contents import LikelyContents
from ....strategies.mined_constants import author_codes, mined_constants, names_in_tables
from ....strategies.own_choices import own_choices
from ....strategies.own_keys import Kind, own_keys, own_variables
from ....strategies.own_records import with_own_choices, with_own_records
from ....strategies.own_tables import own_tables, with_own_tables
from ....strategies.schemas.flat_schema import FlatSchema, is_valid
from ....strategies.shaped_files import shaped_contents
from ....strategies.shared_names import with_shared_names
from ....strategies.workspace_files import planted_contents
from ....targets.subject import Subject
from ..call_variants import shortened_waits
from .argument_climb import ArgumentClimb
from .file_stages import FileStages
from .searched_texts import with_searched_texts
from .world_trials import Files, Trial, WorldTrials

__all__ = ["WorldSearch"]

_ORDINARY, _MOST, _MAX_ROUNDS = 6, 24, 3
_MAX_NAMES, _MAX_NEIGHBOURS, _MAX_MET, _MAX_TOLD, _MAX_FURTHER = 4, 4, 6, 6, 80
_OF_ANY_KIND: Kind = ""


class WorldSearch:
    """Searches the world of one tool.

    Args:
        subject: The tool.
        limit_s: Seconds for all trials.
    """

    def __init__(self, subject: Subject, *, limit_s: float) -> None:
        self._subject = subject
        self._workspace = subject.sandbox.workspace
        self._own = OwnCode(subject.tool)
        self._keys = own_keys(subject.tool) or dict.fromkeys(names_in_tables(subject.tool), _OF_ANY_KIND)
        self._likely = LikelyContents(subject.tool, self._keys)
        self._trials = WorldTrials(subject, self._own, limit_s=limit_s)
        self._choices = own_choices(subject.tool)
        self._tables = own_tables(subject.tool)
        self._climb = ArgumentClimb(subject, self._made_among, self._records)
        self._files = FileStages(subject, self._trials, self._likely)
        self._ordinary: list[dict[str, Any]] = []
        self._worked: Trial | None = None

    def found(self, *, is_needed: bool = True) -> dict[str, Any]:
        """Return what ordinary calls lack: ``files`` by name, in Base64, ``calls``, and the ``page`` for requests.

        Args:
            is_needed: Whether a call that works may lack something all the same, such as files to list.
        """
        ordinary = self._ordinary_calls()
        tried: list[Trial] = []
        for call in ordinary:
            trial = self._trials.made(call, {})
            tried += [] if trial is None else [trial]
            if trial is not None and (trial.reach[0] or trial.has_hung) and not is_needed:
                # A slow tool needs its time for the checks.
                if trial.has_hung:
                    return {}
                found = max([trial, *self._with_searched(trial)], key=lambda one: one.reach)
                calls = self._working(found, ordinary)
                return {"calls": calls, "files": _in_base64(found.files)} if calls[1:] else {}
        if not tried:
            return {}
        self._climb.look()
        best = first = max(tried, key=lambda trial: trial.reach)
        rounds = 0 if any(trial.reach[0] for trial in tried) and self._has_reached_all() else _MAX_ROUNDS
        self._ordinary = [trial.call for trial in tried]
        self._files.begin(tried)
        for _ in range(rounds):
            before = best
            for stage in self._stages():
                best = max([best, *stage(best)], key=lambda trial: trial.reach)
                self._trials.page, self._trials.variables = best.page, best.variables
            if best is before:
                break
        self._trials.set_up(best.files)
        # A later one of the ordinary calls may be the only one that works.
        calls = self._working(best, ordinary) if best.reach[0] else [best.call]
        is_found = best is not first or calls[1:] or (best.reach[0] and best.call not in ordinary[:1])
        if not is_found or self._makes_stumble(best.files, tried):
            return {}
        # A call that changes an ordinary file may work only once, unless the file is put back.
        changed = {name: data for name, data in planted_contents().items() if name in self._trials.written}
        world = {**changed, **best.files}
        page = None if best.page is None else [best.page.kind, base64.b64encode(best.page.body).decode()]
        return {
            "files": _in_base64(world),
            "calls": calls if calls[1:] or best.call not in ordinary[:1] else [],
            "page": page,
            "variables": list(best.variables),
        }

    def keeps_waits(self) -> bool:
        """Tell whether a call that works is refused with the shortest waits: they are no waits."""
        worked = self._worked
        shortened = shortened_waits(self._subject, worked.call) if worked is not None else {}
        if worked is None or shortened == worked.call:
            return False
        self._trials.allow(1)
        trial = self._trials.made(shortened, worked.files)
        return trial is not None and not trial.reach[0]

    def _working(self, best: Trial, ordinary: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return a call that works and others: those that find something first, and those with other answers."""
        self._worked = best
        self._climb.look()
        full = self._climb.fuller(best) or best
        if full is not best:
            self._climb.learn(self._trials.shown)
        self._trials.allow(_MAX_FURTHER)
        varied = self._climb.varied(full, ordinary)
        before = [trial.call for trial in varied if full.found_nothing and not trial.found_nothing]
        after = [*self._climb.options(best, ordinary), *(trial.call for trial in varied)]
        found = [*before, full.call, *after, best.call]
        return [call for number, call in enumerate(found) if call not in found[:number]]

    def _ordinary_calls(self) -> list[dict[str, Any]]:
        """Return ordinary calls, without those whose empty list leaves nothing to do, if there are others.

        Objects without declared keys have those that the tool looks up in the first one.
        """
        calls = candidate_arguments(self._subject.schema, limit=_ORDINARY)
        # A tool may take objects without the keys that it looks up, and do nothing with them.
        records = list(itertools.islice(self._records(calls[0]), 1)) if calls else []
        return [*records, *([call for call in calls if not self._is_hollow(call)] or calls)]

    def _stages(self) -> Sequence[Callable[[Trial], Iterator[Trial]]]:
        return (
            self._with_variables,
            self._with_answers,
            self._with_records,
            self._with_documents,
            self._with_neighbours,
            self._files.with_missing,
            self._files.with_shapes,
            self._files.with_last_records,
            self._files.with_other_leaves,
            self._files.with_kinds,
            self._files.with_own_paths,
            self._with_other_calls,
            self._with_searched,
            self._with_met,
            self._with_known_values,
            self._with_nothing,
        )

    def _with_variables(self, best: Trial) -> Iterator[Trial]:
        """Name the workspace in variables that are not set: their defaults may lie outside the sandbox."""
        unset = [name for name in own_variables(self._subject.tool) if name not in os.environ]
        for name in unset[:_MAX_NAMES] if not best.variables else ():
            self._trials.variables = {name: str(self._workspace)}
            trial = self._trials.made(best.call, best.files)
            if trial is not None and trial.asks_for_more_than(best):
                # It looks for its files where they can be planted.
                yield trial.further_than(best)

    def _with_answers(self, best: Trial) -> Iterator[Trial]:
        if best.page is not None or not self._trials.is_asking:
            return
        for page in self._pages(best.call):
            self._trials.page = page
            trial = self._trials.made(best.call, best.files)
            if trial is not None:
                yield trial
                if trial.reach[0]:
                    # The likeliest pages come first.
                    return

    def _pages(self, call: dict[str, Any]) -> Iterator[Page]:
        yield from (Page(body) for body in [*self._likely.documents(call), *shaped_contents(".json", self._keys)])
        yield HTML
        yield Page(b"hello\n", "text/plain")

    def _with_records(self, best: Trial) -> Iterator[Trial]:
        for call in self._records(best.call):
            yield from self._trials.made_if_left(call, best.files)

    def _with_documents(self, best: Trial) -> Iterator[Trial]:
        """Pass documents in the formats that the code parses, where no text has led to a result."""
        if best.reach[0]:
            return
        for name in [name for name, value in best.call.items() if isinstance(value, str)][:_MAX_NAMES]:
            for ending in self._likely.texts:
                for data in self._likely.contents(f"x{ending}", best.call):
                    call = {**best.call, name: (data or b"").decode()}
                    if is_valid(self._subject.schema, call):
                        yield from self._trials.made_if_left(call, best.files)
            for text in decoded_texts(mined_constants(self._subject.tool).names):
                if is_valid(self._subject.schema, call := {**best.call, name: text}):
                    yield from self._trials.made_if_left(call, best.files)

    def _with_neighbours(self, best: Trial) -> Iterator[Trial]:
        others = [
            self._subject.beside(*one) for one in self._subject.neighbours if one[0].name != self._subject.facts.name
        ]
        if not others or (best.reach[0] and not best.asked):
            return
        # Tools that need nothing but what this one is given are likelier to concern the same things.
        others.sort(key=lambda other: not set(other.schema.get("required") or ()) <= best.call.keys())
        self._trials.set_up(best.files)
        before, told = self._trials.files_now(), list[dict[str, Any]]()
        for other in others[:_MAX_NEIGHBOURS]:
            for call in _calls_like(other, best.call):
                outcome = self._trials.of_another(other, call)
                if outcome.succeeded:
                    pool = ValuePool()
                    pool.learn(call)
                    pool.learn(outcome.value)
                    placed = pool.newest_placed(best.call, partial(is_valid, self._subject.schema))
                    told += [placed] if placed is not None and placed not in told else []
        now = self._trials.files_now()
        made = {
            name: data for name, data in now.items() if before.get(name) != data and not self._files.is_hidden(name)
        }
        files = {**best.files, **made}
        is_further = False
        for call in [best.call, *told[:_MAX_TOLD]] if made else told[:_MAX_TOLD]:
            for trial in self._trials.made_if_left(call, files):
                is_further = is_further or trial.reach > best.reach
                yield trial
        if is_further:
            self._trials.written |= made.keys()
        else:
            self._trials.forget_others()

    def _with_other_calls(self, best: Trial) -> Iterator[Trial]:
        """Make the other ordinary calls among the files, and further ones if none has succeeded."""
        known = self._ordinary if best.files else []
        if not best.reach[0]:
            more = candidate_arguments(self._subject.schema, limit=_MOST)
            known = [*known, *(call for call in more if call not in self._ordinary)]
        for call in known:
            if call != best.call and not self._is_hollow(call):
                yield from self._trials.made_if_left(call, best.files)

    def _with_nothing(self, best: Trial) -> Iterator[Trial]:
        """Pass an empty list, which leaves nothing to do, where no other call has led to a result."""
        for call in candidate_arguments(self._subject.schema, limit=_MOST) if not best.reach[0] else ():
            if self._is_hollow(call):
                yield from self._trials.made_if_left(call, best.files)

    def _is_hollow(self, call: Mapping[str, Any]) -> bool:
        """Tell whether a required list or object of a call is empty."""
        return any(call.get(name) in ([], {}) for name in self._subject.schema.get("required") or ())

    def _with_searched(self, best: Trial) -> Iterator[Trial]:
        if not self._has_reached_all():
            yield from with_searched_texts(self._subject, self._trials, best)

    def _with_met(self, best: Trial) -> Iterator[Trial]:
        for name, value in best.call.items():
            texts = [text for text in best.met if text != value][:_MAX_MET] if isinstance(value, str) else []
            for text in texts:
                call = {**best.call, name: text}
                if is_valid(self._subject.schema, call):
                    yield from self._trials.made_if_left(call, best.files)

    def _with_known_values(self, best: Trial) -> Iterator[Trial]:
        """Give one value after another what the code and the descriptions hold, where no call has led to a result."""
        if not best.reach[0]:
            yield from self._climb.trials(best)

    def _records(self, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield variants of a call whose records have the texts that the tool expects, or the keys that it knows."""
        yield from with_own_choices(call, self._subject.schema, self._choices)
        yield from with_own_records(call, self._subject.schema, self._keys, self._choices)
        yield from with_own_tables(call, self._subject.schema, self._tables)
        yield from with_shared_names(call, self._subject.schema, self._choices)

    def _made_among(self, call: dict[str, Any], beside: Trial) -> Trial | None:
        return self._trials.made(call, beside.files) if is_valid(self._subject.schema, call) else None

    def _makes_stumble(self, files: Files, before: Sequence[Trial]) -> bool:
        """Tell whether a call stumbles over the files: then they are not what the tool expects.

        Calls that have a choice in common, with which no call succeeds, stumble over the choice.
        """
        again = [self._trials.made(trial.call, files) for trial in before if not trial.has_stumbled] if files else []
        after = [trial for trial in again if trial is not None]
        stumbling = [trial.call for trial in after if trial.has_stumbled]
        worked = [trial.call for trial in after if trial.reach[0]]
        nodes = self._subject.schema.get("properties") or {}
        is_of_choice = worked and any(
            isinstance(node, Mapping)
            and "enum" in node
            and name in stumbling[0]
            and all(call.get(name) == stumbling[0][name] for call in stumbling)
            and all(call.get(name) != stumbling[0][name] for call in worked)
            for name, node in (nodes.items() if stumbling else ())
        )
        return bool(stumbling) and not is_of_choice

    def _has_reached_all(self) -> bool:
        """Tell whether the calls so far have reached every line of the tool that does work."""
        for code in author_codes(self._subject.tool):
            tree = self._own.tree(code.co_filename)
            failing = set() if tree is None else _failing_lines(tree)
            lines = {line for _, _, line in code.co_lines() if line is not None and line > code.co_firstlineno}
            if any((code, line) not in self._trials.reached for line in lines - failing):
                return False
        return True


def _in_base64(files: Files) -> dict[str, str | None]:
    return {name: None if data is None else base64.b64encode(data).decode() for name, data in files.items()}


def _failing_lines(tree: ast.AST) -> set[int]:
    """Return the lines of raise statements and of handlers."""
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise | ast.ExceptHandler)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def _calls_like(other: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return ordinary calls of another tool, first with the values that *call* gives for arguments of the same name."""
    ordinary = candidate_arguments(other.schema, limit=3)
    alike = [{**one, **{name: call[name] for name in one if name in call}} for one in ordinary[:1]]
    fits = FlatSchema(other.schema).fits
    return [*(one for one in alike if one not in ordinary and fits(other.schema, one)), *ordinary]
