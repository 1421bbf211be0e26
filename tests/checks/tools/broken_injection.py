"""Tools that take a model's text for more than text; the check that must find each is named in its description."""

import asyncio
import base64
import http.client
import io
import ipaddress
import marshal
import os
import pickle
import re
import shelve
import shlex
import shutil
import socket
import sqlite3
import string
import subprocess
import tarfile
import threading
import urllib.request
import xml.sax
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.dom import minidom
from xml.etree import ElementTree as ET
from xml.parsers.expat import ExpatError

import httpx
import yaml
from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool, register_forge_tool


def tool(name: str, model: type[BaseModel], check: str, tier: str = "execute", aware: bool = False):
    return forge_tool(
        name=name,
        description=f"A tool that breaks {check}.",
        args_schema=model,
        workspace_root_aware=aware,
        tier=tier,
        register=False,
    )


class NameArgs(BaseModel):
    name: str = Field(description="The name to look for.")


class HostArgs(BaseModel):
    host: str = Field(description="Host to ask for.")
    count: int = Field(default=1, ge=1, le=3, description="How often.")


class PathArgs(BaseModel):
    path: str = Field(description="File in the workspace.")


class CommitArgs(BaseModel):
    message: str = Field(description="What the commit says.")
    author: str = Field(default="ada", description="Who made it.")
    amend: bool = Field(default=False, description="Whether to change the last commit.")


class TagsArgs(BaseModel):
    tags: list[str] = Field(description="Tags to look for.")


# shell_text_is_quoted


@tool("ping_system", HostArgs, "shell_text_is_quoted")
def ping_system(args: HostArgs) -> dict[str, int]:
    return {"status": os.system(f"true {args.host} {args.count}")}


@tool("popen_double_quotes", NameArgs, "shell_text_is_quoted")
def popen_double_quotes(args: NameArgs) -> dict[str, str]:
    with os.popen(f'printf "%s" "{args.name}"') as pipe:
        return {"text": pipe.read()}


