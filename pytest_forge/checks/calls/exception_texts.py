"""Exception texts: results of a server that are the text of a Python exception and nothing else."""

from __future__ import annotations

from ...oracles.exception_form import exception_form
from ...targets.outcome import Outcome

__all__ = ["exception_text"]


def exception_text(reply: Outcome, *, with_keys: bool = True) -> str:
    """Return how a result is the text of a Python exception and nothing else; "" if it is not.

    Args:
        reply: The call and its result.
        with_keys: Whether a quoted argument counts, as the text of a KeyError.
    """
    if reply.answer is None or not reply.succeeded:
        return ""
    return exception_form(reply.answer.value, reply.arguments if with_keys else {})
