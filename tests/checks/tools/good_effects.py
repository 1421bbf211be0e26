"""Tools that look as if they had an effect, and have none that their tier does not allow; no check may flag one."""

import asyncio
import contextlib
import csv
import ctypes.util
import functools
import io
import json
import locale
import logging
import multiprocessing
import os
import platform
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import uuid
import warnings
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal, localcontext
from pathlib import Path

import httpx
from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, _register, forge_tool

log = logging.getLogger("cities")


class NameArgs(BaseModel):
    name: str = Field(description="Name of the city, for example 'Oslo'.", max_length=40)


class PathArgs(BaseModel):
    path: str = Field(default="notes.txt", description="File to read, relative to the workspace.", max_length=80)


class UrlArgs(BaseModel):
    url: str = Field(default="https://example.com/", description="Address of the page.", max_length=200)


def tool(name, tier="read", model=NameArgs, aware=False, description="Look a city up in the table."):
    return forge_tool(
        name=name,
        description=description,
        args_schema=model,
        workspace_root_aware=aware,
        tier=tier,
        register=False,
    )


# --- files ----------------------------------------------------------------------------------------


@tool("reads", model=PathArgs, aware=True)
def reads(args, *, workspace_root):
    path = (workspace_root / args.path).resolve()
    path.relative_to(workspace_root)
    return {"text": path.read_text()}


@tool("reads_a_database", aware=True)
def reads_a_database(args, *, workspace_root):
    with contextlib.closing(sqlite3.connect(workspace_root / "data.db")) as connection:
        return {"names": [row[0] for row in connection.execute("SELECT name FROM items")]}


@tool("reads_a_database_that_may_be_missing", model=PathArgs, aware=True)
def reads_a_database_that_may_be_missing(args, *, workspace_root):
    with contextlib.closing(sqlite3.connect(workspace_root / "cities.db")) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    return {"tables": [row[0] for row in tables]}


@tool("works_in_temp")
def works_in_temp(args):
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "draft.txt"
        place.write_text(args.name)
        return {"size": place.stat().st_size}


@tool("works_beside_the_files", aware=True)
def works_beside_the_files(args, *, workspace_root):
    place = workspace_root / f".{uuid.uuid4().hex}.tmp"
    try:
        place.write_text(args.name)
        return {"size": place.stat().st_size}
    finally:
        place.unlink()


@tool("caches_in_home")
def caches_in_home(args):
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "cities"
    cache.mkdir(parents=True, exist_ok=True)
    entry = cache / f"{args.name.encode().hex()[:40]}.json"
    if not entry.exists():
        entry.write_text(json.dumps({"city": args.name}))
    return json.loads(entry.read_text())


_found = {}


@tool("writes_its_cache_through")
def writes_its_cache_through(args):
    """Has read it when the module was imported."""
    _found[args.name] = len(args.name)
    cache = Path.home() / ".cache" / "cities.json"
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_text(json.dumps(_found))
    return {"city": args.name}


@tool("logs_in_the_state_folder")
def logs_in_the_state_folder(args):
    folder = Path.home() / ".local" / "state"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "cities.log", "a") as file:
        file.write(args.name + "\n")
    return {"city": args.name}


@tool("passes_over_empty_files", aware=True)
def passes_over_empty_files(args, *, workspace_root):
    found = []
    for path in sorted(workspace_root.glob("*.md")):
        if path.is_file() and path.stat().st_size < 100_000 and path.read_text(errors="replace").strip():
            found.append(path.name)
    return {"notes": found}


class ReportArgs(BaseModel):
    title: str = Field(description="Title of the report.", min_length=1, max_length=100)
    body: str = Field(description="Text of the report.", max_length=2000)


@tool("saves_by_way_of_temp", tier="write", model=ReportArgs, aware=True)
def saves_by_way_of_temp(args, *, workspace_root):
    draft = Path(tempfile.gettempdir(), "report-draft.md")
    try:
        draft.write_text(f"# {args.title}\n{args.body}\n")
        (workspace_root / "report.md").write_bytes(draft.read_bytes())
    finally:
        draft.unlink()
    return {"saved": "report.md"}


@tool("remembers_in_temp", tier="write", model=ReportArgs, aware=True)
def remembers_in_temp(args, *, workspace_root):
    last = Path(tempfile.gettempdir(), "last-report.json")
    previous = json.loads(last.read_text())["title"] if last.is_file() else None
    last.write_text(json.dumps({"title": args.title}))
    (workspace_root / "report.md").write_text(args.body)
    return {"saved": "report.md", "previous": previous}


