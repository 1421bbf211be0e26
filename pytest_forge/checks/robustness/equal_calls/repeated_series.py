"""A series of equal calls, made twice: their answers agree, and none fails that worked before."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ....profile.claim import Claim
from ....profile.moves_on import moves_on, tells_of_calls
from ....profile.varies import chooses, value_varies, varies
from ....strategies.mined_constants import author_codes, changes_state
from ....targets.facts import ToolFacts
from ....targets.subject import Subject
from ....verdict import CheckFailure, NotApplicable, NotEnoughSeen
from ...calls.bugs import BugFinder
from ...calls.copies import in_a_copy
from ...calls.edge_calls import FastCalls
from ...calls.sequences import before_json
from .answer_differences import MANY_REPEATS, REPEATS, Answer, Difference, differences, grows, places_of
from .failing_repeats import FAILED, fails_for_its_number
from .filled_stores import fill_store
from .hidden_counters import reseed

__all__ = ["judge_repetition"]

#: Share of a check's time for the repeated calls.
_SHARE = 0.4


def judge_repetition(subject: Subject, calls: Sequence[dict[str, Any]], *, is_filled: bool = False) -> Claim | None:
    """Judge whether equal calls agree; return the claim that excuses a difference, None if there is none.

    Args:
        subject: The tool.
        calls: Calls of it.
        is_filled: Whether other tools of its server add records first.
    """
    bugs = BugFinder(subject)
    before = fill_store(subject, calls[0]) if is_filled else []
    if is_filled and not before:
        return None
    if subject.is_served:
        # It is started afresh for both series only if one suggests a difference.
        first: Any = _sequences(subject, calls, bugs)
        if any(differences(seen) for seen in first):
            subject.renew()
            before = fill_store(subject, calls[0]) if is_filled else []
            first = _sequences(subject, calls, bugs)
    else:
        first = in_a_copy(lambda: _sequences(subject, calls, bugs), limit_s=_SHARE * subject.check_s + subject.call_s)
    if first is None:
        subject.has_left(REPEATS * len(calls))
        raise NotEnoughSeen("Not judged: the repeated calls did not return.")
    if first and not any(seen and seen[0]["end"] == "returned" for seen in first):
        raise NotApplicable("No plausible call succeeded.")
    # Why the call of a server fails is not observable: it may limit its rate.
    excuse = None if subject.is_served else _judge_failures(subject, calls, first)
    excuse = _judge_losses(subject, calls, first) or excuse
    candidates = [index for index, seen in enumerate(first) if differences(seen)]
    if not candidates:
        return excuse
    if subject.is_served:
        subject.renew()
        before = fill_store(subject, calls[0]) if is_filled else []
    else:
        reseed(subject, "another way")
    second = _sequences(subject, calls[: candidates[-1] + 1], bugs)
    for index in candidates:
        again = {one.place: one for one in differences(second[index])} if index < len(second) else {}
        given = _given_items(calls[index])
        for difference in differences(first[index]):
            repeated = again.get(difference.place)
            # Chance and the clock do not repeat; a changing order is wrong in any case.
            is_choice = len(given) > 1 and all(isinstance(value, str) and value in given for value in difference.values)
            if repeated is None or not (difference.is_order or is_choice or repeated.values == difference.values):
                continue
            # Values that repeat in the same turns are not picked at random.
            claim = _excuse(subject.facts, difference, is_choice=is_choice and repeated.values != difference.values)
            if not claim:
                raise CheckFailure(
                    "answers_differ",
                    f"Equal calls gave different answers: {difference.what}. "
                    "Make the answer depend on the arguments alone, and keep no state between calls.",
                    about=difference.name,
                    arguments=calls[index],
                    before=before_json(before),
                )
            excuse = excuse or claim
    return excuse


def _judge_losses(subject: Subject, calls: Sequence[dict[str, Any]], seen: Sequence[Sequence[Answer]]) -> Claim | None:
    """Judge whether only the first of equal calls returns data; return the claim that excuses it, None if all do."""
    for call, answers in zip(calls, seen, strict=False):
        if len(answers) < REPEATS or any(answer["end"] != "returned" for answer in answers):
            continue
        if not _data(answers[0], call) or any(_data(answer, call) for answer in answers[1:]):
            continue
        claim = next((claim for claim in (moves_on(subject.facts), varies(subject.facts)) if claim), None)
        if claim is not None:
            return claim
        raise CheckFailure(
            "answers_differ",
            "Only the first of equal calls returned data, and the later ones none. Keep what a call reads for the next "
            "one: a generator, for example, is empty once it was read.",
            arguments=call,
        )
    return None


def _data(answer: Answer, call: Mapping[str, Any]) -> list[Any]:
    """Return the texts, numbers and lists of an answer that the call does not contain."""
    given = [value for one in call.values() for value in (one if isinstance(one, list) else [one])]
    return [
        value
        for place, value in answer["places"].items()
        if (value if place.endswith("#items") else "#" not in place and value not in given)
    ]


def _judge_failures(
    subject: Subject, calls: Sequence[dict[str, Any]], seen: Sequence[Sequence[Answer]]
) -> Claim | None:
    """Judge whether a call fails that succeeded before; return the claim that excuses it, None if there is none."""
    for call, answers in zip(calls, seen, strict=False):
        ends = [answer["end"] for answer in answers]
        if (
            ends[:1] != ["returned"]
            or FAILED not in ends
            or not fails_for_its_number(subject, call, ends.index(FAILED))
        ):
            continue
        claims = (moves_on(subject.facts), tells_of_calls(subject.facts), varies(subject.facts))
        claim = next((claim for claim in claims if claim), None)
        if claim is not None:
            return claim
        raise CheckFailure(
            "equal_call_fails",
            f"Of equal calls, number {ends.index(FAILED) + 1} failed, and not because of the time. "
            'Keep no count of calls, or document it and declare facts={"moves_on": True}.',
            arguments=call,
        )
    return None


def _excuse(facts: ToolFacts, difference: Difference, *, is_choice: bool) -> Claim:
    """Return the claim that answers are meant to differ in this way; it is true if anything suggests it."""
    is_longer = grows(difference.place, difference.values)
    claims = [
        moves_on(facts),
        # A random choice changes the answer but does not make it grow; an author may declare even that.
        *(
            claim
            for claim in [chooses(facts) if is_choice else varies(facts)]
            if not is_longer or claim.source == "declared"
        ),
        *([value_varies(facts, difference.name)] if difference.tells_of_call else []),
    ]
    return next((claim for claim in claims if claim), claims[0])


def _given_items(call: Mapping[str, Any]) -> frozenset[Any]:
    """Return the texts in the lists of a call."""
    lists = [value for value in call.values() if isinstance(value, list)]
    return frozenset(item for items in lists for item in items if isinstance(item, str))


def _sequences(subject: Subject, calls: Sequence[dict[str, Any]], bugs: BugFinder) -> list[list[Answer]]:
    sequences: list[list[Answer]] = []
    repeats = MANY_REPEATS if changes_state(author_codes(subject.tool)) else REPEATS
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for number, call in enumerate(calls):
            seen: list[Answer] = []
            for repeat in patience.each(range(repeats)):
                outcome = fast.call(call)
                if outcome.timed_out:
                    subject.has_left(repeats * (len(calls) - number) - repeat)
                    return json.loads(json.dumps(sequences, default=repr))  # type: ignore[no-any-return]
                bug = bugs.in_outcome(outcome)
                end = "returned" if outcome.succeeded else f"raised {bug}" if bug else FAILED
                value = outcome.value if outcome.succeeded else None
                seen.append({"end": end, "places": dict(places_of(value))})
                if not outcome.ran:
                    break
            sequences.append(seen)
    return json.loads(json.dumps(sequences, default=repr))  # type: ignore[no-any-return]  # as the copy's are
