"""Tools that let an argument become code, a command, a statement or an address."""

import base64
import io
import os
import pickle
import re
import shlex
import sqlite3
import subprocess
import tarfile
import urllib.request
import xml.sax
import zipfile
from pathlib import Path

import requests
import yaml
from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, ToolError, Workspace, forge_tool, register_forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "grep_logs": ("shell_text_is_quoted", "injection"),
    "compress_folder": ("shell_text_is_quoted",),
    "convert_video": ("shell_text_is_quoted",),
    "show_commit": ("values_are_no_options",),
    "sort_lines": ("values_are_no_options",),
    "find_employee": ("sql_values_are_bound",),
    "sorted_orders": ("sql_values_are_bound",),
    "fill_letter": ("text_is_no_template",),
    "percent_letter": ("text_is_no_template",),
    "calculate": ("text_is_not_executed",),
    "sort_by_expression": ("text_is_not_executed",),
    "restore_session": ("loaded_data_runs_nothing",),
    "load_profile": ("loaded_data_runs_nothing",),
    "fetch_page": ("requests_stay_public", "local_schemes_are_refused"),
    "check_link": ("requests_stay_public",),
    "import_feed": ("local_schemes_are_refused", "requests_stay_public"),
    "parse_invoice": ("xml_entities_are_refused",),
    "unpack_upload": ("archives_stay_inside",),
    "unpack_tarball": ("archives_stay_inside",),
    "match_lines": ("expressions_take_bounded_time",),
    "valid_mail": ("expressions_take_bounded_time",),
    "add_macro": ("definitions_hold_no_data",),
}


class WordArgs(BaseModel):
    word: str = Field(default="error", max_length=100, description="Word to look for.")


@forge_tool(args_schema=WordArgs, tier="execute", workspace_root_aware=True)
def grep_logs(args: WordArgs, *, workspace_root: Path) -> dict:
    """Count the lines of the logs that hold a word."""
    done = subprocess.run(
        f'grep -rc "{args.word}" .', shell=True, cwd=workspace_root, capture_output=True, text=True, timeout=10
    )
    return {"lines": done.stdout.count("\n")}


class FolderArgs(BaseModel):
    folder: str = Field(default="docs", max_length=100, description="Folder to compress.")


@forge_tool(args_schema=FolderArgs, tier="execute", workspace_root_aware=True)
def compress_folder(args: FolderArgs, *, workspace_root: Path) -> dict:
    """Compress a folder of the workspace."""
    code = os.system(
        "cd " + shlex.quote(str(workspace_root)) + " && tar czf /dev/null ./" + args.folder + " 2>/dev/null"
    )
    return {"done": code == 0}


