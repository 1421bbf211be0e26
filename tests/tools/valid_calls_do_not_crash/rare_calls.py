"""Functions that fail for few values or shapes of their arguments."""

from __future__ import annotations

from typing import Annotated, Literal
from xml.etree import ElementTree as ET

from pydantic import Field

from ..marks import breaks, keeps

_DENSITIES = {f"grade-{number}": 500 + number for number in range(40) if number * 5 % 37 != 19}


_Grade = Literal[tuple(f"grade-{number}" for number in range(40))]  # type: ignore[valid-type]


@breaks("valid_calls_do_not_crash", "choices_are_handled")
def timber_weight(
    grade: Annotated[_Grade, Field(description="Grade of the timber.")],
    litres: Annotated[int, Field(ge=1, le=1_000, description="Volume.")],
) -> dict[str, int]:
    """Compute the weight of timber, in grams."""
    return {"grams": _DENSITIES[grade] * litres}


def _count(element: ET.Element) -> int:
    return 1 + sum(_count(child) for child in element)


@breaks("valid_calls_do_not_crash")
def count_elements(
    document: Annotated[str, Field(max_length=50_000, description="An XML document.")],
) -> dict[str, int | str]:
    """Count the elements of an XML document."""
    if "<!" in document:
        return {"error": "declaration", "message": "The document has a declaration. Send elements only."}
    try:
        return {"elements": _count(ET.fromstring(document))}
    except ET.ParseError:
        return {"error": "not_xml", "message": "The document is not XML. Send an XML document."}


@breaks("valid_calls_do_not_crash")
def load_order(
    edges: Annotated[
        list[tuple[str, str]], Field(max_length=200, description="Pairs of a module and one that it needs.")
    ],
) -> dict[str, list[str] | str]:
    """Compute the order in which modules are loaded."""
    if any(module == needed for module, needed in edges):
        return {"error": "needs_itself", "message": "A module needs itself. Leave that pair out."}
    order: list[str] = []

    def visit(module: str) -> None:
        for _, needed in (pair for pair in edges if pair[0] == module):
            visit(needed)
        if module not in order:
            order.append(module)

    for module, _ in edges:
        visit(module)
    return {"order": order}


@keeps("valid_calls_do_not_crash")
def count_all_elements(
    document: Annotated[str, Field(max_length=50_000, description="An XML document.")],
) -> dict[str, int | str]:
    """Count the elements of an XML document."""
    if "<!" in document:
        return {"error": "declaration", "message": "The document has a declaration. Send elements only."}
    try:
        return {"elements": sum(1 for _ in ET.fromstring(document).iter())}
    except ET.ParseError:
        return {"error": "not_xml", "message": "The document is not XML. Send an XML document."}


@keeps("valid_calls_do_not_crash")
def order_modules(
    edges: Annotated[
        list[tuple[str, str]], Field(max_length=200, description="Pairs of a module and one that it needs.")
    ],
) -> dict[str, list[str] | str]:
    """Compute the order in which modules are loaded."""
    needs: dict[str, set[str]] = {}
    for module, needed in edges:
        needs.setdefault(module, set()).add(needed)
        needs.setdefault(needed, set())
    order: list[str] = []
    while needs:
        free = sorted(module for module, needed in needs.items() if needed <= set(order))
        if not free:
            return {"error": "circle", "message": "Some modules need each other. Leave one pair of the circle out."}
        order += free
        needs = {module: needed for module, needed in needs.items() if module not in free}
    return {"order": order}


@keeps("valid_calls_do_not_crash")
def shift_pay(
    kind: Annotated[Literal["early", "late", "night", "split"], Field(description="Kind of shift.")],
    hours: Annotated[int, Field(ge=0, le=24, description="Hours worked.")],
) -> dict[str, int | str]:
    """Compute what a shift pays, in euros."""
    if kind == "night" and hours == 0:
        return {"error": "EmptyShift", "message": "A night shift has at least one hour. Send hours from 1."}
    return {"euros": hours * {"early": 12, "late": 14, "night": 18, "split": 13}[kind]}
