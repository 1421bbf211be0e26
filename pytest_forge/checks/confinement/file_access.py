"""FileAccess: what a tool does to files when it is used as it should be, and where to look for that."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import Any

from ...oracles.arena import Arena, Traces
from ...oracles.planted_text import COMMON_ENDINGS
from ...targets.subject import Subject
from .slot_use import SlotUse

__all__ = ["BASIC_ENDINGS", "FileAccess", "escape_of", "furnish", "is_given_root", "likely_endings", "seen_access"]

#: Planted while nothing is known: enough for a tool that walks a tree to find something it is for.
BASIC_ENDINGS = (".txt", ".json", ".csv", ".md", ".py")


@dataclass(frozen=True, slots=True)
class FileAccess:
    """A call that works, and the slots of it that lead to files.

    Attributes:
        arguments: The call.
        uses: The slots; empty if the tool works on the workspace without being told where.
        reads_content: Whether it read planted files there.
        returns_content: Whether their content came back.
        strays: What it did outside although nothing in it leads there; None if nothing.
    """

    arguments: dict[str, Any]
    uses: tuple[SlotUse, ...]
    reads_content: bool
    returns_content: bool
    strays: str | None


def is_given_root(subject: Subject) -> bool:
    """Tell whether the tool learns its workspace root; a legacy tool that takes any keyword does, undeclared."""
    return subject.facts.workspace_root_aware or bool(getattr(subject.tool, "_passes_root", False))


def likely_endings(subject: Subject) -> list[str]:
    """Return endings that the tool may accept: those that its schema and description name, then common ones."""
    text = f"{subject.facts.description} {subject.schema!r}"
    named = re.findall(r"(?<![\w.*])\*?(\.[A-Za-z][A-Za-z0-9]{1,9})\b", text)
    return list(
        dict.fromkeys([*(name.lower() for name in named[:8]), *_endings_in_code(subject)[:12], *COMMON_ENDINGS])
    )


def _endings_in_code(subject: Subject) -> list[str]:
    """Return the endings that stand in the tool's own module, in a constant or in the function itself."""
    function = inspect.unwrap(
        getattr(subject.tool, "impl", None)
        or getattr(getattr(subject.tool, "executor", None), "handler", None)
        or furnish
    )
    code, names = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    values = [] if code is None else [*code.co_consts, *(names.get(name) for name in code.co_names)]
    texts = [
        text
        for value in values
        for text in (value if isinstance(value, tuple | list | set | frozenset | dict) else [value])
    ]
    return sorted(text for text in texts if isinstance(text, str) and _ENDING.fullmatch(text))


_ENDING = re.compile(r"\.[a-z][a-z0-9_]{0,9}")


def furnish(subject: Subject) -> Arena:
    """Return an arena with files of a few endings; a search for a legal call changes them to what is accepted."""
    return Arena(subject.sandbox, subject.random, endings=BASIC_ENDINGS)


def seen_access(arguments: dict[str, Any], uses: tuple[SlotUse, ...], traces: Traces, arena: Arena) -> FileAccess:
    """Return what a call that works was seen to do."""
    shown = [path for path in traces.shown if path.is_relative_to(arena.workspace)]
    read = [path for path in traces.read_inside if path not in arena.folders]
    return FileAccess(
        arguments=arguments,
        uses=uses,
        reads_content=bool(read or shown),
        returns_content=bool(shown),
        strays=traces.escape(arena),
    )


def escape_of(subject: Subject, arena: Arena, traces: Traces) -> str | None:
    """Return what a call did outside, None if nothing; of one that does not come back, not enough is seen."""
    did = traces.escape(arena)
    if did is None and traces.outcome.timed_out:
        subject.has_left(1, is_hung=True)
    return did
