"""Fallback values: a request that reaches nobody, and an answer with other numbers that looks like a measured one.

the service says 10     {"level": 10, "source": "gauge"}
the service says 11     {"level": 11, "source": "gauge"}: the number comes from the service
no connection           {"level": 2.4, "source": "gauge"}: it does not, and nothing says so
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....oracles.audit import AuditLog
from ....oracles.network_canary import Page, answer_requests, answered_requests, without_answers
from ....profile.claim import Claim
from ....profile.failures import answers_a_question
from ....profile.told_sources import says_fallback, tells_source
from ....regex import regex
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.own_world import plant_world
from .other_pages import two_pages

__all__ = ["judge_fallback_values"]

_MAX_CONTROLS = 2
_CHANGES = frozenset(("write", "create", "delete", "move"))
#: Numbers of an answer.
_DIGITS = regex(r"\d+(?:[.,]\d+)*")


def judge_fallback_values(
    subject: Subject, controls: list[Outcome], report: Callable[[CheckFailure, Claim], None]
) -> None:
    """Judge that numbers of an answer which come from a service are not replaced by others without a sign of it.

    A description that speaks of what happens without the service announces it, unless the answer has a field which is
    said to tell where its data come from.

    Args:
        subject: The tool.
        controls: Calls that worked while the network answered.
        report: Called with a finding and the claim that may excuse it.
    """
    pages = two_pages(subject)
    if pages is None:
        return
    usual, other = pages
    try:
        for control in controls[:_MAX_CONTROLS]:
            call = dict(control.arguments)
            if _is_hidden(subject, call, usual, other) and _is_hidden(subject, call, usual, other):
                report(
                    CheckFailure(
                        "unreached_as_success",
                        "No connection could be made, and the tool returned other numbers in an answer that looks like "
                        "one of the service. Say in the answer that they are not from there, or raise or return an "
                        "error dict.",
                        arguments=call,
                    ),
                    answers_a_question(subject.facts),
                )
    finally:
        answer_requests(usual)


def _is_hidden(subject: Subject, call: dict[str, Any], usual: Page, other: Page) -> bool:
    """Tell whether a call without the service gets other numbers where the service's stand, and no sign of it."""
    with without_answers():
        alone, actions = _asked(subject, call, None)
    if alone is None or "connect" not in actions or not _CHANGES.isdisjoint(actions):
        return False
    first, _ = _asked(subject, call, usual)
    is_asked = bool(answered_requests())
    second, _ = _asked(subject, call, other)
    if first is None or second is None or not is_asked or not first.keys() == second.keys() == alone.keys():
        return False
    following = {place for place in first if first[place] != second[place]}
    changed = {place for place in first if alone[place] != first[place]}
    if not changed or not changed <= following:
        return False
    if not all(_is_number_like(alone[place], first[place], second[place]) for place in changed):
        return False
    description = subject.facts.description or ""
    told = [value for place, value in first.items() if tells_source(description, place.rpartition(".")[2], value)]
    return bool(told) or not says_fallback(description)


def _is_number_like(alone: Any, first: Any, second: Any) -> bool:
    """Tell whether an answer has a number of its own where others have one: 2.4 for 10, or "2.4 m" for "10 m"."""
    if alone in (first, second):
        return False
    if isinstance(alone, str):
        forms = {_DIGITS.sub("0", text) for text in (alone, first, second) if isinstance(text, str)}
        return isinstance(first, str) and len(forms) == 1
    # Zero and less may stand for none.
    return _is_number(alone) and _is_number(first) and alone > 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _asked(subject: Subject, call: dict[str, Any], page: Page | None) -> tuple[dict[str, Any] | None, set[str]]:
    """Return the parts of an answer by place, None if the call failed, and the actions that were seen."""
    plant_world(subject, [call])
    answer_requests(page)
    log = AuditLog()
    with log, fake_sleep():
        outcome = subject.call(dict(call))
    parts = dict(_parts(in_json_types(outcome.returned))) if outcome.succeeded else None
    return parts, {event.action for event in log.events}


def _parts(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping | list) and value:
        entries = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in entries:
            yield from _parts(part, f"{place}.{key}")
    else:
        yield place, value
