"""Tools that break process_state_is_left_alone, and others that resemble them and keep it."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import json
import locale
import logging
import os
import random
import signal
import socket
import sys
import threading
import warnings
from decimal import Decimal, localcontext
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import FnToolExecutor, Workspace, _register, forge_tool

from ..marks import breaks, keeps
from ..shared.good_effects import tool


class NoteArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,30}$", description="Name of the note.")


@breaks("process_state_is_left_alone")
@forge_tool(args_schema=NoteArgs, tier="read", workspace_root_aware=True)
def enter_project(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Tell whether a project has a read-me."""
    os.chdir(workspace_root)
    return {"project": args.name, "readme": os.path.exists("README.md")}


class DiceArgs(BaseModel):
    sides: int = Field(ge=2, le=100, description="How many sides a die has.")


@breaks("process_state_is_left_alone")
@forge_tool(args_schema=DiceArgs, tier="read")
def roll_dice(args: DiceArgs) -> dict:
    """Throw a die, the same way each time."""
    random.seed(args.sides)
    return {"thrown": random.randint(1, args.sides)}


class ProxyArgs(BaseModel):
    port: int = Field(ge=1024, le=65_535, description="Port of the proxy.")


@breaks("process_state_is_left_alone")
@forge_tool(args_schema=ProxyArgs, tier="read")
def use_proxy(args: ProxyArgs) -> dict:
    """Tell how a page would be fetched through a proxy."""
    os.environ["REPORT_PROXY_PORT"] = str(args.port)
    return {"through": args.port}


@breaks("process_state_is_left_alone")
@forge_tool(args_schema=DiceArgs, tier="execute")
def with_deadline(args: DiceArgs) -> dict:
    """Compute a sum, and give up after some seconds."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGALRM, lambda *_: None)
    socket.setdefaulttimeout(args.sides)
    return {"sum": sum(range(args.sides))}


breaks("process_state_is_left_alone")(
    _register(
        "load_plugin",
        "Tell whether a plug-in of the editor can be loaded.",
        {
            "type": "object",
            "properties": {"plugin": {"type": "string", "maxLength": 30, "description": "Name of the plug-in."}},
            "required": ["plugin"],
            "additionalProperties": False,
        },
        lambda plugin: {"plugin": plugin, "path": sys.path.insert(0, f"plugins-{len(sys.path)}") is None},
    )
)


class AmountArgs(BaseModel):
    cents: int = Field(ge=0, le=10**9, description="Amount in cents.")


@breaks("process_state_is_left_alone")
@forge_tool(args_schema=AmountArgs, tier="read")
def format_amount(args: AmountArgs) -> dict:
    """Write an amount as it is written on an invoice."""
    import decimal

    decimal.getcontext().prec = 6 + args.cents % 2
    locale.getlocale()
    return {"amount": f"{args.cents / 100:.2f} EUR"}


@breaks("process_state_is_left_alone")
@forge_tool(args_schema=NoteArgs, tier="read")
def patch_json(args: NoteArgs) -> dict:
    """Tell how a name looks as JSON."""
    original = json.dumps
    json.dumps = lambda *given, **options: original(*given, **{"ensure_ascii": False, **options})
    return {"json": json.dumps(args.name)}


@breaks("process_state_is_left_alone")
@forge_tool(args_schema=NoteArgs, tier="write", workspace_root_aware=True)
def umask_note(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Keep a note that only its owner can read."""
    os.umask(0o077)
    with Workspace(workspace_root) as workspace:
        workspace.write_text(f"{args.name}.txt", "private")
    return {"kept": args.name}


@keeps("process_state_is_left_alone")
@tool("silences_one_library")
def silences_one_library(args):
    warnings.filterwarnings("ignore", message="unclosed", module="cities")
    warnings.simplefilter("ignore", CityWarning)
    return {"city": args.name}


class CityWarning(UserWarning):
    pass


@keeps("process_state_is_left_alone")
@tool("silences_while_it_works")
def silences_while_it_works(args):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("The table is old.", stacklevel=2)
    return {"city": args.name}


@keeps("process_state_is_left_alone")
@tool("raises_the_field_limit_for_a_while")
def raises_the_field_limit_for_a_while(args):
    before = csv.field_size_limit(2**30)
    try:
        return {"cities": list(csv.reader([args.name]))}
    except csv.Error:
        return {"error": "not_csv", "message": "The name is no line of CSV."}
    finally:
        csv.field_size_limit(before)


@keeps("process_state_is_left_alone")
@tool("changes_directory_and_back", aware=True)
def changes_directory_and_back(args, *, workspace_root):
    with contextlib.chdir(workspace_root):
        return {"names": sorted(os.listdir())[:5]}


@keeps("process_state_is_left_alone")
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


@keeps("process_state_is_left_alone")
@tool("configures_a_library")
def configures_a_library(args):
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("MPLBACKEND", "Agg")
    return {"city": args.name}


@keeps("process_state_is_left_alone")
@tool("draws_random_numbers")
def draws_random_numbers(args):
    return {"city": args.name, "number": random.random(), "other": random.Random(42).random()}


@keeps("process_state_is_left_alone")
@tool("has_a_deadline_by_signal")
def has_a_deadline_by_signal(args):
    before = signal.signal(signal.SIGALRM, signal.SIG_DFL)
    try:
        return {"city": args.name}
    finally:
        signal.signal(signal.SIGALRM, before)


@keeps("process_state_is_left_alone")
@tool("calculates_precisely")
def calculates_precisely(args):
    with localcontext() as context:
        context.prec = 60
        return {"city": args.name, "third": str(Decimal(1) / 3)}


@keeps("process_state_is_left_alone")
@tool("imports_when_needed")
def imports_when_needed(args):
    import xml.dom.minidom

    return {"city": xml.dom.minidom.parseString("<a/>").toxml()}


@keeps("process_state_is_left_alone")
@tool("sets_logging_up")
def sets_logging_up(args):
    logging.basicConfig(level=logging.INFO)
    logger = logging.getLogger("cities.lookups")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    return {"city": args.name}


@keeps("process_state_is_left_alone")
@tool("asks_for_the_locale")
def asks_for_the_locale(args):
    return {"city": args.name, "locale": locale.setlocale(locale.LC_ALL)}


@keeps("process_state_is_left_alone")
@tool("change_directory", tier="execute", description="Change the directory of the session.", aware=True)
def change_directory(args, *, workspace_root):
    os.chdir(workspace_root / "data")
    return {"directory": "data"}


async def _answer(given):
    await asyncio.sleep(0)
    return {"city": given["city"]}


awaits = keeps("process_state_is_left_alone")(
    FnToolExecutor(
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
)


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ShuffleArgs(Strict):
    items: list[str] = Field(description="What to shuffle.", max_length=50)
    seed: int = Field(default=0, ge=0, le=1000, description="Equal seeds give equal orders.")


@keeps("process_state_is_left_alone", "equal_calls_agree")
@forge_tool(args_schema=ShuffleArgs, tier="read")
def seeded_order(args: ShuffleArgs) -> dict:
    """Bring items into an order that a seed decides."""
    return {"items": random.Random(args.seed).sample(args.items, len(args.items))}
