"""Tools that are waited for, each with a defect."""

import asyncio
import hashlib

import aiohttp
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "password_hash": ("event_loop_is_not_blocked",),
    "translate_text": ("calls_at_once_agree",),
    "site_status": ("requests_stay_public",),
}


class TextArgs(BaseModel):
    text: str = Field(description="Text to work on.", max_length=2000)


def _slow_hash(text: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", text.encode("utf-8", "replace"), b"salt", 600_000).hex()


@forge_tool(args_schema=TextArgs, tier="read")
async def password_hash(args: TextArgs) -> dict:
    """Compute the hash of a password."""
    return {"hash": _slow_hash(args.text)}


_current: dict[str, str] = {}


@forge_tool(args_schema=TextArgs, tier="read")
async def translate_text(args: TextArgs) -> dict:
    """Translate a text into pig Latin."""
    _current["text"] = args.text
    await asyncio.sleep(0.005)
    text = _current["text"]
    return {"text": " ".join(w[1:] + w[:1] + "ay" for w in text.split())}


class HostArgs(BaseModel):
    host: str = Field(description="Host name of the web site, for example 'example.com'.", min_length=1, max_length=200)


@forge_tool(args_schema=HostArgs, tier="read", raises=[ToolError])
async def site_status(args: HostArgs) -> dict:
    """Tell whether a web site on the internet is up."""
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=4)) as session:
            async with session.get(f"http://{args.host}/") as answer:
                return {"up": answer.status < 500, "status": answer.status}
    except (aiohttp.ClientError, OSError, ValueError, TimeoutError):
        return {"up": False, "status": 0}
