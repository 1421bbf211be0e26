"""Store: what every backend can do, and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol, get_args, runtime_checkable

from .record import StoreRecord

__all__ = ["SearchMode", "Store", "check_search_mode"]

#: ``exact`` finds a key, ``keyword`` the records that hold each word of a query; ``hybrid`` ranks
#: the records that resemble it.
SearchMode = Literal["exact", "keyword", "hybrid"]


@runtime_checkable
class Store(Protocol):
    """Records by namespace and key; any thread may use one.

    A namespace holds its own records and those of its children: ``"memory"`` those of ``"memory/semantic"``, too. Every
    method raises ValueError if a namespace, a key or a mode cannot be one.

    Source: seed 001, "StageSession", its `store`.
    """

    def get(self, namespace: str, key: str) -> StoreRecord | None:
        """Return the record of a key; None if there is none, or it has expired."""
        ...

    def put(
        self,
        namespace: str,
        key: str,
        value: Any,
        *,
        ttl: float | None = None,
        metadata: Mapping[str, Any] | None = None,
        fluid_version: str = "latest",
    ) -> StoreRecord:
        """Keep a value in place of the key's earlier one, and return its record; see `StoreRecord.new`."""
        ...

    def query(
        self,
        namespace: str,
        *,
        filter: Mapping[str, Any] | None = None,  # noqa: A002 - the name that every store has
        limit: int = 10,
    ) -> list[StoreRecord]:
        """Return records whose metadata has each entry of *filter*; none if *limit* is 0 or less."""
        ...

    def search(self, namespace: str, query: str, *, mode: SearchMode = "exact", limit: int = 10) -> list[StoreRecord]:
        """Return the records that answer *query*, best first; none if it is blank, or *limit* is 0 or less."""
        ...

    def clear(self, namespace: str | None = None) -> int:
        """Remove the records of a namespace and its children, or all of them; return how many there were."""
        ...


def check_search_mode(mode: str) -> None:
    """Refuse a mode of search that does not exist.

    Raises:
        ValueError: If it is not one of `SearchMode`.
    """
    if mode not in get_args(SearchMode):
        raise ValueError(f"{mode!r:.80} is not a mode of search. Use one of {', '.join(get_args(SearchMode))}.")
