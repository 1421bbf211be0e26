"""Distinct cases: names that are said to be different things, differ in letter case alone, and are answered alike.

"m (minute), M (month)"

days(3, "M")     90
days(3, "h")     0.125
days(3, "m")     90, as for months: the letter case is changed before the name is looked up
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....profile.roles import name_words
from ....profile.told_cases import case_counts, told_names, told_pairs
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.known_values import known_values, quoted_values
from ...calls.told_words import told_words
from ..lasting_reads import calls_that_fit
from .fresh_answers import fresh_answers

__all__ = ["judge_distinct_cases"]

_SHARE = 0.15
_MAX_BASES, _MAX_VARIANTS, _MAX_OTHERS, _MAX_TEXTS = 3, 12, 5, 4
#: Texts in which a name may stand; with a large number, the answer for a small unit is not rounded to zero.
_FRAMES = ("{}", "5{}", "7 {}", "2000000{}", "9000000 {}")
#: Behind a text, for one that means nothing.
_UNKNOWN = "zq"
#: Stands for an answer that is not like others.
_ANY = "any"

_Call = dict[str, Any]


class _Names(Struct, frozen=True):
    """Two texts that differ in letter case alone, and what tells them apart.

    Attributes:
        one: A text.
        other: The same in another letter case.
        unlike: Texts with other meanings that the description explains.
        told: What the description says of both.
        enough: How many different answers are no accident.
    """

    one: str
    other: str
    unlike: tuple[str, ...]
    told: str
    enough: int


def judge_distinct_cases(subject: Subject) -> bool:
    """Judge that two texts which are said to be different, and differ in letter case alone, are not answered alike.

    The description explains both, or says that letter case counts. In the same call, another text that it explains must
    be answered otherwise, and an unknown text must not be answered like them.

    Returns:
        Whether both are answered, and not alike.

    Raises:
        CheckFailure: If both are answered alike, twice, in all calls in which they are answered.
    """
    judged = False
    for name, names in subject.patience(_SHARE).each(list(_told(subject))):
        worked, alike, are_apart = 0, dict[str, tuple[_Call, str]](), False
        for call, frame in itertools.islice(_variants(subject, name, names), _MAX_VARIANTS):
            made = _answers(subject, call, name, frame, names)
            if made is None or not (made[0] and made[1]):
                continue
            worked += 1
            if made[0] != made[1]:
                judged = are_apart = True
                break
            third = made[3:] if names.unlike else [_ANY]
            if any(one not in ("", made[0]) for one in third) and made[2] != made[0]:
                alike[made[0]] = call, frame
            if len(alike) >= names.enough:
                break
        if are_apart or not alike or len(alike) < min(names.enough, worked):
            continue
        call, frame = next(iter(alike.values()))
        again = _answers(subject, call, name, frame, names)
        if again is not None and again[0] == again[1] == next(iter(alike)):
            given = frame.format(names.one), frame.format(names.other)
            raise CheckFailure(
                "cases_mixed_up",
                f"Given {given[0]!r} and {given[1]!r} for {name!r}, the tool answers the same, though {names.told}. "
                "Look a name up as it is given, before its letter case is changed.",
                about=name,
                arguments={**call, name: given[0]},
            )
    return judged


def _told(subject: Subject) -> Iterator[tuple[str, _Names]]:
    """Yield arguments with two texts that are told apart by their letter case."""
    view = FlatSchema(subject.schema)
    nodes = view.root.get("properties") or {}
    texts = [name for name, node in nodes.items() if any("string" in types_of(f) for f in view.alternatives(node))]
    words = told_words(subject) if texts else ""
    for name in texts:
        node = nodes[name]
        own = str(node.get("description") or "") if isinstance(node, Mapping) else ""
        for told in (own, f"{own}\n\n{words}"):
            pairs = told_pairs(told)
            for one, other in pairs:
                unlike = [text for text in told_names(told) if text.casefold() != one.casefold()]
                said = f"the description tells what each of {one!r} and {other!r} is"
                yield name, _Names(one, other, tuple(unlike[:_MAX_OTHERS]), said, 2)
            if pairs:
                break
        sentence = case_counts(own) or (case_counts(words) if len(texts) == 1 else "")
        if sentence and not any("case" in name_words(other) for other in nodes):
            yield from ((name, one) for one in _known(subject, name, sentence))


def _known(subject: Subject, name: str, sentence: str) -> Iterator[_Names]:
    """Yield texts that the tool may know, each with the same in another letter case."""
    bases = calls_that_fit(subject, limit=1)
    old = bases[0].get(name, "") if bases else None
    if not isinstance(old, str):
        return
    values = [old, *quoted_values(subject).values_for(name, old), *known_values(subject).values_for(name, old)]
    texts = [text for text in dict.fromkeys(values) if text and text.upper() != text.lower()]
    for text in texts[:_MAX_TEXTS]:
        other = text.upper() if text != text.upper() else text.lower()
        # The tool may know both.
        if other not in values:
            yield _Names(text, other, (), f'the description says "{sentence}"', 1)


def _variants(subject: Subject, name: str, names: _Names) -> Iterator[tuple[_Call, str]]:
    """Yield calls, and the texts in which names stand there: also with other numbers, and names for other texts."""
    bases = calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]
    fits = FlatSchema(subject.schema).fits
    for base in bases:
        frames = dict.fromkeys(_frames(base.get(name), names) if names.enough > 1 else _FRAMES[:1])
        texts = [key for key, value in base.items() if isinstance(value, str) and key != name]
        changed = {key: 3 * value + 7 for key, value in base.items() if type(value) in (int, float)}
        filled = (
            ({**base, **dict.fromkeys(texts, third)} for third in (*names.unlike[:2], names.other)) if texts else ()
        )
        for call in (base, *filled):
            for one in (call, {**call, **changed}) if changed else (call,):
                for frame in frames:
                    if fits(subject.schema, {**one, name: frame.format(names.one)}):
                        yield one, frame


def _frames(value: Any, names: _Names) -> Iterator[str]:
    """Yield the texts in which names may stand: alone, behind a number, and as in the text of an ordinary call."""
    plain = value.replace("{", "{{").replace("}", "}}") if isinstance(value, str) else ""
    for text in (names.one, names.other, *names.unlike):
        form = rf"(?<![^\W\d_]){re.escape(text)}(?![^\W\d_])"
        if plain != text and re.search(form, plain):
            yield re.sub(form, "{}", plain, count=1)
            break
    yield from _FRAMES


def _answers(subject: Subject, call: _Call, name: str, frame: str, names: _Names) -> list[str] | None:
    """Return what is answered to both texts, an unknown one, and those with other meanings, without the texts."""
    fits = FlatSchema(subject.schema).fits
    texts = [frame.format(text) for text in (names.one, names.other, f"{names.one}{_UNKNOWN}", *names.unlike)]
    if not all(fits(subject.schema, {**call, name: text}) for text in texts[:2]):
        return None
    made = [text for text in texts if fits(subject.schema, {**call, name: text})]
    answers = fresh_answers(subject, [{**call, name: text} for text in made])
    if answers is None or len(answers) != len(made):
        return None
    plain = {
        text: answer.replace(json.dumps(text, ensure_ascii=False), "<given>")
        for text, answer in zip(made, answers, strict=True)
    }
    return [plain.get(text, "") for text in texts]
