"""When a run's conversation is compacted, and how often a summary may be paid for.

Due from a certain turn on (``FLUID_AGENT_COMPACT_AFTER``, 6), and whenever the prompt fills most of its budget. The
first time, and then only where the budget is at stake again, the summarizer may be asked.
Source: seed 001, "Token-budget pre-flight & compaction".
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from typing import Any

from .compaction import Summarizer, compact_messages, compaction_strategy, cut_message, middle_of
from .messages import Message
from .tokens import count_message_tokens

__all__ = ["DEFAULT_COMPACT_AFTER", "Compactor", "compact_after"]

log = logging.getLogger(__name__)

#: Turns before the first compaction. Source: seed 001.
DEFAULT_COMPACT_AFTER = 6

_FULL = 0.8


def compact_after() -> int:
    """Return the turn from which on a conversation is compacted, as the environment says at this moment."""
    text = os.environ.get("FLUID_AGENT_COMPACT_AFTER")
    if text is None:
        return DEFAULT_COMPACT_AFTER
    if text.strip().isdecimal():
        return int(text)
    log.warning("FLUID_AGENT_COMPACT_AFTER=%r is no whole number. %d is used.", text, DEFAULT_COMPACT_AFTER)
    return DEFAULT_COMPACT_AFTER


class Compactor:
    """Compacts the conversation of one run; not shared between runs.

    A turn only looks at what was added since the last one, as long as the conversation begins with what was returned
    then.

    Attributes:
        summaries: How many times the summarizer was asked so far.
        tokens: Tokens of the conversation that was returned last.
    """

    def __init__(
        self,
        *,
        budget_tokens: int,
        summarizer: Summarizer | None = None,
        strategy: str | None = None,
        capability_matrix: Mapping[str, Any] | None = None,
        max_summaries: int = 3,
    ) -> None:
        self._budget_tokens = budget_tokens
        self._summarizer = summarizer
        self._strategy = strategy
        self._capability_matrix = capability_matrix
        self._max_summaries = max_summaries
        self.summaries = 0
        self.tokens = 0
        self._seen: list[Message] = []
        self._cut_to = 0

    def compact(self, messages: Sequence[Message], *, iteration: int) -> list[Message]:
        """Return *messages*, compacted if that is due before turn number *iteration*, counted from 0."""
        self._look_at(messages)
        is_full = self.tokens > _FULL * self._budget_tokens
        if not is_full and iteration < compact_after():
            return list(self._seen)
        strategy = self._strategy or compaction_strategy(self._capability_matrix)
        if self._summarizer is None or strategy == "truncate":
            self._cut()
        elif is_full or not self.summaries:
            if self.summaries < self._max_summaries:
                self._seen = compact_messages(self._seen, strategy=strategy, summarizer=self._ask)
                self.tokens = count_message_tokens(self._seen)
                self._cut_to = 0
            else:
                self._cut()
        return list(self._seen)

    def _look_at(self, messages: Sequence[Message]) -> None:
        known = len(self._seen)
        if known and len(messages) >= known and messages[known - 1] is self._seen[-1] and messages[0] is self._seen[0]:
            added = list(messages[known:])
            self._seen += added
            self.tokens += count_message_tokens(added)
        else:
            self._seen = list(messages)
            self.tokens = count_message_tokens(messages)
            self._cut_to = 0

    def _cut(self) -> None:
        start, end = middle_of(self._seen)
        for index in range(max(start, self._cut_to), end):
            message = self._seen[index]
            shorter = cut_message(message)
            if shorter is not message:
                self._seen[index] = shorter
                self.tokens += count_message_tokens([shorter]) - count_message_tokens([message])
        self._cut_to = max(start, end)

    def _ask(self, text: str) -> str:
        assert self._summarizer is not None  # noqa: S101  # `compact` looked
        self.summaries += 1
        return self._summarizer(text)
