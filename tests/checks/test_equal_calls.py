"""Equal calls: the same body under several names has one verdict, or one that names the word which excuses it."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session

SHOP = """
from pydantic import BaseModel, Field
from forge_harness import forge_tool

class Arguments(BaseModel):
    letter: str = Field(description="A letter.", min_length=1, max_length=1)

def declared(name, answer, **facts):
    seen = []

    def body(args: Arguments) -> dict:
        seen.append(args.letter)
        return answer(seen)

    options = dict(name=name, description="Products by a letter.", args_schema=Arguments, tier="read", facts=facts)
    return forge_tool(register=False, **options)(body)

def grown(seen):
    return {"products": list(seen)}

def turning(seen):
    return {"product": "apple", "hint": ("sort", "filter", "group")[len(seen) % 3]}

TOOLS = [
    *(declared(name, grown) for name in
      ("list_products", "quote_products", "take_products", "products_history", "step_products")),
    declared("take_more", grown, moves_on=False),
    declared("list_more", grown, moves_on=True),
    declared("turning", turning),
    declared("turning_alike", turning, varies=False),
]
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    path = tmp_path_factory.mktemp("shop") / "shop.py"
    path.write_text(SHOP)
    with open_session(f"{path}:TOOLS", budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.in_turns("pytest_forge/checks/robustness/repetition.py")
@pytest.mark.parametrize(
    ("name", "status", "says"),
    [
        ("list_products", "failed", "'products' held 1, 2, 3, 4 items"),
        # Who quotes another product each time has not more of them each time.
        ("quote_products", "failed", "'products' held 1, 2, 3, 4 items"),
        ("take_products", "not_applicable", "the word 'take' in its name"),
        ("products_history", "not_applicable", "the word 'history' in its name"),
        ("step_products", "not_applicable", "the word 'step' in its name"),
        ("take_more", "failed", "'products' held 1, 2, 3, 4 items"),
        ("list_more", "not_applicable", "The tool declares that a call changes the answer"),
        ("turning", "not_applicable", "the word 'hint' in the result's 'hint'"),
        ("turning_alike", "failed", "'hint' was"),
    ],
)
def test_a_name_never_passes_what_another_name_fails(shop, name, status, says):
    index = [tool.name for tool in shop.tools].index(name)

    [result] = shop.run(index, all_checks()["equal_calls_agree"])

    assert (result.status, says in result.message) == (status, True), result.message


LATE = """
import datetime, time
from datetime import date
from pydantic import BaseModel, Field
from forge_harness import ToolError, forge_tool

class Arguments(BaseModel):
    city: str = Field(description="A city.", max_length=20)
    metric: bool = Field(True, description="Whether to use metric units.")

def declared(name, body):
    options = dict(name=name, description="Height of a city.", args_schema=Arguments, tier="read")
    return forge_tool(register=False, **options)(body)

def limited(clock, most, seconds):
    made = []
    def body(args: Arguments) -> dict:
        made[:] = [at for at in made if clock() - at < seconds]
        if len(made) >= most:
            return {"error": "TooMany", "message": "Too many calls. Wait a little."}
        made.append(clock())
        return {"height": len(args.city)}
    return body

def spent(args: Arguments, left=[7]) -> dict:
    left[0] -= 1
    return {"height": len(args.city)} if left[0] >= 0 else {"error": "Spent", "message": "The budget is spent."}

def seldom(args: Arguments, calls=[0]) -> dict:
    calls[0] += 1
    if calls[0] % 8 == 0:
        return {"error": "Unknown", "message": "The height is unknown. Try another city."}
    return {"height": len(args.city)}

def cached(key):
    known = {}
    def body(args: Arguments) -> dict:
        asked = key(args)
        if asked not in known:
            known[asked] = len(args.city) * (1 if args.metric else 3)
        return {"height": known[asked], "city": args.city}
    return body

TOOLS = [
    declared("limited_by_time", limited(time.monotonic, 5, 60)),
    declared("limited_by_hour", limited(lambda: datetime.datetime.now().timestamp(), 5, 3600)),
    declared("limited_by_day", limited(lambda: date.today().toordinal(), 5, 1)),
    declared("spent", spent),
    declared("seldom", seldom),
    declared("cached", cached(lambda args: (args.city, args.metric))),
    declared("half_cached", cached(lambda args: args.city)),
]
"""


@pytest.fixture(scope="module")
def late(tmp_path_factory):
    path = tmp_path_factory.mktemp("late") / "late.py"
    path.write_text(LATE)
    with open_session(f"{path}:TOOLS", budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.in_turns("pytest_forge/checks/robustness/repetition.py")
@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("limited_by_time", "passed", ""),
        ("limited_by_hour", "passed", ""),
        ("limited_by_day", "passed", ""),
        ("spent", "failed", "equal_call_fails"),
        ("seldom", "failed", "equal_call_fails"),
        ("cached", "passed", ""),
        ("half_cached", "failed", "incomplete_cache_key"),
    ],
)
def test_an_answer_depends_on_all_arguments_and_not_on_the_number_of_calls(late, name, status, code):
    index = [tool.name for tool in late.tools].index(name)

    (result,) = late.run(index, all_checks()["equal_calls_agree"])

    assert (result.status, result.code) == (status, code), result.message
