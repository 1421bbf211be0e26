"""From outside: a call of a server's tool, observed by the files that the server changes and reads.

The operations of a Python server that we have started are reported by its own interpreter, see `targets.mcp.inside`.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import urlsplit

from ..oracles.audit import AuditEvent, audit_event
from ..oracles.file_tree import FileTree
from ..oracles.read_trap import ReadTrap
from ..oracles.read_watch import ReadWatch
from ..oracles.sent_requests import SentRequest
from ..targets.mcp.inside import LOOK_UP, REQUEST, RawEvent
from ..targets.mcp.server import McpServer
from .observation import Observation, Seen, Unseen

__all__ = ["OutsideObserver"]

_NOT_COMPARED = Unseen("No folder was compared before and after the call.")
_OPERATIONS = Unseen("The operations of a server are observable only if it runs Python and was started by the check.")
_INCOMPLETE = Unseen("The server's interpreter did not report its operations, or more than can be read.")
_LOOK_UPS = Unseen("Names that a server looks up are observable only if it runs Python and was started by the check.")
_REQUESTS = Unseen("The requests of a server are observable only if it runs Python and was started by the check.")
_READS = Unseen("No files were planted whose reading is observable.")

AnswerT = TypeVar("AnswerT")


class OutsideObserver:
    """Observes the effects of a block, usually one call of a server, in some folders.

    Args:
        workspace: The folder that relative names start from.
        folders: The folders to compare; without any, changes are unseen.
        reads: Reports the planted files that are read; None to leave reads unseen.
        server: The server, for the report of its interpreter; None to leave operations unseen.
        before: The snapshot of the folders, if it has been taken already.
        trap: Reports the planted files that are read, in place of *reads*.
    """

    def __init__(
        self,
        workspace: Path,
        folders: Collection[Path],
        reads: ReadWatch | None = None,
        *,
        server: McpServer | None = None,
        before: FileTree | None = None,
        trap: ReadTrap | None = None,
    ) -> None:
        self._known = before
        self._trap = trap
        self._workspace = workspace
        self._server = server
        self._operations: Seen[tuple[AuditEvent, ...]] | Unseen = _OPERATIONS
        self._looked_up: Seen[tuple[str, ...]] | Unseen = _LOOK_UPS
        self._requests: Seen[tuple[SentRequest, ...]] | Unseen = _REQUESTS
        self._folders = tuple(folders)
        self._reads = reads
        self._files_read: Seen[tuple[Path, ...]] | Unseen = _READS

    def __enter__(self) -> Self:
        self._before = self._after = self._known or FileTree.snapshot(*self._folders)
        if self._reads is not None:
            # Discard earlier reads, mostly our own.
            self._reads.read()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            return
        if self._reads is not None and self._reads.is_seeing:
            self._files_read = Seen(tuple(self._reads.read()))
        if self._trap is not None:
            self._files_read = Seen(tuple(self._trap.tripped()))
        if self._server is not None and self._server.inside is not None and self._server.inside.is_seeing:
            raw = self._server.inside.read()
            self._operations = _INCOMPLETE if raw is None else Seen(_operations(raw))
            self._looked_up = _INCOMPLETE if raw is None else Seen(_looked_up(raw))
            self._requests = _INCOMPLETE if raw is None else Seen(_requests(raw))
        self._after = FileTree.snapshot(*self._folders)

    def seen(self, answer: AnswerT) -> Observation[AnswerT]:
        """Return the observation of the block.

        Args:
            answer: The call that was made in it.
        """
        return Observation(
            answer=answer,
            workspace=self._workspace,
            changes=Seen(tuple(self._after.changes_since(self._before))) if self._folders else _NOT_COMPARED,
            files=Seen(self._after) if self._folders else _NOT_COMPARED,
            operations=self._operations,
            looked_up=self._looked_up,
            requests=self._requests,
            files_read=self._files_read,
        )


def _operations(raw: list[RawEvent]) -> tuple[AuditEvent, ...]:
    found = (audit_event(*event) for event in raw)
    return tuple(event for event in found if event is not None)


def _looked_up(raw: list[RawEvent]) -> tuple[str, ...]:
    return tuple(str(arguments[0]) for name, arguments, _ in raw if name == LOOK_UP and arguments)


def _requests(raw: list[RawEvent]) -> tuple[SentRequest, ...]:
    asked = (tuple(map(str, arguments)) for name, arguments, _ in raw if name == REQUEST and len(arguments) == 3)
    return tuple(SentRequest(method.upper(), url, body) for method, url, body in asked if _is_readable(url))


def _is_readable(url: str) -> bool:
    try:
        urlsplit(url)
    except ValueError:
        return False
    return True
