"""Seed 001, Agentic Primitives: one row a promise; the rest of its rows come with its own modules."""

from __future__ import annotations

from .requirement import Requirement

REQUIREMENTS: dict[str, Requirement] = {
    "cost:limit-carries-both-numbers": Requirement(
        "seed 001: CostLimitExceeded", "The error carries what the run has cost and what it may cost."
    ),
}
