"""ListedPrices: the cost of a call by the list of `genai-prices`.

The package takes longer for one price than a turn of the loop takes for everything else. Nearly all prices are so much
a call and so much a token, so they are asked for once; not those of tiers, nor those that change with the time.
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

#: Tokens for which a price is asked to learn that of one; fewer than any tier begins with, and a power of ten.
_SAMPLE = 100
_MAX_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class _Rates:
    """Dollars for one token each; those of the cache are what it costs more than another token of the prompt.

    Attributes:
        call: For the call itself.
        input: Of a prompt.
        output: Of an answer.
        cache_read: Read from the cache; less than nothing, as a rule.
        cache_write: Written to it.
        most_input_tokens: The longest prompt for which they hold; None for any.
    """

    call: Decimal
    input: Decimal
    output: Decimal
    cache_read: Decimal
    cache_write: Decimal
    most_input_tokens: int | None


@dataclass(frozen=True, slots=True)
class _Learnt:
    """What has been learnt of one list; each run asks for the same few models again.

    Attributes:
        package: The package as it is imported.
        snapshot: Its list; the package may be given a newer one.
        rates: By provider and model; None where there is not one price for all calls.
        absent: Providers and models that are not in the list.
    """

    package: Any
    snapshot: Any
    rates: dict[tuple[str, str], _Rates | None] = field(default_factory=dict)
    absent: set[tuple[str, str]] = field(default_factory=set)


class ListedPrices:
    """Finds the cost of a call in the list; what is learnt of a model holds for all of them."""

    def __init__(self) -> None:
        self._learnt: _Learnt | None = None

    @property
    def is_there(self) -> bool:
        """Whether the package is installed."""
        return price_package() is not None

    def cost_usd(
        self, provider: str, model: str, input_tokens: int, output_tokens: int, cache_read: int, cache_write: int
    ) -> float | None:
        """Return what a call costs, or None where the list does not say for this one.

        Raises:
            LookupError: If the model is not in the list, or there is none.
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
    """Return what is known of the list that holds at this moment."""
    global _latest  # a list is read again only where the package has another one
    package, snapshot = price_package(), price_snapshot()
    if _latest is None or _latest.package is not package or _latest.snapshot is not snapshot:
        _latest = _Learnt(package, snapshot)
    return _latest


def _calculated(provider: str, model: str, *tokens: int) -> Any:
    """Return the package's calculation; None where it has no price for this number of tokens."""
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
        log.debug("genai-prices has no price for %r: %s", model, type(error).__name__)
        if isinstance(error, LookupError):
            raise
        return None


def _rates(provider: str, model: str, calculation: Any) -> _Rates | None:
    """Return the price of a token of each kind; None where there is not one price for all calls of the model."""
    # A list is of prices that depend on the day or the hour.
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
