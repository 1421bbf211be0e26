"""The floor: tiers, definitions, the outcome of a call and what of it may be seen."""

from __future__ import annotations

import dataclasses
import json
import operator
from typing import Any

import pytest

from forge_harness import (
    NAME_PATTERN,
    Tool,
    ToolCall,
    ToolCategory,
    ToolDefinition,
    ToolDispatchResult,
    ToolInvocationRecord,
    ToolTier,
    tool,
)


@pytest.mark.requirement("tier:three-tiers")
def test_there_are_three_tiers_mildest_first() -> None:
    assert [tier.value for tier in ToolTier] == ["read", "write", "execute"]
    assert [tier.rank for tier in ToolTier] == [0, 1, 2]
    assert sorted(ToolTier, reverse=True) == [ToolTier.EXECUTE, ToolTier.WRITE, ToolTier.READ]


@pytest.mark.requirement("tier:three-tiers")
@pytest.mark.parametrize(
    ("holds", "fails"),
    [(operator.gt, operator.le), (operator.ge, operator.lt)],
)
def test_tiers_compare_by_what_they_allow(holds: Any, fails: Any) -> None:
    for stricter in (ToolTier.EXECUTE, "execute"):
        for milder in (ToolTier.WRITE, ToolTier.READ):
            assert holds(stricter, milder)
            assert not fails(stricter, milder)
            assert not holds(milder, stricter)
            assert fails(milder, stricter)


def test_a_tier_does_not_compare_with_any_other_text() -> None:
    with pytest.raises(TypeError, match="'admin' is not a tier"):
        _ = ToolTier.EXECUTE >= "admin"


@pytest.mark.requirement("definition:five-fields")
def test_a_definition_holds_what_the_model_and_the_host_need() -> None:
    definition = ToolDefinition(
        "get_weather", "Tell the weather.", {"type": "object"}, tier=ToolTier.READ, required_scopes=("net",)
    )

    assert definition.name == "get_weather"
    assert definition.description == "Tell the weather."
    assert definition.input_schema == {"type": "object"}
    assert definition.tier is ToolTier.READ
    assert definition.required_scopes == ("net",)


@pytest.mark.requirement("tier:undeclared-is-the-strictest")
def test_an_undeclared_tier_is_the_strictest() -> None:
    definition = ToolDefinition("x", "", {})

    assert definition.tier is ToolTier.EXECUTE
    assert definition.category is ToolCategory.CUSTOM


@pytest.mark.parametrize(
    "frozen", [ToolDefinition("x", "", {}), ToolCall("1", "x", {}), ToolInvocationRecord("x", "success", None, 0.0)]
)
def test_the_data_of_a_call_cannot_be_reassigned(frozen: object) -> None:
    field = dataclasses.fields(frozen)[0].name  # type: ignore[arg-type]  # each of them is a dataclass

    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(frozen, field, "y")


@pytest.mark.parametrize("name", ["a", "_a", "fetch_orders", "fetch-orders", "A9", "a" * 64])
def test_a_name_that_every_provider_takes_matches(name: str) -> None:
    assert NAME_PATTERN.fullmatch(name)


@pytest.mark.parametrize(
    "name", ["", "9a", "-a", "a b", "a.b", "a" * 65, "naïve", "a\n", "a/b", "\N{CYRILLIC SMALL LETTER A}"]
)
def test_any_other_name_does_not_match(name: str) -> None:
    assert not NAME_PATTERN.fullmatch(name)


@pytest.mark.requirement("s013:repr-hides-the-detail")
def test_the_repr_of_an_outcome_never_shows_the_detail() -> None:
    result = ToolDispatchResult.failure("FileNotFoundError", "/home/alice/.aws/credentials")

    assert "alice" not in repr(result)
    assert "alice" not in str(result)
    assert "alice" not in f"{[result]}"
    assert result.error_message == "/home/alice/.aws/credentials"


def test_a_failure_made_by_hand_sends_the_model_its_type_and_the_public_sentence() -> None:
    result = ToolDispatchResult.failure("Boom", "the detail", public="It broke.")

    assert not result.ok
    assert result.llm_payload() == {"error": "Boom", "message": "It broke."}
    assert json.loads(result.llm_json()) == {"error": "Boom", "message": "It broke."}


def test_a_success_made_by_hand_sends_its_value() -> None:
    result = ToolDispatchResult.success({"a": [1]})

    assert result.ok
    assert result.llm_payload() == {"a": [1]}
    assert result.llm_json() == '{"a": [1]}'


def test_a_tool_that_lacks_a_part_cannot_be_made() -> None:
    class Half(Tool):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]  # the mistake under test


def test_the_kinds_of_tool_are_the_ones_drawn() -> None:
    from forge_harness import ExecutorTool, ForgeTool, LegacyTool

    drawn = [line.split()[1] for line in (tool.__doc__ or "").splitlines() if line.startswith(("├", "└"))]

    assert drawn == [kind.__name__ for kind in (ForgeTool, LegacyTool, ExecutorTool)]