@tool("exports_to_temp", tier="write", model=ReportArgs, aware=True)
def exports_to_temp(args, *, workspace_root):
    target = Path(tempfile.gettempdir(), "export.md")
    target.write_text(f"# {args.title}\n{args.body}\n")
    return {"exported": str(target)}


@tool("caches_in_temp")
def caches_in_temp(args):
    entry = Path(tempfile.gettempdir()) / "cities-cache.json"
    known = json.loads(entry.read_text()) if entry.is_file() else {}
    if args.name not in known:
        entry.write_text(json.dumps({**known, args.name: len(args.name)}))
    return {"city": args.name}


@tool("caches_in_a_database_in_temp")
def caches_in_a_database_in_temp(args):
    place = os.path.join(tempfile.gettempdir(), "cities")
    os.makedirs(place, exist_ok=True)
    with contextlib.closing(sqlite3.connect(os.path.join(place, "cache.db"))) as connection, connection:
        connection.execute("CREATE TABLE IF NOT EXISTS cities (name TEXT PRIMARY KEY)")
        connection.execute("INSERT OR IGNORE INTO cities VALUES (?)", [args.name])
    return {"city": args.name}


@tool("caches_in_the_workspace", aware=True)
def caches_in_the_workspace(args, *, workspace_root):
    entry = workspace_root / ".cache" / "cities.json"
    if not entry.exists():
        entry.parent.mkdir(exist_ok=True)
        entry.write_text("{}")
    return {"city": args.name}


@tool("makes_its_empty_folder", aware=True)
def makes_its_empty_folder(args, *, workspace_root):
    folder = workspace_root / "cities"
    folder.mkdir(exist_ok=True)
    return {"cities": [path.name for path in folder.iterdir()]}


@functools.lru_cache(maxsize=64)
def _remembered(name):
    return tuple(sorted(name))


@tool("caches_in_memory")
def caches_in_memory(args):
    return {"letters": list(_remembered(args.name))}


@tool("writes_to_the_standard_streams")
def writes_to_the_standard_streams(args):
    print("looking up", args.name)
    print("looking up", args.name, file=sys.stderr)
    log.info("looking up %s", args.name)
    return {"city": args.name}


@tool("collects_text_in_memory")
def collects_text_in_memory(args):
    buffer = io.StringIO()
    with contextlib.redirect_stdout(buffer):
        print(args.name)
    return {"text": buffer.getvalue()}


@tool("writes_its_note", tier="write", aware=True)
def writes_its_note(args, *, workspace_root):
    with (workspace_root / "cities.log").open("a") as file:
        file.write(args.name + "\n")
    return {"city": args.name}


@tool("writes_its_own_store", tier="write")
def writes_its_own_store(args):
    store = Path.home() / ".config" / "cities"
    store.mkdir(parents=True, exist_ok=True)
    (store / "last.json").write_text(json.dumps(args.name))
    return {"city": args.name}


@tool("returns_what_it_made", tier="write")
def returns_what_it_made(args):
    handle, name = tempfile.mkstemp(suffix=".txt")
    with os.fdopen(handle, "w") as file:
        file.write(args.name)
    return {"file": Path(name).name}


@tool("deletes_as_declared", tier="write", model=PathArgs, aware=True)
def deletes_as_declared(args, *, workspace_root):
    path = (workspace_root / args.path).resolve()
    path.relative_to(workspace_root)
    path.unlink()
    return {"deleted": args.path}


# --- processes ------------------------------------------------------------------------------------


@tool("runs_as_declared", tier="execute")
def runs_as_declared(args):
    done = subprocess.run(["echo", args.name], capture_output=True, text=True, check=True)
    return {"text": done.stdout}


@tool("tells_the_machine")
def tells_the_machine(args):
    return {"processor": platform.processor(), "system": platform.platform(), "node": hex(uuid.getnode())[:4]}


@tool("looks_for_a_library")
def looks_for_a_library(args):
    return {"found": bool(ctypes.util.find_library("c"))}


def _length(name, answers):
    answers.put(len(name))


@tool("works_in_a_process_of_its_own")
def works_in_a_process_of_its_own(args):
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    worker = context.Process(target=_length, args=(args.name, answers))
    worker.start()
    size = answers.get()
    worker.join()
    return {"size": size}


@tool("start_job", tier="execute", description="Start a job in the background.")
def start_job(args):
    job = subprocess.Popen(["sleep", "5"])
    return {"job": job.pid}


_jobs = {}


@tool("start_job_to_stop", tier="execute", description="Start a job that stop_job ends.")
def start_job_to_stop(args):
    _jobs[args.name] = subprocess.Popen(["sleep", "5"])
    return {"job": args.name}


