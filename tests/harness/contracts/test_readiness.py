"""What a contract lacks for ODCS and DCS, and how it is written as one."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from forge_harness.contracts import odcs
from forge_harness.contracts.column_type import logical_type
from forge_harness.contracts.dcs import dcs_document, dcs_warnings
from forge_harness.contracts.fluid_contract import contract_schema
from forge_harness.contracts.odcs import odcs_document, odcs_warnings
from forge_harness.contracts.readiness import domain_of

from .contract_samples import SMALLEST, sampled

FOUR = ["description", "domain", "metadata.owner.team", "exposes"]
COLUMNS = [
    {"name": "id", "type": "BIGINT", "required": True, "sensitivity": "pii", "description": "The number."},
    {"name": "at", "type": "timestamp with time zone"},
    {"name": "parts", "type": "array"},
    {"name": "price", "type": "decimal(10, 2)"},
]


@pytest.fixture(scope="module")
def standard() -> None:
    pytest.importorskip("open_data_contract_standard", reason="the extra contracts is not installed")


def ready(**changes: Any) -> dict[str, Any]:
    contract = copy.deepcopy({**SMALLEST, "description": "What was sold.", "domain": "sales", "tags": ["daily"]})
    contract["metadata"]["owner"]["team"] = "shop"
    contract["exposes"][0] |= {"version": "2.0.0", "contract": {"schema": COLUMNS}, **changes}
    return contract


@pytest.mark.requirement("contracts:readiness-warns")
@pytest.mark.parametrize(("warnings", "standard"), [(odcs_warnings, "ODCS"), (dcs_warnings, "DCS")])
def test_the_four_fields_are_asked_for(warnings: Any, standard: str) -> None:
    told = [f"{path} is missing, which {standard} needs. Add it." for path in FOUR]

    assert warnings({}) == told
    assert warnings({"metadata": "text", "exposes": "text", "description": " "}) == told
    assert warnings({"metadata": {"owner": []}, "exposes": []}) == told
    assert warnings(SMALLEST) == told[:3]
    assert warnings(None) == [f"There is no contract to write as {standard}. Draft one first."]


@pytest.mark.requirement("contracts:readiness-warns")
@pytest.mark.usefixtures("standard")
def test_a_ready_contract_has_no_warnings() -> None:
    assert odcs_warnings(ready()) == []
    assert dcs_warnings(ready()) == []


def test_the_domain_is_found_in_either_place() -> None:
    assert domain_of({"domain": "sales"}) == domain_of({"metadata": {"domain": "sales"}}) == "sales"
    assert domain_of({"domain": 5, "metadata": "text"}) == ""


@pytest.mark.usefixtures("standard")
def test_a_server_that_cannot_be_written_is_told_of() -> None:
    binding = {"platform": "gcp", "format": "bigquery_table", "location": {"project": "p"}}

    assert odcs_warnings(ready(binding=binding)) == [
        "exposes[0].binding.location.dataset is missing, which a server of the type bigquery needs in ODCS. Add it."
    ]
    assert odcs_document(ready(binding=binding))["servers"] == []


def test_dcs_describes_columns() -> None:
    assert dcs_warnings(ready(contract={"openapiRef": "https://example.com/api.json"})) == [
        "exposes[0].contract.schema is missing, which DCS needs. Add it."
    ]


def test_a_contract_is_written_as_odcs() -> None:
    document = odcs_document(ready())

    assert (document["version"], document["domain"], document["team"]) == ("2.0.0", "sales", {"name": "shop"})
    assert document["servers"] == [{"server": "orders", "type": "custom"}]
    [described] = document["schema"]
    assert described["properties"][0] == {
        "name": "id",
        "required": True,
        "description": "The number.",
        "logicalType": "integer",
        "physicalType": "BIGINT",
        "classification": "pii",
    }
    assert [column["logicalType"] for column in described["properties"]] == ["integer", "timestamp", "array", "number"]


def test_a_contract_is_written_as_dcs() -> None:
    document = dcs_document(ready())

    assert document["info"] == {
        "title": "Orders",
        "version": "2.0.0",
        "status": "active",
        "description": "What was sold.",
        "owner": "shop",
    }
    assert document["models"]["orders"]["fields"]["price"] == {"type": "decimal"}


def test_models_of_dcs_have_names_of_their_own() -> None:
    contract = ready(exposeId="sales.orders")
    contract["exposes"].append({**contract["exposes"][0], "exposeId": "sales_orders"})

    assert list(dcs_document(contract)["models"]) == ["sales_orders", "sales_orders_2"]


@pytest.mark.requirement("contracts:readiness-warns")
@pytest.mark.usefixtures("standard")
def test_what_is_written_as_odcs_fits_its_schema() -> None:
    from open_data_contract_standard.model import OpenDataContractStandard

    schema = contract_schema()
    for seed in range(12):
        random = Random(seed)
        contract = sampled(schema, random, 0.3) | {"description": "d", "domain": "d"}
        contract["metadata"]["owner"]["team"] = "t"

        assert not [warning for warning in odcs_warnings(contract) if "does not fit" in warning]
        assert OpenDataContractStandard.model_validate(odcs_document(contract)).kind == "DataContract"


@pytest.mark.usefixtures("standard")
def test_a_misfit_is_told_of_with_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odcs, "_VERSION", "v9.9.9")

    assert odcs_warnings(ready()) == [
        "apiVersion of the contract in ODCS does not fit its schema. Change what it is made of."
    ]


def test_a_missing_package_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odcs, "_validator", lambda: None)

    [warning] = odcs_warnings(ready())

    assert "open-data-contract-standard is not installed. Install it for that (extra 'contracts')" in warning


@pytest.mark.parametrize(
    ("text", "kind"),
    [("VARCHAR(40)", "string"), (" double\n precision ", "number"), ("Int64", "integer"), ("jsonb", "object")],
)
def test_a_type_is_known_in_any_spelling(text: str, kind: str) -> None:
    assert logical_type(text) == kind
