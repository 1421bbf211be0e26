"""Our rules for contracts, which the builder makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .draft import is_given, named, part, parts
from .rules import Remark, Rule, rule

__all__ = ["CONTRACT_RULES"]


@rule(stage="builder", severity="error", register=False)
def contracts_expose_something(contract: Any) -> Iterator[Remark]:
    """A contract exposes something."""
    if isinstance(contract, Mapping) and not parts(contract, "exposes"):
        yield Remark("exposes is empty", target="exposes", suggestion="add what the data product offers to others")


@rule(stage="builder", severity="warning", register=False)
def contracts_name_their_domain(contract: Any) -> Iterator[Remark]:
    """A contract names its business domain, at the root or in its metadata."""
    is_named = is_given(contract, "domain") or is_given(part(contract, "metadata"), "domain")
    if isinstance(contract, Mapping) and not is_named:
        yield Remark(
            "metadata.domain missing",
            target="metadata.domain",
            suggestion="name the business domain; a Fluid 0.7.2 contract has 'domain' at its root",
        )


@rule(stage="builder", severity="info", register=False)
def exposes_are_described(contract: Any) -> Iterator[Remark]:
    """Whatever a contract exposes has a description."""
    if isinstance(contract, Mapping):
        for number, exposed in enumerate(parts(contract, "exposes")):
            if not is_given(exposed, "description"):
                name = named(exposed, "exposeId", "id", "name") or f"exposes[{number}]"
                yield Remark(
                    f"{name} has no description",
                    target=f"exposes.{name}.description",
                    suggestion="say in a sentence what it holds",
                )


#: Every rule for contracts.
CONTRACT_RULES: tuple[Rule, ...] = (contracts_expose_something, contracts_name_their_domain, exposes_are_described)
