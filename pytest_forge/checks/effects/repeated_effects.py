"""The check of repeated effects: a tool that promises that repeating a call adds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ...profile.claim import claim_of
from ...profile.told_repeats import told_repeats
from ...profile.told_reuse import told_reuse, told_single_use
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NoCallFits, NotApplicable
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import StateView
from ..check import check
from .observed_calls import raise_unless_reached
from .repeats.counted_repeats import judge_counted_repeats
from .repeats.noticed_repeats import judge_other_forms
from .repeats.repeats_after_restart import judge_restarts
from .repeats.repeats_between import judge_repeats_between
from .repeats.reused_keys import judge_reused_keys
from .repeats.told_repeats import judge_told_repeats
from .repeats.zero_repeats import judge_zero_repeats

__all__ = ["repeated_calls_add_nothing"]

_MAX_CALLS = 4


@check(
    family="effects",
    level="MUST",
    source="MCP 2025-11-25, ToolAnnotations: idempotentHint",
    codes={
        "repeat_acts": "Repeating a call changes something again, although the tool says that it does not.",
        "repeat_acts_later": "After a call of another tool, a call is carried out that was noticed as repeated before.",
        "repeat_acts_after_restart": "After a new start, a call is carried out that was noticed as repeated before.",
        "repeat_adds": "Repeating a call adds again if its text has another form, such as capitals.",
        "repeat_moves_again": "Repeating a call moves an amount or a count again, though it is said not to.",
        "reused_key_acts": "A key that is said to act once acts again if it comes with other arguments.",
        "reused_key_answered": "A key with other arguments is answered as a repetition, though said to be refused.",
    },
)
def repeated_calls_add_nothing(subject: Subject) -> None:
    """A tool with idempotentHint, or facts={"creates": False}, changes nothing when a call is repeated.

    A client that gets no answer sends an idempotent call again. An entry is then added twice, an amount is booked
    twice, or a setting is toggled back.

    The check makes ordinary calls three times, also with texts in capitals. After each, it compares files of the
    workspace, rows of its databases and answers of the target's reading tools. It fails when the second and the third
    call both change one of them.

    Another tool of a server is called for the record that the call has made. It fails when an equal call then changes
    data that another such call had left as they were.

    A server is also started again in the same folder, and the modules of a function are imported once more. It fails
    when an equal call then changes data that had been kept.

    A tool that declares nothing may still notice repeated calls: the second of equal calls changes nothing. Then the
    check fails when:

    - Equal calls change the same data each time if their text has capitals, spaces around it or a combining accent.
      Such a tool looks up one form of the text, and keeps another.
    - A text in another form of Unicode is answered as a new one. The description says that these forms are the same
      text.

    The description of the tool or of a key may promise more. Then the check fails when:

    - An equal call, or one with the same key, is said to take effect once. Still, each of equal calls moves a number of
      the data or of the answer by an amount of the call, or as calls with other keys do. In the latter case, numbers
      that are named or said to count calls are not judged.
    - A call whose answer is 0 is carried out again when it is repeated, although such a call with another answer is
      not. The amount of the call is chosen so that it takes all that there is.
    - A call that changes nothing when it is repeated changes the data again after a new start. The description says
      what becomes of a repeated call or key, and does not say that earlier calls are forgotten.
    - A key that was used for another call is said to be refused, or the docstring names an exception for it. Still,
      such a call is answered like an equal one.
    - A key is said to act once. Still, a call with the same key and another argument leaves the data that a call with
      another key leaves. Arguments that the sentence names are not changed, and calls that replace the data of the key
      are not judged.

    Not judged:

    - Read-only tools.
    - Moments and generated names, and logs.
    - Data that also differ without a call.
    """
    claim = claim_of(subject.facts, "creates")
    if subject.facts.tier == "read":
        raise NotApplicable("The tool is declared read-only.")
    refuses = judge_reused_keys(subject)
    if claim.source not in ("declared", "annotated"):
        is_told = judge_told_repeats(subject) or refuses
        is_told = judge_counted_repeats(subject) or is_told
        is_told = judge_zero_repeats(subject) or is_told
        is_told = _judge_told_restarts(subject) or is_told
        if judge_other_forms(subject) or is_told:
            return
        raise NotApplicable("The tool does not say that repeating a call has no further effect, and notices none.")
    if claim:
        raise NotApplicable("The tool does not say that repeating a call has no further effect.")
    teller = "The annotation idempotentHint says" if claim.source == "annotated" else "The tool declares"
    said = f"{teller} that repeating a call has no further effect"
    view = StateView(subject)
    outcomes: list[Outcome] = []
    repeated, noticed = False, None
    calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    for call in subject.patience().each(calls):
        outcomes.append(_made(subject, call))
        if outcomes[-1].timed_out:
            break
        if not outcomes[-1].succeeded:
            continue
        if len(calls) <= _MAX_CALLS:
            calls += [other for other in _in_capitals(subject, call) if other not in calls]
        states = [view.taken(call)]
        while len(states) < 3 and _made(subject, call).succeeded:
            states.append(view.taken(call, is_settled=False))
            if not view.changed(*states[-2:]):
                break
        if not repeated and len(states) == 2:
            noticed = call
        repeated = repeated or len(states) > 1
        again = [view.changed(*states[:2]), view.changed(*states[1:])] if len(states) == 3 else []
        places = [place for place in again[0] if place in again[1]] if again else []
        if places:
            raise CheckFailure(
                "repeat_acts",
                f"{said}, but each of equal calls changed {places[-1]}. "
                "Leave the data alone if they are as asked for, or take the promise back.",
                arguments=call,
            )
    if noticed is not None:
        judge_restarts(subject, said, noticed)
    raise_unless_reached(subject, outcomes)
    if not repeated:
        raise NotApplicable("No call succeeded twice.")


def _judge_told_restarts(subject: Subject) -> bool:
    """Judge new starts of a tool whose description tells of repeated calls or keys; return whether a call is noticed.

    Raises:
        CheckFailure: If the call acts again after a new start.
    """
    told = told_repeats(subject.facts) or next(
        iter(told_single_use(subject.facts) or told_reuse(subject.facts) or ()), ""
    )
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS] if told else []
    except NoCallFits:
        return False
    said = f'The description says "{told}"'
    for place, call in enumerate(subject.patience().each(calls)):
        judge_repeats_between(subject, said, place)
        if judge_restarts(subject, said, call):
            return True
    return False


def _in_capitals(subject: Subject, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with its texts in capitals, if allowed: a name may be compared as sent, and kept otherwise."""
    loud = dict(call)
    with suppress(CannotMake):
        view = FlatSchema(subject.schema)
        for name, value in call.items():
            raised = {**loud, name: value.upper()} if isinstance(value, str) else loud
            loud = raised if view.fits(subject.schema, raised) else loud
        yield loud


def _made(subject: Subject, call: dict[str, object]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
