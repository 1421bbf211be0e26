"""Writing a cassette: what a session has recorded, redacted, as a new file or added to the present one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from ..exchange import Exchange, RecordedRequest
from .opened import index_of, match_options

if TYPE_CHECKING:
    from ..playing.player import Played, Player
    from ..redaction.redact import Redactor
    from ..tape.tape import Tape
    from .recording_run import RecordingRun
    from .settings import CassetteSettings

__all__ = ["write_recording"]


def write_recording(
    path: Path,
    settings: CassetteSettings,
    player: Player,
    redactor: Callable[[], Redactor],
    run: RecordingRun | None,
) -> None:
    """Write what *player* has recorded to *path*, redacted; nothing if nothing was recorded.

    Args:
        path: The cassette's file.
        settings: How it is used.
        player: The session that is over.
        redactor: Returns what takes secrets out.
        run: The test run, if other processes of it may record to the same file.
    """
    from ..playing.session_facts import session_facts
    from ..tape.tape_file import append_to_tape, write_tape

    # Before anything else sees them.
    asked = [redactor().exchange(each) if isinstance(each, Exchange) else each for each in player.asked()]
    exchanges = [each for each in asked if isinstance(each, Exchange)]
    if not exchanges:
        return
    metadata = session_facts(exchanges)
    path.parent.mkdir(parents=True, exist_ok=True)

    def chosen(tape: Tape) -> list[Exchange]:
        return _lacking(tape, asked, settings, redactor)

    with nullcontext(True) if run is None else run.writing(path) as is_first:
        if settings.mode == "all" and is_first:
            write_tape(path, exchanges, metadata=metadata)
        else:
            append_to_tape(path, exchanges, metadata=metadata, chosen=chosen)


def _lacking(
    tape: Tape, asked: Sequence[Played | Exchange], settings: CassetteSettings, redactor: Callable[[], Redactor]
) -> list[Exchange]:
    """Return the recorded exchanges that a replay of *asked* would not find in *tape*.

    A test of another process may have recorded equal requests meanwhile; each is kept as often as one test asks for it.

    Args:
        tape: The file as it is now.
        asked: What a test has played from it and recorded, in order; without secrets.
        settings: How the test matches requests.
        redactor: Returns what takes secrets out.
    """
    index = index_of(tape, match_options(settings), redactor, has_rules=bool(settings.redact))

    def is_found(request: RecordedRequest) -> bool:
        return index.take(request) is not None or (index.widen() and index.take(request) is not None)

    left = []
    for each in asked:
        if isinstance(each, Exchange):
            left += [] if is_found(each.request) else [each]
        elif not is_found(tape.request(each.number) if each.request is None else redactor().request(each.request)):
            index.take_place(each.number)
    return left