@tool("start_job_by_number", tier="execute", description="Start a job that stop_job ends.")
def start_job_by_number(args):
    _jobs[args.name] = subprocess.Popen(["sleep", "5"]).pid
    return {"job": args.name}


@tool("start_job_of_a_file", tier="execute", description="Start a job that stop_job ends.", aware=True)
def start_job_of_a_file(args, *, workspace_root):
    job = subprocess.Popen(["sleep", "5"])
    (workspace_root / "job.pid").write_text(str(job.pid))
    return {"job": args.name}


@tool("start_daemon", tier="execute", description="Start the daemon.")
def start_daemon(args):
    subprocess.Popen(["sleep", "5"], start_new_session=True)
    return {"daemon": args.name}


@tool("start_and_wait", tier="execute", description="Start a job and wait for it.")
def start_and_wait(args):
    return {"status": subprocess.Popen(["true"]).wait()}


# --- network --------------------------------------------------------------------------------------


@tool("fetch_page", model=UrlArgs, description="Fetch a page.")
def fetch_page(args):
    try:
        with urllib.request.urlopen(args.url, timeout=2) as answer:
            return {"text": answer.read(1000).decode("utf-8", "replace")}
    except OSError:
        return {"error": "unreachable", "message": "The page cannot be reached."}


@tool("zone_time", model=UrlArgs, description="Tell the time by a server of the network, or by the own clock.")
def zone_time(args):
    try:
        with socket.create_connection(("pool.time.example", 123), timeout=1):
            source = "network"
    except OSError:
        source = "own"
    return {"url": args.url, "source": source}


@tool("get_weather", description="Return the weather of a city.")
async def get_weather(args):
    async with httpx.AsyncClient(timeout=2) as client:
        try:
            answer = await client.get("https://api.weather.example/v1", params={"city": args.name})
        except httpx.HTTPError:
            return {"error": "unreachable", "message": "The weather cannot be asked for."}
    return answer.json()


@tool("search_issues", description="Search the issues of a project.")
def search_issues(args):
    body = json.dumps({"query": "query { issues(first: 5) { title } }"}).encode()
    try:
        urllib.request.urlopen(urllib.request.Request("https://api.example.com/graphql", data=body), timeout=2).close()
    except OSError:
        return {"error": "unreachable", "message": "The issues cannot be asked for."}
    return {"issues": []}


@tool("search_documents", description="Search the documents for a city.")
def search_documents(args):
    try:
        answer = httpx.post("https://index.example.com/collections/cities/_search", json={"q": args.name}, timeout=2)
    except httpx.HTTPError:
        return {"error": "unreachable", "message": "The index cannot be asked."}
    return answer.json()


class PortArgs(BaseModel):
    host: str = Field(default="example.com", description="Host name.", max_length=100)
    port: int = Field(default=80, ge=1, le=65535, description="Port.")


@tool("check_port", model=PortArgs, description="Tell whether a port of a host is open.")
def check_port(args):
    try:
        socket.create_connection((args.host, args.port), timeout=1).close()
    except OSError:
        return {"open": False}
    return {"open": True}


@tool("tell_own_name", description="Tell how this machine is called.")
def tell_own_name(args):
    return {"name": socket.gethostname(), "address": socket.gethostbyname("localhost")}


@tool("send_greeting", tier="write", description="Send a greeting to a city.")
def send_greeting(args):
    try:
        httpx.post("https://post.example.com/greetings", json={"to": args.name}, timeout=2)
    except httpx.HTTPError:
        return {"error": "unreachable", "message": "The greeting cannot be sent."}
    return {"sent": True}


# --- what stays -----------------------------------------------------------------------------------

_pool = ThreadPoolExecutor(4)
_connection = None
_worker = None
_tasks = set()
_kept_tasks = []


@tool("keeps_a_pool")
def keeps_a_pool(args):
    return {"city": _pool.submit(str.title, args.name).result()}


@tool("keeps_a_connection", aware=True)
def keeps_a_connection(args, *, workspace_root):
    global _connection
    if _connection is None:
        _connection = sqlite3.connect(f"file:{workspace_root}/data.db?mode=ro", uri=True, check_same_thread=False)
    return {"rows": _connection.execute("SELECT count(*) FROM items").fetchone()[0]}


@tool("keeps_a_worker")
def keeps_a_worker(args):
    global _worker
    if _worker is None or not _worker.is_alive():
        _worker = threading.Thread(target=threading.Event().wait, daemon=True)
        _worker.start()
    return {"city": args.name}


