"""Told lines: a description that says that each entry of a file is a line, that people edit it, or what ends a line."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["is_edited_by_hand", "may_have_lines", "told_line", "told_line_ends"]

_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|;|:\s")
_WHOLE_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n|\n(?=\s*\w+\s*(?:\([^)]*\)\s*)?:\s)")
_KIND = r"(?:(?!blank|empty)[\w-]+ )?"
_LINE = rf"\b(?:one|a single|an own|its own|a separate|exactly one) (?:single )?{_KIND}line\b"
_SAID = regex(
    rf"\b(?:each|every)\b[^.;:]{{0,40}}\b(?:is|on|takes?|fills?|gets?|becomes?|as|adds?|appends?|writes?|makes?)\b"
    rf"[^.;:]{{0,15}}?{_LINE}"
    rf"|\b(?:adds?|appends?|writes?) (?:exactly |only |just )?(?:one|a single) {_KIND}line (?:in)?to\b"
    rf"|\b(?:one|a|single) line (?:per|for each|for every|each)\b"
    rf"|\b(?:with|has|have|holds?|of) (?:one|a single) line an? \w+(?=$|[,)])"
    rf"|\b(?:one|an?|single) (?:\w+ )?\w+ (?:per|on each) line\b"
    rf"|\bone (?:\w+ )?\w+ (?:to )?a line\b",
    re.IGNORECASE,
)
#: A text that is said to be one line; not "one line per wish".
_OF_ONE_LINE = regex(
    r"\b(?:one|a single)(?: short)?[ -]line\b(?! (?:an?|each|per|for)\b)|\bsingle[ -]line\b"
    r"|\b(?:no|without|not \w+)(?: an?| any)? (?:line[ -]?breaks?|new ?lines?)\b",
    re.IGNORECASE,
)
#: How a file is said to be changed by people, too.
_BY_HAND = regex(
    r"\b(?:by hand|hand-(?:edit|writ|made)\w*"
    r"|(?:people|users|editors?|colleagues|team) [^.;]{0,20}\bedit)\b",
    re.IGNORECASE,
)
#: A sign by its name; a blank or a quote may follow.
_FEED = r"(?:\b(?:CRLF|CR/LF|CR LF|LF|line ?feeds?|U\+000A)\b|\\r\\n|\\n)"
_ENDS = (
    r"\b(?:ends?|ended|ending|endings|terminat\w+|separat\w+|delimit\w+|divid\w+|split|splits|break|breaks|broken"
    r"|starts?|begins?|next)\b"
)
#: "from one to the next LF or CRLF", "a line ends with \\n alone", "only LF starts a new line"
_LINE_ENDS = regex(
    rf"\b(?:lines?|rows?|line numbers?)\b[^;]{{0,100}}?{_ENDS}[^;]{{0,40}}?{_FEED}"
    rf"|\blines?\b[^;]{{0,40}}?\bfrom (?:one|an?) {_FEED} to\b|{_FEED}[^;]{{0,40}}?{_ENDS}[^;]{{0,30}}?\blines?\b"
    # "numbered as in grep -n", "the line numbers of a compiler"
    r"|\b(?:line numbers?|lines (?:\w+ )?(?:counted|numbered)|(?:count|number)(?:s|ed|ing)? (?:of )?(?:\w+ )?lines)"
    r"\b[^;]{0,60}?\b(?:as|like|same|match(?:es|ing)?|agrees?|from|of)\b[^;]{0,40}?"
    r"\b(?:grep|git|sed|awk|ripgrep|wc|compilers?|linters?|diffs?|tracebacks?|(?:text |code |your )editors?)\b",
    re.IGNORECASE | re.DOTALL,
)
#: Other signs end a line as well, or lines are of what is written.
_OTHER_ENDS = regex(
    r"\b(?:any|all|every|other)(?: kinds? of| types? of)? (?:unicode )?(?:line|new)[ -]?(?:breaks?|ends?|endings?"
    r"|boundar\w+|separators?|terminators?|lines?)\b|\bsplitlines\b|\buniversal newlines?\b|\bform feeds?\b"
    r"|\bU\+20(?:28|29)\b|\bparagraph separators?\b|\b(?:converted|normali[sz]ed|changed|rewritten) (?:in)?to\b",
    re.IGNORECASE,
)


def told_line_ends(description: str) -> str:
    """Return the sentence by which a line ends at a line feed alone, as programs count lines; "" without one."""
    if _OTHER_ENDS.search(description):
        return ""
    sentences = (" ".join(one.split()) for one in _WHOLE_SENTENCE.split(description))
    return next((one for one in sentences if _LINE_ENDS.search(one)), "")


def is_edited_by_hand(description: str) -> bool:
    """Tell whether a description says that people edit the file as well."""
    return _BY_HAND.search(description) is not None


def may_have_lines(said: str) -> bool:
    """Tell whether what is said of a text speaks of lines, and not only to say that it is one line."""
    return "line" in _OF_ONE_LINE.sub("", said.lower())


def told_line(description: str) -> str:
    """Return the part of a description that says that each entry is one line; "" without one."""
    parts = (" ".join(part.split()) for part in _SENTENCE.split(description))
    return next((part for part in parts if _SAID.search(part)), "")
