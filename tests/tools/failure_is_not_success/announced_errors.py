"""Functions that answer an unknown name with an object: only one of them tells so."""

from __future__ import annotations

import json

from ..marks import breaks, keeps

_BEACONS = {"north pier": 12, "south pier": 7, "old mole": 19}


@keeps("failure_is_not_success")
def beacon_height(beacon: str) -> str:
    """Return the height of a beacon, e.g. of "north pier".

    Returns:
        A JSON object with "metres". For a beacon that is not on the list, one with "error" and the reason.
    """
    if beacon not in _BEACONS:
        return json.dumps({"error": "this beacon is not on the list"})
    return json.dumps({"metres": _BEACONS[beacon]})


@breaks("failure_is_not_success")
def beacon_depth(beacon: str) -> str:
    """Return the depth of the water at a beacon, e.g. at "north pier".

    Returns:
        A JSON object with "metres".
    """
    if beacon not in _BEACONS:
        return json.dumps({"error": "this beacon is not on the list"})
    return json.dumps({"metres": _BEACONS[beacon] / 2})


@keeps("failure_is_not_success")
def beacon_light(beacon: str, nights: int) -> dict:
    """Tell when a beacon is lit, e.g. "north pier".

    Args:
        beacon: Name of the beacon.
        nights: How many nights, 1 to 30.

    Returns:
        {"ok": True, "hours": [...]} or {"ok": False, "reason": ...}.
    """
    if beacon not in _BEACONS:
        return {"ok": False, "reason": "this beacon is not on the list"}
    if not 1 <= nights <= 30:
        return {"ok": False, "reason": "nights must be a number from 1 to 30"}
    return {"ok": True, "hours": [_BEACONS[beacon] % 5 + 6] * nights}
