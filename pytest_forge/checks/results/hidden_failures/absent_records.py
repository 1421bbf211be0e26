"""Answers of servers about records that are not there, or no more: a failure is marked as one."""

from __future__ import annotations

from collections.abc import Callable

from ....profile.emptiness import announces_nothing
from ....profile.failures import answers_a_question, looks_things_up, tells_of_errors
from ....profile.unknown_values import says_unknown
from ....targets.subject import Subject
from ...calls.asking import shown
from .disguises import disguised
from .echoed_records import echoed_record
from .empty_records import empty_record
from .missing_lookups import missing_lookup
from .missing_records import missing_record
from .repeated_removals import repeated_removal
from .unknown_items import unknown_items
from .unknown_records import unknown_record

__all__ = ["judge_absent_lookups", "judge_absent_records"]


def judge_absent_records(subject: Subject, report: Callable[..., None]) -> None:
    """Judge that a writer which finds nothing to change does not tell so in an ordinary answer."""
    missing = missing_record(subject)
    if missing is not None:
        said = shown(missing.outcome.text)
        value = missing.outcome.arguments[missing.name]
        what = f"With {value!r} for {missing.name!r}, which names nothing, the tool changed nothing and returned {said}"
        report(disguised(subject, what, missing.outcome), answers_a_question(subject.facts))
    echoed = echoed_record(subject) if missing is None else None
    if echoed is not None:
        value = echoed.outcome.arguments[echoed.name]
        what = (
            f"With {value!r} for {echoed.name!r}, which {echoed.refused_by!r} refuses, the tool changed nothing and "
            "returned an ordinary answer"
        )
        report(disguised(subject, what, echoed.outcome), answers_a_question(subject.facts))
    repeated = repeated_removal(subject) if missing is None and echoed is None else None
    if repeated is not None:
        value = repeated.outcome.arguments[repeated.name]
        what = (
            f"With {value!r} for {repeated.name!r}, which an equal call has just removed, the tool returned an "
            "ordinary answer, although its description says that this is an error,"
        )
        report(disguised(subject, what, repeated.outcome))
    unknown = unknown_items(subject)
    if unknown is not None:
        what = (
            "With a name in a list that is nowhere, the tool returned an ordinary answer, although its description "
            "says that a call fails if any is missing,"
        )
        report(disguised(subject, what, unknown))


def judge_absent_lookups(subject: Subject, report: Callable[..., None]) -> None:
    """Judge that a reader which finds no record of a name does not tell so in an ordinary answer."""
    missing = missing_lookup(subject) if subject.facts.tier == "read" else None
    if missing is not None:
        said = shown(missing.outcome.text)
        value = missing.outcome.arguments[missing.name]
        what = f"With {value!r} for {missing.name!r}, which names nothing, the tool gave no data and returned {said}"
        # That a record may be empty says nothing of one that does not exist.
        is_told = not missing.is_empty or says_unknown(subject.facts.description or "")
        claims = [answers_a_question(subject.facts), announces_nothing(subject.facts, failing=not is_told)]
        if not missing.is_refused:
            claims += [looks_things_up(subject.facts), tells_of_errors(subject.facts)]
        report(disguised(subject, what, missing.outcome), *claims)
    is_open = missing is None and subject.facts.tier == "read"
    unknown = (unknown_record(subject) or empty_record(subject)) if is_open else None
    if unknown is not None:
        value = unknown.outcome.arguments[unknown.name]
        what = (
            f"With {value!r} for {unknown.name!r}, which {unknown.refused_by!r} refuses, the tool returned an ordinary "
            "answer, as if there were such a record,"
        )
        is_told = says_unknown(subject.facts.description or "")
        claims = [answers_a_question(subject.facts), announces_nothing(subject.facts, failing=not is_told)]
        if not unknown.is_seen_empty:
            claims.append(looks_things_up(subject.facts))
        report(disguised(subject, what, unknown.outcome), *claims)
