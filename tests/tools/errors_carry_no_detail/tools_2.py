"""Tools that break errors_carry_no_detail."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import io
import json
import logging
import sqlite3
import subprocess
import time
import traceback
import urllib.error
import urllib.request
from urllib.parse import quote

import httpx

from forge_harness import FnToolExecutor, LegacyTool, ToolError

from ..marks import breaks
from ..shared.errors_broken import asker


def _days(limit: int) -> list[int]:
    return list(range(limit))


@contextlib.contextmanager
def _collecting(problems):
    try:
        yield
    except Exception as e:
        problems.append(f"{type(e).__name__}: {e}")


@breaks("errors_carry_no_detail")
@asker()
def leak_generator_manager(args):
    problems = []
    days = []
    with _collecting(problems):
        days = _days(args.limit)
    return {"days": days, "problems": problems}


def safely(function):
    @functools.wraps(function)
    def run(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as e:
            return {"error": type(e).__name__, "message": str(e)}

    return run


@breaks("errors_carry_no_detail")
@asker()
@safely
def leak_decorator(args):
    return {"days": _days(args.limit)}


@breaks("errors_carry_no_detail")
@asker()
def leak_after_retries(args):
    last = None
    for attempt in range(3):
        try:
            return {"days": _days(args.limit)}
        except Exception as e:
            last = e
            time.sleep(2**attempt)
    return {"error": "gave_up", "message": f"Gave up: {last}"}


class ForecastError(Exception):
    pass


@breaks("errors_carry_no_detail")
@asker()
def leak_through_own_class(args):
    try:
        try:
            return {"days": _days(args.limit)}
        except OSError as e:
            raise ForecastError(f"The forecast failed: {e}") from e
    except ForecastError as e:
        return {"error": "no_forecast", "message": str(e)}


@breaks("errors_carry_no_detail")
@asker()
def leak_address(args):
    try:
        reply = httpx.get("https://weather.example/v1", params={"q": args.city}, timeout=1)
        reply.raise_for_status()
        return reply.json()
    except httpx.HTTPError as e:
        return {"error": "weather_down", "message": f"{type(e).__name__} for {e.request.url}"}


@breaks("errors_carry_no_detail")
@asker()
def leak_http_error(args):
    try:
        with urllib.request.urlopen(f"https://weather.example/{quote(args.city)}", timeout=1) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as e:
        return {"error": f"http_{e.code}", "message": str(e)}
    except urllib.error.URLError:
        return {"error": "unreachable", "message": "The weather service cannot be reached."}


@breaks("errors_carry_no_detail")
@asker()
def leak_command(args):
    try:
        done = subprocess.run(["true", args.city], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as e:
        return {"error": "git_failed", "message": f"{e.cmd} returned {e.returncode}"}
    return {"output": done.stdout}


@breaks("errors_carry_no_detail")
@asker()
def leak_error_output(args):
    try:
        done = subprocess.run(["true", args.city], check=True, capture_output=True)
    except subprocess.CalledProcessError as e:
        return {"error": "git_failed", "message": e.stderr.decode()}
    return {"output": done.stdout.decode()}


@breaks("errors_carry_no_detail")
@asker()
def leak_database(args):
    try:
        connection = sqlite3.connect(":memory:")
        connection.execute("create table cities (name text)")
        rows = connection.execute("select name from cities where name = ?", (args.city,)).fetchall()
    except sqlite3.Error as e:
        return {"error": "database_error", "message": e.args[0]}
    return {"rows": rows}


@breaks("errors_carry_no_detail")
@asker()
def leak_log(args):
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logger = logging.getLogger("forecast")
    logger.addHandler(handler)
    try:
        days = _days(args.limit)
    except Exception:
        logger.exception("failed")
        days = []
    finally:
        logger.removeHandler(handler)
    return {"days": days, "log": stream.getvalue()}


@breaks("errors_carry_no_detail")
@asker()
def leak_last_line(args):
    try:
        numbers = _days(args.limit)
        total = sum(numbers)
        return {"total": total}
    except Exception as e:
        return {"error": "failed", "seen": len(numbers), "message": str(e)}


@breaks("errors_carry_no_detail")
@asker()
def leak_group(args):
    try:
        return {"days": _days(args.limit)}
    except* OSError as group:
        messages = [str(e) for e in group.exceptions]
    return {"error": "failed", "message": "; ".join(messages)}


class Forecaster:
    def __init__(self) -> None:
        self.days = _days

    def run(self, args):
        try:
            return {"days": self.days(args.limit)}
        except Exception as e:
            return {"error": "failed", "message": str(e)}


@breaks("errors_carry_no_detail")
@asker(name="leak_method")
def leak_method(args):
    return Forecaster().run(args)


def _handle(arguments):
    try:
        return {"days": _days(arguments["limit"])}
    except Exception as e:
        return {"error": "failed", "message": f"Could not forecast {arguments['city']}: {e}"}


_SCHEMA = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "Name of a city."},
        "limit": {"type": "integer", "minimum": 1, "maximum": 9, "description": "How many days."},
    },
    "required": ["city", "limit"],
    "additionalProperties": False,
}


leak_executor = breaks("errors_carry_no_detail")(
    FnToolExecutor("leak_executor", _handle, description="Forecast.", input_schema=_SCHEMA, tier="read")
)


leak_legacy = breaks("errors_carry_no_detail")(
    LegacyTool(
        name="leak_legacy", description="Forecast.", input_schema=_SCHEMA, impl=lambda **arguments: _handle(arguments)
    )
)


@breaks("errors_carry_no_detail")
@asker()
def leak_failed_program(args):
    done = subprocess.run(["ls", "/srv/weather/stations.csv"], check=False, capture_output=True, text=True)
    if done.returncode:
        return {"error": "no_stations", "message": done.stderr.strip()}
    return {"city": args.city}


@breaks("errors_carry_no_detail")
@asker()
async def leak_failed_program_async(args):
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("ls", "/srv/weather/stations.csv", stdout=pipe, stderr=pipe)
    _, complaint = await process.communicate()
    if process.returncode:
        raise ToolError(f"No stations: {complaint.decode()}", code="no_stations")
    return {"city": args.city}


@breaks("errors_carry_no_detail")
@asker()
def leak_library_trace(args):
    try:
        return {"value": json.loads("{" + args.city)}
    except ValueError:
        trace = traceback.format_exc(limit=-1)
        return {"error": "no_json", "message": "No JSON.", "debug": {"cause": [trace]}}
