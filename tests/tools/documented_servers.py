"""The tools of the documentation of MCP's Python SDK, on a server, for `framework_tools.py`.

Names, arguments, schemas and answers are those of the pages and examples of version 2; the words are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypedDict

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, RequestStateSecurity, Resolve
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

__all__ = ["server"]

server = MCPServer("documented", request_state_security=RequestStateSecurity.ephemeral())

_AUTHORS = {"Dune": "Frank Herbert", "Neuromancer": "William Gibson"}
_COPIES = {"Dune": 7, "Neuromancer": 0}
_NOTES = {"todo": "buy milk", "journal": "day one"}
_MILD, _FULL_DAY = 22.5, "2025-12-25"


# --- the first example, and inputs that Pydantic validates ----------------------------------------


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers"""
    return a + b


@server.tool()
def echo_tool(text: str) -> str:
    """Echo the text that was sent"""
    return text


class ShrimpTank(BaseModel):
    """A tank."""

    class Shrimp(BaseModel):
        """A shrimp with a short name."""

        name: Annotated[str, Field(max_length=10)]

    shrimp: list[Shrimp]


@server.tool()
def name_shrimp(tank: ShrimpTank, extra_names: Annotated[list[str], Field(max_length=10)]) -> list[str]:
    """List the names of all shrimp in the tank"""
    return [*(shrimp.name for shrimp in tank.shrimp), *extra_names]


# --- structured results ---------------------------------------------------------------------------


class Weather(BaseModel):
    """The weather of a place."""

    temperature: float = Field(description="Degrees Celsius")
    humidity: float = Field(description="Percent, from 0 to 100")
    condition: str
    wind_speed: float = Field(description="Kilometres an hour")
    location: str
    timestamp: datetime = Field(default_factory=datetime.now)


class Summary(TypedDict):
    """The weather in a line."""

    city: str
    temp_c: float
    description: str


@dataclass
class Alert:
    """A warning about the weather."""

    severity: str
    title: str
    description: str
    affected_areas: list[str]
    valid_until: datetime


class Range(BaseModel):
    """The values of some days."""

    high: float
    low: float
    mean: float


class Statistics(BaseModel):
    """The weather of the past days."""

    location: str
    period_days: int
    temperature: Range
    humidity: Range
    precipitation_mm: float


@server.tool()
def get_weather(city: str) -> Weather:
    """Get the current weather of a city, with all data"""
    return Weather(temperature=_MILD, humidity=65.0, condition="partly cloudy", wind_speed=12.3, location=city)


@server.tool()
def get_weather_summary(city: str) -> Summary:
    """Get a short summary of the weather of a city"""
    return Summary(city=city, temp_c=_MILD, description="Partly cloudy")


@server.tool()
def get_weather_metrics(cities: list[str]) -> dict[str, dict[str, float]]:
    """Get measured values of several cities, by the name of the city"""
    return {city: {"temperature": 20.0 + 2 * at, "humidity": 60.0 + 5 * at} for at, city in enumerate(cities)}


@server.tool()
def get_weather_alerts(region: str) -> list[Alert]:
    """Get the active warnings of a region"""
    if region.lower() != "california":
        return []
    return [Alert("high", "Heat", "More than 40 degrees", ["Los Angeles", "San Diego"], datetime(2024, 7, 15, 18))]


@server.tool()
def get_temperature(city: str, unit: str = "celsius") -> float:
    """Get the temperature of a city alone"""
    return _MILD * 9 / 5 + 32 if unit.lower() == "fahrenheit" else _MILD


@server.tool()
def get_weather_stats(city: str, days: int = 7) -> Statistics:
    """Get statistics of the past days"""
    return Statistics(
        location=city,
        period_days=days,
        temperature=Range(high=28.5, low=15.2, mean=21.8),
        humidity=Range(high=85.0, low=45.0, mean=65.0),
        precipitation_mm=12.4,
    )


# --- annotations, errors, and what a handler is given ---------------------------------------------


@server.tool(title="Search the catalog", annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True))
def search_books(query: str, limit: Annotated[int, Field(ge=1, le=50)] = 10) -> str:
    """Search the catalog by title or author."""
    return f"Found 3 books that match {query!r} (of at most {limit})."


@server.tool()
def get_author(title: str) -> str:
    """Look up who wrote a book."""
    if title not in _AUTHORS:
        raise ValueError(f"No book titled {title!r} in the catalog.")
    return _AUTHORS[title]


class Stock(BaseModel):
    """How many copies of a book there are."""

    title: str
    copies: int


async def check_stock(title: str) -> Stock:
    """Return the stock of a book."""
    return Stock(title=title, copies=_COPIES.get(title, 0))


@server.tool()
async def reserve_book(title: str, stock: Annotated[Stock, Resolve(check_stock)]) -> str:
    """Reserve a copy of a book."""
    if stock.copies == 0:
        return f"{title!r} is out of stock."
    return f"Reserved {title!r} ({stock.copies - 1} copies left)."


@server.tool()
async def edit_note(name: str, text: str, ctx: Context) -> str:
    """Save a note under a name"""
    _NOTES[name] = text
    await ctx.notify_resource_updated(f"note://{name}")
    return "saved"


class AlternativeDate(BaseModel):
    """The answer of a guest."""

    accept_alternative: bool = Field(description="Try another date?")
    date: str = Field(default="2025-12-26", description="Another date")


@server.tool()
async def book_table(date: str, party_size: int, ctx: Context) -> str:
    """Book a table at the bistro."""
    if date != _FULL_DAY:
        return f"Booked a table for {party_size} on {date}."
    asked = await ctx.elicit(message=f"No tables on {date}. Another date?", schema=AlternativeDate)
    if asked.action == "accept" and asked.data.accept_alternative:
        return f"Booked a table for {party_size} on {asked.data.date}."
    return "No booking made."
