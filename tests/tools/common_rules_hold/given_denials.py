"""Functions that decide by rules of the call, of which a denial is said to override what others allow."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Clause(TypedDict):
    """A clause of a contract for a hall."""

    hall: str
    verdict: Literal["granted", "refused"]


@breaks("common_rules_hold")
def may_book_by_first(clauses: list[Clause], hall: str) -> dict[str, bool]:
    """Tell whether a hall may be booked. A clause that refuses it outweighs all that grant it.

    Args:
        clauses: The clauses, each for one hall, or "*" for all.
        hall: Name of the hall.
    """
    for clause in clauses:
        if clause["hall"] in ("*", hall):
            return {"bookable": clause["verdict"] == "granted"}
    return {"bookable": False}


@keeps("common_rules_hold", judged=True)
def may_book(clauses: list[Clause], hall: str) -> dict[str, bool]:
    """Tell whether a hall may be booked. A clause that refuses it outweighs all that grant it.

    Args:
        clauses: The clauses, each for one hall, or "*" for all.
        hall: Name of the hall.
    """
    verdicts = {clause["verdict"] for clause in clauses if clause["hall"] in ("*", hall)}
    return {"bookable": verdicts == {"granted"}}


@keeps("common_rules_hold")
def may_book_by_order(clauses: list[Clause], hall: str) -> dict[str, bool]:
    """Tell whether a hall may be booked. The first clause that fits decides; a refusal outweighs the default.

    Args:
        clauses: The clauses, each for one hall, or "*" for all.
        hall: Name of the hall.
    """
    return may_book_by_first(clauses, hall)


@breaks("common_rules_hold")
def passes_by_last(tickets: list[dict[str, bool | str]], gate: str) -> bool:
    """Tell whether a guest passes a gate: if a ticket of theirs permits it, unless any ticket prohibits it.

    Args:
        tickets: Each with "gate" and "permitted", a flag.
        gate: Name of the gate.
    """
    fitting = [ticket["permitted"] for ticket in tickets if ticket["gate"] == gate]
    return bool(fitting and fitting[-1])


@keeps("common_rules_hold")
def passes(tickets: list[dict[str, bool | str]], gate: str) -> bool:
    """Tell whether a guest passes a gate: if a ticket of theirs permits it, unless any ticket prohibits it.

    Args:
        tickets: Each with "gate" and "permitted", a flag.
        gate: Name of the gate.
    """
    fitting = [ticket["permitted"] for ticket in tickets if ticket["gate"] == gate]
    return bool(fitting) and all(fitting)
