"""What each model can do, and the warnings before a run that asks more of it.

A model is looked up by its provider and the longest known prefix of its name. A pair that is not listed is reported as
unknown, which is not the same as unable. Source: seed 003, "See also", Capability Warnings.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from .budget.context_windows import longest_prefix, plain_model_name

__all__ = [
    "Capability",
    "ProviderCapabilities",
    "assess_capabilities",
    "emit_degradation_warnings",
    "format_degradation_warnings",
    "required_capabilities_for",
    "warn_before_run",
]

log = logging.getLogger(__name__)

Capability = Literal[
    "tool_use", "structured_output", "streaming", "prompt_caching", "extended_thinking", "parallel_tool_calls"
]

_SAID: dict[Capability, str] = {
    "tool_use": "tool use",
    "structured_output": "structured output",
    "streaming": "streaming",
    "prompt_caching": "prompt caching",
    "extended_thinking": "extended thinking",
    "parallel_tool_calls": "parallel tool calls",
}


@dataclass(frozen=True, slots=True)
class ProviderCapabilities:
    """The capabilities of a family of models.

    Attributes:
        provider: The provider's name; ``"_unknown"`` for a pair that is not in the catalogue.
        model_prefix: How the names of the family begin; empty if unknown.
        tool_use: Whether it calls tools reliably.
        structured_output: Whether it keeps to a JSON Schema.
        streaming: Whether it streams.
        prompt_caching: Whether prompts can be cached on request.
        extended_thinking: Whether it can be made to think first.
        parallel_tool_calls: Whether it calls several tools in one turn; None if that is not documented.
        notes: Further notes, a sentence each.
    """

    provider: str
    model_prefix: str
    tool_use: bool = False
    structured_output: bool = False
    streaming: bool = True
    prompt_caching: bool = False
    extended_thinking: bool = False
    parallel_tool_calls: bool | None = None
    notes: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the pair is in the catalogue."""
        return bool(self.model_prefix)


_LETTERS: dict[str, Capability] = {
    "T": "tool_use",
    "S": "structured_output",
    "M": "streaming",
    "C": "prompt_caching",
    "X": "extended_thinking",
}

#: The day on which the catalogue was last compared with the providers' documentation.
CATALOGUE_DATE = date(2026, 11, 22)
#: T tools, S structured output, M streaming, C prompt caching, X thinking, P several calls in a turn (p: one only) if
#: that is documented; the models; a note. P and p are from Anthropic's "Parallel tool use", Google's and Ollama's
#: pages on function calling, Microsoft's "Azure OpenAI reasoning models" and its list of models for "Parallel function
#: calling", and vLLM's "Tool Calling" for Llama 3 and 4.
_CATALOGUE: dict[str, tuple[tuple[str, str, str], ...]] = {
    "anthropic": (
        ("TSMCXP", "claude-opus-4-7", "It takes no temperature."),
        (
            "TSMCXP",
            "claude-sonnet-4-7 claude-opus-4 claude-opus-4-1 claude-opus-4-5 claude-opus-4-6 claude-sonnet-4",
            "",
        ),
        ("TSMCXP", "claude-3-7-sonnet", ""),
        ("TSMCP", "claude-sonnet-4-6 claude-sonnet-4-5 claude-haiku-4-5 claude-3-5-sonnet claude-3-5-haiku", ""),
        ("TSMC", "claude-3-opus", ""),
        ("TSM", "claude-3", ""),
    ),
    "openai": (
        ("SXp", "o1", "It neither calls tools nor streams."),
        ("TSMXp", "o3 o4", ""),
        ("TSMXP", "gpt-5", ""),
        ("TSMP", "gpt-4.1 gpt-4o gpt-4-turbo", ""),
        ("TMP", "gpt-4-1106 gpt-4-0125 gpt-3.5", "It knows JSON mode at most, and no JSON Schema."),
        ("TMp", "gpt-4", "It knows JSON mode at most, and no JSON Schema."),
    ),
    "gemini": (
        ("TSMP", "gemini-2.5 gemini-2.0", ""),
        ("TSMP", "gemini-1.5", "It is weak on large nested schemas."),
    ),
    "ollama": (
        ("TMp", "llama3.1 llama-3.1", "Its tool calls are often inaccurate."),
        ("TM", "qwen3-coder", "It may write calls as text."),
        ("TM", "gemma4", "Its tool calls are new and little tried."),
        ("TMp", "llama3.2 llama3.3", ""),
        ("TMP", "qwen3 llama4 llama-4", ""),
        ("TM", "qwen qwen2.5 gemma3 mistral mixtral deepseek deepseek-r1", ""),
        ("M", "gemma gemma2 phi phi3 phi-3 phi4 phi-4", "It was not trained to call tools."),
    ),
}

_ALIASES = {"claude": "anthropic", "google": "gemini", "vertex": "gemini", "azure": "openai", "azure_openai": "openai"}

_PROFILES: dict[str, tuple[Capability, ...]] = {
    "agent_loop": ("tool_use", "structured_output"),
    "staged_pipeline": ("structured_output",),
}


