"""A cassette in use: opened, asked by every client, and written when it is left.

`use_cassette` is the twin of the fixture `forge_cassette`; `recorder` serves the command line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .opened import opened_player
from .recording_run import current_mode, current_run
from .settings import CassetteSettings, RedactionRule
from .writing import write_recording

if TYPE_CHECKING:
    from ..exchange import Exchange
    from ..playing.miss_errors import CassetteMissError
    from ..playing.player import Player
    from ..redaction.redact import Redactor
    from ..sessions.result_drift import ResultDrift
    from .recording_run import RecordingRun
    from .trajectory import Trajectory

__all__ = ["Cassette", "recorder", "use_cassette", "used", "watch_cassettes"]

#: Is told of a file that `use_cassette` has left; of the cassette, unless it was never opened; and whether the block
#: came to its end.
Watcher = Callable[[Path, "Cassette | None", bool], None]

_watchers: list[Watcher] = []


class Cassette:
    """A cassette while it is in use.

    Attributes:
        path: Its file.
        mode: As in `CassetteSettings`.
        is_shared: Whether other tests of the run use the same file.
        keeps_on_failure: Whether what a failed test recorded is written.
        children: Programs that were started meanwhile; what they ask is neither recorded nor replayed.
    """

    def __init__(
        self,
        path: Path,
        mode: str,
        player: Player,
        *,
        is_shared: bool,
        keeps_on_failure: bool,
        children: Sequence[str],
    ) -> None:
        self.path = path
        self.mode = mode
        self.is_shared = is_shared
        self.keeps_on_failure = keeps_on_failure
        self.children = children
        self._player = player

    def __repr__(self) -> str:
        return f"<Cassette {str(self.path)!r} mode={self.mode} played={self.played} recorded={self.recorded}>"

    @property
    def name(self) -> str:
        """The file, as errors call it."""
        return self._player.name

    @property
    def is_recording(self) -> bool:
        """Whether requests that are not in the file are sent."""
        return self._player.is_recording

    @property
    def played(self) -> int:
        """How many answers came from the file."""
        return self._player.played

    @property
    def recorded(self) -> int:
        """How many requests were sent."""
        return self._player.recorded

    @property
    def misses(self) -> list[CassetteMissError]:
        """Requests that had no answer, each once; a test that means to miss clears the list."""
        return self._player.misses

    @property
    def drift(self) -> list[ResultDrift]:
        """Tool results that are not the recorded ones, each once; filled with ``drift="report"``."""
        return self._player.drift

    @property
    def trajectory(self) -> Trajectory:
        """What the model did until now, in the order in which it was asked, and what today's tools returned.

        Only requests that were answered count, not the rest of the file; faults are part of it.
        """
        from ..sessions.session import session_of
        from .trajectory import Trajectory

        return Trajectory.from_session(session_of(self.name, self._player.so_far()))

    def unplayed(self) -> Sequence[int]:
        """Return the numbers of the file's interactions that nothing has asked for, from 0."""
        return self._player.unplayed()


@contextmanager
def use_cassette(
    path: str | Path,
    *,
    mode: str | None = None,
    ignore: Sequence[str] = (),
    parts: Sequence[str] | None = None,
    roots: Sequence[str] = (),
    redact: Sequence[RedactionRule] = (),
    allowed_hosts: Sequence[str] = (),
    faults: Sequence[str | None] = (),
    rechunk: int | None = None,
    timings: bool = False,
    keep_on_failure: bool = False,
    drift: str = "fail",
) -> Iterator[Cassette]:
    """Answer every request of every client from *path*, or record them there.

    While nothing may be recorded, sockets are closed. If the block raises, what was recorded is not kept. Of nested
    blocks the innermost answers and records, and the others see nothing of it; a test's own cassette is outermost.

    Args:
        path: The cassette's file.
        mode: ``none`` replays and sends nothing; ``once`` records where there is no file yet; ``new_episodes`` adds
            what is not in the file; ``all`` records afresh, in place of the file. None follows ``--forge-record`` and
            its ini twin where pytest runs, and is ``none`` elsewhere; say ``none`` of a file that is written by hand.
        ignore: JSON paths in bodies that need not match.
        parts: What must match; method, host, path, query and body unless given.
        roots: Folders whose place does not count.
        redact: Rules of yours, beside ours: each returns the secret parts of a text.
        allowed_hosts: Hosts that are neither recorded nor replayed, and stay reachable.
        faults: What is done to the first, second, … replayed answer, as in ``cut:100``.
        rechunk: A seed that cuts the pieces of streams anew.
        timings: Whether the pause before each piece is recorded, and replayed.
        keep_on_failure: Whether a block that raises leaves what it recorded.
        drift: ``report`` answers a request that differs in the results of tools alone, and notes the difference.

    Raises:
        CassetteDriftError: By the client, for a request that is in the file but for the results of tools.
        CassetteMissError: By the client, for a request that is not in the file and may not be sent.
        ValueError: If an option means nothing.
    """
    rules: Any = redact
    followed = current_mode() if mode is None else None
    run = None if followed in (None, "none") else current_run()
    settings = CassetteSettings(
        mode or followed or "none",
        ignore,
        parts,
        roots,
        rules,
        allowed_hosts,
        faults,
        rechunk,
        timings,
        keep_on_failure,
        drift,
    )
    opened: Cassette | None = None
    is_whole = False
    try:
        with used(Path(path), settings, run=run, node_id=None if followed is None else _running_test()) as opened:
            yield opened
        is_whole = True
    finally:
        for tell in tuple(_watchers):
            tell(Path(path), opened, is_whole)


