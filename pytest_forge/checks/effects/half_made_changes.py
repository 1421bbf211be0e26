"""The check of half-made changes: a call that fails leaves the data as they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.fake_sleep import fake_sleep
from ..calls.missing_things import failing_calls, unlisted_values
from ..calls.only_computes import raise_if_it_only_computes
from ..calls.plausible_calls import plausible_calls
from ..calls.preparation.preparing import is_made_by_others
from ..calls.state_view import StateView, is_database, is_empty_database
from ..calls.worlds.own_world import plant_world
from ..check import check
from .half_changes.half_named_calls import half_named_calls
from .half_changes.half_wrong_calls import (
    MAX_RECORDS,
    behind_a_new_record,
    half_wrong_calls,
    longer_lists,
    with_repeated_records,
)
from .half_changes.late_commits import judge_late_commits
from .half_changes.later_calls import judge_later_calls
from .half_changes.lone_records import judge_lone_records
from .half_changes.refused_repeats import judge_refused_repeats
from .half_changes.shown_halves import judge_shown_halves
from .half_changes.story_failures import judge_story
from .half_changes.unreadable_files import judge_unreadable_files
from .half_changes.unwritable_values import judge_unwritable_values
from .half_changes.wrong_items import UNKNOWN_ENTRY
from .observed_calls import raise_unless_reached

__all__ = ["failing_calls_change_nothing"]

_MAX_CALLS, _MAX_FIRST, _MAX_AFRESH = 4, 3, 6
#: Calls with another identifier at the end of a list that are made afresh.
_MAX_LISTED = 3


@check(
    family="effects",
    level="SHOULD",
    source="Forge Tools: three tiers; the approver of a write expects all of it or nothing",
    codes={
        "half_made_change": "A call that fails has changed data before.",
        "refused_then_done": "A call that is refused is answered as done when it is repeated.",
        "later_call_fails": "After a call that fails, another one fails as well, which works without it.",
    },
)
def failing_calls_change_nothing(subject: Subject) -> None:
    """A call that fails leaves files, rows and records as they were.

    A model that is told of a failure corrects the call and sends it again. If the first half of the work was done, it
    is done twice, or the data stay broken. Pieces are taken from a shelf and put on none, or a part of a file is left.

    The check makes ordinary calls, then each of them with something wrong:

    - A name that does not exist, or an unusable value.
    - At the end of a list: a record with an unknown key, an unknown name, the last record once more, or the record of a
      call that worked.
    - At the end of a text of rows: another row, and a wrong one.
    - At the end of an object with free keys: an unknown key, or one of the form of the others with an unusable value.
    - At the end of pairs, or of lists side by side: a name that the program knows in an amount that is not there.
    - For a function, a number below zero or one that is more than there is. Of several names with amounts, there is
      enough of one alone.
    - For a server, of the records that the call needs, those of one other tool alone.
    - Of two records that another tool can make, one is replaced by one that does not exist. An amount becomes a large
      one.
    - For a function that needs several files, each of them damaged in turn.
    - For a function, a text that cannot be encoded, or NaN as a number or a JSON text; within lists and records, too.

    It compares files of the workspace and of HOME, rows of their databases, and answers of the target's reading tools.
    It fails when:

    - They differ before and after a call that fails, or once the next call has worked.
    - A text that cannot be encoded, or NaN, loses what an earlier call has stored. Half of a surrogate pair may lose
      what it was to replace, unless the description says that this stays.
    - A call of a function works, but not after one that fails, or after several. The failing one may ask for more than
      earlier calls have left, or for all of it under a name that has no room for it, or be the same call with a file
      that is damaged until then.
    - A call that is refused is answered as done when it is sent again: at once, or, for a server, without doing
      anything once another tool has added what was lacking.
    - A call of a function that is refused for the last item of a list, or the last row of a text, moves a number of the
      next answer to where a call that works moves it, and with the wrong item first it does not.

    Tools of a server are also called in random order, on the state that earlier calls have left. Other tools make
    several records, until there is room for some of them and not for all.

    Not judged:

    - Read-only tools.
    - Moments and generated names, logs, readers that tell of calls, such as those of an audit log, and data that also
      differ without a call.
    - A database that is made without rows, and the first rows that every refused call adds to one.
    - Wrong records and rows at the end, where the description says that those before stay.
    - Records that an equal failing call does not change again. If no call of a server's tool works, each is made on a
      server that has just been started. It must change the same data twice, each time on a fresh server.
    """
    if subject.facts.tier == "read" and subject.facts.tier_declared:
        raise NotApplicable("The tool is declared read-only.")
    raise_if_it_only_computes(subject)
    outcomes: list[Outcome] = []
    if not subject.is_served:
        # Before a wrong call has left something in memory, such as a lock that is held or a name that is taken now.
        judge_later_calls(subject)
        judge_shown_halves(subject)
        subject.renew()
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    for call in subject.patience().each(calls):
        outcomes.append(_made(subject, call))
        if outcomes[-1].timed_out:
            break
    if subject.is_served and all(_has_failed(outcome) for outcome in outcomes):
        # The last ones have been refused latest.
        _judge_first_calls(subject, calls[: -_MAX_FIRST - 1 : -1])
        judge_lone_records(subject, calls)
    if any(one.timed_out for one in outcomes):
        raise_unless_reached(subject, outcomes)
    worked = [one for one in outcomes if one.succeeded]
    view = StateView(subject, of_calls=False)
    wrong = list(half_wrong_calls(subject, worked))
    has_failed = _judge_each(subject, view, [*wrong, *with_repeated_records(subject, worked)])
    if worked and _has_failed(_made(subject, worked[0].arguments)):
        # A record that is there already stands in the way of a list that ends with it.
        has_failed = _judge_each(subject, view, list(behind_a_new_record(subject, worked[0]))) or has_failed
        # What is right in a wrong call was used up by the call that worked.
        has_failed = _judge_each(subject, view, wrong[:_MAX_AFRESH], is_afresh=True) or has_failed
    elif worked and subject.is_served and is_made_by_others(subject):
        # The first refused call may have done its half already, and all later ones find it done.
        has_failed = _judge_each(subject, view, _one_an_argument(wrong, worked[0]), is_afresh=True) or has_failed
    elif worked and not subject.is_served:
        if _changes_only_afresh(subject, view, worked[0].arguments):
            # What is right in a wrong call was done by the call that worked. A file that is laid out is no change.
            has_failed = _judge_each(subject, view, wrong[:_MAX_AFRESH], is_afresh=True, only_known=True) or has_failed
        # What is closed already is not closed again, and nothing would show.
        listed = [call for call in wrong[:MAX_RECORDS] if longer_lists(call, worked)]
        has_failed = _judge_each(subject, view, listed[:_MAX_LISTED], is_afresh=True, after=worked) or has_failed
    if calls:
        # What other functions of a module have to make first is no part of an ordinary call.
        half_named = half_named_calls(subject, worked[0].arguments if worked else calls[0])
        has_failed = _judge_each(subject, view, half_named) or has_failed
    if worked and has_failed:
        judge_late_commits(subject, wrong, worked[0].arguments, partial(_begin, subject))
    if worked:
        judge_refused_repeats(subject, worked[0].arguments, partial(_begin, subject))
    if worked and subject.is_served:
        has_failed = judge_story(subject, view) or has_failed
    if worked and not subject.is_served:
        judge_unreadable_files(subject, worked[0].arguments)
        has_failed = judge_unwritable_values(subject, view, worked[0].arguments) or has_failed
    if not has_failed:
        raise_unless_reached(subject, outcomes)
        raise NotApplicable("No call failed.")


def _judge_each(
    subject: Subject,
    view: StateView,
    calls: Iterable[dict[str, Any]],
    *,
    is_afresh: bool = False,
    only_known: bool = False,
    after: Iterable[Outcome] = (),
) -> bool:
    """Judge each call that fails, and return whether one did.

    Args:
        subject: The tool.
        view: The data that it may change.
        calls: The calls.
        is_afresh: Whether each is made in the state in which a check begins.
        only_known: Whether only data count that were there before.
        after: Calls that worked, of which the lists are continued: see `_begin`.

    Raises:
        CheckFailure: For the first that has changed data.
    """
    has_failed, calls = False, list(calls)
    for call in subject.patience().each(calls):
        if is_afresh:
            _begin(subject, call, longer_lists(call, after))
        places, outcome = _changed_by(subject, view, call, only_known=only_known)
        if outcome.timed_out:
            subject.has_left(1, is_hung=True)
            break
        has_failed = has_failed or _has_failed(outcome)
        if not places or not _has_failed(outcome):
            continue
        if is_afresh:
            _begin(subject, call, longer_lists(call, after))
        again, outcome = _changed_by(subject, view, call)
        if not _has_failed(outcome):
            continue
        # A file that the first call has left is the same after the second.
        left = [place for place in places if place in again or place.startswith("the file")]
        is_laid_out = left and is_afresh and _is_laid_out(subject, view, call, calls, left[-1])
        if left and not is_laid_out and not _is_laid_out_alike(subject, view, call, left[-1]):
            raise CheckFailure(
                "half_made_change",
                f"A call failed, but had changed {left[-1]} before. Check everything before the first change, or undo "
                "it: use a transaction, or a file that is renamed at the end.",
                arguments=call,
            )
    return has_failed


def _is_laid_out(
    subject: Subject, view: StateView, call: dict[str, Any], others: Iterable[dict[str, Any]], place: str
) -> bool:
    """Tell whether a call makes the same file as another one that fails: every first call lays it out."""

    def made(one: dict[str, Any]) -> str | None:
        _begin(subject, one)
        before = view.taken(one)
        has_failed = _has_failed(_made(subject, one))
        return view.taken(one, is_settled=False).get(place) if has_failed and place not in before else None

    own = made(call)
    further = [one for one in others if _is_other(one, call)] if own is not None else []
    if own is not None and not any(isinstance(value, str) and value in place for value in call.values()):
        further = [*_with_wrong_records_alone(call), *further]
    return any(made(one) == own for one in further[:_MAX_AFRESH])


def _is_laid_out_alike(subject: Subject, view: StateView, call: dict[str, Any], place: str) -> bool:
    """Tell whether a call that fails adds the same to a database as one with another value, which then changes nothing.

    It adds the rows with which a tool begins, and nothing of the call; a database that is new holds nothing else.
    """

    def made(*calls: dict[str, Any]) -> list[str]:
        _begin(subject, calls[0])
        before = view.taken(call).get(place, "")
        has_failed = all(_has_failed(_made(subject, one)) for one in calls)
        data = view.taken(call, is_settled=False).get(place, "")
        has_added = set(before.splitlines()) < set(data.splitlines())
        return [data] if has_failed and has_added and is_database(data) else []

    own = made(call)
    fits = FlatSchema(subject.schema).fits
    changed = ({**call, name: other} for name, value in call.items() for other in _others_than(value))
    alike = [one for one in changed if own and fits(subject.schema, one) and made(one) == own]
    return any(made(call, one) == own for one in alike)


def _one_an_argument(wrong: Iterable[dict[str, Any]], worked: Outcome) -> list[dict[str, Any]]:
    """Return the calls with one argument of another value than one that worked, the last for each argument."""
    found: dict[str, dict[str, Any]] = {}
    for call in wrong:
        others = [name for name, value in call.items() if value != worked.arguments.get(name)]
        if len(others) == 1:
            found[others[0]] = call
    return list(found.values())[:_MAX_AFRESH]


def _others_than(value: Any) -> list[str | int]:
    is_named = isinstance(value, str | int) and not isinstance(value, bool)
    return [other for other in unlisted_values(value) if other != value][:1] if is_named else []


def _with_wrong_records_alone(call: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a call with nothing but an unknown record in one of its lists: it has no record to begin with."""
    for name, value in call.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            record = value[0]
            yield {
                **call,
                name: [{key: UNKNOWN_ENTRY if isinstance(part, str) else part for key, part in record.items()}],
            }


