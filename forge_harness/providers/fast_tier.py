"""The fast tier: a provider's small models, for side tasks of a run, such as summaries.

Other hosts than the provider's own may not have them, so the run's own model comes last. Source: seed 001,
"Token-budget pre-flight & compaction".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .openai_strict import OpenAIProvider
from .transport import HttpProvider

__all__ = ["FAST_MODELS", "ListedOpenAIProvider", "ListedProvider", "quick_body"]

#: The small model of each provider, as seed 001 names them (2026-05-17); a provider that is missing has none. A model
#: that has been retired since is answered with 404, and the run's own model is asked.
FAST_MODELS: Mapping[str, str] = {
    "openai": "gpt-4.1-nano",
    "openai_responses": "gpt-4.1-nano",
    "anthropic": "claude-haiku-4-5",
    "gemini": "gemini-2.5-flash",
}


def quick_body(name: str, *, max_tokens: int) -> dict[str, Any]:
    """Return extra fields of the body of a request to a fast model, which limit its reasoning."""
    if name != "gemini":
        return {}
    # It would reason first, and count that as tokens of the answer.
    return {"generationConfig": {"maxOutputTokens": max_tokens, "thinkingConfig": {"thinkingBudget": 0}}}


class _FastTier:
    #: Returns the models for answers of at most the given tokens.
    made_for: Callable[[int], Sequence[HttpProvider]] = staticmethod(lambda _: ())

    def fast_tier(self, *, max_tokens: int) -> Sequence[HttpProvider]:
        """Return the models for small tasks, the best first, the run's own last; the caller closes them.

        Args:
            max_tokens: The longest answer.
        """
        return self.made_for(max_tokens)


class ListedProvider(_FastTier, HttpProvider):
    """A provider of the catalogue."""


class ListedOpenAIProvider(_FastTier, OpenAIProvider):
    """A provider of the catalogue with one of OpenAI's formats."""
