"""Functions that find a word in a text, whatever its letter case, and tell where it is or mark it."""

from __future__ import annotations

import re
from typing import Any

from ..marks import breaks, keeps


@breaks("common_rules_hold")
def word_places(page: str, word: str) -> list[dict[str, int]]:
    """Find a word on a page in upper or lower case: letter case does not matter.

    Args:
        page: The page.
        word: The word. Each place has its first sign, counted from 1, and its last one.
    """
    small, wanted = page.casefold(), word.casefold()
    if not wanted:
        raise ValueError("The word is empty.")
    found = (small.find(wanted, at) for at in range(len(small)) if small.startswith(wanted, at))
    return [{"first": at + 1, "last": at + len(wanted)} for at in found]


@keeps("common_rules_hold", judged=True)
def word_places_as_written(page: str, word: str) -> list[dict[str, int]]:
    """Find a word on a page in upper or lower case: letter case does not matter.

    Args:
        page: The page.
        word: The word. Each place has its first sign, counted from 1, and its last one.
    """
    if not word:
        raise ValueError("The word is empty.")
    found = re.finditer(re.escape(word), page, re.IGNORECASE)
    return [{"first": one.start() + 1, "last": one.end()} for one in found]


@keeps("common_rules_hold")
def word_places_in_bytes(page: str, word: str) -> list[int]:
    """Find a word on a page, ignoring case, and tell at which byte of its UTF-8 each place begins."""
    if not word:
        raise ValueError("The word is empty.")
    found = re.finditer(re.escape(word), page, re.IGNORECASE)
    return [len(page[: one.start()].encode("utf-8", "surrogatepass")) for one in found]


@keeps("common_rules_hold")
def word_places_in_folded_text(page: str, word: str) -> list[int]:
    """Find a word on a page, ignoring case; positions are those in the case-folded page."""
    if not word:
        raise ValueError("The word is empty.")
    return [one.start() for one in re.finditer(re.escape(word.casefold()), page.casefold())]


@breaks("common_rules_hold")
def mark_word(sheet: dict[str, Any], word: str) -> str:
    """Put brackets around the first place of a word in the text of a sheet. The case of letters is ignored.

    Args:
        sheet: A sheet with its "text".
        word: The word to mark.
    """
    text = str(sheet.get("text", ""))
    at = text.lower().find(word.lower())
    return text if at < 0 or not word else f"{text[:at]}[{text[at : at + len(word)]}]{text[at + len(word) :]}"


@keeps("common_rules_hold")
def mark_word_as_written(sheet: dict[str, Any], word: str) -> str:
    """Put brackets around the first place of a word in the text of a sheet. The case of letters is ignored.

    Args:
        sheet: A sheet with its "text".
        word: The word to mark.
    """
    text = str(sheet.get("text", ""))
    return re.sub(re.escape(word), r"[\g<0>]", text, count=1, flags=re.IGNORECASE) if word else text


@keeps("common_rules_hold")
def swiss_spelling(text: str, keep: str) -> str:
    """Write "ss" for each sharp s of a text, but not in words to keep, whose letter case does not matter."""
    words = [word if word.casefold() == keep.casefold() else word.replace("\u00df", "ss") for word in text.split(" ")]
    return " ".join(words)
