"""Functions that resemble those that break paths_stay_inside, and keep it."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import Field

from ..marks import keeps


@keeps("paths_stay_inside", "valid_calls_do_not_crash")
def plain_letters(text: Annotated[str, Field(max_length=500, description="Text with accents.")]) -> dict[str, str]:
    """Take the accents off a text."""
    return {"text": unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()}
