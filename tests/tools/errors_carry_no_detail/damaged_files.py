"""Tools whose answers quote what a library says of a damaged file, and tools that tell no more than its position."""

from __future__ import annotations

import configparser
from pathlib import Path
from typing import Any

import yaml

from forge_harness import ToolError

from ..marks import breaks, keeps


@breaks("errors_carry_no_detail")
def tide_station(station: str) -> dict:
    """Tell the height and the offset of a tide station, e.g. brest, from its settings.

    Args:
        station: Name of the station in small letters.
    """
    if not station.isalpha() or len(station) > 40:
        raise ToolError("That is no name of a station.", code="bad_station")
    settings = configparser.ConfigParser(interpolation=None)
    try:
        with (Path.home() / ".tides" / f"{station}.ini").open(encoding="utf-8") as lines:
            settings.read_file(lines)
        if not settings.has_section("gauge"):
            raise configparser.NoSectionError("gauge")
        return {"height": settings["gauge"].get("height", ""), "offset": settings["gauge"].get("offset", "")}
    except configparser.Error as problem:
        raise ToolError(f"The station cannot be used: {problem.message}", code="bad_settings") from None
    except (OSError, ValueError):
        raise ToolError("There is no such station.", code="no_station") from None


@keeps("errors_carry_no_detail", judged=True)
def tide_offset(station: str) -> dict:
    """Tell the offset of a tide station, e.g. brest, from its settings.

    Args:
        station: Name of the station in small letters.
    """
    if not station.isalpha() or len(station) > 40:
        raise ToolError("That is no name of a station.", code="bad_station")
    settings = configparser.ConfigParser(interpolation=None)
    try:
        with (Path.home() / ".tides" / f"{station}.ini").open(encoding="utf-8") as lines:
            settings.read_file(lines, source=f"{station}.ini")
        if not settings.has_section("gauge"):
            raise configparser.NoSectionError("gauge")
        return {"offset": settings["gauge"].get("offset", "")}
    except configparser.Error as problem:
        raise ToolError(f"The station cannot be used: {problem.message}", code="bad_settings") from None
    except (OSError, ValueError):
        raise ToolError("There is no such station.", code="no_station") from None


def _playbook(name: str, *, is_named: bool) -> Any:
    path = Path("playbooks").resolve() / f"{name}.yml"
    with path.open(encoding="utf-8") as text:
        return yaml.safe_load(text if is_named else text.read())


@breaks("errors_carry_no_detail")
def playbook_steps(name: str) -> dict:
    """List the steps of a playbook, e.g. failover.

    Args:
        name: Name of the playbook in small letters.
    """
    if not name.isalpha() or len(name) > 40:
        return {"error": "bad_name", "message": "That is no name of a playbook."}
    warnings = []
    try:
        steps = _playbook(name, is_named=True)
    except yaml.MarkedYAMLError as problem:
        steps, warnings = [], [f"{problem.problem}{problem.problem_mark}"]
    except (OSError, ValueError, yaml.YAMLError):
        return {"error": "unreadable", "message": "The playbook cannot be read."}
    return {"steps": [str(step) for step in steps] if isinstance(steps, list) else [], "warnings": warnings}


@keeps("errors_carry_no_detail", judged=True)
def playbook_length(name: str) -> dict:
    """Count the steps of a playbook, e.g. failover.

    Args:
        name: Name of the playbook in small letters.
    """
    if not name.isalpha() or len(name) > 40:
        return {"error": "bad_name", "message": "That is no name of a playbook."}
    try:
        steps = _playbook(name, is_named=False)
    except yaml.MarkedYAMLError as problem:
        return {"error": "not_yaml", "message": f"The playbook is not YAML: {problem.problem}{problem.problem_mark}"}
    except (OSError, ValueError, yaml.YAMLError):
        return {"error": "unreadable", "message": "The playbook cannot be read."}
    return {"steps": len(steps) if isinstance(steps, list) else 0}