def _build(provider: str, letters: str, prefix: str, note: str) -> ProviderCapabilities:
    flags = {name: letter in letters for letter, name in _LETTERS.items()}
    several = True if "P" in letters else False if "p" in letters else None
    return ProviderCapabilities(provider, prefix, **flags, parallel_tool_calls=several, notes=(note,) if note else ())


_BY_PREFIX = {
    provider: {
        prefix: _build(provider, letters, prefix, note) for letters, names, note in rows for prefix in names.split()
    }
    for provider, rows in _CATALOGUE.items()
}


def assess_capabilities(provider: str, model: str) -> ProviderCapabilities:
    """Return what *model* of *provider* can do, as of the catalogue's date; case and vendor prefixes are ignored."""
    name = provider.strip().lower()
    families = _BY_PREFIX.get(_ALIASES.get(name, name), {})
    prefix = longest_prefix(plain_model_name(model), tuple(families))
    return families[prefix] if prefix else ProviderCapabilities("_unknown", "")


def required_capabilities_for(usage_profile: str) -> tuple[Capability, ...]:
    """Return the capabilities that ``"agent_loop"`` needs; for any other name, those of ``"staged_pipeline"``."""
    return _PROFILES.get(usage_profile, _PROFILES["staged_pipeline"])


def format_degradation_warnings(
    *, provider: str, model: str, usage_profile: str, required: Collection[Capability] | None = None
) -> list[str]:
    """Return one line for each thing the run needs and the model lacks, then one for each note.

    Args:
        provider: The provider's name.
        model: The model's name.
        usage_profile: The kind of run, for `required_capabilities_for`.
        required: The capabilities that the run needs; None for those of the profile.

    Raises:
        ValueError: If *required* holds an unknown name.
    """
    needed = required_capabilities_for(usage_profile) if required is None else tuple(required)
    strange = [name for name in needed if name not in get_args(Capability)]
    if strange:
        message = f"{strange!r} are not capabilities. Use some of {', '.join(get_args(Capability))}."
        raise ValueError(message)
    found = assess_capabilities(provider, model)
    if not found.is_known:
        return [
            f"{provider}/{model} is not in the capability catalog of {CATALOGUE_DATE}; its capabilities are unknown."
        ]
    lacking = [name for name in needed if getattr(found, name) is False]
    lines = [f"{provider}/{model} does not reliably support {_SAID[name]}, which this run needs." for name in lacking]
    return [*lines, *(f"Note for {provider}/{model}: {note}" for note in found.notes)]


def emit_degradation_warnings(
    *,
    provider: str,
    model: str,
    usage_profile: str,
    required: Collection[Capability] | None = None,
    quiet: bool = False,
    write: Callable[[str], object] | None = None,
) -> list[str]:
    """Write the warnings, one a line, and return them.

    Args:
        provider: The provider's name.
        model: The model's name.
        usage_profile: The kind of run.
        required: The capabilities that the run needs; None for those of the profile.
        quiet: Only log the number of warnings; so do ``FLUID_QUIET=1`` and ``FLUID_NONINTERACTIVE=1``.
        write: Called with each line, newline included; None for standard error.
    """
    lines = format_degradation_warnings(provider=provider, model=model, usage_profile=usage_profile, required=required)
    if quiet or any(os.environ.get(name) == "1" for name in ("FLUID_QUIET", "FLUID_NONINTERACTIVE")):
        if lines:
            log.info("%d warnings about the model's capabilities are not shown.", len(lines))
        return lines
    for line in lines:
        (write or sys.stderr.write)(line + "\n")
    return lines


def warn_before_run(
    *,
    provider: str,
    model: str,
    calls_tools: bool,
    streams: bool,
    has_several_tools: bool = False,
    warn: Callable[[str], object] | None = None,
) -> None:
    """Warn of capabilities that the model of an agent run may lack.

    Args:
        provider: The provider's name.
        model: The model's name; a test double has an empty one, and no warnings.
        calls_tools: Whether the run offers tools.
        streams: Whether the run streams its answers.
        has_several_tools: Whether the run offers more than one tool; a model that calls one a turn takes more turns.
        warn: Called with each line, notes and unknown models included; None logs only what is known to be missing.
    """
    if not model:
        return
    wanted: tuple[tuple[Capability, bool], ...] = (("tool_use", calls_tools), ("streaming", streams))
    needed = [name for name, is_wanted in wanted if is_wanted]
    lines = format_degradation_warnings(provider=provider, model=model, usage_profile="agent_loop", required=needed)
    found = assess_capabilities(provider, model)
    if warn is None:
        lines = lines[: sum(not getattr(found, name) for name in needed)] if found.is_known else []
    elif has_several_tools and found.parallel_tool_calls is False and found.tool_use:
        lines.append(f"Note for {provider}/{model}: It calls one tool a turn, so a run of many calls takes more turns.")
    for line in lines:
        (warn or log.warning)(line)
