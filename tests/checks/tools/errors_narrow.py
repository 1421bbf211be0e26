"""Handlers of the classes that builtins raise: `leak_…` quotes the library's text, the others do not."""

from __future__ import annotations

import asyncio
import base64
import functools
import json
import re
import traceback
from datetime import date
from decimal import Decimal, DecimalException, InvalidOperation
from enum import Enum
from typing import Annotated
from xml.etree import ElementTree as ET

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, ValidationError, field_validator

from forge_harness import FnToolExecutor, ToolError, forge_tool


class TextArguments(BaseModel):
    text: str = Field(description="Some text, for example 2026-01-31.")
    number: int = Field(default=1, ge=-5, le=5, description="A small number.")


asker = functools.partial(forge_tool, args_schema=TextArguments, register=False, tier="read")


@asker()
def leak_json(args):
    try:
        return {"value": json.loads(args.text)}
    except ValueError as e:
        return {"error": "invalid_json", "message": f"Bad JSON: {e}"}


@asker()
def leak_decode_error(args):
    try:
        return {"value": json.loads(args.text)}
    except json.JSONDecodeError as e:
        return {"error": "invalid_json", "message": f"At line {e.lineno}, column {e.colno}: {e}"}


@asker()
def leak_key(args):
    try:
        return {"value": {"a": 1}[args.text]}
    except KeyError as e:
        return {"error": "unknown_code", "message": f"No entry {e.args[0]}"}


@asker()
def leak_division(args):
    try:
        return {"value": 12 / args.number}
    except ZeroDivisionError as e:
        return {"error": "division", "message": str(e)}


@asker()
def leak_tuple_of_classes(args):
    try:
        return {"value": int(args.text)}
    except (TypeError, OverflowError) as e:
        return {
            "error": "no_number",
            "message": "That is no number.",
            "ref": base64.b64encode(repr(e).encode()).decode(),
        }


@asker()
def leak_unicode(args):
    try:
        return {"value": args.text.encode("ascii").decode("ascii")}
    except UnicodeEncodeError as e:
        return {"error": "not_ascii", "message": f"{e}", "reason": e.reason}


@asker()
def leak_pattern(args):
    try:
        return {"found": bool(re.search(args.text, "abc"))}
    except re.error as e:
        return {"error": "bad_pattern", "message": f"At {e.pos}: {e}"}


@asker()
def leak_decimal_trace(args):
    try:
        return {"value": str(Decimal(args.text))}
    except DecimalException:
        return {"error": "no_number", "message": "No number.", "debug": {"cause": [traceback.format_exc()]}}


@asker()
def leak_xml(args):
    try:
        return {"tag": ET.fromstring(args.text).tag}
    except ET.ParseError as e:
        return {"error": "bad_xml", "message": f"line {e.position[0]}: {e}"}


@asker()
def leak_attribute(args):
    try:
        return {"value": args.text.upper()}
    except AttributeError as e:
        return {"error": "no_text", "message": str(e)}


@asker()
async def leak_async(args):
    await asyncio.sleep(0)
    try:
        return {"day": date.fromisoformat(args.text).isoformat()}
    except ValueError as e:
        raise ToolError(f"bad date: {e}", code="bad_date") from e


@asker()
def leak_through_helper(args):
    try:
        return {"days": _weekdays(args.text)}
    except ValueError as e:
        return {"error": "bad_date", "message": f"{e}"}


def _weekdays(text):
    return [date.fromisoformat(part).weekday() for part in text.split(",")]


@asker()
def leak_quoting_again(args):
    try:
        return {"day": _quoting(args.text)}
    except LookupError as e:
        return {"error": "bad_date", "message": str(e)}


def _quoting(text):
    try:
        return date.fromisoformat(text).day
    except ValueError as e:
        raise LookupError(f"not a day: {e}") from e


class Unit(Enum):
    METRE = "m"
    FOOT = "ft"


@asker()
def leak_enumeration(args):
    try:
        return {"unit": Unit(args.text).name}
    except ValueError as e:
        return {"error": "unknown_unit", "message": str(e)}


