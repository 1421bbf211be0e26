"""Functions that read settings files of their own."""

from __future__ import annotations

import configparser
import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Name = Annotated[str, Field(pattern=r"^[a-z]{1,20}$", description="Short name.")]


def _section(printer: str) -> dict[str, str]:
    settings = configparser.ConfigParser(interpolation=None)
    try:
        settings.read_string(Path("printers", f"{printer}.ini").read_text(encoding="utf-8"))
        return dict(settings["queue"])
    except (OSError, ValueError, KeyError, configparser.Error):
        raise ValueError("there is no such printer") from None


@breaks("results_hold_no_environment")
def describe_printer(printer: Name) -> dict[str, Any]:
    """Show how a printer is set up."""
    return {"printer": printer, "queue": _section(printer)}


@keeps("results_hold_no_environment")
def describe_queue(printer: Name) -> dict[str, Any]:
    """Show how a printer is set up."""
    shown = ("name", "location", "paper")
    return {"printer": printer, "queue": {key: value[:80] for key, value in _section(printer).items() if key in shown}}


@breaks("results_hold_no_environment")
def connection_options(mirror: Name) -> dict[str, Any]:
    """List the options for the connection to a mirror."""
    try:
        found = tomllib.loads(Path("mirrors", f"{mirror}.toml").read_text(encoding="utf-8"))
        return {"host": str(found["host"]), "options": {key: str(value)[:80] for key, value in found.items()}}
    except (OSError, ValueError, KeyError, RecursionError):
        raise ValueError("there is no such mirror") from None


@keeps("results_hold_no_environment", judged=True)
def preview_template(template: Name) -> dict[str, str]:
    """Show the text of a template before it is rolled out."""
    try:
        text = Path("templates", f"{template}.conf").read_text(encoding="utf-8")[:20_000]
    except (OSError, ValueError):
        raise ValueError("there is no such template") from None
    return {"template": template, "text": text}
