"""Tools that resemble those that break event_loop_is_not_blocked, and keep it."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import FnToolExecutor, forge_tool

from ..marks import keeps


class TextArgs(BaseModel):
    text: str = Field(max_length=5_000, description="The text.")


@keeps("event_loop_is_not_blocked", "paths_stay_inside")
@forge_tool(args_schema=TextArgs, tier="read")
def text_digest(args: TextArgs) -> dict:
    """Return the SHA-256 digest of a text."""
    return {"sha256": hashlib.sha256(args.text.encode("utf-8", "surrogatepass")).hexdigest()}


class JobArgs(BaseModel):
    job: int = Field(ge=1, le=1_000, description="Number of the job.")


@keeps("event_loop_is_not_blocked", "errors_carry_no_detail")
@forge_tool(args_schema=JobArgs, tier="read")
async def poll_status(args: JobArgs) -> dict:
    """Tell how far a job has got."""
    await asyncio.sleep(0.01)
    return {"job": args.job, "status": "done"}


async def _digest(arguments: dict[str, Any]) -> dict[str, Any]:
    data = arguments["name"].encode("utf-8", "replace")
    digest = await asyncio.to_thread(hashlib.pbkdf2_hmac, "sha256", data, b"salt", 20_000)
    return {"digest": digest.hex()}


slow_digest = keeps("event_loop_is_not_blocked", "schema_and_model_agree")(
    FnToolExecutor(
        "slow_digest",
        _digest,
        description="Return a slow digest of a name.",
        tier="read",
        input_schema={
            "type": "object",
            "properties": {"name": {"type": "string", "maxLength": 100, "description": "The name."}},
            "required": ["name"],
            "additionalProperties": False,
        },
    )
)
