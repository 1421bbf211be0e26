"""A pause that blocks the whole event loop instead of the one tool."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class JobArguments(BaseModel):
    job: str = Field(description="Name of the job to ask for.", max_length=40)


@forge_tool(
    name="job_state",
    description="Ask for the state of a job, and ask again after a moment.",
    args_schema=JobArguments,
    tier="read",
    register=False,
)
async def broken(args: JobArguments) -> dict[str, Any]:
    time.sleep(0.2)
    return {"job": args.job, "state": "done"}


@forge_tool(
    name="job_state",
    description="Ask for the state of a job, and ask again after a moment.",
    args_schema=JobArguments,
    tier="read",
    register=False,
)
async def fixed(args: JobArguments) -> dict[str, Any]:
    await asyncio.sleep(0.005)
    return {"job": args.job, "state": "done"}
