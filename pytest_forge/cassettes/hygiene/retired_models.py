"""Models that their providers no longer serve, as data from the providers' own pages.

The table covers the providers' own platforms; Bedrock, Vertex AI, Azure and enterprise contracts have other dates.
Models that are only deprecated, and dates that a page calls the earliest, are not listed.
"""

from __future__ import annotations

from datetime import date

from msgspec import Struct

__all__ = ["READ_ON", "RetiredModel", "retired_model"]

READ_ON = date(2026, 11, 1)
"""The month in which the pages below were read; a model that was retired later is not in the table."""

#: The pages with the dates of each provider.
_REFERENCES = {
    "anthropic": "https://platform.claude.com/docs/en/about-claude/model-deprecations",
    "cerebras": "https://inference-docs.cerebras.ai/support/deprecation",
    "cohere": "https://docs.cohere.com/docs/deprecations",
    "deepseek": "https://api-docs.deepseek.com",
    "gemini": "https://ai.google.dev/gemini-api/docs/deprecations",
    "groq": "https://console.groq.com/docs/deprecations",
    "mistral": "https://docs.mistral.ai/models/overview#legacy-models",
    "openai": "https://developers.openai.com/api/docs/deprecations",
    "xai": "https://docs.x.ai/developers/migration/may-15-retirement",
}
_RETIRED = {
    "anthropic": """
        2024-11-06 claude-1.0 claude-1.1 claude-1.2 claude-1.3 claude-instant-1.0 claude-instant-1.1 claude-instant-1.2
        2025-07-21 claude-2.0 claude-2.1 claude-3-sonnet-20240229
        2025-10-28 claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022
        2026-01-05 claude-3-opus-20240229
        2026-02-19 claude-3-5-haiku-20241022 claude-3-7-sonnet-20250219
        2026-04-20 claude-3-haiku-20240307
        2026-06-15 claude-sonnet-4-20250514 claude-opus-4-20250514
        2026-08-05 claude-opus-4-1-20250805
    """,
    "cerebras": """
        2026-05-27 llama3.1-8b qwen-3-235b-a22b-instruct-2507
    """,
    "cohere": """
        2026-04-04 embed-english-v2.0 embed-english-light-v2.0 embed-multilingual-v2.0
        2026-04-04 c4ai-aya-expanse-8b c4ai-aya-vision-8b
    """,
    "deepseek": """
        2026-07-24 deepseek-chat deepseek-reasoner
    """,
    "gemini": """
        2025-10-30 embedding-001 embedding-gecko-001 gemini-embedding-exp gemini-embedding-exp-03-07
        2025-11-10 imagen-3.0-generate-002
        2025-11-14 gemini-2.0-flash-preview-image-generation
        2025-11-18 gemini-2.5-flash-preview-05-20
        2025-12-02 gemini-2.5-pro-preview-03-25 gemini-2.5-pro-preview-05-06 gemini-2.5-pro-preview-06-05
        2025-12-09 gemini-2.0-flash-lite-preview gemini-2.0-flash-lite-preview-02-05 gemini-2.0-flash-live-001
        2025-12-09 gemini-live-2.5-flash-preview
        2026-01-14 text-embedding-004
        2026-01-15 gemini-2.5-flash-image-preview
        2026-02-17 gemini-2.5-flash-preview-09-25
        2026-03-31 gemini-2.5-flash-lite-preview-09-2025
        2026-05-25 gemini-3.1-flash-lite-preview
        2026-06-01 gemini-2.0-flash gemini-2.0-flash-001 gemini-2.0-flash-lite gemini-2.0-flash-lite-001
        2026-06-25 gemini-3.1-flash-image-preview gemini-3-pro-image-preview
        2026-08-17 imagen-4.0-generate-001 imagen-4.0-ultra-generate-001 imagen-4.0-fast-generate-001
        2026-10-02 gemini-2.5-flash-image
    """,
    "groq": """
        2025-03-20 mixtral-8x7b-32768
        2025-10-02 deepseek-r1-distill-llama-70b
        2026-08-16 llama-3.1-8b-instant llama-3.3-70b-versatile
    """,
    "mistral": """
        2025-03-30 open-mistral-7b open-mixtral-8x7b open-mixtral-8x22b
        2025-11-30 codestral-2501 devstral-small-2505
        2025-11-30 magistral-small-2506 magistral-small-2507 magistral-medium-2506 magistral-medium-2507
        2025-12-31 pixtral-12b-2409
        2026-06-30 labs-leanstral-2603
        2026-07-31 devstral-2512 magistral-medium-2509 open-mistral-nemo open-mistral-nemo-2407
        2026-08-31 mistral-medium-2505 mistral-medium-2508
    """,
    "openai": """
        2023-03-23 code-davinci-001 code-cushman-001 code-cushman-002
        2024-01-04 ada babbage curie davinci code-davinci-002 text-davinci-edit-001 code-davinci-edit-001
        2024-01-04 text-ada-001 text-babbage-001 text-curie-001 text-davinci-001 text-davinci-002 text-davinci-003
        2024-09-13 gpt-3.5-turbo-0301 gpt-3.5-turbo-0613 gpt-3.5-turbo-16k-0613
        2024-12-06 gpt-4-vision-preview gpt-4-1106-vision-preview
        2025-06-06 gpt-4-32k gpt-4-32k-0314 gpt-4-32k-0613
        2025-07-14 gpt-4.5-preview gpt-4.5-preview-2025-02-27
        2025-07-28 o1-preview o1-preview-2024-09-12
        2025-10-10 gpt-4o-realtime-preview-2024-10-01 gpt-4o-audio-preview-2024-10-01
        2025-10-27 o1-mini o1-mini-2024-09-12 text-moderation-007 text-moderation-stable text-moderation-latest
        2026-02-12 codex-mini-latest
        2026-02-17 chatgpt-4o-latest
        2026-03-26 gpt-4-0314 gpt-4-0125-preview gpt-4-turbo-preview
        2026-05-07 gpt-4o-realtime-preview gpt-4o-realtime-preview-2024-12-17 gpt-4o-realtime-preview-2025-06-03
        2026-05-07 gpt-4o-mini-realtime-preview gpt-4o-audio-preview gpt-4o-mini-audio-preview
        2026-05-12 dall-e-2 dall-e-3
        2026-07-23 computer-use-preview computer-use-preview-2025-03-11 gpt-4o-mini-search-preview-2025-03-11
        2026-07-23 gpt-4o-search-preview-2025-03-11 gpt-4o-mini-tts-2025-03-20 gpt-5-chat-latest gpt-5-codex
        2026-07-23 gpt-5.1-chat-latest gpt-5.1-codex gpt-5.1-codex-max gpt-5.1-codex-mini gpt-5.2-codex
        2026-07-23 gpt-audio-mini-2025-10-06 gpt-realtime-mini-2025-10-06
        2026-07-23 o3-deep-research o3-deep-research-2025-06-26 o4-mini-deep-research o4-mini-deep-research-2025-06-26
        2026-08-10 gpt-5.2-chat-latest gpt-5.3-chat-latest
        2026-09-24 sora-2 sora-2-pro sora-2-2025-10-06 sora-2-2025-12-08 sora-2-pro-2025-10-06
        2026-09-28 gpt-3.5-turbo-instruct babbage-002 davinci-002 gpt-3.5-turbo-1106
        2026-10-23 gpt-3.5-turbo gpt-3.5-turbo-0125 gpt-4 gpt-4-0613 gpt-4-1106-preview gpt-4-turbo
        2026-10-23 gpt-4-turbo-2024-04-09 gpt-4.1-nano gpt-4.1-nano-2025-04-14 gpt-4o-2024-05-13 gpt-image-1
        2026-10-23 o1 o1-2024-12-17 o1-pro o1-pro-2025-03-19 o3-mini o3-mini-2025-01-31 o4-mini o4-mini-2025-04-16
    """,
    "xai": """
        2026-05-15 grok-3 grok-4-0709 grok-4-fast-reasoning grok-4-fast-non-reasoning grok-code-fast-1
        2026-05-15 grok-4-1-fast-reasoning grok-4-1-fast-non-reasoning grok-imagine-image-pro
    """,
}


class RetiredModel(Struct, frozen=True):
    """A model that is no longer served.

    Attributes:
        name: As requests name it.
        retired_on: The last day, or the day after; the pages differ.
        reference: The page with the date.
    """

    name: str
    retired_on: date
    reference: str


def _read() -> dict[tuple[str, str], RetiredModel]:
    found = {}
    for provider, text in _RETIRED.items():
        for line in text.split("\n"):
            day, *names = line.split() or [""]
            for name in names:
                found[provider, name] = RetiredModel(name, date.fromisoformat(day), _REFERENCES[provider])
    return found


_MODELS = _read()


def retired_model(provider: str, model: str, *, today: date) -> RetiredModel | None:
    """Return the entry of *model* if *provider* no longer serves it *today*; None if it does, or that is unknown.

    Args:
        provider: As `recognise` names it.
        model: As the request names it.
        today: The day of the judgement.
    """
    found = _MODELS.get((provider, model.removeprefix("models/").lower()))
    return found if found is not None and found.retired_on < today else None
