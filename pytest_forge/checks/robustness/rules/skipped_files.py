"""Skipped files: readable files that an answer lacks beside one that is not, which alone is said to be left out.

mentions(folder="letters", name="Ada")     lines of june.txt and may.txt
mentions(folder="letters", name="Ada")     nothing, or an error, once 0-june.txt beside them is written in Latin-1
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ....profile.searches_files import leaves_out_unreadable
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_skipped_files"]

_SHARE = 0.1
_MAX_CALLS, _MAX_FILES, _CALLS = 6, 2, 3
#: Text that is not UTF-8, and comes first in its folder.
_LATIN, _FIRST = b"caf\xe9 \xff\xfe\n", "0-"

_Call = dict[str, Any]


def judge_skipped_files(subject: Subject) -> bool:
    """Judge that an answer has what it has of readable files beside one that is not UTF-8, if words say so.

    An exception that no code of the author raises is judged by `valid_calls_do_not_crash`.

    Returns:
        Whether an answer names files of a folder.

    Raises:
        CheckFailure: If the call fails beside such a file, or its answer lacks another file, twice.
    """
    if not leaves_out_unreadable(all_told_words(subject)):
        return False
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)
    except NoCallFits:
        return False
    is_judged = False
    for call, path in subject.patience(_SHARE).each(_named_files(subject, calls)):
        is_judged = True
        lost = _lost(subject, call, path)
        if lost and _lost(subject, call, path) == lost:
            raise CheckFailure(
                "others_skipped",
                f"Files that cannot be read are said to be left out, but beside a file that is not UTF-8 {lost}. "
                "Handle the error of each file where it is read, and go on with the next one.",
                about=path.suffix,
                arguments=call,
            )
    return is_judged


def _named_files(subject: Subject, calls: list[_Call]) -> Iterator[tuple[_Call, Path]]:
    """Yield calls that name a folder, each with files below it that the answer names."""
    workspace = subject.sandbox.workspace
    nodes = FlatSchema(subject.schema).arguments
    for call in calls:
        texts = [text for name, text in call.items() if name in nodes and isinstance(text, str) and "\0" not in text]
        folders = [folder for text in texts if (folder := Path(os.path.normpath(workspace / text))).is_dir()]
        told = _told(subject, call, None) if folders else None
        if not told or told[0] is None:
            continue
        found = (path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file())
        named = [path for path in found if path.name in told[0] and path.is_relative_to(workspace)]
        yield from ((call, path) for path in named[:_MAX_FILES] if not any(path.name in text for text in texts))


def _lost(subject: Subject, call: _Call, path: Path) -> str:
    """Return what is lost beside a file that is not UTF-8, as a clause; "" if nothing is, or it is in the answer."""
    beside = path.with_name(f"{_FIRST}{path.name}")
    before, after = _told(subject, call, None), _told(subject, call, beside)
    if not before or not after or before[0] is None:
        return ""
    if after[0] is None:
        return "" if after[1] and not subject.is_served else "the call fails"
    is_lost = path.name in before[0] and path.name not in after[0] and beside.name not in after[0]
    return f"the answer lacks {path.name!r}" if is_lost else ""


def _told(subject: Subject, call: Mapping[str, Any], spoilt: Path | None) -> list[Any] | None:
    """Return what a call answers in a fresh world, None if it fails, and whether it raises an exception then."""

    def made() -> list[Any]:
        if spoilt is not None and spoilt.parent.is_dir():
            spoilt.write_bytes(_LATIN)
        with fake_sleep():
            outcome = subject.call(dict(call))
        if spoilt is not None:
            spoilt.unlink(missing_ok=True)
        return [None if looks_failed(outcome) else outcome.text, outcome.raised is not None]

    return in_a_fresh_world(subject, made, most_calls=_CALLS)
