from __future__ import annotations

import importlib
import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from forge_harness import dispatch_forge_tool
from forge_harness.tools.builtin.datetime_now import datetime_now

from .deviations import outcomes

DATETIME = [  # (format, time zone, pattern or error)
    ("rfc3339", "Asia/Kolkata", r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$"),
    ("date", "UTC", r"^\d{4}-\d\d-\d\d$"),
    ("time", None, r"^\d\d:\d\d:\d\d$"),
    ("%Y", None, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"),
    (None, "America/New_York", r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00$"),
    (None, "Bad/Zone", "unknown_timezone"),
    (None, "utc", "unknown_timezone"),
    (None, "America", "unknown_timezone"),
]
AT = [  # (UTC, time zone, format, what is told)
    ("2026-03-29 00:59:59", "Europe/Paris", "rfc3339", "2026-03-29T01:59:59+01:00"),
    ("2026-03-29 01:00:00", "Europe/Paris", "rfc3339", "2026-03-29T03:00:00+02:00"),
    ("2026-10-25 00:30:00", "Europe/Paris", "rfc3339", "2026-10-25T02:30:00+02:00"),
    ("2026-10-25 01:30:00", "Europe/Paris", "rfc3339", "2026-10-25T02:30:00+01:00"),
    ("2026-07-01 12:00:00", "Asia/Kathmandu", "datetime", "2026-07-01 17:45:00"),
    ("2026-01-01 09:59:59", "Pacific/Kiritimati", "date", "2026-01-01"),
    ("2026-01-01 10:00:00", "Pacific/Kiritimati", "date", "2026-01-02"),
    ("2026-01-01 12:00:00", "Europe/London", "rfc3339", "2026-01-01T12:00:00Z"),
    ("2026-07-01 12:00:00", "Asia/Tokyo", "unix", "1782907200"),
    ("2026-07-01 12:00:00", "America/St_Johns", "time", "09:30:00"),
]
NO_ZONES = [
    *("/etc/hosts", "../../etc/hosts", "./UTC", "America/", "UTC\0", " ", "tzdata.zi", "zones", "a" * 64),
    *("local", "localtime", "posixrules", "posix/UTC", "right/UTC", "Factory", "UTC+2", "+02:00", "__pycache__"),
]
NEAR = [
    ("utc", "'UTC'"),
    ("new york", "'America/New_York'"),
    ("Kolkatta", "'Asia/Kolkata'"),
    ("europe/pariS", "'Europe/Paris'"),
    ("America", "'America/Adak' or 'America/Anchorage' or 'America/Anguilla'"),
    ("IST", "'Europe/Paris'"),
    ("GMT+2", "'Europe/Paris'"),
]


def call(**arguments: Any) -> Any:
    """The payload of a call; arguments that are None are left out."""
    given = {name: value for name, value in arguments.items() if value is not None}
    return dispatch_forge_tool(datetime_now, given).llm_payload()


@pytest.mark.requirement("datetime_now:tells-the-time")
@pytest.mark.parametrize(("form", "timezone", "outcome"), outcomes(DATETIME=DATETIME))
def test_the_time_is_told_as_recorded(form: str | None, timezone: str | None, outcome: str) -> None:
    answer = call(format=form, timezone=timezone)

    if outcome.startswith("^"):
        assert re.search(outcome, answer["datetime"])
        assert answer == {"datetime": answer["datetime"], "timezone": timezone or "UTC"}
    else:
        assert answer["error"] == outcome


def test_an_empty_text_is_the_default() -> None:
    answer = call(format="", timezone="")

    assert answer["timezone"] == "UTC"
    assert answer["datetime"].endswith("Z")


def test_it_is_now() -> None:
    told = datetime.fromisoformat(call()["datetime"])

    assert abs(datetime.now(UTC) - told) < timedelta(minutes=1)


@pytest.mark.parametrize(("at", "timezone", "form", "told"), AT)
def test_daylight_saving_is_observed(
    at: str,
    timezone: str,
    form: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = importlib.import_module("forge_harness.tools.builtin.datetime_now")
    monkeypatch.setattr(module, "_now", lambda: datetime.fromisoformat(at).replace(tzinfo=UTC))

    assert call(format=form, timezone=timezone) == {"datetime": told, "timezone": timezone}


@pytest.mark.parametrize("timezone", NO_ZONES)
def test_what_is_no_zone_is_refused(timezone: str) -> None:
    assert call(timezone=timezone)["error"] == "unknown_timezone"


@pytest.mark.parametrize(("timezone", "near"), NEAR)
def test_near_names_are_told(timezone: str, near: str) -> None:
    assert call(timezone=timezone)["message"] == (
        f"There is no time zone {timezone!r}. Use an IANA name such as {near}, not an offset or an abbreviation."
    )


def test_every_zone_has_a_time() -> None:
    module = importlib.import_module("forge_harness.tools.builtin.datetime_now")

    for zone in sorted(module._names())[::7]:
        assert call(timezone=zone)["timezone"] == zone


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of the machine cannot be changed here")
def test_local_is_the_zone_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "<+0545>-5:45")
    time.tzset()
    try:
        answer = call(timezone="Local")
    finally:
        monkeypatch.undo()
        time.tzset()

    assert answer["timezone"] == "Local"
    assert answer["datetime"].endswith("+05:45")


def test_utc_needs_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("forge_harness.tools.builtin.datetime_now")
    monkeypatch.setattr(module, "_names", frozenset)

    assert call()["timezone"] == "UTC"
    assert call(timezone="Europe/Paris") == {
        "error": "unknown_timezone",
        "message": (
            "The database of time zones is not installed, so only 'UTC' and 'Local' are known. "
            "Use one of them, or install tzdata (extra 'tools')."
        ),
    }
