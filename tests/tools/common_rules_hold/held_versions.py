"""Versions that modules hold, of which the newest is chosen by numbers or by texts."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_BUILDS = {
    "drone": [{"tag": "v3.9.4", "size": 40}, {"tag": "v3.12.0", "size": 41}, {"tag": "v3.2.11", "size": 44}],
    "base": [{"tag": "v1.0.8", "size": 12}, {"tag": "v1.0.10", "size": 13}],
}
_MIGRATIONS = {"2.9.0": "add colours", "2.10.0": "drop shades", "2.11.3": "index tints"}
_CHARTS = {"proxy": ["4.8.1", "4.9.0", "4.10.2"]}
_WITHDRAWN = frozenset({"4.10.2"})


def _numbers(tag: str) -> list[int]:
    return [int(part) for part in tag.removeprefix("v").split(".")]


@breaks("common_rules_hold")
def firmware_for(device: str) -> dict[str, Any]:
    """Return the newest firmware release of a device.

    Args:
        device: "drone" or "base".
    """
    if device not in _BUILDS:
        raise ValueError("no such device")
    return max(_BUILDS[device], key=lambda build: build["tag"])


@keeps("common_rules_hold", judged=True)
def newest_firmware_for(device: str) -> dict[str, Any]:
    """Return the newest firmware release of a device.

    Args:
        device: "drone" or "base".
    """
    if device not in _BUILDS:
        raise ValueError("no such device")
    return max(_BUILDS[device], key=lambda build: _numbers(build["tag"]))


@keeps("common_rules_hold")
def first_tag_for(device: str) -> dict[str, Any]:
    """Return the firmware release of a device whose version comes last in alphabetical order.

    Args:
        device: "drone" or "base".
    """
    if device not in _BUILDS:
        raise ValueError("no such device")
    return max(_BUILDS[device], key=lambda build: build["tag"])


@breaks("common_rules_hold")
def last_migration() -> str:
    """Tell which version of the database schema is the latest one."""
    return f"{max(_MIGRATIONS)}"


@keeps("common_rules_hold", judged=True)
def latest_migration() -> str:
    """Tell which version of the database schema is the latest one."""
    return f"{max(_MIGRATIONS, key=_numbers)}"


@keeps("common_rules_hold")
def offered_chart(chart: str = "proxy") -> str:
    """Return the newest version of a chart, without those that were withdrawn."""
    if chart not in _CHARTS:
        raise ValueError("no such chart")
    return max((one for one in _CHARTS[chart] if one not in _WITHDRAWN), key=_numbers)
