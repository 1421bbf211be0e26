"""Observation: one call and its effects, each seen or not observable.

A judge reads ``observation.requests.value``. If it was not observable, the verdict is "not applicable" with the reason,
so one judge serves tools in this process and tools of servers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from msgspec import Struct

from ..oracles.audit import AuditEvent
from ..oracles.file_tree import Change, FileTree
from ..oracles.sent_requests import SentRequest
from ..verdict import NotApplicable

__all__ = ["Answer", "Observation", "Seen", "Unseen"]

ValueT = TypeVar("ValueT", covariant=True)
AnswerT = TypeVar("AnswerT", covariant=True)


class Answer(Protocol):
    """A call and its answer, as judges of observed calls use it: an `Outcome`, or the reply of a server."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments sent."""

    @property
    def succeeded(self) -> bool:
        """Whether the tool reports success."""

    @property
    def value(self) -> Any:
        """The result in JSON types; None if there is none."""

    @property
    def text(self) -> str:
        """The text that a model would read."""


@dataclass(frozen=True, slots=True)
class Seen(Generic[ValueT]):
    """An effect that was observed; an empty value proves its absence."""

    value: ValueT


class Unseen(Struct, frozen=True):
    """An effect that was not observable.

    Attributes:
        why: The reason, as a sentence for the report.
    """

    why: str

    @property
    def value(self) -> NoReturn:
        """Raise `NotApplicable` with the reason."""
        raise NotApplicable(self.why)


@dataclass(frozen=True, slots=True)
class Observation(Generic[AnswerT]):
    """One call and its effects.

    Attributes:
        answer: The call, with its arguments and its answer.
        workspace: The folder that relative names start from.
        changes: Changes on disk, by path.
        files: The observed folders after the call.
        operations: Operations that Python asked of the system: files, processes, sockets.
        looked_up: Names whose status was looked up.
        requests: Requests and mails that clients were asked to send.
        files_read: Planted files that were read.
    """

    answer: AnswerT
    workspace: Path
    changes: Seen[tuple[Change, ...]] | Unseen
    files: Seen[FileTree] | Unseen
    operations: Seen[tuple[AuditEvent, ...]] | Unseen
    looked_up: Seen[tuple[str, ...]] | Unseen
    requests: Seen[tuple[SentRequest, ...]] | Unseen
    files_read: Seen[tuple[Path, ...]] | Unseen

    @property
    def changed_entries(self) -> list[Change]:
        """Changes on disk, without folders of which only the list of names changed."""
        return [change for change in self.changes.value if not change.is_list_only]

    @property
    def names_asked(self) -> list[str]:
        """Names that the call was seen to look up or use, as given, without those that the system refuses."""
        looked_up = self.looked_up.value if isinstance(self.looked_up, Seen) else ()
        operations = self.operations.value if isinstance(self.operations, Seen) else ()
        used = (name for event in operations for name in event.paths)
        return [name for name in (*looked_up, *used) if "\0" not in name]

    @property
    def processes(self) -> list[AuditEvent]:
        """Operations that start a process."""
        return [event for event in self.operations.value if event.action == "execute"]

    @property
    def connections(self) -> list[AuditEvent]:
        """Operations that use the network."""
        return [event for event in self.operations.value if event.action == "connect"]