def _handle(arguments):
    try:
        return {"n": 10 // (arguments["number"] - 1)}
    except ArithmeticError as e:
        return {"error": "division", "message": e.args[0]}


_SCHEMA = {
    "type": "object",
    "properties": {"number": {"type": "integer", "minimum": 1, "maximum": 9, "description": "A number."}},
    "required": ["number"],
    "additionalProperties": False,
}

leak_executor = FnToolExecutor("leak_executor", _handle, description="Divide.", input_schema=_SCHEMA, tier="read")


# --- a sentence of their own ----------------------------------------------------------------------


@asker()
def fixed_text(args):
    try:
        return {"value": json.loads(args.text)}
    except ValueError:
        return {"error": "invalid_json", "message": "The text is no JSON."}


@asker()
def own_argument(args):
    try:
        return {"day": date.fromisoformat(args.text).isoformat()}
    except ValueError as e:
        return {"error": type(e).__name__, "message": f"{args.text[:80]!r} is no date."}


@asker()
def position_in_json(args):
    try:
        return {"value": json.loads(args.text)}
    except json.JSONDecodeError as e:
        return {"error": "invalid_json", "message": f"{e.msg} at {e.pos}, line {e.lineno}, column {e.colno}."}


@asker()
def position_in_pattern(args):
    try:
        return {"found": bool(re.search(args.text, "abc"))}
    except re.error as e:
        return {"error": "bad_pattern", "message": f"{e.msg} at {e.pos}."}


@asker()
def position_in_text(args):
    try:
        return {"size": len(args.text.encode("ascii"))}
    except UnicodeError as e:
        return {"error": "not_ascii", "message": f"Character {getattr(e, 'start', 0)} is not ASCII."}


@asker()
def position_in_xml(args):
    try:
        return {"tag": ET.fromstring(args.text).tag}
    except ET.ParseError as e:
        return {"error": "bad_xml", "message": f"The text is no XML: line {e.position[0]}, column {e.position[1]}."}


@asker()
def own_raise(args):
    try:
        if args.number < 0:
            raise ValueError("The number must not be negative.")
        return {"root": args.number**0.5}
    except ValueError as e:
        return {"error": "bad_number", "message": str(e)}


def _checked(number):
    if number == 3:
        raise ValueError(f"{number} is taken already.")
    return number


def _twice(number):
    return _checked(number) * 2


@asker()
def own_helper(args):
    try:
        return {"value": _twice(args.number)}
    except ValueError as e:
        return {"error": "taken", "message": f"{e}"}


@asker()
def own_helper_in_thread(args):
    async def run():
        return await asyncio.to_thread(_twice, args.number)

    try:
        return {"value": asyncio.run(run())}
    except ValueError as e:
        raise ToolError(str(e), code="taken") from e


class Period:
    def __init__(self, first, last):
        if first > last:
            raise ValueError("The end must not be before the start.")
        self.first, self.last = first, last

    @property
    def length(self):
        if self.last > 1000:
            raise OverflowError("The period is too long.")
        return self.last - self.first

    def __add__(self, days):
        if days < 0:
            raise ArithmeticError("A period cannot be cut.")
        return Period(self.first, self.last + days)

    def __getitem__(self, day):
        if day > self.last:
            raise LookupError(f"Day {day} is not in the period.")
        return day


@asker()
def own_constructor(args):
    try:
        return {"first": Period(args.number, 4).first}
    except ValueError as e:
        return {"error": "bad_period", "message": str(e)}


@asker()
def own_property(args):
    period = Period(0, abs(args.number))
    try:
        return {"length": period.length}
    except OverflowError as e:
        return {"error": "too_long", "message": str(e)}


@asker()
def own_operator(args):
    period = Period(0, 3)
    try:
        return {"last": (period + args.number).last}
    except ArithmeticError as e:
        return {"error": "cut", "message": str(e)}


@asker()
def own_subscript(args):
    period = Period(0, 3)
    try:
        return {"day": period[args.number]}
    except LookupError as e:
        return {"error": "no_such_day", "message": e.args[0]}


_ACTIONS = {"double": _twice}


@asker()
def own_table(args):
    try:
        return {"value": _ACTIONS["double"](args.number)}
    except ValueError as e:
        return {"error": "taken", "message": str(e)}


@asker()
def own_variable(args):
    action = _ACTIONS["double"]
    try:
        return {"value": action(args.number)}
    except ValueError as e:
        return {"error": "taken", "message": str(e)}


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


@asker()
def own_model(args):
    try:
        return {"code": Voucher(code=args.text).code}
    except ValueError as e:
        return {"error": "bad_voucher", "message": str(e)}


_EVEN = TypeAdapter(Annotated[int, AfterValidator(_checked)])


@asker()
def own_adapter(args):
    try:
        return {"value": _EVEN.validate_python(args.number)}
    except ValidationError as e:
        return {"error": "bad_number", "message": e.errors()[0]["msg"]}
    except ValueError as e:
        return {"error": "bad_number", "message": str(e)}


@asker()
def tool_error(args):
    try:
        return {"value": str(Decimal(args.text))}
    except InvalidOperation as e:
        raise ToolError(f"{args.text[:40]!r} is no number.", code="no_number") from e
