"""Preparing: calls of a server's other tools that create the records a tool's call needs.

A tool that looks up, changes or removes records of another tool answers every first call with "no such entry", which
shows nothing. A tool that wants another type of file or a free name gets calls with these. A successful preparation is
noted for later checks, which start with a clean workspace.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from forge_harness import ServerLostError

from ....oracles.kept_files import KeptFiles
from ....profile.emptiness import finds_nothing
from ....strategies.other_leaves import leaf_at, leaf_paths
from ....strategies.schemas.flat_schema import CannotMake, FlatSchema
from ....strategies.workspace_files import remove_planted
from ....targets.mcp.subject import ServedSubject
from ....targets.outcome import Outcome
from ....targets.own_clock import own_time
from ....targets.subject import Subject
from ....verdict import NotEnoughSeen
from ..answer_values import offered_values
from ..asking import looks_failed
from ..call_search import searched_call
from ..known_values import KnownValues, known_values, quoted_values
from ..listed_values import calls_with_listed_values, listed_values
from ..state_view import StateView
from ..varied_calls import OtherValues, varied_calls
from .fuller_calls import fuller_call
from .local_moments import calls_with_local_moments
from .made_records import calls_naming, record_made
from .near_moments import calls_with_near_moments
from .other_places import NEW_PLACE, calls_of_other_places, calls_with_told_endings
from .record_chains import call_of_chain, searched_chain
from .record_makers import aligned_calls, declared_calls, makers_of
from .refusal_examples import calls_with_examples
from .sample_files import SAMPLE_NAME, calls_with_samples, plant_sample
from .sibling_calls import sibling_calls
from .stocked_makers import with_more_in_stock
from .tried_makers import SHARE_OF_SEARCH, changing_makers, has_changed, holding_makers, uses_up, working_makers
from .unused_names import calls_with_unused_names

__all__ = ["bare_workspace", "is_made_by_others", "prepared_calls"]

#: Key of the note with the call that creates the record.
_NOTE = "made_by"
#: Share of a check's time for other calls that work, of which a slow tool gets few.
_SHARE_OF_VARIED = 0.05
_SLOW_S = 0.3
_MAX_CALLS, _MAX_LISTED = 2, 24
#: Calls with values that the program holds, and calls of chains.
_MAX_KNOWN, _MAX_CHAINED, _MAX_OTHERS, _MAX_FURTHER, _MAX_VARIED, _MAX_VARIED_KEPT = 150, 150, 3, 4, 50, 6


def prepared_calls(subject: Subject, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return *calls*, preceded by those that were found to work: with a record that another tool creates, for example.

    Args:
        subject: The tool.
        calls: Ordinary calls of the tool.
    """
    note = subject.notes.get(_NOTE)
    if note is None:
        note = subject.notes[_NOTE] = _search(subject, calls) or {}
    if not note:
        return [*calls, *calls_with_unused_names(subject, calls)]
    if "further" in note:
        # They are refused last, so they come before others that are refused at once.
        others = [*calls[_MAX_CALLS:], *calls_with_unused_names(subject, calls)]
        return [*calls[:_MAX_CALLS], *note["further"], *others]
    if "bare" in note:
        bare_workspace(subject)
        return [note["call"], *calls]
    if "sample" in note:
        plant_sample(subject.sandbox.workspace, (note["sample"][0], note["sample"][1]))
        return [note["call"], *calls]
    if "chain" in note:
        return [_named(subject, note["chain"]["call"], call_of_chain(subject, note["chain"])), *calls]
    if not note["tool"]:
        others = note.get("others", ())
        # Calls that work show more than so many that may be refused.
        return [note["call"], *others, *calls][: max(len(calls), len(others) + 1 + _MAX_CALLS)]
    # Create it even right after the search: a tool that removes records has removed it.
    made = record_made(subject, note["tool"], note["arguments"])
    # If creating is refused, the record still exists.
    named = (
        note["call"] if made is None else next(calls_naming(made, note["call"], subject.schema, only=note.get("only")))
    )
    return [_named(subject, note["call"], named), *calls]


