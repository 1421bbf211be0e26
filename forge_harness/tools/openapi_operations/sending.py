"""What a call of an operation sends, and what of the reply a model gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...egress.client import EgressClient
from ...json_result import fit_texts
from ...openapi.operation import Operation
from ...openapi.reply import ReplyReader
from ...openapi.request import prepared_request
from ...openapi.security import without_secrets
from ...texts.body_text import decoded_body, is_textual, media_type

__all__ = ["CALL_S", "send_operation"]

CALL_S = 30.0
#: Below the dispatcher's cap, so that a result stays an object.
_MAX_RESULT_BYTES = 768 * 1024


def send_operation(
    operation: Operation,
    arguments: Mapping[str, Any],
    *,
    client: EgressClient,
    environment: Mapping[str, str],
    reader: ReplyReader | None = None,
    call_s: float = CALL_S,
) -> dict[str, Any]:
    """Send the request of an operation, and return the reply: status, content_type, body, mismatch and truncated.

    ``body`` is the value of JSON, or a text; null for what is neither. ``mismatch`` says where the reply is not what
    the document describes, or is null.

    Raises:
        ToolError: If the request cannot be written or sent.
    """
    proofs = [credential.proof(environment) for credential in operation.credentials]
    request = prepared_request(operation, arguments, proofs)
    answer = client.request(
        request.method,
        request.url,
        headers=request.headers,
        content=request.content,
        timeout_s=call_s,
        max_bytes=_MAX_RESULT_BYTES,
    )
    content_type = answer.headers.get("content-type", "")
    text = ""
    if is_textual(content_type):
        text = without_secrets(decoded_body(answer.body, content_type, is_cut=answer.is_truncated), proofs)
    value, mismatch = (reader or ReplyReader(operation)).read(
        answer.status, content_type, text, is_cut=answer.is_truncated
    )
    result = {
        "status": answer.status,
        "content_type": media_type(content_type)[:200],
        "body": value if is_textual(content_type) else None,
        "mismatch": mismatch,
        "truncated": answer.is_truncated,
    }
    return fit_texts(result, ["body"], max_bytes=_MAX_RESULT_BYTES)
