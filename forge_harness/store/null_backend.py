"""NullBackend: the store that keeps nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .namespace import check_namespace
from .record import StoreRecord, check_key
from .store import SearchMode, check_search_mode

__all__ = ["NullBackend"]


class NullBackend:
    """A Store that keeps nothing: what is put is checked, returned as a record, and forgotten.

    It refuses what every store refuses, so code that runs with it runs with one that keeps its records.

    Source: seed 001, "retrieve_similar_models", "NullBackend returns empty".
    """

    def get(self, namespace: str, key: str) -> StoreRecord | None:
        """Return None."""
        check_namespace(namespace)
        check_key(key)
        return None

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
        """Return the record that a store would keep; see `StoreRecord.new`."""
        return StoreRecord.new(namespace, key, value, ttl=ttl, metadata=metadata, fluid_version=fluid_version)

    def query(
        self,
        namespace: str,
        *,
        filter: Mapping[str, Any] | None = None,  # noqa: A002, ARG002 - the name that every store has
        limit: int = 10,  # noqa: ARG002
    ) -> list[StoreRecord]:
        """Return an empty list."""
        check_namespace(namespace)
        return []

    def search(
        self,
        namespace: str,
        query: str,  # noqa: ARG002
        *,
        mode: SearchMode = "exact",
        limit: int = 10,  # noqa: ARG002
    ) -> list[StoreRecord]:
        """Return an empty list."""
        check_namespace(namespace)
        check_search_mode(mode)
        return []

    def clear(self, namespace: str | None = None) -> int:
        """Return 0."""
        if namespace is not None:
            check_namespace(namespace)
        return 0
