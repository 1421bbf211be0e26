"""Choices: enum values in a schema that the tool's code does not handle."""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from msgspec import Struct

from ....profile.claim import Claim
from ....profile.failures import may_give_nothing
from ....profile.unknown_values import refuses_choice
from ....regex import regex
from ....strategies.calls.boundaries import boundary_arguments
from ....strategies.mined_constants import author_codes, mined_constants
from ....targets.delegated_tool import DelegatedTool
from ....targets.outcome import Outcome
from ....targets.patience import Patience
from ....targets.subject import Subject
from ...calls.bugs import BugFinder
from ...calls.edge_calls import FastCalls
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import has_returned, in_json_types
from ...calls.plausible_calls import plausible_calls
from .empty_wholes import empty_as_whole
from .equal_choices import treated_like
from .misnamed_choices import misnamed
from .refused_choices import refused_as_unknown, refused_by_server

__all__ = ["UnhandledChoice", "holds_choice", "offered_choices", "unhandled_choices"]

_MAX_BASES = 4
_SLOW_S = 0.03
#: A line without work for a choice.
_GIVES_UP = regex(r"(?:return(?: None)?|\w+(?:\s*:[^=]*)?\s*=\s*None|pass|\.\.\.|else:|case _:)?\s*(?:#.*)?")


class UnhandledChoice(Struct, frozen=True):
    """A value that the schema offers and the tool does not handle.

    Attributes:
        path: Its place in the arguments.
        value: The value.
        arguments: A call with it.
        what: The tool's reaction as a verb phrase: "raised KeyError at line 3".
        excuse: The claim that this is intended; None if nothing suggests it.
    """

    path: tuple[str | int, ...]
    value: Any
    arguments: dict[str, Any]
    what: str
    excuse: Claim | None = None


def unhandled_choices(
    subject: Subject,
    bugs: BugFinder,
    patience: Patience,
    *,
    lenient: bool = False,
    on_judged: Callable[[], None] = lambda: None,
) -> Iterator[UnhandledChoice]:
    """Yield the offered values with which no call works, if calls with another value of the same argument do.

    Args:
        subject: The tool.
        bugs: Finds its bugs.
        patience: The time limit.
        lenient: Whether to ignore a call that does not return.
        on_judged: Called for each argument that has a working value to compare with.
    """
    offered = offered_choices(subject)
    ordinary = plausible_calls(subject, limit=8) if offered else []
    for path, choices in patience.each(offered.items()):
        yield from _of_argument(subject, bugs, path, choices, ordinary, patience, lenient=lenient, on_judged=on_judged)


def offered_choices(subject: Subject) -> dict[tuple[str | int, ...], list[tuple[Any, dict[str, Any]]]]:
    """Return the paths with an enum of more than one value, and each value with a call."""
    offered: dict[tuple[str | int, ...], list[tuple[Any, dict[str, Any]]]] = {}
    for boundary in boundary_arguments(subject.schema, limit=200):
        if boundary.keyword == "enum" and boundary.value is not None:
            offered.setdefault(boundary.path, []).append((boundary.value, boundary.arguments))
    return {path: choices for path, choices in offered.items() if len(choices) > 1}


def holds_choice(arguments: Any, choice: UnhandledChoice) -> bool:
    """Return whether a call uses the choice, in any item if its argument is repeated."""
    places = [arguments]
    for part in choice.path:
        if isinstance(part, int):
            places = [item for place in places if isinstance(place, list) for item in place]
        else:
            places = [place[part] for place in places if isinstance(place, Mapping) and part in place]
    return any(place == choice.value and type(place) is type(choice.value) for place in places)


