"""Empty lists: a call that names nothing and does it to everything, where a description asks for a name.

cancel(["B-1"])     one booking is cancelled
cancel(["B-9"])     refused: there is none
cancel([])          all bookings are cancelled; and so they may be for [" "], where [] is refused
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ....profile.told_least import needs_an_item
from ....strategies.mined_constants import author_functions
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values, quoted_values
from ...calls.missing_things import UNUSED_NAME, unlisted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_empty_lists"]

_SHARE = 0.3
_MAX_CALLS, _MAX_NAMES = 4, 12
_CALLS = 4
#: Lists that name nothing.
_EMPTY: tuple[list[str], ...] = ([], [" "], [""])
_WORD = re.compile(r"[^\s,;:{}()\[\]\"'|]+")


def judge_empty_lists(subject: Subject) -> bool:
    """Judge that a list without a name removes or replaces no more data than one with a name, if it needs a name.

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
        for base in subject.patience(_SHARE).each([call for call in calls if isinstance(call.get(name), list)][:2]):
            lost = {}
            for item in _names(subject, name, base[name]):
                call = {**base, name: [item]}
                if fits(subject.schema, call) and (one := _lost(subject, call)):
                    lost[item] = one
                if len(lost) > 1:
                    break
            unknown = {
                **base,
                name: [other for other in _unknown(lost) if fits(subject.schema, {**base, name: [other]})],
            }
            if not lost or not unknown[name] or any(_lost(subject, {**base, name: [one]}) for one in unknown[name]):
                continue
            is_judged = True
            for call in ({**base, name: empty} for empty in _EMPTY):
                if not fits(subject.schema, call):
                    continue
                if all((_lost(subject, call) or 0) > max(lost.values()) for _ in range(2)):
                    raise CheckFailure(
                        "empty_means_all",
                        f"The description says {said!r}, but with {call[name]!r} in {name!r} the tool changes more "
                        f"data than with {next(iter(lost))!r}. Refuse a list in which nothing is named.",
                        about=name,
                        arguments=call,
                    )
    return is_judged


def _lists(subject: Subject) -> dict[str, str]:
    """Return the lists of texts that need an item, each with the sentence that says so."""
    function = next(author_functions(subject.tool), None)
    told = f"{subject.facts.description or ''}\n\n{function.__doc__ or '' if function is not None else ''}"
    nodes = {name: node for name, node in (subject.schema.get("properties") or {}).items() if isinstance(node, Mapping)}
    lists = {name: node for name, node in nodes.items() if node.get("type") == "array"}
    found = {
        name: needs_an_item(told if len(lists) == 1 else "", str(node.get("description") or ""))
        for name, node in lists.items()
    }
    return {name: said for name, said in found.items() if said}


def _names(subject: Subject, name: str, items: list[Any]) -> list[str]:
    first = next((item for item in items if isinstance(item, str)), "")
    known = [*quoted_values(subject).values_for(name, first), *known_values(subject).values_for(name, first)]
    given = [item for item in items if isinstance(item, str)]
    read = StateView(subject).answers({}).values() if subject.is_served else ()
    told = [text for value in read for text in _texts(value)]
    return [text for text in dict.fromkeys([*given, *told, *known]) if text.strip()][:_MAX_NAMES]


def _texts(value: Any) -> list[str]:
    """Return the texts of the lists in an answer, then its other texts."""
    parts = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    texts = [part for part in parts if isinstance(part, str)]
    nested = [text for part in parts if not isinstance(part, str) for text in _texts(part)]
    return [*texts, *nested] if isinstance(value, list) else [*nested, *texts]


def _unknown(names: Mapping[str, int]) -> list[str]:
    """Return names of nothing, one of them in the form of a known one."""
    return [UNUSED_NAME, *(str(one) for name in list(names)[:1] for one in [*unlisted_values(name)][:1])]


def _lost(subject: Subject, call: dict[str, Any]) -> int | None:
    """Return how many words of the data a call removes or replaces in a fresh world; None if it fails."""

    def made() -> int | None:
        if subject.is_served:
            subject.renew()
        else:
            make_fresh_for(subject, [call])
        view = StateView(subject)
        # A call that fails may lay out the data with which a tool begins.
        _made(subject, {**call, **{name: [UNUSED_NAME] for name, value in call.items() if isinstance(value, list)}})
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
