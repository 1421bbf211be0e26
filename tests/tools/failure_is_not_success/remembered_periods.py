"""Functions that give a period to one caller alone, keep them in memory, and say in their answer what is taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from ..marks import breaks, keeps


@dataclass(frozen=True, slots=True)
class _Hire:
    begins: datetime
    ends: datetime


_CRANES: list[_Hire] = []
_LIFTS: dict[str, list[_Hire]] = {}
_PUMPS: list[tuple[datetime, datetime]] = []


def _hire(begins: str, ends: str) -> _Hire:
    hire = _Hire(datetime.fromisoformat(begins), datetime.fromisoformat(ends))
    if hire.ends <= hire.begins:
        raise ValueError("It must end after it begins.")
    return hire


def _keep(hires: list[_Hire], hire: _Hire, is_taken: Callable[[_Hire, _Hire], bool]) -> str:
    if any(is_taken(other, hire) for other in hires):
        return "Somebody else has it at that time."
    hires.append(hire)
    return f"Hired until {hire.ends:%H:%M}."


@breaks("failure_is_not_success")
def hire_crane(begins: str, ends: str) -> str:
    """Hire the crane for one building site, if no other one has it.

    Args:
        begins: When it is needed, such as 2025-04-02T07:00.
        ends: When it is given back, such as 2025-04-02T11:00.
    """
    return _keep(_CRANES, _hire(begins, ends), lambda o, h: o.begins <= h.begins < o.ends or o.begins < h.ends < o.ends)


@keeps("failure_is_not_success", judged=True)
def hire_lift(begins: str, ends: str) -> str:
    """Hire the lift for one building site, if no other one has it.

    Args:
        begins: When it is needed, such as 2025-04-02T07:00.
        ends: When it is given back, such as 2025-04-02T11:00.
    """
    hires = _LIFTS.setdefault("lift", [])
    return _keep(hires, _hire(begins, ends), lambda o, h: o.begins < h.ends and h.begins < o.ends)


@keeps("failure_is_not_success", judged=True)
def hire_pump(begins: str, ends: str) -> str:
    """Hire the pump for one building site. A longer hire takes the place of those within it.

    Args:
        begins: When it is needed, such as 2025-04-02T07:00.
        ends: When it is given back, such as 2025-04-02T11:00.
    """
    hire = _hire(begins, ends)
    within = [one for one in _PUMPS if hire.begins <= one[0] and one[1] <= hire.ends]
    if any(first < hire.ends and hire.begins < last for first, last in _PUMPS if (first, last) not in within):
        return "Somebody else has it at that time."
    _PUMPS[:] = [*(one for one in _PUMPS if one not in within), (hire.begins, hire.ends)]
    return "Hired."
