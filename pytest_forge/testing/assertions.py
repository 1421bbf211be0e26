"""Assertions for hand-written tests: no_effects and assert_scrubbed.

    with no_effects():
        get_order(GetOrderArgs(order_id="A-7"))

    assert_scrubbed(result, API_KEY, "postgres://user:pass@db")

The tool runs in the test's own process, and the state of the process is restored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from forge_harness import ToolDispatchResult

from ..oracles.file_tree import FileTree
from ..oracles.process_state import ProcessState
from ..oracles.secret_search import find_leaks
from ..oracles.touched_files import TouchedFiles

__all__ = ["EffectKind", "assert_scrubbed", "no_effects"]

EffectKind = Literal["files", "processes", "network", "state"]

_MAX_TOLD = 6
_MIN_SECRET = 4
#: Changes that a first import makes as well; they are not reported.
_NOT_JUDGED = frozenset(
    {"warnings filters", "filters for all warnings", "callbacks at exit", "handlers of a logger", "opener of urllib"}
)


@contextmanager
def no_effects(*roots: Path | str, allow: Collection[EffectKind] = ()) -> Iterator[None]:
    """Fail if the block leaves a file changed, starts a process, uses the network or changes the process's state.

    Files are seen wherever Python code of this process writes, creates, moves or deletes them, including HOME and
    temporary files; below *roots* also changes by native code and child processes. A file that is created and removed
    again does not count. State is the working directory, umask, environment, sys.path, standard streams, signal
    handlers, locale, limits, hooks, root logger, default timeout of sockets, functions of the standard library and the
    tool registries; it is always restored, also if the block raises; the exception then propagates.

    Effects of other threads meanwhile count too. Not seen: random numbers, open descriptors.

    Args:
        roots: Folders to compare entirely, contents included; about 20 µs a file.
        allow: Kinds of effects to allow: ``files``, ``processes``, ``network``, ``state``.

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
            raise AssertionError(f"Expected no effect, but the block {'; '.join(told[:_MAX_TOLD])}{more}.")


def assert_scrubbed(value: Any, /, *secrets: str) -> None:
    """Fail if one of *secrets* is in *value*, however it is written.

    Plain, in base64, base32, hex, percent-encoded, escaped, as HTML, reversed, as rot13, as a list of code points, or
    spread over several places; keys, nested models, exceptions and bytes are searched too. For random secrets of 15
    characters or more, any 14 characters in a row count, which finds truncated ones. At most a million characters are
    searched.

    Args:
        value: A dispatch result (the payload for the model is searched), a string, or any value.
        secrets: The secrets to search for, at least four characters each.

    Raises:
        AssertionError: If one is found; the message says which, where and how, without the secret itself.
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
    # Other objects reach a model or a log as their text.
    leaks = dict(find_leaks(named, [str(searched)])) | dict(find_leaks(named, searched))
    if leaks:
        told = [f"secret {place} is {leak.how} at {leak.where or 'the top'}" for place, leak in sorted(leaks.items())]
        raise AssertionError(f"Found a secret in the value: {'; '.join(told)}.")


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