def _is_other(one: dict[str, Any], call: dict[str, Any]) -> bool:
    """Tell whether two calls have at most half of their arguments in common, and no item of a list."""
    lists = ((value, call.get(name)) for name, value in one.items() if isinstance(value, list))
    has_shared = any(item in other for value, other in lists if isinstance(other, list) for item in value)
    return not has_shared and 2 * sum(call.get(name) == value for name, value in one.items()) <= len(one)


def _begin(subject: Subject, call: dict[str, Any], names: Iterable[str] = ()) -> None:
    """Restore the state in which a check begins, with the files that its calls need.

    Where *names* are lists that end with an unknown item, a call with that item alone is made as well: it does nothing
    but what every first call does, such as making an empty database.
    """
    subject.renew()
    plausible_calls(subject, limit=_MAX_CALLS)
    if not subject.is_served:
        plant_world(subject, [call])
    for name in names:
        _made(subject, {**call, name: call[name][-1:]})


def _changes_only_afresh(subject: Subject, view: StateView, call: dict[str, Any]) -> bool:
    """Tell whether a call that has been made changes nothing, and does in the state in which a check begins."""
    if _changed_by(subject, view, call)[0]:
        return False
    _begin(subject, call)
    return bool(_changed_by(subject, view, call, only_known=True)[0])


