"""Error texts: what the errors of a server show, whose exceptions are not observable."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ....regex import regex
from ....targets.facts import ToolFacts
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure, NotApplicable
from ...calls.asking import served_tool, shown
from ...calls.exception_texts import exception_text
from ...calls.preparation.set_up import set_up_calls
from ...calls.working import sandbox_refusal, working_replies

__all__ = ["ErrorTexts"]

#: Tracebacks of Python, JavaScript, Java and Go, which name a line of a file.
_TRACE = regex(
    r"Traceback \(most recent call last\)|File \"[^\"\n]+\", line \d+, in "
    r"|\n\s+at [^\n]*(?:\(|\s)(?:file://|node:|/)[^\n()]*:\d+:\d+\)?"
    r"|\n\s+at [\w.$]+\([\w$]+\.java:\d+\)|goroutine \d+ \[running\]"
)
#: An absolute path; those of programs and devices are the same everywhere and reveal nothing.
_PATH = regex(r"(?<![\w./:<-])/(?!dev/|proc/|bin/|usr/|sbin/|etc/|lib|sys/)[\w.+@-]+(?:/[\w.+@-]+)+")
#: System errors as Python and JavaScript format them.
_RAW = regex(r"(?:\[Errno \d+\]|\bE[A-Z]{3,12}:) [^\n'\"]*['\"](?P<path>/[^'\"\n]+)")
_MAX_NEIGHBOURS = 8


class ErrorTexts:
    """The errors of a server's tool; a result that is the text of an exception is one, too.

    Args:
        subject: The tool; one in this process has none, as its exceptions are judged.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._succeeded: list[Outcome] = []
        self._failures = 0
        self._refusal = ""
        self._with_workspace: list[Outcome] = []

    def judge(self, reply: Outcome) -> None:
        """Judge one call.

        Raises:
            CheckFailure: If its error contains a traceback or a private path.
        """
        if reply.answer is None:
            return
        if reply.succeeded and not exception_text(reply, with_keys=False):
            self._succeeded.append(reply)
            return
        refused = sandbox_refusal(self._subject, reply)
        if refused:
            # The sandbox caused this error; it does not occur elsewhere.
            self._refusal = self._refusal or refused
            return
        self._failures += 1
        text = _whole(reply)
        trace = _TRACE.search(text)
        if trace is not None and trace[0].strip() not in str(reply.arguments):
            raise CheckFailure(
                "traceback_in_answer",
                f"An error contained a traceback: {shown(trace[0].strip())}. Log it, and answer with a sentence.",
                arguments=reply.arguments,
            )
        path = _private_path(self._subject, reply, text)
        if path:
            raise CheckFailure(
                "private_value_in_answer",
                f"An error contained {shown(path)}, a path of the machine that the call did not name. "
                "Log the exception, and answer with a sentence of your own.",
                arguments=reply.arguments,
            )
        self._with_workspace += [reply] if _names_workspace(self._subject, reply, text) else []

    def conclude(self) -> None:
        """Judge what all calls show together.

        Raises:
            CheckFailure: If a system error reveals a workspace that the server keeps to itself.
            NothingWorks: If the sandbox caused every error, and no call works.
            NotApplicable: If no call ended in an error.
        """
        if not self._subject.is_served:
            return
        if self._with_workspace and _keeps_workspace_to_itself(self._subject, self._succeeded):
            reply = self._with_workspace[0]
            found = _RAW.search(reply.text)
            raise CheckFailure(
                "exception_text_in_answer",
                f"An error contained {shown(found[0] if found else reply.text)}, a system error with an absolute path "
                "that the call did not name. Answer with a sentence of your own.",
                arguments=reply.arguments,
            )
        if self._refusal and not self._succeeded:
            working_replies(self._subject, set_up_calls(self._subject), most=1)
        if not self._failures:
            raise NotApplicable("No call ended in an error.")


def _whole(reply: Outcome) -> str:
    """Return all text of an error that a model might read, including the data of a protocol error."""
    data: Any = reply.body.get("data") if isinstance(reply.body, dict) else None
    return reply.text + ("" if data is None else f"\n{data}")


def _private_path(subject: Subject, reply: Outcome, text: str) -> str:
    """Return an existing path in *text* that neither the call nor the server's definition named; "" if none."""
    server = served_tool(subject).server
    if server.address.url:
        return ""
    workspace = str(subject.sandbox.workspace)
    named = " ".join([str(reply.arguments), *server.address.words, str(subject.facts.as_json())])
    for match in _PATH.finditer(text):
        path = match[0].rstrip(".")
        if path in named or (server.address.names_workspace and Path(path).is_relative_to(workspace)):
            continue
        if any(os.path.commonpath([path, str(value)]) == str(value) for value in _named_paths(reply.arguments)):
            continue
        if _is_there(Path(path)):
            return path
    return ""


def _names_workspace(subject: Subject, reply: Outcome, text: str) -> bool:
    """Return whether a system error names the workspace although the call did not."""
    workspace = str(subject.sandbox.workspace)
    found = _RAW.search(text)
    return found is not None and found["path"].startswith(workspace) and workspace not in str(reply.arguments)


def _keeps_workspace_to_itself(subject: Subject, succeeded: list[Outcome]) -> bool:
    """Return whether the server accepts relative paths and does not reveal the workspace elsewhere."""
    workspace = str(subject.sandbox.workspace)
    if workspace in str(subject.facts.as_json()) or any(workspace in str(reply.body) for reply in succeeded):
        return False
    if not any(workspace not in str(reply.arguments) for reply in succeeded):
        return False
    readers = [(facts, tool) for facts, tool in subject.neighbours if facts.tier != "write" and not _needs(facts)]
    replies = (subject.beside(facts, tool).call({}) for facts, tool in readers[:_MAX_NEIGHBOURS])
    return not any(workspace in str(reply.body) for reply in replies)


def _needs(facts: ToolFacts) -> bool:
    """Return whether a tool has required arguments."""
    return bool(facts.input_schema.get("required")) if isinstance(facts.input_schema, dict) else True


def _is_there(path: Path) -> bool:
    """Return whether a path or its folder exists; other texts with slashes are not paths."""
    try:
        return path.exists() or (path.parent != Path("/") and path.parent.exists())
    except OSError:
        # The name is too long for a file, but its folder may exist.
        return path.parent.is_dir()


def _named_paths(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value.startswith("/") and len(value) > 1:
            yield os.path.normpath(value)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _named_paths(part)
    elif isinstance(value, list):
        for part in value:
            yield from _named_paths(part)
