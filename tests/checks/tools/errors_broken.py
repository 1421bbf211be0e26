"""Tools with one defect each: `leak_…` quotes an exception, `tell_…` tells of the host, `exit_…` ends the process."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import io
import json
import logging
import os
import sqlite3
import subprocess
import sys
import time
import traceback
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from urllib.parse import quote

import httpx
from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, LegacyTool, ToolError, forge_tool

_POOL = ThreadPoolExecutor(1)


class PathArguments(BaseModel):
    path: str = Field(description="Relative path of a file in the workspace, for example notes.txt.")


class CityArguments(BaseModel):
    city: str = Field(description="Name of a city.")
    limit: int = Field(default=5, ge=1, le=20, description="How many days.")


reader = functools.partial(
    forge_tool, args_schema=PathArguments, workspace_root_aware=True, register=False, tier="read"
)
asker = functools.partial(forge_tool, args_schema=CityArguments, register=False, tier="read")


def _read(root: Path, path: str) -> str:
    return (root / path).read_text()


def _days(limit: int) -> list[int]:
    return list(range(limit))


@reader()
def leak_text(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except Exception as e:
        return {"error": "read_failed", "message": str(e)}


@reader()
def leak_repr(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except Exception as e:
        return {"error": "read_failed", "message": "Reading failed.", "debug": {"exception": [repr(e)]}}


@reader()
def leak_confinement(args, *, workspace_root):
    try:
        target = (workspace_root / args.path).resolve().relative_to(workspace_root)
    except ValueError as e:
        return {"error": "path_outside_workspace", "message": str(e)}
    return {"path": target.as_posix()}


@reader()
def leak_deleting(args, *, workspace_root):
    target = workspace_root / args.path
    if not target.is_file():
        return {"error": "not_found", "message": "There is no such file."}
    try:
        target.unlink()
    except OSError as e:
        return {"error": "not_deleted", "message": f"{e}"}
    return {"deleted": args.path}


@reader()
def leak_creating(args, *, workspace_root):
    target = workspace_root / f"{args.path}.lock"
    if target.exists():
        return {"error": "locked", "message": "That file is locked already."}
    try:
        target.touch()
        return {"locked": args.path}
    except PermissionError as e:
        return {"error": "not_locked", "message": f"{e}"}


@asker(timeout_s=5)
def leak_with_limit(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": str(e)}


@asker()
async def leak_in_thread(args):
    def work():
        try:
            return {"days": _days(args.limit)}
        except ConnectionError:
            return {"error": "unreachable", "message": "The service cannot be reached."}
        except TimeoutError as e:
            return {"error": "failed", "message": f"{e}"}

    return await asyncio.to_thread(work)


@asker()
async def leak_task_group(args):
    async def one(day: int) -> int:
        return day

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(day)) for day in range(args.limit)]
    except* Exception as failed:
        return_value = {"error": "failed", "message": repr(failed.exceptions)}
    else:
        return_value = {"days": [task.result() for task in tasks]}
    return return_value


@asker()
def leak_traceback(args):
    try:
        return {"days": _days(args.limit)}
    except Exception:
        return {"error": "failed", "message": traceback.format_exc()}


@asker()
def leak_frames(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "".join(traceback.format_tb(e.__traceback__))}


@asker()
def leak_in_tool_error(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        raise ToolError(f"No forecast: {e}", code="no_forecast") from e


@asker()
def leak_in_code(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        raise ToolError("No forecast.", code=f"no_forecast: {e}") from None


@reader()
def leak_file_name(args, *, workspace_root):
    try:
        return {"size": len(_read(workspace_root, args.path))}
    except OSError as e:
        return {"error": "not_readable", "message": f"{e.filename}: {e.strerror}"}


@asker()
def leak_arguments(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "args": [str(part) for part in e.args]}


@asker()
def leak_cause(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": f"Because of {e.__cause__}."}


@asker()
def leak_notes(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "hints": list(getattr(e, "__notes__", []))}


@asker()
def leak_exc_info(args):
    try:
        return {"days": _days(args.limit)}
    except:  # noqa: E722
        return {"error": "failed", "message": "Failed with {0[0].__name__}: {0[1]}".format(sys.exc_info())}


@asker()
def leak_base64(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "ref": base64.b64encode(f"E:{e}".encode()).decode()}


@asker()
def leak_percent(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {
            "error": "failed",
            "message": "It failed.",
            "link": f"https://help.example/?q={quote(repr(e.__cause__), safe='')}",
        }


@asker()
def leak_hex(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "ref": str(e).encode().hex(" ")}


@asker()
def leak_json(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return json.dumps({"error": "failed", "detail": json.dumps(str(e))})


@asker()
def leak_cut_short(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": str(e)[:20] + "…"}


@asker()
def leak_in_success(args):
    warnings = []
    try:
        days = _days(args.limit)
    except Exception as e:
        days = []
        warnings.append(f"skipped: {e}")
    return {"days": days, "warnings": warnings}


@asker()
def leak_as_key(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "counts": {str(e): 1}}


@asker()
def leak_object(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": e, "message": "It failed."}


@asker()
def leak_class_name(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        raise type("Error_" + "".join(filter(str.isalnum, str(e))), (Exception,), {})() from None


@asker()
async def leak_async(args):
    await asyncio.sleep(0)
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": f"{e}"}


@asker()
async def leak_gathered(args):
    async def one(day: int) -> int:
        await asyncio.sleep(0)
        return day * 2

    found = await asyncio.gather(*(one(day) for day in range(args.limit)), return_exceptions=True)
    return {"days": [str(item) for item in found]}


@asker()
def leak_future(args):
    futures = [_POOL.submit(_days, args.limit) for _ in range(2)]
    return {"days": [str(future.exception() or future.result()) for future in futures]}


class _Caught:
    def __enter__(self):
        self.text = ""
        return self

    def __exit__(self, kind, error, tb):
        self.text = str(error) if error else ""
        return True


@asker()
def leak_context_manager(args):
    days = []
    with _Caught() as caught:
        days = _days(args.limit)
    return {"days": days, "problem": caught.text}


@contextlib.contextmanager
def _collecting(problems):
    try:
        yield
    except Exception as e:
        problems.append(f"{type(e).__name__}: {e}")


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


@asker()
@safely
def leak_decorator(args):
    return {"days": _days(args.limit)}


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


@asker()
def leak_after_imported_sleep(args):
    message = ""
    for _ in range(4):
        try:
            return {"days": _days(args.limit)}
        except Exception as e:
            message = str(e)
        sleep(1.5)
    return {"error": "gave_up", "message": message}


@asker()
def leak_after_tight_retries(args):
    message = ""
    for _ in range(3):
        try:
            return {"days": _days(args.limit)}
        except Exception as e:
            message = e
    return {"error": "gave_up", "message": f"{message}"}


class ForecastError(Exception):
    pass


@asker()
def leak_through_own_class(args):
    try:
        try:
            return {"days": _days(args.limit)}
        except OSError as e:
            raise ForecastError(f"The forecast failed: {e}") from e
    except ForecastError as e:
        return {"error": "no_forecast", "message": str(e)}


@asker()
def leak_address(args):
    try:
        reply = httpx.get("https://weather.example/v1", params={"q": args.city}, timeout=1)
        reply.raise_for_status()
        return reply.json()
    except httpx.HTTPError as e:
        return {"error": "weather_down", "message": f"{type(e).__name__} for {e.request.url}"}


@asker()
def leak_http_error(args):
    try:
        with urllib.request.urlopen(f"https://weather.example/{quote(args.city)}", timeout=1) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as e:
        return {"error": f"http_{e.code}", "message": str(e)}
    except urllib.error.URLError:
        return {"error": "unreachable", "message": "The weather service cannot be reached."}


@asker()
def leak_command(args):
    try:
        done = subprocess.run(["true", args.city], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as e:
        return {"error": "git_failed", "message": f"{e.cmd} returned {e.returncode}"}
    return {"output": done.stdout}


@asker()
def leak_error_output(args):
    try:
        done = subprocess.run(["true", args.city], check=True, capture_output=True)
    except subprocess.CalledProcessError as e:
        return {"error": "git_failed", "message": e.stderr.decode()}
    return {"output": done.stdout.decode()}


@asker()
def leak_database(args):
    try:
        connection = sqlite3.connect(":memory:")
        connection.execute("create table cities (name text)")
        rows = connection.execute("select name from cities where name = ?", (args.city,)).fetchall()
    except sqlite3.Error as e:
        return {"error": "database_error", "message": e.args[0]}
    return {"rows": rows}


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


_last_failure = {"text": ""}


@asker()
def leak_later(args):
    previous, _last_failure["text"] = _last_failure["text"], ""
    try:
        days = _days(args.limit)
    except Exception as e:
        _last_failure["text"] = str(e)
        return {"error": "failed", "message": "It failed; see the next answer."}
    return {"days": days, "previous": previous}


@asker()
def leak_last_line(args):
    try:
        numbers = _days(args.limit)
        total = sum(numbers)
        return {"total": total}
    except Exception as e:
        return {"error": "failed", "seen": len(numbers), "message": str(e)}


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

leak_executor = FnToolExecutor("leak_executor", _handle, description="Forecast.", input_schema=_SCHEMA, tier="read")
leak_legacy = LegacyTool(
    name="leak_legacy", description="Forecast.", input_schema=_SCHEMA, impl=lambda **arguments: _handle(arguments)
)


@asker()
def leak_failed_program(args):
    done = subprocess.run(["ls", "/srv/weather/stations.csv"], check=False, capture_output=True, text=True)
    if done.returncode:
        return {"error": "no_stations", "message": done.stderr.strip()}
    return {"city": args.city}


@asker()
async def leak_failed_program_async(args):
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec("ls", "/srv/weather/stations.csv", stdout=pipe, stderr=pipe)
    _, complaint = await process.communicate()
    if process.returncode:
        raise ToolError(f"No stations: {complaint.decode()}", code="no_stations")
    return {"city": args.city}


@asker()
def leak_library_trace(args):
    try:
        return {"value": json.loads("{" + args.city)}
    except ValueError:
        trace = traceback.format_exc(limit=-1)
        return {"error": "no_json", "message": "No JSON.", "debug": {"cause": [trace]}}


# --- of the host ----------------------------------------------------------------------------------


@reader()
def tell_workspace(args, *, workspace_root):
    target = workspace_root / args.path
    return {"path": str(target), "exists": target.exists()}


@reader()
def tell_workspace_on_failure(args, *, workspace_root):
    target = workspace_root / args.path
    if not target.exists():
        return {"error": "not_found", "message": f"There is nothing at {target}."}
    return {"size": target.stat().st_size}


@asker()
def tell_home(args):
    return {"city": args.city, "cache": os.path.join(os.path.expanduser("~"), ".cache", "weather")}


@asker()
def tell_variable(args):
    return {"city": args.city, "request": {"headers": {"Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY')}"}}}


@asker()
def tell_environment(args):
    return {"city": args.city, "environment": dict(os.environ)}


@asker()
def tell_folder(args):
    return f"Working in {os.getcwd()}"


@asker()
def tell_key_when_failing(args):
    key = os.environ["ANTHROPIC_API_KEY"]
    try:
        return {"days": _days(args.limit)}
    except OSError:
        raise ToolError(f"The service refused the key {key}.", code="refused") from None


@asker()
def tell_encoded(args):
    return {"city": args.city, "auth": base64.b64encode(f"user:{os.environ['GITHUB_TOKEN']}".encode()).decode()}


@asker()
def tell_key_file(args):
    return {"config": (Path.home() / ".config/forge-canary").read_text()}


@asker()
def tell_address(args):
    if args.limit < 18:
        return {"city": args.city, "address": "mail.shop.example"}
    return {"city": args.city, "address": "postgresql://reporter:hunter2-Xk29-vQ7d@db.shop.example:5432/reports"}


# --- the process ----------------------------------------------------------------------------------


@asker()
def exit_on_failure(args):
    try:
        return {"days": _days(args.limit)}
    except Exception:
        sys.exit(1)


@asker()
async def exit_async(args):
    try:
        return {"days": _days(args.limit)}
    except OSError:
        raise SystemExit("cannot forecast") from None


@reader()
def exit_for_a_missing_file(args, *, workspace_root):
    path = workspace_root / args.path
    if not path.is_file():
        sys.exit("no such file")
    return {"size": path.stat().st_size}


@reader()
def exit_by_interrupt(args, *, workspace_root):
    try:
        return {"size": len(_read(workspace_root, args.path))}
    except PermissionError:
        raise KeyboardInterrupt from None
    except OSError:
        return {"error": "not_readable", "message": "That file cannot be read."}


class TemplateArguments(BaseModel):
    name: str = Field(description="Name of a value in the template: REGION or ENDPOINT.", pattern=r"^[A-Z_]{1,40}$")


@forge_tool(args_schema=TemplateArguments, register=False, tier="read", name="tell_variable_by_name")
def tell_variable_by_name(args):
    """Return a value of the template."""
    return {"value": {"REGION": "north"}.get(args.name) or os.environ.get(args.name, "")}


@asker()
def tell_variable_in_text(args):
    return {"forecast": f"In {os.path.expandvars(args.city)} it rains."}
