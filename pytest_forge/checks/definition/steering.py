"""Steering: orders to the model in a definition, and text that people who review it do not see."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .schema_view import SchemaView, pointer, printable
from .tool_schema import view_of

_SOURCE = "https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks; OWASP LLM01"

_TEXTS = ("title", "description", "$comment", "default", "const")
_LISTS = ("enum", "examples")

#: Direction marks that reverse text, tags that spell a second text, and zero-width characters.
_INVISIBLE = re.compile(
    "[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\u00ad\u180e\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
    "|(?<!\\A)\ufeff|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]"
)
#: The flags of England, Scotland and Wales are spelt in tags.
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")

#: A text without any of these words is not searched.
_MARKS = (
    *("ignor", "disregard", "forget", "<|", "[inst]", "<<sys>>", "important", "system", "ssh", "/etc/", "id_rsa"),
    *(".env", ".aws", "mention", "tell", "inform", "reveal", "disclos", "notif", "secret", ".netrc"),
)

_OVERRIDE = re.compile(
    # "Whether to ignore …" describes a field.
    r"(?<!\bto )(?<!\bwill )(?<!\bcan )\b(?:ignore|disregard|forget)\s+"
    r"(?:(?:all|any|every|the|your|of|these|those|other)\s+){0,4}"
    r"(?:(?:previous|prior|above|earlier|preceding|former)\s+(?:system\s+)?|your\s+|system\s+)"
    r"(?:instructions?|prompts?|rules|guidelines|directives)\b"
)
#: Quoted text is mentioned, not meant: a filter names the phrases it looks for.
_QUOTED = re.compile(r"\"[^\"\n]{1,120}\"|`[^`\n]{1,120}`|\u201c[^\u201d\n]{1,120}\u201d|(?<!\w)'[^'\n]{1,120}'(?!\w)")
#: Separators of speakers in chat templates.
_SPEAKER = re.compile(
    r"<\|(?:im_start|im_end|system|user|assistant|start_header_id|eot_id|endoftext)\|>|\[/?inst\]|<<sys>>"
)
_HIDDEN = re.compile(
    r"\b(?:do(?:es)?\s+not|don['\u2019]?t|never|must\s+not|without|avoid)\s+(?:\w+\s+){0,3}?"
    r"(?:mention|tell|inform|reveal|disclos|notify|notifying|alert|show|explain|let)\w*\b[^.!?\n]{0,60}\b(?:users?|human|person|anyone)\b"
)
#: Requests for private files or for the whole conversation.
_SENSITIVE = re.compile(
    r"\b(?:read|open|cat|load|fetch|get|access|include|pass|send|forward|copy|attach|append|upload|embed)\b[^!?\n]{0,80}?"
    r"(?:\bid_(?:rsa|ed25519|ecdsa)\b|~/\.(?:ssh|aws|gnupg|kube|netrc|config/gcloud)\b|/etc/(?:passwd|shadow)\b|"
    r"(?:^|[\s'\"`/])\.(?:env|netrc|npmrc|pgpass)\b|\b(?:claude_desktop_config|mcp)\.json\b)|"
    r"\b(?:include|pass|send|forward|attach|append|embed)\b[^.!?\n]{0,40}?\b(?:whole|entire|full|complete|previous|all|the)\s+"
    r"(?:of\s+the\s+)?(?:(?:conversation|chat)(?:\s+history)?|system\s+prompt)\b"
)
#: Requests for the whole conversation, in other words.
_TALK = re.compile(
    r"\b(?:with|as|user['\u2019]s)\s+(?:(?:the|your|a|user['\u2019]s)\s+){0,2}(?:whole|entire|full|complete)\s+"
    r"(?:conversation|chat|dialogue?|transcript)\b|\b(?:conversation|chat|dialogue?)(?:\s+history)?\s+so\s+far\b"
)
_FRAMED = re.compile(r"<(?:important|system|secret|instructions?|critical|admin|hidden)>|\[(?:system|admin)\]")
_PRECONDITION = re.compile(
    r"\b(?:before|prior\s+to)\s+(?:you\s+)?(?:us|call|invok|run)(?:ing|e|ning)?\s+(?:this|any|other|the|a)\b|"
    r"\b(?:this|the)\s+tool\s+(?:will|does|can)\s*(?:not|n['\u2019]t)\s+work\b|\botherwise\b[^.\n]{0,40}\bnot\s+work\b"
)


@check(
    family="definition",
    level="MUST",
    source=_SOURCE,
    codes={
        "invisible_text": "The definition contains invisible characters.",
    },
)
def text_is_visible(tool: ToolFacts) -> None:
    """Name, descriptions and values contain no invisible characters.

    Reviewers must see the text that the model reads. Tag characters, direction marks, zero-width and control characters
    can spell orders that a review does not show, or display text in another order than the model reads it. Joiners and
    emoji selectors are allowed, since many languages need them.
    """
    for place, text in _texts(tool):
        if text.isprintable() and text.isascii():
            continue
        found = _INVISIBLE.search(_FLAG.sub("", text))
        if found is not None:
            raise CheckFailure(
                "invisible_text",
                f"The {place} contains the invisible character U+{ord(found.group()):04X}. "
                "Remove it, and check the text that it hid.",
                about=place,
            )


@check(
    family="definition",
    level="MUST",
    source=_SOURCE,
    codes={
        "orders_in_definition": "The definition gives the model orders.",
    },
)
def description_gives_no_orders(tool: ToolFacts) -> None:
    """No text of the definition tells the model to drop its instructions or to act behind the user's back.

    A model obeys the list of tools as it obeys its own instructions, even in calls of other tools. A description may
    say when to call the tool, which tool to call first, or which details users need not see. One that also asks for
    unrelated files or for the conversation, or that poses as a system message, is an attack.
    """
    for place, text in _texts(tool):
        lowered = text.lower()
        if not any(mark in lowered for mark in _MARKS):
            continue
        plain = _QUOTED.sub("", lowered)
        found = _OVERRIDE.search(plain) or _SPEAKER.search(plain) or _conspiracy(lowered)
        if found is not None:
            raise CheckFailure(
                "orders_in_definition",
                f"The {place} gives the model orders: {printable(repr(found.group()))}. "
                "Describe only what the tool does.",
                about=place,
            )


def _conspiracy(text: str) -> re.Match[str] | None:
    """Return a sign of orders hidden from users if a second sign confirms it; neither means much alone."""
    hidden, sensitive = _HIDDEN.search(text), _SENSITIVE.search(_HIDDEN.sub("", text))
    if hidden and (sensitive or _TALK.search(text) or _FRAMED.search(text)):
        return hidden
    if sensitive and (_FRAMED.search(text) or _PRECONDITION.search(text)):
        return sensitive
    return None


def _texts(tool: ToolFacts) -> Iterator[tuple[str, str]]:
    """Yield each text that a model may read, with its place as a finding names it."""
    view: SchemaView = view_of(tool)
    yield "name", tool.name
    if tool.description:
        yield "description", tool.description
    for path, node in view.nodes:
        for key in _TEXTS:
            value = node.get(key)
            if isinstance(value, str):
                yield f"text at {printable(pointer((path, key)))}", value
        for key in _LISTS:
            values = node.get(key)
            if isinstance(values, list):
                for value in values:
                    if isinstance(value, str):
                        yield f"text at {printable(pointer((path, key)))}", value
        properties = node.get("properties")
        if isinstance(properties, dict):
            for name in properties:
                yield f"name of a field at {printable(pointer((path, 'properties')))}", str(name)
    if view.too_deep:
        raise NotApplicable("The schema is nested too deeply, as schema_is_valid reports.")
