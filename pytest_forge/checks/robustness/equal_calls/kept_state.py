"""Kept state: what a tool keeps from one call to the next, as far as other calls show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ....profile.claim import Claim
from ....profile.moves_on import keeps_entries, moves_on, tells_of_calls, value_tells_of_calls
from ....profile.reads import promise_of_reading, reads
from ....profile.told_caches import tells_of_cache, tells_of_shared_answers
from ....profile.varies import value_varies, varies
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.sequences import before_json
from ..lasting_reads import answers, call_that_leaks, call_that_stores, calls_that_fit, lines_of, stale_call
from .asked_names import asked_name_that_stays
from .changing_calls import changing_call
from .foreign_answer import ForeignAnswer, by_place, foreign_place
from .hash_order import call_in_hash_order
from .hidden_counters import call_with_hidden_counter
from .incomplete_keys import call_with_foreign_answer
from .kept_entries import shows_kept_entry
from .merged_values import call_with_merged_value
from .quiet_calls import are_quiet
from .reader_effects import judge_stale_reads
from .server_keys import servers_foreign_answer
from .stale_files import call_with_stale_files, is_kept_for_files
from .sticky_arguments import sticky_argument

__all__ = [
    "judge_asked_names",
    "judge_changing_calls",
    "judge_hash_order",
    "judge_hidden_counters",
    "judge_kept_state",
    "judge_server_keys",
    "judge_stale_files",
]

_MAX_CALLS, _EQUAL_CALLS = 4, 3
#: How many times as large other numbers are, which no key takes for the same.
_FURTHER = (3, 9, 0.3)


def judge_hash_order(subject: Subject, base: Mapping[str, Any]) -> Claim | None:
    """Judge that no answer lists texts in the order of a set; return the claim that excuses it, or None."""
    call = call_in_hash_order(subject, base)
    if call is None:
        return None
    excuse = varies(subject.facts)
    if excuse:
        return excuse
    raise CheckFailure(
        "hash_order",
        "A result lists texts in the order of a set, which differs from process to process. "
        "Sort them, or keep the order of the input.",
        arguments=call,
    )


def judge_kept_state(subject: Subject, *, with_leaks: bool) -> Claim | None:
    """Judge leaks and state shared with other tools; return the claim that excuses a finding, or None."""
    excuse: Claim | None = None
    leak = call_that_leaks(subject) if with_leaks else None
    if leak is not None:
        claim = leak.excuse or moves_on(subject.facts)
        if not claim or (claim.source == "guessed" and promise_of_reading(subject.facts)):
            raise CheckFailure(
                "answer_holds_other_call",
                "The answer to a call contains text from the call before it. "
                "Keep no state between calls, such as a mutable default or a table that each call adds to.",
                arguments=leak.call,
            )
        excuse = excuse or claim
    return _judge_what_lasts(subject) or excuse


def judge_asked_names(subject: Subject, calls: list[dict[str, Any]]) -> Claim | None:
    """Judge that no other reader lists what this one was asked for; return the claim that excuses it, or None."""
    asked = asked_name_that_stays(subject, calls)
    if asked is None:
        return None
    # Only a list of what was asked for may grow by it; to take the next item lists nothing.
    claims = (moves_on(asked.other), tells_of_calls(asked.other))
    claim = next((one for one in claims if one), None)
    if claim is None:
        raise CheckFailure(
            "read_stores",
            f"After a call with the unknown name {asked.call[asked.name]!r} in {asked.name!r}, {asked.other.name!r} "
            "lists it. Look up with get(), not with setdefault() or a defaultdict.",
            about=asked.other.name,
            arguments=asked.call,
        )
    return claim


def judge_stale_files(subject: Subject, calls: list[dict[str, Any]]) -> Claim | None:
    """Judge that answers follow the files of the workspace; return the claim that excuses a finding, or None."""
    call = call_with_stale_files(subject, calls)
    if call is None:
        return None
    claims = (tells_of_calls(subject.facts), moves_on(subject.facts), varies(subject.facts))
    claim = next((one for one in claims if one), None)
    if claim is None:
        raise CheckFailure(
            "stale_answer",
            "After the files that it reads have changed, the tool still answers as before, also a day later. "
            "Read them at each call, or compare their times of change, to the nanosecond.",
            arguments=call,
        )
    return claim


def judge_changing_calls(subject: Subject, calls: Sequence[dict[str, Any]]) -> Claim | None:
    """Judge that no call of a function changes what another one answers; return the claim that excuses it, or None."""
    found = changing_call(subject, calls)
    if found is None:
        return None
    facts = subject.facts
    claims = [one for one in (moves_on(facts), tells_of_calls(facts), value_tells_of_calls(facts, found.place)) if one]
    if promise_of_reading(facts):
        # What keeps nothing has no next entry and no history, whatever a word suggests.
        claims = [one for one in claims if one.source == "declared"]
    if claims:
        return claims[0]
    raise CheckFailure(
        "read_changes_answers",
        f"The tool is said to leave its data as they are, but after this call it answers another one otherwise, at "
        f"{found.place.strip() or 'the result'!r}. Work on a copy of the data, or take back that they stay.",
        arguments=found.act,
    )


def judge_hidden_counters(subject: Subject) -> Claim | None:
    """Judge equal calls of a tool without a tier; return the claim that excuses a difference, or None."""
    found = call_with_hidden_counter(subject, calls_that_fit(subject, limit=_MAX_CALLS))
    if found is None:
        return None
    call, difference = found
    facts = subject.facts
    chance = varies(facts)
    claims = [moves_on(facts), tells_of_calls(facts), value_varies(facts, difference.name)]
    # It is neither chance nor the clock, whatever a word suggests.
    claim = next((one for one in [*claims, *([chance] if chance.source == "declared" else [])] if one), None)
    if claim is None:
        raise CheckFailure(
            "answers_differ",
            f"Equal calls gave different answers: {difference.what}. "
            "Make the answer depend on the arguments alone, and keep no state between calls.",
            about=difference.name,
            arguments=call,
        )
    return claim


def _judge_what_lasts(subject: Subject) -> Claim | None:
    if not reads(subject.facts):
        return _judge_keys(subject, is_reader=False)
    # Later calls fill the tool's caches.
    claim = _judge_keys(subject, is_reader=True)
    found = call_that_stores(subject)
    if found is not None:
        call, other = found
        raise CheckFailure(
            "read_stores",
            f"After a call, {other!r} finds an entry that it did not find before. "
            "Look up with get(), not with setdefault() or a defaultdict.",
            about=other,
            arguments=call,
        )
    asked = judge_asked_names(subject, calls_that_fit(subject, limit=1))
    sticky = _judge_sticky_arguments(subject)
    claim = claim or sticky or asked
    if claim is not None:
        return claim
    found = stale_call(subject)
    if found is None:
        return judge_stale_reads(subject)
    call, other = found
    claim = tells_of_calls(subject.facts)
    if not claim:
        raise CheckFailure(
            "stale_answer",
            f"Stale cache: after {other!r} changes the data, a call made earlier still returns the old answer. "
            "Invalidate on change, or document the TTL.",
            about=other,
            arguments=call,
        )
    return claim


def _judge_keys(subject: Subject, *, is_reader: bool) -> Claim | None:
    calls = calls_that_fit(subject, limit=_MAX_CALLS)
    foreign = call_with_foreign_answer(subject, calls, is_needed=is_reader)
    is_cache, is_shared = tells_of_cache(subject.facts), tells_of_shared_answers(subject.facts)
    with_numbers = is_reader or (is_cache and not is_shared)
    foreign = foreign or call_with_merged_value(subject, calls, with_numbers=with_numbers)
    if foreign is None or (is_cache and is_shared and any(type(one) is float for one in _values(foreign))):
        return None
    claims = [value_tells_of_calls(subject.facts, foreign.place), _moving(subject, foreign.call)]
    if not is_reader:
        # A cache that is told keeps no entry if its answer names what this call was given, or follows from it.
        is_told = is_cache and (_names_own_value(subject, foreign) or _follows_from_number(subject, foreign))
        # A tool that keeps what it is given may return the entry that it has.
        if foreign.is_echo or not are_quiet(subject, [foreign.before, foreign.call], may_ask_time=is_told):
            return None
        if shows_kept_entry(subject, foreign):
            return None
        claims += [] if is_told or _is_of_both(subject, foreign) else [keeps_entries(subject.facts)]
    if any(claim and claim.source == "guessed" for claim in claims):
        # What ends with the content of a file is a cache of it, whatever a word suggests.
        is_cache = is_kept_for_files(subject, foreign.before, foreign.call)
        claims = [claim for claim in claims if not (is_cache and claim.source == "guessed")]
    return _report_key(subject, foreign, claims)


def _is_of_both(subject: Subject, foreign: ForeignAnswer) -> bool:
    """Tell whether calls that differ in one of two arguments get answers of their own: what is kept is for both."""
    single = [{**foreign.before, name: foreign.call.get(name)} for name in foreign.names]
    return len(single) > 1 and all(foreign_place(subject, foreign.before, call) is None for call in single)


def _values(foreign: ForeignAnswer) -> list[Any]:
    """Return the values in which the calls differ."""
    return [call.get(name) for call in (foreign.before, foreign.call) for name in foreign.names]


def _names_own_value(subject: Subject, foreign: ForeignAnswer) -> bool:
    """Tell whether the answer repeats each of the arguments that differ, as this call gives them."""
    told = answers(subject, [(subject, foreign.before), (subject, foreign.call)]) or ["", ""]
    before, after = map(by_place, told)
    changed = {value for place, values in after.items() if values != before.get(place) for value in values}
    return all(repr(foreign.call.get(name)) in changed for name in foreign.names)


def _follows_from_number(subject: Subject, foreign: ForeignAnswer) -> bool:
    """Tell whether numbers further away have an answer of their own behind the earlier call."""
    given = foreign.call.get(foreign.names[0])
    if len(foreign.names) != 1 or isinstance(given, bool) or not isinstance(given, int | float):
        return False
    fits = FlatSchema(subject.schema).fits
    values = [int(given * times) if isinstance(given, int) else given * times for times in _FURTHER]
    others = [{**foreign.call, foreign.names[0]: value} for value in values]
    for call in [other for other in others if fits(subject.schema, other)]:
        told = answers(subject, [(subject, foreign.before), (subject, call)], is_needed=False)
        before, after = map(by_place, told if told and all(told) else ("", ""))
        if foreign.place in after and after[foreign.place] != before.get(foreign.place):
            return True
    return False


def judge_server_keys(subject: Subject, calls: Sequence[dict[str, Any]]) -> Claim | None:
    """Judge that no call of a server's reader gets the answer to another; return the claim that excuses it, or None."""
    foreign = servers_foreign_answer(subject, calls)
    if foreign is None:
        return None
    # A count or a moment would not be the same again after two more starts.
    return _report_key(subject, foreign, [_moving(subject, foreign.call)])


