"""RunCostTracker: the tokens and dollars of a run so far, and its limit.

::

    record_call            tokens and dollars of a (provider, model), and of a (stage, agent class)
    record_missing_usage   calls without usage data
    record_variant_lint    findings of a variant
    record_catalog_fetch   milliseconds of a catalog

Each emits an event after it is counted. The limit applies to the known costs: a call without a price makes the total
unknown, and the known part must still stay within the limit. Source: seed 001, "RunCostTracker".
"""

from __future__ import annotations

import logging
import math
import os
import threading

from ..errors import CostLimitExceeded
from ..events import Event, EventBus, get_event_bus
from ..messages import Reply
from .breakdown import CostBreakdown, Tally
from .prices import PriceBook, billed_usage

__all__ = ["RunCostTracker", "cost_limit_usd"]

log = logging.getLogger(__name__)


def cost_limit_usd(config_limit_usd: float | None = None) -> float | None:
    """Return the limit of a run: ``FLUID_COST_LIMIT_USD``, else the config's; None for no limit.

    A value that is not a number is ignored with a warning; 0 and less mean no limit.
    """
    text = os.environ.get("FLUID_COST_LIMIT_USD", "").strip()
    limit = config_limit_usd
    if text:
        try:
            limit = float(text)
        except ValueError:
            limit = math.nan
        if math.isnan(limit):
            log.warning("FLUID_COST_LIMIT_USD=%r is not a number of dollars. The config's limit applies instead.", text)
            limit = config_limit_usd
    return limit if limit is not None and limit > 0 else None


