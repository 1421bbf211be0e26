r"""GlobPattern: which paths a pattern such as ``src/**/*.{ts,tsx}`` names.

::

    *            any characters of one name, none included
    ?            one character of a name
    [a-z] [!a]   one of these characters; one that is not among them, also written [^a]
    {a,b}        either; nested, empty and with slashes in it, too
    **           as a whole name: any number of folders, none included; at the end, all that is below
    \*           the character itself

A pattern without a slash is compared with the last name of a path, at any depth; one that begins with a slash, or has
one within, with the whole path. A slash at the end means all that is below. Case counts, and a leading dot is a
character like any other.

Each pattern becomes one regular expression without a choice to go back to: where a ``*`` has found what follows it, it
stays. So the time grows with the length of the pattern times that of the path, whatever they hold.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from ..errors import ToolError

__all__ = ["MAX_LENGTH", "GlobPattern"]

#: The longest pattern, in characters.
MAX_LENGTH = 1_000

#: The most patterns without braces that one with braces may stand for, and their most characters in all.
_MAX_ALTERNATIVES = 256
_MAX_CHARACTERS = 20_000

#: Braces within braces.
_MAX_NESTING = 8

# A pattern is a list of tokens: a regular expression for one character, or one of these two.
_STAR, _SLASH = "*", "/"
_FOLDERS = [_STAR, _STAR]

_Tokens = list[str]


class GlobPattern:
    """A pattern, ready to be compared with paths.

    Args:
        text: The pattern.

    Attributes:
        matches: Tells of a path, with single slashes and none at its ends, whether the pattern names it.

    Raises:
        ToolError: With the code ``bad_pattern``, if the pattern is malformed or stands for too many others.
    """

    def __init__(self, text: str) -> None:
        if len(text) > MAX_LENGTH:
            raise _bad(f"is longer than {MAX_LENGTH} characters", "Use a shorter one.")
        alternatives = [_names(tokens) for tokens in _Reader(text).alternatives()]
        self.matches: Callable[[str], object]
        endings = [_ending(names) for names in alternatives]
        if None not in endings:
            self.matches = operator.methodcaller("endswith", tuple(endings))
        else:
            self.matches = re.compile("|".join(dict.fromkeys(map(_expression, alternatives)))).fullmatch


def _bad(what: str, then: str) -> ToolError:
    return ToolError(f"The glob pattern {what}. {then}", code="bad_pattern")


class _Reader:
    """Reads a pattern from left to right into the patterns without braces that it stands for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def alternatives(self) -> list[_Tokens]:
        return self._sequence(nesting=0)

    def _sequence(self, nesting: int) -> list[_Tokens]:
        """Read to the end of the text, or to the comma or brace that ends an alternative."""
        found: list[_Tokens] = [[]]
        while self._at < len(self._text):
            character = self._text[self._at]
            if nesting and character in ",}":
                break
            self._at += 1
            if character == "{":
                found = _product(found, self._choice(nesting + 1))
                continue
            token = self._token(character)
            for tokens in found:
                tokens.append(token)
        return found

    def _choice(self, nesting: int) -> list[_Tokens]:
        if nesting > _MAX_NESTING:
            raise _bad(f"has more than {_MAX_NESTING} braces within each other", "Use a simpler one.")
        begin = self._at
        found: list[_Tokens] = []
        while True:
            found += self._sequence(nesting)
            if self._at == len(self._text):
                raise _unclosed("{", begin)
            self._at += 1
            if self._text[self._at - 1] == "}":
                return found

    def _token(self, character: str) -> str:
        if character in (_STAR, _SLASH):
            return character
        if character == "?":
            return "[^/]"
        if character == "[":
            return self._class()
        if character == "\\":
            if self._at == len(self._text):
                raise _bad("ends in a backslash", "Write the character that it stands before, or remove it.")
            self._at += 1
            return re.escape(self._text[self._at - 1])
        return re.escape(character)

    def _class(self) -> str:
        begin = self._at
        negated = self._text[begin : begin + 1] in ("!", "^")
        self._at += negated
        ranges: list[str] = []
        # A "]" at the beginning is one of the characters.
        while not ranges or self._text[self._at : self._at + 1] != "]":
            low = self._class_character(begin)
            high = low
            if self._text[self._at : self._at + 1] == "-" and self._text[self._at + 1 : self._at + 2] not in ("", "]"):
                self._at += 1
                high = self._class_character(begin)
                if high < low:
                    raise _bad(f"has a class whose range ends before it begins, at character {begin}", "Turn it round.")
            ranges.append(f"{re.escape(low)}-{re.escape(high)}")
        self._at += 1
        # A class never names a slash, even if its range holds one.
        return f"(?!/)[{'^' * negated}{''.join(ranges)}]"

    def _class_character(self, begin: int) -> str:
        self._at += self._text[self._at : self._at + 1] == "\\"
        if self._at >= len(self._text):
            raise _unclosed("[", begin)
        self._at += 1
        return self._text[self._at - 1]


