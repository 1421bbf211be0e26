"""A server of an aquarium whose tanks have to be added first; some tools that change one drop 0 and False."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from raw import serve, tool

READS = {"readOnlyHint": True}
CODE = {"tank_code": {"type": "string", "description": "The code that the tank was given."}}
SALT = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 40}, {"type": "null"}], "default": None}
COVERED = {"anyOf": [{"type": "boolean"}, {"type": "null"}], "default": None}
tanks: dict[str, dict[str, Any]] = {}
numbers = itertools.count(1)


def found(code: str) -> dict[str, Any]:
    if code not in tanks:
        raise ValueError(f"There is no tank {code}.")
    return tanks[code]


def admit_fish(species: str) -> str:
    code = f"TK-{next(numbers):04d}"
    tanks[code] = {"species": species, "salt": 3, "covered": True}
    return json.dumps({"tank_code": code})


def show_tank(tank_code: str) -> str:
    return json.dumps(found(tank_code))


def changing(is_given: Callable[[Any], bool]) -> Callable[..., str]:
    def run(tank_code: str, fields: dict[str, Any] | None = None, **given: Any) -> str:
        tank = found(tank_code)
        tank |= {key: value for key, value in {**(fields or {}), **given}.items() if is_given(value)}
        return "The tank is changed."

    return run


def is_there(value: Any) -> bool:
    return value is not None


FIELDS = {**CODE, "fields": {"type": "object", "properties": {"salt": SALT}, "additionalProperties": False}}
TOOLS = [
    tool("show_tank", show_tank, arguments=CODE, annotations=READS),
    tool("admit_fish", admit_fish, arguments={"species": {"type": "string", "description": "What swims in it."}}),
    tool("adjust_salt", changing(bool), arguments={**CODE, "salt": SALT}, is_lenient=True),
    tool("adjust_any_salt", changing(is_there), arguments={**CODE, "salt": SALT}, is_lenient=True),
    tool("adjust_cover", changing(bool), arguments={**CODE, "covered": COVERED}, is_lenient=True),
    tool("adjust_any_cover", changing(is_there), arguments={**CODE, "covered": COVERED}, is_lenient=True),
    tool("change_tank", changing(bool), arguments=FIELDS, is_lenient=True),
    tool("change_any_tank", changing(is_there), arguments=FIELDS, is_lenient=True),
]

if __name__ == "__main__":
    serve(TOOLS)
