"""Functions that promise that a repeated call has no further effect."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class Booking(BaseModel):
    account: str = Field(description="Name of the account.", pattern="^[a-z]{1,20}$")
    amount: int = Field(description="Amount in cents.", ge=1, le=100_000)


def _balances(path: Path) -> dict[str, int]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@breaks("repeated_calls_add_nothing")
@forge_tool(
    name="book",
    args_schema=Booking,
    workspace_root_aware=True,
    tier="write",
    facts={"creates": False},
    register=False,
)
def book(args: Booking, *, workspace_root: Path) -> dict[str, object]:
    """Book an amount on an account."""
    path = workspace_root / "balances.json"
    balances = _balances(path)
    balances[args.account] = balances.get(args.account, 0) + args.amount
    path.write_text(json.dumps(balances), encoding="utf-8")
    return {"account": args.account, "is_booked": True}


class Guest(BaseModel):
    email: str = Field(description="Address of the guest.", max_length=60)


@breaks("repeated_calls_add_nothing")
@forge_tool(
    name="add_guest",
    args_schema=Guest,
    workspace_root_aware=True,
    tier="write",
    facts={"creates": False},
    register=False,
)
def add_guest(args: Guest, *, workspace_root: Path) -> dict[str, object]:
    """Put a guest on the list, unless they are on it."""
    path = workspace_root / "guests.txt"
    guests = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if args.email not in guests:
        guests.append(args.email.casefold())
    path.write_text("\n".join(guests), encoding="utf-8")
    return {"email": args.email}


@keeps("repeated_calls_add_nothing")
@forge_tool(
    name="invite_guest",
    args_schema=Guest,
    workspace_root_aware=True,
    tier="write",
    facts={"creates": False},
    register=False,
)
def invite_guest(args: Guest, *, workspace_root: Path) -> dict[str, object]:
    """Put a guest on the list, unless they are on it."""
    path = workspace_root / "guests.txt"
    guests = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if args.email.casefold() not in guests:
        guests.append(args.email.casefold())
    path.write_text("\n".join(guests), encoding="utf-8")
    return {"email": args.email}


class Switch(BaseModel):
    lamp: str = Field(description="Name of the lamp.", pattern="^[a-z]{1,20}$")


@breaks("repeated_calls_add_nothing")
@forge_tool(
    name="switch_on",
    args_schema=Switch,
    workspace_root_aware=True,
    tier="write",
    facts={"creates": False},
    register=False,
)
def switch_on(args: Switch, *, workspace_root: Path) -> dict[str, object]:
    """Switch a lamp on."""
    path = workspace_root / f"{args.lamp}.txt"
    is_on = path.exists() and path.read_text(encoding="utf-8") == "on"
    path.write_text("off" if is_on else "on", encoding="utf-8")
    return {"lamp": args.lamp}


@keeps("repeated_calls_add_nothing")
@forge_tool(
    name="set_balance",
    args_schema=Booking,
    workspace_root_aware=True,
    tier="write",
    facts={"creates": False},
    register=False,
)
def set_balance(args: Booking, *, workspace_root: Path) -> dict[str, object]:
    """Set the balance of an account, and keep a log of the calls."""
    path = workspace_root / "balances.json"
    balances = _balances(path)
    balances[args.account] = args.amount
    path.write_text(json.dumps(balances), encoding="utf-8")
    with (workspace_root / "calls.log").open("a", encoding="utf-8") as log:
        log.write(f"{args.account}\n")
    return {"account": args.account, "is_set": True}


@keeps("repeated_calls_add_nothing")
@forge_tool(
    name="append_line",
    args_schema=Switch,
    workspace_root_aware=True,
    tier="write",
    register=False,
)
def append_line(args: Switch, *, workspace_root: Path) -> dict[str, object]:
    """Add the lamp to the shopping list, once more with each call."""
    with (workspace_root / "list.txt").open("a", encoding="utf-8") as lines:
        lines.write(f"{args.lamp}\n")
    return {"lamp": args.lamp}