def _judge_first_calls(subject: Subject, calls: list[dict[str, Any]]) -> None:
    """Judge a server's tool of which no call works: one may have done its work all the same, which it does only once.

    Each call is the second one of a server that has just been started, since the first may prepare it for all others.
    """
    for call in calls:
        changed: list[list[str]] = []
        while len(changed) < 2:
            subject.renew()
            unknown = next((one for one in failing_calls(subject, [call]) if one), None)
            if unknown is None or not _has_failed(_made(subject, unknown)):
                break
            places, outcome = _changed_by(subject, StateView(subject, of_calls=False), call)
            if not places or not _has_failed(outcome):
                break
            changed.append(places)
        left = [place for place in changed[0] if place in changed[1]] if len(changed) > 1 else []
        if left:
            raise CheckFailure(
                "half_made_change",
                f"A call failed, but had changed {left[-1]} before, and a retry finds the work done. "
                "Check everything before the first change, the result included, or undo it.",
                arguments=call,
            )


def _changed_by(
    subject: Subject, view: StateView, call: dict[str, Any], *, only_known: bool = False
) -> tuple[list[str], Outcome]:
    before = view.taken(call)
    outcome = _made(subject, call)
    after = view.taken(call, is_settled=False)
    known = [place for place in view.changed(before, after) if place in before or not only_known]
    return [place for place in known if place in before or not is_empty_database(after.get(place, ""))], outcome


def _has_failed(outcome: Outcome) -> bool:
    return outcome.ran and not outcome.succeeded and not outcome.timed_out


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
