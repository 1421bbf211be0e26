"""ListedPrices: the cost of a call by the list of `genai-prices`.

The package is slow: one price takes longer than the rest of a turn. Nearly all prices are linear in calls and tokens,
so the rates of a model are learnt once; except above a tier's start, and for prices that change over time.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from ..budget.context_windows import plain_model_name
from ..budget.model_list import price_package, price_snapshot

__all__ = ["ListedPrices"]

log = logging.getLogger(__name__)

#: The number of tokens used to learn a rate; below the start of any tier, and a power of ten.
_SAMPLE = 100
_MAX_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class _Rates:
    """Dollars for one token; the cache rates are the difference to an ordinary token of the prompt.

    Attributes:
        call: For the call itself.
        input: For a token of the prompt.
        output: For a token of the answer.
        cache_read: Added for a token read from the cache; usually negative.
        cache_write: Added for a token written to the cache.
        most_input_tokens: The longest prompt with these rates; None for any length.
    """

    call: Decimal
    input: Decimal
    output: Decimal
    cache_read: Decimal
    cache_write: Decimal
    most_input_tokens: int | None


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
    rates: dict[tuple[str, str], _Rates | None] = field(default_factory=dict)
    absent: set[tuple[str, str]] = field(default_factory=set)


class ListedPrices:
    """Finds the cost of a call in the list; all instances share the learnt rates."""

    def __init__(self) -> None:
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
        if self._learnt is None:
            self._learnt = _learnt()
        key = (provider, model)
        if key in self._learnt.absent:
            raise LookupError(model)
        rates = self._learnt.rates.get(key)
        if (
            rates is not None
            and cache_read + cache_write <= input_tokens
            and (rates.most_input_tokens is None or input_tokens <= rates.most_input_tokens)
        ):
            return float(
                rates.call
                + rates.input * input_tokens
                + rates.output * output_tokens
                + rates.cache_read * cache_read
                + rates.cache_write * cache_write
            )
        try:
            found = _calculated(provider, model, input_tokens, output_tokens, cache_read, cache_write)
        except LookupError:
            if len(self._learnt.absent) < _MAX_KEPT:
                self._learnt.absent.add(key)
            raise
        if key not in self._learnt.rates and len(self._learnt.rates) < _MAX_KEPT:
            self._learnt.rates[key] = _rates(provider, model, found)
        return None if found is None else float(found.total_price)


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


def _rates(provider: str, model: str, calculation: Any) -> _Rates | None:
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
    return _Rates(call, prompt, answer, read - prompt, written - prompt, min(tiers, default=None))
