"""Tools that find only what their server holds, or what two other tools have made, are called with names that exist."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_forge.checks.calls.known_values import KnownValues
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.requests import CheckRequest
from pytest_forge.engine.session import Session, open_session

from .conftest import BUDGET, target

MATCH, JSON = "structured_results_match", "results_are_json"


@pytest.fixture(scope="module")
def holding() -> Iterator[Session]:
    with open_session(target("holding.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def chained() -> Iterator[Session]:
    with open_session(target("chained.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


def judged(session: Session, tool: str, check: str):
    index = next(index for index, facts in enumerate(session.tools) if facts.name == tool)
    [result] = session.run(index, all_checks()[check])
    return result


@pytest.mark.parametrize("tool", ["depth_of", "crew_of", "fee", "light_of", "lamp_hours", "berth_of"])
def test_a_defect_shows_with_names_that_the_server_holds(holding, tool):
    result = judged(holding, tool, MATCH)

    assert (result.status, "output schema at 'total'" in result.message) == ("failed", True), result.message


def test_a_defect_shows_with_a_value_that_the_description_quotes(holding):
    result = judged(holding, "ferry_of", MATCH)

    assert result.arguments == {"route": "shoal"}, result.message


@pytest.mark.parametrize("tool", ["tide_count", "word_count"])
def test_a_defect_shows_with_a_file_of_the_content_that_the_tool_takes(holding, tool):
    first, again = (judged(holding, tool, MATCH) for _ in range(2))

    assert first.status == again.status == "failed", (first.message, again.message)


def test_edges_of_an_argument_are_tried_with_a_name_that_exists(holding):
    result = judged(holding, "share_of", MATCH)

    assert (result.status, "all of it" in result.message) == ("failed", True), result.message


@pytest.mark.parametrize("tool", ["cranes_of", "cranes_at"])
def test_a_defect_shows_with_the_one_record_that_is_unlike_the_others(holding, tool):
    result = judged(holding, tool, MATCH)

    assert (result.status, result.arguments) == ("failed", {"quay": "old"}), result.message


def test_a_good_tool_that_needs_a_name_of_its_data_passes(holding):
    assert judged(holding, "port_text", JSON).status == "passed"


def test_a_tool_for_which_no_value_works_is_still_not_judged(holding):
    result = judged(holding, "unseal", JSON)

    assert (result.status, result.code) == ("error", "nothing_works")


def test_that_no_call_works_is_shown_on_one_fresh_server(holding, monkeypatch):
    index = next(index for index, facts in enumerate(holding.tools) if facts.name == "unseal")
    checks = [all_checks()[name] for name in (JSON, "result_keys_are_stable", "result_size_is_bounded")]
    asked: list[object] = []
    ask = type(holding._loaded).ask
    monkeypatch.setattr(type(holding._loaded), "ask", lambda self, one: [asked.append(one), ask(self, one)][1])
    holding.judge_together(index, checks)
    results = [result for one in checks for result in holding.run(index, one)]

    assert {(result.status, result.code) for result in results} == {("error", "nothing_works")}
    assert sum(isinstance(request, CheckRequest) for request in asked) <= 1


@pytest.mark.parametrize("tool", ["middle_amount", "page_length"])
def test_a_defect_shows_after_the_calls_that_make_the_records(chained, tool):
    first, again = (judged(chained, tool, MATCH) for _ in range(2))

    assert first.status == again.status == "failed", (first.message, again.message)
    assert "output schema at 'total'" in again.message


def test_a_good_tool_that_needs_two_steps_passes(chained):
    assert judged(chained, "ledger_text", JSON).status == "passed"


def test_a_tool_that_takes_each_name_once_is_called_with_unused_ones(chained):
    results = [judged(chained, "register", check) for check in (JSON, "result_size_is_bounded", JSON)]

    assert [(result.status, result.message) for result in results] == [("passed", "")] * 3


def test_words_of_the_protocol_come_last_among_the_values_that_a_server_holds(reached):
    server = reached(target("good.py", "."))
    try:
        server.start()
        server.tools()
    finally:
        server.close()

    values = KnownValues(
        [("styles", ["tools/list", "inputSchema", "string", "loud", "soft"])], unlikely=server.vocabulary
    )

    assert values.values_for("style", "plain") == ["loud", "soft", "tools/list", "inputSchema", "string"]


@pytest.mark.parametrize(("tool", "status"), [("carry_logs", "failed"), ("carry_logs_that_fit", "passed")])
def test_a_record_is_made_for_each_of_two_arguments_alike(served, tool, status):
    with served("sheds.py", allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)

        [result] = session.run(index, all_checks()["failing_calls_change_nothing"])

    assert result.status == status, result.message
