"""Counted cases: a text in another letter case that is taken for another text, though said to be the same.

vote("ada"), vote("ada")    1 voter
vote("ada"), vote("bob")    2 voters
vote("ada"), vote("ADA")    2 voters, though the description says that letter case does not matter
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....profile.letter_cases import is_told_of
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.state_view import without_moments
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit

__all__ = ["WORKED", "cased_texts", "judge_counted_cases", "names_told_of", "without_texts"]

_SHARE = 0.15
_MAX_BASES, _CALLS = 4, 4
WORKED = "True "
"""How what is told of a call that works begins."""

_Call = dict[str, Any]


def judge_counted_cases(subject: Subject) -> bool:
    """Judge that a text in another letter case is answered like a repeated one, if the description says so.

    Returns:
        Whether a repeated text is answered otherwise than another one.

    Raises:
        CheckFailure: If the other letter case is answered like another text, twice.
    """
    view = FlatSchema(subject.schema)
    judged = False
    for name, first, cased, other in subject.patience(_SHARE).each(_triples(subject, view)):
        again, new = _second(subject, first, first), _second(subject, first, other)
        if again is None or new is None:
            continue
        plain, unlike = without_texts(again, first[name]), without_texts(new, first[name], other[name])
        if plain == unlike or not new.startswith(WORKED):
            continue
        judged = True
        for one, then in ((first, cased), (cased, first)):
            found = _second(subject, one, then)
            # What is refused may be allowed in one case alone.
            if found is None or without_texts(found, first[name]) != unlike:
                continue
            if _second(subject, one, then) == found and _second(subject, first, first) == again:
                raise CheckFailure(
                    "case_counted",
                    f"The description says that letter case does not matter, but behind {one[name]!r}, {then[name]!r} "
                    f"in {name!r} is taken for another text. Change the letter case before the text is compared or "
                    "kept.",
                    about=name,
                    arguments=then,
                    before=before_json([(subject.facts.name, one)]),
                )
    return judged


def _triples(subject: Subject, view: FlatSchema) -> Iterator[tuple[str, _Call, _Call, _Call]]:
    """Yield arguments that are said to ignore letter case, each with a call, one in another case and one that differs.

    Both texts differ in no more than letters: a text in which the case of a code is mixed may be refused.
    """
    told = names_told_of(subject, view)
    calls = calls_that_fit(subject, limit=2 * _MAX_BASES) if told else []
    for name in told:
        bases = [call for call in calls if isinstance(call.get(name), str) and call[name].isascii()]
        for base in bases[:_MAX_BASES]:
            for _, cased, other in cased_texts(subject, view, name, base, [call[name] for call in bases]):
                yield name, base, {**base, name: cased}, {**base, name: other}


def names_told_of(subject: Subject, view: FlatSchema) -> list[str]:
    """Return the arguments of which it is said that letter case makes no difference."""
    nodes = view.root.get("properties") or {}
    texts = [name for name, node in nodes.items() if _is_free_text(view, node)]
    described = subject.facts.description or ""
    return [
        name
        for name in texts
        if is_told_of(name, str(nodes[name].get("description") or ""), described, is_only=len(texts) == 1)
    ]


def cased_texts(
    subject: Subject, view: FlatSchema, name: str, call: Mapping[str, Any], known: Iterable[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield the text of a call with the same in another letter case, and another text; none if one does not fit."""
    text = call[name]
    others = [*similar_values(text, ()), *known]
    other = next((one for one in others if one.lower() != text.lower()), None)
    cased = next((one for one in (text.upper(), text.lower(), text.capitalize()) if one != text), None)
    if other is None or cased is None:
        return
    if all(view.fits(subject.schema, {**call, name: one}) for one in (cased, other)):
        yield text, cased, other


def _is_free_text(view: FlatSchema, node: Any) -> bool:
    flats = view.alternatives(node) if isinstance(node, Mapping) else []
    return any(flat.get("type") == "string" and "enum" not in flat and "const" not in flat for flat in flats)


def _second(subject: Subject, first: _Call, second: _Call) -> str | None:
    """Return what the second of two calls answers in a fresh world; None if the first one fails."""

    def made() -> str:
        if subject.is_served:
            subject.renew()
            plausible_calls(subject, limit=1)
        else:
            make_fresh([subject])
        with fake_sleep():
            if not subject.call(first).succeeded:
                return ""
            outcome = subject.call(second)
        return f"{WORKED if outcome.succeeded else ''}{without_moments(outcome.text)}"

    told = made() if subject.is_served else in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return told or None


def without_texts(answer: str, *texts: str) -> str:
    """Return an answer in small letters, without the texts that were given."""
    answer = answer.lower()
    for text in sorted({text.lower() for text in texts}, key=len, reverse=True):
        answer = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "it", answer)
    return answer
