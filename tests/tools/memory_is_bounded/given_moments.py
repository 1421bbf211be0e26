"""Functions that are told what time it is, and say that they forget what is over."""

from __future__ import annotations

import datetime as dt
from collections import OrderedDict

from ..marks import breaks, keeps

_SILENCE = 900
_MOST = 3
_alarms: dict[str, list[int]] = {}
_sounds: OrderedDict[str, list[int]] = OrderedDict()
_stamped: dict[str, dt.datetime] = {}
_swept: dict[str, dt.datetime] = {}


@breaks("memory_is_bounded")
def ring_alarm(sensor: str, now: int) -> dict[str, int]:
    """Count the alarms of a sensor, which is forgotten after a quarter of an hour without one.

    Only sensors that rang within 900 seconds are kept in memory, so the table does not grow over the years.

    Args:
        sensor: Name of the sensor.
        now: The time in seconds.
    """
    recent = [at for at in _alarms.pop(sensor, []) if at > now - _SILENCE]
    if len(recent) < _MOST:
        recent.append(now)
    _alarms[sensor] = recent
    return {"alarms": len(recent)}


@keeps("memory_is_bounded")
def ring_sound(sensor: str, now: int) -> dict[str, int]:
    """Count the alarms of a sensor, which is forgotten after a quarter of an hour without one.

    Only sensors that rang within 900 seconds are kept in memory, so the table does not grow over the years.

    Args:
        sensor: Name of the sensor.
        now: The time in seconds.
    """
    while _sounds and next(iter(_sounds.values()))[-1] <= now - _SILENCE:
        _sounds.popitem(last=False)
    recent = [at for at in _sounds.pop(sensor, []) if at > now - _SILENCE]
    if len(recent) < _MOST:
        recent.append(now)
    _sounds[sensor] = recent
    return {"alarms": len(recent)}


@breaks("memory_is_bounded")
def stamp_card(card: str, at: dt.datetime) -> dict[str, bool]:
    """Stamp a card once in an hour. Cards are forgotten after an hour, and memory does not fill up with them.

    Args:
        card: Number of the card.
        at: When it is stamped.
    """
    last = _stamped.get(card)
    if last is not None and abs(at - last) < dt.timedelta(hours=1):
        return {"stamped": False}
    _stamped[card] = at
    return {"stamped": True}


@keeps("memory_is_bounded")
def stamp_swept_card(card: str, at: dt.datetime) -> dict[str, bool]:
    """Stamp a card once in an hour. Cards are forgotten after an hour, and memory does not fill up with them.

    Args:
        card: Number of the card.
        at: When it is stamped.
    """
    if len(_swept) >= 2_000:
        for old in [one for one, last in _swept.items() if abs(at - last) >= dt.timedelta(hours=1)]:
            del _swept[old]
    last = _swept.get(card)
    if last is not None and abs(at - last) < dt.timedelta(hours=1):
        return {"stamped": False}
    _swept[card] = at
    return {"stamped": True}
