"""Steady pages: entries that no page has, or two have, since others were added or taken away between two pages.

list(limit=2)                1, 2      next: "2"
close(1), close(2)
list(limit=2, cursor="2")    nothing, though 3 and 4 are still open: the cursor counts entries from the start

Only where the description promises that entries may come and go between pages: most lists are paged like this.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

from msgspec.structs import replace

from ....profile.makers import takes_things_away
from ....profile.reads import reads
from ....profile.told_paging import told_comings, told_steady_pages
from ....strategies.calls.examples import candidate_arguments
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.fake_sleep import fake_sleep
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import NamedCall, before_json
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit
from .filled_stores import records_of_maker
from .filtered_pages import named_by
from .page_ways import PageWay, entries_of, followed, page_answer, page_arguments, page_ways
from .pages import in_a_copy_of_its_own

__all__ = ["judge_steady_pages"]

_MAX_MAKERS, _MAX_TAKERS, _FEWEST, _MAX_SHOWN = 2, 3, 3, 60
#: What is the same in a fresh world; the entry may have another moment or id there.
_SAME = ("did", "changer", "said")
#: Entries of the first page.
_SIZES = (2, 1)

_Call = dict[str, Any]
#: Changes entries between two pages, and yields the calls that worked.
_Change = Iterator[NamedCall]


def judge_steady_pages(subject: Subject) -> None:
    """Judge that pages have each entry that stays once, whatever is added or taken away after the first page.

    Raises:
        CheckFailure: If the description promises it, and an entry that stays is on no page or on two, twice.
    """
    promise = told_steady_pages(told_words(subject)) if all(page_arguments(subject)) else ""
    if not promise or (subject.is_served and served_tool(subject).server.address.url):
        return
    comes, goes = told_comings(promise)
    find = partial(_unsteady, ways=[is_taken for is_taken, is_told in ((True, goes), (False, comes)) if is_told])
    for base in calls_that_fit(subject, limit=1):
        found = in_a_copy_of_its_own(subject, find, base)
        again = in_a_copy_of_its_own(subject, find, base) if found else None
        if subject.is_served:
            # The records are not there for what is judged next.
            subject.renew()
        if found and again and all(found[key] == again[key] for key in _SAME):
            raise CheckFailure(
                "page_loses_entries",
                f'The description says "{promise}", but after {found["changer"]!r} was called behind the first page, '
                f"following {found['said']!r} {found['did']} {found['entry']}. Go on behind the last entry of a page, "
                "and not behind a number of entries.",
                about=found["cursor"],
                arguments=found["call"],
                before=found["before"],
            )


def _unsteady(subject: Subject, base: _Call, *, ways: Sequence[bool]) -> dict[str, Any] | None:
    """Return what a finding tells of an entry that pages lose or repeat; None without one.

    Args:
        subject: The tool.
        base: A call of it.
        ways: Whether entries are taken away; otherwise, some are added.
    """
    for facts, tool in makers_of(subject, base)[:_MAX_MAKERS]:
        maker = subject.beside(facts, tool)
        for size, is_taken in itertools.product(_SIZES, ways):
            if subject.is_served:
                subject.renew()
            else:
                make_fresh([subject, maker])
            with nullcontext() if subject.is_served else fake_sleep():
                found = _of_change(subject, base, maker, size, is_taken=is_taken)
            if found:
                return found
    return None


def _of_change(subject: Subject, base: _Call, maker: Subject, size: int, *, is_taken: bool) -> dict[str, Any] | None:
    added = records_of_maker(subject, maker, base)
    way = next(page_ways(subject, base), None) if len(added) >= _FEWEST else None
    if way is None or way.is_guessed:
        return None
    before = entries_of(subject, way.whole, way.entries)
    call = {**way.start, way.limit: size}
    answer = page_answer(subject, call)
    page, leads_to = entries_of(subject, call, way.entries), way.leads_to(answer, size)
    if leads_to is None or page != before[:size] or len(set(before)) < len(before):
        return None
    change = _taken(subject, maker, answer[way.entries]) if is_taken else _more(maker, added)
    changes = list(change)
    after = entries_of(subject, way.whole, way.entries)
    rest = _followed(replace(way, start={**way.start, way.cursor: leads_to}), subject, size, len(before) + len(changes))
    if (len(after) < len(before)) != is_taken or len(after) == len(before):
        return None
    if not changes or rest is None or after != entries_of(subject, way.whole, way.entries):
        return None
    stay = [one for one in before if one in after]
    lost = [one for one in stay if one not in page and one not in rest]
    twice = [one for one in stay if one in page and one in rest]
    if not lost and not twice:
        return None
    return {
        "entry": (lost or twice)[0][:_MAX_SHOWN],
        "did": "loses" if lost else "repeats",
        "changer": changes[0][0],
        "said": way.said.rpartition(".")[2],
        "cursor": way.cursor,
        "call": {**way.start, way.cursor: leads_to, way.limit: size},
        "before": before_json([*added, (subject.facts.name, call), *changes]),
    }


def _taken(subject: Subject, maker: Subject, entries: list[Any]) -> _Change:
    """Let a tool take away the entries of a page."""
    others = [one for one in subject.neighbours if takes_things_away(one[0]) or not reads(one[0])]
    others = [one for one in others if one[0].name not in (subject.facts.name, maker.facts.name)]
    for facts, tool in sorted(others, key=lambda one: not takes_things_away(one[0]))[:_MAX_TAKERS]:
        taker = subject.beside(facts, tool)
        made = []
        for usual in candidate_arguments(taker.schema, limit=1):
            calls = [{**usual, **named} for entry in entries if (named := named_by(entry, usual))]
            made = [(facts.name, call) for call in calls if not looks_failed(taker.call(call))]
        if made:
            yield from made
            return


def _more(maker: Subject, added: list[NamedCall]) -> _Change:
    """Let the maker add its records once more."""
    for name, call in added:
        if name == maker.facts.name and not looks_failed(maker.call(call)):
            yield name, call


def _followed(way: PageWay, subject: Subject, size: int, most: int) -> set[str] | None:
    """Return the entries of all pages; None if a page fails, or they do not end."""
    found, _ = followed(subject, way, size, most)
    if found:
        return found
    first: Mapping[str, Any] = page_answer(subject, {**way.start, way.limit: size})
    return set() if first.get(way.entries) == [] and way.leads_to(first, size) is None else None
