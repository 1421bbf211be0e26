"""Functions that keep files in folders of HOME, which an argument names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Title = Annotated[str, Field(pattern="^[a-z]{1,30}$", description="Title of the sketch, e.g. harbour.")]


def _draw(folder: Path, title: str) -> dict[str, str]:
    if folder.is_symlink():
        raise ValueError("This album cannot be drawn in.")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"sketch-{title}.svg").write_text("<svg/>")
    return {"sketch": title}


@keeps("root_is_declared")
def draw_sketch(
    album: Annotated[str, Field(pattern="^[A-Za-z0-9][A-Za-z0-9 _-]{0,29}$", description="Album, made if it is new.")],
    title: Title,
) -> dict[str, str]:
    """Draw a sketch in an album."""
    return _draw(Path.home() / ".sketches" / album, title)


@keeps("root_is_declared")
def draw_map(
    title: Annotated[str, Field(min_length=1, max_length=200, description="Title of the map.")],
) -> dict[str, str]:
    """Draw a map; the name of its file is made of the letters of its title."""
    return _draw(Path.home() / ".maps", "".join(filter(str.isalnum, title))[:80].lower())


@breaks("root_is_declared")
def draw_picture(
    album: Annotated[str, Field(max_length=200, description="Album, made if it is new.")], title: Title
) -> dict[str, str]:
    """Draw a picture in an album."""
    return _draw(Path.home() / ".pictures" / album, title)
