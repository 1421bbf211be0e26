"""ServerFile: a client's file of MCP servers as a target: ``mcp.json`` for all of them, ``mcp.json:NAME`` for one."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...regex import regex
from ..facts import ToolFacts
from ..target_error import TargetError
from .jsonc import DuplicateKeyError, decode_jsonc
from .listed_server import ListedServer, read_entry
from .placeholders import Placeholders
from .server_list import is_disabled, other_projects, servers_of

__all__ = ["ExpandedTargets", "expand_targets", "is_server_file", "read_server", "server_name"]

_TARGET = regex(r"(?P<file>.+?\.jsonc?)(?::(?P<name>.+))?", re.DOTALL | re.IGNORECASE)
#: The only client without placeholders.
_LITERAL = "claude_desktop_config.json"
_DISABLED = "Its file disables this server. Choose it with --server, or as 'FILE:NAME', to check it."


class ExpandedTargets(Struct, frozen=True):
    """The targets of a run, with one for each server of a file.

    Attributes:
        targets: The targets.
        left_out: A tool with the reason for each server that is disabled.
    """

    targets: list[str]
    left_out: list[ToolFacts]


def is_server_file(target: str) -> bool:
    """Tell whether *target* names a file of servers, or one server of it."""
    return not target.startswith(("definitions:", "mcp:", "mcp+")) and bool(_TARGET.fullmatch(target))


def server_name(target: str) -> str:
    """Return the server in ``FILE:NAME``; empty for a whole file."""
    match = _TARGET.fullmatch(target)
    return (match["name"] or "") if match else ""


def expand_targets(targets: Sequence[str], *, base: Path, chosen: Sequence[str] = ()) -> ExpandedTargets:
    """Return *targets* with one for each server in place of a file of servers.

    Args:
        targets: As the user wrote them.
        base: Folder that relative paths start from.
        chosen: Names of servers; the files' others are left out. Empty for all that are not disabled.

    Raises:
        TargetError: If a file cannot be read or lists no servers, or none lists a chosen one.
    """
    found: list[str] = []
    left_out: list[ToolFacts] = []
    listed: dict[str, None] = {}
    files = [target for target in targets if is_server_file(target) and not server_name(target)]
    if chosen and not files:
        raise TargetError("--server chooses servers of a file, and no target is one. Name a file such as 'mcp.json'.")
    for target in targets:
        if target not in files:
            found.append(target)
            continue
        servers = _read(target, base)[0]
        listed |= dict.fromkeys(servers)
        disabled = [name for name in servers if not chosen and is_disabled(servers[name])]
        if len(disabled) == len(servers):
            raise TargetError(f"Every server in {target!r} is disabled. Choose one with --server NAME.")
        wanted = [name for name in servers if (name in chosen if chosen else name not in disabled)]
        found += [f"{target}:{name}" for name in wanted]
        left_out += [ToolFacts(name, f"{target}:{name}", "mcp", left_out=_DISABLED) for name in disabled]
    missing = [name for name in chosen if name not in listed]
    if missing:
        raise _no_server(missing[0], " and ".join(map(repr, files)), list(listed))
    return ExpandedTargets(list(dict.fromkeys(found)), left_out)


def read_server(target: str, *, base: Path, variables: Mapping[str, str]) -> ListedServer:
    """Return the server that *target* names; a file with a single server needs no name.

    Args:
        target: ``FILE:NAME`` or ``FILE``.
        base: Folder that a relative path starts from.
        variables: Variables and inputs that the user gives.

    Raises:
        TargetError: If it cannot be read or used.
    """
    name = server_name(target)
    file = target.removesuffix(f":{name}") if name else target
    servers, document = _read(file, base)
    if not name and len(servers) == 1:
        name = next(iter(servers))
    if not name:
        several = ", ".join(map(repr, servers))
        raise TargetError(f"{file!r} lists the servers {several}. Name one, as in '{file}:{next(iter(servers))}'.")
    if name not in servers:
        raise _no_server(name, repr(file), list(servers))
    folder = _folder_of(base / Path(file).expanduser(), base)
    values = None if Path(file).name == _LITERAL else Placeholders(folder, variables, _defaults(document))
    try:
        return read_entry(servers[name], folder=folder, placeholders=values)
    except TargetError as error:
        raise TargetError(f"The server {name!r} in {file!r} cannot be used: {error}") from None


def _no_server(name: str, files: str, listed: Sequence[str]) -> TargetError:
    return TargetError(f"There is no server {name!r} in {files}. Name one of {', '.join(map(repr, listed))}.")


def _folder_of(path: Path, base: Path) -> Path:
    """Return the project's folder of a server file.

    A file in a hidden folder, such as ``.vscode/mcp.json``, belongs to the folder above it, and a file outside the
    current folder, such as the user's own, to the current folder.
    """
    folder = path.resolve().parent
    if not folder.is_relative_to(base.resolve()):
        return base
    return folder.parent if folder.name.startswith(".") and folder != base.resolve() else folder


def _defaults(document: Any) -> dict[str, str]:
    """Return the default values of the inputs that VS Code asks for, by id."""
    places = [document, document.get("mcp")] if isinstance(document, Mapping) else []
    found: dict[str, str] = {}
    for place in places:
        inputs = place.get("inputs") if isinstance(place, Mapping) else None
        for one in inputs if isinstance(inputs, list) else []:
            if isinstance(one, Mapping) and isinstance(one.get("id"), str) and isinstance(one.get("default"), str):
                found[one["id"]] = one["default"]
    return found


def _read(name: str, base: Path) -> tuple[dict[str, Any], Any]:
    """Return the servers in a file, and the whole document."""
    text = _text(base / Path(name).expanduser(), name)
    try:
        document = decode_jsonc(text)
    except json.JSONDecodeError as error:
        reason = error.msg[:1].lower() + error.msg[1:]
        if not text.strip():
            raise TargetError(f"{name!r} is empty. List a server in it, below 'mcpServers'.") from None
        raise TargetError(
            f"{name!r} is not valid JSON: {reason} at line {error.lineno}, column {error.colno}. Fix it."
        ) from None
    except DuplicateKeyError as error:
        raise TargetError(
            f"{name!r} has the key {str(error)[:60]!r} twice in one object. Rename one of them."
        ) from None
    except (RecursionError, ValueError):
        raise TargetError(f"{name!r} is nested too deeply, or contains a number that is too long. Fix it.") from None
    servers = servers_of(document, base=base)
    if not servers:
        if others := other_projects(document):
            raise TargetError(f"{name!r} lists servers for other folders only, such as {others[0]!r}. Run forge there.")
        raise TargetError(
            f"{name!r} lists no MCP servers. Write 'definitions:{name}' to check tool definitions in it, "
            "or list servers below 'mcpServers'."
        )
    return servers, document


def _text(path: Path, name: str) -> str:
    if path.is_dir():
        raise TargetError(f"{name!r} is a folder. Name a file of servers, such as 'mcp.json'.")
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise TargetError(
            f"File {name!r} does not exist. Check the path; a relative path starts from the current folder."
        ) from None
    except UnicodeDecodeError as error:
        raise TargetError(f"{name!r} is not valid UTF-8 at byte {error.start}. Save it as UTF-8.") from None
    except OSError as error:
        raise TargetError(f"{name!r} cannot be read ({type(error).__name__}). Check its permissions.") from None
