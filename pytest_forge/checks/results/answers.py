"""Answers: a bounded result in JSON that has the same keys every time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from ...oracles.file_tree import contents_below
from ...regex import regex
from ...strategies.calls.boundaries import boundary_arguments
from ...strategies.calls.edge_values import EdgeValues
from ...strategies.mined_constants import mined_constants
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..calls.asking import answered, reply_to
from ..calls.call_variants import richer_calls
from ..calls.candidates import judge_candidates
from ..calls.edge_replies import edge_replies
from ..calls.missing_things import failing_calls
from ..calls.odd_file_calls import (
    calls_with_gaps,
    calls_with_own_types,
    calls_with_too_large_numbers,
    odd_file_calls,
)
from ..calls.ordinary_outcomes import calls_made, has_returned, outcomes_of_plausible_calls
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .few_records import judge_few_records
from .halved_letters import judge_halved_letters
from .json_results import trouble_in
from .long_lines import judge_long_lines
from .long_periods import calls_over_long_periods
from .message_trouble import message_trouble
from .odd_contents import judge_odd_contents

__all__ = ["calls_with_edges", "result_keys_are_stable", "result_size_is_bounded", "results_are_json"]

_MAX_RESULT_BYTES = 1 << 20
#: Largest size and number of files that an answer is compared with.
_MAX_BYTES, _MAX_FILES = 1 << 18, 100
_MAX_NUMBER = 1_000_000
#: Length of the texts in the largest call: longer than ordinary, and no longer than a model writes.
_LONG, _MAX_TEXT = 100, 10_000
#: Length of its lists, and how many edge values precede a long list at most.
_ITEMS, _FAR = 500, 200
#: Edge values of an argument, and how many of the wanted ones are tried.
_MANY_EDGES, _MAX_EDGES = 60, 24
_MAX_REPLIES, _MAX_MESSAGES = 80, 4
_READS_NUMBERS = frozenset({"float", "Decimal", "literal_eval", "loads", "csv", "DictReader", "safe_load"})
_ODD_NUMBER = regex(r"\b(?:nan|inf|1e400)\b", re.IGNORECASE)


@check(
    family="results",
    level="MUST",
    source="Authoring Forge Tools: What the function returns, anything JSON-serialisable",
    codes={
        "not_json": "A result contains a value that JSON cannot represent, or an answer is not an MCP message.",
    },
)
def results_are_json(subject: Subject) -> None:
    """A result is standard JSON: string keys, finite numbers and no Python objects.

    A value that JSON cannot represent reaches the model as a failed call, although the tool did its job. A Pydantic
    model is fine as the result itself.

    Ordinary calls, those of the fuzz run, and calls that read files with odd content are judged: with values, for
    example, that YAML or TOML have and JSON has not, such as an unquoted day, which is a date. A text in a table, a
    document, a list or a row may be a number that becomes infinity, such as 1e400, and a cell of a row may be nan: a
    comparison lets it pass. Not judged: results of random numbers above a million.

    An answer of a server, a failure included, is a valid MCP message with known content blocks, whose pictures, sounds
    and files are base64; a text that begins like JSON has no NaN or Infinity; and the server prints nothing else to its
    output, where clients read messages. This holds as well after another tool has stored an odd text, such as code that
    is broken or that prints. It also holds for a reader whose answers have fractions when there is one record, or two
    equal ones, perhaps of zeros. No answer of a server that is not in Python has half of a letter, as a text that is
    cut by its UTF-16 units may have.
    """
    try:
        outcomes = outcomes_of_plausible_calls(subject, limit=12)
    except (CouldNotRun, NotApplicable):
        # A refusal is a message as well.
        for outcome in calls_made(subject, plausible_calls(subject, limit=_MAX_MESSAGES)) if subject.is_served else ():
            if message_trouble(outcome, subject.facts.protocol_version):
                _judge_json(subject, outcome)
        raise
    outcomes += [outcome for outcome in _edge_outcomes(subject) if has_returned(outcome) or subject.is_served]
    for outcome in outcomes:
        _judge_json(subject, outcome)
    judge_few_records(subject, outcomes)

    def judge(call: dict[str, Any]) -> None:
        for outcome in calls_made(subject, [call]):
            _judge_json(subject, outcome)

    judge_candidates(subject, "results_are_json", judge)
    judge_odd_contents(subject)
    judge_halved_letters(subject)
    odd = (odd_file_calls, calls_with_gaps, calls_with_own_types, calls_with_too_large_numbers)
    for call, what in chain.from_iterable(calls(subject) for calls in odd):
        for outcome in calls_made(subject, [call]):
            if not _is_content(subject, outcome):
                _judge_json(subject, outcome, f"With {what}, ")


def _is_content(subject: Subject, outcome: Outcome) -> bool:
    """Return whether the text of an answer is the content of a file, which a reader returns unchanged."""
    text = outcome.text.strip().encode()
    files = contents_below(subject.sandbox.workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES)
    return any(text in content for content in files.values())


def _judge_json(subject: Subject, outcome: Outcome, given: str = "") -> None:
    """Judge an outcome; *given* begins the sentence of a finding with what was special about the call."""
    trouble, broken = "", message_trouble(outcome, subject.facts.protocol_version)
    if broken:
        trouble = f"{broken} Clients reject it or disconnect."
    elif part := trouble_in(outcome):
        trouble = f"A result contains {part}. Convert it to a JSON value before returning it."
    if trouble:
        message = f"{given}{trouble[0].lower()}{trouble[1:]}" if given else trouble
        raise CheckFailure("not_json", message, arguments=outcome.arguments)


@check(
    family="results",
    level="SHOULD",
    source="Authoring Forge Tools: What the function returns, a dict with a stable shape",
    codes={
        "unstable_keys": "Equal calls give results with different keys.",
    },
)
def result_keys_are_stable(subject: Subject) -> None:
    """Equal calls return results with the same keys.

    A model reasons over several turns, and expects a value in the place where it was before. Return a key with an empty
    value rather than without it.

    Not judged: values; the first call of a tool that is not declared read-only, since it may change the answer of later
    calls; failures; the keys of maps below the root, where keys are data; lists.
    """
    judged = 0
    for outcome in outcomes_of_plausible_calls(subject, limit=4)[:3]:
        again = [outcome, *calls_made(subject, [outcome.arguments] * 4)]
        same = [other for other in (again if subject.facts.tier == "read" else again[1:]) if other.succeeded]
        shapes = [_shape(other.value) for other in same]
        judged += len(shapes) > 1
        for shape in shapes[1:]:
            if shape != shapes[0]:
                raise CheckFailure(
                    "unstable_keys",
                    f"Equal calls returned results of different shape: {_difference(shapes[0], shape)}. "
                    "Return every key every time, with None for a missing value.",
                    arguments=outcome.arguments,
                )
    if not judged:
        raise NotApplicable("No call succeeded twice.")


@check(
    family="results",
    level="SHOULD",
    source="Forge Harness: a result above the cap is cut",
    codes={
        "result_too_large": "A plausible call returns more than 1 MiB.",
    },
)
def result_size_is_bounded(subject: Subject) -> None:
    """No plausible call returns more than 1 MiB.

    The dispatcher cuts larger results, and they fill the model's context long before that. The calls include the
    greatest advertised numbers, up to a million, texts of up to ten thousand characters and lists of 500 items,
    together, and a period of a thousand years between two days. A tool that returns little of a file with many lines is
    also given one with a long line. How much of a large file a tool reads is judged in the family confinement.
    """
    worked = [outcome for outcome in outcomes_of_plausible_calls(subject, limit=2) if outcome.succeeded]
    calls = [*plausible_calls(subject, limit=4), *_largest_calls(subject), *calls_over_long_periods(subject)]
    for outcome in calls_made(subject, calls):
        if not outcome.succeeded:
            continue
        try:
            size = len(json.dumps(outcome.body, ensure_ascii=False, default=str).encode("utf-8", "replace"))
        except (TypeError, ValueError, RecursionError):
            continue
        if size > _MAX_RESULT_BYTES:
            raise CheckFailure(
                "result_too_large",
                f"A result has {size} bytes, more than {_MAX_RESULT_BYTES}. Refuse, shorten it, or return it in pages.",
                arguments=outcome.arguments,
            )
    if not subject.is_served:
        judge_long_lines(subject, worked)


def _calls_with_odd_numbers(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield the first ordinary call with texts that parse as numbers which JSON does not have."""
    if not _READS_NUMBERS.isdisjoint(mined_constants(subject.tool).names):
        yield from calls_with_edges(subject, lambda value: bool(_ODD_NUMBER.search(json.dumps(value))))


