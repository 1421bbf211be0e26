"""Empty lists: a call that names nothing and does it to everything, where a description asks for a name.

cancel(["B-1"])     one booking is cancelled
cancel(["B-9"])     refused: there is none
cancel([])          all bookings are cancelled; and so they may be for [" "], where [] is refused

close(ids=[3])      one ticket is closed
close()             all are closed, as the description says of a call without the list
close(ids=[])       all are closed: the caller who selected nothing has not left the list out
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Any

from ....profile.told_least import needs_an_item
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values, quoted_values
from ...calls.missing_things import UNUSED_NAME, UNUSED_NUMBER, unlisted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_empty_lists"]

_SHARE = 0.3
_MAX_CALLS, _MAX_NAMES = 4, 12
_CALLS = 4
#: Lists that name nothing.
_EMPTY: tuple[list[str], ...] = ([], [" "], [""])
_NUMBER = regex(r"[1-9]\d{0,8}")
_WORD = regex(r"[^\s,;:{}()\[\]\"'|]+")


def judge_empty_lists(subject: Subject) -> bool:
    """Judge that a list without a name removes or replaces no more data than one with a name, if it needs a name.

    A name may be a number. A list needs one as well if the description says that leaving it out means everything.

    Returns:
        Whether there is such a list, with a name for which data are removed or replaced.

    Raises:
        CheckFailure: If a list without a name works, and more data are lost than for each of the names.
    """
    if subject.facts.tier == "read" and subject.facts.tier_declared:
        return False
    try:
        fits = FlatSchema(subject.schema).fits
        calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    except NoCallFits:
        return False
    is_judged = False
    for name, said in _lists(subject).items():
        unused = UNUSED_NUMBER if _has_numbers(subject, name) else UNUSED_NAME
        # Calls that work come first; they may leave the list out.
        bases = [{**call, name: call.get(name) or []} for call in calls]
        for base in subject.patience(_SHARE).each(bases[:2]):
            lost: dict[str | int, int] = {}
            for item in _names(subject, name, base[name], type(unused)):
                call = {**base, name: [item]}
                if fits(subject.schema, call) and (one := _lost(subject, call, name, unused)):
                    lost[item] = one
                if len(lost) > 1:
                    break
            unknown = [{**base, name: [one]} for one in _unknown(lost, unused)]
            unknown = [call for call in unknown if fits(subject.schema, call)]
            if not lost or not unknown or any(_lost(subject, call, name, unused) for call in unknown):
                continue
            is_judged = True
            for call in ({**base, name: empty} for empty in _EMPTY):
                if not fits(subject.schema, call):
                    continue
                if all((_lost(subject, call, name, unused) or 0) > max(lost.values()) for _ in range(2)):
                    raise CheckFailure(
                        "empty_means_all",
                        f"The description says {said!r}, but with {call[name]!r} in {name!r} the tool changes more "
                        f"data than with {next(iter(lost))!r}. Refuse a list in which nothing is named, or change "
                        "nothing.",
                        about=name,
                        arguments=call,
                    )
    return is_judged


def _lists(subject: Subject) -> dict[str, str]:
    """Return the lists of texts or numbers that need an item, each with the sentence that says so."""
    told = told_words(subject)
    view = FlatSchema(subject.schema)
    kinds = {name: [flat.get("type") for flat in view.alternatives(node)] for name, node in view.arguments.items()}
    lists = {name: view.arguments[name] for name, its in kinds.items() if "array" in its}
    required = subject.schema.get("required") or ()
    found = {
        name: needs_an_item(
            told if len(lists) == 1 else "",
            str(node.get("description") or ""),
            may_be_left_out=name not in required and not isinstance(node.get("default"), list),
        )
        for name, node in lists.items()
    }
    return {name: said for name, said in found.items() if said}


def _has_numbers(subject: Subject, name: str) -> bool:
    view = FlatSchema(subject.schema)
    items = [flat["items"] for flat in view.alternatives(view.arguments[name]) if "items" in flat]
    return any(types_of(flat)[0] == "integer" for node in items for flat in view.alternatives(node))


def _names(subject: Subject, name: str, items: list[Any], kind: type) -> list[str | int]:
    """Return what the list may name: texts, or numbers, which data may have as texts."""
    first = next((item for item in items if type(item) is kind), kind())
    sources = (quoted_values(subject), known_values(subject))
    known = [value for source in sources for value in source.values_for(name, first)]
    read = StateView(subject).answers({}).values() if subject.is_served else ()
    told = [leaf for value in read for leaf in _leaves(value, kind)]
    found = [*(item for item in items if type(item) is kind), *told, *known]
    if kind is int:
        texts = [text for source in sources for text in source.values_for(name, "")]
        found = [*(int(text) for text in texts if _NUMBER.fullmatch(text)), *found]
    return [one for one in dict.fromkeys(found) if not isinstance(one, str) or one.strip()][:_MAX_NAMES]


def _leaves(value: Any, kind: type) -> list[Any]:
    """Return what is of a kind in the lists of an answer, then the rest of it."""
    parts = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    leaves = [part for part in parts if type(part) is kind]
    nested = [leaf for part in parts if type(part) is not kind for leaf in _leaves(part, kind)]
    return [*leaves, *nested] if isinstance(value, list) else [*nested, *leaves]


def _unknown(names: Mapping[str | int, int], unused: str | int) -> list[str | int]:
    """Return names of nothing, one of them in the form of a known one."""
    others = (other for name in list(names)[:1] for other in unlisted_values(name))
    return [unused, *islice((other for other in others if other != unused), 1)]


def _lost(subject: Subject, call: dict[str, Any], name: str, unused: str | int) -> int | None:
    """Return how many words of the data a call removes or replaces in a fresh world; None if it fails.

    Args:
        subject: The tool.
        call: The call.
        name: Its list.
        unused: What the list may name, and is not there.
    """

    def made() -> int | None:
        if subject.is_served:
            subject.renew()
        else:
            make_fresh_for(subject, [call])
        view = StateView(subject)
        # A call that fails may lay out the data with which a tool begins.
        others = {other: [UNUSED_NAME] for other, value in call.items() if isinstance(value, list)}
        _made(subject, {**call, **others, name: [unused]})
        before = _words(view.taken(call))
        if looks_failed(_made(subject, call)):
            return None
        return (before - _words(view.taken(call, is_settled=False))).total()

    return made() if subject.is_served else in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)


def _words(data: Mapping[str, str]) -> Counter[str]:
    return Counter(word for text in data.values() for word in _WORD.findall(text))


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
