"""How many tokens each model takes: exact name, then the longest known prefix, then a careful default.

A prefix ends where a version does: ``o1`` is not ``o100``, ``gpt-4`` is not ``gpt-4.5``, and ``claude-opus-4`` is not
``claude-opus-4-9``, though it is ``claude-opus-4-20250514``. Where the seeds give a number it is theirs.
Source: seed 001, "Token-budget pre-flight & compaction"; seed 003, "ContextOverflowError".
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["DEFAULT_CONTEXT_WINDOW", "get_context_window", "longest_prefix", "plain_model_name"]

#: Tokens assumed of a model that nobody knows. Source: seed 001.
DEFAULT_CONTEXT_WINDOW = 32_000

_WINDOWS: dict[str, int] = {
    name: window
    for window, names in {
        2_000_000: "gemini-1.5-pro gemini-2.5-pro",
        1_000_000: "claude-opus-4-7 gpt-4.1 gemini-1.5-flash gemini-2.0-flash gemini-2.5-flash",
        400_000: "gpt-5 gpt-5.1 gpt-5.2",
        256_000: "qwen3-coder",
        200_000: "claude-opus-4 claude-opus-4-1 claude-opus-4-5 claude-opus-4-6 claude-sonnet-4 claude-sonnet-4-5 "
        "claude-sonnet-4-6 claude-sonnet-4-7 claude-haiku-4-5 claude-3-7-sonnet claude-3-5-sonnet claude-3-5-haiku "
        "claude-3-opus claude-3-sonnet claude-3-haiku o1 o3 o4-mini",
        128_000: "gpt-4o gpt-4-turbo o1-mini o1-preview gpt-oss llama3.1 llama3.2 llama3.3 llama-3.1 llama-3.2 "
        "llama-3.3 qwen3 qwen2.5 gemma4 gemma3 gemma-3 deepseek-r1",
        32_768: "gpt-4-32k qwen mistral mixtral deepseek",
        16_385: "gpt-3.5-turbo",
        16_384: "phi-4 phi4",
        8_192: "gpt-4 llama3 llama-3 gemma2 gemma-2 gemma",
        4_096: "phi-3 phi3",
        2_048: "phi",
    }.items()
    for name in names.split()
}

#: What hosts put before a model's own name: "models/", "anthropic/", "us.anthropic.", "ft:".
_HOST = re.compile(r"^(?:ft:|(?:[a-z]{2,6}\.)?(?:anthropic|meta|mistral|amazon|cohere|deepseek|openai|qwen|google)\.)")


@lru_cache(maxsize=512)
def get_context_window(model: str) -> int:
    """Return the size of *model*'s context window in tokens."""
    name = longest_prefix(plain_model_name(model), tuple(_WINDOWS))
    return _WINDOWS[name] if name else DEFAULT_CONTEXT_WINDOW


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
