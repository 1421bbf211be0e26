"""Tools that break errors_carry_no_detail, and others that resemble them and keep it."""

from __future__ import annotations

import asyncio
import base64
import functools
import json
import re
import traceback
from datetime import date
from decimal import Decimal, DecimalException
from enum import Enum
from xml.etree import ElementTree as ET

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, ToolError, forge_tool

from ..marks import breaks, keeps


class TextArguments(BaseModel):
    text: str = Field(description="Some text, for example 2026-01-31.")
    number: int = Field(default=1, ge=-5, le=5, description="A small number.")


asker = functools.partial(forge_tool, args_schema=TextArguments, register=False, tier="read")


@breaks("errors_carry_no_detail")
@asker()
def leak_decode_error(args):
    try:
        return {"value": json.loads(args.text)}
    except json.JSONDecodeError as e:
        return {"error": "invalid_json", "message": f"At line {e.lineno}, column {e.colno}: {e}"}


@breaks("errors_carry_no_detail")
@asker()
def leak_key(args):
    try:
        return {"value": {"a": 1}[args.text]}
    except KeyError as e:
        return {"error": "unknown_code", "message": f"No entry {e.args[0]}"}


@breaks("errors_carry_no_detail")
@asker()
def leak_division(args):
    try:
        return {"value": 12 / args.number}
    except ZeroDivisionError as e:
        return {"error": "division", "message": str(e)}


@breaks("errors_carry_no_detail")
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


@breaks("errors_carry_no_detail")
@asker()
def leak_unicode(args):
    try:
        return {"value": args.text.encode("ascii").decode("ascii")}
    except UnicodeEncodeError as e:
        return {"error": "not_ascii", "message": f"{e}", "reason": e.reason}


@breaks("errors_carry_no_detail")
@asker()
def leak_pattern(args):
    try:
        return {"found": bool(re.search(args.text, "abc"))}
    except re.error:
        return {"error": "bad_pattern", "message": traceback.format_exc()}


@keeps("errors_carry_no_detail")
@asker()
def phrase_about_the_pattern(args):
    try:
        return {"found": bool(re.search(args.text, "abc"))}
    except re.error as e:
        return {"error": "bad_pattern", "message": f"At {e.pos}: {e}"}


@breaks("errors_carry_no_detail")
@asker()
def leak_decimal_trace(args):
    try:
        return {"value": str(Decimal(args.text))}
    except DecimalException:
        return {"error": "no_number", "message": "No number.", "debug": {"cause": [traceback.format_exc()]}}


@breaks("errors_carry_no_detail")
@asker()
def leak_xml(args):
    try:
        return {"tag": ET.fromstring(args.text).tag}
    except ET.ParseError as e:
        return {"error": "bad_xml", "message": f"line {e.position[0]}: {e}"}


@breaks("errors_carry_no_detail")
@asker()
def leak_attribute(args):
    try:
        return {"value": args.text.upper()}
    except AttributeError as e:
        return {"error": "no_text", "message": str(e)}


@breaks("errors_carry_no_detail")
@asker()
async def leak_async(args):
    await asyncio.sleep(0)
    try:
        return {"day": date.fromisoformat(args.text).isoformat()}
    except ValueError as e:
        raise ToolError(f"bad date: {e}", code="bad_date") from e


@breaks("errors_carry_no_detail")
@asker()
def leak_through_helper(args):
    try:
        return {"days": _weekdays(args.text)}
    except ValueError as e:
        return {"error": "bad_date", "message": f"{e}"}


def _weekdays(text):
    return [date.fromisoformat(part).weekday() for part in text.split(",")]


@breaks("errors_carry_no_detail")
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


@breaks("errors_carry_no_detail")
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


leak_executor = breaks("errors_carry_no_detail")(
    FnToolExecutor("leak_executor", _handle, description="Divide.", input_schema=_SCHEMA, tier="read")
)


@keeps("errors_carry_no_detail")
@asker()
def fixed_text(args):
    try:
        return {"value": json.loads(args.text)}
    except ValueError:
        return {"error": "invalid_json", "message": "The text is no JSON."}


@keeps("errors_carry_no_detail")
@asker()
def own_argument(args):
    try:
        return {"day": date.fromisoformat(args.text).isoformat()}
    except ValueError as e:
        return {"error": type(e).__name__, "message": f"{args.text[:80]!r} is no date."}


@keeps("errors_carry_no_detail")
@asker()
def position_in_pattern(args):
    try:
        return {"found": bool(re.search(args.text, "abc"))}
    except re.error as e:
        return {"error": "bad_pattern", "message": f"{e.msg} at {e.pos}."}


@keeps("errors_carry_no_detail")
@asker()
def position_in_text(args):
    try:
        return {"size": len(args.text.encode("ascii"))}
    except UnicodeError as e:
        return {"error": "not_ascii", "message": f"Character {getattr(e, 'start', 0)} is not ASCII."}


@keeps("errors_carry_no_detail")
@asker()
def position_in_xml(args):
    try:
        return {"tag": ET.fromstring(args.text).tag}
    except ET.ParseError as e:
        return {"error": "bad_xml", "message": f"The text is no XML: line {e.position[0]}, column {e.position[1]}."}


@keeps("errors_carry_no_detail")
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


@keeps("errors_carry_no_detail")
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


@keeps("errors_carry_no_detail")
@asker()
def own_constructor(args):
    try:
        return {"first": Period(args.number, 4).first}
    except ValueError as e:
        return {"error": "bad_period", "message": str(e)}


@keeps("errors_carry_no_detail")
@asker()
def own_property(args):
    period = Period(0, abs(args.number))
    try:
        return {"length": period.length}
    except OverflowError as e:
        return {"error": "too_long", "message": str(e)}


@keeps("errors_carry_no_detail")
@asker()
def own_operator(args):
    period = Period(0, 3)
    try:
        return {"last": (period + args.number).last}
    except ArithmeticError as e:
        return {"error": "cut", "message": str(e)}


@keeps("errors_carry_no_detail")
@asker()
def own_subscript(args):
    period = Period(0, 3)
    try:
        return {"day": period[args.number]}
    except LookupError as e:
        return {"error": "no_such_day", "message": e.args[0]}
