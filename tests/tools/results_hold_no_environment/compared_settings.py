"""Functions that compare the settings of two ports: secrets stand beside their names, and are to be masked there."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_PORTS = {
    "home": {"berths": "12", "radio_password": "tide-4471", "changed_at": "2025-03-01T08:00:00"},
    "away": {"berths": "30", "radio_password": "quay-9082", "changed_at": "2025-04-01T09:00:00"},
}


def _differences() -> list[tuple[str, str, str]]:
    home, away = _PORTS["home"], _PORTS["away"]
    return [(name, home[name], away[name]) for name in home if home[name] != away[name]]


@breaks("results_hold_no_environment")
def compare_ports() -> list[dict[str, str]]:
    """List the settings that differ between the ports. Passwords are masked."""
    return [{"setting": name, "home": left, "away": right} for name, left, right in _differences()]


@keeps("results_hold_no_environment", judged=True)
def compare_ports_masked() -> list[dict[str, str]]:
    """List the settings that differ between the ports. Passwords are masked."""
    found = [{"setting": name, "home": left, "away": right} for name, left, right in _differences()]
    return [{**one, "home": "***", "away": "***"} if "password" in one["setting"] else one for one in found]


@keeps("results_hold_no_environment", judged=True)
def changed_settings() -> list[dict[str, Any]]:
    """List the settings that differ between the ports, and when they were changed. Passwords are masked."""
    return [{"setting": name, "changed_at": _PORTS["away"]["changed_at"]} for name, _, _ in _differences()]
