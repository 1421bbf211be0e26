"""Pages: entries of a long page that are on none of the short ones, which the tool's own cursors lead through.

list(limit=50)                   1 at 8:00, 2 at 8:05, 3 at 8:05    next: none
list(limit=2)                    1 at 8:00, 2 at 8:05               next: "8:05"
list(limit=2, cursor="8:05")     nothing                            3 is lost: it ties with the edge of the page

list(limit=1, offset=2)          3 at 8:05                          next: 3, though there are no more
list(limit=1, offset=3)          nothing

list(limit=2, after_id=2)        the id of the last entry leads on too, if the description of the argument says so

Where the tool's own records lose none, those that another tool adds in no order may.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

from ....profile.told_pages import told_last_page
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import served_tool
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import before_json
from ...calls.told_words import words_on_key
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit
from .filled_stores import records_of_maker
from .page_ways import entries_of, followed, has_form_of_pages, page_arguments, page_ways

__all__ = ["in_a_copy_of_its_own", "judge_pages"]

_SHARE = 0.2
_MAX_BASES, _MAX_SHOWN = 2, 60
_MAX_MAKERS, _FEWEST_ADDED = 2, 3
#: Entries of a short page.
_SHORT = (1, 2, 3)

#: Returns what a finding tells of a tool that is asked for pages by a call; None if there is nothing to tell.
_Find = Callable[[Subject, dict[str, Any]], dict[str, Any] | None]


def judge_pages(subject: Subject) -> None:
    """Judge that short pages together have each entry that one long page has, and lead to no page without any.

    Raises:
        CheckFailure: If their cursors lead to the end without an entry. If the description says that nothing leads on
            where there are no more: if one leads to an empty page.
    """
    limits, cursors = page_arguments(subject)
    bases = calls_that_fit(subject, limit=_MAX_BASES) if limits and cursors else []
    found = itertools.chain(
        (in_a_copy_of_its_own(subject, _in_fresh_world, base) for base in bases),
        (in_a_copy_of_its_own(subject, _lost_of_records, base) for base in bases[:1]),
    )
    for lost in found:
        if lost and "empty" in lost:
            raise CheckFailure(
                "page_leads_nowhere",
                f'The description says "{lost["empty"]}", but {lost["said"]!r} leads from a page to one without '
                f"entries. Compare the end of a page with the number of all entries, and not with {lost['limit']!r}.",
                about=lost["cursor"],
                arguments=lost["call"],
                before=lost.get("before", ()),
            )
        if lost:
            raise CheckFailure(
                "page_loses_entries",
                f"One page with {lost['limit']}={lost['whole']} has {lost['most']} entries, but following "
                f"{lost['said']!r} from this call to the end gives {lost['found']}, without {lost['entry']}. "
                "Go on behind the last entry of a page, and not behind all that tie with it.",
                about=lost["cursor"],
                arguments=lost["call"],
                before=lost.get("before", ()),
            )


def in_a_copy_of_its_own(subject: Subject, find: _Find, base: dict[str, Any]) -> dict[str, Any] | None:
    """Return what *find* does, in a copy of the process if the tool is a function."""
    if subject.is_served:
        return find(subject, base)
    found: dict[str, Any] | None = in_a_copy(
        partial(find, subject, base), limit_s=_SHARE * subject.check_s, tell=subject.has_left
    )
    return found


def _in_fresh_world(subject: Subject, base: dict[str, Any]) -> dict[str, Any] | None:
    if subject.is_served:
        return _lost_entry(subject, base)
    make_fresh([subject])
    with fake_sleep():
        return _lost_entry(subject, base)


def _lost_of_records(subject: Subject, base: dict[str, Any]) -> dict[str, Any] | None:
    """Return what `_lost_entry` does once another tool has added records, with the calls that added them."""
    patience = subject.patience(_SHARE)
    if not has_form_of_pages(subject, base) or (subject.is_served and served_tool(subject).server.address.url):
        return None
    for facts, tool in makers_of(subject, base)[:_MAX_MAKERS]:
        if patience.is_over:
            break
        maker = subject.beside(facts, tool)
        lost = _lost_of_maker(subject, base, maker)
        if subject.is_served:
            # The records are not there for what is judged next.
            subject.renew()
        if lost:
            return lost
    return None


def _lost_of_maker(subject: Subject, base: dict[str, Any], maker: Subject) -> dict[str, Any] | None:
    if subject.is_served:
        subject.renew()
    else:
        make_fresh([subject, maker])
    with nullcontext() if subject.is_served else fake_sleep():
        added = records_of_maker(subject, maker, base)
        lost = _lost_entry(subject, base) if len(added) >= _FEWEST_ADDED else None
    return {**lost, "before": before_json(added)} if lost else None


def _lost_entry(subject: Subject, base: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a finding tells of an entry that following the pages loses, or an empty page; None without one."""
    for way in itertools.islice(page_ways(subject, base), 1):
        said = way.said.rpartition(".")[2]
        entries = entries_of(subject, way.whole, way.entries)
        for size in _SHORT if len(set(entries)) == len(entries) else ():
            found, empty = followed(subject, way, size, len(entries))
            told = told_last_page(words_on_key(subject, said), said) if empty and found == set(entries) else ""
            # Entries that tell their page are others, and a queue is empty after the first time.
            is_part = bool(found) and found <= set(entries) and not way.is_guessed
            lost = [one for one in entries if one not in found] if is_part else []
            again = followed(subject, way, size, len(entries)) if lost or told else (set(), None)
            if again == (found, empty) and (lost or told) and entries_of(subject, way.whole, way.entries) == entries:
                shared = {"limit": way.limit, "said": said, "cursor": way.cursor}
                if told:
                    return {"empty": told, "call": empty, **shared}
                return {
                    "entry": lost[0][:_MAX_SHOWN],
                    "found": len(found),
                    "most": len(entries),
                    "call": {**way.start, way.limit: size},
                    "whole": way.whole[way.limit],
                    **shared,
                }
    return None
