"""Makers: tools that create or remove something. It decides the order of calls, and never a verdict."""

from __future__ import annotations

from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["makes_things", "needs_new_names", "takes_things_away"]

#: Words in the names of tools that create something under a name that must be free.
_NEW = frozenset({"create", "init", "make", "mkdir", "new", "touch"})
# fmt: off
#: Words in the names of tools that create or add something.
_MAKES = _NEW | {
    "add", "admit", "append", "book", "build", "define", "draft", "enqueue", "enrol", "enroll", "hire",
    "import", "insert", "introduce", "invite", "issue", "join", "launch", "log", "open", "plan", "plant", "post",
    "push", "put", "record", "register", "reserve", "save", "schedule", "set", "start", "store",
    "submit", "subscribe", "upload", "upsert", "write",
}
_TAKES = frozenset({
    "cancel", "clear", "close", "delete", "discard", "drop", "erase", "exit", "kill", "purge", "quit", "remove",
    "reset", "revoke", "shutdown", "stop", "truncate", "uninstall", "unset", "wipe",
})
# fmt: on


def makes_things(tool: ToolFacts) -> bool:
    """Tell whether a tool creates something, by its name."""
    return not _MAKES.isdisjoint(name_words(tool.name))


def needs_new_names(tool: ToolFacts) -> bool:
    """Tell whether the thing that a tool creates must not exist yet, by its name."""
    return not _NEW.isdisjoint(name_words(tool.name))


def takes_things_away(tool: ToolFacts) -> bool:
    """Tell whether a tool removes or ends something, by its name."""
    return not _TAKES.isdisjoint(name_words(tool.name))
