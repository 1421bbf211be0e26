"""Salted servers: answers of a Python server that follow from the hash of a text, which each start gives another salt.

arm("P-7")     hash("P-7") % 3     "light" until the server is started again, then "control"

All servers of a run have one salt, so that their answers can be compared; this one is started with others.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from ....profile.told_repeats import forgets_at_restart
from ....profile.varies import varies
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import served_tool
from ...calls.sequences import NamedCall, before_json
from ...calls.state_view import without_moments
from .filled_stores import fill_store

__all__ = ["judge_salted_server"]

_USUAL, _OTHERS = 0, (1, 2)


def judge_salted_server(subject: Subject, calls: list[dict[str, Any]]) -> None:
    """Judge that the answers of a reader are the same when its server is started with another salt.

    Args:
        subject: A reader of a server.
        calls: Calls of it.

    Raises:
        CheckFailure: If one differs for each of two other salts, and not when the server is only started again.
    """
    if not calls or not served_tool(subject).server.follows_salt:
        return
    if varies(subject.facts) or forgets_at_restart(subject.facts):
        return
    usual, other = (_answers(subject, calls, salt) for salt in (_USUAL, _OTHERS[0]))
    place = next((place for place in range(len(calls)) if usual[place : place + 1] != other[place : place + 1]), None)
    if place is None or len(usual) != len(other):
        return
    before: list[NamedCall] = []
    again = _answers(subject, calls, _USUAL, before)
    third = _answers(subject, calls, _OTHERS[1])
    # Three salts may share two answers, and chance or a number of the start differs each time.
    if again == usual and _answers(subject, calls, _OTHERS[0]) == other and len(third) == len(usual):
        raise CheckFailure(
            "hash_seed",
            "The answer is another one when the server is started again with another salt: it follows from the "
            "built-in hash() of a text, or from the order of a set. Use a digest of hashlib, or sort the items.",
            arguments=calls[place],
            before=before_json(before),
        )


def _answers(
    subject: Subject, calls: list[dict[str, Any]], salt: int, before: list[NamedCall] | None = None
) -> list[str]:
    """Return the answers of a server that has just started; none if a call does not return.

    Args:
        subject: A reader.
        calls: Calls of it.
        salt: Number of the salt; 0 is that of all other servers.
        before: Takes the calls that filled its store.
    """
    server = served_tool(subject).server
    with server.other_salt(salt) if salt else nullcontext():
        subject.renew()
        filled = fill_store(subject, calls[0])
        if before is not None:
            before[:] = filled
        outcomes = [subject.call(call) for call in calls]
    if any(outcome.timed_out or outcome.answer is None for outcome in outcomes):
        return []
    return [without_moments(outcome.text) for outcome in outcomes]
