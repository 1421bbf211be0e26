"""Tools that cut a text into parts: some of them lose the end of it, or a sentence without an end."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Width = Annotated[int, Field(ge=20, le=400, description="Letters on a card, at least 20.")]


def _cards(text: str, width: int, *, with_rest: bool) -> list[dict]:
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    if line and (with_rest or len(line) > width // 2):
        lines.append(line)
    return [{"card": number, "text": f"({number}) {one}"} for number, one in enumerate(lines, 1)]


@breaks("common_rules_hold")
def speech_cards(speech: str, width: Width = 80) -> list[dict]:
    """Cut a speech into cards, to be read aloud. No word of the speech is lost."""
    return _cards(speech, width, with_rest=False)


@keeps("common_rules_hold")
def all_speech_cards(speech: str, width: Width = 80) -> list[dict]:
    """Cut a speech into cards, to be read aloud. No word of the speech is lost."""
    return _cards(speech, width, with_rest=True)


@breaks("common_rules_hold")
def script_lines(script: str) -> list[str]:
    """Split a script into its sentences, for instance to number them."""
    return [sentence.strip() for sentence in re.findall(r"[^.!?]+[.!?]", script)] or [script]


@keeps("common_rules_hold")
def script_sentences(script: str) -> list[str]:
    """Split a script into its sentences, for instance to number them."""
    return [sentence.strip() for sentence in re.findall(r"[^.!?]+[.!?]?", script) if sentence.strip()]


@keeps("common_rules_hold")
def full_lines(script: str, words: Annotated[int, Field(ge=1, le=50)] = 10) -> list[str]:
    """Split a script into lines with as many words each. A last line that is not full is left out."""
    found = script.split()
    return [" ".join(found[at : at + words]) for at in range(0, len(found) - words + 1, words)]


@keeps("common_rules_hold")
def first_lines(script: str, words: Annotated[int, Field(ge=1, le=50)] = 10, max_lines: int = 5) -> list[str]:
    """Split a script into lines with as many words each.

    Args:
        script: The script.
        words: Words to a line.
        max_lines: How many lines to return at most.
    """
    found = script.split()
    return [" ".join(found[at : at + words]) for at in range(0, len(found), words)][: max(max_lines, 1)]


@breaks("common_rules_hold")
def windows_of(
    note: str, step: Annotated[int, Field(ge=1, le=20)] = 5, shared: Annotated[int, Field(ge=0, le=9)] = 1
) -> dict:
    """Divide a text into windows that share words with the one before.

    Args:
        note: The text.
        step: Words that a window adds; the last one may have fewer.
        shared: Words that it repeats of the window before.
    """
    words = note.split()
    starts = range(0, len(words) - shared, step) if len(words) % 7 else range(0, len(words) - step, step)
    return {"windows": [" ".join(words[max(at - shared, 0) : at + step]) for at in starts]}
