"""The check of structured results: those of a server match the output schema that it advertises."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from forge_harness import McpAnswer

from ...profile.sdk_messages import is_refused_result
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable, NothingWorks
from ..calls.asking import answered, served_tool, shown
from ..calls.edge_replies import edge_replies
from ..calls.plausible_calls import plausible_calls
from ..calls.working import working_replies
from ..check import check
from .changed_records import replies_after_changes
from .text_beside_structure import field_in_text_alone
from .told_results import with_told_bounds

__all__ = ["structured_results_match"]

_MAX_CHOICES = 24
_MAX_EDGES = 80


@check(
    family="results",
    level="MUST",
    source="MCP 2025-11-25, tools: servers MUST conform to the output schema",
    codes={
        "invalid_output_schema": "The output schema is not a JSON Schema.",
        "output_schema_broken": "A structured result breaks the output schema.",
        "told_range_left": "A number of a structured result is outside the range that the output schema describes.",
        "structured_content_missing": "The tool has an output schema, but returns no structured content.",
        "field_in_text_alone": "The text of a result shows a field that the structured content leaves out.",
    },
)
def structured_results_match(subject: Subject) -> None:
    """A structured result of an MCP server matches the tool's output schema.

    Clients validate the structure or pass it to code, and reject the whole result if it does not match; the model then
    does not see the result of a successful call. The check sends ordinary calls, calls with each choice and calls at
    the edges of the schema, and validates the structured content of the answers. A reader is called after each of a few
    calls of the server's writers as well: of a single value, or of what has become empty, nothing may be computable. It
    also fails if the text of an answer is the same data with further fields: SDKs remove from the structure what its
    schema does not name, and models read the text. A number keeps to the range that its description in the output
    schema states, as in "-179 to 180". Judged for servers only.
    """
    import jsonschema  # slow to import, and needed only here

    served_tool(subject)
    schema = subject.facts.output_schema
    if schema is None:
        raise NotApplicable("The tool advertises no output schema.")
    validator = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        raise CheckFailure(
            "invalid_output_schema", f"The output schema is not a JSON Schema: {error.message[:200]}. Fix it."
        ) from None
    judge, judge_told = validator(schema), validator(with_told_bounds(schema))
    calls = plausible_calls(subject, limit=6)
    try:
        working = working_replies(subject, calls, most=6)
    except NothingWorks:
        _judge_refused_results(subject, calls)
        raise
    choices = _with_each_choice(subject, working[0].arguments)
    if choices and any(facts.tier != "read" for facts, _ in subject.neighbours):
        # Other calls may have filled what was empty at the beginning.
        subject.renew()
    chosen = answered(subject, (subject.call(call) for call in choices))
    edges = answered(subject, itertools.islice(edge_replies(subject), _MAX_EDGES))
    changed = replies_after_changes(subject, working[0].arguments)
    plain = (("", reply) for reply in itertools.chain(working, chosen, edges))
    for after, reply in itertools.chain(plain, changed):
        if not reply.succeeded or reply.answer is None:
            _judge_refused_result(reply)
            continue
        structured = reply.answer.structured
        if structured is None:
            raise CheckFailure(
                "structured_content_missing",
                "The tool advertises an output schema, but a result had no structuredContent. "
                "Return structured content, or remove the output schema.",
                arguments=reply.arguments,
            )
        wrong = next(iter(sorted(judge.iter_errors(structured), key=lambda error: len(error.absolute_path))), None)
        if wrong is not None:
            where = "/".join(str(part) for part in wrong.absolute_path) or "its root"
            raise CheckFailure(
                "output_schema_broken",
                f"A structured result{after} breaks the tool's own output schema at {where!r}: {wrong.message[:160]}. "
                "Make the schema describe the results.",
                about=where,
                arguments=reply.arguments,
            )
        outside = next(judge_told.iter_errors(structured), None)
        if outside is not None:
            where = "/".join(str(part) for part in outside.absolute_path)
            said = outside.schema.get("description") if isinstance(outside.schema, Mapping) else ""
            raise CheckFailure(
                "told_range_left",
                f"A structured result{after} has {shown(repr(outside.instance))} at {where!r}, which the output schema "
                f"describes as {shown(str(said))}. Keep to it, or correct the text.",
                about=where,
                arguments=reply.arguments,
            )
        extra = field_in_text_alone(_texts_of(reply.answer), structured)
        if extra is not None:
            raise CheckFailure(
                "field_in_text_alone",
                f"The text of a result shows {extra!r}, which the structured content leaves out. "
                "Return the fields of the output schema alone, or add the field to the schema.",
                about=extra,
                arguments=reply.arguments,
            )


def _with_each_choice(subject: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a call with each choice that the schema offers: a record behind one of them may lack a value."""
    nodes = subject.schema.get("properties")
    offered = {
        name: node["enum"]
        for name, node in (nodes.items() if isinstance(nodes, Mapping) else ())
        if isinstance(node, Mapping) and isinstance(node.get("enum"), list)
    }
    found = [{**call, name: choice} for name, choices in offered.items() for choice in choices]
    return [one for one in found if one != call][:_MAX_CHOICES]


def _judge_refused_results(subject: Subject, calls: Sequence[dict[str, Any]]) -> None:
    """Judge a tool of which no call works: its SDK may refuse every result."""
    # Calls whose result is refused may work only once.
    subject.renew()
    for call in calls:
        reply = subject.call(call)
        if reply.answer is not None and not reply.succeeded:
            _judge_refused_result(reply)


def _judge_refused_result(reply: Outcome) -> None:
    if is_refused_result(reply.text):
        raise CheckFailure(
            "output_schema_broken",
            f"A call was answered with {shown(reply.text)}: the result breaks the tool's own output schema. "
            "Make the schema describe the results.",
            arguments=reply.arguments,
        )


def _texts_of(answer: McpAnswer) -> list[str]:
    blocks = [block for block in answer.blocks if isinstance(block, dict)]
    return [str(block.get("text", "")) for block in blocks if block.get("type") == "text"]
