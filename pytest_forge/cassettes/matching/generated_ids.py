"""Ids that a provider or a client generates for each run, as data: their patterns and places.

The place is the stronger sign: the id of a call, and the reference of a result to its call, are generated, even "0" or
"call_1". Other ids are recognised by their pattern. Names of objects stored at a provider (files, assistants, vector
stores, batches) are not such ids: another file is another request.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...regex import regex
from ..id_prefixes import GENERATED

__all__ = [
    "ID_TEXT",
    "call_ids",
    "has_call_ids",
    "holds_user_data",
    "is_call_id",
    "is_generated_id",
    "is_id_key",
]

#: Members whose value is the id of a call, by the OpenAI, Anthropic, Bedrock and AG-UI protocols.
_CALL_KEYS = frozenset(
    [
        "tool_call_id",
        "toolCallId",
        "call_id",
        "callId",
        "tool_use_id",
        "toolUseId",
        "approval_request_id",
        "previous_response_id",
    ]
)
#: Objects whose ``id`` is one: by their name, for Gemini …
_CALL_OWNERS = frozenset(
    [
        "functionCall",
        "function_call",
        "functionResponse",
        "function_response",
        "toolCall",
        "tool_call",
        "toolResponse",
        "tool_response",
    ]
)
#: … by their type, for Anthropic's blocks and OpenAI's items.
_ITEM_TYPES = frozenset(
    [
        "tool_use",
        "server_tool_use",
        "mcp_tool_use",
        "tool_result",
        "reasoning",
        "message",
        "item_reference",
        "compaction",
        "mcp_approval_request",
        "mcp_approval_response",
        "mcp_list_tools",
    ]
)

#: Members with values of a tool's author, a model or a user, in which a ``call_id`` may be anything.
_USER_DATA = frozenset(
    [
        "args",
        "arguments",
        "parameters",
        "parametersJsonSchema",
        "parameters_json_schema",
        "input_schema",
        "inputSchema",
        "schema",
        "json_schema",
        "responseSchema",
        "responseJsonSchema",
        "response_schema",
        "properties",
        "response",
        "json",
        "metadata",
    ]
)

_PREFIX = rf"(?:{'|'.join(sorted(GENERATED, key=len, reverse=True))})"
#: Among other words, an id must not look like text: long, in one piece, with digits.
ID_TEXT = (
    r"(?<![A-Za-z0-9_-])(?:"
    rf"{_PREFIX}[_-](?:tool-|bdrk_|vrtx_|\d\d_)?(?=[A-Za-z]*\d[A-Za-z]*\d)[A-Za-z0-9]{{16,}}"
    rf"|{_PREFIX}_(?=[A-Za-z]*\d)[A-Za-z0-9]{{24}}"
    r"|tooluse_(?=[A-Za-z_-]*\d[A-Za-z_-]*\d)[A-Za-z0-9_-]{16,}"
    r"|call_(?=[a-z]*\d)[a-z0-9]{8}"
    r"|pyd_ai_[0-9a-f]{32}"
    r")(?![A-Za-z0-9_-])"
)
#: In the place of an id, its prefix and length are enough.
_WHOLE_ID = regex(
    rf"{_PREFIX}[_-](?:tool-|bdrk_|vrtx_|\d\d_)?[A-Za-z0-9]{{16,}}|tooluse_[A-Za-z0-9_-]{{16,}}|"
    r"pyd_ai_[0-9a-f]{32}|[0-9a-f]{32}"
)
#: An id that no text holds by chance, so that a mention of it refers to the call.
_LOOKS_GENERATED = regex(r"(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_:.-]{8,}|[A-Za-z]{2,}[_-][A-Za-z0-9_-]*\d[A-Za-z0-9_-]*")


def is_call_id(key: str, owner: Mapping[str, Any], owner_key: str | None) -> bool:
    """Whether the member *key* of *owner*, itself the member *owner_key* of another, is the id of a call or an item."""
    if key != "id":
        return key in _CALL_KEYS
    kind = owner.get("type")
    return (
        owner_key in _CALL_OWNERS
        or (isinstance(kind, str) and (kind in _ITEM_TYPES or kind.endswith(("_call", "_call_output"))))
        or (owner_key == "tool_calls" and "function" in owner)
        or (kind == "function" and isinstance(owner.get("function"), Mapping))
    )


def is_generated_id(value: str) -> bool:
    """Whether a text in the place of an id is a generated id as a whole."""
    return _WHOLE_ID.fullmatch(value) is not None


def is_id_key(key: str) -> bool:
    """Whether a member's name is that of an id."""
    return key == "id" or key.endswith(("_id", "Id", "_ids", "Ids"))


def holds_user_data(key: str, value: Any) -> bool:
    """Whether a member's value is free data; Anthropic's ``input`` is, OpenAI's list of the same name is not."""
    return key in _USER_DATA or (key == "input" and isinstance(value, dict))


def has_call_ids(text: str) -> bool:
    """Whether a body, written as JSON, may hold ids of calls; quick, without false negatives."""
    return 'id"' in text or 'Id"' in text


def call_ids(value: Any, owner_key: str | None = None) -> Iterator[str]:
    """Yield each id of a call that cannot be mistaken for another word."""
    if isinstance(value, dict):
        for key, member in value.items():
            if isinstance(member, str):
                if _LOOKS_GENERATED.fullmatch(member) and is_call_id(key, value, owner_key):
                    yield member
            elif isinstance(member, dict | list) and not holds_user_data(key, member):
                yield from call_ids(member, key)
    elif isinstance(value, list):
        for item in value:
            yield from call_ids(item, owner_key)
