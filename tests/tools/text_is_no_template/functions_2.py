"""Functions that put text into the replacement of a regular expression."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("text_is_no_template")
def invite_guest(guest: Annotated[str, Field(max_length=200, description="Name of the guest.")]) -> dict[str, str]:
    """Write an invitation."""
    return {"letter": re.sub(r"\bNAME\b", guest, "Dear NAME, come at eight.")}


@keeps("text_is_no_template")
def welcome_guest(guest: Annotated[str, Field(max_length=200, description="Name of the guest.")]) -> dict[str, str]:
    """Write an invitation."""
    return {"letter": re.sub(r"\bNAME\b", lambda _: guest, "Dear NAME, come at eight.")}
