"""Tools that break equal_calls_agree, and others that resemble them and keep it."""

from __future__ import annotations

import functools
import itertools
import random
import time
import uuid
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
from ..shared.broken_robustness import Query, Values, tool
from ..shared.good_robustness import Query as Query2
from ..shared.good_robustness import Share
from ..shared.good_robustness import tool as tool2

SEEN: list[str] = []


QUEUE = ["apple", "bread", "cheese"]


TOTALS = {"sum": 0.0}


WEEKDAYS = ["mon", "tue", "wed"]


@breaks("equal_calls_agree")
@tool("equal_calls_agree__mutable_default", Query)
def mutable_default(args: Query, found: list[str] = []) -> Any:  # noqa: B006
    found.append(args.query)
    return {"found": found}


@breaks("equal_calls_agree")
@tool("equal_calls_agree__taken_from_the_table", Query)
def taken_from_the_table(args: Query) -> Any:
    return {"item": QUEUE.pop() if QUEUE else None, "left_over": [*QUEUE]}


@breaks("equal_calls_agree")
@tool("equal_calls_agree__total_goes_on", Values)
def total_goes_on(args: Values) -> Any:
    TOTALS["sum"] += sum(args.values) + 7.5
    return {"total": TOTALS["sum"]}


@breaks("equal_calls_agree")
@tool("equal_calls_agree__turned_each_time", Query)
def turned_each_time(args: Query) -> Any:
    WEEKDAYS.reverse()
    return {"days": list(WEEKDAYS)}


@breaks("equal_calls_agree")
@tool("equal_calls_agree__in_any_order", Query)
def in_any_order(args: Query) -> Any:
    rows = [{"name": name} for name in ("apple", "bread", "cheese", "dates", "eggs", "figs")]
    random.shuffle(rows)
    return {"rows": rows}


@breaks("equal_calls_agree")
@tool("equal_calls_agree__used_up", Query)
def used_up(args: Query) -> Any:
    return {"word": next(WORDS), "query": args.query}


WORDS = iter(["one", "two", "three"])


@breaks("equal_calls_agree")
@tool("equal_calls_agree__text_grows", Query)
async def text_grows(args: Query) -> Any:
    SEEN.append(args.query)
    return "looked for: " + ", ".join(SEEN)


WAITING = [{"subject": "Window"}, {"subject": "Desk"}, {"subject": "Roof"}]


@breaks("equal_calls_agree")
@tool("equal_calls_agree__emptied_queue", Query, tier="read")
def emptied_queue(args: Query) -> Any:
    return {"ticket": WAITING.pop(0) if WAITING else None}


class Sections(BaseModel):
    names: list[str] = Field(description="Names of sections.", min_length=1, max_length=50)


@breaks("equal_calls_agree")
@tool("equal_calls_agree__one_of_the_longest", Sections)
def one_of_the_longest(args: Sections) -> dict[str, Any]:
    longest = max(map(len, args.names))
    return {"section": random.choice([name for name in args.names if len(name) == longest])}


@breaks("equal_calls_agree")
@tool("equal_calls_agree__order_of_a_set", Sections)
def order_of_a_set(args: Sections) -> dict[str, Any]:
    return {"names": list({name.casefold() for name in args.names})}


class Prose(BaseModel):
    text: str = Field(description="Text of some words.", max_length=500)


@breaks("equal_calls_agree")
@tool("equal_calls_agree__words_of_a_set", Prose)
def words_of_a_set(args: Prose) -> dict[str, Any]:
    return {"words": {"all": tuple(set(args.text.split()))}}


_WORDS_SEEN: list[str] = []


@breaks("equal_calls_agree")
@tool("equal_calls_agree__words_of_others", Prose)
def words_of_others(args: Prose) -> Any:
    for word in args.text.lower().split():
        if word not in _WORDS_SEEN and len(_WORDS_SEEN) < 500:
            _WORDS_SEEN.append(word)
    return {"words": sorted(_WORDS_SEEN)}


_FAVOURITES: dict[int, list[str]] = {}


@breaks("equal_calls_agree")
@tool("equal_calls_agree__suggest_more_each_time", Query)
def suggests_more_each_time(args: Query) -> Any:
    titles = _FAVOURITES.setdefault(len(args.query), [])
    titles.append("Dune")
    return {"titles": titles}


class VisitArgs(BaseModel):
    customer: int = Field(ge=1, le=9_999, description="Number of the customer.")


def _with_visit(customer: int, visits: list[int] = []) -> list[int]:  # noqa: B006
    visits.append(customer)
    return visits


@breaks("equal_calls_agree")
@forge_tool(args_schema=VisitArgs, tier="read")
def queue_position(args: VisitArgs) -> dict:
    """Tell which customers are called together with a customer."""
    return {"called": list(_with_visit(args.customer))}


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


_stop_words = ["the", "and", "of"]


class StopArgs(Strict):
    text: str = Field(description="Text to shorten.", max_length=2000)
    also: list[str] = Field(default_factory=list, description="Further words to leave out.", max_length=20)


@breaks("equal_calls_agree")
@forge_tool(args_schema=StopArgs, tier="read")
def key_words(args: StopArgs) -> dict:
    """Return the words of a text without the common ones."""
    words = _stop_words
    words += args.also + [w for w in args.text.split() if len(w) < 3]
    return {"words": [w for w in args.text.split() if w.lower() not in words], "left_out": words}


CACHE: dict[str, Any] = {}


COUNTS = itertools.count(1)


GENERATOR = random.Random(7)


@keeps("equal_calls_agree")
@tool2("stamped", Query2)
def stamped(args: Query2) -> Any:
    return {
        "id": str(uuid.uuid4()),
        "at": datetime.now(UTC).isoformat(),
        "clock": time.time(),
        "value": random.random(),
        "word": random.choice(["a", "b", "c", "d"]),
        "scores": [random.random() for _ in range(3)],
        "own": GENERATOR.random(),
    }


@keeps("equal_calls_agree")
@tool2("cached_answer", Query2)
def cached_answer(args: Query2) -> Any:
    known = args.query in CACHE
    CACHE.setdefault(args.query, {"rows": [args.query]})
    return {**CACHE[args.query], "cached": known, "origin": "cache" if known else "computed"}


@functools.lru_cache(maxsize=8)
def _slow(query: str) -> str:
    return query[::-1]


@keeps("equal_calls_agree")
@tool2("cached_function", Query2)
def cached_function(args: Query2) -> Any:
    return {"text": _slow(args.query)}


@keeps("equal_calls_agree")
@tool2("numbered_request", Query2)
def numbered_request(args: Query2) -> Any:
    return {"request_id": next(COUNTS), "found": [args.query]}


@keeps("equal_calls_agree")
@tool2("roll_dice", Share, description="Roll dice and return what they show.")
def roll_dice(args: Share) -> Any:
    faces = [random.randint(1, 6) for _ in range(random.randint(1, 3))]
    random.shuffle(faces)
    return {"faces": faces}
