"""What a tool of a server gives back: an answer in time, in the shape of the protocol and of its own schema."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...profile.failures import answers_a_question, tells_of_errors
from ...strategies.roles import PATH_ROLES, Role, name_words, role_of
from ...strategies.schemas.limits import bounds
from ...strategies.workspace_files import path_arguments
from ...targets.mcp.answer import McpAnswer
from ...targets.subject import Subject
from ...verdict import CallNeverReturned, CheckFailure, NotApplicable
from ..check import check, served
from ..results.failure_marks import failure_mark, plain_failure
from .asking import Reply, answered, ask, served_tool, shown, silence_of, tried
from .edge_replies import edge_replies
from .furnishing import furnished_calls
from .working import needs_working_call, working_replies

__all__ = ["failing_calls", "structured_results_match"]

_MAX_RESULT_BYTES = 1 << 20
#: What each kind of block must hold, and of which type.
_BLOCKS: Mapping[str, Mapping[str, type]] = {
    "text": {"text": str},
    "image": {"data": str, "mimeType": str},
    "audio": {"data": str, "mimeType": str},
    "resource": {"resource": dict},
    "resource_link": {"uri": str, "name": str},
}
#: How SDKs answer when a tool has returned what its output schema refuses.
_RESULT_REFUSED = re.compile(
    r"(?:Error (?:executing|calling) tool [\w./'-]+: )?"
    r"(?:\d+ validation errors? for \w*Output\n|Output validation error: )"
)
_MAX_EDGES = 80
_PATIENCE = 3.0
#: Words in a name of a number that names something, and a number that names nothing.
_NUMBERING = frozenset({"id", "number", "no", "index", "row", "ticket", "order", "issue"})
_NOBODYS = 987_654
#: Words in the names of tools that answer a question about files, all of which must be there.
_COMPARING = frozenset({"compare", "diff", "audit", "detect"})


@served("structured_results_match")
@check(
    family="results",
    level="MUST",
    source="MCP 2025-11-25, tools: servers MUST conform to the output schema",
    codes={
        "invalid_output_schema": "The output schema is not a JSON Schema.",
        "output_schema_broken": "A structured result breaks the output schema.",
        "structured_content_missing": "The tool has an output schema and gives no structured content.",
    },
)
def structured_results_match(subject: Subject) -> None:
    """A structured result of an MCP server is what its output schema says.

    Clients hand the structure to code, or check it, and refuse the whole result where it does not fit: the model then
    learns nothing of a call that did its job.
    """
    import jsonschema  # takes a while, and is needed here alone

    served_tool(subject)
    schema = subject.facts.output_schema
    if schema is None:
        raise NotApplicable("The tool advertises no output schema.")
    validator = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        raise CheckFailure(
            "invalid_output_schema", f"The output schema is no JSON Schema: {error.message[:200]}. Mend it."
        ) from None
    judge = validator(schema)
    working = working_replies(subject, furnished_calls(subject, limit=6), most=6)
    edges = answered(subject, itertools.islice(edge_replies(subject), _MAX_EDGES))
    for reply in itertools.chain(working, edges):
        if not reply.succeeded or reply.answer is None:
            if _RESULT_REFUSED.match(reply.text):
                raise CheckFailure(
                    "output_schema_broken",
                    f"A call was answered with {shown(reply.text)}: what the tool returned breaks its own output "
                    "schema. Let the schema say what is returned.",
                    arguments=reply.arguments,
                )
            continue
        structured = reply.answer.structured
        if structured is None:
            raise CheckFailure(
                "structured_content_missing",
                "The tool advertises an output schema and gave a result without structuredContent. "
                "Give both, or advertise none.",
                arguments=reply.arguments,
            )
        wrong = next(iter(sorted(judge.iter_errors(structured), key=lambda error: len(error.absolute_path))), None)
        if wrong is not None:
            where = "/".join(str(part) for part in wrong.absolute_path) or "its root"
            raise CheckFailure(
                "output_schema_broken",
                f"A structured result breaks the tool's own output schema at {where!r}: {wrong.message[:160]}. "
                "Let the schema say what is returned.",
                about=where,
                arguments=reply.arguments,
            )


@served("call_returns")
def call_returns(subject: Subject) -> None:
    """A plausible call comes back, and leaves the server standing."""
    for call in furnished_calls(subject, limit=5):
        reply = ask(subject, call)
        if reply.answer is None:
            # A loaded machine, and a first call that loads what it needs, get another chance.
            reply = ask(subject, call, call_s=_PATIENCE * subject.call_s)
        if reply.answer is None:
            advice = "Answer each request with its own id." if reply.stray else "Bound what it waits for."
            raise CallNeverReturned(
                "call_lost", f"{silence_of(reply, _PATIENCE * subject.call_s)} {advice}", arguments=reply.arguments
            )


@served("results_are_json")
@needs_working_call
def results_are_json(subject: Subject) -> None:
    """An answer is a message of the protocol, with content of the kinds it knows, and nothing else is on its output."""
    calls = furnished_calls(subject)
    every = subject.patience().each([*calls, *failing_calls(subject, calls)])
    plain = (ask(subject, call) for call in every)
    edges = itertools.islice(edge_replies(subject), _MAX_EDGES)
    for reply in answered(subject, itertools.chain(plain, edges)):
        trouble = _trouble(reply.answer) if reply.answer is not None else ""
        trouble = trouble or _constant_in(reply)
        if trouble:
            raise CheckFailure("not_json", f"{trouble} Clients refuse it, or stop reading.", arguments=reply.arguments)


@served("result_keys_are_stable")
def result_keys_are_stable(subject: Subject) -> None:
    """Equal calls give results with the same keys."""
    judged = False
    for reply in working_replies(subject, furnished_calls(subject), most=2):
        again = [tried(subject, reply.arguments) for _ in range(3)]
        found = [_keys(other) for other in again if other.succeeded]
        judged = judged or sum(keys is not None for keys in found) > 1
        for keys in found[1:]:
            if keys is not None and found[0] is not None and keys != found[0]:
                differing = ", ".join(map(repr, sorted(keys ^ found[0])))
                raise CheckFailure(
                    "unstable_keys",
                    f"Equal calls gave results of different shape: {differing} is not in all of them. "
                    "Return every key every time, with null where there is nothing.",
                    arguments=reply.arguments,
                )
    if not judged:
        raise NotApplicable("No result is an object.")


@served("result_size_is_bounded")
def result_size_is_bounded(subject: Subject) -> None:
    """No plausible call returns more than 1 MiB."""
    for reply in working_replies(subject, furnished_calls(subject), most=6):
        size = len(json.dumps(reply.body, ensure_ascii=False).encode("utf-8", "replace"))
        if size > _MAX_RESULT_BYTES:
            raise CheckFailure(
                "result_too_large",
                f"A result takes {size} bytes, above {_MAX_RESULT_BYTES}. Refuse, shorten, or return it page by page.",
                arguments=reply.arguments,
            )


@served("error_dicts_are_well_formed")
def error_dicts_are_well_formed(subject: Subject) -> None:
    """A result that is marked as an error holds a text that says what is wrong."""
    failures = 0
    calls = furnished_calls(subject)
    for call in subject.patience().each([*failing_calls(subject, calls), *calls]):
        reply = tried(subject, call)
        if reply.answer is not None and reply.answer.is_tool_error:
            failures += 1
            if not reply.text.strip():
                raise CheckFailure(
                    "error_without_message",
                    "The tool answered with isError and without a text. Add a sentence that helps the model.",
                    arguments=reply.arguments,
                )
    if not failures:
        raise NotApplicable("No call ended in an error that the tool returned.")


@served("failure_is_not_success")
def failure_is_not_success(subject: Subject) -> None:
    """A failure is marked by isError, and not dressed as a result."""
    telling = tells_of_errors(subject.facts)
    if telling:
        raise telling.not_judged()
    calls = furnished_calls(subject)
    replies = working_replies(subject, calls, most=4)
    question = answers_a_question(subject.facts)
    if question:
        _judge_missing_files(subject, replies)
        raise question.not_judged()
    marks = [(reply, _plain_mark(reply)) for reply in replies]
    if all(mark for _, mark in marks):
        raise _dressed(*marks[0])
    controls = [reply.arguments for reply, mark in marks if not mark]
    for call in subject.patience().each(failing_calls(subject, controls)):
        reply = tried(subject, call)
        if reply.succeeded and (mark := _plain_mark(reply)):
            raise _dressed(reply, mark)


def _judge_missing_files(subject: Subject, replies: list[Reply]) -> None:
    """See that a tool which compares files does not answer with a sentence about an error where one is missing."""
    if _COMPARING.isdisjoint(name_words(subject.facts.name)):
        return
    paths = [name for name, role in path_arguments(subject.schema).items() if role is Role.FILE_PATH]
    for reply in [reply for reply in replies if not _plain_mark(reply)][:1]:
        for name in paths:
            missing = tried(subject, {**reply.arguments, name: "no-such-entry.csv"})
            if missing.succeeded and (mark := _plain_mark(missing)):
                raise _dressed(missing, mark)


def failing_calls(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield calls that name things which are not there, or cannot be."""
    properties = subject.schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    missing = ["no-such-entry", str(subject.sandbox.workspace / "no-such-entry.csv"), "n" * 300]
    for call in calls[:1]:
        texts = [
            name
            for name, value in call.items()
            if isinstance(value, str)
            and not {"enum", "const", "pattern"} & set(properties.get(name) or {})
            and role_of(name, properties.get(name) or {}) not in (Role.COMMAND, Role.CODE)
        ]
        for name in sorted(texts, key=lambda name: role_of(name, properties.get(name) or {}) not in PATH_ROLES):
            for text in missing:
                yield {**call, name: text}
        for name, value in call.items():
            node = properties.get(name) or {}
            is_number = isinstance(value, int) and not isinstance(value, bool)
            if is_number and not _NUMBERING.isdisjoint(name_words(name)) and "enum" not in node:
                high = bounds(node, whole=True)[1]
                yield {**call, name: _NOBODYS if high is None else min(_NOBODYS, int(high))}
        yield {}


