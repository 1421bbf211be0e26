"""Checks of valid calls: they do not crash or hang a tool, and it handles every choice of its schema."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from typing import Any

from ...profile.claim import Claim
from ...strategies.calls.shrink import smallest
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, FollowsFinding, NotApplicable
from ..calls.bugs import BugFinder
from ..calls.call_variants import shortened_waits
from ..calls.copies import in_a_copy
from ..calls.edge_calls import FastCalls, takes_named_arguments
from ..calls.fake_sleep import fake_sleep
from ..calls.fresh_world import make_fresh
from ..calls.ordinary_outcomes import outcomes_of_plausible_calls
from ..calls.plausible_calls import plausible_calls
from ..calls.walk import Monitor, Step, Walk, monitors, walk_of
from ..check import check
from .added_parts import judge_added_parts
from .byte_limits import judge_byte_limits
from .choices import UnhandledChoice, holds_choice, offered_choices, unhandled_choices
from .counted_totals import judge_counted_totals
from .dropped_zeros import judge_dropped_zeros
from .edge_answers import judge_replies
from .edge_dates import judge_edge_dates
from .edge_refusals import judge_refused_edges
from .filled_limits import judge_filled_limits
from .host_endings import judge_host_endings
from .last_days import judge_last_days
from .letter_cases import judge_letter_cases
from .monthly_days import judge_monthly_days
from .odd_files import judge_odd_files
from .ordered_versions import judge_ordered_versions
from .shown_values import judge_shown_values
from .utc_offsets import judge_utc_offsets

__all__ = ["choices_are_handled", "valid_calls_do_not_crash"]

_CRASHES, _RETURNS, _REPORTS_ENDS = "valid_calls_do_not_crash", "valid_calls_return", "call_returns"
#: Exceptions of ordinary calls that another check reports.
_ENDS = ("SystemExit", "KeyboardInterrupt")
#: What holds for most values and must hold for all of them.
_RELATIONS = (
    judge_added_parts,
    judge_monthly_days,
    judge_filled_limits,
    judge_counted_totals,
    judge_host_endings,
    judge_ordered_versions,
    judge_byte_limits,
    judge_last_days,
    judge_utc_offsets,
    judge_letter_cases,
)
_MAX_ORDINARY = 6


@check(
    family="robustness",
    level="MUST",
    source="Authoring Forge Tools: Error handling inside a tool, return a typed-error dict",
    codes={
        "crash": "A call raises an exception that means a bug.",
        "untold_crash": "A server reports that a tool has failed, without a reason.",
    },
)
def valid_calls_do_not_crash(subject: Subject) -> None:
    """No call that the schema allows ends in an exception that means a bug.

    A TypeError, an IndexError or a division by zero does not tell the model how to correct the call. It sends the same
    call again. SystemExit and KeyboardInterrupt end the agent. An exception that cannot be printed ends its error
    handling.

    The check calls the tool, and fails at the first exception that means a bug. It tries:

    - Empty, equal, odd and large values, in one argument and in two at a time. An empty text counts for every argument,
      also for a single character. Models send it for arguments that they want to omit, and a min_length of 1 refuses
      it.
    - Constants from the tool's own code.
    - Random values, and values that earlier calls returned.
    - Odd content in the files that the tool reads.
    - In a deep run, mutations of calls that reach new lines of the tool.

    A server gets ordinary calls, calls at the edges of the schema and random ones. Its answer fails when it is:

    - An error that contains an interpreter's message about a bug, such as a TypeError or an index out of range.
    - An internal error.
    - The SDK's error without a reason.

    Not judged:

    - Exceptions that the tool declares with raises=, or gets from files and connections.
    - Exceptions that the tool raises itself. Those that end the process or cannot be printed are judged.
    - ValueErrors about unreadable text.
    - OverflowErrors of integers beyond 64 bits.
    """
    if subject.is_served:
        judge_replies(subject)
        return
    takes_named_arguments(subject)
    ordinary = plausible_calls(subject, limit=_MAX_ORDINARY)
    bugs = BugFinder(subject)
    found = _past_bug(subject)
    walk = None if found is not None and not bugs.asks_surroundings else walk_of(subject)
    found = found or next(_bugs_alone(subject, walk), None)
    if found is not None:
        arguments, bug = found
        error = bug.partition(" ")[0]
        if arguments in ordinary and error in _ENDS:
            message = f"Not judged: an ordinary call raises {error}; see {_REPORTS_ENDS}."
            raise FollowsFinding(message, check=_REPORTS_ENDS)
        if walk is not None and bugs.asks_surroundings and _CRASHES not in walk.fine:
            raise NotApplicable(f"Every call raised {error}; the tool needs something that the sandbox does not have.")
        shorter = _shrunk(subject, bugs, arguments, bug)
        if _asked(subject, shorter) != "":
            arguments = shorter
        raise CheckFailure(
            "crash",
            f"A call that the schema allows raised {bug}. "
            "Return an error that says what to send instead, or narrow the schema.",
            about=error,
            arguments=arguments,
        )
    if walk is not None and not walk.ran:
        raise CouldNotRun("No plausible call passes validation. Give the fields valid examples.")
    judge_odd_files(subject, bugs)


@monitors(_CRASHES, _RETURNS)
def _monitor_crashes(subject: Subject) -> Monitor:
    bugs = BugFinder(subject)
    choices: list[UnhandledChoice] | None = None

    def look(step: Step) -> str | None:
        nonlocal choices
        if step.before:
            return None
        bug = bugs.in_outcome(step.outcome)
        if bug is None or bug.error == "MemoryError":
            return "" if step.outcome.ran else None
        if choices is None:
            # choices_are_handled judges the choices, and reports those it had no time for.
            choices = list(unhandled_choices(subject, bugs, Patience(subject.call_s, lambda _: None), lenient=True))
        return None if any(holds_choice(step.outcome.arguments, choice) for choice in choices) else str(bug)

    return look


def _past_bug(subject: Subject) -> tuple[dict[str, Any], str] | None:
    """Return the failing call of an earlier run and its bug, if it still fails in a fresh process and workspace."""
    if subject.past.arguments is None or subject.past.before:
        return None
    arguments = shortened_waits(subject, dict(subject.past.arguments))
    bug = _asked(subject, arguments)
    if bug is None:
        subject.has_left(1)
    return (arguments, bug) if bug else None


def _bugs_alone(subject: Subject, walk: Walk | None) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls with a bug in a fresh process and workspace; calls_in_any_order_do_not_crash judges other bugs."""
    candidates = () if walk is None else walk.candidates.get(_CRASHES, ())
    for bug, arguments in subject.patience().each(candidates):
        if _asked(subject, arguments) != "":
            yield arguments, bug


