"""assert_confined: fail if a path in an argument leads a tool out of its workspace.

    assert_confined(read_file, tmp_path, path="notes.txt")

The tool runs in the test's own process; HOME and the current folder are restored.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path, PurePath
from typing import Any

from forge_harness import Tool

from ..checks.calls.path_slots import PathSlot, path_slots
from ..observe.planted_world import PlantedWorld
from ..observe.traces import Traces
from ..sandbox import temporary_sandbox
from ..strategies.escape_paths import escape_paths
from ..targets.facts import ToolFacts
from ..targets.given_tool import given_tool
from ..targets.subject import Subject

__all__ = ["assert_confined"]

_MAX_ENTRIES = 2_000
#: Seconds that one call of `assert_confined` may take.
_CALL_S = 10.0


def assert_confined(tool: Tool | str | Callable[..., Any], root: Path | str, /, **arguments: Any) -> None:
    """Fail if a path in an argument makes *tool* read, list, write or delete anything outside its workspace.

    The call with *arguments* must work. It is repeated with about 40 escape paths in each argument that names a file or
    folder (``..``, absolute paths, ``~``, a folder with the same prefix, encoded and doubled dots, links in the
    workspace), all of which lead to planted files. The workspace is a copy of *root* and the current folder, HOME is a
    planted folder, and *root* itself is not touched. The verdict depends on the planted files and whether their content
    was returned, never on the wording of a refusal.

    Args:
        tool: A tool, the name of a registered one, or a function whose parameters are annotated; it is given the
            workspace as ``workspace_root`` if it takes one.
        root: Folder with the files for the call, at most 2,000 entries.
        arguments: A call that works, paths relative to *root* or below it.

    Raises:
        AssertionError: If the tool left its workspace, or the call with *arguments* fails.
        ValueError: If no argument names a path, *root* is not a folder or too large, or the tool is unknown.
    """
    source = Path(root).resolve()
    _refuse_unfit_root(source)
    found = given_tool(tool)
    facts = _facts_of(found)
    with ExitStack() as stack:
        stack.enter_context(_kept_timer())
        sandbox = stack.enter_context(temporary_sandbox(seed=0))
        subject = Subject(facts, found, sandbox=sandbox, call_s=_CALL_S)
        call = {name: _moved(value, source, sandbox.workspace) for name, value in arguments.items()}
        slots = _named_slots(subject, call, source)
        if not slots:
            raise ValueError(
                f"No argument of {facts.name!r} names a file or folder. Pass one that does, or call it something like "
                "'path'."
            )
        endings = {PurePath(value).suffix for value in call.values() if isinstance(value, str)} - {""}
        world = PlantedWorld(sandbox, random.Random(0), endings=sorted(endings | {".txt"}))  # noqa: S311  # repeatable on purpose
        world.add(lambda base: _furnish(base, source))
        stack.enter_context(_home_at(sandbox.home))
        stack.enter_context(chdir(sandbox.workspace))
        control = world.observe(subject, call)
        if not control.outcome.succeeded:
            raise AssertionError(
                f"The call of {facts.name!r} that should work failed with {control.outcome.error_type!r}, so a refusal "
                "would prove nothing. Pass arguments with which it works on the files below root."
            )
        _refuse_traces(control, world, facts.name, "without being led there")
        world.add(lambda base: _plant_links(world, base))
        for slot in slots:
            for text, way in _ways_out(slot, call, world):
                traces = world.observe(subject, slot.place(call, text))
                _refuse_traces(traces, world, facts.name, f"given {text[:80]!r} in {slot.shown!r}, {way}")


def _facts_of(tool: Tool) -> ToolFacts:
    definition = tool.definition()
    return ToolFacts(
        name=definition.name,
        target="",
        kind="forge",
        description=definition.description,
        input_schema=dict(definition.input_schema),
        workspace_root_aware=tool.workspace_root_aware,
    )


def _refuse_unfit_root(root: Path) -> None:
    if not root.is_dir():
        raise ValueError(
            f"The root {str(root)!r} is not a folder. Pass one, such as tmp_path, with the files for the call."
        )
    for number, _ in enumerate(root.rglob("*")):
        if number >= _MAX_ENTRIES:
            raise ValueError(f"The root {str(root)!r} has more than {_MAX_ENTRIES} entries. Pass a smaller folder.")


def _moved(value: Any, source: Path, workspace: Path) -> Any:
    """Return *value* with every path below *source* below *workspace* instead."""
    if isinstance(value, PurePath):
        value = str(value)
    if isinstance(value, str):
        return value.replace(str(source), str(workspace))
    if isinstance(value, list | tuple):
        return [_moved(item, source, workspace) for item in value]
    if isinstance(value, Mapping):
        return {key: _moved(item, source, workspace) for key, item in value.items()}
    return value


def _named_slots(subject: Subject, call: Mapping[str, Any], source: Path) -> list[PathSlot]:
    """Return the arguments that name files: by name, format or description, or by their value."""
    found = []
    for slot in path_slots(subject.schema):
        given = call.get(slot.steps[0])
        names_entry = isinstance(given, str) and given not in ("", ".") and os.path.lexists(source / given)
        if slot.is_path or names_entry:
            found.append(slot)
    return found


def _ways_out(slot: PathSlot, call: Mapping[str, Any], world: PlantedWorld) -> Iterator[tuple[str, str]]:
    given = call.get(slot.steps[0])
    ending = PurePath(given).suffix if isinstance(given, str) else ""
    is_folder = isinstance(given, str) and (world.workspace / given).is_dir()
    leaves = ["folder"] if is_folder else [f"secret{ending or '.txt'}", f"fresh{ending or '.txt'}"]
    sandbox = world.sandbox
    for leaf in leaves:
        for escape in escape_paths(
            f"{world.token}/{leaf}",
            workspace=world.workspace,
            outside=sandbox.outside,
            sibling=sandbox.sibling,
            folder="folder",
        ):
            yield escape.text, escape.way
        yield f"forge-linked-folder/{leaf}", "behind a link that leads outside"
    if not is_folder:
        yield f"forge-linked{ending or '.txt'}", "a link that leads outside"


def _furnish(base: Path, source: Path) -> None:
    shutil.copytree(source, base, symlinks=True, dirs_exist_ok=True)


def _plant_links(world: PlantedWorld, base: Path) -> None:
    target = world.sandbox.outside / world.token
    (base / "forge-linked-folder").symlink_to(target)
    for ending in world.endings:
        (base / f"forge-linked{ending}").symlink_to(target / f"secret{ending}")


def _refuse_traces(traces: Traces, world: PlantedWorld, name: str, how: str) -> None:
    did = traces.escape(world)
    if did:
        raise AssertionError(
            f"The tool {name!r} {did} its workspace, {how}. Resolve the path, links included, "
            "and refuse any path that is not below the root."
        )


@contextmanager
def _home_at(folder: Path) -> Iterator[None]:
    before = os.environ.get("HOME")
    os.environ["HOME"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["HOME"]
        else:
            os.environ["HOME"] = before


@contextmanager
def _kept_timer() -> Iterator[None]:
    """Restore a timer that was set before; each call sets one of its own."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getitimer(signal.ITIMER_REAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
