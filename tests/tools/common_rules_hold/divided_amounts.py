"""Functions that divide an amount among names, or into rates: no part is lost, and none takes too much of the rest."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_EUROS = re.compile(r"[0-9]{1,6}\.[0-9]{2}")
Fee = Annotated[str, Field(description='Fee of the boat, such as "84.50".', max_length=9)]
Crew = Annotated[list[str], Field(min_length=1, max_length=60, description="Names of the crew, all different.")]
Debt = Annotated[int, Field(ge=1, le=10_000_000, description="The debt in cents.")]
Rates = Annotated[int, Field(ge=1, le=60, description="Number of rates, not more than the debt has cents.")]


def _cents(fee: str, crew: list[str]) -> int:
    if not _EUROS.fullmatch(fee):
        raise ValueError('The fee must look like "84.50".')
    if len(set(crew)) < len(crew):
        raise ValueError("No name may come twice.")
    return int(fee.replace(".", ""))


def _euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def _needed(debt: int, rates: int) -> None:
    if rates > debt:
        raise ValueError("Each rate must be at least one cent.")


@breaks("common_rules_hold")
def share_fee_and_round(fee: Fee, crew: Crew) -> dict[str, list[dict[str, str]]]:
    """Share the fee of a boat among its crew, to the cent."""
    each = round(_cents(fee, crew) / len(crew))
    return {"shares": [{"name": name, "pays": _euros(each)} for name in crew]}


@keeps("common_rules_hold", judged=True)
def share_fee_with_rest(fee: Fee, crew: Crew) -> dict[str, list[dict[str, str]]]:
    """Share the fee of a boat among its crew, to the cent; shares differ by one cent at most."""
    each, rest = divmod(_cents(fee, crew), len(crew))
    return {"shares": [{"name": name, "pays": _euros(each + (at < rest))} for at, name in enumerate(crew)]}


@breaks("common_rules_hold")
def share_fee_rest_to_first(fee: Fee, crew: Crew) -> dict[str, list[dict[str, str]]]:
    """Share the fee of a boat among its crew, to the cent. No two shares differ by more than one cent."""
    each, rest = divmod(_cents(fee, crew), len(crew))
    return {"shares": [{"name": name, "pays": _euros(each + (rest if at == 0 else 0))} for at, name in enumerate(crew)]}


@keeps("common_rules_hold", judged=True)
def share_fee_captain_pays_rest(fee: Fee, crew: Crew) -> dict[str, list[dict[str, str]]]:
    """Share the fee of a boat among its crew, to the cent. The first one pays what is left over."""
    return share_fee_rest_to_first(fee, crew)


@breaks("common_rules_hold")
def rates_rounded_up(debt: Debt, rates: Rates) -> dict[str, list[int]]:
    """Divide a debt into rates of whole cents; the last one is what is left."""
    _needed(debt, rates)
    each = -(-debt // rates)
    return {"rates": [each] * (rates - 1) + [debt - each * (rates - 1)]}


@keeps("common_rules_hold", judged=True)
def rates_rounded_down(debt: Debt, rates: Rates) -> dict[str, list[int]]:
    """Divide a debt into rates of whole cents; the last one is what is left."""
    _needed(debt, rates)
    each = debt // rates
    return {"rates": [each] * (rates - 1) + [debt - each * (rates - 1)]}


@keeps("common_rules_hold")
def owed_after_payment(paid: Debt, owed: Rates) -> dict[str, list[int]]:
    """Book a payment in cents: what of it pays the debt, and what is left, which is negative if it is not enough."""
    return {"bookings": [owed * 2, paid - owed * 2]}
