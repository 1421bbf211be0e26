"""Skipped neighbours: items that are taken out of a list while it is gone through, so that every other one stays.

without(["a", "x", "b", "y"], ["a", "b"])     x, y
without(["a", "b", "x", "y"], ["a", "b"])     b, x, y: behind "a", which was taken out, "b" was passed over
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from ....strategies.own_names import name_like
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_skipped_neighbours"]

_SHARE = 0.1
_MAX_BASES, _MAX_FORMS, _EACH, _DEEPEST = 3, 12, 4, 3
_BLANKS = ("", " ")
#: The second and fourth of four neighbours.
_PASSED_OVER = (1, 3)

_Items: TypeAlias = list[Any]


def judge_skipped_neighbours(subject: Subject) -> bool:
    """Judge that neighbours in a list are taken out of it as they are apart from one another.

    A list of the answer has what stays of the list that is given, and nothing else. Items are taken out since another
    list or text names them, or does not, or since they are blank or one of their fields is another one. Of four that
    are taken out apart from one another, and stand side by side then, exactly every other one must stay to be judged:
    what is told of several in a row alone, as of two failures behind one another, does not look like this.

    Returns:
        Whether items are taken out of a list.

    Raises:
        CheckFailure: If every other one of several neighbours stays, twice.
    """
    view = FlatSchema(subject.schema)
    judged = False
    with FastCalls(subject) as fast:
        for base, name in subject.patience(_SHARE).each(list(_lists(subject))):
            items = _different(base[name][0])
            lists = [*_kept(fast.call({**base, name: items})).values()]
            if not lists:
                continue
            # Items that an answer repeats may stand in it since they are let through.
            repeated = any(found and all(any(_is(one, item) for item in items) for one in found) for found in lists)
            forms = [*_named(base, name), *(_blank_or_other(base, name) if repeated else ())]
            for form in forms[:_MAX_FORMS]:
                apart, row = form.call(name, form.apart()), form.call(name, [*form.out, *form.stay])
                if not view.fits(view.root, apart):
                    continue
                places = [place for place, items in _kept(fast.call(apart)).items() if _are(items, form.stay)]
                judged = judged or bool(places)
                passed = [*(form.out[number] for number in _PASSED_OVER), *form.stay]
                if places and all(_has(fast.call(row), places, passed) for _ in range(2)):
                    raise CheckFailure(
                        "neighbour_kept",
                        f"Items of {name!r} that are taken out where they stand apart stay where they follow one "
                        "another. Make a new list instead of taking items out of the one that is gone through.",
                        about=name,
                        arguments=row,
                    )
    return judged


class _Form(Struct, frozen=True):
    """A call, four items that it may take out of a list, and four that may stay.

    Attributes:
        base: The call, without the list.
        out: The items that may be taken out.
        stay: The others.
    """

    base: dict[str, Any]
    out: _Items
    stay: _Items

    def apart(self) -> _Items:
        return [item for both in zip(self.out, self.stay, strict=True) for item in both]

    def call(self, name: str, items: _Items) -> dict[str, Any]:
        return {**self.base, name: items}


def _lists(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls with a list of texts or records, and the name of its argument."""
    seen = set()
    for call in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        for name, value in call.items():
            if isinstance(value, list) and value and isinstance(value[0], str | Mapping) and str(value[0]) not in seen:
                seen.add(str(value[0]))
                yield call, name


def _named(base: dict[str, Any], name: str) -> Iterator[_Form]:
    """Yield forms in which another list or text names what is taken out, or what stays."""
    items = _different(base[name][0])
    out, stay = items[:_EACH], items[_EACH:]
    for other, value in base.items():
        keys = [""] if isinstance(items[0], str) else [key for key, part in items[0].items() if isinstance(part, str)]
        for key in keys if other != name else ():
            names = [item[key] if key else item for item in items]
            if isinstance(value, list) and value and isinstance(value[0], str):
                yield _Form({**base, other: names[:_EACH]}, out, stay)
                yield _Form({**base, other: names[_EACH:]}, out, stay)
            elif isinstance(value, str):
                # The last one is in none of the others, as a shorter one may be.
                same = [{**item, key: names[-1]} if key else items[-1] for item in stay]
                yield _Form({**base, other: names[-1]}, same, out)


def _blank_or_other(base: dict[str, Any], name: str) -> Iterator[_Form]:
    """Yield forms in which texts are blank, or one field of records is another one."""
    items = _different(base[name][0])
    out, stay = items[:_EACH], items[_EACH:]
    if isinstance(items[0], str):
        yield from (_Form(base, [blank] * _EACH, stay) for blank in _BLANKS)
        return
    for key, value in items[0].items():
        for other in _others(value):
            changed = [{**item, key: other} for item in items]
            yield _Form(base, changed[:_EACH], stay)
            yield _Form(base, out, changed[_EACH:])


def _others(value: Any) -> Sequence[Any]:
    """Return values for which a record may be taken out."""
    if isinstance(value, bool):
        return (not value,)
    return (0, -1) if isinstance(value, int | float) else ("",) if isinstance(value, str) else ()


def _different(item: Any) -> _Items:
    """Return eight items of the form of one, which differ in all their texts."""
    found = [item]
    while len(found) < 2 * _EACH:
        last = found[-1]
        texts = (
            {key: name_like(part) if isinstance(part, str) else part for key, part in last.items()}
            if isinstance(last, Mapping)
            else name_like(last)
        )
        found.append(texts)
    return found


def _kept(outcome: Outcome) -> dict[str, _Items]:
    """Return the lists of an answer by their place; none if the call fails."""
    return dict(_answered(outcome.value, "", 0)) if outcome.succeeded else {}


def _answered(value: Any, place: str, depth: int) -> Iterator[tuple[str, _Items]]:
    if isinstance(value, list):
        yield place, value
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for key, part in value.items():
            yield from _answered(part, f"{place}.{key}", depth + 1)


def _has(outcome: Outcome, places: Sequence[str], items: _Items) -> bool:
    """Tell whether an answer has items, and nothing else, in one of some places."""
    lists = _kept(outcome)
    return any(_are(lists.get(place, []), items) for place in places)


def _are(found: _Items, items: _Items) -> bool:
    return len(found) == len(items) and all(map(_is, found, items))


def _is(found: Any, item: Any) -> bool:
    """Tell whether a value of an answer is an item; a record may have more fields."""
    if isinstance(item, Mapping) and isinstance(found, Mapping):
        return all(key in found and found[key] == part for key, part in item.items())
    return bool(found == item)
