"""The unified config: one file for model, sources, prices and behaviour, read only when it is asked for.

::

    schema_version: 1
    llm:       {provider: anthropic, model: claude-sonnet-4-6, tiered: false, temperature: 0}
    sources:   {sources: {warehouse: {catalog: snowflake, auth_method: key_pair}}}
    prices:    {prices: {claude-sonnet-4-6: [2.40, 12.00]}}
    behavior:  {quiet: false, deterministic: false, cost_limit_usd_per_run: 5.00}

The file is ``FLUID_CONFIG``, else ``config.yaml`` in ``FLUID_HOME`` or ``~/.fluid``. A missing section is taken from
the older file of that feature. An invalid value is a problem, and that value alone is ignored. Arguments override the
environment, the environment overrides the file, and the file overrides the defaults.
Source: seed 001, "Unified config".
"""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..cost.prices import parse_prices, prices_of_environment
from ..cost.run_cost import cost_limit_usd
from .config_file import config_path, read_yaml
from .config_legacy import read_legacy

__all__ = ["BehaviorConfig", "LlmConfig", "RunSettings", "UnifiedConfig", "load_unified_config", "run_settings"]

log = logging.getLogger(__name__)

#: The newest known version of the file.
SCHEMA_VERSION = 1

_SECTIONS = ("llm", "sources", "prices", "behavior")


@dataclass(frozen=True, slots=True)
class LlmConfig:
    """The model, and its settings.

    Attributes:
        provider: The provider's name; None if the file does not name one.
        model: The model's name.
        tiered: Whether stages choose a tier of the provider that suits them.
        temperature: From 0 to 2; None leaves it to the provider.
    """

    provider: str | None = None
    model: str | None = None
    tiered: bool = False
    temperature: float | None = None


@dataclass(frozen=True, slots=True)
class BehaviorConfig:
    """How a run behaves.

    Attributes:
        quiet: Whether banners are left out.
        deterministic: Whether the temperature is 0, unless one is set.
        cost_limit_usd_per_run: The limit of a run in dollars; None for no limit.
    """

    quiet: bool = False
    deterministic: bool = False
    cost_limit_usd_per_run: float | None = None


