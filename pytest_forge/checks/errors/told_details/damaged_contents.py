"""Damaged contents: calls of a function while a file that it reads, wherever it lies, is not what a reader expects."""

from __future__ import annotations

from collections.abc import Iterator

from ....oracles.faults import FaultCampaign, Trial
from ....oracles.own_code import OwnCode
from ....targets.subject import Subject
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.read_files import file_with_content, files_read

__all__ = ["trials_with_damaged_files"]

_MAX_CALLS = 2
#: Share of a check's time.
_SHARE = 0.1
#: Invalid as JSON, YAML, TOML, INI and XML, and the beginning of no archive, image or database.
_GIBBERISH = b'{"a: [1, 2\n  b: "c\n\t<d>\n'


def trials_with_damaged_files(subject: Subject) -> Iterator[tuple[Trial, OwnCode]]:
    """Yield plain trials of ordinary calls, each with another content, or a folder, for a file that the call reads."""
    if subject.is_served:
        return
    patience = subject.patience(_SHARE)
    untouched = subject.tool
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        subject.tool = untouched
        # A first call may make the file that later ones read.
        files = not patience.is_over and (files_read(subject, call) or files_read(subject, call))
        if not files:
            continue
        campaign = FaultCampaign(subject, [call])
        for path, content in files.items():
            for damaged in _damaged(content):
                if patience.is_over:
                    return
                with file_with_content(subject, call, path, damaged), fake_sleep():
                    trials = campaign.survey()
                yield from ((trial, campaign.own) for trial in trials)
                if any(trial.outcome.timed_out for trial in trials):
                    return


def _damaged(content: bytes) -> Iterator[bytes | None]:
    """Yield contents that readers of most formats refuse: gibberish, no text, nothing, half of it, and it twice.

    None stands for a folder in place of the file.
    """
    yield from (_GIBBERISH, b"\xff\xfe\x00\x9f" * 8, b"", None)
    if content:
        yield content[: len(content) // 2]
        yield content + content
