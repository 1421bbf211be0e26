"""Refused choices: an offered value that a tool refuses as one that its code does not know.

A function is called with a value that no schema offers, and refuses it in the same words. The SDK of a server refuses
such a value itself. But the values that the code holds are known: one function or table names all the other choices,
and nothing this one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ....observe.observation import Observation, Seen
from ....regex import regex
from ....strategies.mined_constants import author_functions
from ....targets.held_values import MAX_OWNERS, MAX_VALUES
from ....targets.mcp.tool import McpTool
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.call_search import refusal_form
from ...calls.observing import observe

__all__ = ["refused_as_unknown", "refused_by_server"]

#: A value that no schema offers.
_UNOFFERED = "zq-not-offered"
#: Others that work: a function that names a single one may treat the rest alike.
_MIN_OTHERS = 2
_WORD = regex(r"[A-Z]?[a-z]+|[A-Z]+|\d+")


def refused_as_unknown(
    subject: Subject,
    path: tuple[str | int, ...],
    value: Any,
    made: Sequence[Outcome],
    others: Sequence[tuple[Any, Sequence[Outcome]]],
) -> str:
    """Return the error of a function that refuses the value in the words for one that the schema does not offer."""
    function = next(iter(author_functions(subject.tool)), None)
    if function is None or subject.facts.kind != "function" or len(path) != 1 or not isinstance(value, str):
        return ""
    if inspect.iscoroutinefunction(function) or any(outcome.raised is None for outcome in made):
        return ""
    known = next(other for other, several in others if any(outcome.succeeded for outcome in several))
    # Below the validation, which does not let the first value through. The other works; refused now, it is not unknown.
    for outcome in made:
        said, told = (_said_by(function, {**outcome.arguments, str(path[0]): one}) for one in (_UNOFFERED, known))
        refusal = f"{type(outcome.raised).__name__}: {outcome.raised}"
        if said.replace(_UNOFFERED, value) != refusal or told.replace(str(known), value) == refusal:
            return ""
    return f"answered {str(made[0].raised)[:80]!r}"


def refused_by_server(
    subject: Subject,
    path: tuple[str | int, ...],
    value: Any,
    made: Sequence[Outcome],
    others: Sequence[tuple[Any, Sequence[Outcome]]],
) -> str:
    """Return a server's answer to an offered value if it refuses it as unknown, as a verb phrase; "" if not.

    Every call with it is refused with the same sentence, every other choice works in the same call, and the refused one
    looks for nothing that could be missing here.

    Args:
        subject: A tool of a server.
        path: The place of the value in the arguments.
        value: The value.
        made: Calls with it.
        others: The other choices, each with its calls.
    """
    if not isinstance(subject.tool, McpTool) or len(path) != 1 or not isinstance(value, str):
        return ""
    if any(outcome.answer is None or outcome.succeeded for outcome in made):
        return ""
    if len({refusal_form(outcome) for outcome in made}) != 1 or not _others_work(str(path[0]), made, others):
        return ""
    if not _is_left_out(subject.tool, value, [other for other, _ in others]):
        return ""
    working = next(outcome for _, several in others for outcome in several if outcome.succeeded)
    refused, worked = (observe(subject, one.arguments) for one in (made[0], working))
    if refused.answer.succeeded or not worked.answer.succeeded or not _looks_for_nothing_else(refused, worked):
        return ""
    return f"answered {made[0].text[:80]!r}"


def _said_by(function: Callable[..., Any], arguments: Mapping[str, Any]) -> str:
    """Return the error of a function and its class; "" for none."""
    try:
        function(**arguments)
    except Exception as error:  # noqa: BLE001 - the author's own
        return f"{type(error).__name__}: {error}"
    return ""


def _others_work(name: str, made: Sequence[Outcome], others: Sequence[tuple[Any, Sequence[Outcome]]]) -> bool:
    """Return whether each of the other choices works in a call that is refused with this one."""
    bases = [_without(outcome.arguments, name) for outcome in made]
    return len(others) >= _MIN_OTHERS and all(
        any(outcome.succeeded and _without(outcome.arguments, name) in bases for outcome in several)
        for _, several in others
    )


def _without(arguments: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in arguments.items() if key != name}


def _is_left_out(tool: McpTool, value: str, others: list[Any]) -> bool:
    """Return whether a function or a table of the server names all the other choices, and nothing names this one."""
    held = () if tool.server.inside is None else tool.server.inside.held
    if len(held) >= MAX_OWNERS or any(len(values) >= MAX_VALUES and set(others) & {*values} for _, values in held):
        # Not everything has been told.
        return False
    said = [text for owner, values in held for text in (owner, *map(str, values))]
    return any({*others} <= {*values} for _, values in held) and not any(_words(value) in _words(text) for text in said)


def _words(text: str) -> str:
    """Return the words of a text in small letters, with a space around each."""
    return f" {' '.join(_WORD.findall(text)).lower()} "


def _looks_for_nothing_else(refused: Observation[Outcome], worked: Observation[Outcome]) -> bool:
    if not all(isinstance(one.operations, Seen) and isinstance(one.looked_up, Seen) for one in (refused, worked)):
        return False
    return set(refused.names_asked) <= set(worked.names_asked)
