"""Planted answer: what a call answers while the files that it needs are there."""

from __future__ import annotations

import json
from typing import Any

from ....targets.subject import Subject
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.own_world import plant_world

__all__ = ["planted_answer"]


def planted_answer(subject: Subject, call: dict[str, Any]) -> str | None:
    """Return what a call answers as JSON; None if it fails or does not return."""
    if not subject.is_served:
        plant_world(subject, [call])
    with fake_sleep():
        outcome = subject.call(call)
    if outcome.timed_out or not outcome.succeeded:
        return None
    return json.dumps(outcome.value, sort_keys=True, default=repr)
