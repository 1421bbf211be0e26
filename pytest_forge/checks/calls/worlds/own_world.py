"""Own world: the files, answers and calls with which a tool works, found by trying them in a copy of the process.

Ordinary calls of a tool that reads accounts/NAME.ini, asks a service, or looks up keys in free objects end at its
first test. If lines of its code were not reached, calls are made again with the files that it asked for, contents with
the keys that its code looks up, and what other tools of the target create; and with values that its code holds, where
no call works. A world is kept if a call gets further: it succeeds, or takes more steps between lines. Of a call that
works, variants with other answers are kept as well.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

from msgspec import Struct, field

from forge_harness import contain_process

from ....oracles.network_canary import Page, answer_requests
from ....oracles.network_use import uses_network
from ....profile.reads import reads
from ....strategies.likely_contents import READERS
from ....strategies.mined_constants import author_codes, author_functions, may_refuse
from ....strategies.own_records import free_objects
from ....strategies.workspace_files import make_fresh_workspace, plant_files, write_files
from ....targets.subject import Subject
from ..call_variants import KEEPS_WAITS
from ..copies import in_a_copy
from .world_search import WorldSearch

__all__ = ["OwnWorld", "own_world", "plant_world", "reads_files"]

_NOTE = "own world"
#: Names in the code of tools that read files or folders.
_READING = frozenset(
    ("open", "read_text", "read_bytes", "connect", "glob", "rglob", "iterdir", "listdir", "scandir", "walk", "exists",
     "is_file", "is_dir", "stat", "ZipFile", "GzipFile", "BZ2File", "LZMAFile", "isfile", "isdir", "islink", "lexists",
     "rename", "rmtree",
     # Of our Workspace.
     "open_read", "update_text", "list_directory")
)  # fmt: skip
#: Share of a check's time for the search.
_SHARE = 0.25


class OwnWorld(Struct, frozen=True):
    """What a tool needs besides the ordinary files and calls.

    Attributes:
        files: Files by their path from the workspace, which may lead to the home directory; None for a folder.
        calls: Calls that get further than any ordinary one, and others that work and have other answers.
        page: The answer to its requests; None if it needs none.
        variables: Environment variables that name the workspace.
    """

    files: Mapping[str, bytes | None] = field(default_factory=dict)
    calls: tuple[dict[str, Any], ...] = ()
    page: Page | None = None
    variables: tuple[str, ...] = ()


def own_world(subject: Subject) -> OwnWorld:
    """Return the world in which a tool works, searched for once a tool; empty if its code refuses nothing."""
    if _NOTE not in subject.notes:
        codes = [] if subject.is_served else list(author_codes(subject.tool))
        is_needed = _may_need_one(subject, codes)
        may_help = is_needed or may_refuse(codes) or (bool(codes) and reads(subject.facts))
        found = _search(subject, is_needed=is_needed) if may_help else None
        subject.notes[KEEPS_WAITS] = bool((found or {}).pop(KEEPS_WAITS, False))
        subject.notes[_NOTE] = {
            "tool": subject.facts.name,
            "files": {},
            "calls": [],
            "page": None,
            "variables": [],
            **(found or {}),
        }
    told = subject.notes[_NOTE]
    files = {name: None if data is None else base64.b64decode(data) for name, data in told["files"].items()}
    # A neighbour in the same sandbox shares the files.
    calls = told["calls"] if told["tool"] == subject.facts.name else ()
    page = told["page"] and Page(base64.b64decode(told["page"][1]), told["page"][0])
    return OwnWorld(files, tuple(dict(call) for call in calls), page, tuple(told["variables"]))


def plant_world(subject: Subject, calls: Iterable[Mapping[str, Any]] = (), workspace: Path | None = None) -> None:
    """Write the ordinary files and those that the tool needs into the workspace, and answer its requests.

    Args:
        subject: The tool.
        calls: Calls whose files are written as well.
        workspace: The workspace; that of the sandbox by default.
    """
    place = subject.sandbox.workspace if workspace is None else workspace
    world = own_world(subject)
    # Those that were tried work among their own files, and one that makes a new file would find it there.
    plant_files(place, schema=subject.schema, calls=[call for call in calls if call not in world.calls])
    write_files(place, world.files)
    os.environ.update(dict.fromkeys(world.variables, str(subject.sandbox.workspace)))
    if world.page is not None:
        answer_requests(world.page)


def reads_files(codes: Iterable[CodeType]) -> bool:
    """Tell whether code names a function that reads files or folders."""
    return any(not _READING.isdisjoint(code.co_names) for code in codes)


def _may_need_one(subject: Subject, codes: Sequence[CodeType]) -> bool:
    return bool(codes) and (
        reads_files(codes)
        or not READERS.isdisjoint(name for code in codes for name in code.co_names)
        or bool(free_objects(subject.schema))
        or uses_network(author_functions(subject.tool))
    )


def _search(subject: Subject, *, is_needed: bool) -> dict[str, Any] | None:
    """Search in a copy of the process, which a call may end, and leave the workspace as it was."""
    workspace = subject.sandbox.workspace
    kept = {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file() and not path.is_symlink()}
    limit_s = _SHARE * subject.check_s

    def search() -> dict[str, Any]:
        # A call that kills its parents would end the check.
        contain_process()
        world = WorldSearch(subject, limit_s=limit_s)
        return {**world.found(is_needed=is_needed), KEEPS_WAITS: world.keeps_waits()}

    found: dict[str, Any] | None = in_a_copy(search, limit_s=limit_s + subject.call_s)
    make_fresh_workspace(subject.sandbox)
    for path, data in kept.items():
        _restore(path, data)
    return found


def _restore(path: Path, data: bytes) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
