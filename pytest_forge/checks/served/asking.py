"""Asking: how a check calls a tool of a server, and what it plausibly asks it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...strategies.calls.examples import candidate_arguments
from ...strategies.roles import PATH_ROLES, role_of
from ...strategies.workspace_files import plant_files
from ...targets.mcp.answer import McpAnswer
from ...targets.mcp.tool import McpTool
from ...targets.mcp.transport import ServerLostError
from ...targets.subject import Subject
from ...verdict import CouldNotRun, NotApplicable

__all__ = ["Reply", "ask", "furnished_calls", "served_tool", "working_replies"]


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


def ask(subject: Subject, arguments: Mapping[str, Any]) -> Reply:
    """Call the tool once; a server that does not answer any more is replaced first.

    Raises:
        ServerLostError: If the call has ended the server.
    """
    tool = served_tool(subject)
    # Outside of the call's own time: starting a server takes longer than most calls.
    tool.server.recover()
    outcome = subject.call(dict(arguments))
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
    found = []
    for call in calls:
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


def _with_whole_paths(subject: Subject, call: Mapping[str, Any]) -> dict[str, Any]:
    properties = subject.schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    found = dict(call)
    for name, value in call.items():
        node = properties.get(name)
        if not isinstance(node, Mapping) or role_of(name, node) not in PATH_ROLES:
            continue
        if isinstance(value, str) and value and not value.startswith(("/", "~")):
            found[name] = os.path.normpath(subject.sandbox.workspace / value)
        elif isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            found[name] = [os.path.normpath(subject.sandbox.workspace / item) for item in value]
    return found
