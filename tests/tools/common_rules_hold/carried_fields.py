"""Functions that write a number in two units or more, and round it."""

from __future__ import annotations

import math

from ..marks import breaks, keeps


def _checked(value: float) -> float:
    if not math.isfinite(value) or not 0 <= value <= 100_000:
        raise ValueError("the number must lie between 0 and 100,000")
    return value


@breaks("common_rules_hold")
def lap_time(seconds: float) -> str:
    """Write a lap time for the board.

    Args:
        seconds: The time in seconds.
    """
    whole = int(_checked(seconds) // 60)
    return f"{whole}:{round(seconds % 60):02d}"


@breaks("common_rules_hold")
def hours_and_minutes(hours: float) -> dict[str, int]:
    """Split decimal hours.

    Args:
        hours: Hours, such as 1.75.
    """
    whole = int(_checked(hours))
    return {"hours": whole, "minutes": round((hours - whole) * 60)}


@breaks("common_rules_hold")
def price_tag(amount: float) -> dict[str, str]:
    """Write an amount for a tag.

    Args:
        amount: The amount in crowns.
    """
    whole = int(_checked(amount))
    return {"tag": f"{whole}.{round((amount - whole) * 100):02d} kr"}


@breaks("common_rules_hold")
def bearing(degrees: float) -> str:
    """Write a bearing in degrees and minutes.

    Args:
        degrees: The bearing, from 0 up.
    """
    whole = math.floor(_checked(degrees))
    return f"{whole}° {(degrees - whole) * 60:.1f}'"


@keeps("common_rules_hold", judged=True)
def lap_time_rounded(seconds: float) -> str:
    """Write a lap time for the board.

    Args:
        seconds: The time in seconds.
    """
    minutes, left = divmod(round(_checked(seconds)), 60)
    return f"{minutes}:{left:02d}"


@keeps("common_rules_hold", judged=True)
def lap_time_cut(seconds: float) -> str:
    """Write a lap time for the board; what is less than a second is left out.

    Args:
        seconds: The time in seconds.
    """
    minutes, left = divmod(int(_checked(seconds)), 60)
    return f"{minutes}:{left:02d}"


@keeps("common_rules_hold")
def three_digits(amount: float) -> str:
    """Write a number with three digits that count, of a hundred parts.

    Args:
        amount: The number.
    """
    return f"{_checked(amount) / 10:#.3g} of 60"


@keeps("common_rules_hold")
def pages_of(lines: int) -> dict[str, int]:
    """Tell how many whole pages of 60 lines there are, and how many lines are left, of up to 60.

    Args:
        lines: The number of lines.
    """
    left = int(_checked(lines)) % 60 or 60
    return {"pages": (int(lines) - left) // 60, "left": left}


#: Of which a boat has rowed some metres.
_SECONDS = 245


@breaks("common_rules_hold")
def pace_of_boat(metres: float) -> str:
    """Tell the pace of a boat for 500 metres, in minutes and seconds as in "4:05".

    Args:
        metres: How far it came in the time of the race, above zero.
    """
    if not 1e-3 < metres < 1e6:
        raise ValueError("That is not a race. Give a length above zero.")
    minutes, seconds = divmod(_SECONDS * 500 / metres, 60)
    return f"{int(minutes)}:{seconds:02.0f}"


@keeps("common_rules_hold")
def pace_of_eight(metres: float) -> str:
    """Tell the pace of an eight for 500 metres, in minutes and seconds as in "4:05".

    Args:
        metres: How far it came in the time of the race, above zero.
    """
    if not 1e-3 < metres < 1e6:
        raise ValueError("That is not a race. Give a length above zero.")
    minutes, seconds = divmod(round(_SECONDS * 500 / metres), 60)
    return f"{minutes}:{seconds:02}"
