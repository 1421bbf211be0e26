"""Functions that lay out a file where there is none, and what a preview changes in it later."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps


def _raffle(path: Path) -> tuple[int, list[str]]:
    """Return the number of the next ticket, and the lines of those that are sold."""
    try:
        first, *sold = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return 100, []
    name, _, number = first.partition(": ")
    if name != "next ticket":
        raise ValueError("The raffle is damaged. Mend its file.")
    return int(number), sold


def _save(path: Path, number: int, sold: list[str]) -> None:
    path.write_text("\n".join([f"next ticket: {number}", *sold]), encoding="utf-8")


@breaks("dry_runs_change_nothing")
def sell_ticket(buyer: str, preview: bool = False, *, workspace_root: Path) -> dict[str, object]:
    """Sell the next ticket of the raffle.

    Args:
        buyer: Name of the buyer.
        preview: Only tell which ticket it would be. Default: false.
        workspace_root: The workspace.
    """
    path = workspace_root / "raffle.txt"
    number, sold = _raffle(path)
    _save(path, number + 1, sold if preview else [*sold, f"{number}: {buyer}"])
    return {"ticket": number}


@keeps("dry_runs_change_nothing", judged=True)
def reserve_ticket(buyer: str, preview: bool = False, *, workspace_root: Path) -> dict[str, object]:
    """Reserve the next ticket of the raffle, which is laid out where there is none.

    Args:
        buyer: Name of the buyer.
        preview: Only tell which ticket it would be. Default: false.
        workspace_root: The workspace.
    """
    path = workspace_root / "reserved.txt"
    number, sold = _raffle(path)
    if not sold:
        _save(path, number, sold)
    if not preview:
        _save(path, number + 1, [*sold, f"{number}: {buyer}"])
    return {"ticket": number}


@keeps("dry_runs_change_nothing", judged=True)
def order_prizes(prize: str, preview: bool = False, *, workspace_root: Path) -> dict[str, object]:
    """Order a prize of the raffle; the sheet of the last order is for printing.

    Args:
        prize: Name of the prize.
        preview: Only write the sheet. Default: false.
        workspace_root: The workspace.
    """
    orders = workspace_root / "orders.txt"
    lines = orders.read_text(encoding="utf-8").splitlines() if orders.exists() else []
    sheet = "preview" if preview else "order"
    (workspace_root / "sheet.txt").write_text(f"{sheet} {len(lines) + 1}: {prize}\n", encoding="utf-8")
    if not preview:
        orders.write_text("\n".join([*lines, prize]), encoding="utf-8")
    return {"orders": len(lines) + (not preview)}
