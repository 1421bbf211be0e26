"""Folder orders: answers that follow from the order in which the system lists a folder, though said to be by name.

a.conf: 10, b.conf: 11     listed as a, b: the last one gives 11; as b, a: 10
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from operator import attrgetter
from types import TracebackType
from typing import Any
from unittest.mock import patch

from ....profile.told_folders import told_name_order
from ....strategies.mined_constants import author_codes, author_functions
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.fresh_world import make_fresh_for
from ..lasting_reads import calls_that_fit

__all__ = ["judge_folder_orders"]

_MAX_CALLS, _TIMES = 4, 2
_LISTING = frozenset(("listdir", "scandir", "iterdir", "glob", "iglob", "rglob", "walk"))
_MAX_BYTES = 1 << 16
_NUMBER = re.compile(rb"(?<![\w.])\d{1,9}(?![\w.])")


def judge_folder_orders(subject: Subject) -> None:
    """Judge that a function answers alike however a folder is listed, if files are said to be in order of their names.

    Raises:
        CheckFailure: If an answer is another one for the reversed order, twice.
    """
    said = "" if subject.is_served else told_name_order(subject.facts)
    if not said or not any(not _LISTING.isdisjoint(code.co_names) for code in author_codes(subject.tool)):
        return
    calls = calls_that_fit(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    for call in subject.patience().each(calls):
        for is_telling in (False, True):
            told: list[str] | None = in_a_copy(
                partial(_answers, subject, call, is_telling=is_telling),
                limit_s=2 * subject.call_s,
                tell=subject.has_left,
            )
            # The orders take turns: what differs by chance or by the clock differs within one of them.
            orders = [set(told[start::2]) for start in range(2)] if told else []
            if orders and all(len(one) == 1 for one in orders) and orders[0] != orders[1]:
                raise CheckFailure(
                    "folder_order",
                    f'The description says "{said}", but the answer is another one where the system lists the folder '
                    "in the reversed order. Sort the names.",
                    arguments=call,
                )


def _answers(subject: Subject, call: dict[str, Any], *, is_telling: bool) -> list[str]:
    """Return the answers in turns: as folders are listed by name, and in the reversed order; none if a call fails."""
    told = []
    for is_reversed in (False, True) * _TIMES:
        make_fresh_for(subject, [call])
        if is_telling:
            _tell_files_apart(subject)
        with fake_sleep(), _listed(subject, is_reversed=is_reversed):
            outcome = subject.call(call)
        if not outcome.succeeded:
            return []
        told.append(repr(in_json_types(outcome.returned)))
    if is_telling:
        make_fresh_for(subject, [call])
    return told


def _tell_files_apart(subject: Subject) -> None:
    """Give each file of the workspace other numbers, and another time of change."""
    files = sorted(path for path in subject.sandbox.workspace.rglob("*") if path.is_file() and not path.is_symlink())
    for number, path in enumerate(files):
        with suppress(OSError):
            data = path.read_bytes()
            if len(data) <= _MAX_BYTES and b"\0" not in data:
                path.write_bytes(_NUMBER.sub(partial(_more, number), data))
            os.utime(path, (number, number))


def _more(by: int, number: re.Match[bytes]) -> bytes:
    return b"%d" % (int(number[0]) + by)


@contextmanager
def _listed(subject: Subject, *, is_reversed: bool) -> Iterator[None]:
    """Have folders listed in the order of their names, or in the reversed one."""
    by_name: dict[Any, Any] = {
        os.listdir: _in_order(os.listdir, str, is_reversed=is_reversed),
        os.scandir: _in_order(os.scandir, attrgetter("name"), is_reversed=is_reversed),
    }
    imported = [
        (function.__globals__, name, own)
        for function in author_functions(subject.tool)
        for name in function.__code__.co_names
        for own in by_name
        if function.__globals__.get(name) is own
    ]
    for names, name, own in imported:
        names[name] = by_name[own]
    with patch.multiple(os, listdir=by_name[os.listdir], scandir=by_name[os.scandir]):
        try:
            yield
        finally:
            for names, name, own in imported:
                names[name] = own


class _Entries(list[Any]):
    """Entries of a folder, as os.scandir() returns them."""

    def __next__(self) -> Any:
        if not self:
            raise StopIteration
        return self.pop(0)

    def __enter__(self) -> _Entries:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        return None

    def close(self) -> None:
        """Do nothing: the folder is closed."""


def _in_order(listing: Callable[..., Any], key: Callable[[Any], str], *, is_reversed: bool) -> Callable[..., list[Any]]:
    def listed(*arguments: Any, **named: Any) -> list[Any]:
        found = listing(*arguments, **named)
        return _Entries(sorted(found, key=key, reverse=is_reversed))

    return listed
