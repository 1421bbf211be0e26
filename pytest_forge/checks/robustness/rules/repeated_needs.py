"""Repeated needs: an item that is named twice among what another one needs, of which a circle is told that is none.

{"a": ["b"], "b": []}              b, a
{"a": ["a"]}                       refused: a circle
{"a": ["b", "b"], "b": []}         refused: a circle, although b can come first
"""

from __future__ import annotations

import re
from typing import Any

from ....profile.told_circles import tells_of_circle
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ..graph_forms import Graph, GraphForm
from .answer_series import answer_series

__all__ = ["judge_repeated_needs"]

_NAMES = regex(r"\bN\b(?:\W+N\b)*")


def judge_repeated_needs(
    view: FlatSchema, fast: FastCalls, form: GraphForm, graph: Graph, circles: list[Outcome], places: set[str]
) -> None:
    """Judge that items can be put in order if what one of them needs is named twice.

    A tool may refuse what is named twice, in words of its own.

    Args:
        view: The schema of the tool.
        fast: Makes the calls.
        form: The form of the graph in a call.
        graph: A graph that the tool puts in order.
        circles: Answers to graphs with a circle.
        places: The places of an answer that list all items.

    Raises:
        CheckFailure: If the answer is that of a circle, or lacks an item, twice.
    """
    doubled = {item: needs * 2 for item, needs in graph.items()}
    call = form.make(doubled)
    if not view.fits(view.root, call):
        return
    seen = {_wrong(fast.call(call), doubled, circles, places) for _ in range(2)}
    wrong = seen.pop()
    if wrong and not seen:
        raise CheckFailure(
            "repeated_need_counts",
            f"A name that stands twice among what an item of {form.name!r} needs counts twice: {wrong}. Count "
            "different names.",
            about=form.name,
            arguments=call,
        )


def _wrong(outcome: Outcome, graph: Graph, circles: list[Outcome], places: set[str]) -> str:
    """Return what is wrong about an answer; "" if nothing is."""
    if outcome.timed_out or not outcome.ran:
        return ""
    text = _masked(_told(outcome), graph)
    refused = [one for one in circles if not one.succeeded and not one.timed_out]
    if not outcome.succeeded and tells_of_circle(text) and text in {_masked(_told(one), graph) for one in refused}:
        return "the tool tells of a circle, which there is none without the second one"
    series = answer_series(outcome.value) if outcome.succeeded else {}
    lists: list[list[Any]] = [series[place] for place in places if place in series]
    lacking = [item for item in graph if lists and not any(item in map(str, values) for values in lists)]
    return f"{lacking[0]!r} is not in the order" if lacking else ""


def _told(outcome: Outcome) -> str:
    """Return what a failed call says, also what a model is not sent."""
    return outcome.text if outcome.raised is None else f"{type(outcome.raised).__name__}: {outcome.raised}"


def _masked(text: str, graph: Graph) -> str:
    """Return a text with one mark for the names of items that stand side by side."""
    names = re.compile(rf"\b(?:{'|'.join(map(re.escape, graph))})\b")
    return _NAMES.sub("N", names.sub("N", text))
