"""`http_request`: one HTTP request. Source: seed 002, "Make HTTP requests (GET, POST, PUT, DELETE)"."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from ...egress.client import EgressClient, EgressResponse
from ...json_result import fit_texts
from ...kinds.typed_tool import ForgeTool
from ...registry.process_tools import forge_tool
from ...texts.body_text import decoded_body
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["http_request"]

_DEFAULT_TIMEOUT_S, _MAX_TIMEOUT_S = 30, 120
_MAX_URL, _MAX_BODY, _MAX_HEADERS = 4096, 1_000_000, 50
#: Below the dispatcher's cap, so that a result stays an object.
_MAX_RESULT_BYTES = 768 * 1024


class HttpRequestArguments(ToolArguments):
    """A request."""

    method: Literal["GET", "POST", "PUT", "DELETE"] = Field(description="The method of the request.")
    url: str = Field(
        description=f"The whole http or https address, at most {_MAX_URL} characters.",
        max_length=_MAX_URL,
        examples=["https://api.example.com/orders?limit=5"],
    )
    headers: dict[str, str] = Field(
        default_factory=dict,
        description=f"Headers by name, at most {_MAX_HEADERS}; they do not follow a redirect to another host.",
        max_length=_MAX_HEADERS,
        examples=[{"Accept": "application/json"}],
    )
    body: str = Field(
        default="",
        description=f"The body as text, at most {_MAX_BODY:,} characters; sent as UTF-8. Default: none.",
        max_length=_MAX_BODY,
    )
    timeout: int = Field(
        default=_DEFAULT_TIMEOUT_S,
        description=f"Seconds for everything, up to {_MAX_TIMEOUT_S} (default {_DEFAULT_TIMEOUT_S}). "
        "Less than 1 means the default.",
        strict=True,
    )


def http_request(client: EgressClient) -> ForgeTool:
    """Return the tool that sends requests with *client*."""

    @forge_tool(
        name="http_request",
        args_schema=HttpRequestArguments,
        tier=ToolTier.EXECUTE,
        category=ToolCategory.BUILTIN,
        facts={"open_world": True, "varies": True, "creates": True, "replaces": True, "reports_failures": True},
        timeout_s=_MAX_TIMEOUT_S + 5,
        register=False,
    )
    def request(arguments: HttpRequestArguments) -> dict[str, Any]:
        """Send an HTTP request and return the answer, whatever its status; `truncated` if the body is cut at 768 KiB.

        Up to 10 redirects are followed; `url` is the address that answered. Hosts must be allowed by the operator.
        """
        answer = client.request(
            arguments.method,
            arguments.url,
            headers=arguments.headers,
            content=arguments.body.encode() or None,
            timeout_s=min(arguments.timeout, _MAX_TIMEOUT_S) if arguments.timeout > 0 else _DEFAULT_TIMEOUT_S,
            max_bytes=_MAX_RESULT_BYTES,
        )
        result = {
            "status": answer.status,
            "status_text": answer.reason,
            "url": answer.url,
            "body": _text(answer),
            "truncated": answer.is_truncated,
        }
        return fit_texts(result, ["body"], max_bytes=_MAX_RESULT_BYTES)

    return request


def _text(answer: EgressResponse) -> str:
    return decoded_body(answer.body, answer.headers.get("content-type", ""), is_cut=answer.is_truncated)
