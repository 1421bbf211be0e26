"""Orders that name articles of a table: as an object, as names, as pairs, and as two lists side by side."""

from __future__ import annotations

from ..marks import breaks, keeps

_seats = {"stalls": 40, "circle": 25, "gallery": 12}
_boxes = {"stalls": 40, "circle": 25, "gallery": 12}
_grams = {"carrot": 500, "beet": 300, "leek": 120}
_flour = {"rye": 500, "spelt": 300, "oat": 120}
_litres = {"red": 50, "blue": 30, "white": 12}
_paint = {"red": 50, "blue": 30, "white": 12}
_animals = {"mule": "free", "pony": "free", "camel": "out", "donkey": "free"}
_boats = {"skiff": "free", "canoe": "free", "barge": "out", "punt": "free"}


def _checked(table: dict[str, int], name: str, amount: int) -> None:
    if name not in table:
        raise ValueError(f"There is no {name}.")
    if not 1 <= amount <= table[name]:
        raise ValueError(f"There are not {amount} of {name}.")


@breaks("failing_calls_change_nothing")
def book_seats(seats: dict[str, int]) -> str:
    """Book seats for a group, all of them or none.

    Args:
        seats: How many seats in each part of the house.
    """
    if not seats:
        raise ValueError("A group needs seats.")
    for part, number in seats.items():
        _checked(_seats, part, number)
        _seats[part] -= number
    return ", ".join(f"{part}: {left} left" for part, left in _seats.items())


@keeps("failing_calls_change_nothing", judged=True)
def book_boxes(seats: dict[str, int]) -> str:
    """Book boxes for a group, all of them or none.

    Args:
        seats: How many boxes in each part of the house.
    """
    if not seats:
        raise ValueError("A group needs boxes.")
    for part, number in seats.items():
        _checked(_boxes, part, number)
    for part, number in seats.items():
        _boxes[part] -= number
    return ", ".join(f"{part}: {left} left" for part, left in _boxes.items())


@breaks("failing_calls_change_nothing")
def take_seeds(order: list[tuple[str, int]]) -> dict:
    """Take seeds for a customer, or nothing if a kind is short.

    Args:
        order: Pairs of a kind and grams.
    """
    if not order:
        raise ValueError("An order needs seeds.")
    for kind, grams in order:
        _checked(_grams, kind, grams)
        _grams[kind] -= grams
    return {kind: _grams[kind] for kind, _ in order}


@keeps("failing_calls_change_nothing", judged=True)
def take_flour(order: list[tuple[str, int]]) -> dict:
    """Take flour for a customer, or nothing if a kind is short.

    Args:
        order: Pairs of a kind and grams, each kind once.
    """
    if not order or len(dict(order)) < len(order):
        raise ValueError("An order needs flour, each kind once.")
    for kind, grams in order:
        _checked(_flour, kind, grams)
    for kind, grams in order:
        _flour[kind] -= grams
    return {kind: _flour[kind] for kind, _ in order}


@breaks("failing_calls_change_nothing")
def mix_colours(colours: list[str], amounts: list[int]) -> dict:
    """Take the colours of a mixture, or none of them if one is short.

    Args:
        colours: The colours.
        amounts: Litres of each, in the same order.
    """
    if not colours or len(colours) != len(amounts):
        raise ValueError("Give an amount for each colour.")
    for colour, amount in zip(colours, amounts, strict=True):
        _checked(_litres, colour, amount)
        _litres[colour] -= amount
    return dict(_litres)


@keeps("failing_calls_change_nothing", judged=True)
def mix_paint(colours: list[str], amounts: list[int]) -> dict:
    """Take the paint of a mixture, or none of it if a colour is short.

    Args:
        colours: The colours.
        amounts: Litres of each, in the same order.
    """
    if not colours or len(set(colours)) != len(amounts):
        raise ValueError("Give an amount for each colour, and each colour once.")
    left = dict(_paint)
    for colour, amount in zip(colours, amounts, strict=True):
        _checked(left, colour, amount)
        left[colour] -= amount
    _paint.update(left)
    return left


@breaks("failing_calls_change_nothing")
def rent_animals(animals: list[str]) -> dict:
    """Rent animals for a ride; if one is out, none is rented."""
    for name in animals:
        if _animals.get(name) != "free":
            raise ValueError(f"{name} cannot be rented.")
        _animals[name] = "out"
    return {"free": list(_animals.values()).count("free")}


@keeps("failing_calls_change_nothing", judged=True)
def rent_boats(boats: list[str]) -> dict:
    """Rent boats for a trip; if one is out, none is rented."""
    for name in boats:
        if _boats.get(name) != "free":
            raise ValueError(f"{name} cannot be rented.")
    _boats.update(dict.fromkeys(boats, "out"))
    return {"free": list(_boats.values()).count("free")}
