"""Told rest: a description that promises that a change leaves the rest of a file as it is."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_rest"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_PART = r"(?:bytes?|characters?|lines?|signs?|text|content|whitespace)"
_FILE = r"(?:the|this|that|its|a) (?:\w+ )?(?:file|document|text|source|script|content)"
_REST = r"(?:the (?:rest|remainder|other parts?)|everything else|all else|anything else|whatever else)"
_TOUCHED = r"(?:changed|touched|altered|modified|rewritten|reformatted|affected|normali[sz]ed|converted)"
_AS_IT_IS = (
    rf"(?:(?:exactly |just )?as (?:it is|it was|they are|they were|is|before)|alone|intact|un{_TOUCHED}"
    r"|byte for byte|verbatim)"
)
_STAYS = (
    r"(?:stays?|remains?|(?:is|are) (?:always )?(?:left|kept|preserved|copied|written back)|(?:is|are) (?:not|never) "
    rf"(?:\w+ )?{_TOUCHED}|(?:is|are) un{_TOUCHED}|keeps?|survives?|does not change|do not change|never changes?)"
)
_SAID = regex(
    rf"\b(?:every|all|any|each|no|the) (?:of the )?other {_PART}\b[^.;]{{0,40}}"
    rf"\b(?:{_STAYS}|changes?|changed|touched)\b"
    rf"|\b{_REST} (?:of|in) {_FILE}\b[^.;]{{0,20}}\b{_STAYS}"
    rf"|\b{_REST}(?: (?:in it|of it|around it|before and after it))?,? {_STAYS}\b(?! (?:for|until|to the))"
    rf"|\bnothing else (?:of|in) {_FILE}\b|\bnothing else (?:is|gets) (?:ever )?{_TOUCHED}\b"
    rf"|\b(?:nothing|no {_PART}) (?:outside|around|before or after|other than) [^.;]{{0,40}}\b{_TOUCHED}\b"
    rf"|\b(?:does not|never|without) (?:chang|touch|alter|modif|rewrit|reformat|affect)\w* (?:anything else|the rest"
    rf"|the remainder|(?:any|the) other {_PART})\b"
    r"|\bonly (?:the|that|this|one|its) (?:\w+ )?line\b[^.;]{0,40}"
    r"\b(?:changes|is (?:changed|replaced|touched|rewritten))"
    rf"|\bline[ -]?(?:end(?:ing)?s?|breaks?|terminators?)\b[^.;]{{0,40}}\b{_STAYS}"
    r"|\b(?:keep|preserve|retain|leave|respect)(?:s|ing)? (?:\w+ )?(?:the )?(?:(?:file's|existing|original) )?"
    r"(?:line[ -]?(?:end(?:ing)?s?|breaks?|terminators?)|all other lines|every other line|the other lines)\b"
    rf"|\b(?:keep|preserve|retain|leave)(?:s|ing)? (?:{_REST} (?:of|in) {_FILE}\b|{_REST} {_AS_IT_IS})",
    re.IGNORECASE,
)


def told_rest(description: str) -> str:
    """Return the sentence that promises that other lines of a file stay as they are; "" without one."""
    told = (" ".join(sentence.split()) for sentence in _SENTENCE.split(description))
    return next((sentence for sentence in told if _SAID.search(sentence)), "")
