"""Unreached services: a request that reaches nobody, and is answered like one that the service accepted.

the service accepts     {"sent": True}
the service refuses     an error: the tool looks at what became of its request
no connection           {"sent": True}: and not at whether it arrived
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....oracles.audit import AuditLog
from ....oracles.network_canary import Page, answer_requests, answered_requests, without_answers
from ....profile.claim import Claim
from ....profile.failures import answers_a_question
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.own_world import own_world, plant_world

__all__ = ["judge_unreached_services"]

_MAX_CONTROLS = 2
_ACCEPTED = Page(b"{}")
_REFUSED = Page(b'{"error": {"code": "refused", "message": "The request was refused."}}', status=503)
_CHANGES = frozenset(("write", "create", "delete", "move"))


def judge_unreached_services(
    subject: Subject, controls: list[Outcome], report: Callable[[CheckFailure, Claim], None]
) -> None:
    """Judge that a call whose request reaches nobody is not answered like one whose request is accepted.

    Only a tool that reports a refused request as a failure is judged: to another one, the request may be of no account.
    Neither is one that changes files, in which the request may wait.

    Args:
        subject: The tool.
        controls: Calls that worked.
        report: Called with a finding and the claim that may excuse it.
    """
    usual = own_world(subject).page
    try:
        for control in controls[:_MAX_CONTROLS]:
            with without_answers():
                unreached, actions = _asked(subject, control.arguments, None)
            if "connect" not in actions or not _CHANGES.isdisjoint(actions) or not unreached.succeeded:
                continue
            accepted, _ = _asked(subject, control.arguments, usual or _ACCEPTED)
            if not answered_requests() or not _is_alike(accepted, unreached):
                continue
            refused, _ = _asked(subject, control.arguments, _REFUSED)
            if answered_requests() and not refused.succeeded:
                report(
                    CheckFailure(
                        "unreached_as_success",
                        "No connection could be made, and the tool returned the same as for an accepted request. "
                        "Look whether an attempt has succeeded, and raise or return an error dict if none has.",
                        arguments=control.arguments,
                    ),
                    answers_a_question(subject.facts),
                )
    finally:
        answer_requests(usual)


def _is_alike(one: Outcome, other: Outcome) -> bool:
    value = in_json_types(one.returned) if one.succeeded else None
    return value is not None and value == in_json_types(other.returned)


def _asked(subject: Subject, arguments: dict[str, Any], page: Page | None) -> tuple[Outcome, set[str]]:
    """Make a call whose requests are answered with a page, and return it with the actions that were seen."""
    plant_world(subject, [arguments])
    answer_requests(page)
    log = AuditLog()
    with log, fake_sleep():
        outcome = subject.call(dict(arguments))
    return outcome, {event.action for event in log.events}
