"""What a tool lets in: nothing that its schema refuses, everything that its schema allows."""

from __future__ import annotations

import copy
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, PydanticUserError

from forge_harness import LegacyTool

from ...strategies.calls.boundaries import Boundary, boundary_arguments
from ...strategies.calls.broken import Broken, invalid_arguments
from ...strategies.calls.examples import candidate_arguments
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallHung, CheckFailure, CouldNotRun, FollowsFinding, NotApplicable
from ..calls.witnessed_tool import ValidatingTool
from ..check import check
from .refusals import REFUSAL, REFUSAL_CODES, broken_calls, judge_refusal, judge_refusals, new_mark, require_a_call
from .text_lengths import refused_length

__all__ = [
    "missing_arguments_are_refused",
    "null_arguments_are_refused",
    "out_of_range_arguments_are_refused",
    "schema_and_model_agree",
    "unknown_fields_are_refused",
    "valid_arguments_are_accepted",
    "wrong_types_are_refused",
]

#: Kinds of refusal that a schema can express; where the schema allows the value, the model says something else.
# fmt: off
_SCHEMA_KINDS = frozenset({
    "missing", "extra_forbidden", "int_type", "int_parsing", "int_from_float", "float_type", "float_parsing",
    "string_type", "bool_type", "bool_parsing", "list_type", "tuple_type", "set_type", "frozen_set_type", "dict_type",
    "mapping_type", "model_type", "model_attributes_type", "dataclass_type", "none_required", "literal_error", "enum",
    "greater_than", "greater_than_equal", "less_than", "less_than_equal", "multiple_of", "string_too_short",
    "string_too_long", "string_pattern_mismatch", "too_short", "too_long", "required", "additionalProperties", "type",
    "const", "minimum", "maximum", "pattern",
})
# fmt: on

#: Edges that an author set by hand, so that a validator that refuses them contradicts the schema.
_DECLARED_EDGES = frozenset({"minimum", "maximum", "enum", "null"})
#: Of the time of a check, what the calls may take.
_SHARE = 0.7
#: The check that finds validators which stumble over a value of another type.
_TELLS_OF_TYPES = "wrong_types_are_refused"
_MAX_CONTEXTS = 40
_MAX_ACCEPTED = 3


@check(family="arguments", level="MUST", source="seed-000: Testing, ToolValidationError", codes=REFUSAL_CODES)
def missing_arguments_are_refused(subject: Subject) -> None:
    """A call without a required argument is refused before the tool runs.

    A model leaves arguments out all the time. If something is filled in for it, the tool does a job nobody asked for,
    and the model never learns that it forgot something.
    """
    mark = new_mark(subject)
    judge_refusals(subject, broken_calls(subject, mark, "missing", absent="No argument is required."), mark)


@check(family="arguments", level="MUST", source="seed-000: Pydantic args model contract", codes=REFUSAL_CODES)
def wrong_types_are_refused(subject: Subject) -> None:
    """A call with a value of another type is refused before the tool runs, without repeating the value.

    Conversions that lose nothing are not judged: "5" for a number, one for true. An object for a text is no such thing.
    A validator that stumbles over it (AttributeError, TypeError) refuses nothing; the model reads of a broken tool.
    """
    mark = new_mark(subject)
    judge_refusals(subject, broken_calls(subject, mark, "wrong_type", absent="Every argument takes any type."), mark)


@check(family="arguments", level="MUST", source="seed-000: Pydantic args model contract, rule 3", codes=REFUSAL_CODES)
def unknown_fields_are_refused(subject: Subject) -> None:
    """A call with an argument that the schema does not name is refused before the tool runs.

    A misspelt argument that is dropped in silence is a wrong result that nobody notices. Unknown fields of nested
    objects are judged by schema_and_model_agree.
    """
    mark = new_mark(subject)
    judge_refusals(
        subject, broken_calls(subject, mark, "unknown", absent="No call can hold an unknown argument."), mark
    )


