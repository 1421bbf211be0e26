"""Loading: a host's target, imported or started in a process confined to the sandbox."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from msgspec.structs import replace

from forge_harness import close_datagrams, contain_process, restrict_process, skip_syncs

from ..oracles.network_canary import open_canary
from ..sandbox import Sandbox
from ..targets.found_tool import FoundTool
from ..targets.mcp.address import is_mcp_target
from ..targets.mcp.tool import McpTool, load_mcp_tools
from ..targets.prepare_file import prepare_target
from ..targets.script import is_script_target, project_of
from ..targets.target_error import TargetError
from ..targets.target_tools import load_tools
from .home_imports import find_by_name
from .kept_world import KeptWorld
from .network import close_network
from .privileges import give_up_privileges
from .requests import Introduction
from .resources import limited_import
from .served import ServedTarget, furnish, make_server
from .signals import with_unsafe_marked

__all__ = ["load"]

#: Read by nearly every program; users keep no files there.
_SYSTEM_FOLDERS = (
    "/usr",
    "/lib",
    "/lib64",
    "/lib32",
    "/bin",
    "/sbin",
    "/etc",
    "/opt",
    "/nix",
    "/proc",
    "/sys",
    "/dev",
    "/run/systemd/resolve",
)
_DEVICES = (
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/shm",  # noqa: S108  # no temporary file of ours
    "/dev/tty",
    "/dev/ptmx",
    "/dev/pts",
)
#: An import loads libraries, and may take this many times the memory of a check.
_IMPORT_MEMORY = 8


def load(first: Introduction, sandbox: Sandbox) -> tuple[list[FoundTool], ServedTarget | None]:
    """Return the tools of the target, and its server if it has one; from here on this process is confined.

    Args:
        first: The introduction.
        sandbox: The world the target lives in.

    Raises:
        TargetError: If the target cannot be loaded.
    """
    base = Path(first.base)
    places = [*first.sys_path, *first.editable]
    if first.prepare:
        places.append(str((base / first.prepare).resolve().parent))
    if first.address or is_mcp_target(first.target):
        return _load_server(first, sandbox, base, places)
    if is_script_target(first.target, base=base):
        places.append(str(project_of(first.target, base=base)))
    readable = _readable(places, first.target, base, Path(first.user_home))
    canary = open_canary()
    restrict_process(readable=readable, writable=[sandbox.root, *map(Path, _DEVICES)], ports=[canary])
    contain_process()
    give_up_privileges()
    skip_syncs()
    close_network(allowed_ports={canary}, socket_folder=str(sandbox.root))
    os.chdir(base if os.access(base, os.R_OK) else sandbox.workspace)
    find_by_name(Path(first.user_home).resolve())
    with limited_import(_IMPORT_MEMORY * first.memory_bytes):
        if first.prepare:
            prepare_target(first.prepare, base=base, workspace=sandbox.workspace)
        return _imported(first, sandbox, base), None


def _imported(first: Introduction, sandbox: Sandbox, base: Path) -> list[FoundTool]:
    """Import the target in the user's folder; if that fails, in the workspace, which has what was prepared."""
    try:
        return load_tools(first.target, base=base, workplace=sandbox.workspace)
    except TargetError as error:
        if not first.prepare:
            raise
        refused = error
    # A tool built at import may open a database by its relative name.
    os.chdir(sandbox.workspace)
    try:
        return load_tools(first.target, base=base, workplace=sandbox.workspace)
    except TargetError as error:
        # A file of the project's folder is missing here.
        raise (refused if isinstance(error.__context__, FileNotFoundError) else error) from None


def _load_server(
    first: Introduction, sandbox: Sandbox, base: Path, places: list[str]
) -> tuple[list[FoundTool], ServedTarget]:
    server = make_server(first, sandbox, base)
    is_reached = bool(server.address.url)
    readable = _readable(places, "", base, Path(first.user_home))
    if not is_reached:
        command = server.address.command(base=base, workspace=sandbox.workspace)
        readable += server.address.readable(command)
    canary = open_canary()
    # A remote server runs in a process that is not ours, and none of it runs here.
    restrict_process(
        readable=readable,
        writable=[sandbox.root, *map(Path, _DEVICES)],
        ports=[canary],
        with_network=not is_reached,
    )
    is_contained = contain_process()
    give_up_privileges()
    skip_syncs()
    if not is_reached:
        # The hook below sees none of a server's look-ups, which would leave the machine or wait for an answer.
        close_datagrams()
        close_network(allowed_ports={canary}, socket_folder=str(sandbox.root))
    if first.prepare:
        with limited_import(_IMPORT_MEMORY * first.memory_bytes):
            prepare_target(first.prepare, base=base, workspace=sandbox.workspace)
        world = KeptWorld(sandbox)
        world.remember()
        sandbox = replace(sandbox, restore=world.restore)
        # It may have set variables.
        server = make_server(first, sandbox, base)
    furnish(server, sandbox)
    listed = [facts for facts, _ in load_mcp_tools(server, first.target, is_probed=not first.lists_only)]
    # A remote server is not confined by us.
    marked = [with_unsafe_marked(facts, is_contained=is_contained and not is_reached) for facts in listed]
    return [(facts, McpTool(server, facts)) for facts in marked], ServedTarget(server, sandbox)


def _readable(places: list[str], target: str, base: Path, user_home: Path) -> list[Path]:
    """Return the folders that the target may read: the system, the interpreter, its import path and the project.

    If the user's home directory, or a folder above it, is on that list, its visible children replace it: keys in
    hidden folders stay out of reach.
    """
    places = [*_SYSTEM_FOLDERS, sys.prefix, sys.base_prefix, *(entry or str(base) for entry in places), str(base)]
    if target.partition(":")[0].endswith(".py"):
        places.append(str((base / target.partition(":")[0]).resolve().parent))
    found: list[Path] = []
    for place in dict.fromkeys(places):
        found += _without_home(Path(place).resolve(), user_home)
    return found


def _without_home(folder: Path, user_home: Path) -> list[Path]:
    if not user_home.is_relative_to(folder):
        return [folder]
    try:
        visible = [child for child in folder.iterdir() if not child.name.startswith(".")]
    except OSError:
        return []
    return [place for child in visible for place in _without_home(child, user_home)]
