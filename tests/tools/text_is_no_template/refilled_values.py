"""Letters of a module, whose names one tool fills in one after another."""

from __future__ import annotations

import re

from ..marks import breaks, keeps

_LETTERS = {
    "invitation": "Dear <guest>, we expect you at <place>.",
    "thanks": "Dear <guest>, thank you for coming to <place>.",
}


def _letter(name: str, words: dict[str, str]) -> str:
    text = _LETTERS.get(name)
    if text is None:
        raise ValueError("The letters are invitation and thanks.")
    if set(words) != {"guest", "place"}:
        raise ValueError("A letter needs these words: guest, place.")
    return text


@breaks("text_is_no_template")
def write_letter(letter: str, words: dict[str, str]) -> dict[str, str]:
    """Write a letter.

    Args:
        letter: The letter: invitation or thanks.
        words: The word for each name in the letter.
    """
    text = _letter(letter, words)
    for name, word in words.items():
        text = text.replace(f"<{name}>", word)
    return {"text": text}


@keeps("text_is_no_template")
def write_letter_in_one_pass(letter: str, words: dict[str, str]) -> dict[str, str]:
    """Write a letter.

    Args:
        letter: The letter: invitation or thanks.
        words: The word for each name in the letter.
    """
    return {"text": re.sub(r"<(\w+)>", lambda found: words[found[1]], _letter(letter, words))}


@keeps("text_is_no_template")
def write_letter_of_words(letter: str, words: dict[str, str]) -> dict[str, str]:
    """Write a letter, whose words may name one another in angle brackets.

    Args:
        letter: The letter: invitation or thanks.
        words: The word for each name in the letter.
    """
    return write_letter(letter, words)
