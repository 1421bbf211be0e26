"""Given denials: a decision by rules that a call gives, which depends on the place of a denial among them.

"A rule that denies overrides all that allow."
may_enter([deny, allow])      denied
may_enter([allow, deny])      allowed, since the first rule that fits decides
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, TypeAlias

from msgspec import Struct

from ....profile.told_vetoes import opposites, told_veto
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.told_words import all_told_words
from ..lasting_reads import calls_that_fit
from .decisions import decision_of

__all__ = ["judge_given_denials"]

_MAX_BASES, _MAX_FORMS = 3, 12
_QUOTED = regex(r"[\"'`]+(\w+)[\"'`]+")
#: What stands for anything in many rules.
_ANYTHING = "*"

_Call: TypeAlias = dict[str, Any]
_Record: TypeAlias = dict[str, Any]


class _Rules(Struct, frozen=True):
    """A call, the argument that takes rules, and two rules for the same that allow and deny."""

    call: _Call
    name: str
    allows: _Record
    denies: _Record

    def given(self, *rules: _Record) -> _Call:
        """Return the call with other rules."""
        return {**self.call, self.name: [dict(rule) for rule in rules]}


def judge_given_denials(subject: Subject) -> bool:
    """Judge that a rule that denies decides wherever it stands in a list of a call, if a denial is said to override.

    Returns:
        Whether one rule allows and another one denies the same.

    Raises:
        CheckFailure: If both together allow it in one of the orders alone, twice.
    """
    view = FlatSchema(subject.schema)
    lists = [name for name, node in view.arguments.items() if node.get("type") == "array"]
    told = all_told_words(subject) if lists else ""
    sentence = told_veto(told) if lists else ""
    if not sentence:
        return False
    judged = False
    with FastCalls(subject) as fast:
        for rules in _rules(subject, view, lists, _QUOTED.findall(told)):
            allowed, denied = (_decision(fast, rules.given(rule)) for rule in (rules.allows, rules.denies))
            if not allowed or not denied or allowed == denied:
                continue
            judged = True
            orders = [rules.given(rules.allows, rules.denies), rules.given(rules.denies, rules.allows)]
            made = [_decision(fast, call) for call in orders]
            # Where both orders allow it, the rule that denies may be about nothing.
            if set(made) == {allowed, denied} and [_decision(fast, call) for call in orders] == made:
                raise CheckFailure(
                    "denial_by_place",
                    f'The description says "{sentence}", but of one rule that allows and one that denies, the '
                    f"decision is {allowed} in this order, and {denied} in the other. Look at all denials before "
                    "anything is allowed.",
                    about=rules.name,
                    arguments=orders[made.index(allowed)],
                )
            return judged
    return judged


def _rules(subject: Subject, view: FlatSchema, lists: list[str], quoted: list[str]) -> Iterator[_Rules]:
    """Yield pairs of rules, which are about what the call asks for."""
    made = 0
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        for name in lists:
            record = next((one for one in base.get(name) or () if isinstance(one, Mapping)), None)
            if record is None:
                continue
            for key, value in record.items():
                words = dict.fromkeys([*_choices(view, name, key), *quoted])
                found = [opposites(key, words, is_flag=False), opposites(key, (), is_flag=True)]
                fields = [values for values in found if values is not None] if isinstance(value, bool | str) else []
                for fitting, values in product(_fitting(record, base, key), fields):
                    rules = _Rules(base, name, {**fitting, key: values[0]}, {**fitting, key: values[1]})
                    if made < _MAX_FORMS and view.fits(subject.schema, rules.given(rules.allows, rules.denies)):
                        made += 1
                        yield rules


def _fitting(record: Mapping[str, Any], call: _Call, effect: str) -> list[_Record]:
    """Return rules about what a call gives: by the names of its arguments, and for anything else."""
    own: _Record = {}
    for key, value in record.items():
        given = next((call[one] for one in (key, f"{key}s", key.removesuffix("s")) if one in call), None)
        first = given[0] if isinstance(given, list) and given and not isinstance(value, list) else given
        is_like = key != effect and first is not None and type(first) is type(value)
        own[key] = first if is_like else value
    texts = [key for key, value in own.items() if isinstance(value, str) and key != effect]
    free = [key for key in texts if own[key] == record[key]]
    forms = [own, {**own, **dict.fromkeys(free, _ANYTHING)}, {**own, **dict.fromkeys(texts, _ANYTHING)}, dict(record)]
    return [form for number, form in enumerate(forms) if form not in forms[:number]]


def _choices(view: FlatSchema, name: str, key: str) -> list[str]:
    """Return the choices of a key in the records of a list."""
    items = [flat.get("items") for flat in view.alternatives(view.arguments[name])]
    records = [flat for item in items if isinstance(item, Mapping) for flat in view.alternatives(item)]
    nodes = [flat["properties"].get(key) for flat in records if isinstance(flat.get("properties"), Mapping)]
    return [word for node in nodes for word in view.choices(node)]


def _decision(fast: FastCalls, call: _Call) -> str:
    outcome = fast.call(call)
    return decision_of(outcome.value) if outcome.succeeded else ""
