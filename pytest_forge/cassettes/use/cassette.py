"""A cassette in use: opened, asked by every client, and written when it is left.

`use_cassette` is the counterpart of the fixture `forge_cassette`; `recorder` serves the command line.
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

#: Called when a block of `use_cassette` ends: with the file, the cassette (None if it was never opened), and whether
#: the block completed.
Watcher = Callable[[Path, "Cassette | None", bool], None]

_watchers: list[Watcher] = []


class Cassette:
    """A cassette while it is in use.

    Attributes:
        path: Its file.
        mode: As in `CassetteSettings`.
        is_shared: Whether other tests of the run use the same file.
        keeps_on_failure: Whether the recording of a failed test is written.
        children: Programs started in the meantime; their requests are neither recorded nor replayed.
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
        """The name of the file in errors."""
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
        """Requests without an answer, each once; a test that expects a miss clears the list."""
        return self._player.misses

    @property
    def drift(self) -> list[ResultDrift]:
        """Tool results that differ from the recorded ones, each once; filled with ``drift="report"``."""
        return self._player.drift

    @property
    def trajectory(self) -> Trajectory:
        """The model's actions until now, in order, with the results of today's tools.

        It covers the requests that were answered, with their faults, and not the rest of the file.
        """
        from ..sessions.session import session_of
        from .trajectory import Trajectory

        return Trajectory.from_session(session_of(self.name, self._player.so_far()))

    def unplayed(self) -> Sequence[int]:
        """Return the numbers of the file's unused interactions, from 0."""
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

    Sockets are closed unless it records. If the block raises, the recording is not kept. In nested blocks the
    innermost cassette answers and records, and the others do not see its requests; a test's own cassette is outermost.

    Args:
        path: The cassette's file.
        mode: ``none`` replays and sends nothing; ``once`` records if the file does not exist; ``new_episodes`` adds
            requests that are not in the file; ``all`` records again and replaces the file. None follows
            ``--forge-record`` or its ini option under pytest, and is ``none`` elsewhere; use ``none`` for a file
            written by hand.
        ignore: JSON paths in bodies that need not match.
        parts: The parts that must match; method, host, path, query and body unless given.
        roots: Folders whose location does not count.
        redact: Your rules, in addition to ours: each returns the secret parts of a text.
        allowed_hosts: Hosts that are neither recorded nor replayed and stay reachable.
        faults: The fault of the first, second, … replayed answer, such as ``cut:100``.
        rechunk: A seed for other chunk boundaries of streams.
        timings: Whether the pause before each piece is recorded, and replayed.
        keep_on_failure: Whether the recording of a block that raises is kept.
        drift: ``report`` answers a request that differs only in tool results, and reports the difference.

    Raises:
        CassetteDriftError: By the client, for a request that differs from the file only in tool results.
        CassetteMissError: By the client, for a request that is not in the file and may not be sent.
        ValueError: If an option is invalid.
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
    # pytest sets the test's id and its phase.
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0] or None


def watch_cassettes(tell: Watcher) -> Callable[[], None]:
    """Call *tell* at the end of each `use_cassette`; return the function that ends this."""
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
    """Use a cassette; see `use_cassette`.

    Args:
        path: The cassette's file.
        settings: The settings of its use.
        run: The test run, if its other tests may record to the same file.
        is_shared: Whether other tests use the same file.
        name: The name of the file in errors; its path unless given.
        node_id: The id of the test, if ``--forge-record`` sets the mode; else None.
        is_block: Whether it was opened by `use_cassette`, and does not belong to a test.
        renaming: The command that renames a similar file next to a missing one; empty if there is none.
        has_failed: Returns at the end whether the test has failed otherwise than in the block.
        verify: Called at the end, when the network is open again, with the requests as they were sent, including
            their secrets, and the recorded answers.
    """
    from ..matching.remedies import AskedBy
    from ..playing.intercept.clients import intercepted
    from ..playing.network import closed_network, noted_children

    settings = settings.settled()
    redactor = _redactor(settings.redact)
    # Which tests use a block is unknown, and one alone would replace the recordings of the others.
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
        # The message of an interrupt says that nothing was written.
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
    """Return a function that returns the redactor of a cassette, created at its first call."""
    # The environment's secrets are those at the opening of the cassette.
    environ = dict(os.environ)

    @cache
    def redactor() -> Redactor:
        # A heavy import, not needed for a request that matches as it was sent.
        from ..redaction.redact import Redactor

        return Redactor(environ=environ, rules=rules)

    return redactor


@contextmanager
def recorder(path: Path) -> Iterator[None]:
    """Record every request into a new file, even if the block raises; used by ``forge run --record``.

    Raises:
        CommandError: If the file exists or cannot be created.
    """
    from forge_harness import CommandError

    if path.exists():
        raise CommandError(f"There is already a file {str(path)!r}. Name another one, or remove it.")
    try:
        path.touch(exist_ok=False)
        path.unlink()
    except OSError as error:
        raise CommandError(
            f"The file {str(path)!r} cannot be created ({type(error).__name__}). Name one in a writable folder."
        ) from None
    with used(path, CassetteSettings(mode="once", keep_on_failure=True, timings=True)):
        yield
