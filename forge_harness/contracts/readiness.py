"""What the contracts of other standards need of a Fluid contract. Source: seed 001, ConformanceAgent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .fluid_contract import contract_errors

__all__ = ["domain_of", "readiness"]


def readiness(contract: Any, standard: str) -> tuple[list[str], bool]:
    """Return what *contract* lacks for a standard, and whether it is a valid Fluid contract.

    What it lacks is told with its path: a description, a domain, a team that owns it and something that it exposes.

    Args:
        contract: Any value; None if there is no contract yet.
        standard: The name of the standard.
    """
    if not isinstance(contract, Mapping):
        return [f"There is no contract to write as {standard}. Draft one first."], False
    missing = [f"{path} is missing, which {standard} needs. Add it." for path in _missing(contract)]
    return missing, not contract_errors(contract)


def domain_of(contract: Mapping[str, Any]) -> str:
    """Return the domain of a contract, at its root or in its metadata; an empty text if it has none.

    Fluid has it at the root. Older drafts, and the rules of seed 001, have it in the metadata.
    """
    metadata = contract.get("metadata")
    for holder in (contract, metadata if isinstance(metadata, Mapping) else {}):
        if isinstance(domain := holder.get("domain"), str) and domain.strip():
            return domain
    return ""


def _missing(contract: Mapping[str, Any]) -> Iterator[str]:
    if not _is_text(contract.get("description")):
        yield "description"
    if not domain_of(contract):
        yield "domain"
    metadata = contract.get("metadata")
    owner = metadata.get("owner") if isinstance(metadata, Mapping) else None
    if not isinstance(owner, Mapping) or not _is_text(owner.get("team")):
        yield "metadata.owner.team"
    if not isinstance(contract.get("exposes"), list) or not contract["exposes"]:
        yield "exposes"


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
