"""The broken tool adds the text to its format before filling it in; the fixed one fills in the text."""

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class NoteArguments(BaseModel):
    """A note to lay out."""

    title: str = Field(default="Note", description="Title of the note.")
    text: str = Field(description="What the note says.")


@forge_tool(args_schema=NoteArguments, tier="read", register=False)
def broken(arguments: NoteArguments) -> dict[str, str]:
    """Lay out a note."""
    page = "# {title}\n\n" + arguments.text
    return {"page": page.format(title=arguments.title)}


@forge_tool(args_schema=NoteArguments, tier="read", register=False)
def fixed(arguments: NoteArguments) -> dict[str, str]:
    """Lay out a note."""
    return {"page": "# {title}\n\n{text}".format(title=arguments.title, text=arguments.text)}  # noqa: UP032
