"""Asking: how a check calls a tool of a server, and what it plausibly asks it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...strategies.calls.examples import candidate_arguments
from ...strategies.roles import PATH_ROLES, name_words, role_of
from ...strategies.workspace_files import plant_files
from ...strategies.workspace_repository import plant_repository
from ...targets.mcp.answer import McpAnswer
from ...targets.mcp.tool import McpTool
from ...targets.mcp.transport import ServerLostError
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CouldNotRun, NotApplicable
from ..calls.plausible_calls import shortened_waits
from ..results.failure_marks import failure_mark

__all__ = [
    "Reply",
    "Time",
    "ask",
    "furnished_calls",
    "looks_failed",
    "own_server",
    "served_tool",
    "shown",
    "working_replies",
]

#: Of the time of one check, which is six times that of a call, what may go into calls.
_CALLS_OF_TIME = 4.0
_MAX_SHOWN = 80
#: Words in the names of arguments that mean a commit, or a branch that is there.
_REVISION = frozenset({"target", "revision", "rev", "ref", "commit", "sha", "base"})
#: How results begin that tell of a refusal, although they are not marked as one.
_REFUSAL = re.compile(
    r"\W{0,4}(?:error|invalid|missing|failed|failure|unknown|unsupported|required|validation|bad request|usage|"
    r"no such|not found|access denied|permission|please|must|cannot|can't|could not|unable|expected)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reply:
    """One call of a tool of a server, and what came back.

    Attributes:
        arguments: What was sent.
        answer: What the server said; None if it said nothing in time.
        seconds: Wall time.
    """

    arguments: dict[str, Any]
    answer: McpAnswer | None
    seconds: float

    @property
    def succeeded(self) -> bool:
        """Whether the tool says it did its job."""
        return self.answer is not None and self.answer.succeeded

    @property
    def text(self) -> str:
        """What a model would read; empty if nothing came back."""
        return "" if self.answer is None else self.answer.text

    @property
    def body(self) -> Any:
        """All that came back, as decoded."""
        return None if self.answer is None else self.answer.body


def served_tool(subject: Subject) -> McpTool:
    """Return the tool of a server.

    Raises:
        NotApplicable: If it is none.
    """
    if not isinstance(subject.tool, McpTool):
        raise NotApplicable("The tool is none of a server's.")
    return subject.tool


def ask(subject: Subject, arguments: Mapping[str, Any], *, call_s: float | None = None) -> Reply:
    """Call the tool once; a server that does not answer any more is replaced first.

    Args:
        subject: The tool.
        arguments: What to send.
        call_s: Seconds this call may take.

    Raises:
        ServerLostError: If the call has ended the server.
    """
    tool = served_tool(subject)
    # Outside of the call's own time: starting a server takes longer than most calls.
    tool.server.recover()
    outcome = subject.call(dict(arguments), call_s=call_s)
    if outcome.timed_out:
        tool.server.distrust()
        return Reply(dict(arguments), None, outcome.seconds)
    answer = tool.answer
    if answer is not None and answer.kind == "lost":
        raise ServerLostError(answer.how, answer.said, dict(arguments))
    return Reply(dict(arguments), answer, outcome.seconds)


def furnished_calls(subject: Subject, *, limit: int = 8) -> list[dict[str, Any]]:
    """Return ordinary calls, paths relative to the workspace and whole, and plant the files they expect.

    Raises:
        CouldNotRun: If the schema allows no call that could be made.
    """
    calls = candidate_arguments(subject.schema, limit=limit)
    if not calls:
        raise CouldNotRun(
            "No call could be made that the advertised schema allows. Mend the schema, or give its fields examples."
        )
    plant_files(subject.sandbox.workspace, schema=subject.schema, calls=calls)
    if _names_repository(subject):
        plant_repository(subject.sandbox.workspace)
        calls = [named for call in calls if (named := _with_known_names(call)) != call] + calls
    found = []
    for call in calls[:limit]:
        call = shortened_waits(subject, call)
        whole = _with_whole_paths(subject, call)
        # Servers that are given folders ask for whole paths as a rule.
        found += [whole, call] if whole != call else [call]
    return found


def working_replies(subject: Subject, calls: Iterable[Mapping[str, Any]], *, most: int = 3) -> list[Reply]:
    """Make calls until some have succeeded, and return these.

    Raises:
        NotApplicable: If none did.
        ServerLostError: If a call has ended the server.
    """
    found: list[Reply] = []
    last: Reply | None = None
    for call in calls:
        last = ask(subject, call)
        if last.succeeded:
            found.append(last)
            if len(found) == most:
                break
        if last.answer is None:
            break
    if not found:
        why = "came back in time" if last is not None and last.answer is None else "succeeded here"
        raise NotApplicable(f"No plausible call {why}, so that the others would tell nothing.")
    return found


class Time:
    """How long a check goes on calling; a slow server is left before the check's own time is up.

    Args:
        subject: The tool.
    """

    def __init__(self, subject: Subject) -> None:
        self._until = own_time() + _CALLS_OF_TIME * subject.call_s

    @property
    def is_over(self) -> bool:
        """Whether to stop."""
        return own_time() > self._until


def own_server(subject: Subject) -> McpTool:
    """Return the tool of a server that runs in the sandbox, where what it does to files is seen.

    Raises:
        NotApplicable: If it runs elsewhere.
    """
    tool = served_tool(subject)
    if tool.server.address.url:
        raise NotApplicable("The server runs elsewhere, and what it does to files is not seen from here.")
    return tool


def looks_failed(reply: Reply) -> bool:
    """Tell whether nothing came of a call: an error, marked as such or only worded so, or no answer at all."""
    return not reply.succeeded or bool(_REFUSAL.match(reply.text) or failure_mark(reply.answer and reply.answer.value))


def shown(text: str) -> str:
    """Return a text as a finding quotes it."""
    return repr(text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…")


def _names_repository(subject: Subject) -> bool:
    properties = subject.schema.get("properties")
    return isinstance(properties, Mapping) and any("repo" in str(name).lower() for name in properties)


def _with_known_names(call: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call of a tool for repositories with a revision and a file that ours has."""
    found = dict(call)
    for name, value in call.items():
        if isinstance(value, str) and not _REVISION.isdisjoint(name_words(name)):
            found[name] = "HEAD"
        elif name == "files" and isinstance(value, list):
            found[name] = ["notes.txt"]
    return found


def _with_whole_paths(subject: Subject, call: Mapping[str, Any]) -> dict[str, Any]:
    properties = subject.schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    found = dict(call)
    for name, value in call.items():
        node = properties.get(name)
        if not isinstance(node, Mapping) or (role_of(name, node) not in PATH_ROLES and "repo" not in name.lower()):
            continue
        if "repo" in name.lower() and isinstance(value, str):
            found[name] = str(subject.sandbox.workspace)
            continue
        if isinstance(value, str) and value and not value.startswith(("/", "~")):
            found[name] = os.path.normpath(subject.sandbox.workspace / value)
        elif isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            found[name] = [os.path.normpath(subject.sandbox.workspace / item) for item in value]
    return found
