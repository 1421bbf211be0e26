"""Tools that name a file after a title, and say that they replace nothing."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class PageArgs(BaseModel):
    """A page of a diary."""

    title: str = Field(min_length=1, max_length=60, pattern="[A-Za-z0-9]", description="Title of the page.")
    text: str = Field(min_length=1, max_length=500, description="What stands on the page.")


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


@breaks("writers_keep_to_their_own_files")
@forge_tool(args_schema=PageArgs, tier="write", register=False, facts={"replaces": False})
def add_page(args: PageArgs) -> dict[str, str]:
    """Add a page to the diary; a title that is taken is refused."""
    index = Path(".titles")
    titles = index.read_text().splitlines() if index.is_file() else []
    if args.title in titles and Path(f"{_slug(args.title)}.page").exists():
        return {"error": "title_taken", "message": "There is a page of that title."}
    index.write_text("\n".join([*titles, args.title]))
    Path(f"{_slug(args.title)}.page").write_text(f"{args.title}\n{args.text}\n")
    return {"page": _slug(args.title)}


@keeps("writers_keep_to_their_own_files")
@forge_tool(args_schema=PageArgs, tier="write", register=False, facts={"replaces": False})
def begin_page(args: PageArgs) -> dict[str, str]:
    """Begin a page of the diary; a title that is taken is refused."""
    try:
        with Path(f"{_slug(args.title)}.page").open("x") as page:
            page.write(f"{args.title}\n{args.text}\n")
    except FileExistsError:
        return {"error": "title_taken", "message": "There is a page of that title."}
    return {"page": _slug(args.title)}


@keeps("writers_keep_to_their_own_files")
@forge_tool(args_schema=PageArgs, tier="write", register=False, facts={"replaces": False})
def continue_page(args: PageArgs) -> dict[str, str]:
    """Add a text to the end of a page of the diary."""
    with Path(f"{_slug(args.title)}.page").open("a") as page:
        page.write(f"{args.text}\n")
    return {"page": _slug(args.title)}
