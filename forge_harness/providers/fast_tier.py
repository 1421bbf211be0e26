"""The fast tier: a provider's small models, for work beside the run, such as summaries.

Only the provider's own host is known to have them, and others often do; so the run's own model comes last, for hosts
that have not. Source: seed 001, "Token-budget pre-flight & compaction".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .openai_strict import OpenAIProvider
from .transport import HttpProvider

__all__ = ["FAST_MODELS", "ListedOpenAIProvider", "ListedProvider", "quick_body"]

#: By the name of a provider; those that are missing have no tiers.
FAST_MODELS: Mapping[str, str] = {
    "openai": "gpt-4.1-nano",
    "openai_responses": "gpt-4.1-nano",
    "anthropic": "claude-haiku-4-5",
    "gemini": "gemini-2.5-flash",
}


def quick_body(name: str, *, max_tokens: int) -> dict[str, Any]:
    """Return what the body of a request to a fast model holds besides, for an answer without long thoughts."""
    if name != "gemini":
        return {}
    # It would think first, and count the thoughts among the tokens of the answer.
    return {"generationConfig": {"maxOutputTokens": max_tokens, "thinkingConfig": {"thinkingBudget": 0}}}


class _FastTier:
    #: Makes the models for answers of at most so many tokens.
    made_for: Callable[[int], Sequence[HttpProvider]] = staticmethod(lambda _: ())

    def fast_tier(self, *, max_tokens: int) -> Sequence[HttpProvider]:
        """Return who may be asked for small work, the best first, the run's own model last; the caller closes them.

        Args:
            max_tokens: The longest answer.
        """
        return self.made_for(max_tokens)


class ListedProvider(_FastTier, HttpProvider):
    """A provider of the catalogue."""


class ListedOpenAIProvider(_FastTier, OpenAIProvider):
    """A provider of the catalogue that speaks one of OpenAI's forms."""
