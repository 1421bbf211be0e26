"""Tools that count the rows of a table, or what they have added."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps


def _parsed(line: str) -> tuple[str, int]:
    cells = line.split(";")
    if len(cells) != 2 or not cells[0] or not cells[1].isdigit():
        raise ValueError("a line needs a plant and its height")
    return cells[0], int(cells[1])


def _lines(text: str) -> list[str]:
    head, *lines = text.splitlines() or [""]
    if head != "plant;height":
        raise ValueError("The first line must be plant;height.")
    return lines


def _heights(lines: list[str]) -> dict[str, Any]:
    known: list[int] = []
    wrong: list[int] = []
    for number, line in enumerate(lines, start=1):
        try:
            known.append(_parsed(line)[1])
        except ValueError:
            wrong.append(number)
    return {"measured": len(known), "wrong": wrong, "highest": str(max(known, default=0))}


@breaks("common_rules_hold")
def compare_heights(table: str) -> dict[str, Any]:
    """Find the highest plant of a table.

    Args:
        table: CSV with semicolons; its first line is "plant;height", the others like "fern;40".

    Returns:
        How many plants were "measured", the numbers of the "wrong" lines, and the "highest".
    """
    return _heights([line for line in _lines(table) if ";" in line])


@keeps("common_rules_hold", judged=True)
def compare_all_heights(table: str) -> dict[str, Any]:
    """Find the highest plant of a table.

    Args:
        table: CSV with semicolons; its first line is "plant;height", the others like "fern;40".

    Returns:
        How many plants were "measured", the numbers of the "wrong" lines, and the "highest".
    """
    return _heights(_lines(table))


@keeps("common_rules_hold")
def compare_whole_heights(table: str) -> dict[str, Any]:
    """Find the highest plant of a table. Lines without a semicolon are ignored.

    Args:
        table: CSV with semicolons; its first line is "plant;height", the others like "fern;40".
    """
    return _heights([line for line in _lines(table) if ";" in line])


@keeps("common_rules_hold")
def compare_known_heights(table: str) -> dict[str, Any]:
    """Find the highest plant of a table.

    Args:
        table: CSV with semicolons; its first line is "plant;height", the others like "fern;40".
    """
    return {"measured": _heights(_lines(table))["measured"]}


def _kept(name: str) -> dict[str, str]:
    path = Path(name)
    return json.loads(path.read_text()) if path.exists() else {}


@breaks("common_rules_hold")
def note_words(words: list[str]) -> dict[str, int]:
    """Put words on the list of words to learn.

    Args:
        words: 1 to 40 words; those on the list already stay as they are.

    Returns:
        "taken" and "known", the numbers of words that were put on the list and that were there.
    """
    if not 1 <= len(words) <= 40 or not all(word.isalpha() for word in words):
        raise ValueError("words must be 1 to 40 words of letters.")
    kept = _kept("words.json")
    fresh = [word for word in words if word not in kept]
    Path("words.json").write_text(json.dumps({**kept, **dict.fromkeys(fresh, "new")}))
    return {"taken": len(fresh), "known": len(words) - len(fresh)}


@breaks("common_rules_hold")
def add_guests(guests: list[str]) -> dict[str, int]:
    """Put people on the list of guests, each of them once.

    Args:
        guests: 1 to 40 names.

    Returns:
        "added", how many of them are on the list now.
    """
    if not 1 <= len(guests) <= 40 or not all(name.strip() for name in guests):
        raise ValueError("guests must be 1 to 40 names.")
    Path("guests.json").write_text(json.dumps({**_kept("guests.json"), **dict.fromkeys(guests, "comes")}))
    return {"added": len(guests)}


@keeps("common_rules_hold", judged=True)
def note_new_words(words: list[str]) -> dict[str, int]:
    """Put words on the list of words to learn.

    Args:
        words: 1 to 40 words; those on the list already stay as they are.

    Returns:
        "taken" and "known", the numbers of words that were put on the list and that were there.
    """
    if not 1 <= len(words) <= 40 or not all(word.isalpha() for word in words):
        raise ValueError("words must be 1 to 40 words of letters.")
    kept = _kept("new-words.json")
    fresh = {word for word in words if word not in kept}
    Path("new-words.json").write_text(json.dumps({**kept, **dict.fromkeys(sorted(fresh), "new")}))
    return {"taken": len(fresh), "known": len(words) - len(fresh)}


@keeps("common_rules_hold")
def save_prices(prices: list[str]) -> dict[str, int]:
    """Write prices over the earlier ones.

    Args:
        prices: 1 to 40 names of products whose price is to be one.

    Returns:
        "saved", how many prices were written, and "new_size" of the list.
    """
    if not 1 <= len(prices) <= 40:
        raise ValueError("prices must be 1 to 40 names.")
    kept = {**_kept("prices.json"), **dict.fromkeys(prices, "1.00")}
    Path("prices.json").write_text(json.dumps(kept))
    return {"saved": len(prices), "new_size": len(kept)}


@keeps("common_rules_hold")
def add_entries(entries: list[str]) -> dict[str, int]:
    """Append entries to the diary, equal ones as well.

    Args:
        entries: 1 to 40 texts.

    Returns:
        "added", how many entries were appended.
    """
    if not 1 <= len(entries) <= 40:
        raise ValueError("entries must be 1 to 40 texts.")
    path = Path("diary.json")
    kept = json.loads(path.read_text()) if path.exists() else []
    path.write_text(json.dumps([*kept, *entries]))
    return {"added": len(entries)}


def _weights(lines: str, field: str, *, tells_all: bool) -> dict[str, Any]:
    known: list[float] = []
    wrong: list[int] = []
    for number, line in enumerate(lines.splitlines(), start=1):
        cells = line.split(";")
        if len(cells) != 3:
            wrong.append(number)
        elif cells[1] == field:
            try:
                known.append(float(cells[2]))
            except ValueError:
                wrong += [number] if tells_all else []
    if not known:
        raise ValueError("There is no weight of that field.")
    return {"kilograms": f"{sum(known):.1f}", "loads": len(known), "wrong_lines": wrong}


@breaks("common_rules_hold")
def weigh_loads(lines: str, field: str) -> dict[str, Any]:
    """Add the loads of one field.

    A line that cannot be read is left out, and its number is given in "wrong_lines".

    Args:
        lines: Lines like "3;north;412.5": the number of the cart, the field and the kilograms.
        field: The field, such as "north".
    """
    return _weights(lines, field, tells_all=False)


@keeps("common_rules_hold", judged=True)
def weigh_all_loads(lines: str, field: str) -> dict[str, Any]:
    """Add the loads of one field.

    A line that cannot be read is left out, and its number is given in "wrong_lines".

    Args:
        lines: Lines like "3;north;412.5": the number of the cart, the field and the kilograms.
        field: The field, such as "north".
    """
    return _weights(lines, field, tells_all=True)


@keeps("common_rules_hold")
def weigh_known_loads(lines: str, field: str) -> dict[str, Any]:
    """Add the loads of one field. Lines without a weight are ignored; other wrong lines are in "wrong_lines".

    Args:
        lines: Lines like "3;north;412.5": the number of the cart, the field and the kilograms.
        field: The field, such as "north".
    """
    return _weights(lines, field, tells_all=False)


@keeps("common_rules_hold", judged=True)
def count_loads_of_cart(lines: str, cart: str) -> dict[str, int]:
    """Count the loads of one cart, and the lines that have not three cells.

    Args:
        lines: Lines like "3;north;412.5": the number of the cart, the field and the kilograms.
        cart: The number of the cart, such as "3".
    """
    rows = [line.split(";") for line in lines.splitlines()]
    wrong = sum(1 for row in rows if len(row) != 3)
    return {"loads": sum(1 for row in rows if len(row) == 3 and row[0] == cart), "wrong_lines": wrong}
