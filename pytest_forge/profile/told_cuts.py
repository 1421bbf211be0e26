"""Told cuts: a description of a tool that cuts a text into parts, which together hold all of it.

"Cut a text into chunks of words. All of the text is covered."
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["cuts_text", "holds_whole_text"]

_SENTENCE = regex(r"(?<!e\.g)(?<!i\.e)[.;!](?:\s|$)|\n\s*\n")
_TEXT = (
    r"(?:texts?|documents?|messages?|transcripts?|articles?|posts?|scripts?|stor(?:y|ies)|input|contents?|speech"
    r"|letters?)"
)
_PIECE = r"(?:words?|sentences?|lines?|letters?|characters?|paragraphs?)"
_PART = r"(?:one|chunks?|parts?|pieces?|segments?|blocks?|messages?|windows?|sections?|slices?|pages?|cards?)"
_LOST = r"(?:lost|dropped|left out|missing|missed|skipped|omitted|cut off|thrown away|discarded|ignored|swallowed)"
_WHOLE = regex(
    rf"\b(?:all|whole|entire|full|complete|everything)\b[^,]{{0,15}}\b(?:{_TEXT}|{_PIECE})\b.{{0,30}}"
    rf"\b(?:covered|included|kept|contained|preserved|returned|sent|in (?:the|one of the|some|an?|any) {_PART})\b"
    rf"|\bcovers?\b.{{0,15}}\b(?:all|whole|entire|everything|full)\b"
    rf"|\b(?:no|not an?|not one|not a single|none of the) (?:\w+ )?(?:{_PIECE}|{_TEXT}|part of (?:the|it))\b"
    rf".{{0,30}}\b{_LOST}\b"
    rf"|\bnothing (?:\w+ ){{0,4}}{_LOST}\b|\bwithout (?:losing|dropping|leaving out|skipping|omitting)\b"
    rf"|\b(?:every|each) {_PIECE}\b.{{0,30}}"
    r"\b(?:in (?:at least |exactly )?(?:one|an?|some|the)\b|kept|covered|preserved)"
    rf"|\b(?:together|joined|concatenat\w+|end to end|strung|in a row)\b.{{0,40}}"
    rf"\b(?:whole|original|same|complete|entire|full) {_TEXT}\b"
    rf"|\b(?:last|final) (?:{_PART} )?.{{0,40}}?"
    r"\b(?:shorter|smaller|fewer|less|the rest|the remainder|what is left|remains)\b",
    re.IGNORECASE,
)
_CUTS = regex(
    rf"^\W*(?:cut|split|divide|chunk|break|slice|segment|wrap|partition)(?:s)?\b.{{0,30}}\b{_TEXT}\b.{{0,30}}"
    r"\b(?:into|in|up|at|by|for)\b",
    re.IGNORECASE,
)
#: What is left out, or a sign that it may be; empty lines are no words.
_LEFT_OUT = regex(
    r"\b(?:drop|discard|ignor|skip|omit|trunc|exclud|remov|strip|sampl|summar|select|filter|extract)\w*|\bleft out\b"
    r"|\bleav\w* out\b|\bcut off\b|\btoo short\b|\bincomplete\b|\bonly\b"
    rf"|\b(?:first|limit|maximum number|no more than \d+) (?:of )?(?:the )?{_PART}\b",
    re.IGNORECASE,
)
_BLANK = regex(r"\b(?:blank|empty|trailing white ?space|leading white ?space|white ?space)\b", re.IGNORECASE)


def holds_whole_text(told: str) -> bool:
    """Tell whether the parts of a text are said to hold all of it, or the last one what the others leave."""
    return not _leaves_out(told) and any(map(_WHOLE.search, _sentences(told)))


def cuts_text(told: str) -> bool:
    """Tell whether a tool is said to cut a text into parts, and not that some of it is left out."""
    return not _leaves_out(told) and any(map(_CUTS.search, _sentences(told)))


def _leaves_out(told: str) -> bool:
    others = [one for one in _sentences(told) if not _WHOLE.search(one) and not _BLANK.search(one)]
    return any(map(_LEFT_OUT.search, others))


def _sentences(told: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in _SENTENCE.split(told)]
