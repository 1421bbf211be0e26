"""Functions that hide secrets in the records that they are given, at some depths or at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_HIDDEN = ("password", "token")


def _within_records(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: "***" if name.lower() in _HIDDEN else _within_records(one) for name, one in value.items()}
    return value


def _within_all(value: Any) -> Any:
    return [_within_all(one) for one in value] if isinstance(value, list) else _records_of(value)


def _records_of(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: "***" if name.lower() in _HIDDEN else _within_all(one) for name, one in value.items()}
    return value


@breaks("results_hold_no_environment")
def note_request(headers: dict[str, Any]) -> dict[str, Any]:
    """Note what a request sent. The value of a password or token is replaced by stars.

    Args:
        headers: What it sent.
    """
    return {"noted": _within_records(headers)}


@breaks("results_hold_no_environment")
def pretty_document(document: str) -> dict[str, str]:
    """Indent a JSON document. Passwords and tokens are masked.

    Args:
        document: The document.
    """
    try:
        parts = json.loads(document)
    except ValueError:
        raise ValueError("document must be JSON.") from None
    if isinstance(parts, dict):
        parts = {name: "***" if name.lower() in _HIDDEN else part for name, part in parts.items()}
    return {"document": json.dumps(parts, indent=1)}


@keeps("results_hold_no_environment")
def note_whole_request(headers: dict[str, Any]) -> dict[str, Any]:
    """Note what a request sent. Passwords and tokens are replaced by stars at any depth.

    Args:
        headers: What it sent.
    """
    return {"noted": _within_all(headers)}


@keeps("results_hold_no_environment")
def note_outer_request(headers: dict[str, Any]) -> dict[str, Any]:
    """Note what a request sent. Passwords and tokens are replaced by stars at the top level.

    Args:
        headers: What it sent.
    """
    return {"noted": {name: "***" if name.lower() in _HIDDEN else part for name, part in headers.items()}}


@keeps("results_hold_no_environment")
def note_plain_request(headers: dict[str, Any]) -> dict[str, Any]:
    """Note what a request sent. The value of a header named token is replaced by stars.

    Args:
        headers: The headers, of which a list has several values.
    """
    return {"noted": {name: "***" if name.lower() == "token" else part for name, part in headers.items()}}


def _settings(path: Path) -> dict[str, Any]:
    if path.is_absolute() or ".." in path.parts or path.stat().st_size > 100_000:
        raise ValueError("Name a small file of the project.")
    return dict(json.loads(path.read_text(encoding="utf-8")))


@breaks("results_hold_no_environment")
def print_stations(file: str) -> str:
    """Print the settings of weather stations for a report. Passwords and tokens are masked.

    Args:
        file: The JSON file of the settings.
    """
    return json.dumps(_within_records(_settings(Path(file))), indent=1)


@keeps("results_hold_no_environment", judged=True)
def print_buoys(file: str) -> str:
    """Print the settings of buoys for a report. Passwords and tokens are masked.

    Args:
        file: The JSON file of the settings.
    """
    return json.dumps(_within_all(_settings(Path(file))), indent=1)
