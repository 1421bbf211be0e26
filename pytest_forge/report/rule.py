"""Rule: what a report tells about a check besides its verdicts."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from ..regex import regex

__all__ = ["Rule"]

#: Where a docstring's line is wrapped, in a paragraph or an item of a list, and neither a list nor an example begins.
_WRAP = regex(r"(?<=\S)\n(?: {2})?(?=[^\s*-])")


class Rule(Struct, frozen=True):
    """What a report tells about a check besides its verdicts.

    Attributes:
        id: The check's id.
        family: Its subject.
        level: MUST or SHOULD.
        promise: The requirement in one sentence.
        reason: Why it matters and how it is judged; may be several paragraphs.
        source: The document and passage that the rule comes from.
        codes: The codes of its findings, each with its meaning.
    """

    id: str
    family: str
    level: str
    promise: str
    reason: str = ""
    source: str = ""
    codes: Mapping[str, str] = field(default_factory=dict)

    @property
    def unwrapped_reason(self) -> str:
        """The reason with each paragraph, and each item of a list, on one line."""
        return _WRAP.sub(" ", self.reason)
