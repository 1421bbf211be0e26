"""Told marks: a description that says that a text in UTF-8 may begin with a byte order mark, as Excel writes it."""

from __future__ import annotations

from ..regex import regex

__all__ = ["may_begin_with_mark"]

_SENTENCE = regex(r"(?<!e\.g)(?<!i\.e)[.;](?:\s|$)|\n\s*\n|\n\s*[-*] ")
_MARK = regex(r"(?i)\bbyte[- ]order[- ]marks?\b|\bBOMs?\b|\butf-?8-sig\b")
_TAKEN = regex(
    r"(?i)\bwith(?: or without)?\b|\boptional|\b(?:skip|ignor|strip|remov|dropp?|allow|accept|tolerat|handl|underst|"
    r"tak|consum|discard|support|recogni|cope)\w*|\b(?:can|may|might|even if)\b|\bif (?:present|any|there)\b"
    r"|\butf-?8-sig\b"
    r"|\b(?:does not|doesn't|no) (?:matter|harm|hurt|part|count|belong)|\bnot part\b|\bwhether\b"
    r"|\bbegins?\b|\bstarts?\b"
)
_NOT = regex(
    r"(?i)(?<!or )\bwithout\b(?![^.;]*\bif (?:there|present|any|it))"
    r"|\b(?:must|may|should|can|shall) ?not\b(?! (?:be )?part)|\bno (?:BOM|byte)"
    r"|\b(?:refus\w*|reject\w*|fail\w*|errors?|invalid|keeps?|kept|writ(?:e|es|ing)|adds?|added|outputs?|emits?|prepend\w*)\b"
)
#: Excel writes one with "CSV UTF-8", and so did Notepad.
_FORMAT = regex(r"(?i)\bCSV UTF-?8\b")
_PROGRAM = r"(?:Excel|Notepad)"
_WRITES = (
    r"(?:sav(?:e|es|ed)|export(?:s|ed)?|writ(?:es|ten)|wrote|produc(?:es|ed)|mak(?:es)|made|comes?|creat(?:es|ed)|from)"
)
_WRITTEN = regex(rf"(?i)\b{_WRITES}\b[^.;]{{0,40}}?\b{_PROGRAM}\b|\b{_PROGRAM}\b[^.;]{{0,30}}?\b{_WRITES}\b")
_OF_OUTPUT = regex(
    rf"(?i)\bfor {_PROGRAM}\b|\b(?:open|read|load|import)\w*\b[^.;]{{0,20}}\b(?:in|by|with|into) {_PROGRAM}\b"
    r"|^(?:writes?|saves?|exports?|creates?|produces?|makes?)\b|\b(?:refus|reject)\w*|\bnot\b"
)
_UTF_8 = regex(r"(?i)\bUTF-?8\b")


def may_begin_with_mark(told: str) -> bool:
    """Tell whether words say that a file that is read may begin with a byte order mark.

    Args:
        told: All that is said of a tool.
    """
    sentences = [" ".join(sentence.split()) for sentence in _SENTENCE.split(told)]
    of_mark = [one for one in sentences if _MARK.search(one)]
    if of_mark:
        return any(_TAKEN.search(one) for one in of_mark) and not any(map(_NOT.search, of_mark))
    by_program = [one for one in sentences if _FORMAT.search(one) or (_WRITTEN.search(one) and _UTF_8.search(told))]
    return any(not _OF_OUTPUT.search(one) for one in by_program)