def _of_argument(
    subject: Subject,
    bugs: BugFinder,
    path: tuple[str | int, ...],
    choices: list[tuple[Any, dict[str, Any]]],
    ordinary: list[dict[str, Any]],
    patience: Patience,
    *,
    lenient: bool,
    on_judged: Callable[[], None],
) -> Iterator[UnhandledChoice]:
    bases: list[dict[str, Any]] = []
    for call in [*ordinary, choices[0][1]]:
        base = _with(call, path, None)
        if base is not None and base not in bases and len(bases) < _MAX_BASES:
            bases.append(base)
    outcomes: list[tuple[Any, list[Outcome]]] = []
    with FastCalls(subject) as fast:
        for value, example in patience.each(choices):
            tried = [changed for base in bases if (changed := _with(base, path, value)) is not None]
            calls = [*(call for call in tried if call != example), example]
            # Call a slow tool less often.
            most = _MAX_BASES if fast.seconds < _SLOW_S else 2
            outcomes.append((value, [fast.call(call) for call in calls[-most:]]))
            if outcomes[-1][1][-1].timed_out:
                if not lenient:
                    subject.has_left(len(choices) - len(outcomes), is_hung=True)
                return
    if not any(outcome.succeeded and outcome.value is not None for _, made in outcomes for outcome in made):
        yield from _refused_alone(path, outcomes)
        return
    on_judged()
    for value, made in outcomes:
        others = [outcome for other, several in outcomes if other != value for outcome in several]
        ran = [outcome for outcome in made if outcome.ran]
        if not ran or len(ran) < len(made) or not any(other.succeeded for other in others):
            continue
        rest = [one for one in outcomes if one[0] != value]
        what = _crash(bugs, ran) or _refusal(path, value, ran) or refused_by_server(subject, path, value, ran, rest)
        what = what or refused_as_unknown(subject, path, value, ran, rest)
        what = what or misnamed(subject, value, [one for one, _ in outcomes])
        what = what or treated_like(subject, path, value, [one for one, _ in outcomes])
        what = what or empty_as_whole(subject, path, value, ran, rest)
        nothing = "" if what else _nothing(subject, bugs, value, ran, others)
        if what or nothing:
            shortest = min((one.arguments for one in ran), key=lambda call: len(str(call)))
            claim = may_give_nothing(subject.facts, value) if nothing else None
            yield UnhandledChoice(path, value, shortest, what or nothing, claim or None)


def _refused_alone(path: tuple[str | int, ...], outcomes: list[tuple[Any, list[Outcome]]]) -> Iterator[UnhandledChoice]:
    """Yield a value that is refused as unknown in every call, where all calls fail, and with all others otherwise."""
    refused = {number: _refusal(path, value, made) for number, (value, made) in enumerate(outcomes)}
    unknown = [number for number, what in refused.items() if what]
    if len(unknown) != 1 or len(outcomes) <= len(unknown) + 1:
        return
    value, made = outcomes[unknown[0]]
    said = [_words_of_failure(outcome) for outcome in made]
    for number, (_, others) in enumerate(outcomes):
        if number != unknown[0] and (not others or any(_words_of_failure(other) in ([], *said) for other in others)):
            return
    shortest = min((one.arguments for one in made), key=lambda call: len(str(call)))
    yield UnhandledChoice(path, value, shortest, refused[unknown[0]])


def _crash(bugs: BugFinder, made: list[Outcome]) -> str:
    found = [bugs.in_outcome(outcome) for outcome in made]
    if all(found) and len({str(bug) for bug in found}) == 1:
        return f"raised {found[0]}"
    if all(isinstance(outcome.raised, NotImplementedError) for outcome in made):
        return "raised NotImplementedError"
    return ""


def _refusal(path: tuple[str | int, ...], value: Any, made: list[Outcome]) -> str:
    """Return the tool's answer if every call was refused with a sentence about an unknown choice; "" if not."""
    name = next((part for part in reversed(path) if isinstance(part, str)), "")
    said = [_words_of_failure(outcome) for outcome in made]
    if all(any(refuses_choice(text, name, value) for text in texts) for texts in said):
        return f"answered {said[0][0][:80]!r}"
    return ""


