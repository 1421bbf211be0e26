"""Tools whose descriptions promise that an equal call takes effect once, or resemble such a promise."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_BOOK = Path("hours.json")


class Hours(BaseModel):
    minutes: int = Field(description="Minutes of work.", ge=1, le=600)
    key: str = Field(description="Key of the entry, chosen by the caller.", min_length=1, max_length=40)


def _book() -> dict:
    return json.loads(_BOOK.read_text()) if _BOOK.exists() else {"minutes": 0, "keys": {}, "calls": 0}


@breaks("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_of_any_key(args: Hours) -> dict:
    """Add minutes of work to the week. Calls with the same key count once, so it is safe to repeat one."""
    book = _book()
    book["keys"][args.key] = args.minutes
    book["minutes"] += args.minutes
    _BOOK.write_text(json.dumps(book))
    return {"noted": True}


@breaks("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_said_to_be_idempotent(args: Hours) -> dict:
    """Add minutes of work to the week. This tool is idempotent."""
    book = _book()
    book["minutes"] += args.minutes
    _BOOK.write_text(json.dumps(book))
    return {"minutes": book["minutes"]}


@keeps("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_once(args: Hours) -> dict:
    """Add minutes of work to the week. Calls with the same key count once, so it is safe to repeat one."""
    book = _book()
    book["calls"] += 1
    if args.key not in book["keys"]:
        book["keys"][args.key] = args.minutes
        book["minutes"] += args.minutes
    _BOOK.write_text(json.dumps(book))
    return {"minutes": book["minutes"], "calls": book["calls"]}


@keeps("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_of_new_keys(args: Hours) -> dict:
    """Add minutes of work to the week. A retry with the same key is refused, so that the work counts once."""
    book = _book()
    if args.key in book["keys"]:
        raise ToolError("There is an entry of that key.")
    book["keys"][args.key] = args.minutes
    book["minutes"] += args.minutes
    _BOOK.write_text(json.dumps(book))
    return {"minutes": book["minutes"]}


@keeps("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_every_time(args: Hours) -> dict:
    """Add minutes of work to the week. It is not idempotent: a repeated call with the same key is added again."""
    book = _book()
    book["minutes"] += args.minutes
    _BOOK.write_text(json.dumps(book))
    return {"minutes": book["minutes"]}


@keeps("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_unless_it_fails(args: Hours) -> dict:
    """Add minutes of work to the week. If a call fails, nothing is added; it is safe to repeat it with the same key."""
    book = _book()
    book["minutes"] += args.minutes
    _BOOK.write_text(json.dumps(book))
    return {"minutes": book["minutes"]}


@breaks("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_of_known_keys(args: Hours) -> dict:
    """Add minutes of work to the week. It may be repeated: a key that is known already takes nothing more."""
    book = _book()
    book["keys"].setdefault(args.key, args.minutes)
    book["minutes"] += args.minutes
    _BOOK.write_text(json.dumps(book))
    return {"minutes": book["minutes"]}


@keeps("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_of_unknown_keys(args: Hours) -> dict:
    """Add minutes of work to the week. It may be repeated: a key that is known already takes nothing more."""
    book = _book()
    if args.key not in book["keys"]:
        book["keys"][args.key] = args.minutes
        book["minutes"] += args.minutes
        _BOOK.write_text(json.dumps(book))
    return {"minutes": book["minutes"]}


@keeps("repeated_calls_add_nothing")
@forge_tool(args_schema=Hours, tier="write", register=False)
def log_work_beside_known_keys(args: Hours) -> dict:
    """Add minutes of work to the week. A key that was used before is not checked: repeated calls add up."""
    book = _book()
    book["minutes"] += args.minutes
    _BOOK.write_text(json.dumps(book))
    return {"minutes": book["minutes"]}
