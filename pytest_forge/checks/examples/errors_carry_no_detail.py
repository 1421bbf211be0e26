"""The broken tool quotes the exception, and with it the path; the fixed one logs it and says what to do."""

import logging
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

log = logging.getLogger(__name__)


class NoteArguments(BaseModel):
    """Which note to read."""

    title: str = Field(description="Title of the note, without an extension.", pattern=r"^[a-z-]{1,40}$")


@forge_tool(args_schema=NoteArguments, workspace_root_aware=True, tier="read", register=False)
def broken(arguments: NoteArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read a note."""
    try:
        return {"text": (workspace_root / f"{arguments.title}.md").read_text()}
    except OSError as error:
        return {"error": "note_not_readable", "message": f"Could not read the note: {error}"}


@forge_tool(args_schema=NoteArguments, workspace_root_aware=True, tier="read", register=False)
def fixed(arguments: NoteArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read a note."""
    try:
        return {"text": (workspace_root / f"{arguments.title}.md").read_text()}
    except OSError:
        log.warning("The note %r could not be read.", arguments.title, exc_info=True)
        return {
            "error": "note_not_readable",
            "message": f"There is no readable note {arguments.title!r}; list them first.",
        }
