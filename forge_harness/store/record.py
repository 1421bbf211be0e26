"""StoreRecord: one value that a store keeps, with what is known of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from .namespace import check_namespace

__all__ = ["StoreRecord", "check_key"]

_MAX_TTL = 3_155_760_000


@dataclass(frozen=True, slots=True)
class StoreRecord:
    """One value that a store keeps; backends make it by `new`.

    Attributes:
        namespace: Where it is kept, for example ``"memory/semantic"``.
        key: Its key there; not empty.
        value: The value, as JSON gives it back.
        metadata: What is known of the value, by name, as JSON gives it back.
        created_at: When it was put, with a time zone.
        expires_at: When it expires, with a time zone; None for never.
        fluid_version: The version of the Fluid contract that it was made for, or ``"latest"``.
        score: How well it answers a search, from 0 to 1; None if it was not searched for.

    Raises:
        ValueError: If the namespace or the key cannot be one, or a time has no time zone.

    Source: seed 001, "StageSession", its `store`.
    """

    namespace: str
    key: str
    value: Any
    metadata: Mapping[str, Any] = field(default_factory=dict)
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    expires_at: datetime | None = None
    fluid_version: str = "latest"
    score: float | None = None

    def __post_init__(self) -> None:
        check_namespace(self.namespace)
        check_key(self.key)
        for time in (self.created_at, self.expires_at):
            if time is not None and time.utcoffset() is None:
                raise ValueError(f"The time {time.isoformat()} has no time zone. Give it one, such as datetime.UTC.")

    @classmethod
    def new(
        cls,
        namespace: str,
        key: str,
        value: Any,
        *,
        ttl: float | None = None,
        metadata: Mapping[str, Any] | None = None,
        fluid_version: str = "latest",
    ) -> StoreRecord:
        """Return a record made now, with copies of the value and the metadata.

        Args:
            namespace: Where it is kept.
            key: Its key there.
            value: What JSON can hold; what cannot be told apart in JSON is not, so a tuple becomes a list.
            ttl: Seconds until it expires; 0 for a record that has expired already, None for one that never does.
            metadata: What is known of the value, by name.
            fluid_version: The version of the Fluid contract that it is made for.

        Raises:
            ValueError: If JSON cannot hold the value or the metadata, the ttl is not from 0 to a hundred years, or
                the namespace or the key cannot be one.
        """
        now = datetime.now(UTC)
        return cls(
            namespace,
            key,
            _json_copy(value, "value"),
            _json_copy(dict(metadata or {}), "metadata"),
            now,
            _expiry(now, ttl),
            fluid_version,
        )

    @property
    def expired(self) -> bool:
        """Whether it has expired by now."""
        return self.expires_at is not None and datetime.now(UTC) >= self.expires_at


def check_key(key: str) -> None:
    """Refuse what cannot be a key.

    Raises:
        ValueError: If it is not a text, or an empty one.
    """
    if not isinstance(key, str) or not key:
        raise ValueError(f"{key!r:.80} is not a key. Use a text of at least one character.")


def _expiry(now: datetime, ttl: float | None) -> datetime | None:
    if ttl is None:
        return None
    if isinstance(ttl, bool) or not isinstance(ttl, int | float) or not 0 <= ttl <= _MAX_TTL:
        raise ValueError(
            f"The ttl {ttl!r:.80} is not a number of seconds from 0 to {_MAX_TTL}, which is a hundred years. "
            "Give such a number, or None for a record that never expires."
        )
    return now + timedelta(seconds=ttl)


def _json_copy(value: Any, what: str) -> Any:
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise ValueError(
            f"JSON cannot hold the {what}, which is of type {type(value).__name__}. "
            "Use texts, finite numbers, true, false, None, lists and objects of them."
        ) from None