@check(family="arguments", level="MUST", source="seed-000: Pydantic args model contract", codes=REFUSAL_CODES)
def out_of_range_arguments_are_refused(subject: Subject) -> None:
    """A value beyond the advertised bounds, lengths, choices or pattern is refused before the tool runs.

    A bound that only the schema knows is a wish: models overstep it. Formats are not judged, since they are advice.
    """
    mark = new_mark(subject)
    absent = "No argument has bounds, lengths, choices or a pattern."
    judge_refusals(subject, broken_calls(subject, mark, "out_of_range", absent=absent), mark)


@check(family="arguments", level="MUST", source="seed-000: Pydantic args model contract", codes=REFUSAL_CODES)
def null_arguments_are_refused(subject: Subject) -> None:
    """Null for an argument that is not nullable is refused before the tool runs.

    Not judged: an optional argument for which null means the same as leaving it out, which is a kindness to models; a
    validator that stumbles over any other type too, which is a finding of wrong_types_are_refused.
    """
    mark = new_mark(subject)
    found = broken_calls(subject, mark, "null", absent="Every argument may be null.")
    calls = [broken for broken in found if not _means_omission(subject, broken)]
    if not calls:
        raise NotApplicable("Null means the same as leaving the argument out, wherever it is not allowed.")
    judged = [broken for broken in calls if not _stumbles(subject, broken, mark)]
    judge_refusals(subject, judged, mark)
    if len(judged) < len(calls):
        message = f"Not judged: a validator stumbles over null, and over other types as well, see {_TELLS_OF_TYPES}."
        raise FollowsFinding(message, check=_TELLS_OF_TYPES)


@check(
    family="arguments",
    level="MUST",
    source="seed-000: the args model is the only source of the advertised schema",
    codes={
        "valid_value_refused": "A value that the schema allows is refused in every call.",
        "schema_and_model_differ": "The arguments model refuses a call that the schema allows.",
        "validator_crash": "A validator fails on a value that the schema allows.",
    },
)
def valid_arguments_are_accepted(subject: Subject) -> None:
    """Every call at the edge of what the schema allows passes validation.

    The language model can only know what the schema says. If the advertised maximum, a choice, null or an optional
    argument left out is refused, it cannot find out why. Only validation is run, not the tool.

    Not judged: texts that a validator of the author's refuses, since a schema cannot say everything, unless it is every
    text of a length that the pattern allows, and none of another; values that are refused only together with others,
    such as an end before a start; formats.
    """
    schema = subject.schema
    require_a_call(subject)
    subject.tool = ValidatingTool(subject.tool)
    boundaries = boundary_arguments(schema)
    calls = candidate_arguments(schema, limit=24)
    patience = subject.patience(_SHARE)
    outcomes = [subject.call(call) for call in patience.each(calls)]
    for outcome in outcomes:
        _judge_refused_call(outcome)
    accepted = [outcome.arguments for outcome in outcomes if outcome.ran]
    if not accepted:
        raise CouldNotRun(
            f"No plausible call passes validation ({_reason(outcomes[0])}). Give the fields examples that do."
        )
    contexts = [*accepted, *(boundary.arguments for boundary in boundaries)][:_MAX_CONTEXTS]
    for boundary in patience.each(boundaries):
        outcome = subject.call(boundary.arguments)
        outcomes.append(outcome)
        _judge_refused_call(outcome)
        if not outcome.ran and not outcome.timed_out and _contradicts(subject, boundary, outcome, contexts):
            name = boundary.path[0]
            shown = "leaving it out" if boundary.keyword == "omitted" else json.dumps(boundary.value)
            raise CheckFailure(
                "valid_value_refused",
                f"The schema allows {shown} for {name!r}, and a validator refuses it in every call. "
                "Say in the schema what the validator wants.",
                about=str(name),
                arguments=boundary.arguments,
            )
    refused = refused_length(subject, accepted[:_MAX_ACCEPTED])
    if refused is not None:
        raise CheckFailure(
            "valid_value_refused",
            f"The pattern of {refused.name!r} allows texts of {refused.length} characters, and a validator refuses "
            f"every one of them, but takes those of {refused.taken}. Say in the pattern how long the text must be.",
            about=refused.name,
            arguments=refused.arguments,
        )
    if any(outcome.timed_out and not outcome.ran for outcome in outcomes):
        raise CallHung("the validation of a call")


