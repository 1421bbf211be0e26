"""Letter cases: a value that a tool refuses in one letter case, and takes in another for the same.

approve(1, "tom")     approved by tom
approve(1, "ANN")     approved by ann: both cases count as the same
approve(1, "ann")     refused: nobody may approve their own request
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from ....oracles.own_code import OwnCode
from ....profile.letter_cases import says_case_is_ignored
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values, quoted_values
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_letter_cases"]

_SHARE = 0.2
_MAX_BASES, _MAX_VALUES, _MAX_AFRESH = 2, 8, 3
#: A call, the same in another letter case, and the name of the argument.
_Pair: TypeAlias = tuple[dict[str, Any], dict[str, Any], str]
#: Methods that make texts of different letter cases equal.
_METHODS = frozenset(("lower", "upper", "casefold", "capitalize", "title"))


def judge_letter_cases(subject: Subject) -> bool:
    """Judge that a function refuses a text in every letter case, if it does in one and takes both for the same.

    It does if the description of the argument says so, or if an answer repeats the text in the case that is refused.

    Returns:
        Whether it refuses some texts in both cases, and takes others.

    Raises:
        CheckFailure: If it refuses a text, and not the same text in another case, twice.
    """
    view = FlatSchema(subject.schema)
    if subject.is_served or not _changes_case(subject):
        return False
    judged = False
    calls = list(_calls(subject, view))
    refused = _refused(subject, calls)
    patience = subject.patience(_SHARE)
    afresh = _MAX_AFRESH
    for (call, other, name), seen in zip(refused, _answers(subject, [other for _, other, _ in refused]), strict=True):
        if patience.is_over:
            break
        value, taken = call[name], seen
        if taken is None and afresh:
            # What a call before it has changed may be in its way.
            taken, afresh = _answer(subject, other), afresh - 1
        judged = judged or (taken is None and len(refused) < len(calls))
        if taken is None or not (_is_told(view, name) or _repeats(taken, value, other[name])):
            continue
        if not any(_answer(subject, call) for _ in range(2)) and _answer(subject, other) == taken:
            raise CheckFailure(
                "case_changes_answer",
                f"Given {value!r} in {name!r}, the tool refuses the call, and given {other[name]!r}, which it takes "
                "for the same, it does not. Change the letter case first, and compare afterwards.",
                about=name,
                arguments=other,
            )
    return judged


def _refused(subject: Subject, calls: list[_Pair]) -> list[_Pair]:
    """Return the calls that fail if all are made in turn, in one copy of the process; all of them if it is lost."""
    answers = _answers(subject, [call for call, _, _ in calls])
    return [pair for pair, answer in zip(calls, answers, strict=True) if answer is None]


def _answers(subject: Subject, calls: list[dict[str, Any]]) -> list[str | None]:
    """Return what calls answer if all are made in turn, in one copy of the process; None each if it is lost."""

    def made() -> list[str | None]:
        return [_answer_alone(subject, call) for call in calls]

    answers: list[str | None] | None = in_a_copy(made, limit_s=2 * subject.call_s) if calls else []
    return [None] * len(calls) if answers is None else answers


def _calls(subject: Subject, view: FlatSchema) -> Iterator[_Pair]:
    """Yield calls with a text that the tool may know, each with the same in another letter case, and the argument."""
    held, quoted = known_values(subject), quoted_values(subject)
    for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        for name, old in base.items():
            if not isinstance(old, str):
                continue
            known = dict.fromkeys([old, *quoted.values_for(name, old), *held.values_for(name, old)])
            for value in [one for one in known if one.upper() != one.lower()][:_MAX_VALUES]:
                call = {**base, name: value}
                other = {**base, name: value.upper() if value != value.upper() else value.lower()}
                if view.fits(subject.schema, call) and view.fits(subject.schema, other):
                    yield call, other, name


def _changes_case(subject: Subject) -> bool:
    """Tell whether the author's code changes the letter case of any text."""
    own = OwnCode(subject.tool)
    trees = (tree for file in own.files if (tree := own.tree(file)) is not None)
    return any(isinstance(node, ast.Attribute) and node.attr in _METHODS for tree in trees for node in ast.walk(tree))


def _is_told(view: FlatSchema, name: str) -> bool:
    node = (view.root.get("properties") or {}).get(name)
    return isinstance(node, Mapping) and says_case_is_ignored(" ".join(str(node.get("description", "")).split()))


def _repeats(answer: str, value: str, other: str) -> bool:
    return json.dumps(value) in answer and json.dumps(other) not in answer


def _answer(subject: Subject, call: dict[str, Any]) -> str | None:
    """Return what a call answers as JSON, in a fresh process and workspace; None if it fails."""
    answer = in_a_copy(partial(_answer_alone, subject, call), limit_s=subject.call_s, tell=subject.has_left)
    return answer if isinstance(answer, str) else None


def _answer_alone(subject: Subject, call: dict[str, Any]) -> str | None:
    make_fresh_for(subject, [call])
    with fake_sleep():
        outcome = subject.call(call)
    return json.dumps(in_json_types(outcome.returned), sort_keys=True, default=repr) if outcome.succeeded else None
