"""Fresh world: the sandbox as a check finds it, without the traces of earlier calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....strategies.workspace_files import make_fresh_workspace
from ....targets.subject import Subject
from ..plausible_calls import plausible_calls
from .own_world import plant_world

__all__ = ["make_fresh", "make_fresh_for"]

_MAX_PLAUSIBLE = 8


def make_fresh(subjects: Iterable[Subject]) -> None:
    """Empty the sandbox, and plant the files that the tools expect."""
    for number, subject in enumerate(subjects):
        if number == 0:
            make_fresh_workspace(subject.sandbox)
        plausible_calls(subject, limit=_MAX_PLAUSIBLE)


def make_fresh_for(subject: Subject, calls: Iterable[Mapping[str, Any]] = ()) -> None:
    """Empty the sandbox, and plant the files that a function needs, and those that some calls of it name."""
    make_fresh_workspace(subject.sandbox)
    plant_world(subject, calls)
