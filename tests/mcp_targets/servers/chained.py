"""A server whose tools need two steps before them, or the name that an earlier answer gave to a record."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median
from typing import Any

from raw import Refused, serve, text, tool

CODES: set[str] = set()
LEDGERS: dict[str, list[int]] = {}
READS = {"readOnlyHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
SUM = {"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]}
NAME = {"type": "string", "description": "Letters."}
PAGE = {"type": "string", "description": "The page.", "pattern": r"^page-\d+\.md$"}
CODE = {"type": "string", "description": "Of the ledger.", "pattern": r"^[A-Z]{2}-\d{3}$"}
NUMBER = {"type": "integer", "description": "Cents.", "minimum": 1}


def open_ledger(name: str) -> str:
    LEDGERS.setdefault(name, [])
    return "Opened."


def post_amount(ledger: str, amount: int) -> str:
    if ledger not in LEDGERS:
        raise Refused("There is no such ledger.")
    LEDGERS[ledger].append(amount)
    return "Posted."


def middle_amount(ledger: str) -> dict[str, Any]:
    if not LEDGERS.get(ledger):
        raise Refused("There is no such ledger, or it is empty.")
    return text("found", structuredContent={"total": str(median(LEDGERS[ledger]))})


def ledger_text(ledger: str) -> str:
    if not LEDGERS.get(ledger):
        raise Refused("There is no such ledger, or it is empty.")
    return f"{len(LEDGERS[ledger])} amounts"


def register(code: str) -> str:
    if code in CODES or not re.fullmatch(r"[A-Z]{2}-\d{3}", code):
        raise Refused("The code is taken, or it is none.")
    CODES.add(code)
    return "Registered."


def write_page(heading: str, content: str) -> str:
    number = 1 + len(list(Path().glob("page-*.md")))
    Path(f"page-{number}.md").write_text(f"# {heading}\n{content}")
    return f"page-{number}.md"


def page_length(page: str) -> dict[str, Any]:
    if not Path(page).exists():
        raise Refused("There is no such page.")
    return text("found", structuredContent={"total": str(len(Path(page).read_text()))})


TOOLS = [
    tool("open_ledger", open_ledger, arguments={"name": NAME}, annotations=WRITES),
    tool("post_amount", post_amount, arguments={"ledger": NAME, "amount": NUMBER}, annotations=WRITES),
    tool("middle_amount", middle_amount, arguments={"ledger": NAME}, annotations=READS, outputSchema=SUM),
    tool("ledger_text", ledger_text, arguments={"ledger": NAME}, annotations=READS),
    tool("register", register, arguments={"code": CODE}, annotations=WRITES),
    tool("write_page", write_page, arguments={"heading": NAME, "content": NAME}, annotations=WRITES),
    tool("page_length", page_length, arguments={"page": PAGE}, annotations=READS, outputSchema=SUM),
]

if __name__ == "__main__":
    serve(TOOLS)
