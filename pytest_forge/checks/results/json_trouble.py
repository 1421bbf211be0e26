"""JSON trouble: the first value in a result that standard JSON cannot represent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

__all__ = ["json_trouble"]

_MAX_DEPTH = 200


def json_trouble(value: Any) -> str:
    """Return a description of the first value that JSON cannot represent, and its place; empty if there is none.

    A Pydantic model is fine at the root only, where the dispatcher converts it to JSON.
    """
    if isinstance(value, BaseModel):
        try:
            value = value.model_dump(mode="json")
        except Exception as error:  # noqa: BLE001  # a model's serializers are the tool's own code
            return f"a model that cannot be serialised ({type(error).__name__})"
    return _trouble(value, "the result", ())


def _trouble(value: Any, where: str, above: tuple[int, ...]) -> str:
    if value is None or isinstance(value, bool | int):
        return ""
    if isinstance(value, float):
        return "" if math.isfinite(value) else f"{value!r} in {where}"
    if isinstance(value, str):
        return "" if value.isascii() or _is_whole(value) else f"half of a surrogate pair in {where}"
    if id(value) in above or len(above) > _MAX_DEPTH:
        return f"a cycle in {where}"
    above = (*above, id(value))
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                return f"the key {_shown(key)}, which is not a string, in {where}"
            if trouble := _trouble(key, where, above) or _trouble(item, _below(where, key), above):
                return trouble
        return ""
    if isinstance(value, list | tuple):
        for index, item in enumerate(value):
            if trouble := _trouble(item, _below(where, index), above):
                return trouble
        return ""
    kind = "mapping that is not a dict" if isinstance(value, Mapping) else type(value).__name__
    return f"a {kind} in {where}"


def _below(where: str, key: object) -> str:
    return f"{'' if where == 'the result' else where + '.'}{str(key)[:40]}"


def _shown(key: object) -> str:
    return repr(key)[:40] if isinstance(key, int | float | None) else f"of type {type(key).__name__}"


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
