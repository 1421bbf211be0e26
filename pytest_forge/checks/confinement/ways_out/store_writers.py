"""Store writers: a path with which a writer leaves the folder in which a server keeps what its tools write.

write(path="plan.txt")                        makes store/plan.txt
write(path="../plan.txt")                     is refused: paths are meant to stay in the store
rename(path="plan.txt", to="idea.txt")        makes store/idea.txt
rename(path="plan.txt", to="../idea.txt")     makes idea.txt beside the store
write(path="../store-other/plan.txt")         makes a file in a folder whose name begins like the store's

The tool that refuses the path may be a reader as well, and the writer the only one of the server.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from ....oracles.file_tree import contents_below
from ....profile.places import names_new_place
from ....profile.reads import reads
from ....profile.roles import PATH_ROLES, Role, role_of
from ....profile.told_outside import tells_of_outside
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.path_slots import PathSlot, path_slots
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import before_json
from .server_stores import BESIDE, HIDDEN, WORDS, Store, is_limit, outcome_of, store_of

__all__ = ["refuse_writes_out_of_server_store"]

_MAX_MAKERS, _MAX_SLOTS, _MAX_READERS = 2, 4, 3
_MAX_BYTES, _MAX_FILES = 1 << 20, 200
#: Begins the names of files that do not exist yet.
_FRESH = "coltsfoot"

_Call = dict[str, Any]


def refuse_writes_out_of_server_store(subject: Subject, patience: Patience) -> bool:
    """Judge that no path leads a server's writer out of the folder in which its tools keep files.

    A tool of the server must refuse a path that leads out, so that the folder is meant as a limit. The writer must make
    a file in the folder by the name alone, or change what is there.

    Returns:
        Whether such a folder was found, and a call that works in it.

    Raises:
        CheckFailure: If a call makes, changes, moves or copies a file beside the folder, also on a new server.
    """
    if not subject.is_served or reads(subject.facts) or served_tool(subject).server.address.url:
        return False
    slots = _slots(subject)
    ordinary = next(iter(candidate_arguments(subject.schema, limit=1)), None)
    if not slots or ordinary is None:
        return False
    makers = [subject.beside(*one) for one in makers_of(subject, ordinary)[:_MAX_MAKERS]]
    for maker in patience.each([*makers, subject]):
        usual = _begin(subject)
        store = store_of(subject, maker, usual=usual if maker is subject else None)
        if store is None or not (is_limit(maker, store) or _is_limit_of_reader(subject, store)):
            continue
        # What names the file for the maker names it here as well.
        named = [*slots, *(name for name in _texts(subject) if name == store.name and name not in slots)]
        trial = _Trial(subject, maker, store, usual, named)
        # Each slot is tried, also behind one that works.
        judged = [trial.judge(name) for name in named]
        if any(judged):
            subject.renew()
            return True
    return False


def _begin(subject: Subject) -> _Call:
    """Start the server again, let other tools make the records that a call of the writer needs, and return the call."""
    subject.renew()
    return plausible_calls(subject, limit=1)[0]


def _slots(subject: Subject) -> list[str]:
    """Return the texts that may name files; any text may, where the server has made a folder."""
    found = _texts(subject)
    named = [name for name, slot in found.items() if slot.is_path or slot.may_be_path]
    if not named and any(path.is_dir() for path in subject.sandbox.temp.iterdir()):
        named = list(found)[:1]
    return named[:_MAX_SLOTS]


def _texts(subject: Subject) -> dict[str, PathSlot]:
    """Return the arguments that take any text, without those whose descriptions let a path lead anywhere."""
    if tells_of_outside(subject.facts.description or ""):
        return {}
    slots = [slot for slot in path_slots(subject.schema) if len(slot.steps) == 1 and slot.role is not Role.GLOB]
    return {slot.name: slot for slot in slots if not tells_of_outside(str(slot.schema.get("description") or ""))}


def _is_limit_of_reader(subject: Subject, store: Store) -> bool:
    """Tell whether a reader finds the file in the folder, and refuses one beside the folder that is there."""
    readers = [one for one in subject.neighbours if reads(one[0]) and one[0].name != subject.facts.name]
    for reader in [subject.beside(*one) for one in readers[:_MAX_READERS]]:
        nodes = FlatSchema(reader.schema).arguments
        usual = next(iter(candidate_arguments(reader.schema, limit=1)), {})
        for name in [name for name, node in nodes.items() if role_of(name, node) in PATH_ROLES or name == store.name]:
            if looks_failed(outcome_of(reader, {**usual, name: store.given})):
                continue
            with _beside(store) as (_, text):
                if looks_failed(outcome_of(reader, {**usual, name: text})):
                    return True
    return False


class _Trial(Struct):
    """Calls of a writer with names in a folder, and with paths that lead out of it.

    Args:
        subject: The writer.
        maker: The tool that makes the file in the folder.
        store: The folder, as it was found.
        usual: An ordinary call of the writer.
        slots: Its arguments that may name files.
    """

    subject: Subject
    maker: Subject
    store: Store
    usual: _Call
    slots: list[str]
    _number: int = 0

    def judge(self, name: str) -> bool:
        """Judge an argument; return whether a name in it works in the folder."""
        for is_new, leads_out in ((True, self._makes_outside), (False, self._takes_from_outside)):
            if not self._works(name, is_new=is_new):
                continue
            for is_alike, is_whole in itertools.product((False, True), repeat=2):
                call = leads_out(name, is_alike=is_alike, is_whole=is_whole)
                if call is None:
                    continue
                _begin(self.subject)
                if leads_out(name, is_alike=is_alike, is_whole=is_whole) is not None:
                    raise self._finding(name, call, is_alike=is_alike)
            return True
        return False

    def _finding(self, name: str, call: _Call, *, is_alike: bool) -> CheckFailure:
        is_own = self.maker is self.subject
        alike = " Compare whole steps of paths: a folder whose name begins alike is another one." if is_alike else ""
        return CheckFailure(
            "path_traversal",
            f"Given {call[name]!r} in {name!r}, the tool made, changed or took a file outside the folder in which the "
            "server keeps its files, which other tools do not leave. Resolve every path of a call, also the one where "
            f"something is to go, and refuse it unless it is below the folder.{alike}",
            about=name,
            arguments=call,
            before=() if is_own else before_json([(self.maker.facts.name, self.store.call)]),
        )

    def _ready(self) -> Store | None:
        """Return the folder with a file in it; a new server may have another one."""
        usual = self.usual if self.maker is self.subject else None
        return store_of(self.subject, self.maker, call=self.store.call, usual=usual)

    def _fresh(self, store: Store) -> tuple[str, str]:
        """Return a name that no file has, and how that of its file begins."""
        self._number += 1
        stem = f"{_FRESH}{self._number}x"
        return f"{stem}{Path(store.given).suffix}", stem

    def _call(self, name: str, text: str, store: Store) -> _Call:
        others = {other: self._fresh(store)[0] if names_new_place(other) else store.given for other in self.slots}
        return {**self.usual, **others, name: text}

    def _works(self, name: str, *, is_new: bool) -> bool:
        """Tell whether a new name makes a file in the folder, or the name of the file there changes what is in it."""
        store = self._ready()
        if store is None:
            return False
        text, stem = self._fresh(store) if is_new else (store.given, "")
        before = _contents(store.folder)
        if looks_failed(outcome_of(self.subject, self._call(name, text, store))):
            return False
        after = _contents(store.folder)
        return any(path.name.startswith(stem) for path in after.keys() - before.keys()) if is_new else before != after

    def _makes_outside(self, name: str, *, is_alike: bool, is_whole: bool) -> _Call | None:
        """Return a call that makes a file beside the folder, or in one whose name begins alike; None if it does not."""
        store = self._ready()
        if store is None:
            return None
        text, stem = self._fresh(store)
        outside = store.alike if is_alike else store.folder.parent
        outside.mkdir(exist_ok=True)
        up = f"../{outside.name}" if is_alike else ".."
        call = self._call(name, f"{outside if is_whole else up}/{text}", store)
        outcome_of(self.subject, call)
        found = [path for path in outside.glob(f"{stem}*") if path.is_file()]
        for path in found:
            path.unlink()
        if is_alike:
            shutil.rmtree(outside, ignore_errors=True)
        return call if found else None

    def _takes_from_outside(self, name: str, *, is_alike: bool, is_whole: bool) -> _Call | None:
        """Return a call that changes a file outside, takes it away, or copies it into the folder; None without one."""
        store = self._ready()
        if store is None:
            return None
        with _beside(store, is_alike=is_alike) as (path, text):
            before = _contents(path.parent)
            call = self._call(name, str(store.folder.parent / text.removeprefix("../")) if is_whole else text, store)
            outcome_of(self.subject, call)
            is_copied = any(WORDS.encode() in content for content in _contents(store.folder).values())
            return call if is_copied or _contents(path.parent) != before else None


@contextmanager
def _beside(store: Store, *, is_alike: bool = False) -> Iterator[tuple[Path, str]]:
    """Provide a file in a folder beside a store, and the way to it as the tool that made the store is given names.

    Args:
        store: The store.
        is_alike: Whether the name of the folder begins with that of the store.
    """
    folder = store.alike if is_alike else store.folder.parent / BESIDE
    path = folder / f"{HIDDEN}{Path(store.file).suffix}"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{WORDS}\n")
    try:
        yield path, f"../{folder.name}/{HIDDEN}{Path(store.given).suffix}"
    finally:
        shutil.rmtree(path.parent, ignore_errors=True)


def _contents(folder: Path) -> dict[Path, bytes]:
    return dict(contents_below(folder, max_bytes=_MAX_BYTES, most=_MAX_FILES))
