"""A cassette in use: opened, asked by every client, and written when it is left.

`use_cassette` is the twin of the fixture `forge_cassette`; `recorder` serves the command line.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .cassette_settings import CassetteSettings, RedactionRule

if TYPE_CHECKING:
    from .cassettes.exchange import Exchange
    from .cassettes.matching.match_options import MatchOptions
    from .cassettes.matching.request_index import RequestIndex
    from .cassettes.playing.player import CassetteMissError, Player
    from .cassettes.redaction.redact import Redactor
    from .cassettes.sessions.drift_index import DriftIndex
    from .cassettes.sessions.result_drift import ResultDrift
    from .cassettes.tape.tape import Tape
    from .recording_run import RecordingRun
    from .trajectory import Trajectory

__all__ = ["Cassette", "recorder", "use_cassette", "used"]


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
        from .cassettes.sessions.session import session_of
        from .trajectory import Trajectory

        return Trajectory.from_session(session_of(self.name, self._player.so_far()))

    def unplayed(self) -> Sequence[int]:
        """Return the numbers of the file's interactions that nothing has asked for, from 0."""
        return self._player.unplayed()


@contextmanager
def use_cassette(
    path: str | Path,
    *,
    mode: str = "none",
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

    While nothing may be recorded, sockets are closed. If the block raises, what was recorded is not kept.

    Args:
        path: The cassette's file.
        mode: ``none`` replays and sends nothing; ``once`` records where there is no file yet; ``new_episodes`` adds
            what is not in the file; ``all`` records afresh, in place of the file.
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
    settings = CassetteSettings(
        mode,
        tuple(ignore),
        None if parts is None else tuple(parts),
        tuple(roots),
        list(redact),
        tuple(allowed_hosts),
        tuple(faults),
        rechunk,
        timings,
        keep_on_failure,
        drift,
    )
    with used(Path(path), settings) as cassette:
        yield cassette


@contextmanager
def used(
    path: Path,
    settings: CassetteSettings,
    *,
    run: RecordingRun | None = None,
    is_shared: bool = False,
    name: str = "",
    node_id: str | None = None,
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
        node_id: The test that uses it; None outside tests.
        has_failed: Asked on leaving, beside whether the block raised.
        verify: Given on leaving, when the network is open again, what was asked, with the recorded answers; the
            requests are as they were sent, with what is secret in them.
    """
    from .cassettes.playing.intercept.clients import intercepted
    from .cassettes.playing.network import closed_network, noted_children
    from .cassettes.redaction.redact import Redactor

    redactor = Redactor(rules=tuple(settings.redact))
    player = _player(path, settings, redactor, run, name or str(path), node_id, keeps_requests=verify is not None)
    network: Any = nullcontext() if player.is_recording else closed_network(player.name, player.is_allowed)
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
            _write(path, settings, player, redactor, run)
        raise
    if settings.keep_on_failure or not has_failed():
        _write(path, settings, player, redactor, run)
    if verify is not None and not has_failed():
        verify(player.kept())


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


def _player(
    path: Path,
    settings: CassetteSettings,
    redactor: Redactor,
    run: RecordingRun | None,
    name: str,
    node_id: str | None,
    *,
    keeps_requests: bool,
) -> Player:
    from .cassettes.matching.match_options import MatchOptions
    from .cassettes.playing.player import DRIFT, MODES, Player, PlayerOptions

    if settings.mode not in MODES:
        raise ValueError(f"A cassette's mode is {settings.mode!r}. Use one of {', '.join(MODES)}.")
    if settings.drift not in DRIFT:
        raise ValueError(f"Drift is {settings.drift!r}. Use one of {', '.join(DRIFT)}.")
    options = PlayerOptions(
        settings.allowed_hosts,
        settings.rechunk,
        settings.faults,
        settings.timings,
        settings.drift == "report",
        keeps_requests,
    )
    is_there = path.exists()
    is_fresh = settings.mode == "all" or (
        settings.mode == "once" and (not is_there or (run is not None and run.has_written(path)))
    )
    if is_fresh:
        _refuse_unwritable(path)
    match = MatchOptions(ignore=settings.ignore, roots=settings.roots)
    if settings.parts is not None:
        match = replace(match, parts=settings.parts)
    tape = _opened(path, node_id) if is_there and not is_fresh else None
    index = None if tape is None else _index(tape, match, redactor, has_rules=bool(settings.redact))
    drifts = None if tape is None or index is None else _drifts(path, tape, index, match, redactor)
    return Player(
        name,
        index=index,
        answer_of=_nothing if tape is None else tape.answer,
        request_of=_nothing if tape is None else tape.request,
        redacted=redactor.request,
        is_recording=is_fresh or settings.mode == "new_episodes",
        hint="" if index is not None else _how_to_record(node_id),
        node_id=node_id,
        options=options,
        drifts=drifts,
    )


def _refuse_unwritable(path: Path) -> None:
    from .cassettes.foreign.document import CassetteError

    # Before anything is asked, since answers cost time and money.
    folder = next(one for one in path.absolute().parents if one.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise CassetteError(
            f"Nothing can be recorded to {str(path)!r}: {str(folder)!r} takes no files. Choose a folder."
        )


def _opened(path: Path, node_id: str | None) -> Tape:
    from .cassettes.foreign.document import CassetteError
    from .cassettes.tape.tape import open_tape

    try:
        return open_tape(path)
    except CassetteError as error:
        if node_id is None or os.environ.get("CI"):
            raise
        raise CassetteError(f"{error}\nTo record it again: pytest --forge-record=all {shlex.quote(node_id)}") from None


def _drifts(path: Path, tape: Tape, index: RequestIndex, match: MatchOptions, redactor: Redactor) -> DriftIndex:
    from .cassettes.sessions.drift_index import DriftIndex
    from .cassettes.sessions.session import read_session

    return DriftIndex(
        lambda number: redactor.request(tape.request(number)),
        index.unplayed,
        options=match,
        calls=lambda: read_session(path).calls(),
    )


def _index(tape: Tape, options: MatchOptions, redactor: Redactor, *, has_rules: bool) -> RequestIndex:
    from .cassettes.matching.request_index import RequestIndex
    from .cassettes.redaction.redact import REDACTION, Redactor

    keys = tape.keys(options)
    if not tape.is_foreign:
        return RequestIndex(keys, tape.request, options=options, imprints=tape.imprints())
    # What is kept for the next run must not depend on the environment of this one.
    redact, name = (redactor.request, "") if has_rules else (Redactor(environ={}).request, REDACTION)
    return RequestIndex(
        keys,
        tape.request,
        options=options,
        imprints=tape.imprints(),
        redact=redactor.request,
        redacted_keys=lambda: tape.keys(options, redact=redact, redaction=name),
    )


def _how_to_record(node_id: str | None) -> str:
    if os.environ.get("CI"):
        return "There is no such file: record it on your own machine, and commit it."
    how = "use_cassette(…, mode='once')" if node_id is None else f"pytest --forge-record=once {shlex.quote(node_id)}"
    return f"There is no such file; record it with: {how}"


def _nothing(number: int) -> Any:
    raise LookupError(number)


def _write(
    path: Path, settings: CassetteSettings, player: Player, redactor: Redactor, run: RecordingRun | None
) -> None:
    from .cassettes.playing.session_facts import session_facts
    from .cassettes.tape.tape_file import append_to_tape, write_tape

    recorded = player.exchanges()
    if not recorded:
        return
    # Before anything else sees them.
    exchanges: list[Exchange] = [redactor.exchange(exchange) for exchange in recorded]
    metadata = session_facts(exchanges)
    path.parent.mkdir(parents=True, exist_ok=True)
    if run is None:
        write = write_tape if settings.mode == "all" else append_to_tape
        write(path, exchanges, metadata=metadata)
        return
    with run.writing(path) as is_first:
        write = write_tape if settings.mode == "all" and is_first else append_to_tape
        write(path, exchanges, metadata=metadata)
