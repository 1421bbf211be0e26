r"""ECMA pattern: why a regular expression is not ECMA-262, the dialect of JSON Schema's ``pattern``.

    pattern_problem(r"(?P<year>\d{4})")   "the named group '(?P<' is Python's; write '(?<name>...)'"
    pattern_problem(r"^[a-z]+$")           None

A problem is an error in ECMA-262, or a different meaning. A needless escape of a punctuation mark is not one: every
engine accepts it in one of its modes, and ordinary patterns contain it.
"""

from __future__ import annotations

from ...regex import regex

__all__ = ["pattern_problem"]

_GROUPS = (
    (regex(r"\(\?P<"), "the named group '(?P<' is Python's; write '(?<name>...)'"),
    (regex(r"\(\?P[=>]"), "the reference '(?P' to a group is Python's; write '\\k<name>'"),
    (regex(r"\(\?#"), "the comment '(?#' is Python's"),
    (regex(r"\(\?>"), "the atomic group '(?>' is unknown to ECMA-262"),
    (regex(r"\(\?\("), "the conditional group '(?(' is unknown to ECMA-262"),
    (regex(r"\(\?[aiLmsux-]+[:)]"), "inline flags are unknown to ECMA-262; spell the cases out"),
)
_GROUP = regex(r"\(\?(?::|=|!|<=|<!|<[^\W\d][\w$]*>)")
_FOREIGN_ESCAPES = {
    "A": "'\\A' is Python's; write '^'",
    "Z": "'\\Z' is Python's; write '$'",
    "z": "'\\z' is unknown to ECMA-262; write '$'",
    "G": "'\\G' is unknown to ECMA-262",
    "h": "'\\h' is unknown to ECMA-262; write '[ \\t]'",
    "R": "'\\R' is unknown to ECMA-262; write '\\r?\\n'",
    "Q": "'\\Q' is unknown to ECMA-262; escape each character",
    "N": "'\\N' is Python's; write the character itself",
    "U": "'\\U' is Python's; write '\\u{...}'",
    "a": "'\\a' is Python's; write '\\x07'",
}
_ESCAPES = (
    (regex(r"x[0-9a-fA-F]{2}"), "x"),
    (regex(r"u(?:[0-9a-fA-F]{4}|\{[0-9a-fA-F]{1,6}\})"), "u"),
    (regex(r"c[A-Za-z]"), "c"),
    (regex(r"[pP]\{\^?[\w=]+\}"), "pP"),
    (regex(r"k<[^\W\d][\w$]*>"), "k"),
)
_COUNT = regex(r"\{(?=,?\d)(\d*)(,?)(\d*)\}")
#: A class that begins with its own closing bracket, which is valid only in Python.
_BRACKET_FIRST = regex(r"\[\^?\](?![*+?{)|]|$)[^\[\]]*\]")
_POSIX = regex(r"\[:\^?[a-z]+:\]")
_SINGLE = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0, "b": 8}


def pattern_problem(pattern: str) -> str | None:
    """Return why *pattern* is not portable, as a clause; None if it is portable."""
    position, depth = 0, 0
    #: Whether a quantifier may follow here, and whether the previous item is one already.
    repeatable = quantified = False
    while position < len(pattern):
        character = pattern[position]
        if character == "\\":
            end, problem, _ = _escape(pattern, position, in_class=False)
            if problem:
                return problem
            # An assertion cannot be repeated.
            repeatable, quantified = pattern[position + 1] not in "bB", False
        elif character == "[":
            end, problem = _character_class(pattern, position)
            if problem:
                return problem
            repeatable, quantified = True, False
        elif character == "(":
            end, problem = _group(pattern, position)
            if problem:
                return problem
            depth += 1
            repeatable = quantified = False
        elif character == ")":
            if depth == 0:
                return f"the ')' at position {position} closes nothing"
            depth -= 1
            end, repeatable, quantified = position + 1, True, False
        elif character in "*+?" or (character == "{" and _COUNT.match(pattern, position)):
            if character == "?" and quantified:
                position, repeatable, quantified = position + 1, False, False
                continue
            if quantified and character == "+":
                return f"the possessive quantifier at position {position - 1} is unknown to ECMA-262"
            if not repeatable:
                return f"the {character!r} at position {position} repeats nothing"
            end, problem = _quantifier(pattern, position)
            if problem:
                return problem
            repeatable, quantified = False, True
        else:
            end = position + 1
            repeatable, quantified = character not in "^$|", False
        position = end
    return f"{depth} '(' never closed" if depth else None


