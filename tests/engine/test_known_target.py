from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.campaign import run_campaign
from pytest_forge.engine.known_target import KnownTarget
from pytest_forge.engine.loaded_target import LoadedTarget
from pytest_forge.engine.session import open_session
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.target_error import TargetError

HERE, THERE = Path("/tmp/forge-here"), Path("/tmp/forge-there")


def defaults(tools) -> list[str]:
    return [tool.input_schema["properties"]["place"]["default"] for tool in tools]


def facts(default: str) -> ToolFacts:
    schema = {"type": "object", "properties": {"place": {"type": "string", "default": default}}}
    return ToolFacts("look", "tools.py", "function", input_schema=schema)


def test_all_sessions_share_one_listing_in_which_each_finds_its_own_sandbox():
    made = []

    def make():
        made.append(1)
        return [facts(f"{HERE}/workspace")]

    listing = KnownTarget()

    assert defaults(listing.listed_again(make, HERE)) == [f"{HERE}/workspace"]
    assert defaults(listing.listed_again(make, THERE)) == [f"{THERE}/workspace"]
    assert len(made) == 1


def test_a_listing_that_fails_is_made_again():
    def fail():
        raise TargetError("It cannot be loaded. Try again.")

    listing = KnownTarget()
    with pytest.raises(TargetError):
        listing.listed_again(fail, HERE)

    assert defaults(listing.listed_again(lambda: [facts("x")], THERE)) == ["x"]


def test_two_jobs_load_a_target_three_times(tmp_path, monkeypatch):
    (tmp_path / "tools.py").write_text(
        "import os\n"
        + "".join(
            f"def look_{name}(place: str = os.environ['HOME']) -> str:\n    '''Look.'''\n    return place\n"
            for name in "abcd"
        )
    )
    starts = []
    start = LoadedTarget._start

    def counted(self, **given):
        starts.append(given.get("lists_only", False))
        return start(self, **given)

    monkeypatch.setattr(LoadedTarget, "_start", counted)
    report = run_campaign(
        ["tools.py"],
        [all_checks()[name] for name in ("schema_is_stable", "call_returns")],
        budget=Budget(load_s=30, call_s=1.0, check_s=6.0),
        base=tmp_path,
        jobs=2,
    )

    assert {result.status for result in report.results if result.check == "schema_is_stable"} == {"passed"}
    assert sorted(starts) == [False, False, True]


def test_a_second_session_knows_the_libraries_of_the_server(tmp_path):
    server = Path(__file__).parents[1] / "mcp_targets" / "servers" / "counting.py"
    known, budget = KnownTarget(), Budget(load_s=30, call_s=1.0, check_s=6.0)

    with open_session(f"mcp:python {server}", budget=budget, base=tmp_path, known=known) as first:
        libraries = known.libraries
        with open_session(f"mcp:python {server}", budget=budget, base=tmp_path, known=known) as second:
            assert [tool.name for tool in first.tools] == [tool.name for tool in second.tools]

    assert "json" in libraries