def _named(subject: Subject, plain: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    """Take note of the names that a server has made up for the records of a call, and return the call."""
    if isinstance(subject, ServedSubject):
        for path in leaf_paths(named):
            name = leaf_at(named, path)
            if isinstance(name, str) and name != leaf_at(plain, path):
                subject.names.learn(path, name)
    return named


def bare_workspace(subject: Subject) -> None:
    """Remove the ordinary files if a call of the tool was found to work without them only."""
    if "bare" in (subject.notes.get(_NOTE) or {}):
        remove_planted(subject.sandbox.workspace)


def is_made_by_others(subject: Subject) -> bool:
    """Tell whether other tools were found to make what the calls of a tool need."""
    note = subject.notes.get(_NOTE) or {}
    return bool(note.get("tool")) or "chain" in note


def _search(subject: Subject, calls: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the call that creates a record and the call that needs it; None if none is needed or possible."""
    # The check will repeat the calls, so their effects must be undone.
    kept, is_used_up = KeptFiles(subject.sandbox.workspace), False
    try:
        # Before calls leave files.
        known = known_values(subject)
        told: list[dict[str, Any]] = []
        near: list[dict[str, Any]] = []
        view = StateView(subject, keeps_given=True)
        for call in calls[:_MAX_CALLS]:
            before = view.taken(call) if subject.facts.tier != "read" else {}
            began = own_time()
            reply = subject.call(call)
            is_slow = own_time() - began > _SLOW_S
            if reply.answer is None:
                return None
            if not looks_failed(reply):
                if subject.facts.tier != "read" and not is_slow and not has_changed(view, before, call):
                    made = next(changing_makers(subject, view, calls), None)
                    if made is not None:
                        is_used_up = True
                        return made
                if subject.facts.tier != "read":
                    # What the call needs may be there only once, or its answer shows what it has left.
                    again = subject.call(call)
                    is_used_up = looks_failed(again) or again.text != reply.text
                full = _fuller(subject, reply, known)
                working = full or reply
                others = _siblings(subject, working, known)
                varied = [] if is_slow else _varied(subject, working, calls, known)
                others += [one for one in varied if one not in others]
                is_news = full is not None or others
                return {"tool": "", "arguments": {}, "call": working.arguments, "others": others} if is_news else None
            others = [*calls_with_told_endings(subject, reply), *calls_with_local_moments(subject, call)]
            near += [one for one in calls_with_near_moments(subject, call) if one not in near]
            told += [one for one in (*others, *calls_with_examples(subject, reply)) if one not in told]
        made = next(
            itertools.chain(
                _worked(subject, [*told, *near]),
                working_makers(subject, told),
                working_makers(subject, calls),
                _holding(subject, calls, kept),
                working_makers(subject, near),
            ),
            None,
        )
        if made is not None:
            # So may the record that the call has found: what it has made of it bears other names.
            is_used_up = subject.facts.tier != "read" and uses_up(subject, made)
            return with_more_in_stock(subject, made) if is_used_up else made
        if not _all_fail(subject, calls[_MAX_CALLS:]):
            # The call that has worked may work only once.
            is_used_up = subject.facts.tier != "read"
            return None
        ways = (
            _elsewhere(subject, calls),
            _with_samples(subject, calls),
            _searched(subject, calls, known),
            _without_files(subject, calls),
        )
        found = next(itertools.chain.from_iterable(ways), None)
        if found is not None and subject.facts.tier != "read":
            # The records of a chain may be used up by one call.
            is_used_up = "chain" in found or ("call" in found and looks_failed(subject.call(found["call"])))
            return with_more_in_stock(subject, found) if is_used_up else found
        return found
    except ServerLostError:
        # The checks of the tool that ended the server will report it.
        return None
    finally:
        kept.put_back(calls, names=[NEW_PLACE, SAMPLE_NAME])
        if is_used_up:
            # In the memory of the server as well.
            subject.renew()
            kept.restore()


def _holding(subject: Subject, calls: list[dict[str, Any]], kept: KeptFiles) -> Iterator[dict[str, Any]]:
    """Yield what `holding_makers` does; in vain, what they have written over other files is undone."""
    yield from holding_makers(subject, calls)
    if makers_of(subject, calls[0] if calls else {}):
        subject.renew()
        kept.restore()


def _elsewhere(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield a call that works with another file or folder, if no call works as it is."""
    # Running out of time is not reported: without a working call no check passes, and the server's error says more.
    plain = calls[:_MAX_CALLS]
    declared, others = declared_calls(subject.facts, plain), calls_of_other_places(subject, plain)
    listed = itertools.islice(calls_with_listed_values(subject, plain), _MAX_LISTED)
    yield from _worked(subject, itertools.chain(declared, others, listed))


def _worked(subject: Subject, calls: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    patience = subject.patience(SHARE_OF_SEARCH)
    for call in calls:
        if not patience.has_time_to_shorten:
            return
        if not looks_failed(subject.call(call)):
            yield {"tool": "", "arguments": {}, "call": call}


def _with_samples(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield a call with a file of a content that the tool takes."""
    patience = subject.patience(SHARE_OF_SEARCH)
    for call, sample in calls_with_samples(subject, calls):
        if not patience.has_time_to_shorten:
            return
        if not looks_failed(subject.call(call)):
            yield {"sample": list(sample), "call": call}


def _without_files(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield a call that works only where the ordinary files are not: the server keeps others of its own there."""
    if subject.patience(SHARE_OF_SEARCH).has_time_to_shorten:
        subject.renew()
        remove_planted(subject.sandbox.workspace)
        yield from ({"bare": True, "call": call} for call in calls[:1] if not looks_failed(subject.call(call)))


def _all_fail(subject: Subject, calls: list[dict[str, Any]]) -> bool:
    """Return whether every call fails, as far as there is time to make it."""
    patience = subject.patience(SHARE_OF_SEARCH)
    return all(patience.has_time_to_shorten and looks_failed(subject.call(call)) for call in calls)


def _searched(subject: Subject, calls: list[dict[str, Any]], known: KnownValues) -> Iterator[dict[str, Any]]:
    """Yield a call with values that are quoted or held, or one after a chain of calls that create its records."""
    patience = subject.patience(SHARE_OF_SEARCH)

    def within(most: int) -> Callable[[], bool]:
        left = iter(range(most))
        return lambda: patience.has_time_to_shorten and next(left, None) is not None

    makers = makers_of(subject, calls[0] if calls else {})
    made = [aligned for facts, _ in makers for call in calls[:_MAX_CALLS] for aligned in aligned_calls(facts, call)]
    known.left_out = {value for call in made for value in call.values() if isinstance(value, str)}
    further: list[dict[str, Any]] = []
    search = partial(searched_call, subject, calls, on_further=further.append)
    try:
        told = quoted_values(subject)
        more = known
        call = search(told.values_for, may_go_on=within(_MAX_KNOWN))
        if call is None:
            more = known.with_more(listed_values(subject))
            call = search(more.values_for, may_go_on=within(_MAX_KNOWN))
            if call is not None and makers:
                # The lists may hold what these have left in vain, under names of which there are others next time.
                subject.renew()
                call = call if not looks_failed(subject.call(call)) else None
        if call is not None:
            reply = subject.call(call)
            others = _others(subject, calls, call, known) + _siblings(subject, reply, known)
            others += [one for one in _varied(subject, reply, calls, known) if one not in others]
            yield {"tool": "", "arguments": {}, "call": call, "others": others}
        chain = searched_chain(subject, makers, calls, listed=more.values_for, may_go_on=within(_MAX_CHAINED))
        if chain is not None:
            yield {"chain": chain}
        elif further:
            # None works, but these are refused later than the ordinary ones, or only after their work.
            yield {"further": [one for n, one in enumerate(further) if one not in further[:n]][:_MAX_FURTHER]}
    except (CannotMake, NotEnoughSeen):
        return


def _fuller(subject: Subject, working: Outcome, known: KnownValues) -> Outcome | None:
    """Return a call of a reader that finds something, if a working one finds nothing."""
    patience = subject.patience(SHARE_OF_SEARCH)
    left = iter(range(_MAX_KNOWN))
    return fuller_call(
        subject, working, known, may_go_on=lambda: patience.has_time_to_shorten and next(left, None) is not None
    )


def _siblings(subject: Subject, working: Outcome, known: KnownValues) -> list[dict[str, Any]]:
    """Return calls for other records, whose answers have other shapes."""
    patience = subject.patience(SHARE_OF_SEARCH)
    return sibling_calls(subject, working, known, may_go_on=lambda: patience.has_time_to_shorten)


def _varied(
    subject: Subject, working: Outcome, calls: list[dict[str, Any]], known: KnownValues
) -> list[dict[str, Any]]:
    """Return calls that work and have other answers than a working one, and than each other."""
    if looks_failed(working):
        return []
    view, patience, left = FlatSchema(subject.schema), subject.patience(_SHARE_OF_VARIED), iter(range(_MAX_VARIED))
    values = OtherValues(calls, quoted=quoted_values(subject), held=known)
    is_poor = finds_nothing(working.value, working.arguments)

    def answer(call: dict[str, Any]) -> str | None:
        if not view.fits(subject.schema, call) or not patience.has_time_to_shorten or next(left, None) is None:
            return None
        reply = subject.call(call)
        if looks_failed(reply):
            values.offered.update(dict.fromkeys(offered_values(reply.text, call)))
            return None
        return None if not is_poor and finds_nothing(reply.value, call) else _answer_of(subject, reply)

    return varied_calls(
        dict(working.arguments), values, answer, first_answer=_answer_of(subject, working), limit=_MAX_VARIED_KEPT
    )


def _answer_of(subject: Subject, reply: Outcome) -> str:
    """Return the text of an answer; of a tool that may change something, with the call."""
    return reply.text if subject.facts.tier == "read" else f"{reply.text}{dict(reply.arguments)}"


def _others(
    subject: Subject, calls: list[dict[str, Any]], call: dict[str, Any], known: KnownValues
) -> list[dict[str, Any]]:
    """Return calls that may work once the first has removed its record."""
    if subject.facts.tier == "read":
        return []
    found = []
    for name, value in call.items():
        if isinstance(value, str | int) and not any(name in one and one[name] == value for one in calls):
            values = [other for other in known.values_for(name, value) if other != value]
            found += [{**call, name: other} for other in values[:_MAX_OTHERS]]
    return found
