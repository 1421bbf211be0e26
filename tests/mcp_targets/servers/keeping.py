"""A server that keeps what it is given: no tool but the first finds anything before another has stored it."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any

from raw import Refused, serve, text, tool

ITEMS: dict[str, str] = {}
JOBS: dict[str, int] = {}
NUMBERS: dict[int, str] = {}
SUM = {"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]}
TITLE = {"type": "string", "description": "Title of the item."}
LEDGER = {"type": "string", "description": "Path of the ledger."}
READS = {"readOnlyHint": True}


def put_item(title: str, content: str) -> str:
    ITEMS[title] = content
    return "Kept."


def item_size(title: str) -> dict[str, Any]:
    if title not in ITEMS:
        raise Refused("There is no such item.")
    return text("found", structuredContent={"total": str(len(ITEMS[title]))})


def item_text(title: str) -> str:
    if title not in ITEMS:
        raise Refused("There is no such item.")
    return ITEMS[title]


def double_item(name: str, new_name: str) -> str:
    if name not in ITEMS or new_name in ITEMS or not name.endswith(".md") or not new_name.endswith(".md"):
        raise Refused("There is no such item, or the name is taken.")
    ITEMS[new_name] = ITEMS[name]
    return "Kept."


def start_job(size: int) -> str:
    name = f"job-{secrets.token_hex(4)}"
    JOBS[name] = size
    return f"Started {name}."


def job_state(job_id: str) -> dict[str, Any]:
    if job_id not in JOBS:
        raise Refused("There is no such job.")
    return text("found", structuredContent={"total": "many"})


def add_number(value: str) -> dict[str, Any]:
    number = 4711 + len(NUMBERS)
    NUMBERS[number] = value
    return text("added", structuredContent={"id": number, "value": value})


def drop_number(number_id: int) -> dict[str, Any]:
    if NUMBERS.pop(number_id, None) is None:
        raise Refused("There is no such number.")
    return text("dropped", structuredContent={"total": "none"})


def save_draft(name: str, content: str) -> str:
    if not name.isalnum():
        raise Refused("Letters and digits only.")
    Path(f"{name}.draft").write_text(content)
    return "Saved."


def copy_draft(source: str, target: str) -> str:
    return _copied(source, target, is_kept=False)


def copy_draft_safely(source: str, target: str) -> str:
    return _copied(source, target, is_kept=True)


def open_ledger(path: str) -> str:
    _ledger(path).write_text("")
    return "Opened."


def ledger_size(path: str) -> dict[str, Any]:
    if not _ledger(path).exists():
        raise Refused("There is no such ledger.")
    return text("found", structuredContent={"total": str(_ledger(path).stat().st_size)})


def note_fee(fee: str) -> dict[str, Any]:
    if re.fullmatch(r"-?\d+\.\d\d", fee) is None:
        raise Refused(f"{fee!r} cannot be read: write it like -7.40.")
    return text("noted", structuredContent={"total": fee})


def _ledger(path: str) -> Path:
    if not path.endswith((".ldgx", ".ldg")):
        raise Refused(f"{path} is no ledger: name a file of a known kind (.ldgx, .ldg).")
    return Path(path)


def _copied(source: str, target: str, *, is_kept: bool) -> str:
    origin, goal = Path(f"{source}.draft"), Path(f"{target}.draft")
    if not source.isalnum() or not target.isalnum() or not origin.exists() or (is_kept and goal.exists()):
        raise Refused("There is no such draft, or the name is taken.")
    goal.write_bytes(origin.read_bytes())
    return "Copied."


def list_stations() -> dict[str, Any]:
    return text("two", structuredContent={"stations": [{"code": "bergen"}, {"code": "lisbon"}]})


def forecast(station: str) -> str:
    if station not in ("bergen", "lisbon"):
        raise Refused("There is no such station.")
    return "rain"


DRAFT = {"type": "string", "description": "Name of the draft.", "maxLength": 40}
FILE = {"type": "string", "description": "Name of a note, such as 'a.md'.", "pattern": r"^[A-Za-z]+\.md$"}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
TOOLS = [
    tool(
        "put_item", put_item, arguments={"title": TITLE, "content": {"type": "string", "description": "What it says."}}
    ),
    tool("item_size", item_size, arguments={"title": TITLE}, annotations=READS, outputSchema=SUM),
    tool("item_text", item_text, arguments={"title": TITLE}, annotations=READS),
    tool("double_item", double_item, arguments={"name": FILE, "new_name": FILE}, annotations=WRITES),
    tool("save_draft", save_draft, arguments={"name": DRAFT, "content": {"type": "string", "description": "Text."}}),
    tool("copy_draft", copy_draft, arguments={"source": DRAFT, "target": DRAFT}, annotations=WRITES),
    tool("copy_draft_safely", copy_draft_safely, arguments={"source": DRAFT, "target": DRAFT}, annotations=WRITES),
    tool("start_job", start_job, arguments={"size": {"type": "integer", "description": "Steps.", "minimum": 1}}),
    tool(
        "job_state",
        job_state,
        arguments={"job_id": {"type": "string", "description": "As it was started."}},
        annotations=READS,
        outputSchema=SUM,
    ),
    tool("open_ledger", open_ledger, arguments={"path": LEDGER}),
    tool("ledger_size", ledger_size, arguments={"path": LEDGER}, annotations=READS, outputSchema=SUM),
    tool(
        "note_fee", note_fee, arguments={"fee": {"type": "string", "description": "What it costs."}}, outputSchema=SUM
    ),
    tool("list_stations", list_stations, arguments={}, annotations=READS),
    tool("forecast", forecast, arguments={"station": TITLE}, annotations=READS),
    tool("add_number", add_number, arguments={"value": {"type": "string", "description": "What it stands for."}}),
    tool(
        "drop_number",
        drop_number,
        arguments={"number_id": {"type": "integer", "description": "Which."}},
        outputSchema=SUM,
    ),
]

if __name__ == "__main__":
    serve(TOOLS)
