import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY, forge_tool
from pytest_forge import dispatching, recorded_events, restored_registry, temporary_workspace


class Args(BaseModel):
    text: str


def echo(args: Args) -> str:
    return args.text


@given(st.integers(0, 3))
def test_each_example_starts_with_the_registries_as_they_were(number):
    before = dict(FORGE_TOOL_REGISTRY), dict(TOOL_REGISTRY)

    with restored_registry() as registry:
        assert "isolation_echo" not in registry
        for index in range(number):
            forge_tool(args_schema=Args, name=f"isolation_echo_{index}")(echo)
        forge_tool(args_schema=Args, name="isolation_echo")(echo)
        TOOL_REGISTRY["isolation_legacy"] = {
            "name": "isolation_legacy",
            "description": "d",
            "input_schema": {},
            "impl": print,
        }

    assert (dict(FORGE_TOOL_REGISTRY), dict(TOOL_REGISTRY)) == before


def test_the_registries_are_restored_after_an_error():
    before = dict(FORGE_TOOL_REGISTRY)

    def empty_and_fail() -> None:
        with restored_registry() as registry:
            registry.clear()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        empty_and_fail()

    assert dict(FORGE_TOOL_REGISTRY) == before


@given(st.text(max_size=5))
def test_each_example_has_an_empty_workspace(text):
    with temporary_workspace({"a/b.txt": text, "c": b"\x00"}) as root:
        assert (root / "a/b.txt").read_bytes() == text.encode()
        assert (root / "c").read_bytes() == b"\x00"
        assert root == root.resolve()
        (root / "left").write_text("x")

    assert not root.exists()


@given(st.text(max_size=5))
def test_each_example_dispatches_and_records_for_itself(text):
    tool = forge_tool(args_schema=Args, register=False)(echo)

    with recorded_events() as recorded, dispatching() as dispatch:
        result = dispatch(tool, {"text": text})
        refused = dispatch("isolation_missing")

    assert result.ok
    assert result.value == text
    assert not refused.ok
    assert [record.outcome for record in recorded.records] == ["success", "failed"]
    assert len(recorded.of_type("tool.invoked")) == 2
    with dispatching() as dispatch:
        dispatch(tool, {"text": "later"})
    assert len(recorded.records) == 2


def test_a_dispatch_uses_the_given_root(tmp_path):
    def where(args: Args, *, workspace_root) -> str:
        return str(workspace_root)

    tool = forge_tool(args_schema=Args, register=False, workspace_root_aware=True)(where)

    with dispatching(tmp_path) as dispatch, temporary_workspace() as other:
        assert dispatch(tool, {"text": "x"}).value == str(tmp_path)
        assert dispatch(tool, {"text": "x"}, workspace_root=other).value == str(other)
