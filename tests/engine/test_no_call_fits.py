"""A tool whose schema allows no call: one finding, and one sentence for everything that cannot be judged."""

from __future__ import annotations

from pathlib import Path

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.campaign import run_campaign

TOOLS = """
from forge_harness import FnToolExecutor

def find(arguments):
    return {"orders": []}

number = {"type": "integer", "minimum": 5, "maximum": MAXIMUM, "description": "Number of the customer."}
schema = {"type": "object", "properties": {"number": number}, "required": ["number"], "additionalProperties": False}
tool = FnToolExecutor("find_orders", find, description="Find orders of a customer.", tier="read", input_schema=schema)
"""


def verdicts(folder: Path, *, maximum: int) -> dict[str, list[tuple[str, str]]]:
    target = folder / "orders.py"
    target.write_text(TOOLS.replace("MAXIMUM", str(maximum)))
    families = ("results", "errors", "arguments", "approval")
    checks = [one for one in all_checks().values() if one.family in families or one.id == "bounds_allow_a_value"]
    report = run_campaign([f"{target}:tool"], checks, budget=BUDGETS["quick"])
    found: dict[str, list[tuple[str, str]]] = {}
    for result in report.results:
        found.setdefault(result.status, []).append((result.check, result.message))
    return found


def test_a_schema_that_no_call_fits_is_one_finding_and_one_reason(tmp_path: Path) -> None:
    found = verdicts(tmp_path, maximum=2)

    assert [check for check, _ in found["failed"]] == ["bounds_allow_a_value"]
    messages = dict(found["error"])
    assert messages.pop("call_returns").startswith("No call could be made that the advertised schema allows.")
    assert len(messages) > 10
    assert set(messages.values()) == {"Not judged: no call fits the schema, see call_returns."}


def test_a_schema_that_some_call_fits_is_judged(tmp_path: Path) -> None:
    found = verdicts(tmp_path, maximum=9)

    assert found.keys() == {"passed", "not_applicable"}