class RunCostTracker:
    """Counts the tokens and dollars of a run; threads may share it.

    Args:
        limit_usd: The limit of the run, or None for no limit; see `cost_limit_usd`.
        prices: The prices; None for `PriceBook` with the user's own.
        bus: Receives the events; None for the bus of the process.
    """

    def __init__(
        self, *, limit_usd: float | None = None, prices: PriceBook | None = None, bus: EventBus | None = None
    ) -> None:
        self.limit_usd = limit_usd
        self._prices = prices or PriceBook()
        self._bus = bus or get_event_bus()
        self._lock = threading.Lock()
        self._clear()

    def record_call(
        self,
        *,
        provider: str,
        model: str,
        input_tokens: int,
        output_tokens: int,
        stage: str = "",
        agent_class: str = "",
        usd_override: float | None = None,
        cache_creation_input_tokens: int = 0,
        cache_read_input_tokens: int = 0,
    ) -> None:
        """Count one call; no tokens at all, except on Ollama, count as missing usage.

        Args:
            provider: The provider's name.
            model: The model's name.
            input_tokens: Tokens of the prompt, cached ones included.
            output_tokens: Tokens of the answer.
            stage: The stage that made the call, if any.
            agent_class: The class of the agent that made the call, if any.
            usd_override: The cost of the call, if it is known; replaces the price.
            cache_creation_input_tokens: The part of the prompt that was written to a cache.
            cache_read_input_tokens: The part that was read from one.

        Raises:
            ValueError: If a number is negative, or the cost is not finite.
        """
        numbers = (input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens, usd_override or 0)
        # `min` may miss NaN, the sum does not.
        if min(numbers) < 0 or not math.isfinite(sum(numbers)):
            message = f"A call cannot have used {numbers!r}. Give tokens and dollars of 0 or more."
            raise ValueError(message)
        usd = usd_override
        if usd is None:
            usd = self._prices.cost_usd(
                provider=provider,
                model=model,
                input_tokens=input_tokens,
                output_tokens=output_tokens,
                cache_read_tokens=cache_read_input_tokens,
                cache_write_tokens=cache_creation_input_tokens,
            )
        is_missing = input_tokens == output_tokens == 0 and provider.strip().lower() != "ollama"
        with self._lock:
            for tallies, key in ((self._rows, (provider, model)), (self._agents, (stage, agent_class))):
                tally = tallies.get(key)
                if tally is None:
                    tally = tallies[key] = Tally()
                tally.add(input_tokens, output_tokens, usd)
            self._missing_usage += is_missing
        self._emit(
            "llm.call_completed",
            provider=provider,
            model=model,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            stage=stage,
            agent_class=agent_class,
            missing_usage=is_missing,
        )

    def record_reply(self, reply: Reply, *, provider: str, model: str, stage: str = "", agent_class: str = "") -> None:
        """Count the usage of a reply; a reply without a model, for example of a test double, costs nothing.

        Args:
            reply: The provider's reply.
            provider: The provider's name.
            model: The requested model; the model that the reply names takes precedence.
            stage: The stage that made the call, if any.
            agent_class: The class of the agent that made the call, if any.
        """
        usage = billed_usage(reply.usage, provider)
        self.record_call(
            provider=provider,
            model=reply.model or model,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_creation_input_tokens=usage.cache_write_tokens,
            cache_read_input_tokens=usage.cached_tokens,
            stage=stage,
            agent_class=agent_class,
            usd_override=None if reply.model or model else 0.0,
        )

    def record_missing_usage(self) -> None:
        """Count a call without usage data."""
        with self._lock:
            self._missing_usage += 1
        self._emit("llm.usage_missing")

    def record_variant_lint(self, variant: str, count: int) -> None:
        """Set the number of findings of *variant*; 0 removes it."""
        if not variant:
            return
        with self._lock:
            if count > 0:
                self._variant_lint[variant] = count
            else:
                self._variant_lint.pop(variant, None)
        self._emit("validator.variant_lint", variant=variant, warning_count=count)

    def record_catalog_fetch(self, catalog_name: str, duration_ms: float) -> None:
        """Add to the milliseconds of a catalog; an empty name or a time of 0 is ignored."""
        if not catalog_name or not duration_ms > 0:
            return
        with self._lock:
            self._catalog_ms[catalog_name] = self._catalog_ms.get(catalog_name, 0.0) + duration_ms
        self._emit("catalog.fetch_completed", catalog_name=catalog_name, duration_ms=duration_ms)

    def breakdown(self) -> CostBreakdown:
        """Return a snapshot of the counts."""
        with self._lock:
            return CostBreakdown(
                rows=tuple(self._rows[key].row(key) for key in sorted(self._rows)),
                agent_rows=tuple(self._agents[key].row(key) for key in sorted(self._agents) if key != ("", "")),
                missing_usage_calls=self._missing_usage,
                variant_lint_findings=dict(sorted(self._variant_lint.items())),
                catalog_fetch_ms=dict(sorted(self._catalog_ms.items())),
            )

    def check_limit(self) -> None:
        """Raise if the known cost exceeds the limit.

        Raises:
            CostLimitExceeded: With the cost and the limit.
        """
        limit = self.limit_usd
        if limit is None:
            return
        with self._lock:
            running = sum(tally.usd for tally in self._rows.values())
        if running <= limit:
            return
        places = 2 if f"{running:.2f}" != f"{limit:.2f}" else 6
        message = (
            f"The run exceeds its cost limit (${running:.{places}f} > ${limit:.{places}f}). "
            "Raise FLUID_COST_LIMIT_USD, or reduce the task."
        )
        raise CostLimitExceeded(message, running_usd=running, limit_usd=limit)

    def reset(self) -> None:
        """Reset all counts; the limit stays."""
        with self._lock:
            self._clear()

    def _clear(self) -> None:
        self._rows: dict[tuple[str, str], Tally] = {}
        self._agents: dict[tuple[str, str], Tally] = {}
        self._missing_usage = 0
        self._variant_lint: dict[str, int] = {}
        self._catalog_ms: dict[str, float] = {}

    def _emit(self, event_type: str, **payload: object) -> None:
        # Outside the lock: a subscriber may ask for the breakdown.
        if self._bus.has_subscribers:
            self._bus.emit(Event(event_type, payload))
