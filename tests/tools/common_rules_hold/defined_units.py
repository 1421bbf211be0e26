"""Functions that work with units of data, which their descriptions define."""

from __future__ import annotations

from ..marks import breaks, keeps

_GB, _GIB, _MBIT = 10**9, 1 << 30, 1_000_000


@breaks("common_rules_hold")
def film_by_powers_of_two(card_gb: float, stream_mbit: float) -> dict[str, float]:
    """Work out how long a camera can film. A gigabyte is 1000000000 bytes, as on the cards.

    Args:
        card_gb: Room on the card in GB.
        stream_mbit: What the camera writes, in Mbit/s (1 Mbit is one million bits).

    Returns:
        ``minutes``, as long as there is room.
    """
    if card_gb <= 0 or stream_mbit <= 0:
        raise ValueError("both must be more than nothing")
    return {"minutes": round(card_gb * _GIB * 8 / (stream_mbit * _MBIT) / 60, 2)}


@keeps("common_rules_hold", judged=True)
def film(card_gb: float, stream_mbit: float) -> dict[str, float]:
    """Work out how long a camera can film. A gigabyte is 1000000000 bytes, as on the cards.

    Args:
        card_gb: Room on the card in GB.
        stream_mbit: What the camera writes, in Mbit/s (1 Mbit is one million bits).

    Returns:
        ``minutes``, as long as there is room.
    """
    if card_gb <= 0 or stream_mbit <= 0:
        raise ValueError("both must be more than nothing")
    return {"minutes": round(card_gb * _GB * 8 / (stream_mbit * _MBIT) / 60, 2)}


@keeps("common_rules_hold")
def film_with_reserve(card_gb: float, stream_mbit: float) -> dict[str, float]:
    """Work out how long a camera can film. A gigabyte is 1000000000 bytes. A tenth of the card stays free.

    Args:
        card_gb: Room on the card in GB.
        stream_mbit: What the camera writes, in Mbit/s (1 Mbit is one million bits).

    Returns:
        ``minutes``, as long as there is room.
    """
    return {"minutes": film(card_gb, stream_mbit)["minutes"] * 0.9}


@keeps("common_rules_hold")
def film_on_any_card(card_gb: float, stream_mbit: float) -> dict[str, float]:
    """Work out how long a camera can film, in minutes.

    Args:
        card_gb: Room on the card in GB.
        stream_mbit: What the camera writes, in Mbit/s (1 Mbit is one million bits).
    """
    return film_by_powers_of_two(card_gb, stream_mbit)


@breaks("common_rules_hold")
def packed_by_thousands(photos: int) -> dict[str, float]:
    """Work out the room for photos of a mebibyte each. 1 MiB is 1024 * 1024 bytes.

    Args:
        photos: Size of all photos in MiB.
    """
    return {"kilobytes": 0.0, "total_bytes": float(photos * 1_000_000)}


@keeps("common_rules_hold", judged=True)
def packed(photos: int) -> dict[str, float]:
    """Work out the room for photos of a mebibyte each. 1 MiB is 1024 * 1024 bytes.

    Args:
        photos: Size of all photos in MiB.
    """
    return {"kilobytes": 0.0, "total_bytes": float(photos << 20)}
