"""The broken tool passes the text where the program expects options; the fixed one ends the options first."""

import subprocess

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class TextArguments(BaseModel):
    """What to look for."""

    word: str = Field(description="The word to look for.")


@forge_tool(args_schema=TextArguments, tier="execute", register=False)
def broken(arguments: TextArguments) -> dict[str, int]:
    """Count the lines of the dictionary that hold a word."""
    done = subprocess.run(["grep", "-c", arguments.word, "/etc/hostname"], capture_output=True, text=True, check=False)
    return {"lines": int(done.stdout or 0)}


@forge_tool(args_schema=TextArguments, tier="execute", register=False)
def fixed(arguments: TextArguments) -> dict[str, int]:
    """Count the lines of the dictionary that hold a word."""
    done = subprocess.run(
        ["grep", "-c", "--", arguments.word, "/etc/hostname"], capture_output=True, text=True, check=False
    )
    return {"lines": int(done.stdout or 0)}
