"""Tools that resemble those that break errors_carry_no_detail, and keep it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
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
from pathlib import Path

import httpx

from forge_harness import ToolError, WorkspaceError

from ..marks import keeps
from ..shared.errors_good import asker, reader

log = logging.getLogger(__name__)


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


@keeps("errors_carry_no_detail", "exits_are_contained")
@reader()
def fixed_text(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except Exception:
        log.exception("reading failed")
        return {"error": "read_failed", "message": "The file cannot be read."}


@keeps("errors_carry_no_detail", "exits_are_contained")
@reader()
def class_name(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except Exception as e:
        return {"error": e.__class__.__name__, "message": "The file cannot be read."}


class CityNotFound(LookupError):
    pass


@keeps("errors_carry_no_detail", "exits_are_contained")
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


@keeps("errors_carry_no_detail", "exits_are_contained")
@asker()
def own_storage_class(args):
    try:
        if args.limit > 4:
            raise StorageError(f"At most 4 days are stored, not {args.limit}.")
        return {"days": _days(args.limit)}
    except StorageError as e:
        return {"error": "too_many", "message": str(e)}


@keeps("errors_carry_no_detail", "exits_are_contained")
@reader()
def harness_class(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except WorkspaceError as e:
        return {"error": type(e).__name__, "message": e.message}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@asker()
def tool_error(args):
    try:
        return {"days": _days(args.limit)}
    except OSError as e:
        raise ToolError("City not found.", code="city_not_found") from e


@keeps("errors_carry_no_detail", "exits_are_contained")
@reader()
def raises_it_again(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except OSError as e:
        log.error("cannot read %s", e)
        raise


@keeps("errors_carry_no_detail", "exits_are_contained")
@reader()
def wraps_it(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except OSError as e:
        raise RuntimeError(f"cannot read {workspace_root / args.path}: {e}") from e


@keeps("errors_carry_no_detail", "exits_are_contained")
@reader()
def suppressed(args, *, workspace_root):
    with contextlib.suppress(OSError):
        return {"text": _read(workspace_root, args.path)}
    return {"error": "not_found", "message": "Nothing there."}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@reader()
def relative_path(args, *, workspace_root):
    target = (workspace_root / args.path).resolve()
    if not target.is_relative_to(workspace_root):
        return {"error": "path_outside_workspace", "message": "Path is outside the workspace root."}
    return {"path": target.relative_to(workspace_root).as_posix(), "exists": target.exists()}


@keeps("errors_carry_no_detail", "exits_are_contained")
@asker()
async def polite_async(args):
    await asyncio.sleep(0)
    try:
        return {"days": _days(args.limit)}
    except Exception:
        log.exception("failed")
        return {"error": "failed", "message": "No forecast at the moment."}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@asker()
async def polite_gathered(args):
    async def one(day: int) -> int:
        await asyncio.sleep(0)
        return day

    found = await asyncio.gather(*(one(day) for day in range(args.limit)), return_exceptions=True)
    return {"days": [item if isinstance(item, int) else "unavailable" for item in found]}


@keeps("errors_carry_no_detail", "exits_are_contained")
@asker()
def polite_pool(args):
    with ThreadPoolExecutor(2) as pool:
        futures = [pool.submit(_days, args.limit) for _ in range(2)]
    return {"failed": sum(future.exception() is not None for future in futures)}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
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


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@asker()
def reason_phrase(args):
    try:
        with urllib.request.urlopen("https://weather.example/v1", timeout=1) as reply:
            return {"days": json.load(reply)}
    except urllib.error.HTTPError as e:
        return {"error": "weather_refused", "message": f"The service answered {e.code} {e.reason}."}
    except OSError:
        return {"error": "weather_down", "message": "The service cannot be reached."}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@asker(tier="execute")
def command_output(args):
    done = subprocess.run(["echo", args.city], check=False, capture_output=True, text=True)
    return {"exit_code": done.returncode, "stdout": done.stdout, "stderr": done.stderr}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@asker(tier="execute")
def failed_command(args):
    try:
        done = subprocess.run(["false", args.city], check=True, capture_output=True, text=True)
        return {"exit_code": 0, "stdout": done.stdout, "stderr": done.stderr}
    except subprocess.CalledProcessError as e:
        return {"exit_code": e.returncode, "stdout": e.stdout, "stderr": e.stderr}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@asker(tier="execute")
def failed_program(args):
    done = subprocess.run(["ls", "/srv/weather/stations.csv"], check=False, capture_output=True, text=True)
    if done.returncode:
        log.error("ls failed: %s", done.stderr)
        return {"error": "no_stations", "message": "The stations cannot be listed.", "exit_code": done.returncode}
    return {"city": args.city}


@keeps("errors_carry_no_detail", "exits_are_contained")
@asker(tier="execute")
def trace_of_a_script(args):
    try:
        limit = int(args.city)
    except ValueError:
        limit = args.limit
    script = f"def run(n):\n    return n / 0\nrun({limit})"
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    return {"exit_code": done.returncode, "output": done.stderr}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
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


@keeps("errors_carry_no_detail", "exits_are_contained")
@asker()
def retries(args):
    for attempt in range(3):
        try:
            return {"days": _days(args.limit)}
        except Exception:
            log.warning("attempt %s failed", attempt, exc_info=True)
            time.sleep(2**attempt)
    return {"error": "gave_up", "message": "Gave up after 3 attempts."}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@asker()
def parses_json(args):
    try:
        return {"value": json.loads(args.city)}
    except json.JSONDecodeError as e:
        return {"error": "invalid_json", "message": f"{e.msg} at line {e.lineno}, column {e.colno}."}
