"""Refusals: a server does nothing before it refuses a call."""

from __future__ import annotations

import itertools

from ...strategies.calls.broken import invalid_arguments
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import looks_failed, own_server
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..calls.world import World
from ..check import served

_MAX_CONTROLS, _MAX_CALLS = 3, 24
#: Defects in one argument that leave the others usable.
_KINDS = frozenset({"wrong_type", "out_of_range"})


@served("nothing_happens_before_a_grant")
def nothing_happens_before_a_grant(subject: Subject) -> None:
    """A call that the server refuses for its arguments changes no files in the workspace.

    The check sends calls that work, with one argument of the wrong type or out of range, and compares the files of the
    workspace before and after. Files that change with every call, such as a log, do not count.
    """
    own_server(subject)
    wrong = [
        broken
        for broken in invalid_arguments(subject.schema)
        if broken.kind in _KINDS and len(broken.path) == 1 and str(broken.path[0]) in broken.arguments
    ]
    if len(subject.schema.get("properties") or {}) < 2 or not wrong:
        raise NotApplicable("The tool does not take two arguments of which one can be wrong.")
    world = World(subject)
    controls = working_replies(subject, set_up_calls(subject), most=_MAX_CONTROLS)
    # A server that logs every call to a file also logs refused ones.
    noted = {change.path for change in world.observe({}).changed_entries}
    chosen = wrong[:: max(1, len(wrong) * len(controls) // _MAX_CALLS)]
    refused = 0
    for control, broken in subject.patience().each(itertools.product(controls, chosen)):
        name = str(broken.path[0])
        arguments = {**control.arguments, name: broken.arguments[name]}
        if name not in control.arguments and name in (subject.schema.get("required") or ()):
            continue
        world.tidy(arguments)
        seen = world.observe(arguments)
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
