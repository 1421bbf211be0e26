"""Refused requests: a service that answers with an error, and a tool that does not look at it."""

from __future__ import annotations

import json
from collections.abc import Callable

from ....oracles.audit import AuditLog
from ....oracles.network_canary import Page, answer_requests, answered_requests
from ....profile.claim import Claim
from ....profile.emptiness import announces_nothing, became_nothing
from ....profile.failures import answers_a_question
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.own_world import own_world, plant_world

__all__ = ["judge_refused_requests"]

_MAX_CONTROLS = 2
_ERROR = json.dumps({"error": {"code": "refused", "message": "The request was refused."}}).encode()
_REFUSALS = (Page(_ERROR, status=503), Page(_ERROR, status=401))
_CHANGES = frozenset(("write", "create", "delete", "move"))


def judge_refused_requests(
    subject: Subject, controls: list[Outcome], report: Callable[[CheckFailure, Claim, Claim], None]
) -> None:
    """Judge that a call whose requests are refused is answered neither like one that worked, nor with nothing.

    Tools that change files as well are not judged by equal answers: the request may be the smaller part of their work.

    Args:
        subject: The tool.
        controls: Calls that worked while the network answered.
        report: Called with a finding and the claims that may excuse it.
    """
    usual = own_world(subject).page
    if usual is None:
        return
    try:
        for control in controls[:_MAX_CONTROLS]:
            for refusal in _REFUSALS:
                _judge(subject, control, refusal, report)
    finally:
        answer_requests(usual)


def _judge(
    subject: Subject, control: Outcome, refusal: Page, report: Callable[[CheckFailure, Claim, Claim], None]
) -> None:
    plant_world(subject, [control.arguments])
    answer_requests(refusal)
    log = AuditLog()
    with log, fake_sleep():
        outcome = subject.call(control.arguments)
    if not outcome.succeeded or not answered_requests():
        return
    before, value = in_json_types(control.returned), in_json_types(outcome.returned)
    is_equal = value == before and value is not None and not any(event.action in _CHANGES for event in log.events)
    if not is_equal and not became_nothing(before, value, outcome.arguments):
        return
    shown = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:57]}..."
    code, told = (
        ("refusal_as_success", "the same as for an accepted one") if is_equal else ("failure_as_nothing", shown)
    )
    report(
        CheckFailure(
            code,
            f"A service answered its request with status {refusal.status}, and the tool returned {told}. "
            "Look at the status, and raise or return an error dict.",
            arguments=outcome.arguments,
        ),
        announces_nothing(subject.facts, failing=True),
        answers_a_question(subject.facts),
    )
