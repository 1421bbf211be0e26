"""Functions that cut a text into parts of a length: some leave a long word or line as it is, or forget a prefix."""

from __future__ import annotations

import textwrap
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Speech = Annotated[str, Field(description="What the speaker says.")]
_Width = Annotated[int, Field(ge=10, description="Longest line of a subtitle, in characters.")]
_Sms = Annotated[int, Field(ge=20, description="Maximum length of a text message, in characters.")]


def _wrapped(speech: str, width: int, *, breaks_words: bool) -> list[str]:
    return textwrap.wrap(speech, width, break_long_words=breaks_words, break_on_hyphens=False)


@breaks("common_rules_hold")
def subtitles_with_long_words(speech: _Speech, width: _Width) -> dict[str, list[str]]:
    """Split a speech into the lines of its subtitles."""
    return {"lines": _wrapped(speech, width, breaks_words=False)}


@keeps("common_rules_hold", judged=True)
def subtitles(speech: _Speech, width: _Width) -> dict[str, list[str]]:
    """Split a speech into the lines of its subtitles."""
    return {"lines": _wrapped(speech, width, breaks_words=True)}


@keeps("common_rules_hold")
def subtitles_of_whole_words(speech: _Speech, width: _Width) -> dict[str, list[str]]:
    """Split a speech into the lines of its subtitles. A longer word has a line of its own."""
    return {"lines": _wrapped(speech, width, breaks_words=False)}


@breaks("common_rules_hold")
def text_of_subtitles(speech: _Speech) -> str:
    """Return the subtitles of a speech, in lines of at most 38 characters."""
    return "\n".join(_wrapped(speech, 38, breaks_words=False))


@breaks("common_rules_hold")
def numbered_texts(speech: _Speech, length: _Sms) -> list[str]:
    """Send a speech as text messages with their numbers, as in "3/4: ", and return them."""
    parts = _wrapped(speech, length - len("3/4: "), breaks_words=True)
    return [f"{number}/{len(parts)}: {part}" for number, part in enumerate(parts, 1)]


@keeps("common_rules_hold", judged=True)
def texts_with_numbers(speech: _Speech, length: _Sms) -> list[str]:
    """Send a speech as text messages with their numbers, as in "3/4: ", and return them."""
    parts = _wrapped(speech, length - len("333/444: "), breaks_words=True)
    return [f"{number}/{len(parts)}: {part}" for number, part in enumerate(parts, 1)]


@keeps("common_rules_hold")
def cards(speech: _Speech, size: Annotated[int, Field(ge=10, description="About how long a card is.")]) -> list[str]:
    """Split a speech into cards."""
    return _wrapped(speech, size, breaks_words=False)


@keeps("common_rules_hold")
def stage_directions(speech: _Speech, width: int = 60, margin: int = 0) -> str:
    """Set a speech in lines behind a margin.

    Args:
        width: Longest line, including the margin, 20 to 120.
        margin: Blanks in front of each line, at least 0; must leave 10 for the text.
    """
    if not 20 <= width <= 120 or not 0 <= margin <= width - 10:
        raise ValueError("The width is 20 to 120, and the margin leaves 10 of it.")
    return "\n".join(" " * margin + line for line in _wrapped(speech, width - margin, breaks_words=True))
