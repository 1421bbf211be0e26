"""Refusals: what a server has done by the time that it refuses a call."""

from __future__ import annotations

import itertools

from ...strategies.calls.broken import invalid_arguments
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..check import served
from .asking import looks_failed, own_server
from .furnishing import furnished_calls
from .working import working_replies
from .world import World

_MAX_CONTROLS, _MAX_CALLS = 3, 24
#: Ways of being wrong that leave the other arguments to act on.
_KINDS = frozenset({"wrong_type", "out_of_range"})


@served("nothing_happens_before_a_grant")
def nothing_happens_before_a_grant(subject: Subject) -> None:
    """A call that is refused for its arguments has changed no file of the workspace."""
    own_server(subject)
    wrong = [
        broken
        for broken in invalid_arguments(subject.schema)
        if broken.kind in _KINDS and len(broken.path) == 1 and str(broken.path[0]) in broken.arguments
    ]
    if len(subject.schema.get("properties") or {}) < 2 or not wrong:
        raise NotApplicable("No argument could be wrong while the others are right.")
    world = World(subject)
    controls = working_replies(subject, furnished_calls(subject), most=_MAX_CONTROLS)
    # Where every call is noted in a file, a refused one is as well.
    changes, _ = world.changes({})
    noted = {change.path for change in changes}
    chosen = wrong[:: max(1, len(wrong) * len(controls) // _MAX_CALLS)]
    refused = 0
    for control, broken in subject.patience().each(itertools.product(controls, chosen)):
        name = str(broken.path[0])
        arguments = {**control.arguments, name: broken.arguments[name]}
        if name not in control.arguments and name in (subject.schema.get("required") or ()):
            continue
        world.tidy(arguments)
        changes, reply = world.changes(arguments)
        workspace = subject.sandbox.workspace
        done = [change for change in changes if change.path.is_relative_to(workspace) and change.path not in noted]
        is_refused = reply.answer is not None and looks_failed(reply)
        refused += is_refused
        if done and is_refused:
            place = done[0].path.relative_to(workspace)
            raise CheckFailure(
                "acted_before_grant",
                f"A call {broken.what} was refused, and had {done[0].action} {str(place)!r} by then. "
                "Validate all arguments before anything is done.",
                arguments=arguments,
            )
    if not refused:
        raise NotApplicable("No wrong call was refused.")