def _dressed(reply: Reply, mark: str) -> CheckFailure:
    return CheckFailure(
        "failure_as_success",
        f"The tool returned {mark} as a result that counts as success. Mark it with isError.",
        arguments=reply.arguments,
    )


def _plain_mark(reply: Reply) -> str:
    value = None if reply.answer is None else reply.answer.value
    if isinstance(value, str):
        return failure_mark(value) if plain_failure(value) else ""
    return plain_failure(value)


def _constant_in(reply: Reply) -> str:
    """Return what keeps a text from being JSON that would be but for it, as a sentence; empty if nothing does."""
    if not reply.succeeded or reply.text[:1] not in ("{", "["):
        return ""
    constants: list[str] = []
    try:
        json.loads(reply.text, parse_constant=constants.append, parse_int=float)
    except (ValueError, RecursionError):
        return ""
    return f"The text of a result holds {constants[0]}, which JSON does not know." if constants else ""


def _keys(reply: Reply) -> frozenset[str] | None:
    value = None if reply.answer is None else reply.answer.value
    return frozenset(map(str, value)) if isinstance(value, dict) else None


def _trouble(answer: McpAnswer) -> str:
    """Return what is wrong with an answer as a message, as a sentence; empty if nothing is."""
    if answer.noise:
        return f"During a call the server printed {shown(answer.noise[0])} to standard output, which is no message."
    if answer.kind != "result":
        return ""
    body = answer.body
    if not isinstance(body, dict):
        return "The result of a call is no object."
    if not isinstance(body.get("content"), list) and not ("content" not in body and "structuredContent" in body):
        return "The result of a call holds no list as content."
    if "isError" in body and not isinstance(body["isError"], bool):
        return f"The result of a call has {body['isError']!r} as isError, which is true or false."
    for block in answer.blocks:
        kind = block.get("type") if isinstance(block, dict) else None
        if not isinstance(kind, str):
            return f"A block of content is {shown(json.dumps(block))}, without a type."
        for key, wanted in _BLOCKS.get(kind, {}).items():
            if not isinstance(block.get(key), wanted):
                return f"A block of content of the type {kind!r} has no {key!r}, or not as it must be."
    return ""
