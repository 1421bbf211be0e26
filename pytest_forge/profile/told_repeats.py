"""Told repeats: a description that says that a call, made again with the same key, takes effect once."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..regex import regex
from ..targets.facts import ToolFacts

__all__ = ["forgets_at_restart", "told_repeats"]

_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n")
_AGAIN = regex(
    r"\b(?:repeat|repetition|retr(?:y|ies|ied)|again|twice|resen[dt]|duplicate|second (?:time|call)|replay"
    r"|(?:was|were|been) (?:\w+ ){1,3}before\b)",
    re.IGNORECASE,
)
_KEY = r"(?:[\w-]+[ _])?(?:request|key|id|ref|reference|token|nonce|call|arguments)"
_SAME = regex(
    rf"\b(?:the same|an equal|equal|its) {_KEY}|\b(?:an?|any|each|every|the) repeated {_KEY}\b"
    rf"|\b(?:this|that|its) {_KEY} (?:was|has been) (?:\w+ )?(?:before|already)\b",
    re.IGNORECASE,
)
#: A key of an earlier call, and what it does: "a request_id that was drawn before takes nothing more".
_KNOWN = regex(
    rf"\b(?:an?|any|each) {_KEY}\b[^,;:]{{0,20}}\b(?:was|were|is|has|have|been|already)\b[^,;:]{{0,30}}"
    r"\b(?:before|already|earlier|once|known|used|seen)\b[^;:]*"
    r"\b(?:nothing|no (?:further|additional|more|second) \w+"
    r"|(?:is|are|does) not (?:\w+ ){1,6}(?:again|twice|a second time))\b",
    re.IGNORECASE,
)
#: What one key does, however often it is sent: "one request_id is booked once only"; not "once it is paid".
_KEY_ONCE = regex(
    rf"\b(?:one|an?|any|each|every) {_KEY}\b[^,;:]{{0,20}}"
    r"\b(?:is|are|counts?|takes|acts|adds|moves|books|charges|applies)\b[^,;:]{0,30}"
    r"\b(?:(?:only|just|exactly|at most) once|once(?:\s+(?:only|at most|even|however|no matter)\b|\s*(?:[,;:()]|$)))",
    re.IGNORECASE,
)
#: How a key is said to be sent: "send the same id again when you retry".
_SENT_AGAIN = regex(
    rf"\b(?:send|use|pass|give|repeat|reuse) the same {_KEY}\b[^,;:]{{0,20}}"
    r"\b(?:when|if|to|for|on|in|with)\b[^,;:]{0,20}\b(?:retry|retries|repeat|repetition|second attempt)",
    re.IGNORECASE,
)
_ONCE = regex(
    r"\b(?:once|safe|safely|harmless|no (?:further|additional|more|second) \w+|(?:adds|changes|does) nothing"
    r"|(?:is|are) not|does not|unchanged"
    # What is answered is what was made at first, and no value that calls replace.
    r"|(?:return|giv|get|answer|repl)\w*\b[^.;]{0,25}\b(?:first|earlier|original|stored|existing)"
    r" (?!values?\b|counts?\b|numbers?\b|totals?\b|balances?\b|amounts?\b|states?\b|of\b)\w+"
    r"|instead of (?:\w+ing)\b[^.;]{0,30}\b(?:another|second|again|anew|new))\b",
    re.IGNORECASE,
)
#: What a repetition does, said of any call: "repeating it with the same amount changes nothing".
_REPEATING = regex(
    r"\b(?:repeating|re-?sending|replaying|retrying) (?:it|this|one|(?:an?|the|an? equal|the same) (?:call|request))\b"
    r"[^,;:]{0,60}\b(?:(?:changes|adds|does) nothing|(?:is|has) no (?:further|additional|more|second) \w+"
    r"|does not (?:\w+ ){1,6}(?:again|twice|a second time))\b"
    r"|\b(?:repeats|repetitions|retries|duplicates|(?:an? )?(?:repeated|duplicate|second) (?:calls?|requests?)"
    rf"|calls? with (?:an? )?(?:known|used) {_KEY})\b[^,;:]{{0,80}}\b(?:(?:changes?|adds?|do|does) nothing"
    r"|(?:is|are|has|have) no (?:further|additional|more|second) \w+)\b",
    re.IGNORECASE,
)
_IDEMPOTENT = regex(r"\bidempotent\b", re.IGNORECASE)
#: A call that failed is another matter, and so is one that is denied to be safe.
_HEDGE = regex(r"\b(?:fail|error|refus|unsafe|not safe|not? idempotent|non-idempotent|not repeat|never)", re.IGNORECASE)
#: How a tool says that it knows earlier calls after a restart as well.
_STILL_KNOWN = regex(
    r"\b(?:also|even|still|including) (?:after|across|over|through|when)\b[^.;,]{0,40}\brestart\w*"
    r"|\b(?:surviv|outliv|outlast)\w* [^.;,]{0,30}\brestart\w*",
    re.IGNORECASE,
)
#: How a tool says that it knows earlier calls for a while only.
_FOR_A_WHILE = regex(
    r"\b(?:restart\w*|in memory|(?:while|until|as long as) (?:it|the (?:server|process))|sessions?"
    r"|(?:for|within|after|last) (?:[\w-]+ )?(?:minutes?|hours?|days?))\b",
    re.IGNORECASE,
)


def forgets_at_restart(tool: ToolFacts) -> bool:
    """Return whether a tool says that it knows earlier calls only for a while, or as long as it runs."""
    return _FOR_A_WHILE.search(_STILL_KNOWN.sub("", tool.description or "")) is not None


def told_repeats(tool: ToolFacts) -> str:
    """Return the sentence in which a tool promises that an equal call takes effect once; empty without one."""
    properties = tool.input_schema.get("properties") if isinstance(tool.input_schema, Mapping) else None
    nodes = properties.values() if isinstance(properties, Mapping) else ()
    of_keys = [str(node.get("description", "")) for node in nodes if isinstance(node, Mapping)]
    for text in (tool.description or "", *of_keys):
        for sentence in _SENTENCE.split(text):
            repeating = _REPEATING.search(sentence)
            is_told = repeating is not None and not _HEDGE.search(repeating[0])
            if is_told or (_is_told(sentence) and not _HEDGE.search(sentence)):
                return " ".join(sentence.split())
    return ""


def _is_told(sentence: str) -> bool:
    if _IDEMPOTENT.search(sentence) or _SENT_AGAIN.search(sentence):
        return True
    parts = (_KNOWN, _KEY_ONCE)
    told = any(part.search(sentence) for part in parts) or all(part.search(sentence) for part in (_SAME, _ONCE))
    return told and _AGAIN.search(sentence) is not None
