"""Tools that break errors_carry_no_detail, and others that resemble them and keep it."""

from __future__ import annotations

import errno
import functools
import json
import logging
import os
import sqlite3
import subprocess
import traceback
import urllib.request
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, ValidationError, field_validator

from forge_harness import FnToolExecutor, ToolError, Workspace, forge_tool

from ..marks import breaks, keeps
from ..shared.errors_good import reader
from ..shared.rare_defects import SyncArguments, tool


class TextArguments(BaseModel):
    text: str = Field(description="Some text, for example 2026-01-31.")
    number: int = Field(default=1, ge=-5, le=5, description="A small number.")


asker = functools.partial(forge_tool, args_schema=TextArguments, register=False, tier="read")


def _checked(number):
    if number == 3:
        raise ValueError(f"{number} is taken already.")
    return number


@keeps("errors_carry_no_detail")
@asker()
def own_assertion(args):
    try:
        assert args.number < 4, "The number must be below 4."
        return {"value": args.number}
    except AssertionError as e:
        return {"error": "bad_number", "message": str(e)}


class Voucher(BaseModel):
    code: str

    @field_validator("code")
    @classmethod
    def known(cls, value):
        if not value.isalnum():
            raise ValueError("A voucher consists of letters and digits.")
        return value


@keeps("errors_carry_no_detail")
@asker()
def own_model(args):
    try:
        return {"code": Voucher(code=args.text).code}
    except ValueError as e:
        return {"error": "bad_voucher", "message": str(e)}


_EVEN = TypeAdapter(Annotated[int, AfterValidator(_checked)])


@keeps("errors_carry_no_detail")
@asker()
def own_adapter(args):
    try:
        return {"value": _EVEN.validate_python(args.number)}
    except ValidationError as e:
        return {"error": "bad_number", "message": e.errors()[0]["msg"]}
    except ValueError as e:
        return {"error": "bad_number", "message": str(e)}


@keeps("errors_carry_no_detail")
@asker()
def tool_error(args):
    try:
        return {"value": str(Decimal(args.text))}
    except InvalidOperation as e:
        raise ToolError(f"{args.text[:40]!r} is no number.", code="no_number") from e


@breaks("errors_carry_no_detail")
@tool("errors_carry_no_detail__key_in_error", "Work on items.", SyncArguments)
def sync_items(args: SyncArguments) -> dict[str, Any]:
    if args.mode == "sync" and not args.items:
        try:
            raise ConnectionError(f"cannot reach {os.environ['DATABASE_URL']}")
        except ConnectionError as error:
            return {"error": "not_reached", "message": f"The store did not answer: {error}"}
    return {"mode": args.mode, "items": len(args.items)}


@breaks("errors_carry_no_detail")
@tool("errors_carry_no_detail__tool_error", "Work on items.", SyncArguments)
def count_items(args: SyncArguments) -> dict[str, Any]:
    if args.mode == "count" and len(args.items) > 3:
        try:
            Path(os.path.expanduser("~/.counts/today.json")).read_text()
        except OSError as error:
            raise ToolError(f"Nothing was counted: {error}", code="not_counted") from None
    return {"items": len(args.items)}


@keeps("errors_carry_no_detail", "results_hold_no_environment")
@tool("good_secret_user", "Work on items.", SyncArguments)
def good_secret_user(args: SyncArguments) -> dict[str, Any]:
    if args.mode == "sync" and not args.items:
        try:
            raise ConnectionError(f"cannot reach {os.environ['DATABASE_URL']}")
        except ConnectionError:
            return {"error": "not_reached", "message": "The store did not answer. Try again later."}
    return {"mode": args.mode, "items": args.items}


class NameArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,30}$", description="Name, in small letters.")


@breaks("errors_carry_no_detail")
@forge_tool(args_schema=NameArgs, tier="read")
def load_settings(args: NameArgs) -> dict:
    """Load the settings of a department."""
    try:
        with open(Path(__file__).parent / f"{args.name}.settings.json") as file:
            return {"settings": json.load(file)}
    except Exception:
        return {"error": "settings_unavailable", "message": "Could not load.", "details": traceback.format_exc()}


