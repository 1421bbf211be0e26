"""From outside: a call of a server's tool, observed by the files that the server changes and reads."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from ..oracles.file_tree import FileTree
from ..oracles.read_watch import ReadWatch
from .observation import Observation, Seen, Unseen

__all__ = ["OutsideObserver"]

_NOT_COMPARED = Unseen("No folder was compared before and after the call.")
_OPERATIONS = Unseen("It monitors the tool's own process; a server runs in a separate one.")
_REQUESTS = Unseen("A server has no network access, and its attempts are not observable.")
_READS = Unseen("No files were planted whose reading is observable.")

AnswerT = TypeVar("AnswerT")


class OutsideObserver:
    """Observes the effects of a block, usually one call of a server, in some folders.

    Args:
        workspace: The folder that relative names start from.
        folders: The folders to compare; without any, changes are unseen.
        reads: Reports the planted files that are read; None to leave reads unseen.
    """

    def __init__(self, workspace: Path, folders: Collection[Path], reads: ReadWatch | None = None) -> None:
        self._workspace = workspace
        self._folders = tuple(folders)
        self._reads = reads
        self._files_read: Seen[tuple[Path, ...]] | Unseen = _READS

    def __enter__(self) -> Self:
        self._before = self._after = FileTree.snapshot(*self._folders)
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
            operations=_OPERATIONS,
            looked_up=_OPERATIONS,
            requests=_REQUESTS,
            files_read=self._files_read,
        )
