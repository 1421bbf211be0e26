"""What a valid contract is asked about."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from forge_harness import dispatch_tool_call
from forge_harness.contracts.contract_warnings import contract_warnings
from forge_harness.contracts.fluid_contract import contract_errors, contract_schema
from forge_harness.contracts.proposal import proposed_contract
from forge_harness.registry.process_tools import FORGE_TOOL_REGISTRY
from forge_harness.tools.catalog import register_copilot_tools

from .contract_samples import SMALLEST, sampled


def proposal(**changes: Any) -> dict[str, Any]:
    return proposed_contract({"domain": "sales", "owner_team": "shop"}, "starter", "local") | changes


def build(**changes: Any) -> dict[str, Any]:
    return {"id": "one", **changes}


WARNED = [  # (contract, warnings)
    (proposal(domain=" "), ["domain is missing. Name the business domain that the product belongs to."]),
    (
        proposal(metadata={"owner": {}}),
        ["metadata.owner.team is missing. Name the team that answers for the product."],
    ),
    (
        proposal(builds=[build(), build()]),
        ["builds[1].id is that of an earlier one. Write another."],
    ),
    (
        proposal(builds=[build(outputs=["nowhere"])]),
        ["builds[0].outputs[0] is not exposed. Write the exposeId of an expose."],
    ),
    (
        proposal(builds=[build(dependencies=[{"buildId": "two"}, {"buildId": "one"}, {}])]),
        [
            "builds[0].dependencies[0].buildId is not a build of the contract. Write the id of one.",
            "builds[0].dependencies leads back to the build itself. Remove one of these dependencies.",
        ],
    ),
]


@pytest.mark.parametrize(("contract", "warnings"), WARNED, ids=range(len(WARNED)))
def test_a_warning_names_the_path_and_the_remedy(contract: dict[str, Any], warnings: list[str]) -> None:
    assert contract_errors(contract) == []
    assert contract_warnings(contract) == warnings


def test_names_that_occur_twice_are_told_of() -> None:
    contract = proposal()
    [expose] = contract["exposes"]
    column = expose["contract"]["schema"][0]
    expose["contract"]["schema"] = [column, column]
    contract["exposes"] = [expose, {**expose, "contract": {"schema": []}, "description": ""}]

    assert contract_warnings(contract) == [
        "exposes[1].exposeId is that of an earlier one. Write another.",
        "exposes[0].contract.schema[1].name is that of an earlier one. Write another.",
        "exposes[1].description is missing. Say in a sentence what it holds.",
        "exposes[1].contract.schema is empty. List the columns.",
    ]


def test_builds_that_wait_for_each_other_are_told_of() -> None:
    chain = [{"id": f"b{n}", "dependencies": [{"buildId": f"b{(n + 1) % 20}"}]} for n in range(20)]
    pair = [{"id": "x", "dependencies": [{"buildId": "y"}]}, {"id": "y", "dependencies": [{"buildId": "x"}]}]

    warnings = contract_warnings(proposal(builds=[*chain, *pair, {"description": "nameless"}]))

    assert warnings[0].startswith(
        "builds[0].dependencies leads back to the build itself, through builds[1], builds[2],"
    )
    assert warnings[0].endswith("builds[9] and 10 more. Remove one of these dependencies.")
    assert warnings[1:] == [
        "builds[20].dependencies leads back to the build itself, through builds[21]. Remove one of these dependencies."
    ]


def test_every_valid_contract_can_be_asked_about() -> None:
    schema = contract_schema()
    for seed in range(20):
        random = Random(seed)
        contract = sampled(schema, random, random.choice([0.1, 0.4]))
        assert isinstance(contract_warnings(contract), list)


@pytest.mark.requirement("copilot:contracts-are-validated")
def test_a_model_is_told_errors_first_and_then_warnings() -> None:
    contract = copy.deepcopy(SMALLEST)
    with FORGE_TOOL_REGISTRY.restored():
        register_copilot_tools()
        valid = dispatch_tool_call("validate_contract", {"contract": contract})
        del contract["exposes"]
        invalid = dispatch_tool_call("validate_contract", {"contract": contract})
        empty = dispatch_tool_call("validate_contract", {"contract": {}})

    assert valid["errors"] == []
    assert len(valid["warnings"]) == 5
    assert invalid == {"errors": ["exposes is missing. Add it."], "warnings": []}
    assert len(empty["errors"]) == 6
