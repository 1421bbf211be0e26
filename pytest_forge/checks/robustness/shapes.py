"""The check of shapes: arguments in the wrong shape, as models send them by mistake."""

from __future__ import annotations

import copy
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...strategies.calls.broken import invalid_arguments
from ...strategies.calls.edge_values import EdgeValues
from ...strategies.calls.llm_shaped import llm_shaped_arguments
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding, NotApplicable
from ..calls.answered import raise_unless_answered
from ..calls.bugs import Bug, BugFinder
from ..calls.edge_calls import FastCalls, takes_named_arguments
from ..calls.plausible_calls import plausible_calls
from ..check import check

__all__ = ["wrong_shapes_are_refused"]

_MAX_CALLS, _MAX_REPLIES = 120, 60
#: Share of a check's time for the validation alone.
_SHARE = 0.4


@check(
    family="robustness",
    level="MUST",
    source="Authoring Forge Tools: args model contract",
    codes={
        "validator_crash": "The validation raises an exception that means a bug.",
        "crash": "Arguments in the wrong shape pass validation, and the tool raises an exception that means a bug.",
    },
)
def wrong_shapes_are_refused(subject: Subject) -> None:
    """Arguments in the wrong shape are refused or converted, and do not crash the tool.

    Models send an object as a text, one value instead of a list, null for an omitted argument, or a list in an
    envelope. If the validator crashes on them, or accepts them and the tool crashes, the model learns nothing about
    its mistake. The check sends such calls and fails on an exception that means a bug.

    Not judged: calls that the schema allows, which valid_calls_do_not_crash judges; how lenient a tool is; a tool that
    accepts any type, which wrong_types_are_refused judges; exceptions that the tool declares.

    A server may answer as it likes, but not with an interpreter's message about a bug.
    """
    takes_named_arguments(subject)
    if subject.facts.validates != "all":
        raise NotApplicable(f"{subject.facts.framework} passes nested values on without validation.")
    plausible_calls(subject, limit=1)
    bugs = BugFinder(subject)
    edges = EdgeValues(subject.schema)
    if subject.is_served:
        # Its validation shows in the answers only.
        first = itertools.islice(_all_mistaken(subject, edges), 4 * _MAX_REPLIES)
        every = [call for call in first if not edges.view.fits(subject.schema, call)]
        if not every:
            raise NotApplicable("The schema has no arguments that models could send in the wrong shape.")
        _judge_let_in(subject, bugs, every[:: max(1, len(every) // _MAX_REPLIES)])
        raise_unless_answered(subject)
        return
    most = int(_MAX_CALLS * max(1.0, subject.call_s / 2))
    let_in = []
    for mistaken in subject.patience(_SHARE).each(itertools.islice(_all_mistaken(subject, edges), most)):
        subject.has_seen(1)
        bug, is_let_in = _validated(subject, bugs, mistaken)
        if (bug is None and not is_let_in) or edges.view.fits(subject.schema, mistaken):
            continue
        if bug is not None:
            raise CheckFailure(
                "validator_crash",
                f"Arguments in the wrong shape made the validation raise {bug}. "
                "Raise a ValueError in the validator, or convert the value.",
                about=bug.error,
                arguments=mistaken,
            )
        let_in.append(mistaken)
    if let_in and _takes_anything(subject, bugs):
        raise NotApplicable("A value of an entirely different type passes validation; see wrong_types_are_refused.")
    _judge_let_in(subject, bugs, let_in)


def _judge_let_in(subject: Subject, bugs: BugFinder, calls: Sequence[dict[str, Any]]) -> None:
    patience, breaks_anyway = subject.patience(), False
    with FastCalls(subject) as fast:
        for number, call in enumerate(patience.each(calls)):
            outcome = fast.call(call)
            if outcome.timed_out:
                subject.has_left(len(calls) - number)
                return
            bug = bugs.in_outcome(outcome)
            if bug is None:
                continue
            breaks_anyway = breaks_anyway or _breaks_anyway(subject, bugs, fast)
            if not breaks_anyway:
                did = "the server answered with" if subject.is_served else "the tool raised"
                raise CheckFailure(
                    "crash",
                    f"Arguments in the wrong shape passed validation, and {did} {bug}. "
                    "Refuse them with an error that names the expected shape, or convert the value.",
                    about=bug.error,
                    arguments=call,
                )
    if breaks_anyway:
        message = "Not judged: ordinary calls also crash, see valid_calls_do_not_crash."
        raise FollowsFinding(message, check="valid_calls_do_not_crash")


def _breaks_anyway(subject: Subject, bugs: BugFinder, fast: FastCalls) -> bool:
    """Return whether ordinary calls also show bugs, which other checks judge."""
    return any(bugs.in_outcome(fast.call(call)) is not None for call in plausible_calls(subject, limit=3))


def _takes_anything(subject: Subject, bugs: BugFinder) -> bool:
    """Return whether a value of an entirely different type passes validation."""
    broken = invalid_arguments(subject.schema, limit=60)
    wrong = [one.arguments for one in broken if one.kind == "wrong_type" and len(one.path) == 1]
    return any(_validated(subject, bugs, call)[1] for call in wrong)


def _all_mistaken(subject: Subject, edges: EdgeValues) -> Iterator[dict[str, Any]]:
    shaped = (one.arguments for one in llm_shaped_arguments(subject.schema))
    ours = (mistaken for call in plausible_calls(subject, limit=3) for mistaken in _mistaken(call, edges))
    for pair in itertools.zip_longest(ours, shaped):
        yield from (call for call in pair if call is not None)


def _validated(subject: Subject, bugs: BugFinder, arguments: dict[str, Any]) -> tuple[Bug | None, bool]:
    """Return the bug that the validation shows, if any, and whether the call passes."""
    outcome = Outcome(arguments=arguments, ran=True)
    try:
        subject.tool.validate(copy.deepcopy(arguments))
    except Exception as error:  # noqa: BLE001  # a refusal is an exception as well
        outcome.raised = error
    return bugs.in_outcome(outcome), outcome.raised is None


def _mistaken(call: dict[str, Any], edges: EdgeValues) -> Iterator[dict[str, Any]]:
    """Yield calls with typical mistakes of models, in one argument at a time, then in the whole call."""
    for name in edges.nodes:
        value = call.get(name)
        for other in _shapes(name, value):
            yield {**call, name: other}
    for name in call:
        words = name.split("_")
        camel = words[0] + "".join(word.title() for word in words[1:])
        if camel != name:
            yield {**{key: item for key, item in call.items() if key != name}, camel: call[name]}
    yield {**call, "reason": "because", "": None}
    yield {"arguments": call}
    yield {"input": json.dumps(call)}
    yield {}


def _shapes(name: str, value: Any) -> Iterator[Any]:
    text = value if isinstance(value, str) else json.dumps(value)
    yield None
    yield {"item": value}
    yield {"type": "string", "value": value}
    if not isinstance(value, str):
        yield text
        yield text[: max(len(text) - 1, 1)]
        yield "{" + text + "}"
    if isinstance(value, str):
        yield 7
        yield re.sub(r"\W+", " ", value).split()
        yield {name: value}
    if isinstance(value, list):
        yield value[0] if value else "a"
        yield ", ".join(str(item) for item in value)
        yield {str(number): item for number, item in enumerate(value)}
        yield [None]
        yield [value]
        yield [{"item": item} for item in value]
    elif isinstance(value, dict):
        yield [value]
        yield [[key, item] for key, item in value.items()]
        yield dict.fromkeys(value)
    else:
        yield [value]
    yield from ("", "null", True, [], {}, 1.5, -1)
