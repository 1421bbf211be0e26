"""Fresh world: the sandbox as a check finds it, without the traces of earlier calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from ....strategies.workspace_files import make_fresh_workspace
from ....targets.subject import Subject
from ..copies import in_a_copy
from ..plausible_calls import plausible_calls
from .own_world import plant_world

__all__ = ["in_a_fresh_world", "make_fresh", "make_fresh_for"]

ToldT = TypeVar("ToldT")

_MAX_PLAUSIBLE = 8


def in_a_fresh_world(subject: Subject, told: Callable[[], ToldT], *, most_calls: int) -> ToldT | None:
    """Return what calls tell in a fresh world: a server that has just been started, or a copy of this process.

    Args:
        subject: The tool.
        told: Makes the calls; of a copy, its result comes in JSON types.
        most_calls: How many calls' time it may take.

    Returns:
        None as well if the copy is lost, of which the engine is told.
    """
    if subject.is_served:
        subject.renew()
        plausible_calls(subject, limit=1)
        return told()

    def made() -> ToldT:
        make_fresh([subject])
        return told()

    found: ToldT | None = in_a_copy(made, limit_s=most_calls * subject.call_s, tell=subject.has_left)
    return found


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
