"""Parted cases: what a call has kept under a text, and another call does not find under it in another letter case.

let_in("Ann@x.example")     ann@x.example may enter
shut_out("ann@x.example")   nobody may: the text was changed to small letters when it was kept
shut_out("Ann@x.example")   ann@x.example still may, though the description says that letter case does not matter

The other call may be one of the same tool, with another value of an argument such as `action`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....oracles.own_code import OwnCode
from ....profile.letter_cases import is_of_all_ways
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.held_rows import held_rows
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import before_json
from ...calls.state_view import StateView, without_moments
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit
from .counted_cases import WORKED, cased_texts, names_told_of, without_texts

__all__ = ["judge_parted_cases"]

_SHARE = 0.15
_MAX_CALLS, _MAX_MAKERS, _MAX_PAIRS, _CALLS = 12, 2, 8, 6

_Call = dict[str, Any]
#: The argument, the tool that keeps its text, the call of this tool, and the one that may find it.
_Pair = tuple[str, Subject, _Call, _Call]


def judge_parted_cases(subject: Subject) -> bool:
    """Judge that a call finds what another one has kept under a text in each letter case, if words say so.

    Returns:
        Whether a call does something else with the text that another one has kept than with any other text.

    Raises:
        CheckFailure: If it treats the text in another letter case like any other text, twice.
    """
    view = FlatSchema(subject.schema)
    judged = False
    pairs = 0
    for name, maker, first, second in subject.patience(_SHARE).each(_pairs(subject, view)):
        for text, cased, other in cased_texts(subject, view, name, second, [first[name]]):
            keeps, finds = {**first, name: text}, {**second, name: text}
            again = _after(subject, maker, keeps, finds)
            new = _after(subject, maker, keeps, {**second, name: other})
            if not again or not new or not again.startswith(WORKED):
                continue
            unlike = without_texts(new, text, other)
            if without_texts(again, text) == unlike:
                continue
            judged, pairs = True, pairs + 1
            in_other_case = {**second, name: cased}
            found = _after(subject, maker, keeps, in_other_case)
            if not found or without_texts(found, text) != unlike:
                continue
            # The text may be refused in this letter case, wherever it is given.
            if not _after(subject, maker, {**keeps, name: cased}, finds):
                continue
            if _after(subject, maker, keeps, in_other_case) == found and _after(subject, maker, keeps, finds) == again:
                raise CheckFailure(
                    "case_counted",
                    f"The description says that letter case does not matter, but what is kept under {text!r} in "
                    f"{name!r} is not found under {cased!r}. Change the letter case in the same way wherever the text "
                    "is kept or looked for.",
                    about=name,
                    arguments=in_other_case,
                    before=before_json([(maker.facts.name, keeps)]),
                )
        if pairs == _MAX_PAIRS:
            break
    return judged


def _pairs(subject: Subject, view: FlatSchema) -> Iterator[_Pair]:
    """Yield calls that may find a text which another call has kept, with this other call."""
    names = names_told_of(subject, view)
    calls = calls_that_fit(subject, limit=_MAX_CALLS) if names else []
    for name in names:
        own = [call for call in calls if isinstance(call.get(name), str) and call[name]]
        for first in own:
            for second in own:
                differing = [key for key in first.keys() | second.keys() if first.get(key) != second.get(key)]
                if len(differing) == 1 and differing[0] != name and isinstance(second.get(differing[0]), str):
                    ways = {str(call[differing[0]]) for call in own if differing[0] in call}
                    if is_of_all_ways(_words_on(view, name), ways, second[differing[0]]):
                        yield name, subject, first, second
        for facts, tool in makers_of(subject, own[0])[:_MAX_MAKERS] if own else ():
            maker = subject.beside(facts, tool)
            made = [call for call in calls_that_fit(maker, limit=_MAX_CALLS) if isinstance(call.get(name), str)]
            for second in own[:2]:
                for first in made[:2]:
                    shared = {key: value for key, value in second.items() if key in first}
                    yield name, maker, {**first, **shared}, second


def _words_on(view: FlatSchema, name: str) -> str:
    node = (view.root.get("properties") or {}).get(name)
    return str(node.get("description") or "") if isinstance(node, Mapping) else ""


def _after(subject: Subject, maker: Subject, first: _Call, second: _Call) -> str:
    """Return what a call answers behind another one in a fresh world, and what is kept then; "" if the first fails."""

    def made() -> str:
        if subject.is_served:
            subject.renew()
            plausible_calls(subject, limit=1)
        else:
            make_fresh([subject, maker] if maker is not subject else [subject])
        with fake_sleep():
            if not maker.call(first).succeeded:
                return ""
            outcome = subject.call(second)
            kept = StateView(subject).taken(second, is_settled=False)
        if not subject.is_served:
            kept |= held_rows(OwnCode(subject.tool))
        told = "\n".join(f"{place}: {text}" for place, text in sorted(kept.items()))
        return f"{WORKED if outcome.succeeded else ''}{without_moments(f'{outcome.text} {told}')} "

    if subject.is_served:
        return made()
    return in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or ""
