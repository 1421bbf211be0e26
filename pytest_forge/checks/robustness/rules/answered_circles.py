"""Answered circles: items that need each other in a circle, which a tool puts in an order that they cannot have.

{"a": ["b"], "b": []}              b, a: what an item needs comes first
{"a": ["a"]}                       refused
{"a": ["b"], "b": ["a"]}           a, b: one of them lacks what it needs
"""

from __future__ import annotations

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from ..graph_forms import Graph, GraphForm, graph_forms
from .answer_series import answer_series
from .repeated_needs import judge_repeated_needs

__all__ = ["judge_answered_circles"]

_SHARE = 0.1
_MAX_BASES = 2
#: How many graphs have each need twice in another call.
_DOUBLED = 3
_NAMES = ("ada", "bob", "cyd", "dan")
_ADA, _BOB, _CYD, _DAN = _NAMES
#: Graphs without circles. No order by the number of links, or by name, is the same in all of them.
_ORDERLY = (
    {_ADA: [_BOB], _BOB: [], _CYD: [], _DAN: []},
    {_ADA: [], _BOB: [_ADA], _CYD: [], _DAN: []},
    {_ADA: [_BOB], _BOB: [_CYD, _DAN], _CYD: [], _DAN: []},
    {_ADA: [], _BOB: [], _CYD: [_ADA, _BOB], _DAN: [_CYD]},
)
_CIRCLES = (
    {_ADA: [_ADA]},
    {_ADA: [_BOB], _BOB: [_ADA]},
    {_ADA: [_BOB], _BOB: [_CYD], _CYD: [_ADA]},
    {_ADA: [_BOB], _BOB: [_CYD], _CYD: [_BOB]},
)


def judge_answered_circles(subject: Subject) -> bool:
    """Judge that a tool which puts items in the order of their needs refuses every circle, if it refuses one.

    It does put them in that order if the answer lists all items of four graphs, in each with what an item needs on the
    same side of it.

    Returns:
        Whether it was judged.

    Raises:
        CheckFailure: If it answers another circle with an order of all its items, or a need that is named twice as if
            it were a circle.
    """
    view = FlatSchema(subject.schema)
    is_judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
            for form in patience.each(graph_forms(view, base, (*_ORDERLY, *_CIRCLES))):
                places = _orders(fast, form, _ORDERLY[0])
                for graph in _ORDERLY[1:]:
                    places = places & _orders(fast, form, graph) if places else places
                if not places:
                    continue
                outcomes = [fast.call(form.make(circle)) for circle in _CIRCLES]
                for graph in _ORDERLY[:_DOUBLED]:
                    judge_repeated_needs(view, fast, form, graph, outcomes, {place for place, _ in places})
                if not any(one.ran and not one.succeeded and not one.timed_out for one in outcomes):
                    continue
                is_judged = True
                for circle, outcome in zip(_CIRCLES, outcomes, strict=True):
                    series = answer_series(outcome.value) if outcome.succeeded else {}
                    if any(sorted(map(str, series.get(place, []))) == sorted(circle) for place, _ in places):
                        raise CheckFailure(
                            "circle_answered",
                            f"Items in {form.name!r} that need each other in a circle are put in an order, in which "
                            "one of them lacks what it needs. Refuse every circle, however long it is.",
                            about=form.name,
                            arguments=outcome.arguments,
                        )
    return is_judged


def _orders(fast: FastCalls, form: GraphForm, graph: Graph) -> set[tuple[str, bool]]:
    """Return the places of an answer with all items in the order of their needs, and whether these come first."""
    outcome = fast.call(form.make(graph))
    found = set()
    for place, values in answer_series(outcome.value).items() if outcome.succeeded else ():
        if sorted(map(str, values)) == sorted(graph):
            sides = {values.index(needed) < values.index(item) for item, needs in graph.items() for needed in needs}
            found |= {(place, side) for side in sides if len(sides) == 1}
    return found
