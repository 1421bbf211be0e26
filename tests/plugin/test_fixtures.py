MODULE = """
import pytest
from pydantic import BaseModel
from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY, forge_tool

class Args(BaseModel):
    text: str

@pytest.mark.parametrize("run", range(3))
def test_registry(forge_registry, run):
    assert forge_registry is FORGE_TOOL_REGISTRY
    assert "inner_tool" not in forge_registry
    forge_tool(args_schema=Args, name="inner_tool")(lambda args: args.text)
    forge_registry.pop(next(iter(forge_registry)), None) if run == 2 else None

@pytest.mark.parametrize("run", range(2))
def test_workspace(forge_workspace, run):
    assert list(forge_workspace.iterdir()) == []
    (forge_workspace / "file").write_text("x")

@pytest.mark.parametrize("run", range(2))
def test_dispatch(forge_dispatch, forge_workspace, forge_events, run):
    assert "inner_dispatched" not in FORGE_TOOL_REGISTRY
    @forge_tool(args_schema=Args, name="inner_dispatched", workspace_root_aware=True)
    def save(args, *, workspace_root):
        (workspace_root / "saved").write_text(args.text)
        return {"saved": True}
    assert forge_dispatch("inner_dispatched", {"text": "x"}).value == {"saved": True}
    assert (forge_workspace / "saved").read_text() == "x"
    assert [record.tool_name for record in forge_events.records] == ["inner_dispatched"]
"""


def test_fixtures_keep_each_test_to_itself_in_any_order(pytester):
    from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY

    pytester.makepyfile(MODULE)
    before = dict(FORGE_TOOL_REGISTRY), dict(TOOL_REGISTRY)

    for seed in ("1", "2", "3"):
        pytester.runpytest("-p", "randomly", f"--randomly-seed={seed}").assert_outcomes(passed=7)

    assert (dict(FORGE_TOOL_REGISTRY), dict(TOOL_REGISTRY)) == before


def test_every_fixture_is_explained(pytester):
    result = pytester.runpytest("--fixtures")

    for name in ("registry", "workspace", "dispatch", "events", "model"):
        result.stdout.fnmatch_lines([f"forge_{name} *"])
    result.stdout.no_fnmatch_line("*pytest_forge/fixtures.py*no docstring*")


def test_the_scripted_model_answers_and_must_be_used_up(pytester):
    pytester.makepyfile(
        """
        from forge_harness import ToolCall, run_agent_loop

        def test_used_up(forge_model):
            forge_model.add(ToolCall("", "nope", {}), "Done.")
            assert run_agent_loop("Go.", provider=forge_model, tools=[]).text == "Done."

        def test_left_over(forge_model):
            forge_model.add("Never asked for.")
        """
    )

    result = pytester.runpytest()

    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*ScriptError: The script has 1 steps, and only 0 were used.*"])
