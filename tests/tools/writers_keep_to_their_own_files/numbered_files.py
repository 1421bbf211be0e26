"""Functions that make a new file with a free name for each call, or run out of names."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Shop = Annotated[str, Field(pattern="^[a-z]{2,20}$", description='Shop of the receipt, e.g. "bakery".')]
Text = Annotated[str, Field(min_length=1, max_length=200, description="Text of the receipt.")]


@breaks("writers_keep_to_their_own_files")
def keep_receipt_beside_one(shop: Shop, text: Text) -> dict:
    """Keep a receipt beside the earlier ones of the shop."""
    path = Path(f"{shop}.txt")
    if path.exists():
        path = Path(f"{shop}-b.txt")
    path.write_text(text, encoding="utf-8", errors="replace")
    return {"kept": path.name}


@keeps("writers_keep_to_their_own_files")
def keep_receipt_beside_all(shop: Shop, text: Text) -> dict:
    """Keep a receipt beside the earlier ones of the shop."""
    names = itertools.chain([f"{shop}.txt"], (f"{shop}-{number}.txt" for number in itertools.count(2)))
    path = next(Path(name) for name in names if not Path(name).exists())
    path.write_text(text, encoding="utf-8", errors="replace")
    return {"kept": path.name}


@keeps("writers_keep_to_their_own_files")
def keep_receipt_and_the_one_before(shop: Shop, text: Text) -> dict:
    """Keep the latest receipt of a shop, and the one before it."""
    path = Path(f"{shop}.txt")
    if path.exists():
        path.replace(f"{shop}-before.txt")
    path.write_text(text, encoding="utf-8", errors="replace")
    return {"kept": path.name}