@dataclass(frozen=True, slots=True)
class UnifiedConfig:
    """The contents of the file, and its problems.

    Attributes:
        llm: The model.
        sources: Sources by name, unchanged.
        prices: Dollars for a million tokens in and out, by model.
        behavior: How a run behaves.
        path: The file, or None if only older files were found.
        problems: Invalid settings, one or two sentences each, without values that might be secret.
    """

    llm: LlmConfig = field(default_factory=LlmConfig)
    sources: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    prices: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    behavior: BehaviorConfig = field(default_factory=BehaviorConfig)
    path: Path | None = None
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The settings of a run, from arguments, environment and config.

    Attributes:
        provider: The provider's name, or None if it was not given.
        model: The model's name.
        temperature: None leaves it to the provider.
        cost_limit_usd: None for no limit.
        quiet: Whether banners are left out.
        prices: The prices of the config; None if it does not hold any.
    """

    provider: str | None = None
    model: str | None = None
    temperature: float | None = None
    cost_limit_usd: float | None = None
    quiet: bool = False
    prices: Mapping[str, tuple[float, float]] | None = None


def load_unified_config(path: Path | str | None = None) -> UnifiedConfig | None:
    """Read the config; return None if neither it nor an older file exists.

    Args:
        path: The file; None for ``FLUID_CONFIG``, else the user's own.

    Raises:
        ValueError: If the file cannot be read as a whole.
    """
    place = config_path() if path is None else Path(path)
    data = read_yaml(place)
    reader = _Reader()
    missing = [name for name in _SECTIONS if data is None or data.get(name) is None]
    legacy = read_legacy()
    filled = {name: part for name, part in legacy.sections.items() if name in missing}
    if data is None and not filled:
        return None
    if filled:
        reader.problems += legacy.problems
    config = reader.config({**(data or {}), **filled}, None if data is None else place)
    for problem in config.problems:
        log.warning("%s", problem)
    return config


def run_settings(
    config: UnifiedConfig | None,
    *,
    provider: str | None = None,
    model: str | None = None,
    temperature: float | None = None,
    cost_limit: float | None = None,
    quiet: bool | None = None,
) -> RunSettings:
    """Return the settings of a run: the arguments here, else the environment, else *config*, else the defaults.

    Args:
        config: The result of `load_unified_config`.
        provider: Overrides ``FLUID_LLM_PROVIDER``.
        model: Overrides ``FLUID_LLM_MODEL``. Without either, the config's model is used for the config's provider only.
        temperature: Overrides ``FLUID_LLM_TEMPERATURE``, which is clamped to 0 to 2.
        cost_limit: Overrides ``FLUID_COST_LIMIT_USD``; 0 and less mean no limit.
        quiet: Overrides ``FLUID_QUIET`` and ``FLUID_NONINTERACTIVE``.
    """
    config = config or UnifiedConfig()
    named = provider or os.environ.get("FLUID_LLM_PROVIDER", "").strip() or config.llm.provider
    asked = model or os.environ.get("FLUID_LLM_MODEL", "").strip()
    if not asked and named == config.llm.provider:
        asked = config.llm.model or ""
    if cost_limit is None:
        limit = cost_limit_usd(config.behavior.cost_limit_usd_per_run)
    else:
        limit = cost_limit if cost_limit > 0 else None
    loud = os.environ.get("FLUID_QUIET") != "1" and os.environ.get("FLUID_NONINTERACTIVE") != "1"
    return RunSettings(
        provider=named,
        model=asked or None,
        temperature=_temperature(config) if temperature is None else temperature,
        cost_limit_usd=limit,
        quiet=quiet if quiet is not None else config.behavior.quiet or not loud,
        prices=_prices(config),
    )


def _temperature(config: UnifiedConfig) -> float | None:
    text = os.environ.get("FLUID_LLM_TEMPERATURE", "").strip()
    if text:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isnan(value):
            return min(max(value, 0.0), 2.0)
        log.warning("FLUID_LLM_TEMPERATURE=%r is not a number. The config's temperature is used instead.", text)
    if config.llm.temperature is None and config.behavior.deterministic:
        return 0.0
    return config.llm.temperature


def _prices(config: UnifiedConfig) -> Mapping[str, tuple[float, float]] | None:
    if not config.prices:
        return None
    return {**config.prices, **prices_of_environment()}


class _Reader:
    """Reads the sections value by value, and notes their problems."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def config(self, data: Mapping[str, Any], path: Path | None) -> UnifiedConfig:
        version = data.get("schema_version", SCHEMA_VERSION)
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            self._note(f"schema_version={version!r} is not a version. Write {SCHEMA_VERSION}.")
        elif version > SCHEMA_VERSION:
            self._note(f"schema_version={version!r} is newer than {SCHEMA_VERSION}. Upgrade forge-harness.")
        self._unknown("", data, ("schema_version", *_SECTIONS))
        llm = self._section(data, "llm")
        behavior = self._section(data, "behavior")
        self._unknown("behavior.", behavior, ("quiet", "deterministic", "cost_limit_usd_per_run"))
        defaults = LlmConfig()
        limit = self._number("behavior", behavior, "cost_limit_usd_per_run", 0, math.inf)
        return UnifiedConfig(
            llm=LlmConfig(
                provider=self._text("llm", llm, "provider"),
                model=self._text("llm", llm, "model"),
                tiered=self._flag("llm", llm, "tiered", default=defaults.tiered),
                temperature=self._number("llm", llm, "temperature", 0, 2),
            ),
            sources=self._sources(data),
            prices=self._prices(data),
            behavior=BehaviorConfig(
                quiet=self._flag("behavior", behavior, "quiet", default=False),
                deterministic=self._flag("behavior", behavior, "deterministic", default=False),
                cost_limit_usd_per_run=limit or None,
            ),
            path=path,
            problems=tuple(self.problems),
        )

    def _note(self, problem: str) -> None:
        self.problems.append(problem)

    def _unknown(self, where: str, data: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for name in data:
            if name not in known:
                self._note(f"The config's {where + str(name)!r} is unknown. Use some of {', '.join(known)}.")

    def _section(self, data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        part = data.get(name)
        if part is None or isinstance(part, dict):
            return part or {}
        self._note(f"The config's {name!r} is not a mapping. Write its settings below it, indented.")
        return {}

    def _text(self, section: str, data: Mapping[str, Any], name: str) -> str | None:
        value = data.get(name)
        if value is None or (isinstance(value, str) and value.strip()):
            return value.strip() if value else None
        self._note(f"The config's {section}.{name} is not a string. Write a name.")
        return None

    def _flag(self, section: str, data: Mapping[str, Any], name: str, *, default: bool) -> bool:
        value = data.get(name)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self._note(f"The config's {section}.{name} is neither true nor false. Write one of the two.")
        return default

    def _number(self, section: str, data: Mapping[str, Any], name: str, low: float, high: float) -> float | None:
        value = data.get(name)
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value) if math.isfinite(value) else None
        self._note(f"The config's {section}.{name} is not a number from {low} to {high}. Correct it.")
        return None

    def _sources(self, data: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
        section = self._section(data, "sources")
        inner = section.get("sources")
        found: dict[str, Mapping[str, Any]] = {}
        for name, entry in (inner if isinstance(inner, dict) else section).items():
            if isinstance(entry, dict):
                found[str(name)] = entry
            else:
                self._note(f"The source {name!r} is not a mapping. Write its settings below it, indented.")
        return found

    def _prices(self, data: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
        section = self._section(data, "prices")
        found = parse_prices(section)
        inner = section.get("prices", section)
        for name in inner if isinstance(inner, dict) else ():
            if str(name) not in found:
                self._note(f"The price of {name!r} is not a pair of dollars for a million tokens. Write two numbers.")
        return found