@check(
    family="arguments",
    level="MUST",
    source="seed-000: the args model is the only source of the advertised schema",
    codes={
        **REFUSAL_CODES,
        "argument_not_taken": "The schema names an argument that the function does not take.",
        "argument_not_advertised": "The function needs an argument that the schema does not name.",
        "optional_argument_needed": "The schema calls an argument optional that the function needs.",
    },
)
def schema_and_model_agree(subject: Subject) -> None:
    """What the schema refuses inside of objects and lists is refused, and the code takes what the schema names.

    Covers fields of nested objects, items of lists and values of free-form maps, and for tools without an arguments
    model the function behind them: it takes every advertised argument, and needs no other.

    Not judged: an unknown field of a nested object that validation drops before the tool sees it, unless the arguments
    model itself says that the object has no others.
    """
    require_a_call(subject)
    mark = new_mark(subject)
    nested = [broken for broken in invalid_arguments(subject.schema, mark=mark) if len(broken.path) > 1]
    for broken in subject.patience(_SHARE).each(nested):
        outcome = subject.call(broken.arguments)
        is_dropped = broken.kind == "unknown" and outcome.ran and mark not in _text(outcome.received)
        if is_dropped and not _is_closed_by_author(outcome.received, broken):
            continue
        judge_refusal(subject, broken, outcome)
    if subject.facts.kind in ("legacy", "executor"):
        _judge_signature(subject)
        _judge_optional(subject)
    elif not nested:
        raise NotApplicable("No argument holds objects or lists with rules of their own.")


def _judge_refused_call(outcome: Outcome) -> None:
    if outcome.ran or outcome.timed_out:
        return
    if outcome.error_type != REFUSAL:
        raise CheckFailure(
            "validator_crash",
            f"Validation of a call that the schema allows ended with {outcome.error_type}. "
            "Let validators expect every value that the schema allows.",
            about=outcome.error_type,
            arguments=outcome.arguments,
        )
    kinds = _kinds(outcome)
    if kinds and kinds <= _SCHEMA_KINDS:
        raise CheckFailure(
            "schema_and_model_differ",
            f"The schema allows a call that the arguments model refuses: {_reason(outcome)}. "
            "Let both say the same; a schema made from the model always does.",
            arguments=outcome.arguments,
        )


def _contradicts(subject: Subject, boundary: Boundary, outcome: Outcome, contexts: list[dict[str, Any]]) -> bool:
    """Tell whether the edge is refused by itself, whatever the other arguments are."""
    if len(boundary.path) != 1:
        return False
    name = boundary.path[0]
    if boundary.keyword == "omitted":
        tries = [{key: value for key, value in context.items() if key != name} for context in contexts]
    elif boundary.keyword in _DECLARED_EDGES and f"{name} (" in _reason(outcome):
        tries = [{**context, str(name): boundary.value} for context in contexts]
    else:
        return False
    return not any(subject.call(arguments).ran for arguments in tries)


def _reason(outcome: Outcome) -> str:
    message = "" if outcome.result is None else outcome.result.error_message
    found = re.findall(r"[\w.*-]+ \(\w+\)", message)
    return "; ".join(found[:3]) or outcome.error_type


def _kinds(outcome: Outcome) -> set[str]:
    message = "" if outcome.result is None else outcome.result.error_message
    return set(re.findall(r"\((\w+)\)", message))


