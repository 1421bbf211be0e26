"""Tickets with a voucher, which one tool uses up in a dry run."""

from __future__ import annotations

import json
from pathlib import Path

from ..marks import breaks, keeps

_VOUCHERS = {"EARLY15": 15, "GROUP30": 30}
_USED = Path("used-vouchers.json")


def _ticket(zone: int, voucher: str | None, *, is_used_up: bool) -> dict[str, int]:
    used = json.loads(_USED.read_text()) if _USED.exists() else []
    if voucher is not None and (voucher not in _VOUCHERS or voucher in used):
        raise ValueError("This voucher is unknown, or was used.")
    if voucher is not None and is_used_up:
        _USED.write_text(json.dumps([*used, voucher]))
    return {"cents": zone * (100 - _VOUCHERS.get(voucher or "", 0))}


@breaks("dry_runs_change_nothing")
def sell_ticket(zone: int, voucher: str | None = None, dry_run: bool = False) -> dict[str, int]:
    """Price a ticket of a zone and use up its voucher; with dry_run, use up nothing."""
    return _ticket(zone, voucher, is_used_up=True)


@keeps("dry_runs_change_nothing")
def sell_ticket_later(zone: int, voucher: str | None = None, dry_run: bool = False) -> dict[str, int]:
    """Price a ticket of a zone and use up its voucher; with dry_run, use up nothing."""
    return _ticket(zone, voucher, is_used_up=not dry_run)
