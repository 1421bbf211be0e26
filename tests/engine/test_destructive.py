"""Tools that are marked as destructive are run on demand alone."""

import json
import shlex

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

ARGUMENTS = """
from pydantic import BaseModel
from forge_harness import forge_tool

class Args(BaseModel):
    name: str
"""
TOOL = """
@forge_tool(args_schema=Args, tags={tags}, tier="execute")
def drop_table_{number}(args: Args) -> dict:
    "Drop the table of that name."
    return {{"rows": {{1, 2}}}}
"""
MARKED = ["('destructive',)", "('db', 'Destructive')"]
OTHERS = ["()", "('non-destructive',)", "('deletes',)"]
TOOLS = ARGUMENTS + "".join(TOOL.format(number=number, tags=tags) for number, tags in enumerate([*MARKED, *OTHERS]))


def test_a_tool_that_is_marked_is_not_run_unless_it_is_allowed(opened):
    check = all_checks()["results_are_json"]
    marked, others = range(len(MARKED)), range(len(MARKED), len(MARKED) + len(OTHERS))
    with opened(TOOLS) as session:
        refused = [session.run(index, check)[0] for index in marked]
        static = [session.run(index, all_checks()["root_is_closed"])[0] for index in marked]
        run = [session.run(index, check)[0] for index in others]
    with opened(TOOLS, allow_destructive=True) as session:
        found = [session.run(index, check)[0] for index in marked]

    assert [(result.status, result.was_made) for result in refused] == [("not_applicable", False)] * len(MARKED)
    assert all("--allow-destructive" in result.message for result in refused)
    assert {result.status for result in static} == {"passed"}
    assert [result.status for result in [*run, *found]] == ["failed"] * (len(OTHERS) + len(MARKED))
    assert {shlex.split(result.reproduce)[-1] for result in found} == {"--allow-destructive"}


@pytest.mark.parametrize(("hint", "marked"), [(True, True), (False, False), ("yes", False), (None, False)])
def test_a_definition_is_marked_by_its_annotation(tmp_path, hint, marked):
    definition = {"name": "drop", "description": "Drop it.", "inputSchema": {"type": "object"}}
    (tmp_path / "tools.json").write_text(json.dumps({**definition, "annotations": {"destructiveHint": hint}}))

    with open_session("definitions:tools.json", budget=None, base=tmp_path) as session:
        assert [tool.is_destructive for tool in session.tools] == [marked]
