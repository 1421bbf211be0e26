"""Functions that look at the types in a record themselves, and take True for a whole number, or for one of its kind."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_KILN = {"ramp": 80, "hold": 20, "vent": False}


@breaks("wrong_types_are_refused")
def set_kiln(program: dict) -> dict[str, Any]:
    """Change the program of a kiln.

    Args:
        program: Any of ramp (an integer, degrees an hour), hold (an integer, minutes) and vent (true or false).
    """
    for name, value in program.items():
        kind = {"ramp": int, "hold": int, "vent": bool}.get(name)
        if kind is None or not isinstance(value, kind):
            raise ValueError(f"{name} cannot be set to that")
    return {**_KILN, **program}


@keeps("wrong_types_are_refused")
def program_kiln(program: dict) -> dict[str, Any]:
    """Change the program of a kiln.

    Args:
        program: Any of ramp (an integer, degrees an hour), hold (an integer, minutes) and vent (true or false).
    """
    for name, value in program.items():
        kind = {"ramp": int, "hold": int, "vent": bool}.get(name)
        if kind is None or type(value) is not kind:
            raise ValueError(f"{name} cannot be set to that")
    return {**_KILN, **program}


@breaks("wrong_types_are_refused")
def pack_glazes(orders: list[dict]) -> dict[str, int]:
    """Count the buckets of each glaze.

    Args:
        orders: Each has "glaze", its name, and "buckets", a whole number above zero.

    Raises:
        ValueError: An order has no glaze, or no such number.
    """
    packed: dict[str, int] = {}
    for order in orders:
        glaze, buckets = order.get("glaze"), order.get("buckets")
        if not isinstance(glaze, str) or not isinstance(buckets, int) or buckets < 1:
            raise ValueError("each order needs a glaze and a whole number of buckets")
        packed[glaze] = packed.get(glaze, 0) + buckets
    return packed


@keeps("wrong_types_are_refused")
def pack_clays(orders: list[dict]) -> dict[str, int]:
    """Count the bags of each clay.

    Args:
        orders: Each has "clay", its name, and "bags", a whole number above zero; a number in a text will do.

    Raises:
        ValueError: An order has no clay, or no such number.
    """
    packed: dict[str, int] = {}
    for order in orders:
        clay = order.get("clay")
        try:
            bags = int(order.get("bags"))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            bags = 0
        if not isinstance(clay, str) or bags < 1:
            raise ValueError("each order needs a clay and a whole number of bags")
        packed[clay] = packed.get(clay, 0) + bags
    return packed


@keeps("wrong_types_are_refused")
def book_kiln(booking: dict) -> dict[str, Any]:
    """Book a kiln.

    Args:
        booking: It has "shelves": the number of shelves, or true for all of them.
    """
    shelves = booking.get("shelves")
    if not isinstance(shelves, int) or shelves < 1:
        raise ValueError("shelves must be a number, or true")
    return {"shelves": 8 if shelves is True else shelves}
