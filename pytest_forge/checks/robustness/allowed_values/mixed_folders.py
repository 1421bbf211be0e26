"""Mixed folders: a search of many files that ends with an exception at the one which it cannot read.

search(folder="notes", text="oak")     two lines, of a.txt and of c.txt
search(folder="notes", text="oak")     UnicodeDecodeError, once b.txt is written in Latin-1: nothing is found at all
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ....observe.observation import Unseen
from ....profile.searches_files import leaves_out_unreadable, searches_files
from ....strategies.mined_constants import author_codes
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.bugs import BugFinder
from ...calls.fake_sleep import fake_sleep
from ...calls.observing import observe
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh_for
from ...calls.worlds.own_world import reads_files

__all__ = ["judge_mixed_folders"]

_SHARE = 0.1
_MAX_CALLS, _MAX_FILES = 4, 3
_LATIN = b"caf\xe9 \xff\xfe\n"


def judge_mixed_folders(subject: Subject, bugs: BugFinder) -> None:
    """Judge that a function which searches the files of a folder goes on where one of them cannot be read.

    Raises:
        CheckFailure: If it ends with an exception that it does not raise itself, twice, and works without the file.
    """
    is_search = searches_files(subject.facts)
    is_told = is_search or leaves_out_unreadable(subject.facts.description or "")
    if not is_told or not reads_files(author_codes(subject.tool)):
        return
    patience = subject.patience(_SHARE)
    for call in patience.each(plausible_calls(subject, limit=_MAX_CALLS)):
        make_fresh_for(subject, [call])
        read = _read_below(subject, call)
        for path in read[-_MAX_FILES:]:
            # Words on what cannot be read may not mean links and folders.
            for what, spoil in itertools.islice(_spoilt(path), None if is_search else 1):
                seen = _ended_by(subject, bugs, call, spoil)
                if seen and _ended_by(subject, bugs, call, spoil) == seen:
                    raise CheckFailure(
                        "crash",
                        f"A call that goes through several files ended with {seen}, since {what}. Leave out what "
                        "cannot be read, or read it with errors='replace', and go on with the others.",
                        about=seen,
                        arguments=call,
                    )
        if read:
            return


def _read_below(subject: Subject, call: dict[str, Any]) -> list[Path]:
    """Return the files that a call reads below the folder that it names, if it works and its answer names one."""
    seen = observe(subject, call)
    workspace = subject.sandbox.workspace
    if not seen.answer.succeeded or isinstance(seen.operations, Unseen):
        return []
    texts = [text for text in call.values() if isinstance(text, str) and "\0" not in text]
    folders = [folder for text in texts if (folder := Path(os.path.normpath(workspace / text))).is_dir()]
    names = [name for event in seen.operations.value if event.action == "read" for name in event.paths]
    paths = [Path(os.path.normpath(workspace / name)) for name in dict.fromkeys(names) if "\0" not in name]
    found = [path for path in paths if path.is_file() and any(path.is_relative_to(folder) for folder in folders)]
    found = [path for path in found if path.is_relative_to(workspace) and not path.is_symlink()]
    is_named = any(path.name in text for path in found for text in texts)
    has_told = any(path.name in seen.answer.text for path in found)
    return found if has_told and not is_named else []


def _spoilt(path: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is wrong with another file beside one, and what makes it."""
    content, beside = path.read_bytes(), path.with_name(f"b-{path.name}")
    yield f"{beside.name!r} is not UTF-8", lambda: beside.write_bytes(content + _LATIN)
    yield f"{beside.name!r} is a link to nothing", lambda: beside.symlink_to("not-there")
    yield f"{beside.name!r} is a folder", beside.mkdir


def _ended_by(subject: Subject, bugs: BugFinder, call: dict[str, Any], spoil: Callable[[], object]) -> str:
    """Return the exception with which a call ends where one file is spoilt; "" if it works, or never does."""
    make_fresh_for(subject, [call])
    if not _made(subject, call).succeeded:
        return ""
    with contextlib.suppress(OSError):
        spoil()
    outcome = _made(subject, call)
    make_fresh_for(subject, [call])
    raised = outcome.raised
    if not isinstance(raised, UnicodeDecodeError | OSError) or outcome.timed_out or bugs.is_meant(raised):
        return ""
    return type(raised).__name__


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
