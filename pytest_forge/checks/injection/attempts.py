"""Attempts: texts tried in arguments, and the effects by which an interpreter behind the tool betrays itself.

    functions   the log that a check enters sees the programs, statements or code of this process
    servers     a Python server reports the programs that it starts; of any server we see the files and the answer

What a log cannot see of a server is `Unseen`; the check then looks for the file that its payload creates.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from ...observe.from_outside import OutsideObserver
from ...observe.observation import Seen, Unseen
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.asking import own_server, served_tool
from .injection_point import InjectionPoint, call, mark_of

__all__ = ["Attempt", "Tried", "attempts", "has_run", "made_files", "needs_files", "tries", "watched"]

_IN_THE_SERVER = Unseen("What the process of a server interprets is not observable from outside.")


class Log(Protocol):
    """What the interpreters of this process do while it is entered; one with a method ``hear`` also takes reports."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: Any) -> None: ...


LogT = TypeVar("LogT", bound=Log)


class Attempt(Struct, frozen=True):
    """A text that is tried in an injection point.

    Attributes:
        point: The injection point.
        mark: The random word in the text.
        text: The value that is tried.
        payload: The interpreted part of the text, or the name of the file with it; "" for the text itself.
    """

    point: InjectionPoint
    mark: str
    text: str
    payload: str = ""

    @property
    def arguments(self) -> dict[str, Any]:
        """The call with the text as the argument."""
        return self.point.with_text(self.text)

    def finding(self, code: str, message: str) -> CheckFailure:
        """Return a finding about the text; to be raised."""
        return self.point.finding(code, message, self.arguments)


@dataclass(frozen=True, slots=True)
class Tried(Generic[LogT]):
    """An attempt that was made.

    Attributes:
        attempt: The attempt.
        outcome: The call.
        heard: What the log of the check has heard.
    """

    attempt: Attempt
    outcome: Outcome
    heard: Seen[LogT] | Unseen


def attempts(found: Iterable[InjectionPoint], payloads: Iterable[str], subject: Subject) -> Iterator[Attempt]:
    """Yield every text that carries a payload, for each injection point.

    Args:
        found: Injection points of the tool.
        payloads: Texts that contain ``{mark}``.
        subject: The tool.
    """
    payloads = tuple(payloads)
    for point in found:
        for payload in payloads:
            mark = mark_of(subject)
            yield from (Attempt(point, mark, text) for text in point.texts(payload.format(mark=mark)))


def tries(
    subject: Subject, made: Iterable[Attempt], patience: Patience, log: Callable[[], LogT]
) -> Iterator[Tried[LogT]]:
    """Make attempts until the patience is over, and yield what each did; `log` makes the log of an attempt."""
    for attempt in patience.each(made):
        attempt.point.plant(subject.sandbox.workspace, attempt.text)
        outcome, heard = watched(subject, attempt.arguments, log())
        yield Tried(attempt, outcome, heard)


def watched(subject: Subject, arguments: Any, log: LogT) -> tuple[Outcome, Seen[LogT] | Unseen]:
    """Make a call, and return its outcome and what the log has heard of it."""
    if not subject.is_served:
        with log:
            return call(subject, arguments), Seen(log)
    server = served_tool(subject).server
    server.recover()
    with OutsideObserver(subject.sandbox.workspace, (), server=server) as observer:
        outcome = call(subject, arguments)
    operations = observer.seen(outcome).operations
    hear = getattr(log, "hear", None)
    if hear is None or isinstance(operations, Unseen):
        return outcome, _IN_THE_SERVER
    for event in operations.value:
        hear(event)
    return outcome, Seen(log)


def needs_files(subject: Subject) -> None:
    """Require that effects on files are observable.

    Raises:
        NotApplicable: If the tool is one of a server that runs elsewhere.
    """
    if subject.is_served:
        own_server(subject)


def made_files(subject: Subject, mark: str) -> list[Path]:
    """Return the files and folders whose names begin with a mark, in the sandbox and the working directory."""
    return [
        Path(place, name)
        for folder in {Path.cwd(), subject.sandbox.root}
        for place, folders, names in os.walk(folder)
        for name in (*folders, *names)
        if name.startswith(mark)
    ]


def has_run(subject: Subject, attempt: Attempt, *, may_hold: bool = False) -> bool:
    """Tell whether a text has created the file that it names, while plain text in the argument creates none.

    Args:
        subject: The tool.
        attempt: The text.
        may_hold: Whether the file may have content; a redirection creates an empty one.
    """
    made = [path for path in made_files(subject, attempt.mark) if path.name == attempt.mark and path.is_file()]
    if not any(may_hold or _is_empty(path) for path in made):
        return False
    plain = mark_of(subject)
    for text in (plain, f"{attempt.point.value} {plain}", f"({plain})"):
        call(subject, attempt.point.with_text(text))
    return not made_files(subject, plain)


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size == 0
    except OSError:
        return False
