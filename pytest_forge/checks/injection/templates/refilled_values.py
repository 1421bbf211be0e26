"""Refilled values: a value that names another one, which a tool fills in where only its template may name it.

values={"name": "Ada", "city": "Bern"}         Dear Ada of Bern
values={"name": "{{city}}", "city": "Bern"}    Dear Bern of Bern: the name was taken for a part of the template

The template may be the tool's own, or another argument: template="Dear {{name}} of {{city}}".
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ....profile.templates import values_may_refer
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ..injection_point import call, mark_of

__all__ = ["judge_refilled_values"]

_MAX_BASES, _MAX_PAIRS = 3, 6
#: How templates name a value.
_FORMS = ("{{{{{}}}}}", "{{{{ {} }}}}", "{{{}}}", "${{{}}}", "${}", "%({})s", "<{}>", "[{}]", "[[{}]]")
#: Names for a template that is an argument.
_KEYS = ("name", "city")


class _Case(Struct, frozen=True):
    """Two values of a call that a tool may fill in.

    Attributes:
        name: The argument of the first one.
        other: The name of the second one in a template.
        forms: How templates may name a value.
        make: Makes a call with these two values.
        is_given: Whether the template is an argument, which names both.
    """

    name: str
    other: str
    forms: tuple[str, ...]
    make: Callable[[str, str], dict[str, Any]]
    is_given: bool = False


def judge_refilled_values(subject: Subject) -> None:
    """Judge that of several texts, none is filled in where another one names it.

    They are those of an object with free keys, or arguments beside a template.

    Not judged: a tool that says that its values may refer to each other.

    Raises:
        CheckFailure: If one is.
    """
    view = FlatSchema(subject.schema)
    if values_may_refer(f"{subject.facts.description} {json.dumps(view.root.get('properties'), default=repr)}"):
        return
    mark = mark_of(subject)
    calls = plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]
    for case in subject.patience().each([*_objects(view, calls), *_templates(view, calls)]):
        plain = _said(subject, case.make("plain", mark))
        if plain.count(mark) == 0 or "plain" not in plain:
            continue
        if case.is_given and not any(text in plain for text in (f"plain {mark}", f"{mark} plain")):
            # Signs are left of the names: brackets within brackets.
            continue
        for form in case.forms:
            text = form.format(case.other)
            given = case.make(text, mark)
            said = _said(subject, given) if view.fits(subject.schema, given) else ""
            if said.count(mark) > plain.count(mark) and text not in said:
                raise CheckFailure(
                    "value_filled_again",
                    f"Given {text!r} as a value in {case.name!r}, the tool filled in {case.other!r} in its place. "
                    "Replace all names of the template in one pass, such as re.sub with a function.",
                    about=case.name,
                    arguments=given,
                )


def _objects(view: FlatSchema, calls: list[dict[str, Any]]) -> Iterator[_Case]:
    """Yield two keys of each object of texts with free keys, in both orders."""
    for base, name in _free_objects(view, calls):
        for pair in itertools.islice(itertools.permutations(base[name], 2), _MAX_PAIRS):
            yield _Case(name, pair[1], _FORMS, partial(_with_entries, base, name, pair))


def _templates(view: FlatSchema, calls: list[dict[str, Any]]) -> Iterator[_Case]:
    """Yield two keys of each such object, or two texts, that another text of the call names."""
    seen: set[tuple[str, ...]] = set()
    places = [(base, name, _KEYS) for base, name in _free_objects(view, calls)]
    for base in calls:
        texts = [name for name, value in base.items() if isinstance(value, str)]
        places += [(base, "", pair) for pair in itertools.islice(itertools.combinations(texts, 2), _MAX_PAIRS)]
    for base, name, keys in places:
        for template in [other for other, text in base.items() if isinstance(text, str) and other not in keys]:
            if (name, *keys, template) in seen:
                continue
            seen.add((name, *keys, template))
            for form, pair in itertools.product(_FORMS, itertools.permutations(keys)):
                given = {**base, template: " ".join(form.format(key) for key in keys)}
                make = partial(_with_entries, given, name, pair) if name else partial(_with_texts, given, pair)
                if view.fits(view.root, make("plain", "plain")):
                    yield _Case(name or pair[0], pair[1], (form,), make, is_given=True)


def _with_entries(call: dict[str, Any], name: str, keys: tuple[str, ...], one: str, other: str) -> dict[str, Any]:
    return {**call, name: {**call[name], keys[0]: one, keys[1]: other}}


def _with_texts(call: dict[str, Any], names: tuple[str, ...], one: str, other: str) -> dict[str, Any]:
    return {**call, names[0]: one, names[1]: other}


def _free_objects(view: FlatSchema, calls: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield arguments that are an object of texts with free keys, with their calls."""
    for base in calls:
        for name, value in base.items():
            node = (view.root.get("properties") or {}).get(name)
            is_free = isinstance(node, Mapping) and not node.get("properties")
            if is_free and isinstance(value, Mapping) and all(isinstance(part, str) for part in value.values()):
                yield base, name


def _said(subject: Subject, arguments: dict[str, Any]) -> str:
    outcome = call(subject, arguments)
    return json.dumps(in_json_types(outcome.value), default=repr, ensure_ascii=False) if outcome.succeeded else ""
