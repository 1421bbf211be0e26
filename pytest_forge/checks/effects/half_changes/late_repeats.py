"""Late repeats: a call that was refused, and is answered as done without doing anything once it is possible.

pay(key="r-1", amount=9000)     refused: the account does not hold that much, but the key is stored
pay_in(amount=10000)
pay(key="r-1", amount=9000)     paid, and the account still holds all of it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ....profile.identifiers import names_record
from ....profile.makers import takes_things_away
from ....profile.reads import reads
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.schemas.limits import bounds
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.fake_sleep import fake_sleep
from ...calls.sequences import before_json
from ...calls.state_view import StateView

__all__ = ["judge_late_repeats"]

_SHARE, _MAX_CALLS, _MAX_HELPERS = 0.15, 3, 3
_MUCH = 10**6

_Call = dict[str, Any]


def judge_late_repeats(subject: Subject, calls: list[_Call], begin: Callable[[_Call], None]) -> None:
    """Judge that a call does what it does at first, if it was refused before, and has become possible since.

    Args:
        subject: A tool of a server that is not declared read-only.
        calls: Calls that may be refused.
        begin: Restores the state in which a check begins.

    Raises:
        CheckFailure: If it works and changes nothing of what it changes if it was not refused before, twice.
    """
    if not subject.is_served or served_tool(subject).server.address.url:
        return
    helpers = list(_helpers(subject)) if calls else []
    patience, tried = subject.patience(_SHARE), 0
    for call in calls if helpers else ():
        if patience.is_over or tried == _MAX_CALLS:
            return
        begin(call)
        if not looks_failed(_made(subject, call)):
            continue
        tried += 1
        for helper in helpers:
            help_call = _enabling(helper, call)
            if help_call is None or patience.is_over:
                continue
            at_first = _changed(subject, call, helper, help_call, begin, is_refused=False)
            if at_first and all(_is_lost(subject, call, helper, help_call, begin, at_first) for _ in range(2)):
                name = subject.facts.name
                raise CheckFailure(
                    "refused_then_done",
                    f"A call was refused, and the same call behind one of {helper.facts.name!r} was answered as done, "
                    "but did nothing. Check everything before anything is stored, and take a refused call for one "
                    "that was not made.",
                    arguments=call,
                    before=before_json([(name, call), (helper.facts.name, help_call)]),
                )


def _helpers(subject: Subject) -> Iterator[Subject]:
    """Yield other writers that need what the tool needs: one may add what it lacks."""
    own, found = set(subject.schema.get("required") or ()), 0
    for facts, tool in subject.neighbours:
        other = subject.beside(facts, tool)
        is_other = facts.name != subject.facts.name and not reads(facts) and not takes_things_away(facts)
        if is_other and own.intersection(other.schema.get("required") or ()) and found < _MAX_HELPERS:
            found += 1
            yield other


def _enabling(helper: Subject, call: _Call) -> _Call | None:
    """Return a call of another tool for the same things, with numbers as large as may be; None if it has none."""
    view = FlatSchema(helper.schema)
    properties = helper.schema.get("properties") or {}
    for usual in candidate_arguments(helper.schema, limit=1):
        same = {name: call[name] for name in usual if type(call.get(name)) is type(usual[name])}
        large = {}
        for name, value in usual.items():
            if type(value) is int and not names_record(name):
                high = bounds(properties.get(name) or {}, whole=True)[1]
                large[name] = _MUCH if high is None else int(high)
        found = {**usual, **same, **large}
        return found if large and same and view.fits(view.root, found) else None
    return None


def _is_lost(
    subject: Subject,
    call: _Call,
    helper: Subject,
    help_call: _Call,
    begin: Callable[[_Call], None],
    at_first: set[str],
) -> bool:
    changed = _changed(subject, call, helper, help_call, begin, is_refused=True)
    return changed is not None and not changed & at_first


def _changed(
    subject: Subject,
    call: _Call,
    helper: Subject,
    help_call: _Call,
    begin: Callable[[_Call], None],
    *,
    is_refused: bool,
) -> set[str] | None:
    """Return the places that a call changes behind one of another tool; None if either fails.

    Args:
        subject: The tool.
        call: Its call.
        helper: The other tool.
        help_call: Its call.
        begin: Restores the state in which a check begins.
        is_refused: Whether the call is made before as well, and must be refused then.
    """
    begin(call)
    view = StateView(subject)
    if is_refused and not looks_failed(_made(subject, call)):
        return None
    if looks_failed(_made(helper, help_call)):
        return None
    before = view.taken(call)
    if looks_failed(_made(subject, call)):
        return None
    return set(view.changed(before, view.taken(call, is_settled=False)))


def _made(tool: Subject, call: _Call) -> Any:
    with fake_sleep():
        return tool.call(dict(call))