@tool("has_threads_that_end")
def has_threads_that_end(args):
    threads = [threading.Thread(target=time.sleep, args=(0.001,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    return {"city": args.name}


@tool("has_an_event_loop")
def has_an_event_loop(args):
    return {"city": asyncio.run(asyncio.sleep(0, args.name))}


@tool("awaits_threads")
async def awaits_threads(args):
    return {"names": await asyncio.gather(*(asyncio.to_thread(str.title, args.name) for _ in range(3)))}


@tool("has_tasks_that_end")
async def has_tasks_that_end(args):
    later = asyncio.create_task(asyncio.sleep(0.01, args.name))
    _tasks.add(later)
    later.add_done_callback(_tasks.discard)
    return {"city": args.name}


@tool("keeps_one_task")
async def keeps_one_task(args):
    if not _kept_tasks or _kept_tasks[0].done():
        _kept_tasks[:] = [asyncio.create_task(asyncio.sleep(3600))]
    return {"city": args.name}


@tool("leaves_closing_to_python", model=PathArgs, aware=True)
def leaves_closing_to_python(args, *, workspace_root):
    path = (workspace_root / args.path).resolve()
    path.relative_to(workspace_root)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {"text": open(path).read()}


# --- state of the process -------------------------------------------------------------------------


@tool("silences_one_library")
def silences_one_library(args):
    warnings.filterwarnings("ignore", message="unclosed", module="cities")
    warnings.simplefilter("ignore", CityWarning)
    return {"city": args.name}


class CityWarning(UserWarning):
    pass


@tool("silences_while_it_works")
def silences_while_it_works(args):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("The table is old.", stacklevel=2)
    return {"city": args.name}


@tool("raises_the_field_limit_for_a_while")
def raises_the_field_limit_for_a_while(args):
    before = csv.field_size_limit(2**30)
    try:
        return {"cities": list(csv.reader([args.name]))}
    except csv.Error:
        return {"error": "not_csv", "message": "The name is no line of CSV."}
    finally:
        csv.field_size_limit(before)


@tool("changes_directory_and_back", aware=True)
def changes_directory_and_back(args, *, workspace_root):
    with contextlib.chdir(workspace_root):
        return {"names": sorted(os.listdir())[:5]}


@tool("sets_a_variable_and_back")
def sets_a_variable_and_back(args):
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    try:
        return {"city": args.name, "hour": 0}
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before


@tool("configures_a_library")
def configures_a_library(args):
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("MPLBACKEND", "Agg")
    return {"city": args.name}


@tool("draws_random_numbers")
def draws_random_numbers(args):
    return {"city": args.name, "number": random.random(), "other": random.Random(42).random()}


@tool("has_a_deadline_by_signal")
def has_a_deadline_by_signal(args):
    before = signal.signal(signal.SIGALRM, signal.SIG_DFL)
    try:
        return {"city": args.name}
    finally:
        signal.signal(signal.SIGALRM, before)


@tool("calculates_precisely")
def calculates_precisely(args):
    with localcontext() as context:
        context.prec = 60
        return {"city": args.name, "third": str(Decimal(1) / 3)}


@tool("imports_when_needed")
def imports_when_needed(args):
    import xml.dom.minidom

    return {"city": xml.dom.minidom.parseString("<a/>").toxml()}


@tool("sets_logging_up")
def sets_logging_up(args):
    logging.basicConfig(level=logging.INFO)
    logger = logging.getLogger("cities.lookups")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    return {"city": args.name}


@tool("asks_for_the_locale")
def asks_for_the_locale(args):
    return {"city": args.name, "locale": locale.setlocale(locale.LC_ALL)}


@tool("set_env_variable", tier="write", description="Set an environment variable for the session.")
def set_env_variable(args):
    os.environ["SESSION_CITY"] = args.name
    return {"set": "SESSION_CITY"}


@tool("change_directory", tier="execute", description="Change the directory of the session.", aware=True)
def change_directory(args, *, workspace_root):
    os.chdir(workspace_root / "data")
    return {"directory": "data"}


async def _answer(given):
    await asyncio.sleep(0)
    return {"city": given["city"]}


awaits = FnToolExecutor(
    "awaits",
    _answer,
    description="Look a city up.",
    input_schema={
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Its name."}},
        "required": ["city"],
        "additionalProperties": False,
    },
    tier="read",
)

_register(
    "legacy_lookup",
    "Look a city up.",
    {
        "type": "object",
        "properties": {"name": {"type": "string", "description": "Its name."}},
        "required": ["name"],
        "additionalProperties": False,
    },
    lambda name: {"city": name},
)
