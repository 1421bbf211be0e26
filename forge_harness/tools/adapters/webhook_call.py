"""`webhook_call`: posts JSON to a webhook. Source: seed 002, "Call webhook URLs with JSON payloads"."""

from __future__ import annotations

import json
from typing import Any

from pydantic import Field

from ...egress.client import EgressClient, EgressResponse
from ...errors import ToolError
from ...json_result import fit_texts
from ...kinds.typed_tool import ForgeTool
from ...registry.process_tools import forge_tool
from ...texts.body_text import decoded_body
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["webhook_call"]

_TIMEOUT_S, _MAX_URL, _MAX_HEADERS = 30, 4096, 50
_MAX_PAYLOAD_BYTES = 1_000_000
_MAX_RESULT_BYTES = 768 * 1024


class WebhookCallArguments(ToolArguments):
    """A webhook and what it is told."""

    url: str = Field(
        description=f"The whole http or https address of the webhook, at most {_MAX_URL} characters.",
        max_length=_MAX_URL,
        examples=["https://hooks.example.com/deploy"],
    )
    payload: dict[str, Any] = Field(
        description=f"The JSON object to post, at most {_MAX_PAYLOAD_BYTES:,} bytes.", examples=[{"message": "hello"}]
    )
    headers: dict[str, str] = Field(
        default_factory=dict,
        description=f"Further headers by name, at most {_MAX_HEADERS}. Content-Type is application/json.",
        max_length=_MAX_HEADERS,
    )


def webhook_call(client: EgressClient) -> ForgeTool:
    """Return the tool that calls webhooks with *client*."""

    @forge_tool(
        name="webhook_call",
        args_schema=WebhookCallArguments,
        tier=ToolTier.EXECUTE,
        category=ToolCategory.ADAPTER,
        facts={"open_world": True, "varies": True, "creates": True, "reports_failures": True},
        timeout_s=_TIMEOUT_S + 5,
        register=False,
    )
    def call(arguments: WebhookCallArguments) -> dict[str, Any]:
        """Post a JSON object to a webhook, and return its answer; `truncated` if the body is cut at 768 KiB."""
        data = json.dumps(arguments.payload, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        if len(data) > _MAX_PAYLOAD_BYTES:
            raise ToolError(f"The payload is longer than {_MAX_PAYLOAD_BYTES:,} bytes. Post less.", code="too_long")
        headers = {name: value for name, value in arguments.headers.items() if name.lower() != "content-type"}
        answer = client.request(
            "POST",
            arguments.url,
            headers={**headers, "Content-Type": "application/json"},
            content=data,
            timeout_s=_TIMEOUT_S,
            max_bytes=_MAX_RESULT_BYTES,
        )
        result = {
            "status": answer.status,
            "body": _text(answer),
            "truncated": answer.is_truncated,
        }
        return fit_texts(result, ["body"], max_bytes=_MAX_RESULT_BYTES)

    return call


def _text(answer: EgressResponse) -> str:
    return decoded_body(answer.body, answer.headers.get("content-type", ""), is_cut=answer.is_truncated)
