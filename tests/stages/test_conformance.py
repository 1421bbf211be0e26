"""ConformanceAgent: four standards at once, the default of two, and nothing unknown that passes."""

import copy
import threading
from contextvars import ContextVar

import pytest

from forge_harness import ConformanceAgent, UnknownStandardError
from forge_harness.contracts.osi import Dataset, SemanticModel
from forge_harness.stages import conformance

CONTRACT = {
    "fluidVersion": "0.7.2",
    "kind": "DataProduct",
    "id": "silver.sales.orders",
    "name": "Orders",
    "description": "Orders of each day.",
    "domain": "sales",
    "metadata": {"layer": "Silver", "owner": {"team": "sales-data", "email": "sales@example.com"}},
    "exposes": [
        {
            "exposeId": "orders",
            "kind": "table",
            "version": "1.0.0",
            "binding": {
                "platform": "gcp",
                "format": "bigquery_table",
                "location": {"project": "p", "dataset": "d", "table": "t"},
            },
            "contract": {"schema": [{"name": "id", "type": "string"}]},
        }
    ],
}
LOGICAL = {"osi": {"name": "shop", "datasets": [{"name": "orders", "source": "db.s.orders"}]}}
ALL = ["fluid", "osi", "odcs_translation_readiness", "dcs_translation_readiness"]


@pytest.mark.requirement("conformance:summary")
def test_two_clean_standards_have_the_summary_of_the_seed():
    report = ConformanceAgent().run(logical=LOGICAL, contract=CONTRACT)

    assert report.summary() == "conformance: ✓ all 2 standards clean"
    assert report.standards_run == ("fluid", "osi")
    assert report.passes
    assert report.all_findings == []


@pytest.mark.requirement("conformance:standards")
def test_all_four_standards_are_run_in_their_order():
    report = ConformanceAgent().run(logical=LOGICAL, contract=CONTRACT, standards=reversed(ALL))

    assert list(report.standards_run) == ALL
    assert report.summary() == "conformance: ✓ all 4 standards clean"


@pytest.mark.requirement("conformance:standards")
def test_models_are_judged_like_decoded_json():
    model = SemanticModel(name="shop", datasets=[Dataset(name="orders", source="db.s.orders")])
    document = {"version": "0.1.1", "semantic_model": [LOGICAL["osi"]]}

    for logical in (model, {"osi": model}, document, {"osi": document}, LOGICAL["osi"]):
        assert ConformanceAgent().run(logical=logical, standards=["osi"]).summary() == "conformance: ✓ 1 standard clean"


@pytest.mark.requirement("conformance:standards")
def test_errors_and_warnings_are_counted():
    contract = copy.deepcopy(CONTRACT)
    del contract["domain"], contract["exposes"][0]["binding"]["platform"]

    report = ConformanceAgent().run(logical={"osi": {"name": "x", "datasets": []}}, contract=contract, standards=ALL)

    assert not report.passes
    assert report.summary() == f"conformance: ✗ errors=2 warnings=2 standards={','.join(ALL)}"
    assert {name: [finding.severity for finding in found] for name, found in report.findings_by_standard.items()} == {
        "fluid": ["error"],
        "osi": ["error"],
        "odcs_translation_readiness": ["warning"],
        "dcs_translation_readiness": ["warning"],
    }
    assert report.findings_by_standard["fluid"][0].message == "exposes[0].binding.platform is missing. Add it."


@pytest.mark.requirement("conformance:standards")
def test_readiness_alone_never_refuses():
    report = ConformanceAgent().run(contract={}, standards=ALL[2:])

    assert report.passes
    assert report.error_count == 0
    assert report.warning_count == 8
    assert report.summary() == f"conformance: ✓ errors=0 warnings=8 standards={','.join(ALL[2:])}"


@pytest.mark.requirement("conformance:unknown-standard")
@pytest.mark.parametrize(
    ("standards", "sentence"),
    [
        (["typo"], "There is no standard 'typo'. Choose from fluid, osi, odcs_translation_readiness,"),
        (["fluid", "dcs_translation_readyness"], "Did you mean 'dcs_translation_readiness'?"),
        ([], "No standard was named. Choose from fluid, osi,"),
        ([None], "There is no standard None."),
        ("fluids", "There is no standard 'fluids'. Did you mean 'fluid'?"),
    ],
)
def test_an_unknown_standard_is_an_error(standards, sentence):
    with pytest.raises(UnknownStandardError) as raised:
        ConformanceAgent().run(logical=LOGICAL, contract=CONTRACT, standards=standards)

    assert sentence in str(raised.value)


@pytest.mark.requirement("conformance:unknown-standard")
def test_a_draft_that_was_not_given_does_not_pass():
    report = ConformanceAgent().run(contract=CONTRACT)

    assert [finding.message for finding in report.all_findings] == [
        "There is no logical model to judge by osi. Give one, or name the standards to run without osi."
    ]
    assert not ConformanceAgent().run().passes


@pytest.mark.requirement("conformance:parallel")
def test_the_standards_are_judged_at_once_in_the_context_of_the_caller(monkeypatch):
    together = threading.Barrier(4, timeout=10)
    variable = ContextVar("variable", default="unset")
    seen = []

    def judge(standard, draft):
        together.wait()
        seen.append(variable.get())
        return []

    monkeypatch.setattr(conformance, "_JUDGES", dict.fromkeys(ALL, judge))
    variable.set("set")

    assert ConformanceAgent().run(standards=ALL).passes
    assert seen == ["set"] * 4


@pytest.mark.requirement("conformance:parallel")
def test_a_judge_that_fails_is_an_error_of_its_standard(monkeypatch, caplog):
    def judge(standard, draft):
        raise KeyError("/root/secret")

    monkeypatch.setitem(conformance._JUDGES, "osi", judge)

    report = ConformanceAgent().run(logical=LOGICAL, contract=CONTRACT)

    (finding,) = report.all_findings
    assert finding.message == "The draft could not be judged by osi: KeyError. The log has the details."
    assert finding.severity == "error"


@pytest.mark.parametrize("draft", [5, "text", [], {}, {"metadata": "text"}, {"exposes": [None]}, {"osi": 5}])
def test_an_odd_draft_has_findings_and_raises_nothing(draft):
    report = ConformanceAgent().run(logical=draft, contract=draft, standards=ALL)

    assert not report.passes
    assert not [finding for finding in report.all_findings if "could not be judged" in finding.message]
