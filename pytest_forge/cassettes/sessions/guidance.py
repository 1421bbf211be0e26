"""Guidance: the text that `run_agent_loop` adds to the result of a failed call.

It depends on the result, so a request with another result has other guidance, or none, and still counts as the same
request. Only the loop's exact sentences are guidance; any other text counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from forge_harness import ToolCall, build_corrective_messages

from ...regex import regex

__all__ = ["take_guidance"]

_GUIDANCE = regex(r"(?:Tool ``([^`]{1,200})``|A .{1,60}) failed with error class ``([^`]{1,64})``\. .{1,1000}")
_REPEATED = regex(
    r"An identical call has now failed \d{1,4} times\. Sending it again will not help: "
    r"change the arguments, use another tool, or answer with what you have\."
)
#: The members of the providers' formats with messages, and with their parts.
_CONVERSATIONS = ("messages", "contents", "input")
_PARTS = ("content", "parts")


def take_guidance(body: Any) -> list[str]:
    """Take the guidance out of a request's decoded body, and return its texts, in order.

    Args:
        body: In any provider's format; it is changed.
    """
    taken: list[str] = []
    for name in _CONVERSATIONS if isinstance(body, dict) else ():
        said = body.get(name)
        if isinstance(said, list):
            said[:] = [entry for entry in said if not _is_guidance(entry, taken)]
    return taken


def _is_guidance(entry: Any, taken: list[str]) -> bool:
    """Whether an entry consists of guidance; from any other, the guidance is removed."""
    if not isinstance(entry, dict) or entry.get("role") != "user":
        return False
    for name in _PARTS:
        parts = entry.get(name)
        if isinstance(parts, str):
            return _take(parts, taken)
        if isinstance(parts, list) and parts:
            parts[:] = [part for part in parts if not (isinstance(part, Mapping) and _take(part.get("text"), taken))]
            return not parts
    return False


def _take(text: Any, taken: list[str]) -> bool:
    if not isinstance(text, str):
        return False
    if not _REPEATED.fullmatch(text):
        found = _GUIDANCE.fullmatch(text)
        if found is None:
            return False
        call = ToolCall(id="", name=found[1] or "", arguments={})
        if [message.text for message in build_corrective_messages([call], [{"error": found[2]}])] != [text]:
            return False
    taken.append(text)
    return True
