"""Rates: what a token of a model costs, where the price is linear."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

__all__ = ["Rates"]


@dataclass(frozen=True, slots=True)
class Rates:
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

    def cost_usd(self, input_tokens: int, output_tokens: int, cache_read: int, cache_write: int) -> float | None:
        """Return the cost of a call in dollars, or None if these rates do not cover it."""
        if cache_read + cache_write > input_tokens:
            return None
        if self.most_input_tokens is not None and input_tokens > self.most_input_tokens:
            return None
        return float(
            self.call
            + self.input * input_tokens
            + self.output * output_tokens
            + self.cache_read * cache_read
            + self.cache_write * cache_write
        )
