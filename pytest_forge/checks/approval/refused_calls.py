"""Refused calls: a server does nothing before it refuses a call for its arguments."""

from __future__ import annotations

import itertools

from ...oracles.kept_files import KeptFiles
from ...strategies.calls.broken import invalid_arguments
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import looks_failed, own_server
from ..calls.observing import observe
from ..calls.preparation.set_up import set_up_calls
from ..calls.working import working_replies

__all__ = ["judge_refused_calls"]

_MAX_CONTROLS, _MAX_CALLS = 3, 24
#: Defects in one argument that leave the others usable.
_KINDS = frozenset({"wrong_type", "out_of_range"})


def judge_refused_calls(subject: Subject) -> None:
    """Judge that calls of a server's tool that work, with one wrong argument, change no files of the workspace.

    Files that change with every call, such as a log, do not count.

    Raises:
        CheckFailure: For the first call that is refused and has changed one.
        NotApplicable: If no such call can be made, or the server refuses none.
    """
    own_server(subject)
    wrong = [
        broken
        for broken in invalid_arguments(subject.schema)
        if broken.kind in _KINDS and len(broken.path) == 1 and str(broken.path[0]) in broken.arguments
    ]
    if len(subject.schema.get("properties") or {}) < 2 or not wrong:
        raise NotApplicable("The tool does not take two arguments of which one can be wrong.")
    # This plants the files that the calls need.
    calls = set_up_calls(subject)
    kept = KeptFiles(subject.sandbox.workspace)
    controls = working_replies(subject, calls, most=_MAX_CONTROLS)
    # A server that logs every call to a file also logs refused ones.
    noted = {change.path for change in observe(subject, {}).changed_entries}
    chosen = wrong[:: max(1, len(wrong) * len(controls) // _MAX_CALLS)]
    refused = 0
    for control, broken in subject.patience().each(itertools.product(controls, chosen)):
        name = str(broken.path[0])
        arguments = {**control.arguments, name: broken.arguments[name]}
        if name not in control.arguments and name in (subject.schema.get("required") or ()):
            continue
        kept.put_back([arguments])
        seen = observe(subject, arguments)
        reply, changes = seen.answer, seen.changed_entries
        workspace = subject.sandbox.workspace
        done = [change for change in changes if change.path.is_relative_to(workspace) and change.path not in noted]
        is_refused = reply.answer is not None and looks_failed(reply)
        refused += is_refused
        if done and is_refused:
            place = done[0].path.relative_to(workspace)
            raise CheckFailure(
                "acted_before_grant",
                f"A call {broken.what} was refused, but had already {done[0].action} {str(place)!r}. "
                "Validate all arguments before acting on any.",
                arguments=arguments,
            )
    if not refused:
        raise NotApplicable("No wrong call was refused.")
