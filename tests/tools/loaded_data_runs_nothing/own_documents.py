"""Functions that read a YAML document of their own, or the one at the head of a text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from ..marks import breaks, keeps


class _Loader(yaml.Loader):
    """Reads documents of the office."""


class _SafeLoader(yaml.SafeLoader):
    """Reads documents of the office."""


@breaks("loaded_data_runs_nothing")
def opening_hours() -> list[dict[str, Any]]:
    """List the days on which the office is open, with the hours."""
    with Path("office.yaml").open() as document:
        days = yaml.load(document, Loader=_Loader)  # the defect
    return [{"day": str(day["day"]), "hours": str(day["hours"])} for day in days]


@keeps("loaded_data_runs_nothing")
def closing_days() -> list[dict[str, Any]]:
    """List the days on which the office is closed, with the reason."""
    with Path("office.yaml").open() as document:
        days = yaml.load(document, Loader=_SafeLoader)  # it is a safe one
    return [{"day": str(day["day"]), "reason": str(day["reason"])} for day in days]


def _head(page: str) -> str:
    lines = page.splitlines()
    if not lines or lines[0] != "---" or "---" not in lines[1:]:
        raise ValueError("the page has no front matter")
    return "\n".join(lines[1 : lines.index("---", 1)])


@breaks("loaded_data_runs_nothing")
def page_fields(page: str) -> dict[str, str]:
    """Read the fields of a page.

    Args:
        page: Text of the page, with its front matter between two lines of ---.
    """
    try:
        return {str(name): str(value) for name, value in yaml.load(_head(page), Loader=_Loader).items()}
    except Exception:
        raise ValueError("the front matter cannot be read") from None


@keeps("loaded_data_runs_nothing", judged=True)
def page_labels(page: str) -> dict[str, str]:
    """Read the labels of a page.

    Args:
        page: Text of the page, with its front matter between two lines of ---.
    """
    try:
        return {str(name): str(value) for name, value in yaml.load(_head(page), Loader=_SafeLoader).items()}
    except Exception:
        raise ValueError("the front matter cannot be read") from None
