"""Failures: a failed call never looks like a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from ...oracles.faults import FaultCampaign
from ...oracles.program_state import ProgramState
from ...oracles.secret_search import find_leaks
from ...profile.claim import Claim
from ...profile.failure_marks import (
    contradiction,
    explained_failure,
    failure_in_place,
    failure_mark,
    plain_failure,
    says_not_found,
)
from ...profile.failures import (
    announces_errors,
    answers_a_question,
    chooses_its_answers,
    compares_files,
    looks_things_up,
    tells_of_errors,
)
from ...strategies.mined_constants import mined_constants
from ...targets.mcp.unusable import names_refusal
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding, NotApplicable
from ..calls.exception_texts import exception_text
from ..calls.excuses import Excuses
from ..calls.only_computes import only_computes, stays_in_memory
from ..calls.ordinary_outcomes import calls_made
from ..calls.plausible_calls import plausible_calls
from ..calls.told_words import told_words
from ..calls.worlds.own_world import plant_world
from ..check import check
from .hidden_failures.absent_records import judge_absent_lookups, judge_absent_records
from .hidden_failures.closed_records import judge_closed_records
from .hidden_failures.damaged_documents import judge_damaged_documents
from .hidden_failures.damaged_files import judge_damaged_files
from .hidden_failures.disguises import disguised
from .hidden_failures.empty_answers import judge_empty_answers
from .hidden_failures.exit_statuses import judge_exit_statuses
from .hidden_failures.fallback_values import judge_fallback_values
from .hidden_failures.ignored_conflicts import judge_ignored_conflicts
from .hidden_failures.impossible_days import judge_impossible_days
from .hidden_failures.joined_names import judge_joined_names
from .hidden_failures.kept_answers import documents_of_server, judge_kept_answers
from .hidden_failures.lost_changes import judge_lost_changes
from .hidden_failures.lost_stores import judge_lost_stores
from .hidden_failures.lost_writes import judge_lost_writes
from .hidden_failures.missing_folders import judge_missing_folders
from .hidden_failures.optional_files import judge_optional_files
from .hidden_failures.other_holders import judge_other_holders
from .hidden_failures.packed_files import judge_packed_files
from .hidden_failures.refused_requests import judge_refused_requests
from .hidden_failures.stale_versions import judge_stale_versions
from .hidden_failures.taken_periods import judge_taken_periods
from .hidden_failures.unfailed_names import judge_unfailed_names
from .hidden_failures.unkept_amounts import judge_unkept_amounts
from .hidden_failures.unmet_rows import judge_unmet_memory, judge_unmet_rows
from .hidden_failures.unopened_files import judge_unopened_files
from .hidden_failures.unreachable_services import judge_unreachable_services
from .hidden_failures.unreached_services import judge_unreached_services
from .provocations import provoked_outcomes, working_outcomes

__all__ = ["failure_is_not_success"]

#: Texts from the tool's own code that are tried as arguments.
_MAX_OWN = 8


@check(
    family="results",
    level="MUST",
    source="Authoring Forge Tools: Error handling inside a tool",
    codes={
        "failure_as_success": "A failure is returned as an ordinary result.",
        "failure_beside_success": "A result contains an error sentence and a success flag.",
        "failure_in_place": "A sentence about an error takes the place of data that another call returned.",
        "failure_as_nothing": "A failure is answered with an empty result.",
        "failure_as_part": "A compressed file whose end is missing is answered like a shorter one that is whole.",
        "failure_as_memory": "After a file is damaged or a service gone, the tool answers as before, from memory.",
        "file_lost": "A call gives two files one new name, and the content of one is lost.",
        "file_overwritten": "An archive gives back one of two files that have one name in different folders.",
        "refusal_as_success": "A request that the service refused is answered like an accepted one.",
        "unreached_as_success": "A request that reached no service is answered like an accepted one.",
        "stale_change_as_success": "A change of an earlier version of a record is ignored and answered as made.",
        "taken_period_accepted": "A period that overlaps a taken one is accepted, while others are refused.",
        "amount_unkept": "A number is told with the amount of a call, and no later call finds the amount in it.",
        "change_unmade": "A change of a record that is closed, or in another state, is answered as made and is not.",
        "conflict_as_success": "A call whose text is kept nowhere is answered like one whose text is kept.",
        "store_lost": "A store that cannot be read is taken for an empty one, and replaced.",
        "write_lost": "The tool reports a failed write, move or removal as done.",
    },
)
def failure_is_not_success(subject: Subject) -> None:
    """A failure is raised or returned as an error dict, and never disguised as a result.

    The agent loop takes a text like "Error: ...", {"success": false} and {"status": "error"} for results. It then gives
    the model no guidance, counts no failure, and records a success. It is worse when a tool reports a failed write as
    done.

    The check compares calls that work with calls that should fail. Those name a path that does not exist, or contain a
    text that cannot be parsed. For a function, files, sockets and processes are made to fail as well. The check fails
    when:

    - Such a call returns its failure as an ordinary result.
    - A value at an edge of the schema is declined, with a reason, in an ordinary result.
    - Every ordinary call returns nothing but a failure.
    - A sentence about an error takes the place of another call's number, or comes with a success flag.
    - A day that no calendar has is answered with nothing, while the days around it give data.
    - A document is damaged or deleted, and the answer stays the same. A valid change of it shows at once.
    - A period overlaps a taken one and is accepted, although other overlaps are refused, or change nothing. An example
      is a period around the taken one, given by two ends, or by a start and a number of minutes, hours or days. Files
      or other tools must still show the taken period. The same goes for a period that is refused, and accepted once
      another one was taken in between. It also goes for a taken moment that is given with another offset from UTC, and
      for a period that begins on the last day of a taken one, if the description says that the last day belongs to a
      period.
    - A second change with the same number changes nothing, and is answered like a first one. With a number higher by
      one, as of the next version of a record, it is made.
    - A call names something that is not there and changes nothing, which the description or docstring tells as a
      failure. It is answered like a call for something that is there, which changes it.
    - A call changes nothing, and its text is kept nowhere. It is answered like one with another number or name beside
      the same text, which is kept.
    - A number of the answer grows or shrinks by the amount of each of equal calls. With other names, it follows the
      amount of the call alone, as if nothing had been there before. Another number still takes each amount, or the
      call changes nothing and names something that does not exist.
    - A file holds what several calls have stored. Once its end is missing or, for a function, it cannot be opened for
      reading, a call is answered as done, and replaces it by a file with its own data alone.

    For a function, it also fails when:

    - A call swallows a failure, and returns nothing or a set phrase. Without the failure, it returns data.
    - A failed write, move or removal is reported as done.
    - The last program that it has run ends with a status other than 0, and the answer says that all went well. Where
      the docstring names an exception for work that has failed, such as RuntimeError, any answer says so.
    - A call changes nothing of a record that its data have, in files or in memory. It is answered like one with the
      name of another record, whose row gets the text of the call, or a word that both answers tell. A record that has
      one of the new values already is as the call would make it.
    - An archive that it makes has files of one name in different folders as one.
    - It gives files other names, and of files with names that are alike, or changed at the same time, one is lost.
      Files of different names all keep their content, and the description does not say that one is left.
    - A service refuses a request, and the call is answered as if it had been accepted, or with nothing.
    - A request reaches no service and is answered as an accepted one, although a refused one is reported as a failure.
    - A request reaches no service, and other numbers stand in the answer for those of the service. Nothing in the
      answer tells so, and the description either speaks of no such case or names a field that tells of it.
    - A service does not answer, and the tool returns what an earlier call got.
    - A call names a folder that does not exist, and is answered like a call for an empty one.
    - A document or database that cannot be read is answered like an empty one.
    - A call names a file that cannot be read, and is answered like a call for a missing one. The same goes for another
      file if the description says that a damaged one is an error.
    - A compressed file that is cut off is answered like a shorter one that is whole.

    A server marks a failure with isError. Without it, an answer fails when it is an error message. It also fails when
    it is the text of a Python exception and nothing else: its repr, a system error with its number, a traceback, or the
    missing key. A reader's answer fails if it has no data after the end of a document was cut off, and has some before.

    A writer's answer without isError also fails when:

    - A name that does not exist changes nothing and gets another sentence than a listed name. The listed name must
      change what readers answer, and get the same answer when the call is repeated.
    - A name that another tool refuses changes nothing, and is answered like one that exists.
    - A name that an equal call has just removed is accepted, although the description calls this an error.
    - After another tool has been called with a record, a value for it is answered like one that readers or files show
      and changes nothing. An example is a cancelled booking that is moved.
    - A second call for the same thing names somebody else, changes nothing, and is answered as if that one had got it.
      Readers still show the first name. The description must tell that the tool gives something to one, as in lending.
    - A list with an unknown name is accepted. The description says that a call fails if any name is missing.
    - No file can be opened, and a call is answered as before, when it wrote into files what it was given. The same goes
      for a call without texts, such as an export, which wrote what another tool was given.

    A reader's answer without isError also fails when:

    - All unknown names get one sentence, where known names get an object.
    - An unknown name gets the sentence with which another reader refuses it.
    - An unknown name gets nothing, and another reader refuses it.
    - A record gets an object, and every tool with the same argument refuses this record.
    - A record that such a tool refuses is answered like one that is there and empty.

    Not judged:

    - Tools that answer a yes-or-no question, tools about errors, and tools that run something, such as a shell.
    - Failures of one item among several.
    - An empty result that the description announces, and a function's answer with a key "error" that it announces.
    - A result that says it is a failure, in OpenAI Agents and CrewAI: these tell the model of a raised failure by a
      text as well.
    - A failure that is returned with the text of its exception: `errors_carry_no_detail` reports it.
    """
    excuses = Excuses()
    memory = None if subject.is_served else ProgramState.take(subject.tool)
    if not subject.is_served and subject.facts.tier != "read":
        judge_unmet_memory(subject)
        subject.renew()
    if subject.facts.tier != "read":
        judge_unfailed_names(subject)
    _judge_numbers_and_sentences(subject, excuses)
    if memory is not None:
        # A call may work only once, such as one that makes a file or takes a place.
        subject.renew()
        memory.restore()
    controls = _controls(subject)
    if not controls and subject.is_served and subject.facts.tier != "read":
        # Likewise, such as one that takes a place.
        subject.renew()
        controls = _controls(subject)
    if not controls:
        if subject.facts.marks_failures:
            _judge_what_always_fails(subject, excuses)
        excuses.tell()
        raise NotApplicable("No plausible call succeeded, so there is no success to compare a failure with.")
    _judge_provoked(subject, controls, excuses)
    judge_impossible_days(subject, controls[0], excuses.report, answers_a_question(subject.facts))
    if only_computes(subject):
        # The rest is about what is stored, read or asked for.
        judge_empty_answers(subject, controls, excuses.report)
        excuses.tell()
        return
    if subject.is_served and subject.facts.tier != "read":
        judge_absent_records(subject, excuses.report)
        judge_closed_records(subject)
        judge_other_holders(subject)
        judge_unopened_files(subject, [control.arguments for control in controls])
    if subject.facts.tier != "read":
        if memory is not None:
            memory.restore()
        judge_taken_periods(subject, controls)
        judge_stale_versions(subject, controls)
        judge_ignored_conflicts(subject, controls)
        judge_unkept_amounts(subject)
        judge_lost_stores(subject, excuses.report)
    if subject.is_served:
        judge_absent_lookups(subject, excuses.report)
        call = controls[0].arguments
        judge_kept_answers(subject, call, documents_of_server(subject, call), excuses.report)
        judge_damaged_documents(subject, call, excuses.report)
    if not subject.is_served:
        if subject.facts.tier != "read":
            judge_unmet_rows(subject, controls)
        judge_lost_changes(subject, controls)
        judge_empty_answers(subject, controls, excuses.report)
        if not stays_in_memory(subject):
            _judge_surroundings(subject, controls, excuses)
    excuses.tell()


def _judge_surroundings(subject: Subject, controls: list[Outcome], excuses: Excuses) -> None:
    """Judge that failures of files, programs and services are reported as failures."""
    judge_missing_folders(subject, excuses.report)
    if subject.facts.tier != "read":
        judge_packed_files(subject, controls[0].arguments)
        judge_joined_names(subject, controls)
    judge_exit_statuses(subject, controls, excuses.report)
    judge_lost_writes(subject, controls)
    judge_refused_requests(subject, controls, excuses.report)
    judge_unreachable_services(subject, controls, excuses.report)
    judge_unreached_services(subject, controls, excuses.report)
    judge_fallback_values(subject, controls, excuses.report)
    judge_damaged_files(subject, controls, excuses.report)
    judge_optional_files(subject, controls, excuses.report)


def _controls(subject: Subject) -> list[Outcome]:
    return [control for control in working_outcomes(subject) if control.succeeded and not _mark(control)]


def _judge_provoked(subject: Subject, controls: list[Outcome], excuses: Excuses) -> None:
    """Judge that a provoked failure is reported as a failure."""
    question, looking = answers_a_question(subject.facts), looks_things_up(subject.facts)
    # A server's answer is often the text of what it works on, such as a log.
    telling = [tells_of_errors(subject.facts)] if subject.is_served else []
    for provoked in provoked_outcomes(subject, controls, edges=True):
        outcome = provoked.outcome
        if not outcome.succeeded:
            continue
        is_missing_file = provoked.kind == "missing" and compares_files(subject.facts)
        value, claims = outcome.value, [*([] if is_missing_file else [question]), *telling]
        mark = ""
        if subject.facts.marks_failures:
            mark = _mark(outcome) if provoked.kind != "edge" else explained_failure(value)
        if not mark and subject.is_served:
            continue
        # Elsewhere a raised failure becomes a text like this one, and nothing is disguised.
        if not mark and provoked.kind == "missing" and subject.facts.marks_failures:
            mark, claims = says_not_found(value), [question, looking]
        if not mark and provoked.kind not in ("edge", "name"):
            mark, claims = failure_in_place(provoked.control.value, value), [question]
        if mark and chooses_its_answers(subject.facts):
            claims = [*claims, announces_errors(subject.facts, told_words(subject), value)]
        if mark:
            failure = disguised(subject, f"With {provoked.what} the tool returned {mark}", outcome)
            _report(subject, excuses, failure, *claims)


def _judge_numbers_and_sentences(subject: Subject, excuses: Excuses) -> None:
    """Judge that ordinary calls return no error sentence in place of another call's number."""
    telling = tells_of_errors(subject.facts)
    calls = [*plausible_calls(subject), *_calls_with_own_texts(subject)]
    worked = [outcome for outcome in calls_made(subject, calls) if outcome.succeeded]
    values = [(outcome, outcome.value) for outcome in worked]
    for outcome, value in values:
        mark = contradiction(value)
        if mark:
            failure = CheckFailure(
                "failure_beside_success",
                f"A call returned {mark} together with a success flag, so the loop counts it as success. "
                'Raise, or return {"error": ..., "message": ...}.',
                arguments=outcome.arguments,
            )
            _report(subject, excuses, failure, telling)
    for _, given in values:
        for outcome, value in values:
            mark = failure_in_place(_numbers_in(given), value)
            if mark:
                failure = CheckFailure(
                    "failure_in_place",
                    f"A call returned {mark} in place of a number, so the loop counts it as success. "
                    'Raise, or return {"error": ..., "message": ...}.',
                    arguments=outcome.arguments,
                )
                _report(subject, excuses, failure, telling)


