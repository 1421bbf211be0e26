"""Empty records: a reader that answers for a record which does not exist as for one that has no data yet.

    list_readings(meter="LS-778")        {"meter": "LS-778", "readings": []}
    add_reading(meter="LS-778", ...)     an error
    register_meter(meter="WD-223")       makes one
    list_readings(meter="WD-223")        {"meter": "WD-223", "readings": []}, which is true
    add_reading(meter="WD-223", ...)     works, so the server knows one and not the other

The tool that tells them apart declares the very same argument. A tag that no note has is refused nowhere until there is
a note with it, and then the reader has data: so a record that is there and empty has to be seen. A reader with other
arguments is left, for they may be the reason why it finds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....profile.emptiness import became_nothing
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.answer_values import leaves
from ...calls.listed_values import calls_with_listed_values
from ...calls.missing_things import unlisted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import aligned_calls, makers_of
from .unknown_records import UnknownRecord, allows, answer_without, required_names, tools_with

__all__ = ["empty_record"]

_MAX_SIBLINGS, _MAX_BASES, _MAX_MAKERS, _MAX_KNOWN = 4, 3, 3, 6
#: Share of a check's time.
_SHARE = 0.2

#: A sibling, and a call of it that it refused.
_Refusal = tuple[Subject, dict[str, Any]]


def empty_record(subject: Subject) -> UnknownRecord | None:
    """Return a call of a server's reader that is answered like one for an empty record; None if none shows.

    Args:
        subject: The reader; its server is started afresh if another tool was called.
    """
    required: list[str] = list(subject.schema.get("required") or ())
    name = required[0] if len(required) == 1 and required[0] in required_names(subject.schema) else ""
    siblings = list(tools_with(subject, name))[:_MAX_SIBLINGS] if name else []
    if not siblings:
        return None
    first = next((call[name] for call in plausible_calls(subject, limit=1) if name in call), None)
    unlisted = [value for value in unlisted_values(first) if allows(subject, {name: value})] if first else []
    if len(unlisted) < 2:
        return None
    found = _compared(subject, name, siblings, first, unlisted)
    # A sibling may have made a record.
    subject.renew()
    return found


def _compared(
    subject: Subject, name: str, siblings: list[Subject], first: Any, unlisted: list[Any]
) -> UnknownRecord | None:
    unknown = subject.call({name: unlisted[0]})
    refusals = list(_refusals(subject, siblings, name, unlisted[0])) if unknown.succeeded else []
    if not refusals:
        return None
    patience = subject.patience(_SHARE)
    for value in _known_values(subject, name, siblings, unlisted[1]):
        if patience.is_over:
            return None
        empty = subject.call({name: value})
        if not empty.succeeded or answer_without(empty, name) != answer_without(unknown, name):
            continue
        # All of them are asked, since one may give the record its data.
        takers = [sibling for sibling, call in refusals if sibling.call({**call, name: value}).succeeded]
        if not takers:
            continue
        for there in (value, first):
            full = subject.call({name: there})
            if full.succeeded and became_nothing(full.value, unknown.value, unknown.arguments):
                is_search = _finds_parts(subject, full, name, unknown)
                return None if is_search else UnknownRecord(name, unknown, takers[0].facts.name, is_seen_empty=True)
    return None


def _refusals(subject: Subject, siblings: list[Subject], name: str, value: Any) -> Iterator[_Refusal]:
    """Yield the siblings that refuse a value in every call; one that takes it in any may have made a record of it."""
    for sibling in siblings:
        refused: list[_Refusal] = []
        for base in plausible_calls(sibling, limit=_MAX_BASES)[:_MAX_BASES]:
            call = {**base, name: value}
            if not allows(sibling, call):
                continue
            made = sibling.call(call)
            if made.succeeded or made.timed_out:
                refused = []
                subject.renew()
                break
            refused += [(sibling, base)] if made.ran else []
        yield from refused


def _known_values(subject: Subject, name: str, siblings: list[Subject], new: Any) -> Iterator[Any]:
    """Yield names of records that may be empty: those that lists name, and those that makers have just made."""
    listed = (call[name] for call in calls_with_listed_values(subject, [{name: new}]))
    yield from [value for _, value in zip(range(_MAX_KNOWN), listed, strict=False)]
    for sibling in siblings:
        if sibling.facts.tier != "read":
            for base in plausible_calls(sibling, limit=1)[:1]:
                if allows(sibling, call := {**base, name: new}) and sibling.call(call).succeeded:
                    yield new
    asked = {sibling.facts.name for sibling in siblings}
    makers = [one for one in makers_of(subject, {name: new}) if one[0].name not in asked]
    for facts, tool in makers[:_MAX_MAKERS]:
        for call in aligned_calls(facts, {name: new})[:1]:
            made: Outcome = subject.beside(facts, tool).call(call)
            if made.succeeded:
                told = [value for value in leaves(made.value) if type(value) is type(new)]
                yield from (value for value in told[:_MAX_KNOWN] if allows(subject, {name: value}))


def _finds_parts(subject: Subject, full: Outcome, name: str, unknown: Outcome) -> bool:
    """Return whether a part of a record's name is answered otherwise than a name of nothing: the tool searches."""
    value = full.arguments[name]
    parts = {value[: (len(value) + 1) // 2], value[1:], value.split()[0]} if isinstance(value, str) else set()
    calls = ({name: part} for part in sorted(parts) if part and part != value)
    answers = (subject.call(call) for call in calls if allows(subject, call))
    return any(one.succeeded and answer_without(one, name) != answer_without(unknown, name) for one in answers)
