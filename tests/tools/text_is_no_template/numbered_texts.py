"""Functions that store a text for a number that must be free, and write it into a letter later."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Table = Annotated[int, Field(ge=1, le=90, description="Number of the table, 1 to 90.")]
_Guest = Annotated[str, Field(min_length=1, max_length=60, description="Name of the guest as it stands on the card.")]
_guests = dict.fromkeys(range(1, 30), "Ada")
_BODY = "your table has the number {table}."


@keeps("text_is_no_template")
def seat_guest(table: _Table, guest: _Guest) -> dict[str, int]:
    """Seat a guest at a free table."""
    if table in _guests:
        raise ValueError("The table is taken. Choose another one.")
    _guests[table] = guest
    return {"seated": len(_guests)}


def _named(table: int) -> str:
    if table not in _guests:
        raise ValueError("Nobody sits at this table.")
    return _guests[table]


@breaks("text_is_no_template")
def seat_card(table: _Table) -> dict[str, str]:
    """Write the card of the guest at a table."""
    try:
        return {"card": f"Dear {_named(table)}, {_BODY}".format(table=table)}
    except (KeyError, IndexError):
        raise ValueError("The card cannot be written.") from None


@keeps("text_is_no_template")
def table_card(table: _Table) -> dict[str, str]:
    """Write the card of the guest at a table, with the name as it is."""
    return {"card": f"Dear {_named(table)}, " + _BODY.format(table=table)}


_lots: dict[int, str] = {}


@keeps("text_is_no_template")
def label_lot(
    lot: Annotated[int, Field(ge=1, le=90, description="Number of the lot.")], label: _Guest
) -> dict[str, int]:
    """Label a lot that has no label yet."""
    if lot in _lots:
        raise ValueError("The lot has a label. Choose another one.")
    _lots[lot] = label
    return {"labelled": len(_lots)}


@breaks("text_is_no_template")
def print_lot(lot: Annotated[int, Field(ge=1, le=90, description="Number of the lot.")]) -> dict[str, str]:
    """Print the label of a lot."""
    if lot not in _lots:
        raise ValueError("The lot has no label.")
    try:
        return {"printed": f"{_lots[lot]}, lot {{lot}}".format(lot=lot)}
    except (KeyError, IndexError):
        raise ValueError("The label cannot be printed.") from None
