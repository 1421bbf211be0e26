"""Lost stores: a file that several calls have filled, taken for an empty one once it cannot be read.

note(animal="Ada")    the file has Ada
note(animal="Bo")     the file has Ada and Bo: it is a store, and no file that each call replaces
the file is damaged   its end is missing, or reading it fails
note(animal="Bo")     answered as done, and the file has Bo alone
"""

from __future__ import annotations

import builtins
import io
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, Literal

from ....oracles.file_tree import contents_below
from ....profile.failure_marks import failure_mark
from ....profile.side_files import is_written_aside
from ....profile.told_caches import tells_of_cache
from ....profile.told_resets import tells_of_reset
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.path_slots import path_slots
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_lost_stores"]

_SHARE = 0.15
_MAX_CALLS, _MAX_PAIRS, _MIN_TEXT = 6, 6, 3
_MAX_BYTES, _MAX_FILES = 1 << 20, 200
#: A file is damaged if its end is missing, and unreadable if opening it for reading fails.
_Trouble = Literal["damaged", "unreadable"]
#: Modes in which a file is only read.
_READING = frozenset(("r", "rb", "rt"))


def judge_lost_stores(subject: Subject, report: Callable[..., None]) -> None:
    """Judge that a call which adds to a store does not replace it by a new one when it cannot be read.

    Not judged: caches, logs and the like; tools whose description says that a damaged file is given up; a call that
    keeps the old content under another name; for a server, files that only cannot be opened.

    Args:
        subject: A tool that may change something.
        report: Called with a finding and the claims that may excuse it.
    """
    if tells_of_cache(subject.facts):
        return
    patience = subject.patience(_SHARE)
    calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    places = {slot.steps[0] for slot in path_slots(subject.schema) if slot.is_path and len(slot.steps) == 1}
    # A store is that of one folder.
    together = ((first, _moved(second, first, places)) for first, second in permutations(calls, 2))
    for pair in [pair for pair in together if _own_text(*pair)][:_MAX_PAIRS]:
        if patience.is_over:
            return
        store = _store(subject, pair)
        if store is None:
            continue
        for trouble in _troubles(subject, store[1]):
            if all(_is_lost(subject, pair, store[0], trouble) for _ in range(2)):
                report(
                    CheckFailure(
                        "store_lost",
                        f"{store[0].name!r}, which an earlier call had filled, {_said(trouble)}, and the call was "
                        "answered as done: the file has its data alone now. Take only a missing file for an empty "
                        "one, and fail on any other.",
                        arguments=pair[1],
                    ),
                    tells_of_reset(subject.facts),
                )
        return


def _moved(call: dict[str, Any], to: Mapping[str, Any], places: Collection[str]) -> dict[str, Any]:
    """Return a call with the paths of another one."""
    return {name: to.get(name, value) if name in places else value for name, value in call.items()}


def _said(trouble: _Trouble) -> str:
    return "could not be read, since its end was missing" if trouble == "damaged" else "could not be opened for reading"


def _own_text(first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """Return a text of the first call that is no part of the second one; empty without one."""
    others = json.dumps(second, default=repr).casefold()
    texts = (value for value in first.values() if isinstance(value, str) and len(value) >= _MIN_TEXT)
    return next((text for text in texts if text.isascii() and text.casefold() not in others), "")


def _store(subject: Subject, pair: Sequence[dict[str, Any]]) -> tuple[Path, bytes] | None:
    """Return the file that holds what both calls have stored, with what is in it after the first; None without one."""
    _begin(subject, pair)
    first, second = (_own_text(*one) for one in (pair, pair[::-1]))
    if not second or not _works(_made(subject, pair[0])):
        return None
    before = _contents(subject)
    if not _works(_made(subject, pair[1])):
        return None
    after = _contents(subject)
    for path, content in before.items():
        both = after.get(path, b"")
        is_filled = both != content and _holds(content, first) and _holds(both, first) and _holds(both, second)
        if is_filled and not _is_aside(subject, path):
            return path, content
    return None


def _is_aside(subject: Subject, path: Path) -> bool:
    sandbox = subject.sandbox
    place = next((place for place in (sandbox.workspace, sandbox.home) if path.is_relative_to(place)), None)
    inside = path if place is None else path.relative_to(place)
    return is_written_aside(inside) or (place == sandbox.home and any(one.startswith(".cache") for one in inside.parts))


def _troubles(subject: Subject, content: bytes) -> Iterator[_Trouble]:
    with suppress(ValueError):
        if isinstance(json.loads(content), dict | list):
            yield "damaged"
    if not subject.is_served:
        yield "unreadable"


def _is_lost(subject: Subject, pair: Sequence[dict[str, Any]], path: Path, trouble: _Trouble) -> bool:
    """Tell whether the second call is answered as done, and what the first one has stored is nowhere any more."""
    _begin(subject, pair)
    text = _own_text(*pair)
    if not _works(_made(subject, pair[0])) or not path.is_file():
        return False
    if trouble == "damaged":
        path.write_bytes(path.read_bytes().rstrip()[:-1])
    before = _contents(subject)
    with _unreadable(path) if trouble == "unreadable" else nullcontext():
        outcome = _made(subject, pair[1])
    after = _contents(subject)
    changed = {place: content for place, content in after.items() if content != before.get(place)}
    is_replaced = path in changed and _holds(changed[path], _own_text(*pair[::-1]))
    return is_replaced and _works(outcome) and not any(_holds(content, text) for content in changed.values())


def _begin(subject: Subject, pair: Sequence[dict[str, Any]]) -> None:
    subject.renew()
    if not subject.is_served:
        make_fresh_for(subject, pair)


def _contents(subject: Subject) -> dict[Path, bytes]:
    places = (subject.sandbox.workspace, subject.sandbox.home)
    below = partial(contents_below, max_bytes=_MAX_BYTES, most=_MAX_FILES)
    return {path: content for place in places for path, content in below(place).items()}


def _holds(content: bytes, text: str) -> bool:
    return text.casefold().encode() in content.lower()


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)


def _works(outcome: Outcome) -> bool:
    return outcome.succeeded and not outcome.timed_out and not failure_mark(in_json_types(outcome.returned))


@contextmanager
def _unreadable(path: Path) -> Iterator[None]:
    """Make opening a file for reading fail with an ordinary OSError; it may still be replaced."""

    def refusing(real: Callable[..., Any]) -> Callable[..., Any]:
        def opened(file: Any, mode: Any = "r", *others: Any, **named: Any) -> Any:
            is_reading = mode in _READING if isinstance(mode, str) else not mode & (os.O_WRONLY | os.O_RDWR)
            if is_reading and isinstance(file, str | os.PathLike) and _is_at(path, file):
                raise OSError(5, "Input/output error")
            return real(file, mode, *others, **named)

        return opened

    places: list[tuple[Any, str]] = [(builtins, "open"), (io, "open"), (os, "open")]
    before = [(owner, name, getattr(owner, name)) for owner, name in places]
    for owner, name, real in before:
        setattr(owner, name, refusing(real))
    try:
        yield
    finally:
        for owner, name, real in before:
            setattr(owner, name, real)


def _is_at(path: Path, name: str | os.PathLike[str]) -> bool:
    return os.path.normpath(Path.cwd() / os.fspath(name)) == str(path)
