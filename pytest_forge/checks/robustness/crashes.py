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
from ..calls.ordinary_outcomes import outcomes_of_plausible_calls
from ..calls.plausible_calls import plausible_calls
from ..calls.walk import Monitor, Step, Walk, monitors, walk_of
from ..calls.worlds.fresh_world import make_fresh
from ..check import check
from .allowed_values.choices import UnhandledChoice, holds_choice, offered_choices, unhandled_choices
from .allowed_values.dropped_zeros import judge_dropped_zeros
from .allowed_values.edge_dates import judge_edge_dates
from .allowed_values.edge_refusals import judge_refused_edges
from .allowed_values.mixed_folders import judge_mixed_folders
from .allowed_values.odd_files import judge_odd_files
from .allowed_values.shown_values import judge_shown_values
from .allowed_values.told_choices import judge_told_choices
from .edge_answers import judge_replies

__all__ = ["choices_are_handled", "valid_calls_do_not_crash"]

_CRASHES, _RETURNS, _REPORTS_ENDS = "valid_calls_do_not_crash", "valid_calls_return", "call_returns"
#: Exceptions of ordinary calls that another check reports.
_ENDS = ("SystemExit", "KeyboardInterrupt")
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
    - Odd content in the files that the tool reads. A search of several files has to go on behind one that is not UTF-8,
      a link to nothing and a folder with the name of a file.
    - In a deep run, mutations of calls that reach new lines of the tool.

    A server gets ordinary calls, calls at the edges of the schema and random ones. Its answer fails when it is:

    - An error that contains an interpreter's message about a bug, such as a TypeError or an index out of range.
    - An internal error.
    - The SDK's error without a reason.

    Not judged:

    - Exceptions that the tool declares with raises=, or gets from files and connections.
    - Exceptions that the docstring says it raises; of KeyErrors, those for what the call asks for.
    - Exceptions that the tool raises itself. Those that end the process or cannot be printed are judged.
    - ValueErrors about unreadable text, but for a search of several files.
    - OverflowErrors of integers beyond 64 bits, and of dates next to the years 1 and 9999.
    - Records that lack a key which each of them has by the description, unless it says that such are refused, and those
      with a value of another type than it names. Where it names a key without a type, calls that work show it.
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
    judge_mixed_folders(subject, bugs)
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
    bug: str | None = in_a_copy(
        partial(_bug_alone, subject, arguments), limit_s=2 * subject.call_s, tell=subject.has_left
    )
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
        "choice_made_up": "A value that is none of those of the description is taken for one of them.",
        "edge_replaced": "The tool takes another value for a bound of its schema.",
    },
)
def choices_are_handled(subject: Subject) -> None:
    """The tool handles every value that its schema offers.

    A model picks from the values that it sees. The check tries these values, and others to compare them with.

    Each choice of an enum must work in some call, if another choice does. A call counts as failed if it crashes,
    returns nothing, or says that the choice is unknown. A Python server may give no reason. Its refusal counts if its
    code names all the other choices and not this one.

    A function must tell its choices apart. It must not go on with a default because a table has another key in place of
    a choice. It must not compare the argument only with constants that treat two choices alike.

    A choice that means all of the others, such as "all", must list something where two others list different entries.

    A function must not refuse its default, or one of several examples, with a ValueError. This counts if the same call
    works with a similar value.

    A function must accept the edges that its schema declares, if it accepts the next two values inside. Edges are a
    bound, a least or greatest length, and an empty text or list that is allowed in so many words. False is one if the
    tool refuses another empty value in the same words.

    A tool must not show another value in place of an edge, if it shows the values beside it. For 0 or False it must not
    show the value of before, nor what it shows without the argument. It may be a field of an argument, and what it
    changes a record that another tool makes.

    A value that is none of those of which the description of a text tells all, as in "kg" or "lb", must not be taken
    for one of them. This counts if two calls answer it so, and another of the values otherwise.

    A tool must accept the last day of a month and a leap day, if it accepts the days beside.

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
    has_told = judge_told_choices(subject)
    if not offered_choices(subject):
        if has_told:
            return
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