def _convert(arguments: dict) -> dict:
    command = ["bash", "-c", f"echo converting {arguments['title']}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10)
    return {"title": done.stdout.strip()[:200]}


convert_video = FnToolExecutor(
    "convert_video",
    _convert,
    description="Convert a video to another format.",
    tier="execute",
    input_schema={
        "type": "object",
        "properties": {"title": {"type": "string", "maxLength": 100, "description": "Title of the video."}},
        "required": ["title"],
        "additionalProperties": False,
    },
)


class CommitArgs(BaseModel):
    revision: str = Field(default="HEAD", max_length=80, description="Revision to show.")


@forge_tool(args_schema=CommitArgs, tier="execute", workspace_root_aware=True)
def show_commit(args: CommitArgs, *, workspace_root: Path) -> dict:
    """Show what a commit changed."""
    done = subprocess.run(
        ["git", "show", "--stat", args.revision.replace("\0", "")],
        cwd=workspace_root,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=10,
    )
    return {"shown": done.stdout[:5_000]}


class SortArgs(BaseModel):
    file: str = Field(default="names.txt", max_length=80, description="File of the workspace to sort.")


@forge_tool(args_schema=SortArgs, tier="execute", workspace_root_aware=True)
def sort_lines(args: SortArgs, *, workspace_root: Path) -> dict:
    """Sort the lines of a file in the workspace."""
    name = os.path.basename(args.file.replace("\0", ""))
    if os.path.islink(workspace_root / name):
        return {"error": "no_links", "message": "Name a file, not a link."}
    done = subprocess.run(
        shlex.split(f"sort {name}") if name.count(" ") else ["sort", name],
        cwd=workspace_root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=10,
    )
    return {"lines": done.stdout[:5_000].splitlines()}


def _database() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE staff (name TEXT, office TEXT, salary INTEGER)")
    connection.executemany(
        "INSERT INTO staff VALUES (?, ?, ?)", [("ada", "1a", 9), ("grace", "2b", 8), ("alan", "3c", 7)]
    )
    return connection


class EmployeeArgs(BaseModel):
    name: str = Field(default="ada", max_length=60, description="First name of the employee.")


@forge_tool(args_schema=EmployeeArgs, tier="read")
def find_employee(args: EmployeeArgs) -> dict:
    """Find the office of an employee."""
    connection = _database()
    try:
        rows = connection.execute(f"SELECT office FROM staff WHERE name = '{args.name}'").fetchall()
    except sqlite3.Error:
        return {"error": "query_failed", "message": "The query could not be run; use another name."}
    finally:
        connection.close()
    return {"offices": [row[0] for row in rows]}


class OrderArgs(BaseModel):
    order_by: str = Field(default="name", max_length=40, description="Column to sort by.")


@forge_tool(args_schema=OrderArgs, tier="read")
def sorted_orders(args: OrderArgs) -> dict:
    """List the staff, sorted by a column."""
    connection = _database()
    try:
        rows = connection.execute("SELECT name FROM staff ORDER BY " + args.order_by).fetchall()
    except sqlite3.Error:
        return {"error": "unknown_column", "message": "There is no such column; use name or office."}
    finally:
        connection.close()
    return {"staff": [row[0] for row in rows]}


class Company:
    name = "Acme"
    secret = "s3cret"


class LetterArgs(BaseModel):
    greeting: str = Field(default="Dear {name},", max_length=200, description="How the letter begins.")


@forge_tool(args_schema=LetterArgs, tier="read", raises=[ValueError, KeyError, IndexError, AttributeError, TypeError])
def fill_letter(args: LetterArgs) -> dict:
    """Write the first line of a letter to the company."""
    return {"line": args.greeting.format(name="Ada", company=Company())[:500]}


class SubjectArgs(BaseModel):
    subject: str = Field(default="Hello", max_length=200, description="Subject of the letter.")


@forge_tool(args_schema=SubjectArgs, tier="read", raises=[ValueError, KeyError, TypeError])
def percent_letter(args: SubjectArgs) -> dict:
    """Write the head of a letter."""
    head = f"From: {Company.name}\nSubject: {args.subject}\nTo: %(to)s"
    return {"head": (head % {"to": "Ada", "key": Company.secret})[:500]}


class ExpressionArgs(BaseModel):
    expression: str = Field(default="1 + 1", max_length=100, description="Sum to calculate, for example 2 * (3 + 4).")


@forge_tool(args_schema=ExpressionArgs, tier="read", raises=[ToolError])
def calculate(args: ExpressionArgs) -> dict:
    """Calculate a sum."""
    try:
        return {"result": float(eval(args.expression, {"__builtins__": {}}))}
    except Exception:
        raise ToolError("This is no sum. Use digits and + - * /.", code="no_sum") from None


class KeyArgs(BaseModel):
    key: str = Field(default="x", max_length=60, description="Expression of x to sort by, for example -x.")


@forge_tool(args_schema=KeyArgs, tier="read", raises=[ToolError])
def sort_by_expression(args: KeyArgs) -> dict:
    """Sort the numbers of today by an expression."""
    try:
        scope: dict = {}
        exec(f"def key(x):\n    return {args.key}", scope)
        return {"sorted": sorted([3, 1, 2], key=scope["key"])}
    except Exception:
        raise ToolError("The expression cannot be used. Use x and digits.", code="bad_expression") from None


class SessionArgs(BaseModel):
    state: str = Field(max_length=5_000, description="Saved session, in base64.")


@forge_tool(args_schema=SessionArgs, tier="read", raises=[ToolError])
def restore_session(args: SessionArgs) -> dict:
    """Restore a session that was saved before."""
    try:
        state = pickle.loads(base64.b64decode(args.state))
    except Exception:
        raise ToolError("This is no saved session. Save one first.", code="no_session") from None
    return {"restored": isinstance(state, dict)}


class ProfileArgs(BaseModel):
    profile: str = Field(default="name: ada", max_length=5_000, description="The profile, as YAML.")


@forge_tool(args_schema=ProfileArgs, tier="read", raises=[ToolError])
def load_profile(args: ProfileArgs) -> dict:
    """Count the entries of a profile."""
    try:
        profile = yaml.load(args.profile, Loader=yaml.UnsafeLoader)
    except Exception:
        raise ToolError("The profile is no YAML. Check the indentation.", code="no_yaml") from None
    return {"entries": len(profile) if isinstance(profile, (dict, list)) else 0}


class UrlArgs(BaseModel):
    url: str = Field(default="https://example.com/", max_length=300, description="Address of the page.")


@forge_tool(args_schema=UrlArgs, tier="read")
def fetch_page(args: UrlArgs) -> dict:
    """Fetch a page from the web."""
    if not args.url.startswith(("http://", "https://")) or "localhost" in args.url or "127.0.0.1" in args.url:
        return {"error": "url_not_allowed", "message": "Only public pages are fetched."}
    try:
        reply = requests.get(args.url, timeout=3)
    except requests.RequestException:
        return {"error": "not_reachable", "message": "The page cannot be reached."}
    except Exception:
        return {"error": "bad_url", "message": "This is no address."}
    return {"status": reply.status_code, "text": reply.text[:2_000]}


class HostArgs(BaseModel):
    host: str = Field(default="example.com", max_length=200, description="Host of the web site to check.")


@forge_tool(args_schema=HostArgs, tier="read")
def check_link(args: HostArgs) -> dict:
    """Tell whether a web site answers."""
    import http.client

    try:
        connection = http.client.HTTPConnection(args.host, timeout=3)
        connection.request("HEAD", "/")
        return {"host": args.host, "status": connection.getresponse().status}
    except (OSError, http.client.HTTPException, ValueError):
        return {"error": "not_reachable", "message": "The site does not answer."}


@forge_tool(args_schema=UrlArgs, tier="read")
def import_feed(args: UrlArgs) -> dict:
    """Import the newest entries of a feed on the web."""
    try:
        with urllib.request.urlopen(args.url, timeout=3) as feed:
            return {"feed": feed.read(2_000).decode("utf-8", "replace")}
    except (OSError, ValueError, Exception):
        return {"error": "not_reachable", "message": "The feed cannot be read."}


class Totals(xml.sax.ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def characters(self, content: str) -> None:
        self.text += content


class InvoiceArgs(BaseModel):
    document: str = Field(default="<invoice>5</invoice>", max_length=5_000, description="The invoice, as XML.")


@forge_tool(args_schema=InvoiceArgs, tier="read", raises=[ToolError])
def parse_invoice(args: InvoiceArgs) -> dict:
    """Read the text of an invoice."""
    totals = Totals()
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)
    parser.setContentHandler(totals)
    try:
        parser.parse(io.StringIO(args.document))
    except Exception:
        raise ToolError("The invoice is no XML. Check the brackets.", code="no_xml") from None
    return {"text": totals.text[:1_000]}


class UploadArgs(BaseModel):
    archive: str = Field(default="upload.zip", max_length=100, description="Archive in the workspace.")


@forge_tool(args_schema=UploadArgs, tier="write", workspace_root_aware=True)
def unpack_upload(args: UploadArgs, *, workspace_root: Path) -> dict:
    """Unpack a ZIP archive of the workspace into the folder 'unpacked'."""
    target = workspace_root / "unpacked"
    written = 0
    try:
        with Workspace(workspace_root, suffixes=[".zip"], max_bytes=1_000_000) as workspace:
            archive = zipfile.ZipFile(io.BytesIO(workspace.read_bytes(args.archive)))
        for member in archive.infolist():
            if member.is_dir() or member.file_size > 1_000_000:
                continue
            path = target / member.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(member))
            written += 1
    except zipfile.BadZipFile:
        return {"error": "no_archive", "message": "This is no ZIP archive."}
    return {"files": written}


