"""Tools with a workspace that look up a value in a section of an INI file; one of them keeps the file for good."""

from __future__ import annotations

import configparser
import functools
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class OptionArgs(BaseModel):
    """Where an option stands."""

    path: str = Field(min_length=1, max_length=200, description="INI file in the workspace, e.g. etc/desk.ini.")
    section: str = Field(min_length=1, max_length=80, description="Section, without brackets.")
    option: str = Field(min_length=1, max_length=80, description="Name of the option.")


def _parsed(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(path.read_text(encoding="utf-8"))
    return parser


@functools.lru_cache(maxsize=8)
def _parsed_once(path: Path) -> configparser.ConfigParser:
    return _parsed(path)


@functools.lru_cache(maxsize=8)
def _parsed_of_age(path: Path, changed: int) -> configparser.ConfigParser:
    return _parsed(path)


def _place(args: OptionArgs, root: Path | None) -> Path:
    base = (root or Path()).resolve()
    place = (base / args.path).resolve()
    if not place.is_relative_to(base) or not place.is_file():
        raise FileNotFoundError
    return place


def _option(parser: configparser.ConfigParser, args: OptionArgs) -> dict[str, str | None]:
    if not parser.has_section(args.section):
        raise KeyError
    return {"value": parser.get(args.section, args.option, fallback=None)}


@breaks("equal_calls_agree")
@forge_tool(args_schema=OptionArgs, tier="read", workspace_root_aware=True)
def desk_option(args: OptionArgs, *, workspace_root: Path | None = None) -> dict[str, str | None]:
    """Return an option of an INI file."""
    try:
        return _option(_parsed_once(_place(args, workspace_root)), args)
    except (OSError, ValueError, KeyError, configparser.Error):
        return {"error": "not_found", "message": "There is no such option that can be read."}


@keeps("equal_calls_agree")
@forge_tool(args_schema=OptionArgs, tier="read", workspace_root_aware=True)
def shelf_option(args: OptionArgs, *, workspace_root: Path | None = None) -> dict[str, str | None]:
    """Return an option of an INI file."""
    try:
        place = _place(args, workspace_root)
        return _option(_parsed_of_age(place, place.stat().st_mtime_ns), args)
    except (OSError, ValueError, KeyError, configparser.Error):
        return {"error": "not_found", "message": "There is no such option that can be read."}
