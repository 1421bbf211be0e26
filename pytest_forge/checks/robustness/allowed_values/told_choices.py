"""Told choices: a text that is none of those that the description tells, and is taken for one of them.

Unit of the weight, "kg" or "lb".     dose(44, "kg") 660     dose(44, "lb") 299     dose(44, "zq"): 660, as for "kg"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any

from ....profile.roles import PATH_ROLES, Role, role_of
from ....profile.told_choices import takes_others, told_choices
from ....strategies.schemas.flat_schema import is_valid
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_told_choices"]

_SHARE = 0.2
_MAX_BASES, _MAX_CHOICES, _ENOUGH = 8, 4, 2
#: No value that a tool knows, nor the beginning or a part of one.
_UNTOLD = "zqx"
#: Their values may have to exist, or are text of a language.
_OTHER_ROLES = frozenset({*PATH_ROLES, Role.URL, Role.HOST, Role.SQL, Role.COMMAND})
_FORMS = frozenset(("enum", "const", "pattern", "format", "anyOf", "oneOf", "allOf"))


def judge_told_choices(subject: Subject) -> bool:
    """Judge that a value beside all choices that a description tells is not taken for one of them.

    Returns:
        Whether a call refuses such a value, or answers it like none of the choices.

    Raises:
        CheckFailure: If two calls answer it like one choice, which both answer unlike another choice.
    """
    told = dict(_arguments(subject))
    bases = plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES] if told else []
    judged = False
    with FastCalls(subject) as fast:
        for name, choices in subject.patience(_SHARE).each(told.items()):
            alike: dict[str, dict[str, dict[str, Any]]] = {}
            for base in bases:
                calls = {one: {**base, name: one} for one in (*choices, _UNTOLD)}
                if not all(is_valid(subject.schema, call) for call in calls.values()):
                    continue
                answers = {one: _answer(fast, call) for one, call in calls.items()}
                if None in [answers[one] for one in choices]:
                    continue
                judged = True
                like = [one for one in choices if answers[one] == answers[_UNTOLD]]
                others = [answers[one] for one in choices if one not in like]
                # What differs from call to call tells nothing, and nothing is found for what is unknown.
                if (
                    len(like) == 1
                    and not any(_is_less(answers[_UNTOLD], other) for other in others)
                    and _answer(fast, calls[like[0]]) == answers[like[0]]
                ):
                    alike.setdefault(like[0], {})[str(answers[_UNTOLD])] = calls[_UNTOLD]
                if len(alike.get(like[0] if like else "", ())) >= _ENOUGH:
                    raise CheckFailure(
                        "choice_made_up",
                        f"The description tells {' and '.join(map(repr, choices))} for {name!r}, and any other value "
                        f"is taken for {like[0]!r}, without a word. Refuse it, and name the values that are taken.",
                        about=name,
                        arguments=calls[_UNTOLD],
                    )
    return judged


def _arguments(subject: Subject) -> Iterator[tuple[str, list[str]]]:
    """Yield the texts of which the description tells all values, and nothing of others."""
    if takes_others(subject.facts.description or ""):
        return
    for name, node in (subject.schema.get("properties") or {}).items():
        if isinstance(node, Mapping) and node.get("type") == "string" and _FORMS.isdisjoint(node):
            choices = told_choices(str(node.get("description") or ""))
            if choices and len(choices) <= _MAX_CHOICES and role_of(name, node) not in _OTHER_ROLES:
                yield name, choices


def _answer(fast: FastCalls, call: Mapping[str, Any]) -> Any:
    """Return the answer to a call, without the values that it repeats; None if it fails."""
    outcome = fast.call(dict(call))
    return _without(in_json_types(outcome.value), list(call.values())) if outcome.succeeded else None


def _without(answer: Any, given: list[Any]) -> Any:
    if isinstance(answer, Mapping):
        return {key: _without(part, given) for key, part in answer.items()}
    if isinstance(answer, list):
        return [_without(part, given) for part in answer]
    if isinstance(answer, str):
        return reduce(lambda text, value: text.replace(value, ""), filter(None, map(str, given)), answer)
    return ... if answer in given else answer


def _is_less(answer: Any, other: Any) -> bool:
    """Tell whether an answer has nothing in a place where another one has something."""
    if isinstance(answer, Mapping) and isinstance(other, Mapping):
        return any(_is_less(answer.get(key), part) for key, part in other.items())
    return bool(other) and not answer