def _asked(subject: Subject, arguments: dict[str, Any]) -> str | None:
    """Return the bug that a call shows in a fresh process; "" for no bug, None if the process was lost."""
    bug: str | None = in_a_copy(partial(_bug_alone, subject, arguments), limit_s=2 * subject.call_s)
    os.chdir(subject.sandbox.workspace)
    return bug


@check(
    family="robustness",
    level="MUST",
    source="Authoring Forge Tools: args model contract",
    codes={
        "unhandled_choice": "The tool crashes, refuses or returns nothing for a value that the schema offers.",
        "refused_value": "The tool refuses its default or one of its examples.",
        "edge_refused": "The tool refuses a bound of its schema, and accepts the values beside it.",
        "last_day_left_out": "A range lacks the entries of its last day, which is said to be included.",
        "edge_replaced": "The tool takes another value for a bound of its schema.",
        "lost_in_parts": "Parts of an amount do not add up to it, as they do for other amounts.",
        "lost_day": "A series of months loses the day of its start behind a shorter month.",
        "limit_not_filled": "An answer has fewer results than its limit allows, although there are more.",
        "cut_hidden": "A total, or a flag, tells of no results but those that the limit lets through.",
        "host_ends_alike": "The tool takes a host that only ends like those of the domain that it takes.",
        "ordered_as_text": "Versions are ordered as texts, so that 10.0.1 comes before 9.2.0.",
        "limit_of_characters": "A limit in bytes is kept in characters.",
        "case_changes_answer": "The tool refuses a text in one letter case, and takes it in another for the same.",
        "offset_ignored": "The tool compares the times of day of two moments, whatever their offsets from UTC are.",
    },
)
def choices_are_handled(subject: Subject) -> None:
    """The tool handles every value in the enums of its schema.

    A model picks from the choices that it sees. A choice without a branch crashes, is refused as unknown, or gives an
    empty result that looks like an answer. The check makes calls with each choice and fails if none works, while calls
    with another choice do. A refusal counts if it says that the value is unknown, or if a function says the same of a
    value that the schema does not offer. A Python server may tell no reason, if a function or a table of its code names
    all the other choices, and nothing names this one. A function may go on with a default: if one of its tables has the
    other choices and a key that is not offered, and nothing but a list of all choices names this one. It may not go on
    as for another choice: if it only compares the argument with constants, and none of them tells the two apart.

    It also fails if a function refuses its default, a text or a whole number, or one of several examples in its
    description, with a ValueError, while the same call with a similar value or another example works.

    It fails as well if a function refuses a declared edge in every call, while it accepts the next two values inside: a
    minimum or maximum, a least or greatest length, an empty text or list that the schema allows in so many words. False
    counts if the tool refuses the empty value of another argument in the same words. A tool fails, too, whose answers
    repeat the next two values under the argument's name, and another value for the edge that no description mentions.
    So does one that carries several numbers into its answer, or into what a reader shows, and for 0 or False shows the
    value of before, or of a call without it.
    So does a tool that fails for the last day of a month in four years, or for three leap days, and for no day beside,
    and one that says that the last day of a range is included, and lists the entries of a day only if a later one is;
    and one that takes two moments with offsets, and answers by their times of day alone.
    What holds for most values must hold for all: parts that add up to an amount, the day of a series of months, as many
    results as a limit allows, a total or a flag that is said to tell of all results, the hosts of a domain, the order
    of versions, a limit in bytes for letters that take two, and the refusal of a text whose letter case makes no
    difference.

    Not judged: values with which some call works; failures with another cause, such as a missing file; edges refused in
    words that name another argument, or that values far inside are refused with, as an unknown id is.
    """
    if not subject.is_served:
        judge_shown_values(subject)
        subject.renew()
        judge_refused_edges(subject)
        subject.renew()
    judge_dropped_zeros(subject)
    judge_edge_dates(subject)
    unjudged: NotApplicable | None = None
    try:
        _judge_choices(subject)
    except NotApplicable as reason:
        unjudged = reason
    # Their calls may use up what ordinary ones need.
    for judge in _RELATIONS:
        judge(subject)
    if unjudged is not None:
        raise unjudged