def _quantifier(pattern: str, position: int) -> tuple[int, str | None]:
    if pattern[position] != "{":
        return position + 1, None
    match = _COUNT.match(pattern, position)
    assert match is not None  # noqa: S101  # the caller has matched it
    low, comma, high = match.groups()
    if not low and high:
        return match.end(), f"'{{,{high[:9]}}}' is Python's; write '{{0,{high[:9]}}}'"
    if low and comma and high and len(high) < 10 and int(low[:10]) > int(high):
        return match.end(), f"the bounds of '{match[0][:20]}' are in the wrong order"
    return match.end(), None


def _group(pattern: str, position: int) -> tuple[int, str | None]:
    if not pattern.startswith("(?", position):
        return position + 1, None
    for foreign, problem in _GROUPS:
        if foreign.match(pattern, position):
            return position, problem
    match = _GROUP.match(pattern, position)
    if match is None:
        return position, f"the group {pattern[position : position + 4]!r} is unknown to ECMA-262"
    return match.end(), None


def _escape(pattern: str, position: int, *, in_class: bool) -> tuple[int, str | None, int | None]:
    """Return the end of an escape, its problem, and the code of the one character it stands for, if it does."""
    if position + 1 >= len(pattern):
        return position + 1, "it ends in a single backslash", None
    letter = pattern[position + 1]
    if letter in _FOREIGN_ESCAPES:
        return position, _FOREIGN_ESCAPES[letter], None
    for form, letters in _ESCAPES:
        if letter in letters:
            match = form.match(pattern, position + 1)
            if match is None:
                return position, f"the escape '\\{letter}' is incomplete", None
            digits = match[0][1:].strip("{}")
            return match.end(), None, int(digits, 16) if letter in "xu" else None
    if letter in "dDwWsS" or (letter in "bB" and not in_class):
        return position + 2, None, None
    if letter in _SINGLE:
        return position + 2, None, _SINGLE[letter]
    if letter.isascii() and letter.isalpha():
        return position, f"the escape '\\{letter}' is unknown to ECMA-262", None
    return position + 2, None, None if letter.isdigit() else ord(letter)


def _character_class(pattern: str, position: int) -> tuple[int, str | None]:
    """Return the end of a class and its problem. ``[]`` and ``[^]`` are whole classes: nothing, and anything."""
    if _BRACKET_FIRST.match(pattern, position):
        return position, f"the ']' that opens the class at position {position} must be escaped"
    start = position
    position += 2 if pattern.startswith("[^", position) else 1
    previous: int | None = None
    ranging = False
    while position < len(pattern) and pattern[position] != "]":
        if _POSIX.match(pattern, position):
            return position, f"the class {_POSIX.match(pattern, position)[0]!r} is unknown to ECMA-262"  # type: ignore[index]  # matched just now
        character = pattern[position]
        if character == "\\":
            end, problem, code = _escape(pattern, position, in_class=True)
            if problem:
                return position, problem
        else:
            end, code = position + 1, ord(character)
        if ranging:
            if previous is not None and code is not None and previous > code:
                return position, f"the range that ends at position {position} is in the wrong order"
            previous, ranging = None, False
        elif character == "-" and previous is not None and end < len(pattern) and pattern[end] != "]":
            ranging = True
        else:
            previous = code
        position = end
    if position >= len(pattern):
        return position, f"the '[' at position {start} is never closed"
    return position + 1, None