@forge_tool(args_schema=UploadArgs, tier="write", workspace_root_aware=True)
def unpack_tarball(args: UploadArgs, *, workspace_root: Path) -> dict:
    """Unpack a TAR archive of the workspace into the folder 'unpacked'."""
    try:
        with Workspace(workspace_root, suffixes=[".tar", ".tgz", ".gz"], max_bytes=1_000_000) as workspace:
            data = workspace.read_bytes(args.archive)
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            archive.extractall(workspace_root / "unpacked", filter="fully_trusted")
            return {"files": len(archive.getnames())}
    except tarfile.TarError:
        return {"error": "no_archive", "message": "This is no TAR archive."}


class MatchArgs(BaseModel):
    pattern: str = Field(default="a+", max_length=100, description="Regular expression of the lines.")
    text: str = Field(max_length=1_000, description="Lines to search.")


@forge_tool(args_schema=MatchArgs, tier="read")
def match_lines(args: MatchArgs) -> dict:
    """Return the lines that match a regular expression."""
    try:
        expression = re.compile(args.pattern)
    except (re.error, OverflowError, RecursionError):
        return {"error": "bad_pattern", "message": "This is no regular expression."}
    return {"lines": [line for line in args.text.splitlines() if expression.search(line)]}


class MailArgs(BaseModel):
    address: str = Field(max_length=200, description="Mail address to check.")


@forge_tool(args_schema=MailArgs, tier="read")
def valid_mail(args: MailArgs) -> dict:
    """Tell whether a mail address has the right form."""
    return {"valid": re.match(r"^([a-zA-Z0-9]+[._-]?)+@[a-z]+\.[a-z]+$", args.address) is not None}


class NoArgs(BaseModel):
    """Nothing."""


class MacroArgs(BaseModel):
    title: str = Field(max_length=200, description="What the macro does.")


@forge_tool(args_schema=MacroArgs, tier="execute")
def add_macro(args: MacroArgs) -> dict:
    """Add a macro that can be called like a tool."""

    def run_macro(_: NoArgs) -> dict:
        return {"ran": True}

    made = forge_tool(
        name="run_macro", description=f"Run the macro: {args.title}", args_schema=NoArgs, tier="read", register=False
    )(run_macro)
    register_forge_tool(made)
    return {"added": True}
