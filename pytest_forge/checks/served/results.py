"""What a tool of a server gives back: an answer in time, in the shape of the protocol and of its own schema."""

from __future__ import annotations

from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun
from ..check import served
from ..results import answers as _declared  # noqa: F401  # declares the checks
from .asking import ask, furnished_calls


@served("call_returns")
def call_returns(subject: Subject) -> None:
    """A plausible call comes back, and leaves the server standing."""
    answered = False
    for call in furnished_calls(subject, limit=5):
        reply = ask(subject, call)
        if reply.answer is None:
            raise CheckFailure(
                f"The server did not answer a call within {subject.call_s:g} s. Bound what it waits for.",
                arguments=reply.arguments,
            )
        answered = True
    if not answered:
        raise CouldNotRun("No plausible call could be made. Give the fields examples.")