def _words_of_failure(outcome: Outcome) -> list[str]:
    """Return what is said of a failure: its message, and the words of its code."""
    if outcome.answer is not None:
        return [] if outcome.succeeded else [outcome.text]
    if outcome.raised is not None:
        return [str(outcome.raised)]
    if outcome.is_error_dict:
        said = (outcome.returned.get("message"), str(outcome.returned["error"]).replace("_", " "))
        return [str(text) for text in said if text]
    return []


def _nothing(subject: Subject, bugs: BugFinder, value: Any, made: list[Outcome], others: list[Outcome]) -> str:
    """Return which result is empty with this value alone, if no line of the tool handles it; "" if none."""
    # Which lines a server runs is not observable.
    if subject.is_served or not all(has_returned(outcome) and outcome.succeeded for outcome in made):
        return ""
    working = [other for other in others if other.succeeded]
    empty = _empty_keys(made, every=True)
    full = _empty_keys(working, every=False)
    missing = sorted((empty - full), key=str)
    if not missing:
        return ""
    own = frozenset(author_codes(subject.tool))
    if value in mined_constants(subject.tool, limit=1000).texts or any(_names(code, value) for code in own):
        # The code names the value, so the author means the empty result.
        return ""
    ran = [_lines(subject, outcome.arguments, own) for outcome in made]
    known = [_lines(subject, other.arguments, own) for other in working[:12]]
    own_lines = set().union(*ran) - set().union(*known)
    if not all(ran) or not all(_GIVES_UP.fullmatch(bugs.source_line(code, line)) for code, line in own_lines):
        return ""
    key = missing[0]
    return "returned nothing" if key == "" else f"returned nothing as {key!r}"


def _names(code: CodeType, value: Any) -> bool:
    """Return whether code mentions the value by the name of an enum member."""
    name = re.sub(r"\W+", "_", str(value)).lower()
    return any(used.lower() == name for used in code.co_names)


def _empty_keys(outcomes: list[Outcome], *, every: bool) -> set[str]:
    """Return the keys whose value is None, or "" for the result itself, in every outcome or in any."""
    found = []
    for outcome in outcomes:
        value = in_json_types(outcome.returned)
        if isinstance(value, Mapping):
            found.append({str(key) for key, item in value.items() if item is None})
        else:
            found.append({""} if value is None else set())
    if not found:
        return set()
    return set.intersection(*found) if every else set.union(*found)


def _lines(subject: Subject, arguments: dict[str, Any], own: frozenset[CodeType]) -> set[tuple[CodeType, int]]:
    """Return the lines of the author's code that a call runs."""
    seen: set[tuple[CodeType, int]] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code not in own:
            return None
        if event == "line":
            seen.add((frame.f_code, frame.f_lineno))
        return trace

    before, subject.tool = subject.tool, _TracedTool(subject.tool, trace)
    try:
        with fake_sleep():
            subject.call(arguments)
    finally:
        subject.tool = before
    return seen


class _TracedTool(DelegatedTool):
    """Delegates to a tool under a trace function, also while its coroutine runs."""

    def __init__(self, tool: Any, trace: Callable[[FrameType, str, Any], Any]) -> None:
        super().__init__(tool)
        self._trace = trace

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            value = super().run(validated, workspace_root=workspace_root)
        finally:
            sys.settrace(before)
        return self._finish(value) if hasattr(value, "__await__") else value

    async def _finish(self, awaitable: Any) -> Any:
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            return await awaitable
        finally:
            sys.settrace(before)


def _with(arguments: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any] | None:
    """Return the call with *value* at *path*; None if the path does not exist."""
    changed = copy.deepcopy(arguments)
    place: Any = changed
    try:
        for part in path[:-1]:
            place = place[part]
        if isinstance(place, list):
            if not place:
                return None
        elif path[-1] not in place and len(path) > 1:
            return None
        place[path[-1]] = value
    except (KeyError, IndexError, TypeError):
        return None
    return changed
