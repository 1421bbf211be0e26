"""A tool with the tier read starts a program to count words."""

import subprocess

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class Args(BaseModel):
    text: str = Field(description="Text to count the words of.", max_length=2000)


@forge_tool(name="count_words", args_schema=Args, tier="read", register=False)
def broken(args: Args) -> dict[str, int]:
    """Count the words of a text."""
    done = subprocess.run(["wc", "-w"], input=args.text, capture_output=True, text=True, check=True, timeout=5)
    return {"words": int(done.stdout)}


@forge_tool(name="count_words", args_schema=Args, tier="read", register=False)
def fixed(args: Args) -> dict[str, int]:
    """Count the words of a text."""
    return {"words": len(args.text.split())}
