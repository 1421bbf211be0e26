"""Refilled values: a value that names another one, which a tool fills in where only its template may name it.

values={"name": "Ada", "city": "Bern"}         Dear Ada of Bern
values={"name": "{{city}}", "city": "Bern"}    Dear Bern of Bern: the name was taken for a part of the template
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from typing import Any

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


def judge_refilled_values(subject: Subject) -> None:
    """Judge that of several texts in an object with free keys, none is filled in where another one names its key.

    Not judged: a tool that says that its values may refer to each other.

    Raises:
        CheckFailure: If one is.
    """
    view = FlatSchema(subject.schema)
    if values_may_refer(f"{subject.facts.description} {json.dumps(view.root.get('properties'), default=repr)}"):
        return
    mark = mark_of(subject)
    calls = plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]
    for base, name, (first, second) in subject.patience().each(list(_pairs(view, calls))):
        values = base[name]

        def with_first(text: str, values: dict[str, str] = values, keys: tuple[str, str] = (first, second)) -> Any:
            return {**values, keys[0]: text, keys[1]: mark}

        plain = _said(subject, {**base, name: with_first("plain")})
        if plain.count(mark) == 0 or "plain" not in plain:
            continue
        for form in _FORMS:
            text = form.format(second)
            given = {**base, name: with_first(text)}
            said = _said(subject, given) if view.fits(subject.schema, given) else ""
            if said.count(mark) > plain.count(mark) and text not in said:
                raise CheckFailure(
                    "value_filled_again",
                    f"Given {text!r} as {first!r} in {name!r}, the tool filled in {second!r} in its place. "
                    "Replace all names of the template in one pass, such as re.sub with a function.",
                    about=name,
                    arguments=given,
                )


def _pairs(view: FlatSchema, calls: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str, tuple[str, str]]]:
    """Yield two keys of an object of texts with free keys, with the call and the argument, in both orders."""
    for base in calls:
        for name, value in base.items():
            node = (view.root.get("properties") or {}).get(name)
            is_free = isinstance(node, Mapping) and not node.get("properties")
            if is_free and isinstance(value, Mapping) and all(isinstance(part, str) for part in value.values()):
                pairs = itertools.islice(itertools.permutations(value, 2), _MAX_PAIRS)
                yield from ((base, name, pair) for pair in pairs)


def _said(subject: Subject, arguments: dict[str, Any]) -> str:
    outcome = call(subject, arguments)
    return json.dumps(in_json_types(outcome.value), default=repr, ensure_ascii=False) if outcome.succeeded else ""
