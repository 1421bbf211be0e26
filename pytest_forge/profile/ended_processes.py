"""Ended processes: whether a tool takes or ends a process of the system."""

from __future__ import annotations

from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["may_end_processes"]

#: Words in names of arguments that mean a process, and of tools that end one.
_PROCESS = frozenset({"pid", "pids", "ppid", "pgid"})
_ENDING = frozenset({"kill", "killall", "pkill", "terminate", "signal"})


def may_end_processes(facts: ToolFacts) -> bool:
    """Tell whether a tool takes a process, or takes anything and is named for ending one."""
    properties = facts.input_schema.get("properties") if isinstance(facts.input_schema, dict) else None
    names = [set(name_words(str(name))) for name in properties] if isinstance(properties, dict) else []
    takes_process = any(words & _PROCESS or {"process", "id"} <= words for words in names)
    return takes_process or (bool(names) and not _ENDING.isdisjoint(name_words(facts.name)))
