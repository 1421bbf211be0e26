"""Results of a server's tool: answers in time, in the form of the protocol and of its output schema."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping

from ...profile.sdk_messages import is_refused_result
from ...targets.mcp.answer import McpAnswer
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallNeverReturned, CheckFailure, NotApplicable
from ..calls.answered import needs_answer
from ..calls.asking import answered, reply_to, served_tool, shown, silence_of, tried
from ..calls.edge_replies import edge_replies
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..check import check, served
from .failures import failing_calls

__all__ = [
    "call_returns",
    "result_keys_are_stable",
    "result_size_is_bounded",
    "results_are_json",
    "structured_results_match",
]

_MAX_RESULT_BYTES = 1 << 20
#: Required keys of each kind of content block, with their types.
_BLOCKS: Mapping[str, Mapping[str, type]] = {
    "text": {"text": str},
    "image": {"data": str, "mimeType": str},
    "audio": {"data": str, "mimeType": str},
    "resource": {"resource": dict},
    "resource_link": {"uri": str, "name": str},
}
_MAX_EDGES = 80
_PATIENCE = 3.0


@served("structured_results_match")
@check(
    family="results",
    level="MUST",
    source="MCP 2025-11-25, tools: servers MUST conform to the output schema",
    codes={
        "invalid_output_schema": "The output schema is not a JSON Schema.",
        "output_schema_broken": "A structured result breaks the output schema.",
        "structured_content_missing": "The tool has an output schema, but returns no structured content.",
    },
)
def structured_results_match(subject: Subject) -> None:
    """A structured result of an MCP server matches the tool's output schema.

    Clients validate the structure or pass it to code, and reject the whole result if it does not match; the model then
    does not see the result of a successful call. The check sends ordinary calls and calls at the edges of the schema,
    and validates the structured content of the answers. Judged for servers only.
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
    judge = validator(schema)
    working = working_replies(subject, set_up_calls(subject, limit=6), most=6)
    edges = answered(subject, itertools.islice(edge_replies(subject), _MAX_EDGES))
    for reply in itertools.chain(working, edges):
        if not reply.succeeded or reply.answer is None:
            if is_refused_result(reply.text):
                raise CheckFailure(
                    "output_schema_broken",
                    f"A call was answered with {shown(reply.text)}: the result breaks the tool's own output schema. "
                    "Make the schema describe the results.",
                    arguments=reply.arguments,
                )
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
                f"A structured result breaks the tool's own output schema at {where!r}: {wrong.message[:160]}. "
                "Make the schema describe the results.",
                about=where,
                arguments=reply.arguments,
            )


@served("call_returns")
def call_returns(subject: Subject) -> None:
    """A plausible call is answered and does not end the server.

    The check sends ordinary calls, and repeats one without an answer with three times the time limit.
    """
    for call in set_up_calls(subject, limit=5):
        reply = subject.call(call)
        if reply.answer is None:
            # Retry: the machine may be busy, or the first call may load data.
            reply = subject.call(call, call_s=_PATIENCE * subject.call_s)
        if reply.answer is None:
            advice = (
                "Answer each request with its own id." if reply.stray else "Set a timeout on whatever it waits for."
            )
            raise CallNeverReturned("call_lost", f"{silence_of(reply)} {advice}", arguments=reply.arguments)


@served("results_are_json")
@needs_answer
def results_are_json(subject: Subject) -> None:
    """An answer is a valid MCP message with known content blocks, and the server prints nothing else to its output.

    The check sends ordinary calls, failing calls and calls at the edges of the schema. It looks at the structure of
    each answer, at other output during the call, and at JSON texts that contain NaN or Infinity.
    """
    calls = set_up_calls(subject)
    every = subject.patience().each([*calls, *failing_calls(subject, calls)])
    plain = (reply_to(subject, call) for call in every)
    edges = itertools.islice(edge_replies(subject), _MAX_EDGES)
    for reply in answered(subject, itertools.chain(plain, edges)):
        trouble = _trouble(reply.answer) if reply.answer is not None else ""
        trouble = trouble or _constant_in(reply)
        if trouble:
            raise CheckFailure("not_json", f"{trouble} Clients reject it or disconnect.", arguments=reply.arguments)


@served("result_keys_are_stable")
def result_keys_are_stable(subject: Subject) -> None:
    """Equal calls give results with the same keys.

    The check repeats calls that work and compares the keys of results that are JSON objects.
    """
    judged = False
    for reply in working_replies(subject, set_up_calls(subject), most=2):
        again = [tried(subject, reply.arguments) for _ in range(3)]
        found = [_keys(other) for other in again if other.succeeded]
        judged = judged or sum(keys is not None for keys in found) > 1
        for keys in found[1:]:
            if keys is not None and found[0] is not None and keys != found[0]:
                differing = ", ".join(map(repr, sorted(keys ^ found[0])))
                raise CheckFailure(
                    "unstable_keys",
                    f"Equal calls gave results with different keys: {differing} is not in all of them. "
                    "Return every key every time, with null for missing values.",
                    arguments=reply.arguments,
                )
    if not judged:
        raise NotApplicable("No result is a JSON object.")


@served("result_size_is_bounded")
def result_size_is_bounded(subject: Subject) -> None:
    """No plausible call returns more than 1 MiB.

    The check sends ordinary calls and measures the answers as JSON.
    """
    for reply in working_replies(subject, set_up_calls(subject), most=6):
        size = len(json.dumps(reply.body, ensure_ascii=False).encode("utf-8", "replace"))
        if size > _MAX_RESULT_BYTES:
            raise CheckFailure(
                "result_too_large",
                f"A result takes {size} bytes, above the limit of {_MAX_RESULT_BYTES}. Refuse the call, shorten the "
                "result, or return it in pages.",
                arguments=reply.arguments,
            )


def _constant_in(reply: Outcome) -> str:
    """Return a sentence about a constant such as NaN in a text that would otherwise be JSON; "" if there is none."""
    if not reply.succeeded or reply.text[:1] not in ("{", "["):
        return ""
    constants: list[str] = []
    try:
        json.loads(reply.text, parse_constant=constants.append, parse_int=float)
    except (ValueError, RecursionError):
        return ""
    return f"The text of a result contains {constants[0]}, which is not JSON." if constants else ""


def _keys(reply: Outcome) -> frozenset[str] | None:
    value = None if reply.answer is None else reply.answer.value
    return frozenset(map(str, value)) if isinstance(value, dict) else None


def _trouble(answer: McpAnswer) -> str:
    """Return a sentence about an answer that is not a valid message; "" if it is valid."""
    if answer.noise:
        return f"During a call, the server printed {shown(answer.noise[0])} to stdout, which is not an MCP message."
    if answer.kind != "result":
        return ""
    body = answer.body
    if not isinstance(body, dict):
        return "The result of a call is not a JSON object."
    if not isinstance(body.get("content"), list) and not ("content" not in body and "structuredContent" in body):
        return "The content of a result is not a list."
    if "isError" in body and not isinstance(body["isError"], bool):
        return f"The isError of a result is {body['isError']!r}, not true or false."
    for block in answer.blocks:
        kind = block.get("type") if isinstance(block, dict) else None
        if not isinstance(kind, str):
            return f"A content block has no type: {shown(json.dumps(block))}."
        for key, wanted in _BLOCKS.get(kind, {}).items():
            if not isinstance(block.get(key), wanted):
                return f"A content block of the type {kind!r} has a missing or invalid {key!r}."
    return ""
