"""A date with a time of day is a generated timestamp, however prose writes it; a date alone, and all else, counts."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_forge.cassettes.exchange import RecordedRequest
from pytest_forge.cassettes.matching.match_options import MatchOptions
from pytest_forge.cassettes.matching.normalise import normalise

THEN = datetime(2026, 11, 23, 2, 27, 9, 120000)
LATER = THEN + timedelta(days=37, hours=13, minutes=31, seconds=1)

DATES = (
    "%A, %d %B %Y", "%B %d, %Y", "%a %d %b %Y", "%d-%b-%Y", "%A, %B %dth, %Y", "%dth of %B %Y", "%A %Y-%m-%d",
    "%m/%d/%Y", "%d.%m.%Y", "%Y/%m/%d", "%Y-%m-%d", "%Y-%m-%d (%A)", "%b. %d, %Y",
)  # fmt: skip
CLOCKS = (
    "%H:%M",
    "%I:%M %p",
    "%H:%M:%S",
    "%I:%M:%S\u202f%p",
    "%H:%M:%S.%f",
    "%H:%M UTC",
    "%I:%M%p (UTC)",
    "%H:%M +0100",
)
ORDERS = (
    "{date} {clock}",
    "{date}, {clock}",
    "{date} at {clock}",
    "{date} - {clock}",
    "{clock} on {date}",
    "{clock}, {date}",
)
WHOLE = ("%a %b %d %H:%M:%S %Y", "%a %b %d %H:%M:%S CET %Y", "%b %d %H:%M:%S")


def key(text: str, *ignore: str) -> str:
    body = {"model": "m", "messages": [{"role": "user", "content": text}]}
    request = RecordedRequest("POST", "https://api.openai.com/v1/chat/completions", (), json.dumps(body).encode())
    return normalise(request, options=MatchOptions(ignore=ignore)).key.partition(":")[0]


def written(order: str, form: str, clock: str) -> str:
    return order.format(date=form, clock=clock)


@pytest.mark.parametrize("form", [*DATES, *WHOLE])
def test_a_moment_in_prose_may_be_another_one(form):
    forms = [form] if form in WHOLE else [written(order, form, clock) for order in ORDERS for clock in CLOCKS]
    for each in forms:
        then, later = (f"The current date is {moment.strftime(each)}. Be brief." for moment in (THEN, LATER))
        assert key(then) == key(later) == key("The current date is 2026-01-01 10:00. Be brief.")
        assert key(then) != key(then.replace("brief", "short")), each


@pytest.mark.parametrize(
    ("recorded", "sent"),
    [
        ("Today is Monday, 23 November 2026.", "Today is Tuesday, 24 November 2026."),
        ("Meet me on 23 November at 10:15", "Meet me on 24 November at 10:15"),
        ("Meet me at 10:15.", "Meet me at 10:20."),
        ("Monday, 10:15", "Tuesday, 10:15"),
        ("23 November 2026 was 10:15 too long", "24 November 2026 was 10:15 too long"),
        ("May 5, 2026 10:15 was late", "May 5, 2026 10:15 was early"),
        ("Mark 3:16 and 2026", "Mark 3:17 and 2026"),
        ("version 1.23.11.2026 10:15", "version 1.24.11.2026 10:15"),
        ("The ratio on 23 November 2026 is 10:15:20:30", "The ratio on 23 November 2026 is 10:15:20:31"),
        ("23 November 2026 10:15b", "24 November 2026 10:15b"),
    ],
)
def test_what_is_no_whole_moment_counts(recorded, sent):
    assert key(recorded) != key(sent)


moments = st.datetimes(datetime(2000, 1, 1), datetime(2099, 12, 31)).map(lambda moment: moment.replace(microsecond=0))
forms = st.builds(written, st.sampled_from(ORDERS), st.sampled_from(DATES), st.sampled_from(CLOCKS))
words = st.text("abc .,!?\n", max_size=12)


@given(moments, moments, forms, words, words, words)
def test_of_any_prompt_only_the_moment_may_change(then, later, form, before, after, other):
    recorded, sent = (f"{before} {moment.strftime(form)} {after}" for moment in (then, later))

    assert key(recorded) == key(sent)
    assert (key(recorded) == key(f"{before} {later.strftime(form)} {other}")) == (after == other)
    assert (key(recorded) == key(f"{other} {later.strftime(form)} {after}")) == (before == other)


@given(moments, moments, st.sampled_from(DATES), words, words)
def test_dates_alone_count_unless_they_are_ignored(then, later, form, before, after):
    recorded, sent = (f"{before} {moment.strftime(form)} {after}" for moment in (then, later))

    assert (key(recorded) == key(sent)) == (recorded == sent)
    assert key(recorded, "dates") == key(sent, "dates")
    assert key(recorded, "dates") != key(f"{sent} more", "dates")


@pytest.mark.parametrize(
    ("recorded", "sent"),
    [
        ("at /logs/2026-11-23/a", "at /logs/2026-11-24/a"),
        ("order 2026-11-23-7", "order 2026-11-24-7"),
        ("at 10:15", "at 10:16"),
        ("in 2026", "in 2027"),
    ],
)
def test_ignored_dates_leave_other_numbers_alone(recorded, sent):
    assert key(recorded, "dates") != key(sent, "dates")
