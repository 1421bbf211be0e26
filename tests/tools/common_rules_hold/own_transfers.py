"""Functions that move a number from one thing to another, which may be the same one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ..marks import breaks, keeps

_Tank = Literal["north", "south", "hill"]
_Litres = Annotated[int, Field(ge=1, le=50, description="Litres to pump.")]
_FILE = Path("tanks.json")
_FULL = {"north": 900, "south": 700, "hill": 800}


def _read() -> dict[str, int]:
    return (
        json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else {"north": 900, "south": 700, "hill": 800}
    )


def _write(tanks: dict[str, int]) -> dict[str, int]:
    _FILE.write_text(json.dumps(tanks), encoding="utf-8")
    return tanks


def _checked(held: int, litres: int) -> int:
    if held < litres:
        raise ValueError("The tank does not hold as much.")
    return held - litres


@breaks("common_rules_hold")
def pump(source: _Tank, target: _Tank, litres: _Litres) -> dict[str, int]:
    """Pump water from one tank into another."""
    tanks = _read()
    left, filled = _checked(tanks[source], litres), tanks[target] + litres
    return _write({**tanks, source: left, target: filled})


@breaks("common_rules_hold")
def pump_back(litres: _Litres, into: _Tank, out_of: _Tank) -> dict[str, int]:
    """Pump water into a tank, out of another one."""
    tanks = _read()
    left, filled = _checked(tanks[out_of], litres), tanks[into] + litres
    return _write({**tanks, into: filled, out_of: left})


@keeps("common_rules_hold", judged=True)
def pump_in_turn(source: _Tank, target: _Tank, litres: _Litres) -> dict[str, int]:
    """Pump water from one tank into another."""
    tanks = _read()
    tanks[source] = _checked(tanks[source], litres)
    tanks[target] += litres
    return _write(tanks)


@keeps("common_rules_hold", judged=True)
def pump_elsewhere(source: _Tank, target: _Tank, litres: _Litres) -> dict[str, int]:
    """Pump water from one tank into another."""
    if source == target:
        raise ValueError("The tanks have to be different ones.")
    tanks = _read()
    return _write({**tanks, source: _checked(tanks[source], litres), target: tanks[target] + litres})


@keeps("common_rules_hold")
def pump_with_loss(source: _Tank, target: _Tank, litres: _Litres) -> dict[str, int]:
    """Pump water from one tank into another; the pipe loses a litre each time."""
    tanks = _read()
    tanks[source] = _checked(tanks[source], litres + 1)
    tanks[target] += litres
    return _write(tanks)


@keeps("common_rules_hold")
def note_rain(first: _Tank, second: _Tank, litres: _Litres) -> dict[str, Any]:
    """Note the rain that has filled two tanks, each with as much; one that is named twice has got it once."""
    tanks = _read()
    return _write({**tanks, first: tanks[first] + litres, second: tanks[second] + litres})
