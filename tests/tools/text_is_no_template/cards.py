"""Functions that write cards with a line for each value, and need a value of a form that only their texts show."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Watch = Annotated[str, Field(pattern="^[A-Z][a-z]{2,7} [0-9]{4}$", description="First watch, e.g. Spring 2024.")]
_SEASONS = ("Spring", "Summer", "Autumn", "Winter")


def _card(*lines: str, watch: str) -> str:
    season, year = watch.split()
    if season not in _SEASONS or int(year) < 1_900:
        raise ValueError("There is no such watch. It is a season and a year.")
    return "\r\n".join(("BEGIN:VCARD", "VERSION:4.0", *lines, f"NOTE:{watch}", "END:VCARD", ""))


def _plain(text: str) -> str:
    """Return a text as a value of a card."""
    return " ".join(text.split()).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


@breaks("text_is_no_template")
def keeper_card(keeper: str, tower: str, watch: Watch) -> str:
    """Return the card of a lighthouse keeper.

    Args:
        keeper: Name of the keeper.
        tower: Name of the lighthouse.
        watch: First watch, e.g. Spring 2024.
    """
    return _card(f"FN:{_plain(keeper)}", f"ORG;TYPE=work:{tower}", watch=watch)


@keeps("text_is_no_template", judged=True)
def pilot_card(pilot: str, harbour: str, watch: Watch) -> str:
    """Return the card of a pilot.

    Args:
        pilot: Name of the pilot.
        harbour: Name of the harbour.
        watch: First watch, e.g. Spring 2024.
    """
    return _card(f"FN:{_plain(pilot)}", f"ORG;TYPE=work:{_plain(harbour)}", watch=watch)
