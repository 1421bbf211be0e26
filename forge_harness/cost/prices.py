"""PriceBook: the cost of a call in US dollars, by the user's own prices, then those of `genai-prices`.

Models that run on Ollama are free. The price of a model that is in neither list is unknown, which is not the same as
zero. Source: seed 001, "Unified config" and "Cost ceiling".
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

__all__ = ["PriceBook", "billed_usage", "parse_prices", "prices_of_environment"]

log = logging.getLogger(__name__)

_A_MILLION = 1_000_000
_MAX_UNPRICED = 1_000
#: Anthropic's factors for tokens written to its cache and read from it, as of November 2026; for the user's own prices.
_CACHE_WRITE, _CACHE_READ = 1.25, 0.10
#: Wire formats whose input count leaves out cached tokens, and whose output count leaves out the reasoning.
_CACHE_APART = ("anthropic", "bedrock")
_REASONING_APART = ("gemini",)


def billed_usage(usage: Usage, wire_format: str) -> Usage:
    """Return *usage* with all billed tokens counted in, as prices and limits take them.

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
    """Finds the cost of a call: by the user's own prices, else by the list of `genai-prices`.

    The user's prices are read once, when the first cost is asked for. The list is as old as the installed package; the
    cost of a model that neither knows is None, and is reported once as a warning. Calls to Ollama cost nothing.

    Args:
        overrides: Prices of the unified config, by model: dollars for a million tokens in and out. None for the file
            that ``FLUID_PRICES_JSON`` names, else ``prices.json`` in ``FLUID_HOME`` or ``~/.fluid``.
        warns: Whether a model without a price is logged as a warning.
        cached: Whether prices of the list are kept in the user's cache folder, for a process too short to import it.
    """

    def __init__(
        self,
        overrides: Mapping[str, tuple[float, float]] | None = None,
        *,
        warns: bool = True,
        cached: bool = False,
    ) -> None:
        self._overrides = overrides
        self._warns = warns
        self._warned: set[str] = set()
        self._listed = ListedPrices(cached=cached)
        # By provider and model: a failed look-up takes longer than a turn of the loop.
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
        """Return the cost of a call in dollars, or None if the price is unknown; a warning gives the reason once.

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
        price = _match(model, self._overrides)
        if price is None:
            return self._listed_usd(provider, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens)
        if provider.strip().lower() == "anthropic":
            discount = cache_read_tokens * (1 - _CACHE_READ) - cache_write_tokens * (_CACHE_WRITE - 1)
        else:
            discount = 0.0
        return ((input_tokens - discount) * price[0] + output_tokens * price[1]) / _A_MILLION

    def _listed_usd(self, provider: str, model: str, *tokens: int) -> float | None:
        try:
            known = self._listed.cost_usd(provider, model, *tokens)
        except LookupError:
            known = None
            if len(self._unpriced) < _MAX_UNPRICED:
                self._unpriced.add((provider, model))
        if known is None:
            self._warn(provider, model)
        return known

    def _warn(self, provider: str, model: str) -> None:
        if model in self._warned or not self._warns:
            return
        self._warned.add(model)
        if self._listed.is_there:
            reason, advice = f"genai-prices does not list it for {provider!r}", "Give its price in FLUID_PRICES_JSON"
        else:
            reason, advice = "genai-prices is not installed", "Install it, or give the price in FLUID_PRICES_JSON"
        log.warning("The price of %r is unknown: %s. %s; until then its calls count as $0.", model, reason, advice)


def parse_prices(data: Any) -> dict[str, tuple[float, float]]:
    """Return the prices that a decoded file holds, wrapped in ``"prices"`` or not; anything else in it is skipped."""
    if isinstance(data, dict) and isinstance(data.get("prices"), dict):
        data = data["prices"]
    if not isinstance(data, dict):
        return {}
    prices = {}
    for model, pair in data.items():
        if isinstance(pair, list | tuple) and len(pair) == 2 and all(map(_is_amount, pair)):
            prices[str(model)] = (float(pair[0]), float(pair[1]))
        else:
            log.warning("The price of %r is not a pair of dollars for a million tokens. It is skipped.", model)
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