def _edge_outcomes(subject: Subject) -> Iterator[Outcome]:
    """Make calls with full lists and maps, those edges of the schema that do not ask for much work, and odd numbers."""
    if subject.is_served:
        # Its other checks share the replies.
        calls = plausible_calls(subject)
        failing = (reply_to(subject, call) for call in subject.patience().each(failing_calls(subject, calls)))
        return answered(subject, chain(failing, islice(edge_replies(subject), _MAX_REPLIES)))
    edges = [
        boundary.arguments
        for boundary in boundary_arguments(subject.schema, limit=30)
        if not isinstance(boundary.value, int | float) or abs(boundary.value) <= _MAX_NUMBER
    ]
    return calls_made(subject, [*richer_calls(subject), *edges, *_calls_with_odd_numbers(subject)])


def _largest_calls(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield calls with the greatest numbers, one at a time, and with the greatest numbers, texts and lists together."""
    full: dict[str, Any] = {}
    for boundary in boundary_arguments(subject.schema, limit=60):
        if boundary.keyword == "maximum" and abs(boundary.value) <= _MAX_NUMBER:
            yield boundary.arguments
        elif boundary.keyword != "maxLength" or len(boundary.value) > _MAX_TEXT:
            continue
        full = {**boundary.arguments, **full}
        if len(boundary.path) == 1:
            full[str(boundary.path[0])] = boundary.value
    if any(isinstance(value, str) and len(value) > _LONG for value in full.values()):
        yield full
    lists = _long_lists(subject)
    base = {**next(iter(plausible_calls(subject, limit=1)), {}), **full}
    # A list alone is among the edges; a table of two lists has as many cells as their product.
    if len(lists) > 1 or (lists and full):
        yield {**base, **lists}


def _long_lists(subject: Subject) -> dict[str, list[Any]]:
    """Return each list argument of the root with up to `_ITEMS` ordinary items."""
    edges = EdgeValues(subject.schema)
    found: dict[str, list[Any]] = {}
    for name, node in edges.nodes.items():
        longest = max((one for one in edges.of(name, limit=_FAR) if isinstance(one, list)), key=len, default=[])[
            :_ITEMS
        ]
        if len(longest) > 1 and edges.view.fits(node, longest):
            found[name] = longest
    return found


def _shape(value: Any, depth: int = 0) -> Any:
    """Return the keys of a result, down to the level where keys are data."""
    if not isinstance(value, Mapping):
        return "object" if depth else type(value).__name__
    if depth and not all(isinstance(key, str) and re.fullmatch(r"[A-Za-z_]+", key) for key in value):
        return "object"
    return {str(key): _shape(item, depth + 1) if isinstance(item, Mapping) else "" for key, item in value.items()}


def _difference(left: Any, right: Any) -> str:
    if isinstance(left, dict) and isinstance(right, dict):
        changed = sorted(left.keys() ^ right.keys()) or sorted(key for key in left if left[key] != right[key])
        return f"{changed[0][:60]!r} is not always there" if changed else "some keys are not always there"
    names = [value if isinstance(value, str) else "dict" for value in (left, right)]
    return f"first a {names[0]}, then a {names[1]}"


def calls_with_edges(subject: Subject, is_wanted: Callable[[Any], bool]) -> Iterator[dict[str, Any]]:
    """Yield the first ordinary call with edge values that *is_wanted* accepts, one at a time."""
    base = plausible_calls(subject, limit=1)[0]
    edges = EdgeValues(subject.schema, mined_constants(subject.tool))
    for name in edges.nodes:
        wanted = [value for value in edges.of(name, limit=_MANY_EDGES) if is_wanted(value)]
        yield from ({**base, name: value} for value in wanted[:_MAX_EDGES])
