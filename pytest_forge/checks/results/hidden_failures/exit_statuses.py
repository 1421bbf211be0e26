"""Exit statuses: a program that the tool has run fails, and the answer says that all went well.

run("report.py")    the program ends with 0     {"success": true, "output": ""}
run("report.py")    the program ends with 83    {"success": true, "output": ""}

A docstring with "RuntimeError: The report could not be made" says that no answer at all is one that went well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ....oracles.exit_statuses import ODD_STATUS, seen_with_status
from ....profile.failure_marks import success_mark
from ....profile.told_errors import told_failed_work
from ....strategies.mined_constants import author_codes
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_exit_statuses"]

_MAX_CALLS = 8
#: Names in the code of tools that start programs.
_STARTING = frozenset(
    ("subprocess", "Popen", "create_subprocess_exec", "create_subprocess_shell", "check_output", "run")
)


def judge_exit_statuses(subject: Subject, controls: Sequence[Outcome], report: Callable[..., None]) -> None:
    """Judge that an answer does not say that all went well if the last program that the call has run failed.

    Args:
        subject: The tool, a function.
        controls: Calls that worked.
        report: Called with a finding.
    """
    told = told_failed_work(all_told_words(subject))
    marks = {success_mark(in_json_types(control.returned)) for control in controls} - {""}
    if not (marks or told) or not _starts_programs(subject):
        return
    for call in plausible_calls(subject)[:_MAX_CALLS]:
        mark, status, _ = _answer(subject, call, None)
        # A program that fails by itself is answered like one that ends with a status that none has.
        if not mark or status is None or (status != 0 and not told):
            continue
        # Once more, since a program may end otherwise each time.
        answers = [_answer(subject, call, seen, status) for seen in (ODD_STATUS, None, ODD_STATUS)]
        if answers == [[mark, status, False]] * len(answers):
            report(
                CheckFailure(
                    "failure_as_success",
                    f"The program that the tool has run ended with status {ODD_STATUS} instead of {status}, and the "
                    f"answer {f'still holds {mark}' if marks else f'is the same, without the {told} that is told'}. "
                    "Look at the status, or run the program with check=True.",
                    arguments=call,
                )
            )


def _starts_programs(subject: Subject) -> bool:
    return any(not _STARTING.isdisjoint(code.co_names) for code in author_codes(subject.tool))


def _answer(subject: Subject, call: dict[str, Any], status: int | None, real: int = 0) -> list[Any]:
    """Return the mark of an answer, the last program's real status, and whether the answer tells the odd status."""
    told = in_a_copy(partial(_made, subject, call, status, real), limit_s=2 * subject.call_s, tell=subject.has_left)
    return told if isinstance(told, list) else ["", None, False]


def _made(subject: Subject, call: dict[str, Any], status: int | None, real: int) -> list[Any]:
    make_fresh_for(subject, [call])
    with seen_with_status(status, instead_of=real) as ended, fake_sleep():
        outcome = subject.call(call)
    value = in_json_types(outcome.returned)
    mark = success_mark(value) if outcome.succeeded else ""
    if outcome.succeeded and not mark and told_failed_work(all_told_words(subject)):
        mark = json.dumps(value, default=repr)
    return [mark, ended[-1] if ended else None, str(ODD_STATUS) in json.dumps(value, default=repr)]
