"""An opened cassette: its file, read and indexed for a player."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .settings import CassetteSettings

if TYPE_CHECKING:
    from ..exchange import RecordedRequest
    from ..matching.match_options import MatchOptions
    from ..matching.remedies import AskedBy
    from ..matching.request_index import RequestIndex
    from ..playing.player import Answer, FindDrifted, Player
    from ..redaction.redact import Redactor
    from ..sessions.drift_index import DriftIndex
    from ..tape.tape import Tape
    from .recording_run import RecordingRun

__all__ = ["index_of", "match_options", "opened_player"]


def opened_player(
    path: Path,
    settings: CassetteSettings,
    redactor: Callable[[], Redactor],
    run: RecordingRun | None,
    name: str,
    asked_by: AskedBy,
    *,
    renaming: str,
    keeps_requests: bool,
) -> Player:
    """Return the player that answers from *path* or records to it.

    Args:
        path: The cassette's file.
        settings: The settings of its use.
        redactor: Returns the redactor; called when there is something to redact.
        run: The test run, if its other tests may record to the same file.
        name: The name of the file in errors.
        asked_by: The user of the cassette.
        renaming: The command that renames a similar file next to it, if there is one; else empty.
        keeps_requests: Whether requests are kept as they were sent.

    Raises:
        CassetteError: If the file cannot be read, or nothing can be recorded there.
        ValueError: If a setting is invalid.
    """
    from ..playing.player import Player
    from ..playing.reshaping import PlayerOptions

    options = PlayerOptions(
        tuple(settings.allowed_hosts),
        settings.rechunk,
        tuple(settings.faults),
        settings.timings,
        settings.drift == "report",
        keeps_requests,
    )
    is_there = path.exists()
    # A recording of another test of this run answers this one, too, as in a later replay of both.
    is_begun = is_there and run is not None and run.has_written(path)
    is_fresh = settings.mode == "all" or (settings.mode == "once" and (not is_there or is_begun))
    if is_fresh:
        _refuse_unwritable(path)
    match = match_options(settings)
    tape = _opened(path, asked_by.node_id) if is_there and (is_begun or not is_fresh) else None
    index = None if tape is None else index_of(tape, match, redactor, has_rules=bool(settings.redact))
    find = None if tape is None or index is None else _find_drifted(path, tape, index, match, redactor)
    return Player(
        name,
        index=index,
        answer_of=_nothing if tape is None else partial(_answer, tape, name),
        request_of=_nothing if tape is None else tape.request,
        redacted=lambda request: redactor().request(request),
        is_recording=is_fresh or settings.mode == "new_episodes",
        hint="" if index is not None else _how_to_record(asked_by.node_id, renaming),
        asked_by=asked_by,
        options=options,
        find_drifted=find,
    )


def match_options(settings: CassetteSettings) -> MatchOptions:
    """Return the parts of a request that are compared."""
    from ..matching.match_options import MatchOptions

    match = MatchOptions(ignore=tuple(settings.ignore), roots=tuple(settings.roots))
    return match if settings.parts is None else replace(match, parts=tuple(settings.parts))


def _refuse_unwritable(path: Path) -> None:
    from ..foreign.document import CassetteError

    # Before the first request, since answers cost time and money.
    folder = next(one for one in path.absolute().parents if one.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise CassetteError(
            f"Nothing can be recorded to {str(path)!r}: {str(folder)!r} is not a writable folder. Choose another one."
        )


def _opened(path: Path, node_id: str | None) -> Tape:
    from ..foreign.document import CassetteError
    from ..tape.tape import open_tape

    try:
        return open_tape(path)
    except CassetteError as error:
        if node_id is None or os.environ.get("CI"):
            raise
        raise CassetteError(f"{error}\nTo record it again: pytest --forge-record=all {shlex.quote(node_id)}") from None


def _find_drifted(
    path: Path, tape: Tape, index: RequestIndex, match: MatchOptions, redactor: Callable[[], Redactor]
) -> FindDrifted:
    from ..exchange import RecordedRequest
    from ..foreign.document import CassetteError

    def load(number: int) -> RecordedRequest:
        try:
            return redactor().request(tape.request(number))
        except CassetteError:
            # An unreadable request holds no results.
            return RecordedRequest("", "")

    @cache
    def drifts() -> DriftIndex:
        # Reading sessions needs the providers' formats, which a replayed request does not.
        from ..sessions.drift_index import DriftIndex
        from ..sessions.session import read_session

        return DriftIndex(load, index.unplayed, options=match, calls=lambda: read_session(path).calls())

    return lambda request: drifts().find(request)


def index_of(tape: Tape, options: MatchOptions, redactor: Callable[[], Redactor], *, has_rules: bool) -> RequestIndex:
    """Return the requests of *tape*, found as they are matched."""
    from ..matching.request_index import RequestIndex

    keys = tape.keys(options)
    if not tape.is_foreign:
        return RequestIndex(keys, tape.request, options=options, imprints=tape.imprints())

    def redacted_keys() -> Sequence[str]:
        from ..redaction.redact import REDACTION, Redactor

        # Cached keys must not depend on the environment of this run.
        redact, name = (redactor().request, "") if has_rules else (Redactor(environ={}).request, REDACTION)
        return tape.keys(options, redact=redact, redaction=name)

    return RequestIndex(
        keys,
        tape.request,
        options=options,
        imprints=tape.imprints(),
        redact=lambda request: redactor().request(request),
        redacted_keys=redacted_keys,
    )


def _answer(tape: Tape, name: str, number: int) -> Answer:
    from ..foreign.document import CassetteError

    try:
        return tape.answer(number)
    except CassetteError as error:
        # With the number of the interaction, for the client.
        raise CassetteError(f"{name}, interaction {number + 1}: {error}") from None


def _how_to_record(node_id: str | None, renaming: str) -> str:
    if os.environ.get("CI"):
        return "The file does not exist. Record it on your own machine and commit it."
    how = "use_cassette(…, mode='once')" if node_id is None else f"pytest --forge-record=once {shlex.quote(node_id)}"
    if renaming:
        how = f"{how} ; or rename the similar file next to it with: {renaming}"
    return f"The file does not exist. Record it with: {how}"


def _nothing(number: int) -> Any:
    raise LookupError(number)