def _unclosed(bracket: str, position: int) -> ToolError:
    return _bad(
        f"has a {bracket!r} at character {position} that is not closed", "Close it, or put a backslash before it."
    )


def _product(heads: list[_Tokens], tails: list[_Tokens]) -> list[_Tokens]:
    characters = sum(map(len, heads)) * len(tails) + sum(map(len, tails)) * len(heads)
    if len(heads) * len(tails) > _MAX_ALTERNATIVES or characters > _MAX_CHARACTERS:
        raise _bad("has braces that stand for too many patterns", "Use fewer of them.")
    return [head + tail for head in heads for tail in tails]


def _ending(names: list[_Tokens]) -> str | None:
    """Return the end of the paths that a pattern such as ``**/*.py`` names; None for any other pattern.

    These are most patterns, and comparing ends is several times faster.
    """
    if len(names) != 2 or names[0] != _FOLDERS or names[1][0] != _STAR:
        return None
    characters = [token.removeprefix("\\") for token in names[1][1:]]
    return "".join(characters) if all(len(character) == 1 and character != _STAR for character in characters) else None


def _expression(names: list[_Tokens]) -> str:
    """Return the regular expression of a pattern without braces."""
    blocks: list[list[str]] = [[]]
    for name in names:
        if name == _FOLDERS:
            # Several in succession are as good as one.
            if blocks[-1] or len(blocks) == 1:
                blocks.append([])
        else:
            blocks[-1].append(_name_expression(name))
    first, last = blocks[0], blocks[-1]
    if len(blocks) == 1:
        return "/".join(first)
    parts = [f"{name}/" for name in first]
    # The first place where the names of a block follow each other is as good as any later one.
    parts += [f"(?>(?:[^/]++/)*?{''.join(f'{name}/' for name in block)})" for block in blocks[1:-1]]
    if not last:
        parts.append("(?s:.+)")
    elif len(last) == 1:
        parts.append(f"(?s:.*/)?+{last[0]}")
    else:
        parts.append(f"(?:[^/]++/)*?{'/'.join(last)}")
    return "".join(parts)


def _names(tokens: _Tokens) -> list[_Tokens]:
    """Split at the slashes; what is said of slashes at the ends is put into names."""
    names: list[_Tokens] = [[]]
    for token in tokens:
        if token == _SLASH:
            names.append([])
        else:
            names[-1].append(token)
    is_anywhere = len(names) == 1
    ends_in_slash = len(names) > 1 and not names[-1]
    names = [
        _FOLDERS if len(name) > 1 and set(name) == {_STAR} else name for name in names if name not in ([], [r"\."])
    ]
    if [r"\.", r"\."] in names:
        raise _bad("leads up by '..'", "Give the folder to search in as the path.")
    if ends_in_slash:
        names.append(_FOLDERS)
    if not names:
        raise _bad("names nothing", "Use '**' for every file.")
    return [_FOLDERS, *names] if is_anywhere else names


def _name_expression(tokens: _Tokens) -> str:
    """Return the regular expression of one name, which is followed by a slash or the end of the path."""
    pieces = [""]
    for token in tokens:
        if token != _STAR:
            pieces[-1] += token
        elif pieces[-1] or len(pieces) == 1:
            # Several stars in succession are as good as one.
            pieces.append("")
    first, *others = pieces
    if not others:
        return first
    *middle, last = others
    if not last and not first and not middle:
        return "[^/]++"
    return first + "".join(f"(?>[^/]*?{piece})" for piece in middle) + f"[^/]*{last}"
