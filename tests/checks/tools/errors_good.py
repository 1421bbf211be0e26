"""Tools that fail as they should, some of them in ways that look like a leak."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import json
import logging
import os
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal, InvalidOperation
from pathlib import Path

import httpx
from pydantic import BaseModel, Field, ValidationError, field_validator

from forge_harness import FnToolExecutor, ToolError, WorkspaceError, forge_tool

log = logging.getLogger(__name__)
_TOKEN = os.environ.get("GITHUB_TOKEN", "")


class PathArguments(BaseModel):
    path: str = Field(description="Relative path of a file in the workspace, for example notes.txt.")


class CityArguments(BaseModel):
    city: str = Field(description="Name of a city.")
    limit: int = Field(default=5, ge=1, le=20, description="How many days.")


reader = functools.partial(
    forge_tool,
    args_schema=PathArguments,
    workspace_root_aware=True,
    register=False,
    tier="read",
    description="Work on a note of the workspace, and say so when that fails.",
)
asker = functools.partial(
    forge_tool,
    args_schema=CityArguments,
    register=False,
    tier="read",
    description="Tell what is known of a city, and say so when nothing is.",
)


def _inside(root: Path, path: str) -> Path:
    """Return the path of a note in the workspace; what is none is refused as the system would refuse it."""
    file = (root / path).resolve()
    if not file.is_relative_to(root.resolve()) or file.suffix not in {".txt", ".md"}:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    if file.exists() and not (file.is_file() and file.stat().st_size <= 1_000_000):
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return file


def _read(root: Path, path: str) -> str:
    return _inside(root, path).read_text()


def _days(limit: int) -> list[int]:
    return list(range(limit))


@reader()
def fixed_text(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except Exception:
        log.exception("reading failed")
        return {"error": "read_failed", "message": "The file cannot be read."}


@reader()
def class_name(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except Exception as e:
        return {"error": e.__class__.__name__, "message": "The file cannot be read."}


@reader()
def error_number(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except OSError as e:
        return {"error": "not_readable", "message": f"{args.path}: {e.strerror}", "errno": e.errno}


@asker()
def address_of_a_template(args):
    return {
        "city": args.city,
        "addresses": [
            "postgresql://user:password1@localhost/app",
            "postgresql://reporter:****4711@db.shop.example/app",
            "redis://:${REDIS_PASS_1}@cache:6379",
            "https://shop.example/a:b1c2d3e4f5/@ada",
        ],
    }


@asker()
def address_of_an_argument(args):
    return {"address": f"mysql://{args.city}:{args.city}1@db.shop.example/{args.limit}"}


@asker()
def own_argument(args):
    if args.city not in {"hello", "Paris"}:
        return {"error": "unknown_city", "message": f"No such city: {args.city!r}."}
    return {"days": _days(args.limit)}


@asker()
def value_error(args):
    try:
        if len(args.city) > 30:
            raise ValueError(f"{args.city!r} is too long for a city.")
        return {"amount": str(Decimal(args.city))}
    except InvalidOperation:
        return {"error": "no_number", "message": f"{args.city!r} is no number."}
    except (ValueError, KeyError) as e:
        return {"error": "bad_city", "message": str(e)}


class CityNotFound(LookupError):
    pass


@asker()
def own_class(args):
    try:
        if args.city != "Paris":
            raise CityNotFound(f"There is no city {args.city!r}.")
        return {"days": _days(args.limit)}
    except CityNotFound as e:
        return {"error": "city_not_found", "message": str(e)}


class StorageError(OSError):
    """The author's own, though it derives from OSError."""


@asker()
def own_storage_class(args):
    try:
        if args.limit > 4:
            raise StorageError(f"At most 4 days are stored, not {args.limit}.")
        return {"days": _days(args.limit)}
    except StorageError as e:
        return {"error": "too_many", "message": str(e)}


