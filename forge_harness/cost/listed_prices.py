"""ListedPrices: the cost of a call by the list of `genai-prices`.

The package is slow: one price takes longer than the rest of a turn. Nearly all prices are linear in calls and tokens,
so the rates of a model are learnt once; except above a tier's start, and for prices that change over time.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

from ..budget.context_windows import plain_model_name
from ..budget.model_list import is_list_loaded, price_package, price_snapshot
from .rate_cache import RateCache
from .rates import Rates

__all__ = ["ListedPrices"]

log = logging.getLogger(__name__)

#: The number of tokens used to learn a rate; below the start of any tier, and a power of ten.
_SAMPLE = 100
_MAX_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class _Learnt:
    """The rates learnt from one list; each run asks for the same few models again.

    Attributes:
        package: The imported package.
        snapshot: Its list, which a program may replace.
        rates: By provider and model; None for a model whose price is not linear.
        absent: Providers and models that are not in the list.
    """

    package: Any
    snapshot: Any
    rates: dict[tuple[str, str], Rates | None] = field(default_factory=dict)
    absent: set[tuple[str, str]] = field(default_factory=set)


class ListedPrices:
    """Finds the cost of a call in the list; all instances share the learnt rates.

    Args:
        cached: Whether rates are also read from the user's cache folder, and kept there.
    """

    def __init__(self, *, cached: bool = False) -> None:
        self._is_cached = cached
        self._cache: RateCache | None = None
        self._learnt: _Learnt | None = None

    @property
    def is_there(self) -> bool:
        """Whether the package is installed."""
        return price_package() is not None

    def cost_usd(
        self, provider: str, model: str, input_tokens: int, output_tokens: int, cache_read: int, cache_write: int
    ) -> float | None:
        """Return the cost of a call, or None if the list does not price this one.

        Raises:
            LookupError: If the model is not in the list, or the package is missing.
        """
        key = (provider, model)
        tokens = (input_tokens, output_tokens, cache_read, cache_write)
        if self._is_cached and self._cache is None and self._learnt is None and not is_list_loaded():
            # A program that has imported the package may have replaced its list.
            self._cache = RateCache()
        known = None if self._cache is None else _known_usd(self._cache, key, tokens)
        if known is not None:
            return known
        if self._learnt is None:
            self._learnt = _learnt()
        known = _known_usd(self._learnt, key, tokens)
        if known is not None:
            return known
        try:
            found = _calculated(*key, *tokens)
        except LookupError:
            if len(self._learnt.absent) < _MAX_KEPT:
                self._learnt.absent.add(key)
                self._keep()
            raise
        if key not in self._learnt.rates and len(self._learnt.rates) < _MAX_KEPT:
            self._learnt.rates[key] = _rates(*key, found)
            self._keep()
        return None if found is None else float(found.total_price)

    def _keep(self) -> None:
        # A package that cannot be imported today says nothing about its list.
        if self._cache is not None and self._learnt is not None and self._learnt.package is not None:
            self._cache.add(self._learnt.rates, self._learnt.absent)


def _known_usd(known: RateCache | _Learnt, key: tuple[str, str], tokens: tuple[int, int, int, int]) -> float | None:
    """Return the cost by the rates in *known*, or None if it has none for this call.

    Raises:
        LookupError: If *known* says that the model is not in the list.
    """
    if key in known.absent:
        raise LookupError(key[1])
    rates = known.rates.get(key)
    return None if rates is None else rates.cost_usd(*tokens)


_latest: _Learnt | None = None


def _learnt() -> _Learnt:
    """Return the rates learnt from the current list."""
    global _latest  # learnt again only if the package has another list
    package, snapshot = price_package(), price_snapshot()
    if _latest is None or _latest.package is not package or _latest.snapshot is not snapshot:
        _latest = _Learnt(package, snapshot)
    return _latest


def _calculated(provider: str, model: str, *tokens: int) -> Any:
    """Return the package's calculation; None if it cannot price this number of tokens."""
    package = price_package()
    if package is None:
        raise LookupError(model)
    names = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
    try:
        usage = package.Usage(**dict(zip(names, tokens, strict=True)))
        try:
            return package.calc_price(usage, model, provider_id=provider or None)
        except LookupError:
            plain = plain_model_name(model)
            if plain == model:
                raise
            return package.calc_price(usage, plain, provider_id=provider or None)
    except (LookupError, ValueError) as error:
        log.debug("genai-prices cannot price %r: %s", model, type(error).__name__)
        if isinstance(error, LookupError):
            raise
        return None


def _rates(provider: str, model: str, calculation: Any) -> Rates | None:
    """Return the rates of a model; None if its price is not linear."""
    # A list holds prices that depend on the date or the hour.
    if calculation is None or isinstance(calculation.model.prices, list):
        return None
    some = _SAMPLE
    samples = ((0, 0, 0, 0), (some, 0, 0, 0), (0, some, 0, 0), (some, 0, some, 0), (some, 0, 0, some))
    found = [_calculated(provider, model, *sample) for sample in samples]
    if None in found:
        return None
    call, *priced = [one.total_price for one in found]
    prompt, answer, read, written = ((price - call) / some for price in priced)
    tiers = [tier.start for price in vars(calculation.model_price).values() for tier in getattr(price, "tiers", ())]
    return Rates(call, prompt, answer, read - prompt, written - prompt, min(tiers, default=None))
