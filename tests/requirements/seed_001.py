"""Seed 001, Agentic Primitives: one row a promise; the rest of its rows come with its own modules."""

from __future__ import annotations

from .requirement import Requirement

REQUIREMENTS: dict[str, Requirement] = {
    "cost:limit-carries-both-numbers": Requirement(
        "seed 001: CostLimitExceeded", "The error carries what the run has cost and what it may cost."
    ),
    "tokens:window-table": Requirement(
        "seed 001: Token-budget pre-flight", "Each model has its context window; an unknown one has a small default."
    ),
    "tokens:heuristic": Requirement(
        "seed 001: Token-budget pre-flight", "Tokens are estimated from the length of the text."
    ),
    "tokens:never-under-estimates": Requirement(
        "seed 001: Token-budget pre-flight", "The estimate is not below the real count by more than its stated bound."
    ),
    "tokens:budget": Requirement(
        "seed 003: ContextOverflowError, 'exceeds context_window - output_reservation'",
        "The budget of a prompt is the window without what is reserved for the output.",
    ),
    "tokens:overflow-before-any-request": Requirement(
        "seed 003: ContextOverflowError, 'the pre-flight token budget check refused the prompt'",
        "A prompt that cannot fit is refused before it is sent.",
    ),
    "tokens:escape-flag": Requirement(
        "seed 003: ContextOverflowError, 'Override the assumed window'", "A flag turns the check off."
    ),
}
