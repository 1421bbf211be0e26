"""Functions that store a text under a name, and fill it in later."""

from __future__ import annotations

from dataclasses import dataclass
from string import Template
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Name = Annotated[str, Field(pattern="^[a-z]{1,20}$", description="Name of the card, e.g. 'thanks'.")]
Card = Annotated[
    str, Field(min_length=1, max_length=400, description="Its text, with {guest.name} and {guest.table} in it.")
]


@dataclass
class _Guest:
    name: str = "Ada"
    table: int = 3


_cards = {"thanks": "Thank you, {guest.name}!"}


@keeps("text_is_no_template")
def keep_card(name: Name, text: Card) -> dict[str, int]:
    """Keep the text of a card."""
    _cards[name] = text
    return {"characters": len(text)}


@breaks("text_is_no_template")
def print_card(name: Name) -> dict[str, str]:
    """Fill in a card for the guest at table 3."""
    try:
        return {"card": _cards[name].format(guest=_Guest())}
    except (KeyError, IndexError, AttributeError, ValueError):
        raise ValueError("There is no such card, or it has a field that is unknown.") from None


@keeps("text_is_no_template")
def show_card(name: Name) -> dict[str, str]:
    """Show a card for the guest at table 3, with the two known fields filled in."""
    if name not in _cards:
        raise ValueError("There is no such card.")
    guest = _Guest()
    text = _cards[name].replace("{guest.name}", guest.name)
    return {"card": text.replace("{guest.table}", str(guest.table))}


@keeps("text_is_no_template")
def lay_out_card(name: Name) -> dict[str, str]:
    """Show a card for the guest at table 3, with $guest filled in."""
    if name not in _cards:
        raise ValueError("There is no such card.")
    return {"card": Template(_cards[name]).safe_substitute(guest=_Guest().name)}


_Line = Annotated[str, Field(min_length=1, max_length=80, description="A line of the menu, shown as it is.")]
_Day = Annotated[str, Field(pattern="^[a-z]{1,20}$", description="Day of the menu, e.g. 'monday'.")]
_menus: dict[str, list[str]] = {"monday": ["soup"]}


@keeps("text_is_no_template")
def add_line(day: _Day, line: _Line) -> dict[str, int]:
    """Add a line to the menu of a day."""
    _menus.setdefault(day, []).append(line)
    return {"lines": len(_menus[day])}


@breaks("text_is_no_template")
def print_menu(day: _Day) -> dict[str, str]:
    """Print the menu of a day."""
    if day not in _menus:
        raise ValueError("There is no menu for this day.")
    head = "{day} ({count})\n"
    try:
        return {"menu": (head + "\n".join(_menus[day])).format(day=day, count=len(_menus[day]))}
    except (KeyError, IndexError, AttributeError, ValueError):
        raise ValueError("The menu cannot be printed.") from None


@keeps("text_is_no_template")
def write_menu(day: _Day) -> dict[str, str]:
    """Write the menu of a day, with its lines as they are."""
    if day not in _menus:
        raise ValueError("There is no menu for this day.")
    return {"menu": "{day} ({count})\n{lines}".format(day=day, count=len(_menus[day]), lines="\n".join(_menus[day]))}
