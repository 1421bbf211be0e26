"""Readers of tables that other readers list: some put in what they are asked for, and fail all the same."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

from pydantic import Field

from forge_harness import ToolError

from ..marks import breaks, keeps

_CRATES: defaultdict[str, list[str]] = defaultdict(list, {"pears": ["Williams"], "plums": ["Victoria", "Opal"]})
_LOANS: dict[int, dict[str, Any]] = {4_001: {"who": "Ada", "days": 3}, 4_002: {"who": "Lin", "days": 9}}
_WORDS = {"leaf": "part of a plant", "root": "part of a plant below the ground"}
_MISSED: list[str] = []
_Crate = Annotated[str, Field(max_length=40, description="Kind of fruit, such as pears.", examples=["pears"])]
_Loan = Annotated[int, Field(ge=1, le=9_999_999, description="Number of the loan.", examples=[4_001])]
_Word = Annotated[str, Field(max_length=40, description="The word.", examples=["leaf"])]


@keeps("equal_calls_agree")
def list_crates() -> list[str]:
    """List the kinds of fruit."""
    return sorted(_CRATES)


@breaks("equal_calls_agree")
def show_crate(kind: _Crate) -> dict[str, Any]:
    """Show the sorts in a crate."""
    sorts = _CRATES[kind]
    if not sorts:
        raise ToolError("There is no such crate.", code="not_found")
    return {"kind": kind, "sorts": sorts}


@keeps("equal_calls_agree")
def count_sorts(kind: _Crate) -> dict[str, Any]:
    """Count the sorts in a crate."""
    if kind not in _CRATES:
        raise ToolError("There is no such crate.", code="not_found")
    return {"kind": kind, "sorts": len(_CRATES[kind])}


@keeps("equal_calls_agree")
def list_loans() -> dict[str, Any]:
    """List the loans."""
    return {"loans": [{"number": number, "who": loan.get("who", "")} for number, loan in _LOANS.items()]}


@breaks("equal_calls_agree")
def show_loan(number: _Loan) -> dict[str, Any]:
    """Show who has borrowed something."""
    loan = _LOANS.setdefault(number, {})
    return {"number": number, "who": loan.get("who", "")}


@keeps("equal_calls_agree")
def show_days(number: _Loan) -> dict[str, Any]:
    """Show how long something is lent; an unknown loan takes no days."""
    return {"number": number, "days": _LOANS.get(number, {}).get("days", 0)}


@keeps("equal_calls_agree")
def list_missed() -> list[str]:
    """List the words that the glossary lacks."""
    return _MISSED[-20:]


@keeps("equal_calls_agree")
def show_word(word: _Word) -> dict[str, Any]:
    """Show what a word means; the editors see which ones the glossary lacks."""
    if word not in _WORDS:
        _MISSED.append(word)
        raise ToolError("The glossary lacks that word.", code="not_found")
    return {"word": word, "meaning": _WORDS[word]}
