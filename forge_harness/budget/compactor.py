"""Compactor: when a run's conversation is compacted, and how often a summary is paid for.

Compaction is due from a certain turn on (``FLUID_AGENT_COMPACT_AFTER``, 6), and whenever the prompt fills most of its
budget. The summarizer is asked the first time, and later only when the budget fills again.
Source: seed 001, "Token-budget pre-flight & compaction".
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from typing import Any

from ..messages import Message
from .compaction import (
    ARGUMENTS_LIMIT,
    TEXT_LIMIT,
    Summarizer,
    compact_messages,
    compaction_strategy,
    cut_message,
    middle_of,
)
from .tokens import count_message_tokens, most_message_tokens

__all__ = ["DEFAULT_COMPACT_AFTER", "Compactor", "compact_after"]

log = logging.getLogger(__name__)

#: Turns before the first compaction. Source: seed 001.
DEFAULT_COMPACT_AFTER = 6

_FULL = 0.8
_ALWAYS_SHORT = min(ARGUMENTS_LIMIT, TEXT_LIMIT)


def compact_after() -> int:
    """Return the turn from which on a conversation is compacted; read from the environment each time."""
    text = os.environ.get("FLUID_AGENT_COMPACT_AFTER")
    if text is None:
        return DEFAULT_COMPACT_AFTER
    if text.strip().isdecimal():
        return int(text)
    log.warning("FLUID_AGENT_COMPACT_AFTER=%r is not a whole number. %d is used instead.", text, DEFAULT_COMPACT_AFTER)
    return DEFAULT_COMPACT_AFTER


class Compactor:
    """Compacts the conversation of one run; not shared between runs.

    A turn processes only the messages added since the last one, as long as the conversation begins with the list
    returned then. It counts them exactly only if an upper bound does not decide.

    Attributes:
        summaries: The number of summaries requested so far.
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
        self._seen: list[Message] = []
        self._most: list[int] = []
        self._counted = 0
        self._uncounted: list[Message] = []
        self._most_uncounted = 0
        self._cut_to = 0

    @property
    def tokens(self) -> int:
        """Tokens of the conversation returned last."""
        self._counted += count_message_tokens(self._uncounted)
        self._uncounted, self._most_uncounted = [], 0
        return self._counted

    def exceeds(self, limit: float) -> bool:
        """Tell whether the conversation returned last has more than *limit* tokens."""
        return self._counted + self._most_uncounted > limit and self.tokens > limit

    def compact(self, messages: Sequence[Message], *, iteration: int) -> list[Message]:
        """Return *messages*, compacted if that is due before turn number *iteration*, counted from 0.

        If there is nothing to shorten, the given list itself is returned; it is never changed.
        """
        self._look_at(messages)
        is_full = self.exceeds(_FULL * self._budget_tokens)
        is_shorter = False
        if is_full or iteration >= compact_after():
            strategy = self._strategy or compaction_strategy(self._capability_matrix)
            if self._summarizer is None or strategy == "truncate":
                is_shorter = self._cut()
            elif is_full or not self.summaries:
                is_shorter = self.summaries >= self._max_summaries and self._cut()
                if self.summaries < self._max_summaries:
                    self._begin(compact_messages(self._seen, strategy=strategy, summarizer=self._ask))
                    is_shorter = True
        return messages if isinstance(messages, list) and not is_shorter else list(self._seen)

    def _look_at(self, messages: Sequence[Message]) -> None:
        known = len(self._seen)
        if known and len(messages) >= known and messages[known - 1] is self._seen[-1] and messages[0] is self._seen[0]:
            self._add(messages[known:])
        else:
            self._begin(messages)

    def _begin(self, messages: Sequence[Message]) -> None:
        self._seen, self._most, self._uncounted = [], [], []
        self._counted = self._most_uncounted = self._cut_to = 0
        self._add(messages)

    def _add(self, messages: Sequence[Message]) -> None:
        most = [most_message_tokens(message) for message in messages]
        self._seen += messages
        self._most += most
        self._uncounted += messages
        self._most_uncounted += sum(most)

    def _cut(self) -> bool:
        """Cut the messages that entered the middle since the last time; tell whether one became shorter."""
        start, end = middle_of(self._seen)
        is_shorter = False
        for index in range(max(start, self._cut_to), end):
            # Its texts and calls cannot have more characters than its upper bound of tokens.
            if self._most[index] <= _ALWAYS_SHORT:
                continue
            message = self._seen[index]
            shorter = cut_message(message)
            if shorter is not message:
                is_shorter = True
                self._seen[index] = shorter
                self._most[index] = most_message_tokens(shorter)
                # Count it in its new form only.
                self._counted = self.tokens + count_message_tokens([shorter]) - count_message_tokens([message])
        self._cut_to = max(start, end)
        return is_shorter

    def _ask(self, text: str) -> str:
        assert self._summarizer is not None  # noqa: S101  # `compact` looked
        self.summaries += 1
        return self._summarizer(text)
