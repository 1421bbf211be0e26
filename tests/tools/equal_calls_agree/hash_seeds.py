"""Functions that use the built-in hash() of texts, for their answers or within."""

from __future__ import annotations

import zlib

from ..marks import breaks, keeps

_DESKS = ("north", "east", "south", "west")
_TABLE: list[list[tuple[str, int]]] = [[] for _ in range(8)]
for _word, _price in (("tea", 3), ("rye", 4), ("figs", 9), ("hello", 5)):
    _TABLE[hash(_word) % 8].append((_word, _price))


@breaks("equal_calls_agree")
def desk_of_visitor(visitor: str) -> dict[str, str]:
    """Tell at which desk a visitor is served; each has one desk for good.

    Args:
        visitor: Name of the visitor.
    """
    return {"visitor": visitor, "desk": _DESKS[hash((visitor.casefold(), "desk")) % len(_DESKS)]}


@keeps("equal_calls_agree")
def desk_by_checksum(visitor: str) -> dict[str, str]:
    """Tell at which desk a visitor is served; each has one desk for good.

    Args:
        visitor: Name of the visitor.
    """
    hash(visitor)
    return {"visitor": visitor, "desk": _DESKS[zlib.crc32(visitor.encode()) % len(_DESKS)]}


@keeps("equal_calls_agree")
def price_in_table(word: str) -> dict[str, object]:
    """Tell the price of a thing, 0 for what is not sold.

    Args:
        word: Name of the thing.
    """
    found = [price for known, price in _TABLE[hash(word) % 8] if known == word]
    return {"word": word, "price": found[0] if found else 0}


@keeps("equal_calls_agree")
def random_desk(visitor: str) -> dict[str, str]:
    """Pick a random desk for a visitor, until the next restart.

    Args:
        visitor: Name of the visitor.
    """
    return {"visitor": visitor, "desk": _DESKS[hash(visitor) % len(_DESKS)]}


@keeps("equal_calls_agree")
def parity_of_number(number: int) -> dict[str, int]:
    """Tell in which of two rows a number stands.

    Args:
        number: The number.
    """
    return {"row": hash(number) % 2}
