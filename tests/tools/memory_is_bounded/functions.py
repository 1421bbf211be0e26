"""Functions that compute a power of any size, and of a limited one."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("memory_is_bounded")
def ones_of_power(
    base: Annotated[int, Field(ge=0, description="The base.")],
    exponent: Annotated[int, Field(ge=0, description="The exponent.")],
) -> dict[str, int | str]:
    """Count the ones in the binary digits of a power."""
    return {"ones": ((base | 1) ** (exponent // 2)).bit_count()}


@keeps("memory_is_bounded")
def ones_of_small_power(
    base: Annotated[int, Field(ge=0, description="The base.")],
    exponent: Annotated[int, Field(ge=0, description="The exponent.")],
) -> dict[str, int | str]:
    """Count the ones in the binary digits of a power."""
    if exponent * base.bit_length() > 10_000:
        return {"error": "too_large", "message": "The power is too large. Send smaller numbers."}
    return {"ones": ((base | 1) ** (exponent // 2)).bit_count()}
