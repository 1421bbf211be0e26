import pytest

TOOLS = """
from pydantic import BaseModel
from forge_harness import forge_tool

class Args(BaseModel):
    name: str

@forge_tool(args_schema=Args, tags=["destructive"], tier="execute")
def drop_table(args: Args) -> dict:
    '''Drop the table of that name.'''
    return {"rows": {1, 2}}
"""


@pytest.mark.parametrize("by", ["nobody", "the option", "the ini file"])
def test_a_destructive_tool_needs_the_word_of_the_user(pytester, by):
    pytester.makepyfile(destructive_tools=TOOLS)
    if by == "the ini file":
        pytester.makeini("[pytest]\nforge_allow_destructive = true\n")
    words = ["--forge-allow-destructive"] if by == "the option" else []

    result = pytester.runpytest("--forge-tools", "destructive_tools.py", "--forge-checks", "results_are_json", *words)

    result.assert_outcomes(skipped=1) if by == "nobody" else result.assert_outcomes(failed=1)
