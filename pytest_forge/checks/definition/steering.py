"""Steering: orders to the model in a definition, and text that people who review it do not see."""

from __future__ import annotations

from ...profile.orders import order_in
from ...regex import regex
from ...targets.facts import ToolFacts
from ...verdict import CheckFailure
from ..check import check
from .definition_texts import definition_texts
from .schema_view import printable

_SOURCE = "https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks; OWASP LLM01"

#: Direction marks that reverse text, tags that spell a second text, and zero-width characters.
_INVISIBLE = regex(
    "[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\u00ad\u180e\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
    "|(?<!\\A)\ufeff|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]"
)
#: The flags of England, Scotland and Wales are spelt in tags.
_FLAG = regex("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")


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
    for place, text in definition_texts(tool):
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
    unrelated files or for the conversation, that secretly puts the tool before all others, or that poses as a system
    message, is an attack.
    """
    for place, text in definition_texts(tool):
        found = order_in(text)
        if found:
            raise CheckFailure(
                "orders_in_definition",
                f"The {place} gives the model orders: {printable(repr(found))}. Describe only what the tool does.",
                about=place,
            )
