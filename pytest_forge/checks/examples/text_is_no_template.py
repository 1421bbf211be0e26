"""The broken tool puts the text into its format before it is filled in; the mended one fills the text in."""

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
def mended(arguments: NoteArguments) -> dict[str, str]:
    """Lay out a note."""
    return {"page": "# {title}\n\n{text}".format(title=arguments.title, text=arguments.text)}  # noqa: UP032