def _running_test() -> str | None:
    # pytest says which test runs, with its phase.
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0] or None


def watch_cassettes(tell: Watcher) -> Callable[[], None]:
    """Have *tell* called for each file that `use_cassette` leaves; returns what ends that."""
    _watchers.append(tell)
    return lambda: _watchers.remove(tell)


@contextmanager
def used(
    path: Path,
    settings: CassetteSettings,
    *,
    run: RecordingRun | None = None,
    is_shared: bool = False,
    name: str = "",
    node_id: str | None = None,
    is_block: bool = True,
    renaming: str = "",
    has_failed: Callable[[], bool] = lambda: False,
    verify: Callable[[Sequence[Exchange]], None] | None = None,
) -> Iterator[Cassette]:
    """Do what `use_cassette` says.

    Args:
        path: The cassette's file.
        settings: How it is used.
        run: The test run, if others of it may record to the same file.
        is_shared: Whether other tests use the same file.
        name: What errors call the file; its path unless given.
        node_id: The test that uses it, if ``--forge-record`` decides how; else None.
        is_block: Whether it is no test's own.
        renaming: The command that gives a file beside it its name, if it is missing and that one may be meant.
        has_failed: Asked on leaving, beside whether the block raised.
        verify: Given on leaving, when the network is open again, what was asked, with the recorded answers; the
            requests are as they were sent, with what is secret in them.
    """
    from ..matching.remedies import AskedBy
    from ..playing.intercept.clients import intercepted
    from ..playing.network import closed_network, noted_children

    settings = settings.settled()
    redactor = _redactor(settings.redact)
    # Which tests come to a block is not known, and one of them alone would replace what the others asked.
    asked_by = AskedBy(node_id, is_block, is_shared or (is_block and node_id is not None))
    player = opened_player(
        path, settings, redactor, run, name or str(path), asked_by, renaming=renaming, keeps_requests=verify is not None
    )
    network: Any = nullcontext() if player.is_recording else closed_network(f"{player.name} replays", player.opens)
    try:
        with intercepted(player), network, noted_children() as children:
            yield Cassette(
                path,
                settings.mode,
                player,
                is_shared=is_shared,
                keeps_on_failure=settings.keep_on_failure,
                children=children,
            )
    except KeyboardInterrupt:
        # Whoever interrupts is told that nothing was written.
        raise
    except BaseException:
        if settings.keep_on_failure:
            write_recording(path, settings, player, redactor, run)
        raise
    if settings.keep_on_failure or not has_failed():
        write_recording(path, settings, player, redactor, run)
    if verify is not None and not has_failed():
        verify(player.kept())


def _redactor(rules: Sequence[RedactionRule]) -> Callable[[], Redactor]:
    """Return what returns the redactor of a cassette, made when something is to be redacted."""
    # Its secrets are those of the environment in which the cassette was opened.
    environ = dict(os.environ)

    @cache
    def redactor() -> Redactor:
        # A heavy import, and a request that is found as it was sent needs none of it.
        from ..redaction.redact import Redactor

        return Redactor(environ=environ, rules=rules)

    return redactor


@contextmanager
def recorder(path: Path) -> Iterator[None]:
    """Record every request into a new file, whatever becomes of the block; the one behind ``forge run --record``.

    Raises:
        CommandError: If there is such a file already, or none can be made.
    """
    from forge_harness import CommandError

    if path.exists():
        raise CommandError(f"There is already a file {str(path)!r}. Name another one, or remove it.")
    try:
        path.touch(exist_ok=False)
        path.unlink()
    except OSError as error:
        raise CommandError(
            f"The file {str(path)!r} cannot be made ({type(error).__name__}). Name one in a folder you may write to."
        ) from None
    with used(path, CassetteSettings(mode="once", keep_on_failure=True)):
        yield
