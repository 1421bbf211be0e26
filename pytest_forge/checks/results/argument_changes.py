"""Argument changes: whether a tool leaves the arguments it was given alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.call_variants import richer_calls
from ..calls.ordinary_outcomes import calls_made
from ..calls.plausible_calls import plausible_calls
from ..calls.witnessed_tool import WitnessedTool
from ..check import check
from .answers import calls_with_edges

__all__ = ["arguments_are_not_mutated"]

#: Forms of a text that are equal to it once it is tidied up.
_UNTIDY: tuple[Callable[[str], str], ...] = (lambda text: f" {text.upper()} ", str.title)


@check(
    family="results",
    level="MUST",
    source="Forge Tools: the arguments executed are the arguments approved",
    codes={
        "arguments_mutated": "The tool modifies its arguments.",
    },
    unseen="The check monitors the tool's own process; a server runs in a separate one.",
)
def arguments_are_not_mutated(subject: Subject) -> None:
    """The tool does not modify its arguments.

    The record, retries and approvals read the same arguments after the tool has run. Sort and complete a copy.
    """
    witness = WitnessedTool(subject.tool)
    subject.tool = witness
    compared = False
    ordinary = plausible_calls(subject, limit=6)
    calls = [*ordinary, *richer_calls(subject), *_calls_with_own_keys(subject), *_overlapping(subject, ordinary)]
    calls += _untidy_calls(subject, ordinary)
    for outcome in calls_made(subject, calls):
        if not outcome.ran or witness.given is None:
            continue
        compared = True
        before, after = _plain(witness.given), _plain(outcome.received)
        if before != after:
            raise CheckFailure(
                "arguments_mutated",
                f"The tool modified its argument {_changed(before, after)}. Work on a copy.",
                arguments=outcome.arguments,
            )
    if not compared:
        raise NotApplicable("No plausible call reached the tool with arguments that can be compared.")


def _calls_with_own_keys(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield the first ordinary call with objects that have keys from the tool's own code."""
    yield from calls_with_edges(subject, lambda value: isinstance(value, dict))


def _overlapping(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield a call whose free objects hold other values under the same keys, two levels deep, as a merge meets them."""
    properties = subject.schema.get("properties") or {}
    free = [name for name, node in properties.items() if _is_free_object(node)]
    if len(free) > 1 and calls:
        # Later objects have a key more at each level.
        yield {**calls[0], **{name: _nested(number) for number, name in enumerate(free, 1)}}


def _untidy_calls(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the first call with texts in its lists that a tool may strip, lower, sort, or drop as equal."""
    view = FlatSchema(subject.schema)
    for call in calls[:1]:
        for forms in (_UNTIDY, (str,)):
            changed = {name: _untidied(value, forms) for name, value in call.items()}
            if changed != call and view.fits(subject.schema, changed):
                yield changed
                break


def _untidied(value: Any, forms: tuple[Callable[[str], str], ...], *, is_inside: bool = False) -> Any:
    """Return a value whose lists of texts are longer and out of order; texts outside of lists and objects stay."""
    if isinstance(value, dict):
        return {key: _untidied(part, forms, is_inside=True) for key, part in value.items()}
    if isinstance(value, list):
        texts = [item for item in value if isinstance(item, str)]
        if texts and len(texts) == len(value):
            found = [form(text) for text in sorted(texts, reverse=True) for form in forms]
            return [*found, found[0]]
        return [_untidied(item, forms, is_inside=True) for item in reversed(value)]
    return forms[0](value) if is_inside and isinstance(value, str) else value


def _is_free_object(node: Any) -> bool:
    return isinstance(node, Mapping) and node.get("type") == "object" and not node.get("properties")


def _nested(number: int) -> dict[str, Any]:
    inner = {f"key_{each}": number for each in range(number)}
    return {"part": {**inner, "parts": {"size": number}, "items": [number]}, **inner}


def _plain(value: Any) -> Any:
    """Return arguments as plain values, without computed and private attributes of models."""
    if isinstance(value, BaseModel):
        fields = {name: _plain(value.__dict__.get(name)) for name in type(value).model_fields}
        return {**fields, **{key: _plain(item) for key, item in (value.model_extra or {}).items()}}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset | str | int | float | bytes) or value is None:
        return repr(value) if isinstance(value, float) else value
    # Iterators and the user's own classes may define any comparison.
    return type(value).__name__


def _changed(before: Any, after: Any) -> str:
    if isinstance(before, dict) and isinstance(after, dict):
        changed = [
            key for key in {**before, **after} if before.get(key) != after.get(key) or (key in before) != (key in after)
        ]
        return repr(changed[0]) if changed else "object"
    return "object"
