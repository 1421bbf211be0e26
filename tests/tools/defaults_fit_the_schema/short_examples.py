"""Functions whose texts show a value with one digit where the pattern asks for two."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

CLOCK = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
MOON = r"^(NEW|FULL)-(0[1-9]|1[0-3])/20[0-9]{2}$"
Clock = Annotated[str, Field(pattern=CLOCK)]


@breaks("defaults_fit_the_schema")
def ring_bell(at: Annotated[str, Field(pattern=CLOCK, description="When the bell rings, for example 9:30.")]) -> str:
    """Return the sentence that announces a bell."""
    return f"The bell rings at {at}."


@breaks("defaults_fit_the_schema")
def name_of_moon(
    moon: Annotated[
        str, Field(pattern=MOON, description="Moon of a year: new or full and its number, e.g. FULL-3/2031.")
    ],
) -> str:
    """Return the name of a moon."""
    return f"moon {moon}"


@breaks("defaults_fit_the_schema")
def open_gate(at: Clock, gate: int = 1) -> str:
    """Return when a gate opens, such as `7:05` for the milk."""
    return f"{gate} opens at {at}"


@keeps("defaults_fit_the_schema", judged=True)
def ring_chimes(
    at: Annotated[
        str, Field(pattern=r"^([01]?[0-9]|2[0-3]):[0-5][0-9]$", description="When they ring, for example 9:30.")
    ],
    past: Annotated[str, Field(pattern=CLOCK, description="The last ring, e.g. 09:30, and never 9:30.")] = "09:30",
) -> str:
    """Return the sentence that announces the chimes."""
    return f"They ring at {at}, after {past}."


@keeps("defaults_fit_the_schema", judged=True)
def shut_gate(
    at: Annotated[str, Field(pattern=CLOCK, description="When it shuts, e.g. 17:05.")],
    sheet: Annotated[str, Field(pattern=r"^[0-9]{1,2}[:.][0-9]+$", description="Sheet of the list.")] = "9:3",
) -> str:
    """Return when a gate shuts, as on a sheet such as `7:05`."""
    return f"{sheet}: {at}"


@keeps("defaults_fit_the_schema")
def pages_of_year(
    prefix: Annotated[
        str,
        Field(pattern=r"^20[0-9]{2}-W(0[1-9]|[1-4][0-9]|5[0-3])\.[a-z]+$", description="Page; begins with 2031-W4."),
    ],
) -> str:
    """Return the pages of a week."""
    return prefix
