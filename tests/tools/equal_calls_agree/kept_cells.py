"""Prices of cells, kept for later by their joined numbers, by each of them, or by the number of an order."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_joined: dict[str, dict[str, Any]] = {}
_apart: dict[tuple[int, ...], dict[str, Any]] = {}
_orders: dict[int, dict[str, Any]] = {}


def _price(sheet: int, row: int, column: int) -> dict[str, Any]:
    if not (0 <= row < 4 * sheet and 0 <= column < 4 * sheet):
        raise ValueError("There is no such cell. A sheet has four rows and columns for each of its sizes.")
    return {"cents": 5 * row * row + 3 * column + sheet}


@breaks("equal_calls_agree")
def cell_price(sheet: int, row: int, column: int) -> dict[str, Any]:
    """Work out the price of a cell. Prices are remembered, as they do not change.

    Args:
        sheet: Size of the sheet, 1 to 20.
        row: Row of the cell, from 0.
        column: Column of the cell, from 0.
    """
    key = f"{sheet}{row}{column}"
    if key not in _joined:
        _joined[key] = _price(sheet, row, column)
    return dict(_joined[key])


@keeps("equal_calls_agree")
def cell_cost(sheet: int, row: int, column: int) -> dict[str, Any]:
    """Work out the cost of a cell. Costs are remembered, as they do not change.

    Args:
        sheet: Size of the sheet, 1 to 20.
        row: Row of the cell, from 0.
        column: Column of the cell, from 0.
    """
    key = (sheet, row, column)
    if key not in _apart:
        _apart[key] = _price(sheet, row, column)
    return dict(_apart[key])


@keeps("equal_calls_agree")
def order_cell(order: int, row: int, column: int) -> dict[str, Any]:
    """Order the cell of a sheet. An order is made once: its answer is remembered, and given again.

    Args:
        order: Number of the order.
        row: Row of the cell, from 0.
        column: Column of the cell, from 0.
    """
    if order not in _orders:
        _orders[order] = _price(20, row, column)
    return dict(_orders[order])
