"""Tools that break one promise about their results each; the tool's name begins with the check's id."""

from __future__ import annotations

import csv
import io
import itertools
import os
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, ToolError, forge_tool


class NumberArguments(BaseModel):
    number: int = Field(1, ge=0, le=900_000, description="A number.")


class PathArguments(BaseModel):
    path: str = Field(description="File in the workspace.")


class WriteArguments(BaseModel):
    path: str = Field(description="File to write, relative to the workspace.")
    content: str = Field(description="Text to write to the file.")


class OptionArguments(BaseModel):
    options: dict[str, Any] = Field(default_factory=dict, description="Options.")
    limit: int = Field(5, ge=1, le=100, description="At most.")


class ExpressionArguments(BaseModel):
    expression: str = Field(description="Arithmetic expression to evaluate.")


def tool(name: str, model: type[BaseModel], **options: Any) -> Any:
    return forge_tool(name=name, description="Broken.", args_schema=model, register=False, **options)


@tool("call_returns__exit", NumberArguments)
def leaves(args: Any) -> Any:
    sys.exit(3)


@tool("call_returns__waits", NumberArguments)
def waits(args: Any) -> Any:
    threading.Event().wait()


@tool("call_returns__recursion", NumberArguments)
def recurses(args: Any) -> Any:
    return recurses.impl(args)


@tool("call_returns__sleeps", NumberArguments, timeout_s=0.5)
def sleeps(args: Any) -> Any:
    while True:
        time.sleep(5)


@tool("call_returns__quits", NumberArguments)
def quits(args: Any) -> Any:
    os._exit(0)


@tool("results_are_json__datetime", NumberArguments)
def dated(args: Any) -> Any:
    return {"at": datetime(2024, 1, 1, tzinfo=UTC)}


@tool("results_are_json__keys", NumberArguments)
def keyed(args: Any) -> Any:
    return {"counts": {1: "a"}}


@tool("results_are_json__bytes", NumberArguments)
def raw(args: Any) -> Any:
    return b"hello"


@tool("results_are_json__decimal", NumberArguments)
async def priced(args: Any) -> Any:
    return {"price": Decimal("1.5"), "tags": {"a"}}


@tool("results_are_json__surrogate", NumberArguments)
def halved(args: Any) -> Any:
    return {"name": "a\ud800"}


@tool("results_are_json__cycle", NumberArguments)
def cyclic(args: Any) -> Any:
    value: dict[str, Any] = {}
    value["self"] = value
    return value


@tool("results_are_json__generator", NumberArguments)
def lazy(args: Any) -> Any:
    return (number for number in range(3))


_turns = itertools.count()


@tool("result_keys_are_stable__toggles", NumberArguments)
def toggles(args: Any) -> Any:
    return {"rows": []} if next(_turns) % 2 else {"items": []}


@tool("result_keys_are_stable__nested", NumberArguments, tier="read")
def nested(args: Any) -> Any:
    return {"page": {"size": 1, "next": 2} if next(_turns) % 2 else {"size": 1}}


@tool("result_keys_are_stable__timed", NumberArguments, tier="read")
def timed(args: Any) -> Any:
    return {str(time.perf_counter_ns()): args.number}


@tool("result_size_is_bounded__numbers", NumberArguments, tier="read")
def listed(args: Any) -> Any:
    return {"numbers": list(range(args.number))}


@tool("arguments_are_not_mutated__completed", OptionArguments, tier="read")
def completed(args: Any) -> Any:
    args.options.setdefault("format", "text")
    return {"options": args.options}


@tool("arguments_are_not_mutated__assigned", OptionArguments, tier="read")
def assigned(args: Any) -> Any:
    args.limit = min(args.limit, 3)
    return {"limit": args.limit}


def _pop(arguments: dict[str, Any]) -> Any:
    return {"first": arguments["words"].pop()}


popped = FnToolExecutor(
    "arguments_are_not_mutated__popped",
    _pop,
    description="Broken.",
    input_schema={
        "type": "object",
        "properties": {"words": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
        "required": ["words"],
    },
)


@tool("error_dicts_are_well_formed__silent", PathArguments, workspace_root_aware=True)
def silent(args: Any, *, workspace_root: Path) -> Any:
    if not (workspace_root / args.path).is_file():
        return {"error": "not_found"}
    return {"found": True}


@tool("error_dicts_are_well_formed__nested", ExpressionArguments)
def nested_error(args: Any) -> Any:
    if not args.expression.replace(" ", "").replace("+", "").isdigit() or args.expression.endswith("+"):
        return {"error": {"code": 1, "message": "bad expression"}, "message": "bad"}
    return {"value": sum(int(part) for part in args.expression.split("+"))}


@tool("error_codes_are_names__sentence", PathArguments, workspace_root_aware=True)
def sentence(args: Any, *, workspace_root: Path) -> Any:
    if not (workspace_root / args.path).is_file():
        return {"error": f"File {args.path} was not found", "message": "There is no such file."}
    return {"found": True}


@tool("error_codes_are_names__sentence_alone", PathArguments, workspace_root_aware=True)
def sentence_alone(args: Any, *, workspace_root: Path) -> Any:
    if not (workspace_root / args.path).is_file():
        return {"error": "The file was not found."}
    return {"found": True}


@tool("failure_is_not_success__envelope", PathArguments, workspace_root_aware=True)
def envelope(args: Any, *, workspace_root: Path) -> Any:
    try:
        return {"status": "ok", "content": (workspace_root / args.path).read_text()[:100]}
    except OSError:
        return {"status": "error", "content": ""}


@tool("failure_is_not_success__in_place", PathArguments, workspace_root_aware=True)
def in_place(args: Any, *, workspace_root: Path) -> Any:
    try:
        return {"status": "ok", "lines": len((workspace_root / args.path).read_text().splitlines())}
    except OSError:
        return {"status": "ok", "lines": "Error: the file could not be opened"}


@tool("failure_is_not_success__false", ExpressionArguments)
def false(args: Any) -> Any:
    try:
        return {"success": True, "value": sum(int(part) for part in args.expression.split("+"))}
    except ValueError:
        return {"success": False, "reason": "bad expression"}


@tool("failure_is_not_success__missing", PathArguments, workspace_root_aware=True)
def missing(args: Any, *, workspace_root: Path) -> Any:
    path = workspace_root / args.path
    return path.read_text()[:100] if path.is_file() else f"File {args.path} does not exist."


@tool("failure_is_not_success__nested", NumberArguments)
def wrapped(args: Any) -> Any:
    try:
        output = subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, check=True, text=True).stdout
    except OSError as error:
        output = f"OSError: {error.strerror}"
    return {"output": output}


