"""Functions that put text into the replacement of a regular expression."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("text_is_no_template")
def invite_guest(guest: Annotated[str, Field(max_length=200, description="Name of the guest.")]) -> dict[str, str]:
    """Write an invitation."""
    return {"letter": re.sub(r"\bNAME\b", guest, "Dear NAME, come at eight.")}


@keeps("text_is_no_template")
def welcome_guest(guest: Annotated[str, Field(max_length=200, description="Name of the guest.")]) -> dict[str, str]:
    """Write an invitation."""
    return {"letter": re.sub(r"\bNAME\b", lambda _: guest, "Dear NAME, come at eight.")}


@breaks("text_is_no_template")
def rename_word(
    letter: Annotated[str, Field(max_length=2000, description="Text to change.")],
    word: Annotated[str, Field(min_length=1, max_length=80, description="Word to look for, taken literally.")],
    other: Annotated[str, Field(max_length=80, description="Word to put in its place.")],
) -> dict[str, str]:
    """Replace a word of a letter, in capitals or not."""
    return {"letter": re.sub(re.escape(word), other, letter, flags=re.IGNORECASE)}


@keeps("text_is_no_template")
def rename_word_literally(
    letter: Annotated[str, Field(max_length=2000, description="Text to change.")],
    word: Annotated[str, Field(min_length=1, max_length=80, description="Word to look for, taken literally.")],
    other: Annotated[str, Field(max_length=80, description="Word to put in its place.")],
) -> dict[str, str]:
    """Replace a word of a letter, in capitals or not."""
    return {"letter": re.sub(re.escape(word), lambda _: other, letter, flags=re.IGNORECASE)}
