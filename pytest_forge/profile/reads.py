"""Reads: tools that only read, by their tier, or by their name if they do not declare one."""

from __future__ import annotations

from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["reads", "writing_word"]

_READING = frozenset(
    (
        *("get", "read", "list", "find", "show", "count", "length", "size", "is", "has", "exists", "check", "describe"),
        *("lookup", "search", "view", "peek", "info", "status", "stat", "tell", "compare", "summarize", "summary"),
    )
)
_WRITING = frozenset(
    (
        *("add", "create", "put", "set", "update", "save", "store", "write", "append", "insert", "register", "ensure"),
        *("delete", "remove", "clear", "reset", "rename", "move", "mark", "toggle", "open", "start", "join", "reserve"),
        *("book", "record", "log", "remember", "touch", "subscribe", "watch", "import", "load", "send", "post", "init"),
    )
)


def reads(tool: ToolFacts) -> bool:
    """Tell whether a tool declares the read tier, or has a name that only means reading."""
    if tool.tier_declared:
        return tool.tier == "read"
    words = set(name_words(tool.name))
    return not words.isdisjoint(_READING) and words.isdisjoint(_WRITING)


def writing_word(tool: ToolFacts) -> str:
    """Return the word of a tool's name that means writing; empty without one."""
    return next((word for word in name_words(tool.name) if word in _WRITING), "")
