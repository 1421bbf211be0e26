"""Every preview leaves its draft in the temporary folder."""

import tempfile
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class Args(BaseModel):
    text: str = Field(description="Text in Markdown.", max_length=2000)


@forge_tool(name="preview_page", args_schema=Args, tier="write", register=False)
def broken(args: Args) -> dict[str, int]:
    """Measure a page as it would be published."""
    with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False) as draft:
        draft.write(f"<html>{args.text}</html>")
    return {"bytes": Path(draft.name).stat().st_size}


@forge_tool(name="preview_page", args_schema=Args, tier="write", register=False)
def fixed(args: Args) -> dict[str, int]:
    """Measure a page as it would be published."""
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "draft.html"
        draft.write_text(f"<html>{args.text}</html>")
        return {"bytes": draft.stat().st_size}
