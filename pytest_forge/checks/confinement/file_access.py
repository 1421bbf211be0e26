"""FileAccess: the effect of a legal call on files, and the file endings to try."""

from __future__ import annotations

import inspect
import os
import re
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from ...observe.planted_world import PlantedWorld
from ...observe.traces import Traces
from ...oracles.planted_text import COMMON_ENDINGS
from ...regex import regex
from ...sandbox import WORKSPACE_WORD
from ...strategies.calls.examples import candidate_arguments
from ...strategies.example_lines import example_texts
from ...strategies.own_keys import own_variables
from ...targets.mcp.tool import McpTool
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.asking import own_server
from ..calls.worlds.own_world import own_world
from .slot_use import SlotUse

__all__ = [
    "BASIC_ENDINGS",
    "FileAccess",
    "endings_of_calls",
    "escape_of",
    "folders_of_command",
    "is_given_root",
    "likely_endings",
    "seen_access",
    "set_up_world",
]

#: Planted while the tool's file types are unknown; a tool that walks a tree finds at least one of its own.
BASIC_ENDINGS = (".txt", ".json", ".csv", ".md", ".py")


class FileAccess(Struct, frozen=True):
    """A call that works, and its slots that lead to files.

    Attributes:
        arguments: The call.
        uses: The slots; empty if the tool uses the workspace without naming a file.
        reads_content: Whether it read planted files there.
        returns_content: Whether their content was returned.
        strays: Its effect outside although no argument leads there; None if it has none.
    """

    arguments: dict[str, Any]
    uses: tuple[SlotUse, ...]
    reads_content: bool
    returns_content: bool
    strays: str | None


def is_given_root(subject: Subject) -> bool:
    """Return whether the tool is passed its workspace root; a legacy tool that takes any keyword is, undeclared.

    A server is by its command.
    """
    if isinstance(subject.tool, McpTool):
        return subject.tool.server.address.names_workspace
    return subject.facts.workspace_root_aware or bool(getattr(subject.tool, "_passes_root", False))


def likely_endings(subject: Subject) -> list[str]:
    """Return endings that the tool may accept: those named in its schema, description or code, then common ones."""
    text = f"{subject.facts.description} {subject.schema!r}"
    named = re.findall(r"(?<![\w.*])\*?(\.[A-Za-z][A-Za-z0-9]{1,9})\b", text)
    found = [*(name.lower() for name in named[:8]), *_endings_in_code(subject)[:12], *endings_of_calls(subject)]
    return list(dict.fromkeys([*found, *COMMON_ENDINGS]))


def endings_of_calls(subject: Subject) -> list[str]:
    """Return the endings of the texts in an ordinary call, such as that of an example in a description."""
    call = next(iter(candidate_arguments(subject.schema, limit=1)), {})
    endings = (PurePosixPath(value).suffix.lower() for value in call.values() if isinstance(value, str))
    return list(dict.fromkeys(ending for ending in endings if _ENDING.fullmatch(ending)))


def _endings_in_code(subject: Subject) -> list[str]:
    """Return the endings in constants of the tool's function or its module."""
    function = inspect.unwrap(
        getattr(subject.tool, "impl", None)
        or getattr(getattr(subject.tool, "executor", None), "handler", None)
        or set_up_world
    )
    code, names = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    values = [] if code is None else [*code.co_consts, *(names.get(name) for name in code.co_names)]
    texts = [
        text
        for value in values
        for text in (value if isinstance(value, tuple | list | set | frozenset | dict) else [value])
    ]
    return sorted(text for text in texts if isinstance(text, str) and _ENDING.fullmatch(text))


_ENDING = regex(r"\.[a-z][a-z0-9_]{0,9}")


def set_up_world(subject: Subject) -> PlantedWorld:
    """Set up a planted world with files of a few endings; the search for a legal call adapts them to the tool.

    Raises:
        NotApplicable: If the files of a server are not observable, or its command names a folder around the workspace.
    """
    if subject.is_served:
        _raise_if_wider(subject)
    elif not is_given_root(subject) and own_variables(subject.tool):
        # The folder that a variable names is missing in the sandbox; the default of another is planted.
        os.environ.update(dict.fromkeys(own_world(subject).variables, str(subject.sandbox.workspace)))
    return PlantedWorld(
        subject.sandbox,
        subject.random,
        endings=BASIC_ENDINGS,
        is_served=subject.is_served,
        texts=example_texts(subject.schema),
    )


def _raise_if_wider(subject: Subject) -> None:
    sandbox = subject.sandbox
    outside = (sandbox.outside, sandbox.sibling, sandbox.home)
    if any(place.is_relative_to(folder) for folder in _named_folders(subject) for place in outside):
        raise NotApplicable("The command gives the server a folder that contains more than the workspace.")


def folders_of_command(subject: Subject) -> list[Path]:
    """Return the folders below the workspace that the command of a server names; none for other tools."""
    workspace = subject.sandbox.workspace
    if not isinstance(subject.tool, McpTool):
        return []
    return [folder for folder in _named_folders(subject) if folder != workspace and folder.is_relative_to(workspace)]


def _named_folders(subject: Subject) -> list[Path]:
    words = own_server(subject).server.address.words[1:]
    texts = [word.rpartition("=")[2].replace(WORKSPACE_WORD, str(subject.sandbox.workspace)) for word in words]
    return [Path(os.path.normpath(text)) for text in texts if text.startswith("/")]


def seen_access(
    arguments: dict[str, Any], uses: tuple[SlotUse, ...], traces: Traces, world: PlantedWorld
) -> FileAccess:
    """Return the observed effect of a call that works."""
    shown = [path for path in traces.shown if path.is_relative_to(world.workspace)]
    read = [path for path in traces.read_inside if path not in world.folders]
    return FileAccess(
        arguments=arguments,
        uses=uses,
        reads_content=bool(read or shown),
        returns_content=bool(shown),
        strays=traces.escape(world),
    )


def escape_of(subject: Subject, world: PlantedWorld, traces: Traces) -> str | None:
    """Return a call's effect outside, or None; a call that does not return counts as not seen."""
    did = traces.escape(world)
    if did is None and traces.outcome.timed_out:
        subject.has_left(1, is_hung=True)
    return did