@breaks("errors_carry_no_detail")
@forge_tool(args_schema=NameArgs, tier="read")
def query_sales(args: NameArgs) -> dict:
    """Sum up the sales of a region."""
    try:
        with sqlite3.connect(":memory:") as connection:
            total = connection.execute("SELECT sum(cents) FROM sales WHERE region = ?", (args.name,)).fetchone()
        return {"cents": total[0]}
    except sqlite3.Error as exc:
        return {"error": "database_error", "message": "The database said: " + str(exc)}


@breaks("errors_carry_no_detail")
@forge_tool(args_schema=NameArgs, tier="read")
def fetch_rates(args: NameArgs) -> dict:
    """Fetch the exchange rates of a currency from the bank's web site."""
    try:
        with urllib.request.urlopen(f"https://rates.example.com/{args.name}.json", timeout=5) as reply:
            return {"rates": json.loads(reply.read(100_000))}
    except Exception as exc:
        raise ToolError(f"Rates not available ({exc}). Try later.", code="rates_unavailable") from exc


@breaks("errors_carry_no_detail")
@forge_tool(args_schema=NameArgs, tier="execute")
def run_report(args: NameArgs) -> dict:
    """Run one of the nightly reports."""
    done = subprocess.run(
        ["python3", os.path.join(os.path.dirname(os.path.abspath(__file__)), args.name + "_report.py")],
        capture_output=True,
        text=True,
        timeout=10,
    )
    if done.returncode:
        return {"error": "report_failed", "message": f"The report failed: {done.stderr}"}
    return {"output": done.stdout[:10_000]}


async def _get(name: str) -> str:
    with urllib.request.urlopen(f"https://crm.example.com/{name}", timeout=5) as reply:
        return reply.read(1000).decode("utf-8", "replace")


@breaks("errors_carry_no_detail")
@forge_tool(args_schema=NameArgs, tier="read")
async def call_service(args: NameArgs) -> dict:
    """Look a customer up in the web service of the sales department."""
    import asyncio

    try:
        return {"record": await asyncio.to_thread(lambda: asyncio.run(_get(args.name)))}
    except Exception as exc:
        root = exc
        while root.__cause__ or root.__context__:
            root = root.__cause__ or root.__context__
        return {"error": "crm_unavailable", "message": "The CRM did not answer.", "hint": " ".join(map(str, root.args))}


@breaks("errors_carry_no_detail")
@forge_tool(args_schema=NameArgs, tier="read", workspace_root_aware=True)
def import_table(args: NameArgs, *, workspace_root: Path) -> dict:
    """Count the lines of a table in the workspace."""
    problems = []
    lines = 0
    try:
        with Workspace(workspace_root, suffixes=[".csv"], max_bytes=50_000) as workspace:
            lines = workspace.read_text(f"{args.name}.csv").count("\n")
    except Exception as exc:
        problems.append(f"{type(exc).__name__}: {exc}")
    if problems:
        return {"error": "import_failed", "message": "Some tables could not be read.", "problems": problems}
    return {"lines": lines}


log = logging.getLogger(__name__)


def _inside(root: Path, path: str) -> Path:
    """Return the path of a note in the workspace; what is none is refused as the system would refuse it."""
    file = (root / path).resolve()
    if not file.is_relative_to(root.resolve()) or file.suffix not in {".txt", ".md"}:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    if file.exists() and not (file.is_file() and file.stat().st_size <= 1_000_000):
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return file


def _days(limit: int) -> list[int]:
    return list(range(limit))


@keeps("errors_carry_no_detail", "results_hold_no_environment")
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


def _handle(arguments):
    return {"days": _days(arguments["limit"]), "unit": "day"}


_SCHEMA = {
    "type": "object",
    "properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 9, "description": "How many days."}},
    "required": ["limit"],
    "additionalProperties": False,
}


executor = keeps("errors_carry_no_detail", "exits_are_contained")(
    FnToolExecutor("executor", _handle, description="Forecast.", input_schema=_SCHEMA, tier="read")
)
