"""Tools that start something whose files another tool removes, and those whose files stay."""

from __future__ import annotations

import tempfile
import uuid
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps

_renders: dict[str, Path] = {}
_counts: dict[str, Path] = {}


class TextArgs(BaseModel):
    text: str = Field(max_length=200, description="The text, such as 'Good morning.'")


class RenderArgs(BaseModel):
    render: str = Field(max_length=40, description="The number of a render, as begin_render has answered it.")


class CountArgs(BaseModel):
    count: str = Field(max_length=40, description="The number of a count, as begin_count has answered it.")


def _kept(text: str, jobs: dict[str, Path]) -> str:
    with tempfile.NamedTemporaryFile("w", prefix="job-", delete=False) as file:
        file.write(text)
    number = uuid.uuid4().hex[:8]
    jobs[number] = Path(file.name)
    return number


@keeps("temporary_files_are_removed")
@forge_tool(args_schema=TextArgs, tier="execute", facts={"varies": True, "starts_lasting": True})
def begin_render(args: TextArgs) -> dict:
    """Begin to render a text, and return the number with which finish_render gets it."""
    return {"render": _kept(args.text, _renders)}


@keeps("temporary_files_are_removed")
@forge_tool(args_schema=RenderArgs, tier="execute", raises=[ToolError])
def finish_render(args: RenderArgs) -> dict:
    """Return a rendered text, and remove what its render has kept."""
    path = _renders.pop(args.render, None)
    if path is None:
        raise ToolError("There is no such render. Begin one first.", code="render_not_found")
    text = path.read_text()
    path.unlink()
    return {"rendered": text.title()}


@breaks("temporary_files_are_removed")
@forge_tool(args_schema=TextArgs, tier="execute", facts={"varies": True, "starts_lasting": True})
def begin_count(args: TextArgs) -> dict:
    """Begin to count the letters of a text, and return the number with which read_count gets them."""
    return {"count": _kept(args.text, _counts)}


@keeps("temporary_files_are_removed")
@forge_tool(args_schema=CountArgs, tier="execute", raises=[ToolError])
def read_count(args: CountArgs) -> dict:
    """Return how many letters a text has."""
    path = _counts.get(args.count)
    if path is None:
        raise ToolError("There is no such count. Begin one first.", code="count_not_found")
    return {"letters": len(path.read_text())}
