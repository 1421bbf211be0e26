"""Last days: a range of days that is said to include its last one, and loses what happens on it.

list("2025-05-31", "2025-06-01")    the party, on 2025-05-31 at 16:00
list("2025-06-01", "2025-06-02")    nothing: the party is on no later day
list("2025-05-31", "2025-05-31")    nothing, since "2025-05-31T16:00" > "2025-05-31"

Where an answer has sums instead of entries, they tell whether anything happened: days without any have the same answer.
Where nothing has happened yet, another tool of the target adds what does.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from ....oracles.text_leaves import leaves_of
from ....profile.told_ends import lists_end
from ....regex import regex
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values
from ...calls.preparation.record_makers import aligned_calls, makers_of
from ...calls.sequences import NamedCall, before_json
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit

__all__ = ["judge_last_days"]

_SHARE = 0.2
_MAX_BASES, _MAX_DAYS, _MAX_SHOWN, _REPEATS = 8, 8, 60, 2
_MAX_MAKERS, _MAX_MADE = 3, 2
_DAY = regex(r"\d{4}-\d\d-\d\d")
#: A moment without an offset, which might put it on another day; what is in UTC here is on the day that it shows.
_MOMENT = regex(r"(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)?)?")
_MOMENT_IN_LINE = regex(rf"(?<![\w.:+-]){_MOMENT.pattern}(?![\w+-]|:\d)")
_EVER = ("1970-01-01", "2099-12-31")
#: Twenty years of whole weeks, to days of the same names on which nothing has happened.
_FAR_DAYS = 20 * 52 * 7


def judge_last_days(subject: Subject) -> bool:
    """Judge that a range with the same first and last day, which is said to be included, has the entries of this day.

    Returns:
        Whether there is such a range, and a day with entries.

    Raises:
        CheckFailure: If it lacks one that is in the range of this day and the next, but not in that of later days; or
            if its sums are those of no entry, as they are on later days, but those of this day and the next are not.
    """
    for base in calls_that_fit(subject, limit=_MAX_BASES):
        ends = [name for name, value in base.items() if isinstance(value, str) and _DAY.fullmatch(value)]
        if len(ends) != 2 or not _is_said(subject, ends[1]):
            continue
        if subject.is_served:
            lost = _lost_entry(subject, base, *ends)
        else:
            lost = in_a_copy(
                partial(_in_fresh_world, subject, base, *ends), limit_s=_SHARE * subject.check_s, tell=subject.has_left
            )
        if lost:
            raise CheckFailure(
                "last_day_left_out",
                f"The description says that the last day belongs to the range, but a range that ends on a day lacks "
                f"{lost['entry']}, which is in one that begins on this day. Compare days with days.",
                about=ends[1],
                arguments=lost["call"],
                before=lost["before"],
            )
        return lost is not None
    return False


def _is_said(subject: Subject, end: str) -> bool:
    node = (subject.schema.get("properties") or {}).get(end)
    told = str(node.get("description") or "") if isinstance(node, Mapping) else ""
    return lists_end(subject.facts.description or "", told)


def _in_fresh_world(subject: Subject, base: dict[str, Any], first: str, last: str) -> dict[str, Any] | None:
    make_fresh([subject])
    with fake_sleep():
        return _lost_entry(subject, base, first, last)


def _lost_entry(subject: Subject, base: dict[str, Any], first: str, last: str) -> dict[str, Any] | None:
    """Return an entry that the range of its day lacks, and the calls; empty without one, None if no day has entries."""
    entries = _entries(subject, {**base, first: _EVER[0], last: _EVER[1]})
    found = _lost_on(subject, base, (first, last), _days(subject, entries), _days(subject, []))
    if found is not None:
        return {**found, "before": ()} if found else found
    made = _made(subject, {name: value for name, value in base.items() if name not in (first, last)})
    days = [day for _, call in made for day in _days_of_call(call)]
    found = _lost_on(subject, base, (first, last), days, days) if days else None
    if subject.is_served and made:
        subject.renew()
    return {**found, "before": before_json(made)} if found else found


def _made(subject: Subject, names: dict[str, Any]) -> list[NamedCall]:
    """Let other tools of the target add what happens at some moment, and return their calls."""
    if subject.is_served and served_tool(subject).server.address.url:
        return []
    made: list[NamedCall] = []
    for facts, tool in makers_of(subject, names)[:_MAX_MAKERS]:
        maker = subject.beside(facts, tool)
        calls = [call for call in aligned_calls(facts, names) if _days_of_call(call)]
        for call in calls[:_MAX_MADE]:
            with fake_sleep():
                outcome = maker.call(call)
            made += [] if looks_failed(outcome) else [(facts.name, call)]
    return made


def _days_of_call(call: Mapping[str, Any]) -> list[str]:
    found = map(_MOMENT.fullmatch, _texts(call))
    return list(dict.fromkeys(match[1] for match in found if match and _moved(match[1], 0)))


def _lost_on(
    subject: Subject, base: dict[str, Any], ends: tuple[str, str], days: list[str], summed: list[str]
) -> dict[str, Any] | None:
    """Return an entry of one of some days, or what the sums of one lack, and the call."""
    first, last = ends

    def answered(begin: str, end: str) -> list[Any]:
        return _entries(subject, {**base, first: begin, last: end})

    fine: dict[str, Any] | None = None
    for day in days[:_MAX_DAYS]:
        after, later = (_moved(day, days) for days in (1, 2))
        both, of_later = answered(day, after), answered(after, later)
        mine = [one for one in both if {moment[:10] for moment in _moments(one)} == {day}]
        mine = [one for one in mine if one not in of_later]
        if not mine:
            continue
        alone = answered(day, day)
        # A sum of two days has the same moment as that of one.
        known = [_moments(one) for one in alone]
        lost = [one for one in mine if _moments(one) not in known]
        if not lost:
            fine = {}
        elif answered(day, after) == both and answered(day, day) == alone:
            return {"entry": json.dumps(lost[0], default=repr)[:_MAX_SHOWN], "call": {**base, first: day, last: day}}
    found = _lost_from_sum(subject, base, ends, summed)
    return fine if found is None else found


def _lost_from_sum(
    subject: Subject, base: dict[str, Any], ends: tuple[str, str], held: list[str]
) -> dict[str, Any] | None:
    """Return what the sums of a day lack, and the call; empty if they lack nothing, None if no day has sums."""
    first, last = ends

    def summed(begin: str, days: int) -> str | None:
        outcome = subject.call({**base, first: begin, last: _moved(begin, days)})
        value = outcome.value if outcome.succeeded else None
        return _DAY.sub("", json.dumps(value, default=repr)) if isinstance(value, Mapping | int | float) else None

    fine: dict[str, Any] | None = None
    # What lasts from a day to the next is in no range of the first alone.
    for day in [one for one in held if _moved(one, 1) not in held][:_MAX_DAYS]:
        far = [_moved(day, days) for days in (-_FAR_DAYS, _FAR_DAYS)]
        # Numbers of days, and what depends on their names, are the same where nothing has happened.
        of_none = [{told for one in far if one and (told := summed(one, days)) is not None} for days in (0, 1)]
        if any(len(answers) != 1 for answers in of_none):
            continue
        for _ in range(_REPEATS):
            alone, both, later = summed(day, 0), summed(day, 1), summed(_moved(day, 1), 1)
            if {later} != of_none[1] or both is None or {both} == of_none[1]:
                break
            if {alone} != of_none[0]:
                fine = {} if alone is not None else fine
                break
        else:
            return {"entry": f"what the data have of {day}", "call": {**base, first: day, last: day}}
    return fine


def _days(subject: Subject, entries: list[Any]) -> list[str]:
    """Return the days of entries, and of moments that the tool's data hold."""
    shown = [moment[:10] for entry in entries for moment in _moments(entry)]
    held = [found[1] for text in known_values(subject).values_for("", "") if (found := _MOMENT.fullmatch(text))]
    # A heading may repeat what is asked for.
    days = [day for day in dict.fromkeys([*shown[::-1], *held]) if day not in _EVER]
    return [day for day in days if _moved(day, 0)]


