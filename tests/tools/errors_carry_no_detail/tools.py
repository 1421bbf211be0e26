"""Tools that break errors_carry_no_detail."""

from __future__ import annotations

import asyncio
import base64
import csv
import io
import json
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

from ..marks import breaks
from ..shared.errors_broken import asker, reader

_POOL = ThreadPoolExecutor(1)


def _read(root: Path, path: str) -> str:
    return (root / path).read_text()


def _days(limit: int) -> list[int]:
    return list(range(limit))


@breaks("errors_carry_no_detail")
@reader()
def leak_text(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except Exception as e:
        return {"error": "read_failed", "message": str(e)}


@breaks("errors_carry_no_detail")
@reader()
def leak_repr(args, *, workspace_root):
    try:
        return {"text": _read(workspace_root, args.path)}
    except Exception as e:
        return {"error": "read_failed", "message": "Reading failed.", "debug": {"exception": [repr(e)]}}


@breaks("errors_carry_no_detail")
@reader()
def leak_confinement(args, *, workspace_root):
    try:
        target = (workspace_root / args.path).resolve().relative_to(workspace_root)
    except ValueError as e:
        return {"error": "path_outside_workspace", "message": str(e)}
    return {"path": target.as_posix()}


@breaks("errors_carry_no_detail")
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


@breaks("errors_carry_no_detail")
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


@breaks("errors_carry_no_detail")
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


@breaks("errors_carry_no_detail")
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


@breaks("errors_carry_no_detail")
@asker()
def leak_traceback(args):
    try:
        return {"days": _days(args.limit)}
    except Exception:
        return {"error": "failed", "message": traceback.format_exc()}


@breaks("errors_carry_no_detail")
@asker()
def leak_frames(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "".join(traceback.format_tb(e.__traceback__))}


@breaks("errors_carry_no_detail")
@reader()
def leak_file_name(args, *, workspace_root):
    try:
        return {"size": len(_read(workspace_root, args.path))}
    except OSError as e:
        return {"error": "not_readable", "message": f"{e.filename}: {e.strerror}"}


@breaks("errors_carry_no_detail")
@asker()
def leak_arguments(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "args": [str(part) for part in e.args]}


@breaks("errors_carry_no_detail")
@asker()
def leak_notes(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "hints": list(getattr(e, "__notes__", []))}


@breaks("errors_carry_no_detail")
@asker()
def leak_exc_info(args):
    try:
        return {"days": _days(args.limit)}
    except:  # noqa: E722
        return {"error": "failed", "message": "Failed with {0[0].__name__}: {0[1]}".format(sys.exc_info())}


@breaks("errors_carry_no_detail")
@asker()
def leak_base64(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "ref": base64.b64encode(f"E:{e}".encode()).decode()}


@breaks("errors_carry_no_detail")
@asker()
def leak_hex(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": "It failed.", "ref": str(e).encode().hex(" ")}


@breaks("errors_carry_no_detail")
@asker()
def leak_json(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return json.dumps({"error": "failed", "detail": json.dumps(str(e))})


@breaks("errors_carry_no_detail")
@asker()
def leak_in_success(args):
    warnings = []
    try:
        days = _days(args.limit)
    except Exception as e:
        days = []
        warnings.append(f"skipped: {e}")
    return {"days": days, "warnings": warnings}


@breaks("errors_carry_no_detail")
@asker()
def leak_class_name(args):
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        raise type("Error_" + "".join(filter(str.isalnum, str(e))), (Exception,), {})() from None


@breaks("errors_carry_no_detail")
@asker()
async def leak_async(args):
    await asyncio.sleep(0)
    try:
        return {"days": _days(args.limit)}
    except Exception as e:
        return {"error": "failed", "message": f"{e}"}


@breaks("errors_carry_no_detail")
@asker()
async def leak_gathered(args):
    async def one(day: int) -> int:
        await asyncio.sleep(0)
        return day * 2

    found = await asyncio.gather(*(one(day) for day in range(args.limit)), return_exceptions=True)
    return {"days": [str(item) for item in found]}


@breaks("errors_carry_no_detail")
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


@breaks("errors_carry_no_detail")
@asker()
def leak_context_manager(args):
    days = []
    with _Caught() as caught:
        days = _days(args.limit)
    return {"days": days, "problem": caught.text}


class TableArgs(BaseModel):
    path: str = Field(description="Path of a CSV file in the workspace.", max_length=200)
    column: str = Field(description="Name of the column to summarise.", max_length=60)


def _numbers(root, path, column):
    with Workspace(root, suffixes={".csv"}, max_bytes=1_000_000) as workspace:
        rows = list(csv.DictReader(io.StringIO(workspace.read_text(path))))
    if not rows or column not in rows[0]:
        raise ToolError("The table has no such column.", code="no_such_column")
    out = []
    for row in rows:
        try:
            number = float(row[column] or "")
        except ValueError:
            continue
        if number == number and abs(number) < 1e300:
            out.append(number)
    return out


@breaks("errors_carry_no_detail")
@forge_tool(args_schema=TableArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def column_values(args: TableArgs, *, workspace_root: Path) -> dict:
    """Return the numbers of a column of a CSV table."""
    try:
        return {"values": _numbers(workspace_root, args.path, args.column)[:200]}
    except ToolError:
        raise
    except Exception as exc:
        msg = f"Reading the table failed: {exc}"
        raise ToolError(msg, code="not_read") from exc
