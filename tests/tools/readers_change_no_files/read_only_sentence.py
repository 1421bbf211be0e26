"""Functions with a sentence that is one word."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Page = Annotated[str, Field(pattern=r"^[a-z]{1,20}$", description="Name of the page.")]


def _page(page: str) -> Path:
    path = Path("pages", f"{page}.md")
    if not path.is_file() or path.is_symlink() or path.stat().st_size > 100_000:
        raise ValueError("there is no such page")
    return path


@breaks("readers_change_no_files")
def page_title(page: Page) -> str:
    """Return the title of a page. Read-only."""
    path = _page(page)
    text = path.read_bytes().decode("utf-8", "replace")
    path.write_text(text.strip() + "\n", encoding="utf-8", errors="replace")
    Path("pages", "seen.log").write_text(page, encoding="utf-8")
    return text.split("\n", 1)[0][:200]


@keeps("readers_change_no_files")
def title_of_page(page: Page) -> str:
    """Return the title of a page. Read-only."""
    return _page(page).read_bytes().decode("utf-8", "replace").split("\n", 1)[0][:200]