@reader()
def harness_class(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except WorkspaceError as e:
        return {"error": type(e).__name__, "message": e.message}


@asker()
def tool_error(args):
    try:
        return {"days": _days(args.limit)}
    except OSError as e:
        raise ToolError("City not found.", code="city_not_found") from e


@reader()
def raises_it_again(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except OSError as e:
        log.error("cannot read %s", e)
        raise


@reader()
def wraps_it(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except OSError as e:
        raise RuntimeError(f"cannot read {workspace_root / args.path}: {e}") from e


@reader()
def no_handler(args, *, workspace_root):
    return {"text": _read(workspace_root, args.path)}


@reader()
def suppressed(args, *, workspace_root):
    with contextlib.suppress(OSError):
        return {"text": _read(workspace_root, args.path)}
    return {"error": "not_found", "message": "Nothing there."}


@reader()
def relative_path(args, *, workspace_root):
    target = (workspace_root / args.path).resolve()
    if not target.is_relative_to(workspace_root):
        return {"error": "path_outside_workspace", "message": "Path is outside the workspace root."}
    return {"path": target.relative_to(workspace_root).as_posix(), "exists": target.exists()}


@asker()
def process_id(args):
    return {"city": args.city, "pid": os.getpid(), "cpus": os.cpu_count(), "time": time.time()}


@asker()
def configured(args):
    key = os.environ["OPENAI_API_KEY"]
    return {"city": args.city, "key_is_set": bool(key and _TOKEN), "key_length": len(key)}


@asker()
async def polite_async(args):
    await asyncio.sleep(0)
    try:
        return {"days": _days(args.limit)}
    except Exception:
        log.exception("failed")
        return {"error": "failed", "message": "No forecast at the moment."}


@asker()
async def polite_gathered(args):
    async def one(day: int) -> int:
        await asyncio.sleep(0)
        return day

    found = await asyncio.gather(*(one(day) for day in range(args.limit)), return_exceptions=True)
    return {"days": [item if isinstance(item, int) else "unavailable" for item in found]}


@asker()
def polite_pool(args):
    with ThreadPoolExecutor(2) as pool:
        futures = [pool.submit(_days, args.limit) for _ in range(2)]
    return {"failed": sum(future.exception() is not None for future in futures)}


@asker()
def status_code(args):
    try:
        reply = httpx.get("https://weather.example/v1", params={"q": args.city}, timeout=1)
        reply.raise_for_status()
        return {"days": reply.json()}
    except httpx.HTTPStatusError as e:
        return {"error": "weather_refused", "message": f"The service answered {e.response.status_code}."}
    except httpx.TimeoutException:
        return {"error": "weather_slow", "message": "The service did not answer in time."}
    except httpx.HTTPError as e:
        return {"error": "weather_down", "message": f"The service cannot be reached ({type(e).__name__})."}


@asker()
def reason_phrase(args):
    try:
        with urllib.request.urlopen("https://weather.example/v1", timeout=1) as reply:
            return {"days": json.load(reply)}
    except urllib.error.HTTPError as e:
        return {"error": "weather_refused", "message": f"The service answered {e.code} {e.reason}."}
    except OSError:
        return {"error": "weather_down", "message": "The service cannot be reached."}


@asker(tier="execute")
def command_output(args):
    done = subprocess.run(["echo", args.city], check=False, capture_output=True, text=True)
    return {"exit_code": done.returncode, "stdout": done.stdout, "stderr": done.stderr}


@asker(tier="execute")
def failed_command(args):
    try:
        done = subprocess.run(["false", args.city], check=True, capture_output=True, text=True)
        return {"exit_code": 0, "stdout": done.stdout, "stderr": done.stderr}
    except subprocess.CalledProcessError as e:
        return {"exit_code": e.returncode, "stdout": e.stdout, "stderr": e.stderr}


@asker(tier="execute")
def failed_program(args):
    done = subprocess.run(["ls", "/srv/weather/stations.csv"], check=False, capture_output=True, text=True)
    if done.returncode:
        log.error("ls failed: %s", done.stderr)
        return {"error": "no_stations", "message": "The stations cannot be listed.", "exit_code": done.returncode}
    return {"city": args.city}


@asker(tier="execute")
def program_of_the_caller(args):
    done = subprocess.run(["ls", "--", args.city], check=False, capture_output=True, text=True)
    if done.returncode:
        return {"error": "ls_failed", "message": done.stderr}
    return {"output": done.stdout}


@asker(tier="execute")
def trace_of_a_script(args):
    try:
        limit = int(args.city)
    except ValueError:
        limit = args.limit
    script = f"def run(n):\n    return n / 0\nrun({limit})"
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    return {"exit_code": done.returncode, "output": done.stderr}


@asker()
def sqlite_code(args):
    try:
        with sqlite3.connect(":memory:") as connection:
            connection.execute("create table cities (name text)")
            rows = connection.execute("select name from cities where name = ?", (args.city,)).fetchall()
        return {"rows": rows}
    except sqlite3.Error as e:
        log.error("query failed: %s", e)
        return {"error": "database_error", "message": "The city table cannot be read.", "kind": type(e).__name__}


@asker()
def retries(args):
    for attempt in range(3):
        try:
            return {"days": _days(args.limit)}
        except Exception:
            log.warning("attempt %s failed", attempt, exc_info=True)
            time.sleep(2**attempt)
    return {"error": "gave_up", "message": "Gave up after 3 attempts."}


class Inner(BaseModel):
    city: str

    @field_validator("city")
    @classmethod
    def known(cls, value: str) -> str:
        if value == "Atlantis":
            raise ValueError("Atlantis is not on the map.")
        return value


@asker()
def inner_model(args):
    try:
        return {"city": Inner(city=args.city).city}
    except ValidationError as e:
        return {"error": "bad_city", "message": f"{e.error_count()} fields are wrong: {e}"}


@asker()
def parses_json(args):
    try:
        return {"value": json.loads(args.city)}
    except json.JSONDecodeError as e:
        return {"error": "invalid_json", "message": f"{e.msg} at line {e.lineno}, column {e.colno}."}


@asker()
def command_line(args):
    import argparse

    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--limit", type=int)
    try:
        return {"limit": parser.parse_args(["--limit", str(args.limit)]).limit}
    except (argparse.ArgumentError, SystemExit):
        return {"error": "bad_arguments", "message": "The limit is no number."}


@reader(tier="write")
def deleting(args, *, workspace_root):
    try:
        target = _inside(workspace_root, args.path)
        if not target.is_file():
            return {"error": "not_found", "message": f"There is no file {args.path[:80]!r}."}
        target.unlink()
    except OSError as e:
        log.exception("deleting failed")
        return {"error": "not_deleted", "message": f"The file cannot be deleted: {os.strerror(e.errno or 5)}."}
    return {"deleted": args.path}


@asker()
def long_answer(args):
    return {"days": [{"day": day, "text": f"Sunny in {args.city}, {day} degrees. " * 20} for day in range(300)]}


@reader()
def listing(args, *, workspace_root):
    return {
        "entries": sorted(entry.name for entry in os.scandir(workspace_root)),
        "count": len(list(workspace_root.iterdir())),
    }


def _handle(arguments):
    return {"days": _days(arguments["limit"]), "unit": "day"}


_SCHEMA = {
    "type": "object",
    "properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 9, "description": "How many days."}},
    "required": ["limit"],
    "additionalProperties": False,
}

executor = FnToolExecutor("executor", _handle, description="Forecast.", input_schema=_SCHEMA, tier="read")
