# ruff: noqa: RUF001  # letters that look alike are what this file is about
r"""Latin letters: a text as it looks to its reader, whatever the characters are that it is written with.

Compatible forms (full width, mathematical, in circles), letters with marks, and letters of other alphabets that look
like Latin ones become these, and what cannot be seen is left out. So two texts that look the same are compared as such.
A text in another alphabet becomes something that is not meant to be read.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["escaped_unseen", "latin_letters"]

#: Letters that are no compatible form of the Latin one they look like, from Unicode's table of confusables. A capital
#: that is not listed looks like the capital of its small letter.
_LOOK_ALIKES = {
    "a": "аαɑᴀᎪΑ",
    "b": "вьƅβΒᏴ",
    "c": "сϲᴄᏟ",
    "d": "ԁժᴅᎠ",
    "e": "еєҽᴇΕᎬ",
    "f": "ƒ",
    "g": "ɡցԍɢᏀ",
    "h": "һнհΗᎻ",
    "i": "іıɩɪιӏΙᎥ",
    "j": "јϳᴊᎫ",
    "k": "кκᴋΚᏦ",
    "l": "ʟᏞ",
    "m": "мᴍΜᎷ",
    "n": "пηոɴΝ",
    "o": "оοσօᴏΟᎾ",
    "p": "рρᴘΡᏢ",
    "q": "ԛզ",
    "r": "гɾʀᎡ",
    "s": "ѕꜱᏚ",
    "t": "тτᴛΤᎢ",
    "u": "υսʋᴜ",
    "v": "ѵνᴠᏙ",
    "w": "ԝաᴡᎳ",
    "x": "хχΧ",
    "y": "уγʏΥᎩ",
    "z": "ᴢΖᏃ",
}
_LATIN = {alike: letter for letter, alikes in _LOOK_ALIKES.items() for alike in alikes}

#: Letters and marks that show nothing, beside those that Unicode calls formats.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"

# Also what ends a line or moves the cursor, and halves of characters, which UTF-8 cannot hold; not the joiners U+200C
# and U+200D, which some scripts and emoji are written with.
_UNSEEN = re.compile(
    f"[{_BLANK}\x00-\x1f\x7f-\x9f\u00ad\u061c\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def latin_letters(text: str) -> str:
    """Return *text* in plain Latin letters, as far as it looks like that; its line ends and tabs are kept."""
    if text.isascii():
        return _without_controls(text)
    plain = unicodedata.normalize("NFKD", text)
    return "".join(_latin(character) for character in _without_controls(plain))


def escaped_unseen(text: str) -> str:
    r"""Return *text* with escapes such as ``\u200b`` and ``\n`` for what cannot be seen or ends a line."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def _without_controls(text: str) -> str:
    return text if text.isprintable() and text.isascii() else "".join(filter(_is_seen, text))


def _is_seen(character: str) -> bool:
    if character in "\t\n\r":
        return True
    return character not in _BLANK and unicodedata.category(character) not in ("Cc", "Cf", "Mn")


def _latin(character: str) -> str:
    if character in _LATIN:
        letter = _LATIN[character]
        return letter.upper() if character.isupper() else letter
    return _LATIN.get(character.lower(), character).upper() if character.isupper() else character
