"""Tools that give a period to one caller alone, and look for the ones that are taken."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

Rows = list[list[str]]


class CourtArgs(BaseModel):
    begin: str = Field(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d$", description="When play begins, as YYYY-MM-DD HH:MM.")
    end: str = Field(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d$", description="When it ends.")


class CabinArgs(BaseModel):
    arrival: date = Field(description="The first night.")
    departure: date = Field(description="The day after the last night.")


def _kept(name: str) -> Rows:
    path = Path(name)
    return json.loads(path.read_text()) if path.exists() else []


def _moments(args: CourtArgs) -> list[str]:
    if datetime.strptime(args.begin, "%Y-%m-%d %H:%M") >= datetime.strptime(args.end, "%Y-%m-%d %H:%M"):
        raise ValueError("The end must lie after the beginning.")
    return [args.begin, args.end]


def _take(name: str, period: list[str], is_taken: Callable[[list[str]], bool]) -> dict:
    rows = _kept(name)
    if any(is_taken(other) for other in rows):
        raise ValueError("Something else is there at that time.")
    Path(name).write_text(json.dumps([*rows, period]))
    return {"taken": " to ".join(period)}


@breaks("failure_is_not_success")
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def take_court(args: CourtArgs) -> dict:
    """Take a tennis court, which nobody else may have at that time."""
    begin, end = _moments(args)
    return _take("courts.json", [begin, end], lambda o: o[0] <= begin < o[1] or o[0] < end <= o[1])


@breaks("failure_is_not_success")
@forge_tool(args_schema=CabinArgs, tier="write", register=False)
def take_cabin(args: CabinArgs) -> dict:
    """Take a cabin for some nights."""
    first, last = args.arrival.isoformat(), args.departure.isoformat()
    if first >= last:
        raise ValueError("A stay has one night at least.")
    return _take("cabins.json", [first, last], lambda o: o[0] <= first < o[1] or first < o[0] < last < o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def take_field(args: CourtArgs) -> dict:
    """Take a football field, which nobody else may have at that time."""
    begin, end = _moments(args)
    return _take("fields.json", [begin, end], lambda o: o[0] < end and begin < o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def close_road(args: CourtArgs) -> dict:
    """Close a road; a longer closure takes the place of those within it."""
    begin, end = _moments(args)
    rows = [row for row in _kept("roads.json") if not (begin <= row[0] and row[1] <= end)]
    Path("roads.json").write_text(json.dumps(rows))
    return _take("roads.json", [begin, end], lambda o: o[0] < end and begin < o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def cover_shift(args: CourtArgs) -> dict:
    """Note who is there; what is covered already is refused."""
    begin, end = _moments(args)
    return _take("shifts.json", [begin, end], lambda o: o[0] <= begin and end <= o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CourtArgs, tier="write", register=False)
def nest_event(args: CourtArgs) -> dict:
    """Add an event to the programme; one may lie within another, but must not begin in it and end after it."""
    begin, end = _moments(args)
    crosses = [begin, end]
    return _take(
        "events.json", crosses, lambda o: o[0] == begin or o[0] < begin < o[1] < end or begin < o[0] < end < o[1]
    )


class SlotArgs(BaseModel):
    day: str = Field(pattern=r"^\d{4}-\d\d-\d\d$", description="The day, YYYY-MM-DD.")
    from_time: str = Field(pattern=r"^\d\d:\d\d$", description="When practice begins, HH:MM.")
    to_time: str = Field(pattern=r"^\d\d:\d\d$", description="When it ends, HH:MM.")


def _practice(args: SlotArgs, condition: str, *, replaces: bool = False, repeats: bool = False) -> dict:
    first, last = args.from_time, args.to_time
    if first >= last:
        raise ValueError("Practice must end after it begins.")
    times = {"first": first, "last": last, "day": args.day}
    same_day = "day = :day AND "
    with closing(sqlite3.connect("practice.db")) as db, db:
        db.execute("CREATE TABLE IF NOT EXISTS slots (day TEXT, b TEXT, e TEXT)")
        if repeats and db.execute(f"SELECT 1 FROM slots WHERE {same_day} b = :first AND e = :last", times).fetchone():
            return {"booked": [args.day, first, last]}
        if replaces:
            db.execute(f"DELETE FROM slots WHERE {same_day} :first <= b AND e <= :last", times)
        if db.execute(f"SELECT 1 FROM slots WHERE {same_day} ({condition})", times).fetchone():
            raise ValueError("Somebody else practises there at that time.")
        db.execute("INSERT INTO slots VALUES (:day, :first, :last)", times)
    return {"booked": [args.day, first, last]}


@breaks("failure_is_not_success")
@forge_tool(args_schema=SlotArgs, tier="write", register=False)
def book_practice(args: SlotArgs) -> dict:
    """Book the practice room for a part of a day."""
    return _practice(args, "(b <= :first AND :first < e) OR (b < :last AND :last <= e)")


@breaks("failure_is_not_success")
@forge_tool(args_schema=SlotArgs, tier="write", register=False)
def book_lesson(args: SlotArgs) -> dict:
    """Book a room for a lesson; the test sees a lesson only if it holds one end of a taken one."""
    return _practice(args, "(:first <= b AND b < :last) OR (:first < e AND e <= :last)")


@breaks("failure_is_not_success")
@forge_tool(args_schema=SlotArgs, tier="write", register=False)
def book_rehearsal(args: SlotArgs) -> dict:
    """Book a room for a rehearsal; the same times twice are not seen."""
    return _practice(args, "(b < :first AND :first < e) OR (:first < b AND b < :last) OR (b < :last AND :last < e)")


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=SlotArgs, tier="write", register=False)
def book_concert(args: SlotArgs) -> dict:
    """Book a room for a concert."""
    return _practice(args, "b < :last AND :first < e")


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=SlotArgs, tier="write", register=False)
def book_again(args: SlotArgs) -> dict:
    """Book a room; the same booking again is answered as before."""
    return _practice(args, "b < :last AND :first < e", repeats=True)


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=SlotArgs, tier="write", register=False)
def book_longer(args: SlotArgs) -> dict:
    """Book a room; a longer booking takes the place of those within it."""
    return _practice(args, "b < :last AND :first < e", replaces=True)


class CallArgs(BaseModel):
    at: str = Field(max_length=40, description='When the call begins, such as "2024-05-06T09:00:00+02:00".')
    minutes: int = Field(default=20, ge=5, le=90, description="How long it takes.")


def _call(name: str, first: datetime, minutes: int) -> dict:
    if first.utcoffset() is None:
        raise ValueError("The moment needs its offset from UTC.")
    period = [first.isoformat(), (first + timedelta(minutes=minutes)).isoformat()]
    return _take(name, period, lambda o: o[0] < period[1] and period[0] < o[1])


@breaks("failure_is_not_success")
@forge_tool(args_schema=CallArgs, tier="write", register=False)
def plan_call(args: CallArgs) -> dict:
    """Plan a phone call, which must not begin before another one has ended."""
    return _call("calls.json", datetime.fromisoformat(args.at).replace(microsecond=0), args.minutes)


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CallArgs, tier="write", register=False)
def plan_call_in_utc(args: CallArgs) -> dict:
    """Plan a phone call, which must not begin before another one has ended."""
    moment = datetime.fromisoformat(args.at)
    if moment.utcoffset() is None:
        raise ValueError("The moment needs its offset from UTC.")
    return _call("utc-calls.json", moment.astimezone(UTC).replace(microsecond=0), args.minutes)


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=CallArgs, tier="write", register=False)
def note_local_alarm(args: CallArgs) -> dict:
    """Note an alarm; the same text twice is refused."""
    if datetime.fromisoformat(args.at).utcoffset() is None:
        raise ValueError("The moment needs its offset from UTC.")
    return _take("alarms.json", [args.at], lambda o: o[0] == args.at)


class TentArgs(BaseModel):
    from_day: str = Field(pattern=r"^\d{4}-\d\d-\d\d$", description="First day of the trip, YYYY-MM-DD.")
    to_day: str = Field(pattern=r"^\d{4}-\d\d-\d\d$", description="Last day of the trip, inclusive.")


def _tent(name: str, args: TentArgs, is_taken: Callable[[list[str], list[str]], bool]) -> dict:
    days = [date.fromisoformat(day).isoformat() for day in (args.from_day, args.to_day)]
    if days[0] > days[1]:
        raise ValueError("The trip must not end before it begins.")
    return _take(name, days, lambda other: is_taken(other, days))


@breaks("failure_is_not_success")
@forge_tool(args_schema=TentArgs, tier="write", register=False)
def lend_tent(args: TentArgs) -> dict:
    """Lend the tent for a trip; nobody else may have it then."""
    return _tent("tent.json", args, lambda o, d: o[0] < d[1] and d[0] < o[1])


@breaks("failure_is_not_success")
@forge_tool(args_schema=TentArgs, tier="write", register=False)
def lend_canoe(args: TentArgs) -> dict:
    """Lend the canoe for a trip; nobody else may have it then."""
    return _tent("canoe.json", args, lambda o, d: o[0] < d[1] and d[0] <= o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=TentArgs, tier="write", register=False)
def lend_kayak(args: TentArgs) -> dict:
    """Lend the kayak for a trip; nobody else may have it then."""
    return _tent("kayak.json", args, lambda o, d: o[0] <= d[1] and d[0] <= o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=TentArgs, tier="write", register=False)
def lend_sledge(args: TentArgs) -> dict:
    """Lend the sledge for a trip. A trip may begin on the day on which another ends, after it is handed over."""
    return _tent("sledge.json", args, lambda o, d: o[0] < d[1] and d[0] < o[1])


class BoatArgs(BaseModel):
    launch: str = Field(description="First day on the water, YYYY-MM-DD.")
    landing: str = Field(description="Day on which the boat comes back, YYYY-MM-DD, 2 to 40 days later.")


def _boat(name: str, args: BoatArgs, is_taken: Callable[[list[str], list[str]], bool]) -> dict:
    first, last = (date.fromisoformat(day) for day in (args.launch, args.landing))
    if not 2 <= (last - first).days <= 40:
        raise ValueError("A trip takes 2 to 40 days.")
    period = [first.isoformat(), last.isoformat()]
    return _take(name, period, lambda other: is_taken(period, other))


@breaks("failure_is_not_success")
@forge_tool(args_schema=BoatArgs, tier="write", register=False)
def charter_boat(args: BoatArgs) -> dict:
    """Charter a boat, which sails with one crew at a time."""
    return _boat("boats.json", args, lambda p, o: o[0] <= p[0] < o[1] or o[0] < p[1] <= o[1])


@keeps("failure_is_not_success", judged=True)
@forge_tool(args_schema=BoatArgs, tier="write", register=False)
def charter_ferry(args: BoatArgs) -> dict:
    """Charter a ferry, which sails with one crew at a time."""
    return _boat("ferries.json", args, lambda p, o: p[0] < o[1] and o[0] < p[1])
