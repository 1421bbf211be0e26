"""Requests at once: a server's answers to requests that are sent without waiting for each other."""

from __future__ import annotations

import itertools
import json
import time
from typing import Any

from forge_harness import McpAnswer

from ....regex import regex
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure, NotEnoughSeen
from ...calls.asking import own_server
from ...calls.plausible_calls import plausible_calls
from ...calls.working import working_replies
from .lost_entries import lost_entry
from .lost_updates import TOGETHER, lost_update

__all__ = ["judge_requests_at_once"]

_EACH, _ROUNDS, _IN_TURN = 3, 3, 4
_MAX_SECONDS = 0.3
_SHORTEST_PAUSE_S = 0.005
_NUMBER = regex(r"\d+")


def judge_requests_at_once(subject: Subject) -> None:
    """Judge that requests which are sent together each get their own answer, and no counter value twice.

    The calls are sent in turn, then together, and compared: the ids of the answers, the answers of calls that were
    constant in turn, and numbers that rose by one with every call in turn; for a writer also the numbers and lists that
    it and readers answer, after equal calls and after calls that differ in one argument. A defect must show twice.

    Raises:
        CheckFailure: If one does not.
    """
    tool = own_server(subject)
    calls = _quick_ones(subject)
    in_turn = [[_shown(subject.call(call)) for _ in range(_IN_TURN)] for call in calls]
    fixed = [answers[0] if len({*answers}) == 1 else None for answers in in_turn]
    counts = [_counted(answers) and _with_pauses(subject, call) for call, answers in zip(calls, in_turn, strict=True)]
    # A number that is read and written again may be lost among many calls only.
    each = max(_EACH, TOGETHER // len(calls)) if any(counts) else _EACH
    seen: list[str] = []
    unanswered = 0
    for _ in subject.patience().each(range(_ROUNDS)):
        tool.server.recover()
        sent = [index for _ in range(each) for index in range(len(calls))]
        answers = tool.server.call_together(
            tool.name, [calls[index] for index in sent], call_s=_EACH * len(calls) * subject.call_s / 2
        )
        subject.has_seen(len(sent))
        unanswered += sum(not given for given in answers)
        found = _mixed_ids(answers) or _others(sent, answers, fixed) or _twice(sent, answers, counts)
        if found and found in seen:
            raise CheckFailure(
                "calls_mixed_up",
                f"Of {len(sent)} calls that were sent together, {found}. Keep a call's working data in local "
                "variables, and hold one lock from the read to the write.",
                arguments=calls[0],
            )
        seen.append(found)
    if unanswered:
        subject.has_left(unanswered, is_hung=True)
    if subject.facts.tier == "read" or unanswered:
        return
    lost = lost_update(subject, calls[0]) or lost_entry(subject)
    if lost is not None:
        together = "calls that were sent together, differ" if lost.differs else "equal calls that were sent together"
        differ = f" in {lost.differs!r} alone" if lost.differs else ""
        raise CheckFailure(
            "update_lost",
            f"Of {lost.made} {together}{differ} and succeeded, {lost.missing} do not count in what "
            f"{lost.reader!r} answers. Hold one lock for all that is written together, from the read to the write, "
            "also across an await.",
            about=lost.reader,
            arguments=lost.call,
        )


def _quick_ones(subject: Subject) -> list[dict[str, Any]]:
    """Return one or two different calls that work and are quick."""
    replies = working_replies(subject, plausible_calls(subject), most=2)
    quick = [reply.arguments for reply in replies if reply.seconds < _MAX_SECONDS]
    if not quick:
        subject.has_left(_ROUNDS * _EACH)
        raise NotEnoughSeen("Not judged: the calls take too long to send several at once.")
    return quick


def _shown(reply: Outcome) -> str:
    return "" if reply.answer is None else _text(reply.answer)


def _text(answer: McpAnswer) -> str:
    return f"{answer.kind} {json.dumps(answer.body, sort_keys=True, default=repr)}"


def _counted(answers: list[str]) -> str:
    """Return the answers without numbers if these stay equal or rise by one each time, and nothing else differs."""
    if len({_NUMBER.sub("#", answer) for answer in answers}) > 1 or len({*answers}) < len(answers):
        return ""
    columns = zip(*([int(digits[:18]) for digits in _NUMBER.findall(answer)] for answer in answers), strict=True)
    steps = [{later - earlier for earlier, later in itertools.pairwise(column)} for column in columns]
    rises = all(step in ({0}, {1}) for step in steps) and {1} in steps
    return _NUMBER.sub("#", answers[0]) if rises else ""


def _with_pauses(subject: Subject, call: dict[str, Any]) -> str:
    """Return `_counted` of calls with pauses between them, in which a clock rises by more than one."""
    answers = []
    for _ in range(3):
        reply = subject.call(call)
        answers.append(_shown(reply))
        time.sleep(_SHORTEST_PAUSE_S + 2 * reply.seconds)
    return _counted(answers)


def _mixed_ids(answers: list[list[McpAnswer]]) -> str:
    most = max(map(len, answers))
    return "one was answered under the id of another" if most > 1 and not all(answers) else ""


def _others(sent: list[int], answers: list[list[McpAnswer]], fixed: list[str | None]) -> str:
    for index, given in zip(sent, answers, strict=True):
        own = fixed[index]
        others = {answer for answer in fixed if answer is not None and answer != own}
        if own is not None and any(_text(answer) in others for answer in given):
            return "one got the answer of another"
    return ""


def _twice(sent: list[int], answers: list[list[McpAnswer]], counts: list[str]) -> str:
    for call, counted in enumerate(counts):
        texts = [_text(given[0]) for index, given in zip(sent, answers, strict=True) if index == call and given]
        # Other answers, such as a refusal while another call is at work, are not numbers.
        numbers = [text for text in texts if _NUMBER.sub("#", text) == counted]
        if len({*numbers}) < len(numbers):
            return "two got the same number, while calls in turn each get the next one"
    return ""
