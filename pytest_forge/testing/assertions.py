"""Assertions for hand-written tests: no_effects, assert_confined, assert_scrubbed.

    with no_effects():
        get_order(GetOrderArgs(order_id="A-7"))

    assert_confined(read_file, tmp_path, path="notes.txt")
    assert_scrubbed(result, API_KEY, "postgres://user:pass@db")

They run the tool in the test's own process; what they change of it for that time, they put back.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path, PurePath
from typing import Any, Literal

from forge_harness import Tool, ToolDispatchResult

from ..checks.calls.path_slots import PathSlot, path_slots
from ..oracles.arena import Arena, Traces
from ..oracles.file_tree import FileTree
from ..oracles.process_state import ProcessState
from ..oracles.secret_search import find_leaks
from ..oracles.touched_files import TouchedFiles
from ..sandbox import temporary_sandbox
from ..strategies.escape_paths import escape_paths
from ..targets.facts import ToolFacts
from ..targets.given_tool import given_tool
from ..targets.subject import Subject

__all__ = ["EffectKind", "assert_confined", "assert_scrubbed", "no_effects"]

EffectKind = Literal["files", "processes", "network", "state"]

_MAX_TOLD = 6
_MAX_ENTRIES = 2_000
_MIN_SECRET = 4
#: Seconds that one call of `assert_confined` may take.
_CALL_S = 10.0
#: What a first import changes too, and nobody minds.
_NOT_JUDGED = frozenset(
    {"warnings filters", "filters for all warnings", "callbacks at exit", "handlers of a logger", "opener of urllib"}
)


@contextmanager
def no_effects(*roots: Path | str, allow: Collection[EffectKind] = ()) -> Iterator[None]:
    """Fail if the block leaves a file changed, starts a process, uses the network or changes the process's state.

    Files are seen wherever Python code of this process writes, makes, moves or deletes them, HOME and temporary files
    included; below *roots* also what native code and child processes do. A file that is made and removed again is no
    effect. State is the working directory, umask, environment, sys.path, standard streams, signal handlers, locale,
    limits, hooks, root logger, default timeout of sockets, functions of the standard library and the tool registries;
    it is put back in any case, also if the block raises, whose exception then passes.

    Threads that run meanwhile for somebody else count too. Not seen: random numbers, open descriptors.

    Args:
        roots: Folders to compare entirely, contents included; about 20 µs a file.
        allow: Kinds of effects that are meant: ``files``, ``processes``, ``network``, ``state``.

    Raises:
        AssertionError: If there was an effect; names each, at most six.
    """
    folders = [Path(root).absolute() for root in roots]
    tree = FileTree.snapshot(*folders)
    before = ProcessState.take()
    log = TouchedFiles()
    finished = False
    try:
        with log:
            yield
        finished = True
    finally:
        state = [change for change in ProcessState.take().changes_since(before) if change.kind not in _NOT_JUDGED]
        if state:
            before.restore()
    if finished:
        found = {
            "files": _file_effects(log, tree, folders),
            "processes": [f"started a process{_quoted(event.paths)}" for event in log.events if _is(event, "execute")],
            "network": [f"used the network{_quoted(event.paths)}" for event in log.events if _is(event, "connect")],
            "state": [change.what for change in state],
        }
        told = list(dict.fromkeys(what for kind, effects in found.items() if kind not in allow for what in effects))
        if told:
            more = f"; and {len(told) - _MAX_TOLD} more" if len(told) > _MAX_TOLD else ""
            raise AssertionError(f"The block was to have no effect, and {'; '.join(told[:_MAX_TOLD])}{more}.")


def assert_confined(tool: Tool | str | Callable[..., Any], root: Path | str, /, **arguments: Any) -> None:
    """Fail if a path in an argument leads *tool* out of its workspace, by what it then reads, lists, writes or deletes.

    The call with *arguments* must work. It is repeated with some 40 ways out in each argument that names a file or
    folder (``..``, absolute paths, ``~``, a folder whose name begins alike, encoded and doubled dots, links that lie in
    the workspace), all of which lead to planted files. A copy of *root* is the workspace, which is the current folder
    as well, HOME is a planted folder, and *root* itself is not touched. Judged is what became of the planted files and
    whether their content came back, never how a refusal is worded.

    Args:
        tool: A tool, the name of a registered one, or a function whose parameters are annotated; it is given the
            workspace as ``workspace_root`` if it takes one.
        root: Folder with what the call needs, at most 2,000 entries.
        arguments: A call that works, paths relative to *root* or below it.

    Raises:
        AssertionError: If it got out, or if the call with *arguments* fails.
        ValueError: If no argument names a path, *root* is no folder or too large, or the tool is unknown.
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
        arena = Arena(sandbox, random.Random(0), endings=sorted(endings | {".txt"}))  # noqa: S311  # repeatable on purpose
        arena.add(lambda base: _furnish(base, source))
        stack.enter_context(_home_at(sandbox.home))
        stack.enter_context(chdir(sandbox.workspace))
        control = arena.observe(subject, call)
        if not control.outcome.succeeded:
            raise AssertionError(
                f"The call of {facts.name!r} that should work failed with {control.outcome.error_type!r}, so a refusal "
                "would prove nothing. Pass arguments with which it works on the files below root."
            )
        _refuse_traces(control, arena, facts.name, "without being led there")
        arena.add(lambda base: _plant_links(arena, base))
        for slot in slots:
            for text, way in _ways_out(slot, call, arena):
                traces = arena.observe(subject, slot.place(call, text))
                _refuse_traces(traces, arena, facts.name, f"given {text[:80]!r} in {slot.shown!r}, {way}")


