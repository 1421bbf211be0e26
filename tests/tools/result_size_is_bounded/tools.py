"""Tools that break result_size_is_bounded."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import forge_tool

from ..marks import breaks


class BannerArgs(BaseModel):
    text: str = Field(min_length=1, max_length=40, description="Text of the banner.")
    width: int = Field(default=80, ge=10, description="Width of the banner, in letters.")


@breaks("result_size_is_bounded", "memory_is_bounded")
@forge_tool(args_schema=BannerArgs, tier="read")
def render_banner(args: BannerArgs) -> dict:
    """Draw a banner out of letters."""
    return {"banner": args.text.center(args.width, "*")}


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RepeatArgs(Strict):
    text: str = Field(description="Text to repeat.", max_length=2000)
    times: int = Field(ge=1, le=5000, description="How often.")


@breaks("result_size_is_bounded")
@forge_tool(args_schema=RepeatArgs, tier="read")
def repeat_text(args: RepeatArgs) -> dict:
    """Repeat a text, a line each."""
    return {"text": "\n".join([args.text] * args.times)}
