"""Functions that count the lines of a text: some take a form feed for the end of one, as str.splitlines does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Script = Annotated[str, Field(description='Script of a play, e.g. "scene.txt".')]
_Letter = Annotated[str, Field(description="The letter.")]


@breaks("common_rules_hold")
def cue(script: _Script, word: str = "hello") -> str:
    """Show the lines of a script in which a word occurs. Line numbers are those of grep -n."""
    lines = Path(script).read_text(encoding="utf-8").splitlines()
    return "\n".join(f"{number}: {line}" for number, line in enumerate(lines, 1) if word in line)


@keeps("common_rules_hold", judged=True)
def own_cue(script: _Script, word: str = "hello") -> str:
    """Show the lines of a script in which a word occurs. Line numbers are those of grep -n."""
    with Path(script).open(encoding="utf-8") as file:
        return "".join(f"{number}: {line}" for number, line in enumerate(file, 1) if word in line)


@keeps("common_rules_hold")
def any_cue(script: _Script, word: str = "hello") -> str:
    """Show the lines of a script in which a word occurs, with their numbers."""
    lines = Path(script).read_text(encoding="utf-8").splitlines()
    return "\n".join(f"{number}: {line}" for number, line in enumerate(lines, 1) if word in line)


@breaks("common_rules_hold")
def letter_length(letter: _Letter) -> dict[str, int]:
    """Tell how many signs and lines a letter has. Lines are separated by LF or CRLF."""
    return {"signs": len(letter), "lines": len(letter.splitlines())}


@keeps("common_rules_hold", judged=True)
def plain_letter_length(letter: _Letter) -> dict[str, Any]:
    """Tell how many signs and lines a letter has, and its words. Lines are separated by LF or CRLF."""
    return {"signs": len(letter), "lines": letter.count("\n") + 1, "words": letter.split()}


@keeps("common_rules_hold")
def letter_words(letter: _Letter) -> int:
    """Tell how many words a letter has. Lines are separated by LF or CRLF."""
    return len(letter.split())


@keeps("common_rules_hold")
def letter_without_controls(letter: _Letter) -> dict[str, int]:
    """Tell how many lines a letter has. Lines are separated by LF or CRLF."""
    if not letter.replace("\n", "").isprintable():
        raise ValueError("a letter has letters and line feeds alone")
    return {"lines": len(letter.splitlines())}
