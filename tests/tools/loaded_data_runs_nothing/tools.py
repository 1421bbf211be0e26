"""Tools that break loaded_data_runs_nothing, and others that resemble them and keep it."""

from __future__ import annotations

import base64
import marshal
import pickle
import shelve
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import PathArgs, TextArgs, tool


class DataArgs(BaseModel):
    data: str = Field(description="The state, as base64.")


class SettingsArgs(BaseModel):
    settings: str = Field(description="Settings as YAML.")


class ShelfArgs(BaseModel):
    path: str = Field(description="Name of the store.")
    key: str = Field(description="What to fetch.")


@breaks("loaded_data_runs_nothing")
@tool("unpickles_hex", TextArgs, "loaded_data_runs_nothing", tier="read")
def unpickles_hex(args: TextArgs) -> dict[str, Any]:
    return {"state": str(pickle.loads(bytes.fromhex(args.text)))}


@breaks("loaded_data_runs_nothing")
@tool("unpickles_a_file", PathArgs, "loaded_data_runs_nothing", tier="read", aware=True)
def unpickles_a_file(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root.resolve()) or path.suffix != ".pkl" or not path.is_file():
        return {"error": "no_such_model", "message": "There is no such model in the workspace."}
    with path.open("rb") as file:
        return {"model": str(pickle.load(file))}


@breaks("loaded_data_runs_nothing")
@tool("loads_yaml", SettingsArgs, "loaded_data_runs_nothing", tier="read")
def loads_yaml(args: SettingsArgs) -> dict[str, Any]:
    return {"settings": str(yaml.load(args.settings, Loader=yaml.UnsafeLoader))}


@breaks("loaded_data_runs_nothing")
@tool("loads_marshal", DataArgs, "loaded_data_runs_nothing", tier="read")
def loads_marshal(args: DataArgs) -> dict[str, Any]:
    try:
        return {"state": str(marshal.loads(base64.b64decode(args.data)))}
    except (ValueError, EOFError, TypeError):
        return {"error": "bad_state", "message": "The state cannot be read."}


@breaks("loaded_data_runs_nothing")
@tool("opens_a_shelf", ShelfArgs, "loaded_data_runs_nothing", tier="read", aware=True)
def opens_a_shelf(args: ShelfArgs, *, workspace_root: Path) -> dict[str, Any]:
    if "/" in args.path or args.path.startswith("."):
        return {"error": "no_such_store", "message": "There is no such store."}
    try:
        with shelve.open(str(workspace_root / args.path), flag="r") as shelf:
            return {"value": str(shelf.get(args.key))}
    except Exception:
        return {"error": "no_such_store", "message": "There is no such store."}


class SessionArgs(BaseModel):
    state: str = Field(max_length=5_000, description="Saved session, in base64.")


@breaks("loaded_data_runs_nothing")
@forge_tool(args_schema=SessionArgs, tier="read", raises=[ToolError])
def restore_session(args: SessionArgs) -> dict:
    """Restore a session that was saved before."""
    try:
        state = pickle.loads(base64.b64decode(args.state))
    except Exception:
        raise ToolError("This is no saved session. Save one first.", code="no_session") from None
    return {"restored": isinstance(state, dict)}


class ProfileArgs(BaseModel):
    profile: str = Field(default="name: ada", max_length=5_000, description="The profile, as YAML.")


@breaks("loaded_data_runs_nothing")
@forge_tool(args_schema=ProfileArgs, tier="read", raises=[ToolError])
def load_profile(args: ProfileArgs) -> dict:
    """Count the entries of a profile."""
    try:
        profile = yaml.load(args.profile, Loader=yaml.UnsafeLoader)
    except Exception:
        raise ToolError("The profile is no YAML. Check the indentation.", code="no_yaml") from None
    return {"entries": len(profile) if isinstance(profile, (dict, list)) else 0}


class YamlArgs(BaseModel):
    document: str = Field(description="A YAML document.", max_length=4000)


@keeps("loaded_data_runs_nothing", "valid_calls_do_not_crash")
@forge_tool(args_schema=YamlArgs, tier="read", raises=[ToolError])
def yaml_sections(args: YamlArgs) -> dict:
    """List the sections of a YAML document with the type of each."""
    try:
        loaded = yaml.safe_load(args.document)
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError, OverflowError, KeyError, IndexError):
        raise ToolError("That is no YAML.", code="bad_yaml") from None
    if not isinstance(loaded, dict):
        return {"sections": []}
    return {"sections": [{"name": str(k)[:100], "type": type(v).__name__} for k, v in loaded.items()]}
