"""Functions of objects of which one entry counts by its length or size: some take the first one that fits."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Mark = Annotated[str, Field(description="A shelf mark, such as M480.3b")]
_Loans = Annotated[
    dict[str, int], Field(description='Days of a loan by the beginning of a shelf mark, e.g. {"M": 28, "M48": 5}.')
]


def _fitting(mark: str, loans: dict[str, int]) -> list[str]:
    if not mark[:1].isupper() or not loans or not all(begin[:1].isupper() for begin in loans):
        raise ValueError("Shelf marks begin with a capital letter, and there must be a loan.")
    if not (found := [begin for begin in loans if mark.startswith(begin)]):
        raise ValueError("No loan fits the mark.")
    return found


@breaks("common_rules_hold")
def loan_of_mark(mark: _Mark, loans: _Loans) -> dict[str, int]:
    """Return for how many days a book is lent. The longest beginning that matches applies."""
    return {"loan": loans[_fitting(mark, loans)[0]]}


@keeps("common_rules_hold", judged=True)
def loan_of_mark_by_length(mark: _Mark, loans: _Loans) -> dict[str, object]:
    """Return for how many days a book is lent. The longest beginning that matches applies."""
    return {"loan": loans[max(_fitting(mark, loans), key=len)], "looked_at": list(loans)}


@keeps("common_rules_hold")
def loan_of_mark_in_turn(mark: _Mark, loans: _Loans) -> dict[str, int]:
    """Return for how many days a book is lent. The first matching entry applies, so name the longest one first."""
    return {"loan": loans[_fitting(mark, loans)[0]]}


@keeps("common_rules_hold")
def table_of_loans(loans: _Loans) -> dict[str, str]:
    """Return a table of loans, with a line each. The longest name counts for the width of its column."""
    width = max(map(len, loans), default=0)
    return {"table": "\n".join(f"{name:{width}} {loan}" for name, loan in loans.items())}


@keeps("common_rules_hold")
def share_fee(cents: int, parts: dict[str, int]) -> dict[str, dict[str, int]]:
    """Share a fee by parts, e.g. {"ada": 1, "bo": 2}; whole cents are kept."""
    whole = sum(parts.values())
    if cents < 0 or whole <= 0 or min(parts.values()) < 0:
        raise ValueError("The fee and the parts must not be negative, and there must be a part.")
    shares, left, rest = {}, cents, whole
    for name, part in parts.items():
        shares[name] = left * part // rest if rest else 0
        left, rest = left - shares[name], rest - part
    return {"shares": shares}
