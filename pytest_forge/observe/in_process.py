"""In process: a call observed by the oracles of the process in which it is made."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from ..oracles.audit import AuditLog
from ..oracles.file_tree import FileTree
from ..oracles.look_ups import LookUps
from ..oracles.read_trap import ReadTrap
from ..oracles.sent_requests import SentRequest, sent_requests
from ..oracles.touched_files import TouchedFiles
from ..sandbox import Sandbox
from ..targets.outcome import Outcome
from ..targets.subject import Subject
from .observation import Observation, Seen, Unseen

__all__ = ["CallObserver", "VolumeObserver", "observe"]

_NO_TRAP = Unseen("No files were planted whose reading is observable.")
_IN_VOLUME = Unseen("Calls in volume are observed by the files that they touch, not by snapshots.")

AnswerT = TypeVar("AnswerT")


def observe(
    subject: Subject,
    arguments: Mapping[str, Any],
    *,
    folders: Collection[Path] = (),
    during: Callable[[], AbstractContextManager[Any]] = nullcontext,
) -> Observation[Outcome]:
    """Make one call, and observe its effects.

    Args:
        subject: The tool.
        arguments: The arguments of the call.
        folders: The folders to compare; the whole sandbox by default.
        during: A context manager for the call, such as a fake sleep.
    """
    with CallObserver(subject.sandbox, folders) as observer, during():
        outcome = subject.call(arguments)
    return observer.seen(outcome)


class CallObserver:
    """Observes the effects of a block, usually one call, by snapshots of the sandbox and by hooks of this process.

    Args:
        sandbox: The sandbox; the output of the tool is left out.
        folders: The folders to compare; the whole sandbox by default.
        before: Their snapshot, if it has been taken already.
        trap: Reports the planted files that are read; None to leave reads unseen.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        folders: Collection[Path] = (),
        *,
        before: FileTree | None = None,
        trap: ReadTrap | None = None,
    ) -> None:
        self._sandbox = sandbox
        self._known = before
        self._trap = trap
        self._files_read: Seen[tuple[Path, ...]] | Unseen = _NO_TRAP
        self._folders = tuple(folders) or (sandbox.root,)
        self._stack = ExitStack()
        self._log = AuditLog()
        self._look_ups = LookUps()
        self._sent: list[SentRequest] = []

    def __enter__(self) -> Self:
        self._before = self._after = self._known or self._snapshot()
        self._sent = self._stack.enter_context(sent_requests())
        self._stack.enter_context(self._log)
        self._stack.enter_context(self._look_ups)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
        if kind is not None:
            return
        if self._trap is not None:
            # Before the snapshot, which reads the files itself, on some systems as a tool does.
            self._files_read = Seen(tuple(self._trap.tripped()))
        self._after = self._snapshot()

    def seen(self, answer: AnswerT) -> Observation[AnswerT]:
        """Return the observation of the block.

        Args:
            answer: The call that was made in it.
        """
        return Observation(
            answer=answer,
            workspace=self._sandbox.workspace,
            changes=Seen(tuple(self._after.changes_since(self._before))),
            files=Seen(self._after),
            operations=Seen(tuple(self._log.events)),
            looked_up=Seen(tuple(self._look_ups.names)),
            requests=Seen(tuple(self._sent)),
            files_read=self._files_read,
        )

    def _snapshot(self) -> FileTree:
        return FileTree.snapshot(*self._folders, leave_out={self._sandbox.output, self._sandbox.parked})


class VolumeObserver:
    """Observes many calls at little cost: by the files that Python code touches, its operations and its requests.

    Args:
        workspace: The folder that relative names start from.
    """

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._touched = TouchedFiles()
        self._clients = ExitStack()
        self._modules = 0
        self._sent: list[SentRequest] = []

    def __enter__(self) -> Self:
        self._touched.__enter__()
        self._watch_clients()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clients.close()
        self._touched.__exit__(kind, error, trace)

    def begin(self) -> None:
        """Begin a call: planted files and calls of other tools are not part of it."""
        if len(sys.modules) != self._modules:
            # Clients are often imported in the first call.
            self._watch_clients()
        self._touched.forget()
        self._sent.clear()

    def seen(self, outcome: Outcome) -> Observation[Outcome]:
        """Return the observation of the call that has begun."""
        return Observation(
            answer=outcome,
            workspace=self._workspace,
            changes=Seen(tuple(self._touched.changes())),
            files=_IN_VOLUME,
            operations=Seen(tuple(self._touched.events)),
            looked_up=_IN_VOLUME,
            requests=Seen(tuple(self._sent)),
            files_read=_NO_TRAP,
        )

    def _watch_clients(self) -> None:
        self._clients.close()
        self._sent = self._clients.enter_context(sent_requests())
        self._modules = len(sys.modules)
