"""A glance at each answer of a walk: secrets and tracebacks in it."""

from __future__ import annotations

from ...oracles.own_code import OwnCode
from ...oracles.secret_glance import SecretGlance, password_in_address
from ...targets.subject import Subject
from ..calls.walk import Monitor, Step, monitors
from .told_details.answer_search import TRACEBACK, private_values

__all__: list[str] = []


@monitors("errors_carry_no_detail", "results_hold_no_environment")
def _monitor_answers(subject: Subject) -> Monitor:
    sources = {file: file for file in OwnCode(subject.tool).files}
    glance = SecretGlance({**private_values(subject), "a traceback": TRACEBACK, **sources})

    def look(step: Step) -> str | None:
        return glance.name_in(step.answer) or password_in_address(step.answer)

    return look
