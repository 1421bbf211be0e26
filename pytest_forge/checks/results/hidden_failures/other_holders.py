"""Other holders: a thing that one name has got, and that is reported as given to another name, which does not get it.

lend(items=["CAM-4"], to="Ada")    {"lent": ["CAM-4"]}, and readers show Ada beside it
lend(items=["CAM-4"], to="Bo")     {"lent": ["CAM-4"]}, and readers show Ada as before, and Bo nowhere

Alone, the second call is made: with nobody before him, readers show Bo.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....profile.overwriting import tells_of_earlier
from ....profile.told_holders import told_holders
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.missing_things import UNUSED_NAME
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.made_records import calls_naming, record_made
from ...calls.preparation.record_makers import aligned_calls, makers_of
from ...calls.sequences import before_json
from ...calls.state_view import StateView, without_moments

__all__ = ["judge_other_holders"]

#: Share of a check's time; arguments that are judged, and other names that are tried.
_SHARE, _MAX_NAMES, _MAX_OTHERS = 0.15, 2, 4

_Call = dict[str, Any]


class _Other(Struct, frozen=True):
    """Another name, which another tool may have to make first.

    Attributes:
        name: The name, as far as it is known.
        maker: That tool; empty if none is needed.
        making: Its call.
    """

    name: str
    maker: str = ""
    making: _Call | None = None


class _Gift(Struct, frozen=True):
    """What calls with one name after another came to.

    Attributes:
        call: The last call.
        before: Those before it.
        form: Its answer without the name.
        is_kept: Whether the data show the last name where they have changed.
        is_unmade: Whether the data are as the call before has left them, and that one's name is in them.
    """

    call: _Call
    before: list[_Call]
    form: str
    is_kept: bool
    is_unmade: bool


def judge_other_holders(subject: Subject) -> None:
    """Judge that a thing which somebody has is not reported as given to somebody else.

    Args:
        subject: A server's writer, whose description must tell that it gives something to the one whom it names.

    Raises:
        CheckFailure: If a call with another name changes nothing, twice, and is answered like one that is made.
    """
    # What is there already may be left as it is, where the description speaks of it.
    names = [name for name, said in told_holders(subject.facts).items() if not tells_of_earlier(said)]
    if not names or served_tool(subject).server.address.url:
        return
    patience = subject.patience(_SHARE)
    base = plausible_calls(subject, limit=1)[0]
    for name in [name for name in names if isinstance(base.get(name), str) and len(base) > 1][:_MAX_NAMES]:
        for other in _others(subject, base, name):
            if patience.is_over:
                return
            alone = _given(subject, name, other, to_both=False)
            if alone is None or not alone.is_kept:
                continue
            lost = _given(subject, name, other, to_both=True)
            if lost is None or not lost.is_unmade or lost.form != alone.form:
                return
            again = _given(subject, name, other, to_both=True)
            if again is not None and again.is_unmade and again.form == alone.form:
                raise CheckFailure(
                    "conflict_as_success",
                    f"A call with {lost.call[name]!r} for {name!r} changed nothing after one with "
                    f"{lost.before[-1][name]!r}, which keeps what it has, and was answered like calls that do. "
                    "Compare who has it with who asks, and report what another one has as a failure.",
                    about=name,
                    arguments=lost.call,
                    before=before_json([(subject.facts.name, call) for call in lost.before]),
                )
            return


def _others(subject: Subject, base: Mapping[str, Any], name: str) -> Iterator[_Other]:
    """Yield other names that the schema allows: plain ones, and those that another tool makes."""
    view = FlatSchema(subject.schema)
    node = view.arguments.get(name, {})
    plain = [*view.choices(node), *similar_values(base[name], ()), UNUSED_NAME]
    fitting = [one for one in dict.fromkeys(plain) if one != base[name] and view.fits(node, one)]
    yield from (_Other(one) for one in fitting[:1])
    for facts, _ in makers_of(subject, {name: base[name]})[:_MAX_OTHERS]:
        # One who has a number of their own is made anew, whatever they are called.
        for new in fitting[:1]:
            yield from (_Other(new, facts.name, making) for making in aligned_calls(facts, {name: new})[:1])


def _given(subject: Subject, name: str, other: _Other, *, to_both: bool) -> _Gift | None:
    """Return what a call with another name came to on a new server; None if it fails, or one before it does.

    Args:
        subject: The tool.
        name: The argument with the name.
        other: The other name.
        to_both: Whether an ordinary call comes first.
    """
    subject.renew()
    base = plausible_calls(subject, limit=1)[0]
    second = _with_other(subject, base, name, other)
    if second is None:
        return None
    view, before = StateView(subject, keeps_given=True), [base] if to_both else []
    start = _taken(view, base, second)
    if any(looks_failed(subject.call(call)) for call in before):
        return None
    middle = _taken(view, base, second) if to_both else start
    outcome = subject.call(second)
    if looks_failed(outcome) or outcome.timed_out:
        return None
    end = _taken(view, base, second)
    return _Gift(
        second,
        before,
        _form(outcome, second[name]),
        is_kept=_is_shown(view, middle, end, second[name]),
        is_unmade=not view.changed(middle, end) and _is_shown(view, start, middle, base[name]),
    )


def _with_other(subject: Subject, base: _Call, name: str, other: _Other) -> _Call | None:
    """Return the call with the other name, once it is made; None if it cannot be made."""
    second = {**base, name: other.name}
    if not other.maker:
        return second
    made = record_made(subject, other.maker, other.making or {})
    named = None if made is None else next(calls_naming(made, second, subject.schema, only=[name]))
    return named if named is not None and named[name] != base[name] else None


def _taken(view: StateView, *calls: _Call) -> dict[str, str]:
    """Return the data, with readers asked for the names of each call."""
    found: dict[str, str] = {}
    for call in calls:
        found |= view.taken(call, is_settled=False)
    return found


def _is_shown(view: StateView, before: dict[str, str], after: dict[str, str], name: str) -> bool:
    form = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return any(form.search(after.get(place, "")) for place in view.changed(before, after))


def _form(outcome: Outcome, name: str) -> str:
    """Return an answer without the name and without moments and numbers, which a new server may give anew."""
    text = outcome.text if isinstance(outcome.text, str) and outcome.text else json.dumps(outcome.value, default=str)
    text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return re.sub(r"\d+", "0", without_moments(text))
