"""Printers of an office with logins, some of which stand in a list."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_PRINTERS: dict[str, dict[str, Any]] = {
    "lobby": {"paper": "A4", "password": "Heron!41"},
    "attic": {"paper": "A3", "trays": [{"size": "A3", "password": "Otter!52"}, {"size": "A5", "password": "Crane!63"}]},
}


def _printer(name: str) -> dict[str, Any]:
    if name not in _PRINTERS:
        raise ValueError("There is no such printer.")
    return _PRINTERS[name]


def _hidden(value: Any, *, in_lists: bool) -> Any:
    if isinstance(value, dict):
        return {key: "***" if key == "password" else _hidden(part, in_lists=in_lists) for key, part in value.items()}
    if isinstance(value, list) and in_lists:
        return [_hidden(part, in_lists=in_lists) for part in value]
    return value


@breaks("results_hold_no_environment")
def show_printer(name: str) -> dict[str, Any]:
    """Show a printer. Each password is masked, wherever it stands.

    Args:
        name: Name of the printer.
    """
    return {"printer": _hidden(_printer(name), in_lists=False)}


@keeps("results_hold_no_environment")
def show_printer_without_passwords(name: str) -> dict[str, Any]:
    """Show a printer. Each password is masked, wherever it stands.

    Args:
        name: Name of the printer.
    """
    return {"printer": _hidden(_printer(name), in_lists=True)}
