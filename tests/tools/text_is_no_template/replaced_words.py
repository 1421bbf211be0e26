"""Functions that replace a word in a text, in which it must occur in a certain form."""

from __future__ import annotations

import re

from ..marks import breaks, keeps


def _marker(tag: str) -> re.Pattern[str]:
    if not tag.isidentifier():
        raise ValueError("The tag is no name.")
    return re.compile(rf"\[{re.escape(tag)}\]")


@breaks("text_is_no_template")
def fill_in_tag(letter: str, tag: str, words: str) -> dict:
    """Put words into a letter wherever a tag stands in square brackets.

    Args:
        letter: The letter.
        tag: Name of the tag.
        words: What is put in place of it, as it is.
    """
    filled, times = _marker(tag).subn(words, letter)
    if not times:
        raise ValueError("The tag does not stand in the letter.")
    return {"letter": filled, "times": times}


@breaks("text_is_no_template")
def fill_in_tag_or_refuse(letter: str, tag: str, words: str) -> dict:
    """Put words into a letter wherever a tag stands in square brackets.

    Args:
        letter: The letter.
        tag: Name of the tag.
        words: What is put in place of it, as it is.
    """
    try:
        filled, times = _marker(tag).subn(words, letter)
    except re.error:
        raise ValueError("The words cannot be put in.") from None
    if not times:
        raise ValueError("The tag does not stand in the letter.")
    return {"letter": filled, "times": times}


@keeps("text_is_no_template")
def fill_in_tag_as_it_is(letter: str, tag: str, words: str) -> dict:
    """Put words into a letter wherever a tag stands in square brackets.

    Args:
        letter: The letter.
        tag: Name of the tag.
        words: What is put in place of it, as it is.
    """
    filled, times = _marker(tag).subn(lambda _: words, letter)
    if not times:
        raise ValueError("The tag does not stand in the letter.")
    return {"letter": filled, "times": times}


@keeps("text_is_no_template")
def replace_pattern(letter: str, pattern: str, words: str) -> dict:
    r"""Replace what a regular expression matches in a letter.

    Args:
        letter: The letter.
        pattern: The regular expression.
        words: What is put in place of it; \1 stands for the first group.
    """
    try:
        filled, times = re.subn(pattern, words, letter)
    except re.error:
        raise ValueError("The expression or what is put in has a mistake.") from None
    return {"letter": filled, "times": times}
