"""Contracts: data contracts in the answers of a tool, judged by the schema of the version that they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from forge_harness import FLUID_VERSION, contract_errors

from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.ordinary_outcomes import outcomes_of_plausible_calls
from ..check import check

__all__ = ["contracts_are_valid"]

_MAX_DEPTH = 4
_MAX_ITEMS = 50


@check(
    family="results",
    level="MUST",
    source="Seed 000, propose_contract and validate_contract; seed 001, the Fluid 0.7.2 schema validator",
    codes={"invalid_contract": "A contract in an answer breaks the schema of the version that it names."},
)
def contracts_are_valid(subject: Subject) -> None:
    """A Fluid data contract that a tool returns is valid.

    What proposes contracts and what deploys them are seldom the same program: an invalid one is found by whoever reads
    it next. Every object with `fluidVersion` "0.7.2" in an answer is judged by the schema of that version. Not judged:
    contracts that the call itself has sent, and other versions.
    """
    is_seen = False
    for outcome in outcomes_of_plausible_calls(subject, limit=12):
        for contract in _proposed(outcome):
            is_seen = True
            errors = contract_errors(contract)
            if errors:
                raise CheckFailure(
                    "invalid_contract",
                    f"An answer holds a contract of Fluid {FLUID_VERSION} that is invalid: {errors[0]}",
                    arguments=outcome.arguments,
                )
    if not is_seen:
        raise NotApplicable(f"No answer holds a contract of Fluid {FLUID_VERSION}.")


def _proposed(outcome: Outcome) -> Iterator[Mapping[str, Any]]:
    """Yield the contracts of an answer that are not among the arguments of the call."""
    sent = list(_contracts(dict(outcome.arguments)))
    yield from (contract for contract in _contracts(outcome.value) if contract not in sent)


def _contracts(value: Any, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping) and value.get("fluidVersion") == FLUID_VERSION:
        yield value
    elif depth < _MAX_DEPTH and isinstance(value, Mapping | list):
        parts = list(value.values() if isinstance(value, Mapping) else value)[:_MAX_ITEMS]
        yield from chain.from_iterable(_contracts(part, depth + 1) for part in parts)
