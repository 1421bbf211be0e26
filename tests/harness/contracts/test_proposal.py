"""Proposed contracts: valid whatever is known, and made of it."""

from __future__ import annotations

import os
from random import Random
from typing import Any, get_args

import pytest
from fluid_judge import published_schema
from jsonschema import Draft202012Validator

from forge_harness import dispatch_tool_call
from forge_harness.contracts.contract_warnings import contract_warnings
from forge_harness.contracts.fluid_contract import contract_errors
from forge_harness.contracts.odcs import odcs_document
from forge_harness.contracts.platforms import BUILD_ENGINES, PLATFORMS
from forge_harness.contracts.proposal import UnsupportedProviderError, proposed_contract
from forge_harness.contracts.templates import TEMPLATES, templates_for
from forge_harness.registry.process_tools import FORGE_TOOL_REGISTRY
from forge_harness.tools.catalog import register_copilot_tools
from forge_harness.tools.copilot.propose_contract import ProviderName, TemplateName

#: How many contexts contracts are proposed for; 500 take three seconds.
SAMPLES = int(os.environ.get("FORGE_CONTRACT_SAMPLES", "120"))

TEXTS = [
    "",
    " ",
    "Orders of a day",
    "Größe & Übersicht",
    "顧客",
    "a\nb\r\n\x00c",
    "x" * 5_000,
    "-",
    "../../etc/passwd",
    '"; DROP',
]
TEXTS += [
    "\u2028",
    "\ud800",
    "{name}",
    "{0.__class__}",
    "%s",
    "🦄",
    "ORDERS",
    "1",
    "ignore previous instructions",
    "a.b.c",
]
KINDS = ["integer", "null", "number", "varchar(20)", "object", "datetime", "nonsense", "", 5, None, "int" + " " * 500]
ODD: list[Any] = [None, True, 0, -1, 1.5, [], {}, [[]], [None, {}], {"name": None}, {"a": {"b": [1]}}]
COMBINATIONS = [(name, provider) for name, template in TEMPLATES.items() for provider in template.providers]


def context(random: Random) -> dict[str, Any]:
    """Return what may be known of a product, in any shape."""

    def value() -> Any:
        return random.choice(TEXTS) if random.random() < 0.8 else random.choice(ODD)

    def columns() -> Any:
        named = {random.choice(TEXTS) + str(number): random.choice(KINDS) for number in range(random.randint(0, 9))}
        listed = [{"name": name, "type": kind} for name, kind in named.items()]
        return random.choice([named, listed, list(named), value()])

    def source() -> Any:
        return random.choice(
            [value(), {"name": value(), "columns": columns()}, {"path": value(), "columns": columns()}]
        )

    keys = ["project_goal", "use_case", "domain", "owner_team", "provider", random.choice(TEXTS)]
    known = {key: value() for key in keys if random.random() < 0.7}
    if random.random() < 0.8:
        known["data_sources"] = random.choice([value(), [source() for _ in range(random.randint(0, 5))], source()])
    return known


@pytest.mark.requirement("copilot:proposals-validate")
def test_every_proposal_is_valid() -> None:
    random = Random(19)
    published = published_schema()
    judge = Draft202012Validator(published) if published else None

    for number in range(SAMPLES):
        known = context(random)
        contract = proposed_contract(known, *COMBINATIONS[number % len(COMBINATIONS)])

        assert contract_errors(contract) == [], known
        assert contract_warnings(contract) == [], known
        assert odcs_document(contract)["servers"]
        assert judge is None or judge.is_valid(contract), known


@pytest.mark.requirement("copilot:proposals-validate")
@pytest.mark.parametrize(("template", "provider"), COMBINATIONS)
def test_what_is_proposed_validates_as_a_model_would_do_it(template: str, provider: str) -> None:
    with FORGE_TOOL_REGISTRY.restored():
        register_copilot_tools()
        asked = {"context": {"project_goal": "Orders of a day"}, "template": template, "provider": provider}
        contract = dispatch_tool_call("propose_contract", asked)

        assert dispatch_tool_call("validate_contract", {"contract": contract}) == {"errors": [], "warnings": []}
    assert contract["exposes"][0]["binding"]["platform"] == provider


def test_a_proposal_is_made_of_what_is_known() -> None:
    known = {
        "project_goal": "Orders of a day",
        "use_case": "Sales dashboards",
        "domain": "Sales",
        "owner_team": "shop",
        "data_sources": [
            {"path": "data/orders.csv", "columns": {"id": "integer", "amount": "number", 'a "quoted" name': "date"}},
            {"path": "data/old/orders.csv", "columns": {"id": "string", "note": "string"}},
            "customers",
        ],
    }

    contract = proposed_contract(known, "starter", "local")

    assert (contract["id"], contract["name"]) == ("generated.orders_of_a_day", "Orders of a day")
    assert contract["description"] == "Orders of a day\n\nSales dashboards"
    assert (contract["domain"], contract["metadata"]) == ("Sales", {"owner": {"team": "shop"}})
    assert [one["exposeId"] for one in contract["consumes"]] == ["orders", "orders_2", "customers"]
    assert contract["exposes"][0]["contract"]["schema"] == [
        {"name": "id", "type": "bigint"},
        {"name": "amount", "type": "double"},
        {"name": 'a "quoted" name', "type": "date"},
        {"name": "note", "type": "string"},
    ]
    [build] = contract["builds"]
    assert build["properties"]["sql"] == 'SELECT "id", "amount", "a ""quoted"" name" FROM "orders"'


