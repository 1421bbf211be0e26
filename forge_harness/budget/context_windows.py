"""How many tokens each model takes: the seed's figure, then that of `genai-prices`, then a careful default.

A name matches a prefix that ends where a version does: ``o1`` is not ``o100``, ``gpt-4`` is not ``gpt-4.5``, and
``claude-opus-4`` is not ``claude-opus-4-9``, though it is ``claude-opus-4-20250514``.
Source: seed 001, "Token-budget pre-flight & compaction"; seed 003, "ContextOverflowError".
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from .model_list import listed_model

__all__ = ["DEFAULT_CONTEXT_WINDOW", "PINNED_ON", "get_context_window", "longest_prefix", "plain_model_name"]

#: Tokens assumed of an unknown model; small, so that a prompt is refused rather than cut.
DEFAULT_CONTEXT_WINDOW = 32_000

#: The day of the seed document that names the windows below.
PINNED_ON = date(2026, 5, 17)
#: The windows that seed 003 names, "ContextOverflowError"; all others come from `genai-prices`.
_PINNED = {
    "claude-opus-4-7": 1_000_000,
    "gemini-2.5-pro": 2_000_000,
    "gpt-4.1": 1_000_000,
    "gemma2": 8_192,
    "phi-3": 4_096,
}

#: Prefixes that hosts put before a model's own name: "models/", "anthropic/", "us.anthropic.", "ft:".
_HOST = re.compile(r"^(?:ft:|(?:[a-z]{2,6}\.)?(?:anthropic|meta|mistral|amazon|cohere|deepseek|openai|qwen|google)\.)")
_RELEASE = re.compile(r"[-@]\d{3,8}$")


@lru_cache(maxsize=512)
def get_context_window(model: str) -> int:
    """Return the size of *model*'s context window in tokens; 32,000 for an unknown model.

    The five windows that the seeds name hold as of 2026-05-17; the others are those of `genai-prices`, offline. Where
    that package is missing, its models are unknown as well. ``capability_matrix={"context_window": ...}`` of
    `check_budget` and `run_agent_loop` overrides the figure.

    Args:
        model: The model's name, with or without a host's prefix.
    """
    name = plain_model_name(model)
    pinned = longest_prefix(name, tuple(_PINNED))
    if pinned:
        return _PINNED[pinned]
    # A release that is not listed has the window of its model.
    for candidate in dict.fromkeys((name, _RELEASE.sub("", name))):
        found = listed_model(candidate) if candidate else None
        # The list matches by prefix, and takes "claude-opus-4-75" for "claude-opus-4-7".
        if found is not None and (not candidate.startswith(found.id) or _is_variant(candidate, found.id)):
            return int(found.context_window or DEFAULT_CONTEXT_WINDOW)
    return DEFAULT_CONTEXT_WINDOW


def plain_model_name(model: str) -> str:
    """Return *model* in lower case, without the host's or the vendor's prefix."""
    return _HOST.sub("", model.strip().lower().rpartition("/")[2])


def longest_prefix(name: str, prefixes: tuple[str, ...]) -> str:
    """Return the longest of *prefixes* that *name* is a variant of, or an empty string."""
    return max((prefix for prefix in prefixes if _is_variant(name, prefix)), key=len, default="")


def _is_variant(name: str, prefix: str) -> bool:
    if not name.startswith(prefix):
        return False
    rest = name[len(prefix) :]
    # A further word or number would be another model, as would one more place of the version.
    return not (rest[:1].isalnum() or (re.match(r"\.\d|[-.]\d{1,2}(?:$|[-@:])", rest) and prefix[-1].isdigit()))
