"""Guidance: what `run_agent_loop` tells the model beside the result of a call that failed.

It follows from the result, so that a request with another result has other guidance, or none, and is the same request
all the same. Only the loop's exact words are guidance; all else that is said counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from forge_harness import ToolCall, build_corrective_messages

__all__ = ["take_guidance"]

_GUIDANCE = re.compile(r"(?:Tool ``([^`]{1,200})``|A .{1,60}) failed with error class ``([^`]{1,64})``\. .{1,1000}")
_REPEATED = re.compile(
    r"An identical call has now failed \d{1,4} times\. Sending it again will not help: "
    r"change the arguments, use another tool, or answer with what you have\."
)
#: Where the forms of the providers keep what was said, and the parts of it.
_CONVERSATIONS = ("messages", "contents", "input")
_PARTS = ("content", "parts")


def take_guidance(body: Any) -> list[str]:
    """Take the guidance out of a request's decoded body, and return its texts, in order.

    Args:
        body: Of any provider's form; it is changed.
    """
    taken: list[str] = []
    for name in _CONVERSATIONS if isinstance(body, dict) else ():
        said = body.get(name)
        if isinstance(said, list):
            said[:] = [entry for entry in said if not _is_guidance(entry, taken)]
    return taken


def _is_guidance(entry: Any, taken: list[str]) -> bool:
    """Whether an entry says nothing else; of one that says more, the guidance is taken."""
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
