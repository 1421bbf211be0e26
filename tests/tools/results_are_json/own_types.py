"""Readers of stores in YAML and TOML, whose values may have types that JSON lacks."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from ..marks import breaks, keeps


def _part(record: dict[str, Any], key: str) -> Any:
    value = record.get(key)
    if isinstance(value, dict | list):
        raise ValueError("The record is damaged.")
    return value


def _kiln() -> dict[str, Any]:
    try:
        return tomllib.loads((Path.home() / ".kiln.toml").read_text("utf-8"))
    except (OSError, ValueError):
        raise LookupError("There are no settings of the kiln.") from None


@breaks("results_are_json")
def kiln_service() -> dict[str, Any]:
    """Tell the maker of the kiln and when it was serviced last, from ~/.kiln.toml."""
    settings = _kiln()
    return {"maker": str(_part(settings, "maker"))[:80], "serviced": _part(settings, "serviced")}


@keeps("results_are_json", judged=True)
def kiln_owner() -> dict[str, Any]:
    """Tell the owner of the kiln and since when, from ~/.kiln.toml."""
    settings = _kiln()
    since = _part(settings, "since")
    if not isinstance(since, str | int | None):
        since = since.isoformat() if hasattr(since, "isoformat") else str(since)
    return {"owner": str(_part(settings, "owner"))[:80], "since": since}


def _glaze(name: str) -> Path:
    path = Path("glazes", f"{name}.yml")
    if not name.isalpha() or not path.is_file():
        raise LookupError("There is no such glaze.")
    return path


@breaks("results_are_json")
def glaze_card(name: str) -> dict[str, Any]:
    """Return the name, the cone and the first use of a glaze, such as celadon.

    Args:
        name: Name of the glaze.
    """
    card = yaml.safe_load(_glaze(name).read_text("utf-8"))
    if not isinstance(card, dict):
        raise ValueError("The card is damaged.")
    return {key: _part(card, key) for key in ("title", "cone", "first_used")}


@keeps("results_are_json", judged=True)
def glaze_texts(name: str) -> dict[str, Any]:
    """Return the name, the cone and the first use of a glaze, such as celadon, as they are written.

    Args:
        name: Name of the glaze.
    """
    card = yaml.load(_glaze(name).read_text("utf-8"), Loader=yaml.BaseLoader)
    if not isinstance(card, dict):
        raise ValueError("The card is damaged.")
    return {key: _part(card, key) for key in ("title", "cone", "first_used")}


@keeps("results_are_json", judged=True)
def glaze_day(name: str) -> dict[str, Any]:
    """Return the day on which a glaze, such as celadon, was used first.

    Args:
        name: Name of the glaze.
    """
    card = yaml.safe_load(_glaze(name).read_text("utf-8"))
    day = _part(card, "first_used") if isinstance(card, dict) else None
    if not isinstance(day, date | str):
        raise ValueError("The card is damaged.")
    return {"day": str(day)[:10]}
