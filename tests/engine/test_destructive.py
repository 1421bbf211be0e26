"""Tools that are marked as destructive are run on demand alone."""

import json
import shlex

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

TOOLS = """
from pydantic import BaseModel
from forge_harness import forge_tool

class Args(BaseModel):
    name: str

@forge_tool(args_schema=Args, tags={tags}, tier="execute")
def drop_table(args: Args) -> dict:
    '''Drop the table of that name.'''
    return {{"rows": {{1, 2}}}}
"""


@pytest.mark.parametrize("tags", ["('destructive',)", "('db', 'Destructive')"])
def test_a_tool_that_is_marked_is_not_run_unless_it_is_allowed(opened, tags):
    check = all_checks()["results_are_json"]
    with opened(TOOLS.format(tags=tags)) as session:
        (refused,) = session.run(0, check)
        static = session.run(0, all_checks()["root_is_closed"])
    with opened(TOOLS.format(tags=tags), allow_destructive=True) as session:
        (found,) = session.run(0, check)

    assert (refused.status, refused.was_made) == ("not_applicable", False)
    assert "--allow-destructive" in refused.message
    assert static[0].status == "passed"
    assert found.status == "failed"
    assert shlex.split(found.reproduce)[-1] == "--allow-destructive"


@pytest.mark.parametrize("tags", ["()", "('non-destructive',)", "('deletes',)"])
def test_a_tool_that_is_not_marked_is_run(opened, tags):
    with opened(TOOLS.format(tags=tags)) as session:
        (found,) = session.run(0, all_checks()["results_are_json"])

    assert found.status == "failed"


@pytest.mark.parametrize(("hint", "marked"), [(True, True), (False, False), ("yes", False), (None, False)])
def test_a_definition_is_marked_by_its_annotation(tmp_path, hint, marked):
    definition = {"name": "drop", "description": "Drop it.", "inputSchema": {"type": "object"}}
    (tmp_path / "tools.json").write_text(json.dumps({**definition, "annotations": {"destructiveHint": hint}}))

    with open_session("definitions:tools.json", budget=None, base=tmp_path) as session:
        assert [tool.is_destructive for tool in session.tools] == [marked]
