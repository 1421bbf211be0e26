"""FileStages: the stages of a search that try files, or calls that name them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ....profile.roles import Role
from ....regex import regex
from ....strategies.circular_records import with_last_records as contents_with_last_records
from ....strategies.likely_contents import LikelyContents
from ....strategies.mined_constants import mined_constants
from ....strategies.other_leaves import document_in, leaf_at, leaf_paths, other_values, with_leaf, written
from ....strategies.own_names import names_of_own_patterns
from ....strategies.shaped_files import own_endings
from ....strategies.workspace_files import path_arguments
from ....targets.subject import Subject
from .world_trials import Trial, WorldTrials

__all__ = ["FileStages"]

_STEM = regex(r"[\w-]{1,60}")
#: A file ending in a definition.
_ENDING = regex(r"(?<![\w/.])\*?(\.[a-z][a-z0-9]{1,8})(?![\w/.(])")
_MAX_NAMES = 4
#: Ends of the names of files that come and go.
_PASSING = (".tmp", ".lock", "-journal")
#: Names in code that lists folders.
_LISTING = frozenset(("listdir", "scandir", "iterdir", "glob", "rglob", "iglob", "walk"))
#: Files of a kind in a folder.
_OF_A_KIND = ("first", "second", "third")


class FileStages:
    """Tries files that a tool may need.

    Args:
        subject: The tool.
        trials: The trials of the search.
        likely: What its files may contain.
    """

    def __init__(self, subject: Subject, trials: WorldTrials, likely: LikelyContents) -> None:
        self._subject = subject
        self._workspace = subject.sandbox.workspace
        self._trials = trials
        self._likely = likely
        self._ordinary: list[dict[str, Any]] = []
        self._listed: list[str] = []

    def begin(self, tried: Sequence[Trial]) -> None:
        """Note the trials of ordinary calls."""
        self._ordinary = [trial.call for trial in tried]
        self._listed = list(dict.fromkeys(folder for trial in tried for folder in trial.listed))

    def with_missing(self, best: Trial) -> Iterator[Trial]:
        """Make the folders and files that a call asked for, in vain."""
        self._trials.set_up(best.files)
        missing = [name for name in best.asked if not (self._workspace / name).exists()]
        # What is made there may have any name.
        folders = dict.fromkeys(Path(name).parent.as_posix() for name in missing)
        if not _LISTING.isdisjoint(mined_constants(self._subject.tool).names):
            # Those that the tool makes itself need not be there.
            folders |= dict.fromkeys(name for name in missing if name not in self._trials.written)
        absent = [one for one in folders if not (self._workspace / one).exists() and not self.is_hidden(one)]
        for folder in absent[:_MAX_NAMES]:
            trial = self._trials.made(best.call, {**best.files, folder: None})
            if trial is not None:
                yield trial.further_than(best) if trial.asks_for_more_than(best) else trial
        files = [name for name in missing if not self.is_hidden(name)]
        for name in [name for name in files if name not in self._trials.written][:_MAX_NAMES]:
            yield from self._with_contents(best, name)

    def with_shapes(self, best: Trial) -> Iterator[Trial]:
        """Fill the files that it opened with what the code looks up."""
        # A file of this search has been tried in every shape.
        known = {*best.files, *self._trials.written}
        for name in [name for name in best.opened if name not in known][:_MAX_NAMES]:
            if _suffix(name):
                yield from self._with_contents(best, name)

    def with_last_records(self, best: Trial) -> Iterator[Trial]:
        """Have the records of a file refer to none: a call may follow them for ever."""
        for name in best.files if best.has_hung else ():
            for last in contents_with_last_records(_suffix(name), best.files[name] or b""):
                yield from self._trials.made_if_left(best.call, {**best.files, name: last})

    def with_other_leaves(self, best: Trial) -> Iterator[Trial]:
        """Change the kind of values in the documents that were found, where they have not led to a result."""
        for name in best.files if not best.has_hung else ():
            document = document_in(_suffix(name), best.files[name] or b"")
            for path in leaf_paths(document) if document is not None else ():
                for value in other_values(leaf_at(document, path), mined_constants(self._subject.tool).texts):
                    changed = with_leaf(document, path, value)
                    if best.reach[0]:
                        return
                    trial = self._trials.made(best.call, {**best.files, name: written(_suffix(name), changed)})
                    if trial is not None and trial.reach > best.reach:
                        best, document = trial, changed
                        yield trial
                        break

    def with_kinds(self, best: Trial) -> Iterator[Trial]:
        """Put files with the endings that the code names into the folders that it listed."""
        own = own_endings(mined_constants(self._subject.tool).texts)
        endings = own or [".txt"]
        kinds = {
            os.path.normpath(f"{folder}/{stem}{ending}"): next(self._likely.contents(f"x{ending}", {}))
            for folder in list(dict.fromkeys([*best.listed, *self._listed]))[:_MAX_NAMES]
            for ending in (endings if folder != "." else own)
            for stem in _OF_A_KIND
        }
        # Files that a call names, or of a form that the code knows, may have to stand in a folder that it lists.
        given = [*_file_names(best.call), *(f"{stem}{ending}" for stem in _stems(best.call) for ending in own)]
        for name in [*given[:_MAX_NAMES], *names_of_own_patterns(self._subject.tool)]:
            for folder in list(dict.fromkeys([*best.listed, *self._listed]))[:_MAX_NAMES]:
                kinds[os.path.normpath(f"{folder}/{name}")] = next(self._likely.contents(name, best.call))
        if kinds and not kinds.keys() <= best.files.keys():
            for call in [best.call, *self._ordinary]:
                yield from self._trials.made_if_left(call, {**best.files, **kinds})

    def with_own_paths(self, best: Trial) -> Iterator[Trial]:
        """Name files with the endings that the code or the definition mentions."""
        facts, texts = self._subject.facts, mined_constants(self._subject.tool).texts
        told = f"{facts.description} {json.dumps(self._subject.schema)}"
        endings = [*own_endings(texts), *_ENDING.findall(told)]
        names = [name for name, role in path_arguments(self._subject.schema).items() if role is Role.FILE_PATH]
        for name in [name for name in names if name in best.call]:
            before = _suffix(str(best.call[name]))
            for ending in list(dict.fromkeys(endings))[:_MAX_NAMES]:
                path = f"{_OF_A_KIND[0]}{ending}"
                for data in self._likely.contents(path, best.call) if ending != before else ():
                    yield from self._trials.made_if_left({**best.call, name: path}, {**best.files, path: data})
            if not best.reach[0]:
                # It may be the name of a file to make.
                for ending in list(dict.fromkeys([*endings, before]))[:_MAX_NAMES]:
                    yield from self._trials.made_if_left({**best.call, name: f"new{ending}"}, best.files)

    def is_hidden(self, name: str) -> bool:
        """Tell whether a name is that of a temporary file, a lock or a journal."""
        # Settings and stores in the home directory are hidden, and so is a folder that the code names.
        hidden = () if name.startswith("../") else Path(name).parts
        named = mined_constants(self._subject.tool).texts
        is_named = any(part in text.split("/") for part in hidden for text in named if part.startswith("."))
        return (not is_named and any(part.startswith(".") for part in hidden)) or name.endswith(_PASSING)

    def _with_contents(self, best: Trial, name: str) -> Iterator[Trial]:
        """Try contents of a file until one leads to a result; the likeliest come first."""
        for data in self._likely.contents(name, best.call):
            trial = self._trials.made(best.call, {**best.files, name: data})
            if trial is not None:
                # An error may take fewer steps, but what is asked for next can be planted.
                yield trial.further_than(best) if data is None and trial.asks_for_more_than(best) else trial
                if trial.reach[0] and trial.reach > best.reach:
                    return


def _suffix(name: str) -> str:
    return Path(name).suffix.lower()


def _file_names(value: Any) -> list[str]:
    """Return the texts of a call that have the form of a file's name."""
    if isinstance(value, str):
        return [value] if "/" not in value and _ENDING.fullmatch(_suffix(value) or " ") else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [name for part in parts for name in _file_names(part)][:_MAX_NAMES]


def _stems(call: Mapping[str, Any]) -> list[str]:
    """Return the texts of a call that may be a file's name without its ending."""
    return [value for value in call.values() if isinstance(value, str) and _STEM.fullmatch(value)]