@tool("failure_is_not_success__writer", WriteArguments, workspace_root_aware=True)
def claims(args: Any, *, workspace_root: Path) -> Any:
    try:
        (workspace_root / args.path).write_text(args.content)
    except OSError:
        pass
    return {"saved": args.path}


@tool("failure_is_not_success__never_works", NumberArguments)
def never_works(args: Any) -> Any:
    try:
        return {"settings": Path("/srv/no-such-folder/settings.json").read_text()}
    except OSError:
        return {"result": "Error: settings could not be loaded"}


@tool("failure_is_not_success__denied", NumberArguments)
def denied(args: Any) -> Any:
    return {"success": False, "value": None}


class RowsArguments(BaseModel):
    text: str = Field(description="CSV with the columns name and email.", max_length=2_000)


@tool("failure_is_not_success__contradicted", RowsArguments)
def contradicted(args: Any) -> Any:
    try:
        found = [row["email"] for row in csv.DictReader(io.StringIO(args.text))]
    except (csv.Error, KeyError):
        return {"status": "ok", "leads": 0, "message": "Import failed: the file could not be read."}
    return {"status": "ok", "leads": len(found), "message": "All leads were checked."}


class AmountsArguments(BaseModel):
    amounts: list[str] = Field(min_length=1, max_length=20, description="Amounts as written, for example '12.50'.")


@tool("results_are_json__not_a_number", AmountsArguments)
def not_a_number(args: Any) -> Any:
    try:
        return {"total": sum(float(amount) for amount in args.amounts)}
    except ValueError:
        raise ToolError("One of the amounts is no number.", code="bad_amount") from None


class ItemArguments(BaseModel):
    item: str = Field(description="Name of the item.", max_length=40)


@tool("error_codes_are_names__of_an_argument", ItemArguments)
def code_of_an_argument(args: Any) -> Any:
    if args.item == "rice":
        return {"available": True}
    raise ToolError("There is no such item.", code=f"no_item_{args.item}")


class ReceiptArguments(BaseModel):
    payer: str = Field(description="Who has paid.", min_length=1, max_length=60, pattern="^[A-Za-z ]+$")
    cents: int = Field(ge=1, le=1_000_000, description="Amount in cents.")


@tool("failure_is_not_success__swallowed_write", ReceiptArguments, workspace_root_aware=True, tier="write")
def swallowed_write(args: Any, *, workspace_root: Path) -> Any:
    try:
        with open(workspace_root / "ledger.csv", "a") as ledger:
            ledger.write(f"{args.payer},{args.cents}\n")
    except OSError:
        pass
    return {"filed": True, "at": datetime.now(UTC).isoformat()}


class RoomArguments(BaseModel):
    room: int = Field(ge=1, le=99, description="Number of the room.")


@tool("failure_is_not_success__explained", RoomArguments, tier="write")
def explained(args: Any) -> Any:
    if args.room > 12:
        return {"status": "error", "detail": "there is no such room"}
    return {"status": "ok", "detail": f"room {args.room} is booked"}


@tool("failure_is_not_success__unsuccessful", RoomArguments, tier="write")
def unsuccessful(args: Any) -> Any:
    return {"success": args.room <= 12, "reason": "" if args.room <= 12 else "no such room"}


class RepeatArguments(BaseModel):
    text: str = Field(description="Text to repeat.", max_length=2000)
    times: int = Field(ge=1, le=5000, description="How often.")


@tool("result_size_is_bounded__product", RepeatArguments)
def product(args: Any) -> Any:
    return {"text": "\n".join([args.text] * args.times)}


class PathsArguments(BaseModel):
    paths: list[str] = Field(description="Paths such as a/b/c.", max_length=20)


@tool("results_are_json__cycle_by_dots", PathsArguments)
def cycle_by_dots(args: Any) -> Any:
    root: dict[str, Any] = {"name": "", "children": []}
    for path in args.paths:
        node = root
        for part in path.split("/")[:20]:
            child = node if part == ".." else {"name": part, "children": []}
            node["children"].append(child)
            node = child
    return root


class EmployeeArguments(BaseModel):
    employee: str = Field(description="Number of the employee.")


@tool("failure_is_not_success__check", EmployeeArguments)
def check_leave(args: Any) -> Any:
    leave = {"E-7": 12, "E-8": 3}
    return {"employee": args.employee, "left": leave.get(args.employee, "Error: the leave could not be looked up")}


class OrderArguments(BaseModel):
    order: dict[str, Any] = Field(description="An order, with its address.")


@tool("arguments_are_not_mutated__inside", OrderArguments)
def redacts(args: Any) -> Any:
    order = dict(args.order)
    address = order.get("address")
    if isinstance(address, dict):
        address.pop("name", None)
    return {"order": order}