def _means_omission(subject: Subject, broken: Broken) -> bool:
    """Tell whether null gives the tool the same arguments as leaving the optional argument out does."""
    name = broken.path[0]
    if name in (subject.schema.get("required") or ()):
        return False
    without = {key: value for key, value in broken.arguments.items() if key != name}
    try:
        return _text(subject.tool.validate(broken.arguments)) == _text(subject.tool.validate(without))
    except Exception:  # noqa: BLE001  # refused, or broken in a way that the call itself will show
        return False


def _stumbles(subject: Subject, broken: Broken, mark: str) -> bool:
    """Tell whether validation ends in another error than a refusal for null, and for an object in its place as well."""
    name = str(broken.path[0])
    outcomes = (subject.call(broken.arguments), subject.call({**broken.arguments, name: {mark: mark}}))
    return all(not outcome.ran and outcome.error_type != REFUSAL for outcome in outcomes)


def _text(received: Any) -> str:
    """Return everything a tool received, as text to search and compare; the fields a caller named do not count."""
    fields = {name: getattr(received, name, None) for name in getattr(type(received), "model_fields", ())}
    extra = getattr(received, "model_extra", None)
    return repr((fields, extra) if fields else received)


def _is_closed_by_author(received: Any, broken: Broken) -> bool:
    """Tell whether the arguments model's own schema refuses the call, before a tool's schema is closed for it."""
    if not isinstance(received, BaseModel):
        return False
    without = copy.deepcopy(broken.arguments)
    holder: Any = without
    for part in broken.path[:-1]:
        holder = holder[part]
    del holder[broken.path[-1]]
    try:
        view = FlatSchema(type(received).model_json_schema())
    except (PydanticUserError, CannotMake):
        return False
    return view.fits(view.root, without) and not view.fits(view.root, broken.arguments)


def _judge_signature(subject: Subject) -> None:
    tool = subject.tool
    if not isinstance(tool, LegacyTool):
        return
    try:
        parameters = inspect.signature(tool.impl).parameters
    except (TypeError, ValueError):
        return
    properties, required = subject.schema.get("properties") or {}, subject.schema.get("required") or ()
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    named = {name for name, parameter in parameters.items() if parameter.kind in _BY_KEYWORD}
    for name in properties:
        if name not in named and not takes_any:
            raise CheckFailure(
                "argument_not_taken",
                f"The schema names {name!r}, which the function does not take. Take it, or do not offer it.",
                about=name,
                arguments=_call_with(subject, name),
            )
    for name in _needed(parameters):
        if name not in properties:
            raise CheckFailure(
                "argument_not_advertised",
                f"The function needs {name!r}, which the schema does not name. Advertise it, or give it a default.",
                about=name,
            )
        if name not in required:
            raise CheckFailure(
                "optional_argument_needed",
                f"The schema says {name!r} is optional, and the function needs it. Require it, or give it a default.",
                about=name,
                arguments=candidate_arguments(subject.schema, limit=1)[0],
            )


_BY_KEYWORD = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def _needed(parameters: Mapping[str, inspect.Parameter]) -> Iterator[str]:
    for name, parameter in parameters.items():
        if parameter.default is parameter.empty and parameter.kind in _BY_KEYWORD and name != "workspace_root":
            yield name


def _call_with(subject: Subject, name: str) -> dict[str, Any] | None:
    return next((call for call in candidate_arguments(subject.schema) if name in call), None)


def _judge_optional(subject: Subject) -> None:
    """See that code which takes a plain dict does not look up what the schema lets a caller leave out."""
    properties = subject.schema.get("properties") or {}
    for call in candidate_arguments(subject.schema, limit=3):
        outcome = subject.call(call)
        missing = outcome.raised.args[0] if isinstance(outcome.raised, KeyError) and outcome.raised.args else None
        if isinstance(missing, str) and missing in properties and missing not in call:
            raise CheckFailure(
                "optional_argument_needed",
                f"The schema says that {missing!r} is optional, and the tool ends with KeyError without it. "
                "Require it, or give it a default.",
                about=missing,
                arguments=call,
            )
