"""Functions that put an apostrophe before the formulas of a table, by the sign that a text begins with."""

from __future__ import annotations

import csv
import io
import re

from ..marks import breaks, keeps


def _table(rows: list[list[str]]) -> str:
    made = io.StringIO(newline="")
    csv.writer(made).writerows(rows)
    return made.getvalue()


@breaks("text_is_no_template")
def table_of_guests(name: str, wish: str) -> dict[str, str]:
    """Make a table of a guest for a spreadsheet.

    Args:
        name: Who comes.
        wish: What the guest would like to eat.
    """
    row = [f"'{text}" if re.match(r"\s*[=@-]", text) else text for text in (name, wish)]
    return {"table": _table([["name", "wish"], row])}


@breaks("text_is_no_template")
def table_of_prizes(prizes: list[dict[str, str]]) -> dict[str, str]:
    """Make a table for a spreadsheet.

    Args:
        prizes: Objects with texts of any names, in the order of the first.
    """
    names = [*prizes[0]] if prizes else []
    rows = [[prize.get(name, "") for name in names] for prize in prizes]
    return {"table": _table([[f"'{cell}" if cell[:1] in ("=", "+", "-") else cell for cell in row] for row in rows])}


@keeps("text_is_no_template")
def table_of_guests_and_wishes(name: str, wish: str) -> dict[str, str]:
    """Make a table of a guest for a spreadsheet.

    Args:
        name: Who comes.
        wish: What the guest would like to eat.
    """
    row = [f"'{text}" if re.match(r"\s*[=@+-]", text) else text for text in (name, wish)]
    return {"table": _table([["name", "wish"], row])}


@keeps("text_is_no_template")
def table_of_changes(account: str, change: str) -> dict[str, str]:
    """Make a table of a change for a spreadsheet; numbers such as "-5" stay numbers.

    Args:
        account: The account.
        change: By how much it changed, or a remark.
    """
    is_number = re.compile(r"[+-]?\d+(?:\.\d+)?")
    cells = [text if is_number.fullmatch(text) or text[:1] not in "=+-@" else f"'{text}" for text in (account, change)]
    return {"table": _table([["account", "change"], cells])}


@keeps("text_is_no_template")
def quoted_words(word: str, other: str) -> dict[str, str]:
    """Show two words in apostrophes, where they begin with a sign of equality, an at sign or neither.

    Args:
        word: A word.
        other: Another word.
    """
    shown = [f"'{text}'" if text[:1] in ("=", "@") else text for text in (word, other)]
    return {"shown": f"{shown[0]},{shown[1]}\n"}


def _guarded(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


@breaks("text_is_no_template")
def table_of_guests_in_one_line(name: str, wish: str) -> dict[str, str]:
    """Make a table of a guest for a spreadsheet; several blanks in a row become one.

    Args:
        name: Who comes.
        wish: What the guest would like to eat.
    """
    return {"table": _table([["name", "wish"], [" ".join(_guarded(text).split()) for text in (name, wish)]])}


@breaks("text_is_no_template")
def table_of_guests_in_print(name: str, wish: str) -> dict[str, str]:
    """Make a table of a guest for a spreadsheet; signs that are not printed are left out.

    Args:
        name: Who comes.
        wish: What the guest would like to eat.
    """
    row = ["".join(sign for sign in _guarded(text) if sign.isprintable()) for text in (name, wish)]
    return {"table": _table([["name", "wish"], row])}


@keeps("text_is_no_template")
def table_of_guests_with_blanks(name: str, wish: str) -> dict[str, str]:
    """Make a table of a guest for a spreadsheet; blanks stay.

    Args:
        name: Who comes.
        wish: What the guest would like to eat.
    """
    return {"table": _table([["name", "wish"], [_guarded(name), _guarded(wish)]])}


@keeps("text_is_no_template")
def table_of_guests_without_blanks(name: str, wish: str) -> dict[str, str]:
    """Make a table of a guest for a spreadsheet; several blanks in a row become one.

    Args:
        name: Who comes.
        wish: What the guest would like to eat.
    """
    return {"table": _table([["name", "wish"], [_guarded(" ".join(text.split())) for text in (name, wish)]])}