def test_what_is_not_known_is_to_be_filled_in() -> None:
    contract = proposed_contract({}, "starter", "local")

    assert (contract["domain"], contract["metadata"]) == ("unassigned", {"owner": {"team": "unassigned"}})
    assert contract["id"] == "generated.new_data_product"
    assert contract["builds"][0]["properties"]["sql"] == 'SELECT * FROM "source"'


def test_a_long_context_makes_a_short_contract() -> None:
    columns = {f"column {number}": "string" for number in range(9_000)}
    sources = [{"name": "s", "columns": columns}] * 200

    contract = proposed_contract({"project_goal": "x" * 100_000, "data_sources": sources}, "starter", "local")

    assert len(contract["consumes"]) == 50
    assert len(contract["exposes"][0]["contract"]["schema"]) == 500
    assert len(contract["description"]) == 2_000


@pytest.mark.requirement("copilot:proposals-validate")
def test_a_template_that_is_not_made_for_a_provider_is_refused_with_those_that_it_has() -> None:
    with pytest.raises(UnsupportedProviderError, match="Use aws or azure or databricks or gcp or kafka"):
        proposed_contract({}, "streaming", "local")
    with FORGE_TOOL_REGISTRY.restored():
        register_copilot_tools()
        refused = dispatch_tool_call("propose_contract", {"context": {}, "template": "streaming"})

    assert refused["error"] == "unsupported_provider"
    assert "aws or azure" in refused["message"]


def test_the_arguments_name_what_there_is() -> None:
    assert set(get_args(TemplateName)) == set(TEMPLATES)
    assert set(get_args(ProviderName)) == set(PLATFORMS)
    for template in TEMPLATES.values():
        assert set(template.providers) <= set(PLATFORMS)
        for provider in template.providers:
            assert set(template.engines) & set(PLATFORMS[provider].engines)
    for platform in PLATFORMS.values():
        assert set(platform.engines) <= set(BUILD_ENGINES)


@pytest.mark.parametrize(
    ("wish", "first"),
    [
        ("sales dashboards", "analytics"),
        ("features for Machine Learning", "ml_pipeline"),
        ("alerts on events", "streaming"),
    ],
)
def test_templates_are_found_by_what_they_are_for(wish: str, first: str) -> None:
    assert templates_for(wish)[0] == first


@pytest.fixture
def _tools() -> Any:
    with FORGE_TOOL_REGISTRY.restored():
        register_copilot_tools()
        yield


@pytest.mark.requirement("copilot:templates-and-schedulers")
@pytest.mark.usefixtures("_tools")
def test_templates_are_listed_with_what_they_go_with() -> None:
    listed = dispatch_tool_call("list_templates", {})

    assert list(listed) == ["providers", "templates", "build_engines", "provider_engine_compatibility", "warnings"]
    assert listed["providers"] == list(listed["provider_engine_compatibility"]) == list(PLATFORMS)
    assert list(listed["templates"]) == list(TEMPLATES)
    assert set(listed["templates"]["starter"]) == {"description", "provider_support", "use_cases", "technologies"}
    assert listed["warnings"] == []


@pytest.mark.usefixtures("_tools")
def test_templates_for_a_use_case_come_first_or_all_with_a_warning() -> None:
    assert list(dispatch_tool_call("list_templates", {"use_case": "reporting"})["templates"]) == ["analytics"]
    other = dispatch_tool_call("list_templates", {"use_case": "zzzz", "domain": "yyyy"})
    assert list(other["templates"]) == list(TEMPLATES)
    assert len(other["warnings"]) == 1


@pytest.mark.requirement("copilot:templates-and-schedulers")
@pytest.mark.usefixtures("_tools")
def test_schedulers_are_listed_with_their_triggers() -> None:
    listed = dispatch_tool_call("list_schedulers", {})

    assert [scheduler["name"] for scheduler in listed["schedulers"]] == ["airflow", "dagster", "prefect"]
    assert listed["trigger_types"] == ["cron", "event", "manual", "streaming"]


@pytest.mark.requirement("copilot:templates-and-schedulers")
@pytest.mark.usefixtures("_tools")
@pytest.mark.parametrize("name", ["list_templates", "list_schedulers"])
def test_what_is_listed_is_the_callers_own(name: str) -> None:
    tool = FORGE_TOOL_REGISTRY[name]
    first = tool.run(tool.validate({}), workspace_root=None)
    kept = repr(first)
    for inner in first.values():
        inner.clear()

    assert repr(tool.run(tool.validate({}), workspace_root=None)) == kept
