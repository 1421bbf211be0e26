"""Tools whose argument is the folder that they work in: by its name, or a name beside others."""

from __future__ import annotations

import re
from pathlib import Path

from ..marks import breaks, keeps

_SERIES = re.compile(r"[a-z]{1,8}")


@keeps("paths_stay_inside")
def next_receipt(workspace: Path, series: str) -> str:
    """Return the next number of a series of receipts.

    Args:
        workspace: The folder with the counters.
        series: Name of the series, one to eight small letters, such as "cash".
    """
    return _next(Path(workspace), series)


@breaks("paths_stay_inside")
def next_voucher(till: str, series: str) -> str:
    """Return the next number of a series of vouchers.

    Args:
        till: Name of the till, such as "front".
        series: Name of the series, one to eight small letters, such as "cash".
    """
    if "/" in till:
        raise ValueError("The name of a till has no slash. Leave it out.")
    tills = Path("tills")
    tills.mkdir(exist_ok=True)
    folder = tills / till
    folder.mkdir(exist_ok=True)
    return _next(folder, series)


def _next(folder: Path, series: str) -> str:
    if not _SERIES.fullmatch(series):
        raise ValueError("The series has one to eight small letters. Name it so.")
    counter = folder / f"{series}.count"
    number = int(counter.read_text()) + 1 if counter.is_file() else 1
    counter.write_text(str(number))
    return f"{series}-{number}"