def _calls_with_own_texts(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield the first ordinary call with its texts replaced by texts from the tool's own code, one at a time."""
    base = plausible_calls(subject, limit=1)[0]
    own = mined_constants(subject.tool).texts[:_MAX_OWN]
    for name, value in base.items():
        if isinstance(value, str):
            yield from ({**base, name: text} for text in own)


def _judge_what_always_fails(subject: Subject, excuses: Excuses) -> None:
    """Judge that a tool which fails in every ordinary call does not return its failure as a result."""
    outcomes = [outcome for outcome in calls_made(subject, plausible_calls(subject)) if outcome.ran]
    marks = [_certain_mark(outcome) if outcome.succeeded else "" for outcome in outcomes]
    if outcomes and all(marks) and not (subject.is_served and any(names_refusal(one.text) for one in outcomes)):
        failure = disguised(subject, f"Every plausible call returned a failure such as {marks[0]}", outcomes[0])
        _report(subject, excuses, failure, tells_of_errors(subject.facts), answers_a_question(subject.facts))


def _mark(outcome: Outcome) -> str:
    """Return the mark of a failure in a result; "" if there is none."""
    if outcome.answer is None:
        return failure_mark(outcome.value)
    value = outcome.value
    # The text of a document may begin with "Error" as well.
    mark = failure_mark(value) if isinstance(value, str) and plain_failure(value) else ""
    return mark or ("" if isinstance(value, str) else plain_failure(value)) or exception_text(outcome)


def _certain_mark(outcome: Outcome) -> str:
    """Return the mark of a result that can only be a failure; "" if another result might look like it."""
    return plain_failure(outcome.value) or exception_text(outcome, with_keys=False)


def _report(subject: Subject, excuses: Excuses, failure: CheckFailure, *claims: Claim) -> None:
    """Raise the finding, unless a claim excuses it or errors_carry_no_detail reports it."""
    if not any(claims) and _quotes_its_exception(subject, failure.arguments or {}):
        raise FollowsFinding(
            "Not judged: a failure is returned with the text of its exception; see errors_carry_no_detail.",
            check="errors_carry_no_detail",
        )
    excuses.report(failure, *claims)


def _quotes_its_exception(subject: Subject, arguments: Mapping[str, Any]) -> bool:
    """Return whether a call that is made to fail returns the text of the exception as an ordinary result.

    That is one defect, so it is one finding; any other shows in the next run, after the fix. Call this at the end of a
    check: the faults stay installed.
    """
    if subject.is_served:
        return False
    prepare = partial(plant_world, subject, [dict(arguments)])
    campaign = FaultCampaign(subject, [arguments], prepare=prepare)
    campaign.survey()
    return any(
        trial.outcome.succeeded and any(find_leaks(campaign.canaries, trial.outcome.returned))
        for trial in campaign.trials()
    )


def _numbers_in(value: Any) -> Any:
    """Return a result reduced to its numbers."""
    if not isinstance(value, Mapping):
        return None
    return {key: item for key, item in value.items() if isinstance(item, int | float) and not isinstance(item, bool)}