def assert_scrubbed(value: Any, /, *secrets: str) -> None:
    """Fail if one of *secrets* is in *value*, however it is written.

    Plain, in base64, base32, hex, percent-encoded, escaped, as HTML, reversed, as rot13, as a list of code points, or
    spread over several places; keys, nested models, exceptions and bytes are searched as well. Of a random secret of 15
    characters and more, 14 in a row are found, which is what is left of one that was cut short. At most a million
    characters are searched.

    Args:
        value: A dispatch result (searched is what a model would be sent), a text, or any value.
        secrets: What must not be in there, at least four characters each.

    Raises:
        AssertionError: If one is; tells which, where and how, and never the secret itself.
        ValueError: If none is given, or one is so short that it would be found by chance.
    """
    if not secrets:
        raise ValueError("assert_scrubbed was given no secret to look for. Pass each as an argument of its own.")
    for place, secret in enumerate(secrets, start=1):
        if len(secret) < _MIN_SECRET:
            raise ValueError(
                f"Secret {place} has {len(secret)} characters, and would be found by chance. "
                f"Use one of at least {_MIN_SECRET}."
            )
    searched = value.llm_payload() if isinstance(value, ToolDispatchResult) else value
    named = {str(place): secret for place, secret in enumerate(secrets, start=1)}
    # What is no plain value reaches a model or a log as its text.
    leaks = dict(find_leaks(named, [str(searched)])) | dict(find_leaks(named, searched))
    if leaks:
        told = [f"secret {place} is {leak.how} at {leak.where or 'the top'}" for place, leak in sorted(leaks.items())]
        raise AssertionError(f"The value was to hold no secret: {'; '.join(told)}.")


# --- no_effects -----------------------------------------------------------------------------------


def _is(event: Any, action: str) -> bool:
    return bool(event.action == action and event.event != "socket.bind")


def _file_effects(log: TouchedFiles, tree: FileTree, folders: list[Path]) -> list[str]:
    touched = [change for change in log.changes() if not any(change.path.is_relative_to(root) for root in folders)]
    compared = FileTree.snapshot(*folders).changes_since(tree)
    # A folder whose names come and go is as it was, once they are gone.
    compared = [change for change in compared if not (change.kind == "folder" and change.action == "changed")]
    return [f"{change.action} the {change.kind} {str(change.path)!r}" for change in [*touched, *compared]]


def _quoted(paths: tuple[str, ...]) -> str:
    return f" ({' '.join(paths)[:60]!r})" if paths else ""


# --- assert_confined ------------------------------------------------------------------------------


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
        raise ValueError(f"The root {str(root)!r} is no folder. Pass one, such as tmp_path, with what the call needs.")
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
    """Return the arguments that name files: by name, format or description, or since their value does."""
    found = []
    for slot in path_slots(subject.schema):
        given = call.get(slot.steps[0])
        names_entry = isinstance(given, str) and given not in ("", ".") and os.path.lexists(source / given)
        if slot.is_path or names_entry:
            found.append(slot)
    return found


def _ways_out(slot: PathSlot, call: Mapping[str, Any], arena: Arena) -> Iterator[tuple[str, str]]:
    given = call.get(slot.steps[0])
    ending = PurePath(given).suffix if isinstance(given, str) else ""
    is_folder = isinstance(given, str) and (arena.workspace / given).is_dir()
    leaves = ["folder"] if is_folder else [f"secret{ending or '.txt'}", f"fresh{ending or '.txt'}"]
    sandbox = arena.sandbox
    for leaf in leaves:
        for escape in escape_paths(
            f"{arena.token}/{leaf}",
            workspace=arena.workspace,
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


def _plant_links(arena: Arena, base: Path) -> None:
    target = arena.sandbox.outside / arena.token
    (base / "forge-linked-folder").symlink_to(target)
    for ending in arena.endings:
        (base / f"forge-linked{ending}").symlink_to(target / f"secret{ending}")


def _refuse_traces(traces: Traces, arena: Arena, name: str, how: str) -> None:
    did = traces.escape(arena)
    if did:
        raise AssertionError(
            f"The tool {name!r} was to stay in its workspace, and {did} it, {how}. Resolve the path, links included, "
            "and refuse what is not below the root."
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
    """Leave a timer that somebody else has set as it was; each call sets one of its own."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getitimer(signal.ITIMER_REAL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
