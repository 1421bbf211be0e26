"""Server protocol: what an MCP server answers to requests that are right, wrong or unknown; no tool is called."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from forge_harness import install_extra

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check

__all__ = [
    "messages_fit_the_protocol",
    "notifications_are_not_answered",
    "requests_are_answered",
    "unknown_cursors_are_refused",
]

#: Parts of a listed tool that have their own checks.
_JUDGED = ("name", "description", "inputSchema", "outputSchema")
_JSON_RPC = "2.0"
_ADVICE = "Use the dispatcher of an MCP SDK, or answer with a JSON-RPC error."


@check(
    family="definition",
    level="MUST",
    source="MCP, schema of the version that the server speaks, as in the package mcp-types",
    codes={"message_misfits": "A message does not fit the protocol's own schema of its version."},
)
def messages_fit_the_protocol(tool: ToolFacts) -> None:
    """The messages in which a server introduces itself and lists its tools fit the protocol's schema of its version.

    Clients that validate what they receive refuse the server. Null is no value of a field that may be left out, and the
    text "yes" is not true. Versions before 2026-07-28 are compared with the schema of 2025-11-25, which allows all that
    they allow. Names and schemas of tools have their own checks. It is judged once, with a server's first tool, by the
    package mcp-types (extra ``mcp``).
    """
    if tool.kind != "mcp":
        raise NotApplicable("The tool is not served by an MCP server.")
    for answer in tool.answered:
        if answer.get("jsonrpc", _JSON_RPC) != _JSON_RPC:
            raise CheckFailure(
                "message_misfits",
                f'The answer to {answer["method"]!r} lacks "jsonrpc": "2.0", and clients drop it. '
                "Send what the schema asks for, as an MCP SDK does.",
                about="jsonrpc",
            )
    try:
        from mcp_types.methods import SERVER_RESULTS  # optional, and slow to import
        from pydantic import TypeAdapter, ValidationError
    except ImportError:
        raise NotApplicable(
            "The package mcp-types, which has the protocol's schema, is not installed. "
            f"Add it with {install_extra('mcp')}."
        ) from None
    kinds: Mapping[tuple[str, str], Any] = SERVER_RESULTS
    for answer in tool.answered:
        try:
            kind = TypeAdapter(kinds[answer["method"], tool.protocol_version])
            read = kind.validate_json(json.dumps(answer["result"]), strict=True, by_name=False)
        except ValidationError as error:
            found = error.errors(include_url=False, include_context=False)
            misfits = [([str(step) for step in one["loc"]], one["msg"]) for one in found if not _is_excused(one)]
        except (KeyError, ValueError, TypeError, AttributeError):
            # A version or an answer that the package does not know.
            continue
        else:
            misfits = [(steps, "null is not a value of it; leave it out") for steps in _nulls(read)]
        for steps, problem in misfits:
            if not _has_own_check(steps):
                place = ".".join(steps)[:80]
                raise CheckFailure(
                    "message_misfits",
                    f"The answer to {answer['method']!r} does not fit the schema of {tool.protocol_version} at "
                    f"{place!r}: {problem}. Send what the schema asks for, as an MCP SDK does.",
                    about=place,
                )


def _nulls(value: Any, steps: Sequence[str] = ()) -> Iterator[list[str]]:
    """Yield the place of each null in the fields of a message; what they hold in free form is not looked at."""
    if isinstance(value, list):
        for number, one in enumerate(value):
            yield from _nulls(one, [*steps, str(number)])
    for name, declared in getattr(type(value), "model_fields", {}).items():
        if name in value.model_fields_set:
            one, place = getattr(value, name), [*steps, declared.alias or name]
            yield from [place] if one is None else _nulls(one, place)


def _is_excused(error: Mapping[str, Any]) -> bool:
    """Tell whether JSON allows what Pydantic does not: 1.0 for an integer, and half of a surrogate pair."""
    value = error["input"]
    return error["type"] == "json_invalid" or (isinstance(value, float) and value.is_integer())


def _has_own_check(steps: Sequence[str]) -> bool:
    """Tell whether other checks judge a part of a list of tools."""
    return steps[:1] == ["tools"] and (len(steps) < 3 or steps[2] in _JUDGED)


@check(
    family="definition",
    level="MUST",
    source="JSON-RPC 2.0, section 5; MCP 2025-11-25, ping, and tools: error handling",
    codes={
        "ping_refused": "A ping is answered with an error.",
        "unknown_method_accepted": "An unknown method is answered with a result.",
        "unknown_method_unanswered": "An unknown method is not answered.",
        "unknown_tool_accepted": "A call of an unknown tool is answered as a success.",
        "unknown_tool_unanswered": "A call of an unknown tool is not answered.",
        "refusal_malformed": "An error has no code that is a number, or no message.",
        "refusal_ends_server": "A request that must be refused ends the server.",
        "refusal_printed": "A refusal is printed to standard output instead of sent as a message.",
    },
)
def requests_are_answered(tool: ToolFacts) -> None:
    """A server answers each request: a ping with a result, and an unknown method or tool with an error.

    Clients of another version ask for what a server does not know, and wait for the answer. For an unknown tool, both
    ways of the protocol are right: an error, and a result with isError. It is judged once, with a server's first tool.
    """
    _judge(
        tool,
        (
            "ping_refused",
            "unknown_method_accepted",
            "unknown_method_unanswered",
            "unknown_tool_accepted",
            "unknown_tool_unanswered",
            "refusal_malformed",
            "refusal_ends_server",
            "refusal_printed",
        ),
    )


@check(
    family="definition",
    level="MUST",
    source="JSON-RPC 2.0, section 4.1: the server must not reply to a notification",
    codes={
        "notification_answered": "An unknown notification is answered.",
        "notification_ends_server": "An unknown notification ends the server.",
    },
)
def notifications_are_not_answered(tool: ToolFacts) -> None:
    """A server ignores notifications that it does not know.

    New versions of the protocol add notifications. It is judged once, with the first tool of a server over stdio.
    """
    _judge(tool, ("notification_answered", "notification_ends_server"))


@check(
    family="definition",
    level="SHOULD",
    source="MCP 2025-11-25, pagination: invalid cursors should result in the error -32602",
    codes={
        "cursor_accepted": "A cursor that was never given is answered with tools.",
        "cursor_unanswered": "A cursor that was never given is not answered.",
        "cursor_ends_server": "A cursor that was never given ends the server.",
    },
)
def unknown_cursors_are_refused(tool: ToolFacts) -> None:
    """A server that lists its tools by pages refuses a cursor that it has not given.

    A client with a cursor from before a restart would miss tools, or see some twice. It is judged once, with the
    server's first tool.
    """
    if tool.kind == "mcp" and not tool.has_pages:
        raise NotApplicable("The server lists all its tools at once.")
    _judge(tool, ("cursor_accepted", "cursor_unanswered", "cursor_ends_server"))


def _judge(tool: ToolFacts, codes: Collection[str]) -> None:
    if tool.kind != "mcp":
        raise NotApplicable("The tool is not served by an MCP server.")
    if tool.unusable:
        raise NotApplicable("The server could not be used.")
    for code, text in tool.troubles:
        if code in codes:
            raise CheckFailure(code, f"{text} {_ADVICE}")
