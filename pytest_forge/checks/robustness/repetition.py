"""The check of repetition: a read-only tool gives equal calls equal answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ...profile.claim import Claim
from ...profile.moves_on import moves_on, tells_of_calls
from ...profile.reads import promise_of_reading, reads
from ...profile.told_stays import told_to_stay
from ...profile.varies import chooses, value_varies, varies
from ...strategies.mined_constants import author_codes, changes_state, has_changing_defaults
from ...strategies.own_names import text_of_own_patterns
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.facts import ToolFacts
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable, NotEnoughSeen
from ..calls.bugs import BugFinder
from ..calls.call_variants import richer_calls
from ..calls.copies import in_a_copy
from ..calls.edge_calls import FastCalls
from ..calls.plausible_calls import plausible_calls
from ..calls.sequences import before_json
from ..check import check
from .equal_calls.answer_differences import MANY_REPEATS, REPEATS, Answer, Difference, differences, grows, places_of
from .equal_calls.default_days import judge_default_days
from .equal_calls.failing_repeats import FAILED, fails_for_its_number
from .equal_calls.filled_stores import fill_store
from .equal_calls.folder_orders import judge_folder_orders
from .equal_calls.hash_seed import judge_hash_seed
from .equal_calls.hidden_counters import reseed
from .equal_calls.joined_parts import judge_joined_parts
from .equal_calls.kept_state import (
    judge_asked_names,
    judge_changing_calls,
    judge_hidden_counters,
    judge_kept_state,
    judge_server_keys,
    judge_stale_files,
)
from .equal_calls.last_pages import judge_last_pages
from .equal_calls.pages import judge_pages
from .equal_calls.read_effects import calls_of_reader, leaves_arguments
from .equal_calls.reader_effects import judge_read_effects, judge_stale_reads
from .equal_calls.salted_servers import judge_salted_server
from .equal_calls.text_pages import judge_text_pages
from .lasting_reads import calls_that_fit

__all__ = ["equal_calls_agree"]

_MAX_CALLS, _MAX_ACTS = 4, 8
#: Random calls for each check from which on a run is thorough.
_MANY = 1_000
#: Share of a check's time for the repeated calls.
_SHARE = 0.4
#: Texts of equal length.
_ALIKE = ("red", "sky", "oak")


@check(
    family="robustness",
    level="MUST",
    source="Authoring Forge Tools: What the function returns, a dict with a stable shape",
    codes={
        "answers_differ": "Equal calls are answered differently.",
        "equal_call_fails": "After several equal calls that succeed, one fails.",
        "hash_order": "An answer follows from the order of a set of texts, which differs from process to process.",
        "folder_order": "An answer follows from the order in which the system lists a folder, and not that of names.",
        "hash_seed": "An answer follows from the built-in hash() of a text, which differs from process to process.",
        "read_stores": "A reader stores an entry that others then find.",
        "read_changes_answers": "A call of a reader changes what another call answers.",
        "stale_answer": "After a change, an earlier answer is returned again.",
        "incomplete_cache_key": "A call gets the answer to a call that differs in one or two arguments.",
        "answer_holds_other_call": "An answer contains text from another call.",
        "page_loses_entries": "Following the cursors of short pages loses entries that a long page has.",
        "page_loses_letters": "Following the offsets of a text's pages loses letters that it has.",
        "page_leads_nowhere": "A page leads on to one without entries, or tells of a further page that has none.",
        "default_of_import": "A default is the day on which the module was imported.",
        "argument_stays": "A call without an argument gets the answer for an earlier call's argument.",
    },
)
def equal_calls_agree(subject: Subject) -> None:
    """A read-only tool gives equal calls equal answers.

    A list grows with every call, a default keeps the last call's items, or a look-up empties a table. The model then
    acts on data from other calls.

    The check makes each call six times, or ten times if the tool changes any state. It then repeats the whole series,
    to tell the effect of earlier calls from chance and the clock. It fails when:

    - Equal calls get different answers, and the difference shows again in the second series.
    - A call fails after equal calls that succeed.
    - Only the first of equal calls returns data.
    - A list comes in a different order.
    - One of several items of the call is picked at random, though all are equally long.

    A function also fails when it keeps something from one call to the next:

    - Texts come in the order of a set, which differs in the next process.
    - An answer stays the same although its file has changed.
    - Another reader finds or lists an entry only after this tool was asked for it, in vain or not.
    - After a change, an answer from before it is returned.
    - A call gets the answer to one that differs in an argument, or in two with the same sum or joined text.
    - An argument stays for later calls without it.
    - After a call of it, such as one with a switch, another call of it is answered otherwise.
    - An answer contains text from another call.

    A tool without a tier is judged like a reader if its description promises to change nothing. Any other function
    without a tier is judged by the second list only. Text from another call then counts in two cases: the tool's name
    only means reading, or a call changes a default. Its equal calls also fail when an answer comes twice, changes and
    comes back. Any change that repeats is enough if the call changes data that the description promises to leave as
    they are, or if after a call that changes these data, another call is answered otherwise. The calls must change
    nothing outside the tool's memory, and must not ask for the time. A tool that moves on answers differently each
    time, and one that runs out stays so.

    A tool of the tier read, or of none, may answer page by page. The check follows what each short page says of the
    next one, or a value of its last entry if the description of an argument asks for it. It fails when:

    - The pages end without an entry that one long page has. Another tool may first have added entries whose days,
      numbers, choices and texts are in no order.
    - A page leads on to one without entries. The description says that none leads on where there are no more.
    - The last page with entries tells of a further one, by a flag such as "has_more" or by the number of all pages.
    - The pages of a text lose letters of several bytes, and nothing else. Another tool may first have stored the text.

    A function of such a tier also fails in two cases:

    - Its calls change nothing outside, and an answer follows from the built-in hash() of a text, or from the order of a
      set of texts. Both are others in each process.
    - An answer follows from the order in which the system lists a folder. The description must say that files are in
      the order of their names.

    A server is started afresh for both series. Its reader is judged by the first list, but not for calls that fail. It
    also fails when:

    - After a write, it gives the earlier answer, and another one if the earlier call was not made. There is a record of
      each kind then, such as a section with an article, and each of the other tools changes one.
    - A call gets the answer to one that differs in an argument, as above, unless it is the first call.
    - Another reader lists an unknown name only after this tool was asked for it.
    - An argument stays for later calls without it, or in what another reader shows.
    - Its calls change what another reader answers, each call another part of it. An example is messages that become
      marked as read.
    - After a call of it, such as one for a day long after, another call of it is answered otherwise.
    - Its calls use up a number that a writing tool gives out, or have that tool refuse a call that it takes otherwise.
    - A Python server answers otherwise when it is started with another salt of hashes.

    A function of any tier fails if a default is today's date and its source does not contain that date. It is the day
    of the import, and stays when the day changes. It also fails if it keeps two names, and a call is answered as a
    repetition of one with two others that are the same once they are joined, such as "A" and "17-3" for "A-17" and "3".

    Not judged:

    - Tools that declare the tier write or execute, but for the default and the names.
    - Numbers that count the calls.
    - Values in the first of equal calls only, as with a cache.

    If answers differ and a word suggests that this is intended, the verdict names the word. With facts={"varies":
    False} or {"moves_on": False}, the tool is judged all the same.
    """
    facts = subject.facts
    judge_default_days(subject)
    judge_joined_parts(subject)
    if facts.tier == "read" or not facts.tier_declared:
        judge_pages(subject)
        judge_last_pages(subject)
        judge_text_pages(subject)
        judge_hash_seed(subject)
        judge_folder_orders(subject)
    if not ((facts.tier == "read" and facts.tier_declared) or promise_of_reading(facts)):
        base = None if facts.tier_declared else next(iter(calls_that_fit(subject, limit=1)), None)
        if base is not None:
            excuse = judge_stale_files(subject, [base])
            with_leaks = reads(facts) or has_changing_defaults(subject.tool)
            excuse = judge_kept_state(subject, base, with_leaks=with_leaks) or excuse
            excuse = judge_hidden_counters(subject) or excuse
            if told_to_stay(facts):
                excuse = judge_changing_calls(subject, calls_that_fit(subject, limit=_MAX_ACTS)) or excuse
            if excuse is not None:
                raise excuse.not_judged()
        raise NotApplicable("The tool does not declare the tier 'read'. Declare it if the tool only reads.")
    if subject.is_served:
        _judge_server_reads(subject)
        return
    calls = [*plausible_calls(subject, limit=_MAX_CALLS), *richer_calls(subject, limit=2)][: _MAX_CALLS + 1]
    calls += _calls_with_equals(subject, calls)
    excuse = judge_stale_files(subject, calls)
    # The first call may use up what is kept, and show it only if it finds something.
    excuse = _judge_repetition(subject, [*_calls_with_own_patterns(subject, calls), *calls]) or excuse
    excuse = judge_kept_state(subject, calls[0], with_leaks=True) or excuse
    excuse = judge_changing_calls(subject, plausible_calls(subject, limit=_MAX_ACTS)) or excuse
    if excuse is not None:
        raise excuse.not_judged()


def _judge_server_reads(subject: Subject) -> None:
    excuse: Claim | None = None
    has_writers = any(facts.tier != "read" for facts, _ in subject.neighbours)
    if subject.effort.random_calls >= _MANY or has_writers or leaves_arguments(subject):
        acts = calls_of_reader(subject)
        # Earlier checks may have emptied or filled what it reads.
        subject.renew()
        excuse = judge_read_effects(subject, acts)
    calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    excuse = _judge_repetition(subject, calls) or excuse
    if has_writers:
        # Without records, an answer has nothing that may change.
        excuse = _judge_repetition(subject, calls[:1], is_filled=True) or excuse
    excuse = judge_asked_names(subject, plausible_calls(subject, limit=_MAX_CALLS)) or excuse
    excuse = judge_server_keys(subject, plausible_calls(subject, limit=_MAX_CALLS)) or excuse
    excuse = judge_stale_reads(subject) or excuse
    judge_salted_server(subject, calls)
    if excuse is not None:
        raise excuse.not_judged()


def _judge_repetition(subject: Subject, calls: Sequence[dict[str, Any]], *, is_filled: bool = False) -> Claim | None:
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


def _calls_with_equals(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first call with lists of texts, changed to texts of equal length, if the schema allows them."""
    view = FlatSchema(subject.schema)
    for call in calls:
        lists = [name for name, value in call.items() if value and isinstance(value, list) and _are_texts(value)]
        changed = call | {name: list(_ALIKE) for name in lists}
        if lists and view.fits(subject.schema, changed):
            return [changed]
    return []


def _calls_with_own_patterns(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first call with a text in which the tool's own regular expressions find something."""
    text = text_of_own_patterns(subject.tool)
    fits = FlatSchema(subject.schema).fits
    for call in calls[:1] if text else ():
        for name, value in call.items():
            changed = {**call, name: text}
            if isinstance(value, str) and fits(subject.schema, changed):
                return [changed]
    return []


def _given_items(call: Mapping[str, Any]) -> frozenset[Any]:
    """Return the texts in the lists of a call."""
    lists = [value for value in call.values() if isinstance(value, list)]
    return frozenset(item for items in lists for item in items if isinstance(item, str))


def _are_texts(value: list[Any]) -> bool:
    return all(isinstance(item, str) for item in value)


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