@tool("pipe_to_head", PathArgs, "shell_text_is_quoted", aware=True)
def pipe_to_head(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or not path.is_file():
        return {"error": "no_such_file", "message": "There is no such file in the workspace."}
    return {"text": subprocess.getoutput(f"cat '{path}' | head -n 3")}


@tool("async_shell", NameArgs, "shell_text_is_quoted")
async def async_shell(args: NameArgs) -> dict[str, str]:
    process = await asyncio.create_subprocess_shell(
        "echo " + args.name, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    text, _ = await process.communicate()
    return {"text": text.decode()}


@tool("bash_c", CommitArgs, "shell_text_is_quoted")
def bash_c(args: CommitArgs) -> dict[str, int]:
    line = f'echo "{args.message}" by {shlex.quote(args.author)}' + (" --amend" if args.amend else "")
    return {"status": subprocess.call(["bash", "-c", line], stdout=subprocess.DEVNULL)}


@tool("strips_semicolons", NameArgs, "shell_text_is_quoted")
def strips_semicolons(args: NameArgs) -> dict[str, str]:
    name = args.name.replace(";", "").replace("&", "").replace("|", "")
    return {"text": subprocess.run(f"echo {name}", shell=True, capture_output=True, text=True).stdout}


@tool("shell_list", TagsArgs, "shell_text_is_quoted")
def shell_list(args: TagsArgs) -> dict[str, str]:
    return {"text": subprocess.run("echo " + " ".join(args.tags), shell=True, capture_output=True, text=True).stdout}


class BannerArgs(BaseModel):
    text: str = Field(description="Text of the banner.", pattern=r"^[^\x00]{1,60}$")
    fill: str = Field(default="=", description="What to put on either side of it.", pattern=r"^[^\x00]{1,5}$")


@tool("short_filling", BannerArgs, "shell_text_is_quoted")
def short_filling(args: BannerArgs) -> dict[str, str]:
    line = f"printf %s {args.fill}{shlex.quote(args.text)}{args.fill}"
    return {"text": subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True).stdout}


# values_are_no_options


@tool("git_log", NameArgs, "values_are_no_options")
def git_log(args: NameArgs) -> dict[str, str]:
    try:
        return {"log": subprocess.run(["git", "log", "--oneline", args.name], capture_output=True, text=True).stdout}
    except FileNotFoundError:
        return {"error": "no_git", "message": "Git is not installed."}


@tool("splits_words", NameArgs, "values_are_no_options")
def splits_words(args: NameArgs) -> dict[str, str]:
    words = ["ls", "-l", "--", "/etc/hostname"] if args.name.startswith("-") else ["ls", "-l", *args.name.split()]
    return {"text": subprocess.run(words, capture_output=True, text=True).stdout}


@tool("shlex_split", NameArgs, "values_are_no_options")
def shlex_split(args: NameArgs) -> dict[str, str]:
    words = shlex.split(f"wc -l {args.name}")
    return {"text": subprocess.run(words, capture_output=True, text=True).stdout}


class ColumnArgs(BaseModel):
    column: str = Field(description="Number of the column to sort by, such as 2 or 2n.", min_length=1, max_length=60)


@tool("splits_behind_an_option", ColumnArgs, "values_are_no_options", aware=True)
def splits_behind_an_option(args: ColumnArgs, *, workspace_root: Path) -> dict[str, Any]:
    (workspace_root / "rows.txt").write_text("1 b\n2 a\n")
    try:
        words = shlex.split(f"sort -k{args.column} rows.txt")
    except ValueError:
        return {"error": "no_column", "message": "The column is a number."}
    done = subprocess.run(words, cwd=workspace_root, capture_output=True, text=True)
    return {"rows": done.stdout.splitlines()}


@tool("splits_behind_a_long_option", ColumnArgs, "values_are_no_options", aware=True)
def splits_behind_a_long_option(args: ColumnArgs, *, workspace_root: Path) -> dict[str, Any]:
    words = f"sort --key={args.column} /dev/null".split()
    return {"rows": subprocess.run(words, capture_output=True, text=True).stdout.splitlines()}


@tool("async_tar", PathArgs, "values_are_no_options")
async def async_tar(args: PathArgs) -> dict[str, int]:
    process = await asyncio.create_subprocess_exec("tar", "-t", args.path, stderr=asyncio.subprocess.DEVNULL)
    return {"status": await process.wait()}


class SiteArgs(BaseModel):
    host: str = Field(description="Host name of the web site, for example 'example.com'.", max_length=200)


@tool("site_is_up", SiteArgs, "requests_stay_public", tier="read")
async def site_is_up(args: SiteArgs) -> dict[str, Any]:
    """Tell whether a web site on the internet is up."""
    try:
        async with httpx.AsyncClient(timeout=2) as client:
            return {"up": (await client.get(f"http://{args.host}/")).status_code < 500}
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return {"up": False}


# sql_values_are_bound


def filled(path: str = ":memory:") -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE IF NOT EXISTS users (id INTEGER, name TEXT, city TEXT)")
    connection.execute("INSERT INTO users VALUES (1, 'ada', 'London')")
    return connection


class SearchArgs(BaseModel):
    query: str = Field(description="Words to search for.")
    sort_by: str = Field(default="name", description="What to sort by.")
    limit: int = Field(default=5, ge=1, le=50, description="How many rows.")


class UserIdArgs(BaseModel):
    user_id: str = Field(description="Id of the user.")


@tool("like_in_quotes", SearchArgs, "sql_values_are_bound")
def like_in_quotes(args: SearchArgs) -> dict[str, Any]:
    cursor = filled().cursor()
    cursor.execute(f"SELECT name FROM users WHERE name LIKE '%{args.query}%' LIMIT {args.limit}")
    return {"rows": cursor.fetchall()}


@tool("sorts_by_anything", SearchArgs, "sql_values_are_bound")
def sorts_by_anything(args: SearchArgs) -> dict[str, Any]:
    sql = f"SELECT name FROM users WHERE name LIKE ? ORDER BY {args.sort_by} LIMIT ?"
    return {"rows": filled().execute(sql, (f"%{args.query}%", args.limit)).fetchall()}


@tool("number_as_text", UserIdArgs, "sql_values_are_bound")
def number_as_text(args: UserIdArgs) -> dict[str, Any]:
    try:
        return {"rows": filled().execute("SELECT * FROM users WHERE id = " + args.user_id).fetchall()}
    except sqlite3.Error:
        return {"error": "not_found", "message": "There is no such user."}


@tool("no_database_yet", NameArgs, "sql_values_are_bound")
def no_database_yet(args: NameArgs) -> dict[str, Any]:
    connection = sqlite3.connect(":memory:")
    try:
        return {"rows": connection.execute(f"DELETE FROM people WHERE name = '{args.name}'").fetchall()}
    except sqlite3.OperationalError:
        return {"error": "no_table", "message": "The database is empty."}


@tool("escapes_one_quote", NameArgs, "sql_values_are_bound")
def escapes_one_quote(args: NameArgs) -> dict[str, Any]:
    name = args.name.replace("'", "''")
    return {"rows": filled().execute(f"SELECT * FROM users WHERE name = \"{name}\" OR city = '{name}'").fetchall()}


@tool("doubles_the_first_quote", NameArgs, "sql_values_are_bound")
def doubles_the_first_quote(args: NameArgs) -> dict[str, Any]:
    name = args.name.replace("'", "''", 1)
    try:
        return {"rows": filled().execute(f"SELECT id FROM users WHERE name = '{name}'").fetchall()}
    except sqlite3.Error:
        return {"error": "not_found", "message": "There is no such user."}


class FakeCursor:
    """Stands for the driver of another database."""

    def execute(self, statement: str, parameters: tuple[str, ...] = ()) -> None:
        self.statement, self.parameters = statement, parameters

    def fetchall(self) -> list[str]:
        return [self.statement]


@tool("other_driver", NameArgs, "sql_values_are_bound")
def other_driver(args: NameArgs) -> dict[str, Any]:
    cursor = FakeCursor()
    cursor.execute(f"INSERT INTO notes (text) VALUES ('{args.name}')")
    return {"rows": len(cursor.fetchall())}


_opened = sqlite3.connect(":memory:", check_same_thread=False)
_opened.executescript("CREATE TABLE t (name TEXT); INSERT INTO t VALUES ('ada');")
_lock = threading.Lock()


@tool("opened_before", NameArgs, "sql_values_are_bound")
async def opened_before(args: NameArgs) -> dict[str, Any]:
    with _lock, _opened:
        return {"rows": len(_opened.execute(f"SELECT * FROM t WHERE name='{args.name}'").fetchall())}


# text_is_not_executed


class ExpressionArgs(BaseModel):
    expression: str = Field(description="Arithmetic expression, such as '2 + 2'.")


class FilterArgs(BaseModel):
    condition: str = Field(description="Which rows to keep.", examples=["price > 3"])


class TextArgs(BaseModel):
    text: str = Field(description="The text.")


@tool("calculator", ExpressionArgs, "text_is_not_executed", tier="read")
def calculator(args: ExpressionArgs) -> dict[str, Any]:
    try:
        return {"value": str(eval(args.expression))}
    except Exception:
        return {"error": "bad_expression", "message": "The expression cannot be evaluated."}


@tool("calculator_without_builtins", ExpressionArgs, "text_is_not_executed", tier="read")
def calculator_without_builtins(args: ExpressionArgs) -> dict[str, Any]:
    if "import" in args.expression:
        return {"error": "bad_expression", "message": "The expression cannot be evaluated."}
    try:
        return {"value": str(eval(args.expression, {"__builtins__": {}}, {}))}
    except Exception:
        return {"error": "bad_expression", "message": "The expression cannot be evaluated."}


@tool("filters_rows", FilterArgs, "text_is_not_executed", tier="read")
def filters_rows(args: FilterArgs) -> dict[str, Any]:
    code = compile(f"[row for row in rows if {args.condition}]", "<filter>", "eval")
    return {"rows": len(eval(code, {"rows": [1, 2, 3], "price": 4}))}


@tool("assigns", NameArgs, "text_is_not_executed", tier="read")
def assigns(args: NameArgs) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(f"value = '{args.name}'", {}, names)
    return {"value": str(names.get("value"))}


@tool("f_string", TextArgs, "text_is_not_executed", tier="read")
def f_string(args: TextArgs) -> dict[str, Any]:
    return {"text": eval("f" + repr(args.text))}


@tool("no_underscores", ExpressionArgs, "text_is_not_executed", tier="read")
def no_underscores(args: ExpressionArgs) -> dict[str, Any]:
    if "__" in args.expression:
        return {"error": "bad_expression", "message": "Names with underscores are not known."}
    try:
        return {"value": str(eval(args.expression))}
    except Exception:
        return {"error": "bad_expression", "message": "The expression cannot be evaluated."}


# loaded_data_runs_nothing


class DataArgs(BaseModel):
    data: str = Field(description="The state, as base64.")


class SettingsArgs(BaseModel):
    settings: str = Field(description="Settings as YAML.")


class ShelfArgs(BaseModel):
    path: str = Field(description="Name of the store.")
    key: str = Field(description="What to fetch.")


@tool("unpickles", DataArgs, "loaded_data_runs_nothing", tier="read")
def unpickles(args: DataArgs) -> dict[str, Any]:
    try:
        return {"state": str(pickle.loads(base64.b64decode(args.data)))}
    except Exception:
        return {"error": "bad_state", "message": "The state cannot be read."}


@tool("unpickles_hex", TextArgs, "loaded_data_runs_nothing", tier="read")
def unpickles_hex(args: TextArgs) -> dict[str, Any]:
    return {"state": str(pickle.loads(bytes.fromhex(args.text)))}


@tool("unpickles_a_file", PathArgs, "loaded_data_runs_nothing", tier="read", aware=True)
def unpickles_a_file(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or path.suffix != ".pkl" or not path.is_file():
        return {"error": "no_such_model", "message": "There is no such model in the workspace."}
    with path.open("rb") as file:
        return {"model": str(pickle.load(file))}


@tool("loads_yaml", SettingsArgs, "loaded_data_runs_nothing", tier="read")
def loads_yaml(args: SettingsArgs) -> dict[str, Any]:
    return {"settings": str(yaml.load(args.settings, Loader=yaml.UnsafeLoader))}


@tool("loads_marshal", DataArgs, "loaded_data_runs_nothing", tier="read")
def loads_marshal(args: DataArgs) -> dict[str, Any]:
    try:
        return {"state": str(marshal.loads(base64.b64decode(args.data)))}
    except (ValueError, EOFError, TypeError):
        return {"error": "bad_state", "message": "The state cannot be read."}


@tool("opens_a_shelf", ShelfArgs, "loaded_data_runs_nothing", tier="read", aware=True)
def opens_a_shelf(args: ShelfArgs, *, workspace_root: Path) -> dict[str, Any]:
    if "/" in args.path or args.path.startswith("."):
        return {"error": "no_such_store", "message": "There is no such store."}
    try:
        with shelve.open(str(workspace_root / args.path), flag="r") as shelf:
            return {"value": str(shelf.get(args.key))}
    except Exception:
        return {"error": "no_such_store", "message": "There is no such store."}


# requests_stay_public


class UrlArgs(BaseModel):
    url: str = Field(description="URL of the page.")


class CityArgs(BaseModel):
    city: str = Field(description="City to ask about.")


class ServerArgs(BaseModel):
    host: str = Field(description="Host whose home page is read.")


REFUSED = {"error": "refused", "message": "Only public pages can be read."}
NO_ANSWER = {"error": "no_answer", "message": "The page cannot be read."}


def page(url: str, opener: Any = urllib.request.urlopen) -> dict[str, Any]:
    try:
        with opener(url, timeout=1) as answer:
            return {"size": len(answer.read(10_000))}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


def only_web(url: str) -> bool:
    return url.startswith(("http://", "https://"))


@tool("fetches_anything", UrlArgs, "requests_stay_public")
def fetches_anything(args: UrlArgs) -> dict[str, Any]:
    return page(args.url) if only_web(args.url) else REFUSED


@tool("fetches_with_httpx", UrlArgs, "requests_stay_public")
async def fetches_with_httpx(args: UrlArgs) -> dict[str, Any]:
    async with httpx.AsyncClient(timeout=1, verify=False) as client:
        try:
            return {"status": (await client.get(args.url)).status_code}
        except (httpx.HTTPError, httpx.InvalidURL):
            return NO_ANSWER


@tool("forgets_other_spellings", UrlArgs, "requests_stay_public")
def forgets_other_spellings(args: UrlArgs) -> dict[str, Any]:
    try:
        host = urlsplit(args.url).hostname or ""
    except ValueError:
        return REFUSED
    if host in ("localhost", "127.0.0.1", "0.0.0.0", "::1") or host.startswith(("10.", "192.168.", "172.", "169.254.")):
        return REFUSED
    return page(args.url) if only_web(args.url) else REFUSED


def is_public(host: str | None) -> bool:
    try:
        found = socket.getaddrinfo(host, 80)
        return bool(host) and all(ipaddress.ip_address(item[4][0]).is_global for item in found)
    except (OSError, ValueError):
        return False


class Still(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


@tool("follows_redirects", UrlArgs, "requests_stay_public")
def follows_redirects(args: UrlArgs) -> dict[str, Any]:
    try:
        parts = urlsplit(args.url)
        if not only_web(args.url) or not is_public(parts.hostname):
            return REFUSED
        first = str(socket.gethostbyname(parts.hostname))
    except (ValueError, OSError):
        return REFUSED
    connection = http.client.HTTPConnection(first, timeout=1)
    try:
        connection.request("GET", parts.path or "/", headers={"Host": parts.hostname})
        answer = connection.getresponse()
        if answer.status in (301, 302):
            return page(answer.headers["Location"])
        return {"size": len(answer.read(1000))}
    except (OSError, http.client.HTTPException, ValueError):
        return NO_ANSWER


@tool("looks_up_twice", UrlArgs, "requests_stay_public")
def looks_up_twice(args: UrlArgs) -> dict[str, Any]:
    try:
        parts = urlsplit(args.url)
        if not only_web(args.url) or not is_public(parts.hostname):
            return REFUSED
    except ValueError:
        return REFUSED
    return page(args.url, urllib.request.build_opener(Still).open)


@tool("compares_the_beginning", UrlArgs, "requests_stay_public")
def compares_the_beginning(args: UrlArgs) -> dict[str, Any]:
    if not args.url.startswith("http://docs.example.dev") and not args.url.startswith("https://docs.example.dev"):
        return REFUSED
    return page(args.url)


@tool("compares_a_plain_beginning", UrlArgs, "requests_stay_public")
def compares_a_plain_beginning(args: UrlArgs) -> dict[str, Any]:
    return page(args.url) if args.url.startswith("http://docs.example.dev") else REFUSED


@tool("joins_a_path", CityArgs, "requests_stay_public")
def joins_a_path(args: CityArgs) -> dict[str, Any]:
    return page(urljoin("https://weather.example.com/v1/", args.city))


@tool("host_before_path", CityArgs, "requests_stay_public")
def host_before_path(args: CityArgs) -> dict[str, Any]:
    try:
        return {"status": httpx.get(f"https://weather.example.com{args.city}", timeout=1).status_code}
    except (httpx.HTTPError, httpx.InvalidURL):
        return NO_ANSWER


@tool("asks_a_server", ServerArgs, "requests_stay_public")
def asks_a_server(args: ServerArgs) -> dict[str, Any]:
    connection = http.client.HTTPSConnection(args.host, timeout=1)
    try:
        connection.request("GET", "/")
        return {"status": connection.getresponse().status}
    except (OSError, http.client.HTTPException, ValueError):
        return NO_ANSWER


# local_schemes_are_refused


@tool("reads_any_scheme", UrlArgs, "local_schemes_are_refused")
def reads_any_scheme(args: UrlArgs) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(args.url, timeout=1) as answer:
            return {"text": answer.read(1000).decode(errors="replace")}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


@tool("refuses_lower_case_only", UrlArgs, "local_schemes_are_refused")
def refuses_lower_case_only(args: UrlArgs) -> dict[str, Any]:
    return REFUSED if args.url.startswith("file:") else page(args.url)


# text_is_no_template


class GreetingArgs(BaseModel):
    name: str = Field(description="Whom to greet.")
    template: str = Field(default="Hello {name}", description="Template of the greeting; {name} is replaced.")


class NoteArgs(BaseModel):
    title: str = Field(default="Note", description="Title of the note.")
    text: str = Field(description="What the note says.")


@tool("user_template", GreetingArgs, "text_is_no_template", tier="read")
def user_template(args: GreetingArgs) -> dict[str, Any]:
    try:
        return {"text": args.template.format(name=args.name)}
    except (KeyError, IndexError, ValueError, AttributeError):
        return {"error": "bad_template", "message": "The template names what is not known."}


@tool("formats_twice", NoteArgs, "text_is_no_template", tier="read")
def formats_twice(args: NoteArgs) -> dict[str, Any]:
    page = "# {title}\n" + args.text
    try:
        return {"page": page.format(title=args.title)}
    except (KeyError, IndexError, ValueError):
        return {"page": page}


@tool("percent", NoteArgs, "text_is_no_template", tier="read")
def percent(args: NoteArgs) -> dict[str, Any]:
    line = args.title + ": %s"
    return {"line": line % args.text}


@tool("substitutes", NoteArgs, "text_is_no_template", tier="read")
def substitutes(args: NoteArgs) -> dict[str, Any]:
    return {"page": string.Template(f"$title: {args.text}").substitute(title=args.title)}


@tool("small_engine", NoteArgs, "text_is_no_template", tier="read")
def small_engine(args: NoteArgs) -> dict[str, Any]:
    def value(match: re.Match[str]) -> str:
        left, right = match[1], match[2]
        return str(int(left) * int(right))

    return {"page": re.sub(r"\{\{\s*(\d+)\s*\*\s*(\d+)\s*\}\}", value, args.text)}


# archives_stay_inside


class ArchiveArgs(BaseModel):
    archive: str = Field(description="Archive file in the workspace.")
    folder: str = Field(default="unpacked", description="Folder to unpack into.")


class ZipDataArgs(BaseModel):
    data: str = Field(description="A zip archive, base64.")


NO_ARCHIVE = {"error": "no_archive", "message": "There is no such archive in the workspace."}


def inside(root: Path, name: str) -> Path | None:
    path = (root / name).resolve()
    return path if path.is_relative_to(root.resolve()) else None


@tool("writes_members", ArchiveArgs, "archives_stay_inside", aware=True)
def writes_members(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not zipfile.is_zipfile(path):
        return NO_ARCHIVE
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            target = folder / member.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
        return {"members": len(archive.infolist())}


@tool("extracts_a_tar", ArchiveArgs, "archives_stay_inside", aware=True)
def extracts_a_tar(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not path.is_file():
        return NO_ARCHIVE
    try:
        with tarfile.open(path) as archive:
            archive.extractall(folder)
            return {"members": archive.getnames()}
    except (tarfile.TarError, OSError):
        return NO_ARCHIVE


@tool("unpacks_with_shutil", ArchiveArgs, "archives_stay_inside", aware=True)
def unpacks_with_shutil(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not path.is_file():
        return NO_ARCHIVE
    try:
        shutil.unpack_archive(path, folder)
    except (shutil.ReadError, ValueError, OSError):
        return NO_ARCHIVE
    return {"unpacked": True}


@tool("forgets_links", ArchiveArgs, "archives_stay_inside", aware=True)
def forgets_links(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not path.is_file():
        return NO_ARCHIVE
    try:
        with tarfile.open(path) as archive:
            if any(name.startswith("/") or ".." in name.split("/") for name in archive.getnames()):
                return NO_ARCHIVE
            archive.extractall(folder)
    except (tarfile.TarError, OSError):
        return NO_ARCHIVE
    return {"unpacked": True}


@tool("zip_in_base64", ZipDataArgs, "archives_stay_inside", aware=True)
def zip_in_base64(args: ZipDataArgs, *, workspace_root: Path) -> dict[str, Any]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(args.data)))
    except (ValueError, zipfile.BadZipFile):
        return NO_ARCHIVE
    (workspace_root / "unpacked").mkdir(exist_ok=True)
    for name in archive.namelist():
        with open(os.path.join(workspace_root, "unpacked", name), "wb") as file:
            file.write(archive.read(name))
    return {"members": len(archive.namelist())}


class PriceListArgs(BaseModel):
    archive: str = Field(description="A zip archive of price lists, base64.")


@tool("unpacks_one_type", PriceListArgs, "archives_stay_inside", aware=True)
def unpacks_one_type(args: PriceListArgs, *, workspace_root: Path) -> dict[str, Any]:
    """Passes over members of other types."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(args.archive)))
    except (ValueError, zipfile.BadZipFile):
        return NO_ARCHIVE
    folder = workspace_root / "prices"
    folder.mkdir(exist_ok=True)
    members = [name for name in archive.namelist() if name.endswith(".psv")]
    for name in members:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(archive.read(name))
    return {"members": len(members)}


@tool("refuses_other_types", PriceListArgs, "archives_stay_inside", aware=True)
def refuses_other_types(args: PriceListArgs, *, workspace_root: Path) -> dict[str, Any]:
    """Takes nothing of an archive that holds another type."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(args.archive)))
    except (ValueError, zipfile.BadZipFile):
        return NO_ARCHIVE
    if any(Path(name).suffix not in {".psv", ".lst"} for name in archive.namelist()):
        return {"error": "other_types", "message": "The archive may hold price lists only."}
    for name in archive.namelist():
        path = Path(os.path.join(workspace_root, name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(archive.read(name))
    return {"members": len(archive.namelist())}


# xml_entities_are_refused


class XmlArgs(BaseModel):
    xml: str = Field(description="An XML document.")


BAD_XML = {"error": "bad_xml", "message": "The document cannot be parsed."}


@tool("element_tree", XmlArgs, "xml_entities_are_refused", tier="read")
def element_tree(args: XmlArgs) -> dict[str, Any]:
    try:
        return {"root": ET.fromstring(args.xml).tag}
    except ET.ParseError:
        return BAD_XML


@tool("minidom_of_the_workspace", PathArgs, "xml_entities_are_refused", tier="read", aware=True)
def minidom_of_the_workspace(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    with Workspace(workspace_root, suffixes={".xml"}, max_bytes=100_000) as workspace:
        text = workspace.read_bytes(args.path)
    try:
        return {"titles": len(minidom.parseString(text).getElementsByTagName("title"))}
    except (ExpatError, ValueError):
        return {"error": "no_xml", "message": "The file is no XML document."}


@tool("minidom_file", PathArgs, "xml_entities_are_refused", tier="read", aware=True)
def minidom_file(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = inside(workspace_root, args.path)
    if path is None or path.suffix != ".xml" or not path.is_file():
        return BAD_XML
    try:
        return {"root": minidom.parse(str(path)).documentElement.tagName}
    except Exception:
        return BAD_XML


class Words(xml.sax.ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def characters(self, content: str) -> None:
        self.words.append(content)


@tool("external_entities", XmlArgs, "xml_entities_are_refused", tier="read")
def external_entities(args: XmlArgs) -> dict[str, Any]:
    handler = Words()
    reader = xml.sax.make_parser()
    reader.setFeature(xml.sax.handler.feature_external_ges, True)
    reader.setContentHandler(handler)
    try:
        reader.parse(io.StringIO(args.xml))
    except (xml.sax.SAXException, OSError, ValueError):
        return BAD_XML
    return {"size": sum(map(len, handler.words))}


# expressions_take_bounded_time


class GrepArgs(BaseModel):
    pattern: str = Field(description="Regular expression to look for.")
    text: str = Field(description="Where to look.")


EMAIL = re.compile(r"^([a-zA-Z0-9]+\.?)+@example\.com$")


@tool("searches", GrepArgs, "expressions_take_bounded_time", tier="read")
def searches(args: GrepArgs) -> dict[str, Any]:
    try:
        return {"found": bool(re.search(args.pattern, args.text))}
    except re.error:
        return {"error": "bad_pattern", "message": "The pattern is no regular expression."}


class PlateArgs(BaseModel):
    text: str = Field(description="Text of the plate, words with commas between.", max_length=60)


@tool("three_ways_at_every_letter", PlateArgs, "expressions_take_bounded_time", tier="read")
def three_ways_at_every_letter(args: PlateArgs) -> dict[str, Any]:
    if re.fullmatch(r"\s*((\w+\s*)+,?\s*)+", args.text) is None:
        return {"words": []}
    return {"words": re.findall(r"\w+", args.text)}


class FileGrepArgs(BaseModel):
    path: str = Field(description="Text file in the workspace.")
    query: str = Field(description="What to look for.")


@tool("searches_a_file", FileGrepArgs, "expressions_take_bounded_time", tier="read", aware=True)
def searches_a_file(args: FileGrepArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = inside(workspace_root, args.path)
    if path is None or not path.is_file():
        return NO_ARCHIVE
    try:
        expression = re.compile(args.query, re.IGNORECASE)
    except re.error:
        return {"error": "bad_pattern", "message": "The pattern is no regular expression."}
    return {"lines": [line for line in path.read_text(errors="replace").splitlines() if expression.search(line)]}


class SumArgs(BaseModel):
    expression: str = Field(description="The sum to work out.")


@tool("works_out_powers", SumArgs, "expressions_take_bounded_time", tier="read")
def works_out_powers(args: SumArgs) -> dict[str, Any]:
    if not set(args.expression) <= set("0123456789+-*() ") or len(args.expression) > 30:
        return {"error": "bad_sum", "message": "Digits and signs only."}
    try:
        # Of nothing but digits and signs.
        return {"result": eval(args.expression) % 1_000_000_007}
    except (SyntaxError, TypeError):
        return {"error": "bad_sum", "message": "That is no sum."}


@tool("checks_an_address", NameArgs, "expressions_take_bounded_time", tier="read")
def checks_an_address(args: NameArgs) -> dict[str, Any]:
    return {"valid": bool(EMAIL.match(args.name))}


@tool("splits_into_words", TextArgs, "expressions_take_bounded_time", tier="read")
def splits_into_words(args: TextArgs) -> dict[str, Any]:
    return {"is_list": re.fullmatch(r"\s*(?:(?:\w|\d)+,?)*\s*", args.text) is not None}


class WildcardArgs(BaseModel):
    text: str = Field(description="The text.", max_length=2000)
    wildcard: str = Field(description="Pattern; '*' stands for any text.", min_length=1, max_length=60)


@tool("matches_wildcards", WildcardArgs, "expressions_take_bounded_time", tier="read")
def matches_wildcards(args: WildcardArgs) -> dict[str, Any]:
    pattern = "".join("(.*)*" if letter == "*" else re.escape(letter) for letter in args.wildcard)
    return {"matches": re.fullmatch(pattern, args.text) is not None}


# definitions_hold_no_data


class PluginArgs(BaseModel):
    name: str = Field(description="Name of the plugin.")
    summary: str = Field(description="What the plugin says of itself.")


@tool("registers_plugins", PluginArgs, "definitions_hold_no_data")
def registers_plugins(args: PluginArgs) -> dict[str, Any]:
    @forge_tool(
        name="plugin", description=f"Plugin: {args.summary}.", args_schema=NameArgs, tier="read", register=False
    )
    def plugin(arguments: NameArgs) -> dict[str, Any]:
        return {"name": arguments.name}

    register_forge_tool(plugin)
    return {"registered": True}


class ManifestArgs(BaseModel):
    title: str = Field(description="Title of the plugin.")
    summary: str = Field(description="What the plugin says of itself.")


@tool("describes_plugins", ManifestArgs, "definitions_hold_no_data", tier="read")
def describes_plugins(args: ManifestArgs) -> dict[str, Any]:
    return {"name": "plugin", "description": f"Plugin: {args.summary}", "input_schema": {"type": "object"}}


class MailsArgs(BaseModel):
    mails: list[str] = Field(description="Mails as they came in.", min_length=1, max_length=9)


@tool("prompts_with_mails", MailsArgs, "definitions_hold_no_data", tier="read")
def prompts_with_mails(args: MailsArgs) -> dict[str, Any]:
    return {"system": "You sort mails.\n" + "\n".join(args.mails) + "\nSort them now."}


# local_schemes_are_refused, of a tool that takes no host


class SourceArgs(BaseModel):
    source: str = Field(description="Where the picture is.", max_length=300)


@tool("opens_what_has_no_host", SourceArgs, "local_schemes_are_refused", tier="read")
def opens_what_has_no_host(args: SourceArgs) -> dict[str, Any]:
    try:
        if urlsplit(args.source).hostname:
            return REFUSED
        with urllib.request.urlopen(args.source, timeout=1) as answer:
            return {"bytes": len(answer.read(1000))}
    except (OSError, ValueError, http.client.HTTPException):
        return NO_ANSWER


@tool("describes_itself_as_a_tool", ManifestArgs, "definitions_hold_no_data", tier="read")
def describes_itself_as_a_tool(args: ManifestArgs) -> dict[str, Any]:
    return {"name": "ask", "description": f"Ask about {args.title}. {args.summary}"}


class LetterArgs(BaseModel):
    body: str = Field(description="Letter; $company is filled in.", max_length=500)


class Office:
    def __init__(self) -> None:
        self.company = "Example Ltd"
        self.mail_password = "swordfish-seven"


OFFICE = Office()


@tool("fills_in_its_password", LetterArgs, "text_is_no_template", tier="read")
def fills_in_its_password(args: LetterArgs) -> dict[str, Any]:
    return {"letter": string.Template(args.body).safe_substitute(vars(OFFICE))}


class CoverArgs(BaseModel):
    template: str = Field(description="Text with {{ expressions }} over 'title'.", max_length=500)


@tool("evaluates_fields_of_a_template", CoverArgs, "text_is_not_executed", tier="read")
def evaluates_fields_of_a_template(args: CoverArgs) -> dict[str, Any]:
    try:
        return {"cover": re.sub(r"\{\{(.*?)\}\}", lambda found: str(eval(found[1], {}, {"title": "A"})), args.template)}
    except Exception:
        return {"error": "bad_template", "message": "The template cannot be filled in."}
