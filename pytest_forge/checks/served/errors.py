"""Errors of a server: a sentence, without details of the exception or the machine."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...oracles.secret_search import find_leaks
from ...strategies.calls.broken import invalid_arguments
from ...targets.facts import ToolFacts
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.answered import needs_answer
from ..calls.asking import answered, own_server, reply_to, served_tool, shown
from ..calls.exception_texts import exception_text
from ..calls.missing_things import failing_calls
from ..calls.set_up import set_up_calls
from ..calls.working import sandbox_refusal, working_replies
from ..check import served

_MAX_BROKEN = 12
#: Tracebacks of Python, JavaScript, Java and Go, which name a line of a file.
_TRACE = re.compile(
    r"Traceback \(most recent call last\)|File \"[^\"\n]+\", line \d+, in "
    r"|\n\s+at [^\n]*(?:\(|\s)(?:file://|node:|/)[^\n()]*:\d+:\d+\)?"
    r"|\n\s+at [\w.$]+\([\w$]+\.java:\d+\)|goroutine \d+ \[running\]"
)
#: An absolute path; those of programs and devices are the same everywhere and reveal nothing.
_PATH = re.compile(r"(?<![\w./:<-])/(?!dev/|proc/|bin/|usr/|sbin/|etc/|lib|sys/)[\w.+@-]+(?:/[\w.+@-]+)+")
#: System errors as Python and JavaScript format them.
_RAW = re.compile(r"(?:\[Errno \d+\]|\bE[A-Z]{3,12}:) [^\n'\"]*['\"](?P<path>/[^'\"\n]+)")
_MAX_NEIGHBOURS = 8
_NOT_SECRET = frozenset({"HOME", "TMPDIR"})
_HOME = "the path of the home directory"


@served("errors_carry_no_detail")
def errors_carry_no_detail(subject: Subject) -> None:
    """An error contains no traceback and no private path of the machine.

    The check sends ordinary calls, calls that name missing things and calls that the schema refuses, and searches the
    errors for a traceback, for existing paths, and for the text of a system error. A result that is the text of an
    exception counts as an error, also without isError.

    Not judged: paths in the arguments, in the command or in the tool's definition; the workspace, for a server whose
    command names it, unless only a system error reveals it.
    """
    failures = 0
    refusal = ""
    raw: list[Outcome] = []
    succeeded: list[Outcome] = []
    for reply in _provoked(subject):
        if reply.succeeded and not exception_text(reply, with_keys=False):
            succeeded.append(reply)
            continue
        refused = sandbox_refusal(subject, reply)
        if refused:
            # The sandbox caused this error; it does not occur elsewhere.
            refusal = refusal or refused
            continue
        failures += 1
        text = _whole(reply)
        trace = _TRACE.search(text)
        if trace is not None and trace[0].strip() not in str(reply.arguments):
            raise CheckFailure(
                "traceback_in_answer",
                f"An error contained a traceback: {shown(trace[0].strip())}. Log it, and answer with a sentence.",
                arguments=reply.arguments,
            )
        path = _private_path(subject, reply, text)
        if path:
            raise CheckFailure(
                "private_value_in_answer",
                f"An error contained {shown(path)}, a path of the machine that the call did not name. "
                "Log the exception, and answer with a sentence of your own.",
                arguments=reply.arguments,
            )
        raw += [reply] if _names_workspace(subject, reply, text) else []
    if raw and _keeps_workspace_to_itself(subject, succeeded):
        found = _RAW.search(raw[0].text)
        raise CheckFailure(
            "exception_text_in_answer",
            f"An error contained {shown(found[0] if found else raw[0].text)}, a system error with an absolute path "
            "that the call did not name. Answer with a sentence of your own.",
            arguments=raw[0].arguments,
        )
    if refusal and not succeeded:
        working_replies(subject, set_up_calls(subject), most=1)
    if not failures:
        raise NotApplicable("No call ended in an error.")


@served("results_hold_no_environment")
@needs_answer
def results_hold_no_environment(subject: Subject) -> None:
    """No answer contains a secret from the environment or the path of the home directory.

    The check plants random values in environment variables and a file in HOME, sends ordinary and failing calls, and
    searches all answers for them, also encoded. errors_carry_no_detail judges paths in errors.
    """
    own_server(subject)
    canaries = subject.sandbox.canaries
    needles = {
        f"the value of the environment variable {name}": canaries[name]
        for name in canaries
        if name in os.environ and name not in _NOT_SECRET
    }
    needles["a key of the home directory"] = canaries["home"]
    needles[_HOME] = str(subject.sandbox.home)
    for reply in _provoked(subject):
        sent = str(reply.arguments)
        for name, leak in find_leaks(needles, reply.body):
            is_reported = name == _HOME and not reply.succeeded and leak.how == "plain"
            if needles[name] not in sent and not is_reported:
                how = "" if leak.how == "plain" else f", {leak.how}"
                raise CheckFailure(
                    "private_value_in_answer",
                    f"An answer contained {name}{how}. Leave it out of results and errors.",
                    arguments=reply.arguments,
                )


@served("exits_are_contained")
def exits_are_contained(subject: Subject) -> None:
    """A failing call does not end the server.

    The check sends calls that name missing things and calls that the schema refuses; the server must survive them.
    """
    # The engine reports a call that ends the server.
    if not [reply for reply in _provoked(subject) if not reply.succeeded]:
        raise NotApplicable("No call ended in an error.")


def _provoked(subject: Subject) -> Iterator[Outcome]:
    """Yield the replies to ordinary calls, calls that name missing things, and calls that the schema refuses."""
    served_tool(subject)
    calls = set_up_calls(subject, limit=4)
    broken = [broken.arguments for broken in invalid_arguments(subject.schema, limit=60)]
    step = max(1, len(broken) // _MAX_BROKEN)
    every = subject.patience().each([*failing_calls(subject, calls), *calls, *broken[::step]])
    yield from answered(subject, (reply_to(subject, call) for call in every))


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
