"""Functions with a number that cuts their answer: a limit of results, or a bound of what they have."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_EVENTS = [("chess", "club", 1), ("fair", "hall", 2), ("darts", "club", 3), ("choir", "club", 6), ("dance", "club", 30)]

Place = Annotated[str, Field(description="The place, such as club")]
Most = Annotated[int, Field(description="Return at most this many events", ge=1, le=60)]
Days = Annotated[int, Field(description="Number of days to look ahead", ge=1, le=60)]
Pages = Annotated[list[int], Field(description="Pages to print", examples=[[1, 2, 3, 7, 10, 11, 12]])]
Count = Annotated[int, Field(description="Number of pages of the document", ge=1, le=60)]
Latest = Annotated[int, Field(description="The last day on which an event may begin", ge=1, le=60)]


@breaks("common_rules_hold")
def list_first_of_all_events(place: Place, most: Most = 10) -> list[str]:
    """List the next events of a place, the first ones first."""
    return [event for event, where, _ in _EVENTS[:most] if where == place]


@keeps("common_rules_hold", judged=True)
def list_first_events(place: Place, most: Most = 10) -> list[str]:
    """List the next events of a place, the first ones first."""
    return [event for event, where, _ in _EVENTS if where == place][:most]


@keeps("common_rules_hold")
def list_coming_events(place: Place, days: Days = 7) -> list[str]:
    """List the events of a place that begin within the next days."""
    return [event for event, where, day in _EVENTS if where == place and day <= days]


@keeps("common_rules_hold")
def list_events_until(place: Place, latest: Latest = 7) -> list[str]:
    """List the events of a place that begin by a day of the month."""
    return [event for event, where, day in _EVENTS if where == place and day <= latest]


@keeps("common_rules_hold")
def list_printed_pages(pages: Pages, page_count: Count) -> list[int]:
    """List the pages to print; pages past the end of the document are left out."""
    return sorted({page for page in pages if 1 <= page <= page_count})
