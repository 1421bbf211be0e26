"""What a run has used and cost so far, and the limit it may not pass.

::

    record_call            tokens and dollars of a (provider, model), and of a (stage, agent class)
    record_missing_usage   calls of which the provider did not say what they used
    record_variant_lint    findings of a variant
    record_catalog_fetch   milliseconds of a catalog

Each is told to the event bus after it is counted. A limit is held against what is known: a call without a price makes
the total unknown, and the known part must still not pass the limit. Source: seed 001, "RunCostTracker".
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
    """Return the limit of a run: ``FLUID_COST_LIMIT_USD``, else the config's; None where there is none.

    What is no number is ignored with a warning; 0 and less mean no limit.
    """
    text = os.environ.get("FLUID_COST_LIMIT_USD", "").strip()
    limit = config_limit_usd
    if text:
        try:
            limit = float(text)
        except ValueError:
            limit = math.nan
        if math.isnan(limit):
            log.warning("FLUID_COST_LIMIT_USD=%r is no number of dollars. The config's limit holds instead.", text)
            limit = config_limit_usd
    return limit if limit is not None and limit > 0 else None


class RunCostTracker:
    """Counts what a run uses; may be written to from many threads.

    Args:
        limit_usd: What the run may cost, or None for no limit; see `cost_limit_usd`.
        prices: Where costs are looked up.
        bus: Who is told; None for the process's.
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
            stage: The stage that called, if any.
            agent_class: The class of the agent that called, if any.
            usd_override: What the call cost, where that is known better than by price.
            cache_creation_input_tokens: The part of the prompt that was written to a cache.
            cache_read_input_tokens: The part that was read from one.

        Raises:
            ValueError: If a number is negative, or the cost is not finite.
        """
        numbers = (input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens, usd_override or 0)
        # NaN may escape `min`, but not the sum.
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
        self._tell(
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
        """Count what a reply used; one that no model gave, such as a double's, costs nothing.

        Args:
            reply: What the provider answered.
            provider: The provider's name.
            model: The model that was asked; the one that answered counts, where it says its name.
            stage: The stage that asked, if any.
            agent_class: The class of the agent that asked, if any.
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
        """Count a call of which the provider did not say what it used."""
        with self._lock:
            self._missing_usage += 1
        self._tell("llm.usage_missing")

    def record_variant_lint(self, variant: str, count: int) -> None:
        """Set how many findings *variant* has; 0 forgets it."""
        if not variant:
            return
        with self._lock:
            if count > 0:
                self._variant_lint[variant] = count
            else:
                self._variant_lint.pop(variant, None)
        self._tell("validator.variant_lint", variant=variant, warning_count=count)

    def record_catalog_fetch(self, catalog_name: str, duration_ms: float) -> None:
        """Add to the milliseconds of a catalog; nothing of no catalog, or of no time."""
        if not catalog_name or not duration_ms > 0:
            return
        with self._lock:
            self._catalog_ms[catalog_name] = self._catalog_ms.get(catalog_name, 0.0) + duration_ms
        self._tell("catalog.fetch_completed", catalog_name=catalog_name, duration_ms=duration_ms)

    def breakdown(self) -> CostBreakdown:
        """Return what is counted at this moment."""
        with self._lock:
            return CostBreakdown(
                rows=tuple(self._rows[key].row(key) for key in sorted(self._rows)),
                agent_rows=tuple(self._agents[key].row(key) for key in sorted(self._agents) if key != ("", "")),
                missing_usage_calls=self._missing_usage,
                variant_lint_findings=dict(sorted(self._variant_lint.items())),
                catalog_fetch_ms=dict(sorted(self._catalog_ms.items())),
            )

    def check_limit(self) -> None:
        """Refuse to go on when the known cost has passed the limit.

        Raises:
            CostLimitExceeded: With both numbers.
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
            f"The run has cost too much (${running:.{places}f} > ${limit:.{places}f}). "
            "Raise FLUID_COST_LIMIT_USD, or give it less to do."
        )
        raise CostLimitExceeded(message, running_usd=running, limit_usd=limit)

    def reset(self) -> None:
        """Forget everything that was counted; the limit stays."""
        with self._lock:
            self._clear()

    def _clear(self) -> None:
        self._rows: dict[tuple[str, str], Tally] = {}
        self._agents: dict[tuple[str, str], Tally] = {}
        self._missing_usage = 0
        self._variant_lint: dict[str, int] = {}
        self._catalog_ms: dict[str, float] = {}

    def _tell(self, event_type: str, **payload: object) -> None:
        # Outside of the lock: a subscriber may ask for the breakdown.
        if self._bus.has_subscribers:
            self._bus.emit(Event(event_type, payload))