def _moved(day: str, days: int) -> str:
    """Return a day some days later; "" for what is no day."""
    try:
        return (dt.date.fromisoformat(day) + dt.timedelta(days)).isoformat()
    except (ValueError, OverflowError):
        return ""


def _moments(entry: Any) -> list[str]:
    """Return the moments of an entry, without those of the clock: when it was made tells nothing of its day."""
    if isinstance(entry, str):
        found = [match[0] for match in _MOMENT_IN_LINE.finditer(entry)]
    else:
        found = [text for text in _texts(entry) if _MOMENT.fullmatch(text)]
    today = dt.datetime.now(dt.UTC).date().isoformat()
    about_now = (today, _moved(today, -1), _moved(today, 1))
    return [moment for moment in found if moment[:10] not in about_now] or found


def _texts(value: Any) -> list[str]:
    return [text for place, text in leaves_of(value) if not place.endswith(".keys()")]


def _entries(subject: Subject, call: dict[str, Any]) -> list[Any]:
    """Return the entries of an answer, which are its only list, or the lines of a text."""
    outcome = subject.call(call)
    value = outcome.value if outcome.succeeded else None
    if isinstance(value, str):
        return value.splitlines()
    lists = [part for part in value.values() if isinstance(part, list)] if isinstance(value, Mapping) else [value]
    return lists[0] if len(lists) == 1 and isinstance(lists[0], list) else []
