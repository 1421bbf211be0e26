"""Unopened files: a server that can open no file, and answers as if it had written what it was given.

add_photo(title="hello")    another tool's record
print_photos()              {"printed": 1, "left_out": []}, and there is a new file with "hello"
print_photos()              the same once no file can be opened: its failure was caught and forgotten
"""

from __future__ import annotations

import resource
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from forge_harness import ServerLostError

from ....observe.observation import Observation
from ....oracles.file_tree import Change
from ....profile.failure_marks import failure_mark
from ....profile.side_files import is_written_aside
from ....profile.told_caches import tells_of_cache
from ....regex import regex
from ....targets.outcome import Outcome
from ....targets.own_clock import family
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.answer_values import leaves
from ...calls.asking import looks_failed, served_tool
from ...calls.observing import observe
from ...calls.ordinary_outcomes import in_json_types
from ...calls.preparation.record_makers import aligned_calls, makers_of

__all__ = ["judge_unopened_files"]

_MAX_CALLS, _MAX_MAKERS, _MIN_TEXT, _MAX_BYTES = 2, 2, 3, 1 << 20
_DIGITS = regex(r"\d+")


def judge_unopened_files(subject: Subject, calls: Sequence[Mapping[str, Any]]) -> None:
    """Judge that a call of a server which writes files is answered otherwise while no file can be opened.

    The files hold a text of the call, or of records that another tool has added. The call writes them before, twice,
    and afterwards; in between, it leaves all files as they are.

    Args:
        subject: A tool of a server that declares that it writes.
        calls: Calls that work.
    """
    if served_tool(subject).server.pid is None or not subject.facts.tier_declared or tells_of_cache(subject.facts):
        return
    for call in calls[:_MAX_CALLS]:
        subject.renew()
        # A call without a text of its own writes what others have added.
        added = [] if [*_texts(dict(call))] else _added(subject, call)
        texts = {*_texts([dict(call), *added])}
        try:
            is_lost = bool(texts) and _is_lost(subject, call, texts)
        except ServerLostError:
            # A server that ends has reported no success.
            continue
        if is_lost:
            raise CheckFailure(
                "write_lost",
                "The server could open no file, and the call that writes one was answered as if it had. "
                "Report each file that could not be written as a failure.",
                arguments=dict(call),
            )


def _added(subject: Subject, call: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Let another tool add a record, and return the call that worked."""
    for facts, tool in makers_of(subject, call)[:_MAX_MAKERS]:
        maker = subject.beside(facts, tool)
        for made in aligned_calls(facts, call)[:_MAX_CALLS]:
            if not looks_failed(maker.call(made)):
                return [made]
    return []


def _is_lost(subject: Subject, call: Mapping[str, Any], texts: Collection[str]) -> bool:
    done = [observe(subject, call)]
    if not _writes(done[0], texts):
        return False
    done.append(observe(subject, call))
    if not _writes(done[1], texts):
        return False
    with _no_file_opens(served_tool(subject).server.pid):
        failed = observe(subject, call)
    if looks_failed(failed.answer) or failed.answer.timed_out or _files(failed):
        return False
    value, first, second = (in_json_types(one.answer.value) for one in (failed, *done))
    if failure_mark(value) or not _is_alike(value, first, second):
        return False
    return _writes(observe(subject, call), texts)


def _files(seen: Observation[Outcome]) -> list[Change]:
    return [change for change in seen.changes.value if change.kind == "file"]


def _writes(seen: Observation[Outcome], texts: Collection[str]) -> bool:
    """Tell whether a call that works writes files of which one has a given text, and none is written on the side."""
    changes = _files(seen)
    if looks_failed(seen.answer) or not changes or any(is_written_aside(change.path) for change in changes):
        return False
    for change in changes:
        with suppress(OSError):
            if change.path.stat().st_size < _MAX_BYTES:
                content = change.path.read_bytes()
                if any(text.encode(errors="replace") in content for text in texts):
                    return True
    return False


def _texts(value: Any) -> Iterator[str]:
    return (one for one in leaves(value) if isinstance(one, str) and len(one) >= _MIN_TEXT)


def _is_alike(value: Any, first: Any, second: Any) -> bool:
    """Tell whether an answer is that of the call before once more, as far as two of these tell what it goes on with."""
    if not all(isinstance(one, Mapping) for one in (value, first, second)):
        return _goes_on(value, first, second) is True
    if not value.keys() == first.keys() == second.keys():
        return False
    parts = [_goes_on(value[name], first[name], second[name]) for name in first]
    return True in parts and False not in parts


def _goes_on(value: Any, first: Any, second: Any) -> bool | None:
    """Tell whether a value follows two others: equal ones, or growing numbers; None if these differ in another way."""
    if first == second:
        return bool(value == first)
    kinds = {type(one) for one in (value, first, second)}
    if kinds == {int}:
        return bool(first < second < value)
    if kinds == {list}:
        return len(first) < len(second) < len(value)
    if kinds != {str}:
        return False
    if len({_DIGITS.sub("", one) for one in (value, first, second)}) > 1:
        return None
    numbers = zip(*([int(found) for found in _DIGITS.findall(one)] for one in (value, first, second)), strict=True)
    return all(_goes_on(*three) for three in numbers)


@contextmanager
def _no_file_opens(pid: int | None) -> Iterator[None]:
    """Let a server and its children open no file; what they have open they keep."""
    limits = {}
    for one in () if pid is None else family(pid):
        with suppress(OSError, ValueError):
            limits[one] = resource.prlimit(one, resource.RLIMIT_NOFILE)
            resource.prlimit(one, resource.RLIMIT_NOFILE, (0, limits[one][1]))
    try:
        yield
    finally:
        for one, before in limits.items():
            with suppress(OSError, ValueError):
                resource.prlimit(one, resource.RLIMIT_NOFILE, before)