def _moving(subject: Subject, call: dict[str, Any]) -> Claim:
    """Return `moves_on`; its declaration only, if equal calls show that the tool does not, whatever a word suggests."""
    claim = moves_on(subject.facts)
    if not claim or claim.source != "guessed":
        return claim
    if subject.is_served:
        made = [subject.call(call) for _ in range(_EQUAL_CALLS)]
        told = [lines_of(outcome.value) if outcome.succeeded else "" for outcome in made]
    else:
        told = answers(subject, [(subject, call)] * _EQUAL_CALLS) or [""]
    return replace(claim, holds=False) if told[0] and len(set(told)) == 1 else claim


def _report_key(subject: Subject, foreign: ForeignAnswer, claims: Sequence[Claim]) -> Claim:
    claim = next((one for one in claims if one), None)
    if claim is not None:
        return claim
    others = " and another ".join(map(repr, foreign.names))
    where = f", in files with {foreign.where}" if foreign.where else ""
    raise CheckFailure(
        "incomplete_cache_key",
        f"A call got the answer to an earlier call with another {others}{where}. "
        "Make every argument, as it is, a part of the cache's key.",
        about=foreign.names[0],
        arguments=foreign.call,
        before=before_json([*foreign.added, (subject.facts.name, foreign.before)]),
    )


def _judge_sticky_arguments(subject: Subject) -> Claim | None:
    sticky = sticky_argument(subject)
    if sticky is None:
        return None
    claims = [one for one in (moves_on(subject.facts), tells_of_calls(subject.facts)) if one]
    if promise_of_reading(subject.facts):
        # What keeps nothing has no next entry and no history, whatever a word suggests.
        claims = [one for one in claims if one.source == "declared"]
    if claims:
        return claims[0]
    raise CheckFailure(
        "argument_stays",
        f"After a call with {sticky.name!r}, a call without it is answered as if it were given. "
        "Copy the defaults for each call, and keep no argument between calls.",
        about=sticky.name,
        arguments=sticky.call,
        before=before_json(sticky.before),
    )
