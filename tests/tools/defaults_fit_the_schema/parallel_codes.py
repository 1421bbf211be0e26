"""Descriptions that tell of several codes in the same way, not all of which the pattern takes."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

GATE, BERTH = r"^[A-Z][0-9]{1,2}$", r"^[0-9]{2}-[A-Z]{2,3}$"


@breaks("defaults_fit_the_schema")
def way_to_gate(
    gate: Annotated[str, Field(pattern=GATE, description="The gate: B7 (upper floor) or B112 (lower floor).")],
) -> str:
    """Tell the way to a gate."""
    return f"Turn left for {gate}."


@breaks("defaults_fit_the_schema")
def berth_of_gate(
    gate: Annotated[str, Field(pattern=GATE, description="Gate of the pier; AX4 for ferries, and C4 for boats.")],
) -> str:
    """Tell the berth at a gate."""
    return f"12-{gate}"


@keeps("defaults_fit_the_schema", judged=True)
def doors_of_gate(
    gate: Annotated[str, Field(pattern=GATE, description="The gate: B7 (upper floor) or B12 (lower floor).")],
) -> str:
    """Tell the doors of a gate."""
    return f"{gate}, {gate}"


@keeps("defaults_fit_the_schema")
def old_name_of_gate(
    gate: Annotated[str, Field(pattern=GATE, description="The gate: B7 on the new plan, which was BB7 on the old.")],
) -> str:
    """Tell the former name of a gate."""
    return f"B{gate}"


@keeps("defaults_fit_the_schema")
def sort_gates(
    gate: Annotated[str, Field(pattern=GATE, description="The gate: B7 on the pier, but not BB7 on the roof.")],
) -> str:
    """Tell which gate comes next."""
    return gate


@keeps("defaults_fit_the_schema")
def boat_at_gate(
    gate: Annotated[str, Field(pattern=GATE, description="Gate B7 has the boats, BC704 has the aeroplanes.")],
    plane: Annotated[str, Field(pattern=r"^[A-Z]{2}[0-9]{3}$", description="The aeroplane.")] = "BC704",
) -> str:
    """Tell the boat at a gate."""
    return f"{plane} at {gate}"
