"""Unreachable services: a tool that asks a service again, gets no answer, and returns the one from before.

the service answers     answer 1
with other numbers      answer 2, another one: the answer follows the service
not at all              answer 2 again, though the tool has tried to connect: it comes from memory, and nothing says so
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....oracles.audit import AuditLog
from ....oracles.network_canary import answer_requests, without_answers
from ....profile.claim import Claim
from ....profile.moves_on import tells_of_calls
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.own_world import plant_world
from .other_pages import two_pages

__all__ = ["judge_unreachable_services"]

_MAX_CONTROLS = 1


def judge_unreachable_services(
    subject: Subject, controls: list[Outcome], report: Callable[[CheckFailure, Claim], None]
) -> None:
    """Judge that a call whose service cannot be reached is not answered with what an earlier call got.

    A cache with a time limit does not ask the service, and is not judged.

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
            plant_world(subject, [control.arguments])
            answer_requests(usual)
            first, _ = _asked(subject, control.arguments)
            answer_requests(other)
            second, _ = _asked(subject, control.arguments)
            with without_answers():
                third, is_tried = _asked(subject, control.arguments)
            if None not in (first, second) and first != second == third and is_tried:
                report(
                    CheckFailure(
                        "failure_as_memory",
                        "A service could not be reached, and the tool returned what it had got before. "
                        'Raise, or return {"error": ..., "message": ...}, or tell in the answer how old it is.',
                        arguments=control.arguments,
                    ),
                    tells_of_calls(subject.facts),
                )
    finally:
        answer_requests(usual)


def _asked(subject: Subject, arguments: dict[str, Any]) -> tuple[Any, bool]:
    """Return the answer of a call in JSON types, None if it failed, and whether it tried to connect."""
    log = AuditLog()
    with log, fake_sleep():
        outcome = subject.call(dict(arguments))
    value = in_json_types(outcome.returned) if outcome.succeeded else None
    return value, any(event.action == "connect" for event in log.events)
