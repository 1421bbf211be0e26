"""Searched secrets: a record that is found by its secret, which no answer shows.

register(name="mail", token="k-77")     stored
find(text="mail")                       the record, without its token
find(text="zz")                         nothing
find(text="-77")                        the record: letter by letter, a caller learns the token
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....profile.reads import reads
from ....profile.secrets import holds_secret
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import is_valid
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from .stored_marks import mark, said, text_arguments, with_new_names

__all__ = ["judge_searched_secrets"]

_SHARE = 0.2
_MAX_MAKERS, _MAX_SLOTS = 3, 2
#: The part of a secret that is searched for.
_PART = slice(2, 8)

_Call = dict[str, Any]


def judge_searched_secrets(subject: Subject) -> None:
    """Judge that a reader does not find what another tool has stored by a part of a secret that it does not show.

    Raises:
        CheckFailure: If it does.
    """
    if not reads(subject.facts):
        return
    patience = subject.patience(_SHARE)
    for maker, call, secret in _calls_with_secrets(subject):
        if patience.is_over:
            return
        name, hidden = mark(subject), mark(subject)
        stored = with_new_names(maker, {**call, secret: hidden}, secret, name)
        if stored is None or name not in stored.values() or not maker.call(stored).succeeded:
            continue
        for slot, ask in _searches(subject):
            found = said(subject.call({**ask, slot: name}))
            if name not in found or hidden in found:
                continue
            by_part = {**ask, slot: hidden[_PART]}
            if name in said(subject.call(by_part)) and name not in said(subject.call({**ask, slot: mark(subject)})):
                raise CheckFailure(
                    "secret_shown",
                    f"A part of {secret!r}, which {maker.facts.name!r} has stored and no answer shows, finds the "
                    "record: letter by letter, a caller learns all of it. Leave secrets out of what is searched.",
                    about=slot,
                    arguments=by_part,
                    before=before_json([(maker.facts.name, stored)]),
                )


def _calls_with_secrets(subject: Subject) -> Iterator[tuple[Subject, _Call, str]]:
    """Yield calls of other tools that store a secret, with its argument."""
    others = [one for one in subject.neighbours if not reads(one[0])]
    keeping = [one for one in others if any(map(holds_secret, text_arguments(one[0].input_schema)))]
    for maker in [subject.beside(*one) for one in keeping[:_MAX_MAKERS]]:
        for call in candidate_arguments(maker.schema, limit=1):
            yield from ((maker, call, name) for name in text_arguments(maker.schema) if holds_secret(name))


def _searches(subject: Subject) -> Iterator[tuple[str, _Call]]:
    """Yield an ordinary call for each argument with a text that may be searched for; a secret itself is no search."""
    for call in plausible_calls(subject, limit=1)[:1]:
        slots = [name for name in text_arguments(subject.schema) if not holds_secret(name)]
        for slot in slots[:_MAX_SLOTS]:
            if is_valid(subject.schema, {**call, slot: mark(subject)}):
                yield slot, call
