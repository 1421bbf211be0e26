"""Schedulers that run the builds of data products. Source: seed 000, list_schedulers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["SCHEDULERS", "TRIGGER_TYPES"]

#: The platforms that each scheduler runs builds on.
SCHEDULERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"airflow": ("all",), "dagster": ("all",), "prefect": ("all",)}
)
#: What starts a build.
TRIGGER_TYPES = ("cron", "event", "manual", "streaming")
