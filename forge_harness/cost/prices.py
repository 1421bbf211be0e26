"""What a call costs in US dollars: the user's own prices, then those of `genai-prices`, then the table of the seeds.

Models that run on Ollama are free. A model that none of them knows has no price, which is not the same as costing
nothing.
Source: seed 001, "Unified config"; the table is that of the release the seeds describe.
"""

from __future__ import annotations

import json
import logging
import math
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..budget.context_windows import longest_prefix, plain_model_name
from ..messages import Usage
from .listed_prices import ListedPrices

__all__ = ["MODEL_PRICES_USD", "PriceBook", "billed_usage", "parse_prices", "prices_of_environment"]

log = logging.getLogger(__name__)

#: Dollars for a million tokens in, and for a million out.
MODEL_PRICES_USD: Mapping[str, tuple[float, float]] = {
    "claude-sonnet-4-5": (3.0, 15.0),
    "claude-sonnet-4-6": (3.0, 15.0),
    "claude-sonnet-4-7": (3.0, 15.0),
    "claude-3-5-sonnet": (3.0, 15.0),
    "claude-haiku-4-5": (1.0, 5.0),
    "claude-opus-4-7": (15.0, 75.0),
    "gpt-4.1": (2.5, 10.0),
    "gpt-4o": (2.5, 10.0),
    "gpt-4.1-mini": (0.15, 0.60),
    "gpt-4o-mini": (0.15, 0.60),
    "gpt-4.1-nano": (0.05, 0.20),
    "gemini-2.5-pro": (1.25, 5.0),
    "gemini-2.5-flash": (0.075, 0.30),
}

_A_MILLION = 1_000_000
_MAX_UNPRICED = 1_000
#: Parts of the input price that Anthropic asks for tokens written to its cache, and read from it.
_CACHE_WRITE, _CACHE_READ = 1.25, 0.10
#: Wire formats whose input leaves out what the cache served or took, and whose output leaves out the reasoning.
_CACHE_APART = ("anthropic", "bedrock")
_REASONING_APART = ("gemini",)


def billed_usage(usage: Usage, wire_format: str) -> Usage:
    """Return *usage* with all tokens counted in that are paid for, as prices and limits take them.

    Args:
        usage: As the provider counts.
        wire_format: The form its replies have, a name of `find_wire_format`.
    """
    cached = usage.cached_tokens + usage.cache_write_tokens if wire_format in _CACHE_APART else 0
    thought = usage.reasoning_tokens if wire_format in _REASONING_APART else 0
    if not cached and not thought:
        return usage
    return replace(usage, input_tokens=usage.input_tokens + cached, output_tokens=usage.output_tokens + thought)


class PriceBook:
    """Finds the cost of a call; reads the user's prices once, when the first cost is asked for.

    Args:
        overrides: Prices of the unified config, by model: dollars for a million tokens in and out. None for the file
            that ``FLUID_PRICES_JSON`` names, else ``prices.json`` in ``FLUID_HOME`` or ``~/.fluid``.
        warns: Whether a model without a price is a warning; not for those who show themselves that it has none.
    """

    def __init__(self, overrides: Mapping[str, tuple[float, float]] | None = None, *, warns: bool = True) -> None:
        self._overrides = overrides
        self._warns = warns
        self._warned: set[str] = set()
        self._listed = ListedPrices()
        # Of provider and model; to find that a model is in no list takes longer than a turn of the loop.
        self._unpriced: set[tuple[str, str]] = set()

    def cost_usd(
        self,
        *,
        provider: str,
        model: str,
        input_tokens: int,
        output_tokens: int,
        cache_read_tokens: int = 0,
        cache_write_tokens: int = 0,
    ) -> float | None:
        """Return what a call costs, or None where nobody knows; the first time for a model, that is a warning.

        Args:
            provider: The provider's name.
            model: The model's name.
            input_tokens: Tokens of the prompt, cached ones included.
            output_tokens: Tokens of the answer.
            cache_read_tokens: The part of the prompt that was read from a cache.
            cache_write_tokens: The part that was written to it.
        """
        if (provider, model) in self._unpriced:
            return None
        if provider.strip().lower() == "ollama":
            return 0.0
        if self._overrides is None:
            self._overrides = _read_overrides()
        own = _match(model, self._overrides)
        is_listed = True
        if own is None:
            try:
                known = self._listed.cost_usd(
                    provider, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
                )
            except LookupError:
                known, is_listed = None, False
            if known is not None:
                return known
        price = own or _match(model, MODEL_PRICES_USD)
        if price is None:
            self._warn(model)
            if not is_listed and len(self._unpriced) < _MAX_UNPRICED:
                self._unpriced.add((provider, model))
            return None
        if provider.strip().lower() == "anthropic":
            discount = cache_read_tokens * (1 - _CACHE_READ) - cache_write_tokens * (_CACHE_WRITE - 1)
        else:
            discount = 0.0
        return ((input_tokens - discount) * price[0] + output_tokens * price[1]) / _A_MILLION

    def _warn(self, model: str) -> None:
        if model in self._warned or not self._warns:
            return
        self._warned.add(model)
        advice = "Name it in FLUID_PRICES_JSON" + (
            "" if self._listed.is_there else ", or install forge-harness[prices]"
        )
        log.warning("The price of %r is unknown, so that its calls count as $0. %s.", model, advice)


def parse_prices(data: Any) -> dict[str, tuple[float, float]]:
    """Return the prices that a decoded file holds, wrapped in ``"prices"`` or not; what is no price is skipped."""
    if isinstance(data, dict) and isinstance(data.get("prices"), dict):
        data = data["prices"]
    if not isinstance(data, dict):
        return {}
    prices = {}
    for model, pair in data.items():
        if isinstance(pair, list | tuple) and len(pair) == 2 and all(map(_is_amount, pair)):
            prices[str(model)] = (float(pair[0]), float(pair[1]))
        else:
            log.warning("The price of %r is no pair of dollars for a million tokens. It is skipped.", model)
    return prices


def _is_amount(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0


def prices_of_environment() -> dict[str, tuple[float, float]]:
    """Return the prices in the file that ``FLUID_PRICES_JSON`` names, if it names one."""
    named = os.environ.get("FLUID_PRICES_JSON")
    return _read_prices(Path(named)) if named else {}


def _read_overrides() -> dict[str, tuple[float, float]]:
    if os.environ.get("FLUID_PRICES_JSON"):
        return prices_of_environment()
    home = os.environ.get("FLUID_HOME")
    return _read_prices((Path(home) if home else Path("~/.fluid")) / "prices.json")


def _read_prices(path: Path) -> dict[str, tuple[float, float]]:
    try:
        return parse_prices(json.loads(path.expanduser().read_text(encoding="utf-8")))
    except (OSError, ValueError, RuntimeError, RecursionError) as error:
        log.debug("No prices were read from %s: %s", path, type(error).__name__)
        return {}


def _match(model: str, prices: Mapping[str, tuple[float, float]]) -> tuple[float, float] | None:
    if model in prices:
        return prices[model]
    plain = {plain_model_name(name): price for name, price in prices.items()}
    name = longest_prefix(plain_model_name(model), tuple(plain))
    return plain[name] if name else None