def _judge_choices(subject: Subject) -> None:
    if not offered_choices(subject):
        raise NotApplicable("The schema offers no choice of values.")
    bugs = BugFinder(subject)
    excuse: Claim | None = None
    judged: list[bool] = []
    choices = unhandled_choices(subject, bugs, subject.patience(), on_judged=lambda: judged.append(True))
    for choice in choices:
        excuse = excuse or choice.excuse
        if choice.excuse is not None:
            continue
        name = next(part for part in reversed(choice.path) if isinstance(part, str))
        raise CheckFailure(
            "unhandled_choice",
            f"The schema offers {choice.value!r} for {name!r}, but with it the tool {choice.what}. "
            "Add the branch, or remove the value from the schema.",
            about=".".join(str(part) for part in choice.path),
            arguments=_shrunk_choice(subject, bugs, choice),
        )
    if excuse is not None:
        raise excuse.not_judged()
    if not judged:
        outcomes_of_plausible_calls(subject, limit=_MAX_ORDINARY)
        raise NotApplicable("No call with an offered value succeeds, so there is nothing to compare with.")


def _bug_alone(subject: Subject, arguments: dict[str, Any]) -> str:
    """Return the bug that a call shows in a fresh workspace; "" for none. Run it in a copy of the process."""
    make_fresh([subject])
    with fake_sleep():
        bug = BugFinder(subject).in_outcome(subject.call(arguments))
    return "" if bug is None else str(bug)


def _shrunk(subject: Subject, bugs: BugFinder, arguments: dict[str, Any], bug: str) -> dict[str, Any]:
    with FastCalls(subject) as fast:
        left_s = subject.call_s

        def still_fails(arguments: dict[str, Any]) -> bool:
            nonlocal left_s
            if left_s < 0:
                return False
            again = fast.call(arguments)
            left_s -= fast.seconds
            return str(bugs.in_outcome(again)) == bug

        return smallest(arguments, still_fails, subject.schema)


def _shrunk_choice(subject: Subject, bugs: BugFinder, choice: UnhandledChoice) -> dict[str, Any]:
    def still_fails(arguments: dict[str, Any]) -> bool:
        if not holds_choice(arguments, choice):
            return False
        return choice.what == f"raised {bugs.in_outcome(fast.call(arguments))}"

    with FastCalls(subject) as fast:
        return smallest(choice.arguments, still_fails, subject.schema, most_calls=30)
