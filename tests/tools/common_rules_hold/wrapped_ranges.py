"""Functions that list what is in a range on a circle, which may go over the place where the circle begins."""

from __future__ import annotations

from ..marks import breaks, keeps

_BUOYS = [
    {"buoy": "K1", "lat": -9.4, "lon": 177.2},
    {"buoy": "K2", "lat": 12.0, "lon": -176.8},
    {"buoy": "K3", "lat": 3.3, "lon": 160.1},
    {"buoy": "K4", "lat": -21.5, "lon": -150.0},
    {"buoy": "K5", "lat": 41.0, "lon": 12.9},
    {"buoy": "K6", "lat": 55.8, "lon": -30.4},
    {"buoy": "K7", "lat": 0.0, "lon": 180.0},
]
_HERBS = {"woodruff": 5, "sorrel": 3, "chervil": 4, "juniper": 10, "chickweed": 1, "cress": 2, "rosehip": 11, "mint": 7}


def _height(lat: float, bbox: list[float]) -> bool:
    return bbox[1] <= lat <= bbox[3]


@breaks("common_rules_hold")
def buoys_in_sorted_box(bbox: list[float]) -> dict[str, object]:
    """List the buoys in a box, which may cross the antimeridian.

    Args:
        bbox: West, south, east and north edge in degrees.
    """
    low, high = sorted((bbox[0], bbox[2]))
    return {
        "bbox": bbox,
        "buoys": [buoy for buoy in _BUOYS if low <= buoy["lon"] <= high and _height(buoy["lat"], bbox)],
    }


@keeps("common_rules_hold", judged=True)
def buoys_in_box(bbox: list[float]) -> dict[str, object]:
    """List the buoys in a box, which may cross the antimeridian.

    Args:
        bbox: West, south, east and north edge in degrees.
    """
    west, _, east, _ = bbox
    inside = [
        buoy
        for buoy in _BUOYS
        if (west <= buoy["lon"] <= east if west <= east else buoy["lon"] >= west or buoy["lon"] <= east)
    ]
    return {"bbox": bbox, "buoys": [buoy for buoy in inside if _height(buoy["lat"], bbox)]}


@keeps("common_rules_hold")
def buoys_between_edges(bbox: list[float]) -> list[dict[str, object]]:
    """List the buoys in a box. If west is greater than east, the two are exchanged.

    Args:
        bbox: West, south, east and north edge in degrees.
    """
    low, high = sorted((bbox[0], bbox[2]))
    return [buoy for buoy in _BUOYS if low <= buoy["lon"] <= high and _height(buoy["lat"], bbox)]


@breaks("common_rules_hold")
def herbs_in_no_winter(from_month: int, to_month: int) -> list[str]:
    """List the herbs to gather in a part of the year, which may go over the turn of the year.

    Args:
        from_month: The first month, 1 to 12.
        to_month: The last month, 1 to 12.
    """
    return sorted(herb for herb, month in _HERBS.items() if from_month <= month <= to_month)


@keeps("common_rules_hold", judged=True)
def herbs_of_season(from_month: int, to_month: int) -> list[str]:
    """List the herbs to gather in a part of the year, which may go over the turn of the year.

    Args:
        from_month: The first month, 1 to 12.
        to_month: The last month, 1 to 12.
    """
    if from_month <= to_month:
        return sorted(herb for herb, month in _HERBS.items() if from_month <= month <= to_month)
    return sorted(herb for herb, month in _HERBS.items() if month >= from_month or month <= to_month)


@keeps("common_rules_hold")
def herbs_of_one_year(from_month: int, to_month: int) -> list[str]:
    """List the herbs to gather in some months of one year; none if the first month is later than the last one.

    Args:
        from_month: The first month, 1 to 12.
        to_month: The last month, 1 to 12.
    """
    return sorted(herb for herb, month in _HERBS.items() if from_month <= month <= to_month)
