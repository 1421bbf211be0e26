"""Orders: whether a text of a definition gives the model orders that its user must not see."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["order_in"]

#: A text without any of these words is not searched.
_MARKS = (
    *("ignor", "disregard", "forget", "<|", "[inst]", "<<sys>>", "important", "system", "ssh", "/etc/", "id_rsa"),
    *(
        ".env",
        ".aws",
        "mention",
        "tell",
        "inform",
        "reveal",
        "disclos",
        "notif",
        "secret",
        ".netrc",
        "alert",
        "yourself",
    ),
)

_OVERRIDE = regex(
    # "Whether to ignore …" describes a field.
    r"(?<!\bto )(?<!\bwill )(?<!\bcan )\b(?:ignore|disregard|forget)\s+"
    r"(?:(?:all|any|every|the|your|of|these|those|other)\s+){0,4}"
    r"(?:(?:previous|prior|above|earlier|preceding|former)\s+(?:system\s+)?|your\s+|system\s+)"
    r"(?:instructions?|prompts?|rules|guidelines|directives)\b"
)
#: Quoted text is mentioned, not meant: a filter names the phrases it looks for.
_QUOTED = regex(r"\"[^\"\n]{1,120}\"|`[^`\n]{1,120}`|\u201c[^\u201d\n]{1,120}\u201d|(?<!\w)'[^'\n]{1,120}'(?!\w)")
#: Separators of speakers in chat templates.
_SPEAKER = regex(r"<\|(?:im_start|im_end|system|user|assistant|start_header_id|eot_id|endoftext)\|>|\[/?inst\]|<<sys>>")
_HIDDEN = regex(
    r"\b(?:do(?:es)?\s+not|don['\u2019]?t|never|must\s+not|without|avoid)\s+(?:\w+\s+){0,3}?"
    r"(?:mention|tell|inform|reveal|disclos|notify|notifying|alert|show|explain|let)\w*\b[^.!?\n]{0,60}\b(?:users?|human|person|anyone)\b"
)
#: Requests for private files or for the whole conversation.
_SENSITIVE = regex(
    r"\b(?:read|open|cat|load|fetch|get|access|include|pass|send|forward|copy|attach|append|upload|embed)\b[^!?\n]{0,80}?"
    r"(?:\bid_(?:rsa|ed25519|ecdsa)\b|~/\.(?:ssh|aws|gnupg|kube|netrc|config/gcloud)\b|/etc/(?:passwd|shadow)\b|"
    r"(?:^|[\s'\"`/])\.(?:env|netrc|npmrc|pgpass)\b|\b(?:claude_desktop_config|mcp)\.json\b)|"
    r"\b(?:include|pass|send|forward|attach|append|embed)\b[^.!?\n]{0,40}?\b(?:whole|entire|full|complete|previous|all|the)\s+"
    r"(?:of\s+the\s+)?(?:(?:conversation|chat)(?:\s+history)?|system\s+prompt)\b"
)
#: Requests for the whole conversation, in other words.
_TALK = regex(
    r"\b(?:with|as|user['\u2019]s)\s+(?:(?:the|your|a|user['\u2019]s)\s+){0,2}(?:whole|entire|full|complete)\s+"
    r"(?:conversation|chat|dialogue?|transcript)\b|\b(?:conversation|chat|dialogue?)(?:\s+history)?\s+so\s+far\b"
)
_FRAMED = regex(r"<(?:important|system|secret|instructions?|critical|admin|hidden)>|\[(?:system|admin)\]")
_PRECONDITION = regex(
    r"\b(?:before|prior\s+to)\s+(?:you\s+)?(?:(?:every|each|any)\s+)?(?:us|call|invok|run)(?:ing|e|ning)?\s+(?:of\s+)?(?:this|any|other|the|a)\b|"
    r"\b(?:this|the)\s+tool\s+(?:will|does|can)\s*(?:not|n['\u2019]t)\s+work\b|\botherwise\b[^.\n]{0,40}\bnot\s+work\b"
)
#: The call itself is to stay hidden, and not a detail of its result.
_UNTOLD = regex(
    r"\b(?:do(?:es)?\s+not|don['\u2019]?t|never|must\s+not|without)\s+(?:\w+\s+){0,2}?"
    r"(?:(?:tell|inform|notify|alert)(?:ing)?\s+(?:the\s+|your\s+)?(?:user|human|person)\b"
    r"(?=\s*(?:[.!;,)]|$|about\b|that\b|of\s+(?:this|it)\b))|"
    r"(?:mention|reveal|disclos)\w*\s+(?:this|it|that)\b(?:\s+(?:call|tool|step|instruction|note)s?\b)?"
    r"(?=\s*(?:[.!;,)]|$|to\b)))|\bkeep\s+(?:this|it)\s+(?:a\s+secret|secret|hidden|to\s+yourself)\b"
)
#: The tool is to come before others, whatever was asked.
_FIRST = regex(
    r"\b(?:always|must)\b[^.!?\n]{0,30}\b(?:call|use|run|invoke|prefer|choose|pick)\s+(?:this|it)\b[^.!?\n]{0,40}"
    r"\b(?:first|before|instead|over|rather)\b|"
    r"\b(?:before|instead\s+of|over|rather\s+than)\s+(?:\w+\s+){0,2}?(?:any|every|all|each)\s+(?:of\s+the\s+)?(?:other\s+)?"
    r"(?:tool|call|request|answer|reply|action)s?\b|"
    r"\b(?:do\s+not|don['\u2019]?t|never)\s+(?:use|call|run|invoke)\s+(?:any\s+|the\s+)?other\s+tools?\b"
)


def order_in(text: str) -> str:
    """Return the phrase of a text that gives the model orders, in lower case; empty without one."""
    lowered = text.lower()
    if not any(mark in lowered for mark in _MARKS):
        return ""
    plain = _QUOTED.sub("", lowered)
    found = _OVERRIDE.search(plain) or _SPEAKER.search(plain) or _conspiracy(lowered)
    return "" if found is None else found[0]


def _conspiracy(text: str) -> re.Match[str] | None:
    """Return a sign of orders hidden from users if a second sign confirms it; neither means much alone."""
    untold = _UNTOLD.search(text)
    if untold and (_FIRST.search(text) or _FRAMED.search(text) or _PRECONDITION.search(text)):
        return untold
    hidden, sensitive = _HIDDEN.search(text), _SENSITIVE.search(_HIDDEN.sub("", text))
    if hidden and (sensitive or _TALK.search(text) or _FRAMED.search(text)):
        return hidden
    if sensitive and (_FRAMED.search(text) or _PRECONDITION.search(text)):
        return sensitive
    return None
