"""Unmet rows: a change that a function reports as made, of a record in a state in which it changes nothing.

cancel(number="S-1", reason="moved")    "S-1 is cancelled", and its row has the state and the reason
cancel(number="S-2", reason="moved")    "S-2 is cancelled", and nothing has changed: an UPDATE for active ones met no
                                        row, since S-2 is paused

The rows are those of files, or of what the tool's modules hold: databases in memory, maps, lists and objects.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....oracles.own_code import OwnCode
from ....profile.overwriting import tells_of_untouched
from ....regex import regex
from ....strategies.mined_constants import kept_values
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.call_search import refusal_form
from ...calls.fake_sleep import fake_sleep
from ...calls.held_rows import held_rows
from ...calls.known_values import known_values, quoted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_unmet_memory", "judge_unmet_rows", "shows"]

#: Share of a check's time.
_SHARE = 0.15
_MAX_NAMES, _MAX_TEXTS, _MAX_RECORDS, _MAX_CALLS = 2, 2, 6, 4
_TOKEN = regex(r"\w[\w.@-]*")
_WORD = regex(r"[^\W\d]\w{2,}")
_Call = dict[str, Any]
#: The number of a call, the form of its answer, "" for a refusal, the answer, and the data before and after it.
_Told = tuple[int, str, str, dict[str, str], dict[str, str]]


def judge_unmet_memory(subject: Subject) -> None:
    """Judge like `judge_unmet_rows` what a function changes in the memory of its modules.

    Ask this before any call is made in this process, which keeps what it has done.

    Raises:
        CheckFailure: If a call is answered as made, and changes nothing, twice.
    """
    if tells_of_untouched(subject.facts.description or "") or not kept_values(subject.tool):
        return
    calls = plausible_calls(subject, limit=_MAX_CALLS)

    def made() -> list[_Call]:
        with fake_sleep():
            return [call for call in calls if subject.call(call).succeeded]

    if held_rows(OwnCode(subject.tool)):
        _judge_series(subject, in_a_fresh_world(subject, made, most_calls=_MAX_CALLS) or [])


def judge_unmet_rows(subject: Subject, controls: Sequence[Outcome]) -> None:
    """Judge that a call which changes nothing of a record is not answered like one that changes the row of another.

    A record that is already as the call would make it is none of these.

    Args:
        subject: A function that may change something.
        controls: Calls that work.

    Raises:
        CheckFailure: If one is, twice.
    """
    if not tells_of_untouched(subject.facts.description or ""):
        _judge_series(subject, [control.arguments for control in controls])


def _judge_series(subject: Subject, worked: Sequence[Mapping[str, Any]]) -> None:
    if not worked:
        return
    patience = subject.patience(_SHARE)
    for name, text, calls in _series(subject, worked):
        # What the first call changes is not seen, since it may fill the store.
        for order in (calls[::-1], calls):
            if patience.is_over:
                return
            found = _unmet(subject, order, name, text)
            if found is not None and _unmet(subject, order, name, text) == found:
                made, unmet = (order[number] for number in found)
                raise CheckFailure(
                    "change_unmade",
                    f"A call with {unmet[name]!r} for {name!r} changed nothing, and was answered like one with "
                    f"{made[name]!r}, which changes its record. Look at what the change has met, and report one that "
                    "has met nothing as a failure.",
                    about=name,
                    arguments=unmet,
                )


def _series(subject: Subject, worked: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, list[_Call]]]:
    """Yield an argument that may name records, one whose text may be kept or "", and calls with known names."""
    call, view, nodes = worked[0], FlatSchema(subject.schema), subject.schema.get("properties") or {}
    held, quoted = known_values(subject), quoted_values(subject)
    free = [name for name, value in call.items() if _is_free_text(view, nodes.get(name), value)]
    named: list[tuple[str, list[Any]]] = []
    for name, value in call.items():
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            likely = [one[name] for one in worked if type(one.get(name)) is type(value)]
            likely += [*held.siblings(name, value), *quoted.values_for(name, value), *held.values_for(name, value)]
            known = [one for one in dict.fromkeys(likely) if view.fits(nodes.get(name) or {}, one)]
            # The row of a name that holds another one would be taken for the row of both.
            known = [one for one in known if not any(other != one and shows(str(one), other) for other in known)]
            named += [(name, known[:_MAX_RECORDS])] if len(known) > 1 else []
    for (name, known), text in itertools.product(named[:_MAX_NAMES], free[:_MAX_TEXTS]):
        other = next((one for one in similar_values(call[text], ()) if view.fits(nodes.get(text) or {}, one)), None)
        if text != name and other is not None:
            yield name, text, [{**call, name: one, text: other} for one in known]
    for name, known in named[:_MAX_NAMES] if not set(free) - {name for name, _ in named} else ():
        yield name, "", [{**call, name: one} for one in known]


def _is_free_text(view: FlatSchema, node: Any, value: Any) -> bool:
    flats = view.alternatives(node) if isinstance(node, Mapping) else []
    return isinstance(value, str) and value != "" and not any("enum" in flat or "const" in flat for flat in flats)


def _unmet(subject: Subject, calls: Sequence[_Call], name: str, text: str) -> tuple[int, int] | None:
    """Return the numbers of a call that keeps its text and changes its row, and of one that does not, in a fresh world.

    Both get an answer of the same form. Without a text, a word that is new in the row stands in both answers.
    """
    told = in_a_fresh_world(subject, lambda: _after_each(subject, calls, text), most_calls=2 * len(calls))
    made: list[tuple[int, str, set[str]]] = []
    unmet: list[tuple[int, str, str, str]] = []
    for number, form, answer, before, after in told or []:
        call = calls[number]
        old, new = (_rows_of(data, call[name]) for data in (before, after))
        if not form or not old or (text and shows(old, call[text])):
            continue
        if before == after:
            unmet.append((number, form, old, answer))
        elif not text or shows(new, call[text]):
            given = {token for value in call.values() for token in _TOKEN.findall(str(value))}
            values = set(_TOKEN.findall(new)) - set(_TOKEN.findall(old)) - given
            made.append((number, form, values if text else values & set(_WORD.findall(answer))))
    for (kept, form, values), (lost, other_form, row, answer) in itertools.product(made, unmet):
        # A record that has one of the new values already is as the call would make it.
        is_claimed = bool(text) or not values.isdisjoint(_WORD.findall(answer))
        if form == other_form and is_claimed and values.isdisjoint(_TOKEN.findall(row)):
            return kept, lost
    return None


def _after_each(subject: Subject, calls: Sequence[_Call], text: str) -> list[_Told]:
    """Return what is told of each call, and of those that work once more, in reverse; nothing if no text is kept."""
    view, own = StateView(subject, keeps_given=True), OwnCode(subject.tool)
    told: list[_Told] = []
    before = view.taken({"calls": list(calls)}) | held_rows(own)
    order = list(range(len(calls)))
    while order:
        for number in order:
            with fake_sleep():
                outcome = subject.call(dict(calls[number]))
            form = refusal_form(outcome) if outcome.succeeded and not outcome.timed_out else ""
            after = view.taken({"calls": list(calls)}, is_settled=False) | held_rows(own)
            told.append((number, form, outcome.text, before, after))
            before = after
        is_kept = not text or any(shows(data, calls[0][text]) for data in before.values())
        if len(told) > len(calls) or not is_kept:
            break
        order = [number for number, form, *_ in told if form][::-1]
    return told


def _rows_of(data: Mapping[str, str], record: Any) -> str:
    """Return the rows of databases, the lines and the objects in JSON that name a record."""
    return "\n".join(row for place, content in data.items() for row in _rows(content) if shows(row, record))


def _rows(content: str) -> Iterator[str]:
    try:
        yield from _objects(json.loads(content))
    except ValueError:
        yield from content.split("\n")


def _objects(value: Any, key: str = "") -> Iterator[str]:
    """Yield the objects in a JSON value, the innermost alone, each behind its key."""
    parts = list(value.items()) if isinstance(value, dict) else [("", one) for one in value]
    nested = [(name, one) for name, one in parts if isinstance(one, dict | list)]
    if nested and len(nested) == len(parts):
        for name, one in nested:
            yield from _objects(one, name)
    else:
        yield f"{key} {json.dumps(value)}"


def shows(text: str, value: Any) -> bool:
    """Tell whether a value stands in a text, and not as a part of another one."""
    return re.search(rf"(?<![\w.]){re.escape(str(value))}(?![\w.])", text) is not None
