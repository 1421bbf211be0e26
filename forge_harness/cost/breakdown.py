"""CostBreakdown: a snapshot of the usage of a run, in rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["CostBreakdown", "CostRow", "Tally"]


@dataclass(frozen=True, slots=True)
class CostRow:
    """The usage of one model, or of one agent of one stage.

    Attributes:
        key: Provider and model, or stage and agent class.
        calls: The number of calls.
        input_tokens: Tokens of the prompts.
        output_tokens: Tokens of the answers.
        known_usd: Dollars of the calls with a known price.
        unpriced_calls: The number of calls without one.
    """

    key: tuple[str, str]
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    known_usd: float = 0.0
    unpriced_calls: int = 0

    @property
    def usd(self) -> float | None:
        """Dollars of all calls, or None if the price of one is unknown."""
        return None if self.unpriced_calls else self.known_usd


@dataclass(frozen=True, slots=True)
class CostBreakdown:
    """A snapshot of the usage of a run.

    Attributes:
        rows: By provider and model, sorted.
        agent_rows: By stage and agent class, sorted; calls without either are left out.
        missing_usage_calls: Calls without any usage data.
        variant_lint_findings: Findings by variant, sorted.
        catalog_fetch_ms: Milliseconds by catalog, sorted.
    """

    rows: tuple[CostRow, ...] = ()
    agent_rows: tuple[CostRow, ...] = ()
    missing_usage_calls: int = 0
    variant_lint_findings: Mapping[str, int] = field(default_factory=dict)
    catalog_fetch_ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def total_calls(self) -> int:
        """The number of calls."""
        return sum(row.calls for row in self.rows)

    @property
    def total_input_tokens(self) -> int:
        """Tokens of all prompts."""
        return sum(row.input_tokens for row in self.rows)

    @property
    def total_output_tokens(self) -> int:
        """Tokens of all answers."""
        return sum(row.output_tokens for row in self.rows)

    @property
    def known_usd(self) -> float:
        """Dollars of the calls with a known price."""
        return sum(row.known_usd for row in self.rows)

    @property
    def total_usd(self) -> float | None:
        """Dollars of the run, or None without calls, or if a price is unknown."""
        return None if not self.rows or self.unknown_models else self.known_usd

    @property
    def unknown_models(self) -> tuple[str, ...]:
        """Models without a known price, sorted."""
        return tuple(sorted({row.key[1] for row in self.rows if row.unpriced_calls}))


class Tally:
    """The counts of one row; changed in every turn."""

    __slots__ = ("calls", "input_tokens", "output_tokens", "unpriced", "usd")

    def __init__(self) -> None:
        self.calls = self.input_tokens = self.output_tokens = self.unpriced = 0
        self.usd = 0.0

    def add(self, input_tokens: int, output_tokens: int, usd: float | None) -> None:
        self.calls += 1
        self.input_tokens += input_tokens
        self.output_tokens += output_tokens
        if usd is None:
            self.unpriced += 1
        else:
            self.usd += usd

    def row(self, key: tuple[str, str]) -> CostRow:
        return CostRow(key, self.calls, self.input_tokens, self.output_tokens, self.usd, self.unpriced)
