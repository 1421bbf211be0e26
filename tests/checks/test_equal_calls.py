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
