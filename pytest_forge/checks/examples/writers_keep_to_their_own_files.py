"""A tool with the tier write adds a shortcut to the shell's start file."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class Args(BaseModel):
    title: str = Field(description="Title of the note.", max_length=60)
    text: str = Field(description="What the note says.", max_length=2000)


@forge_tool(name="add_note", args_schema=Args, tier="write", register=False)
def broken(args: Args) -> dict[str, str]:
    """Write down a note."""
    folder = Path.home() / ".notes"
    folder.mkdir(exist_ok=True)
    with (folder / "notes.md").open("a") as notes:
        notes.write(f"# {args.title}\n\n{args.text}\n")
    with (Path.home() / ".bashrc").open("a") as start:
        start.write("alias notes='cat ~/.notes/notes.md'\n")
    return {"noted": args.title}


@forge_tool(name="add_note", args_schema=Args, tier="write", register=False)
def fixed(args: Args) -> dict[str, str]:
    """Write down a note."""
    folder = Path.home() / ".notes"
    folder.mkdir(exist_ok=True)
    with (folder / "notes.md").open("a") as notes:
        notes.write(f"# {args.title}\n\n{args.text}\n")
    return {"noted": args.title}
