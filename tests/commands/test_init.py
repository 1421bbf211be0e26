"""`forge init`: what is found without importing anything, and what is written."""

from __future__ import annotations

import json
import tomllib

import pytest
import yaml

from pytest_forge.commands.own_requirement import PLACEHOLDER, own_requirement
from pytest_forge.commands.project_tools import find_project_tools

FORGE_TOOL = """
from forge_harness import forge_tool
from .models import Args
raise SystemExit("imported")
@forge_tool(name="stock", description="Count.", args_schema=Args)
def stock(args): return 3
def helper(a: int) -> int:
    '''Help.'''
    return a
"""
FUNCTION = "def {name}(a: int) -> int:\n    '''Give the number.'''\n    return a\n"
SERVER = """
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("notes")
@mcp.tool()
def add(text: str) -> str:
    '''Add.'''
    return text
mcp.run()
"""
FRAMEWORK = """
from langchain_core.tools import BaseTool, tool as made
@made
def weather(city: str) -> str:
    '''Weather.'''
class Sun(BaseTool): ...
"""
SCRIPT = '"""\nTool: echo\nDescription: Say it.\nInput:\n  query (str): Text.\n"""\nimport json, sys\n'


def write(folder, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_py", ".py").replace("_json", ".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def project(folder):
    (folder / "tools.json").unlink()
    return folder


def test_every_kind_of_tool_is_found_without_an_import(project):
    write(project, src__shop__models_py="", src__shop__tools_py=FORGE_TOOL, src__server_py=SERVER)
    write(project, src__agent_py=FRAMEWORK, src__store_py=FUNCTION.format(name="get"), tools__tool_echo_py=SCRIPT)
    write(project, tests__my_tools_py=FUNCTION.format(name="skip"), env__pyvenv_py="", broken_py="def (")
    (project / "src" / "shop" / "__init__.py").touch()
    (project / "tools.json").write_text('[{"name": "ping", "input_schema": {"type": "object"}}]')
    (project / ".mcp.json").write_text('{"mcpServers": {"fs": {"command": "npx"}}}')

    found = find_project_tools(project)

    assert {(one.target, one.names) for one in found.targets} == {
        ("src/shop/tools.py", ("stock",)),
        ("mcp:python src/server.py", ()),
        ("src/agent.py", ("weather", "Sun")),
        ("tools/", ("echo",)),
        ("definitions:tools.json", ("ping",)),
        (".mcp.json", ("fs",)),
    }
    assert found.others == ["src/store.py"]
    assert found.unreadable == ["broken.py, line 1"]


def test_what_it_writes_is_read_by_check_and_pytest(forge, project, pytester, monkeypatch):
    monkeypatch.chdir(pytester.path)
    write(pytester.path, my_tools_py=FUNCTION.format(name="give") + FUNCTION.format(name="test_give"))

    code, out, err = forge("init")
    checked = forge("check", "--checks", "name_is_snake_case", "--format", "json")

    assert (code, err) == (0, "")
    assert "Wrote pyproject.toml:\n    [tool.forge]\n" in out
    assert out.endswith("Next:\n  forge check\n  pytest\n")
    assert [tool["name"] for tool in json.loads(checked[1])["tools"]] == ["give", "test_give"]
    result = pytester.runpytest("--forge-checks", "name_is_snake_case", "-v", "-p", "no:randomly")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["test_tool_contract.py::TestGive::*"])


@pytest.mark.parametrize(
    "text", ['[project]\r\nname = "x"\r\n# end', '[project]\nname = "x"\n\n[tool.ruff]\n', "\ufeffa = 1\n"]
)
def test_the_rest_of_the_settings_stays_byte_for_byte(forge, project, text):
    write(project, tools_py=FUNCTION.format(name="give"))
    before = text.encode()
    (project / "pyproject.toml").write_bytes(before)

    assert forge("init")[0] == 0

    after = (project / "pyproject.toml").read_bytes()
    assert after.startswith(before)
    assert (b"\r\n" in before) is (b"]\r\n" in after)
    assert tomllib.loads(after.decode("utf-8-sig"))["tool"]["forge"] == {"targets": ["tools.py"]}


def test_nothing_is_overwritten_without_force(forge, project):
    write(project, tools_py=FUNCTION.format(name="give"), test_tool_contract_py="# mine\n")
    kept = '[tool.forge]\nbudget = "deep"\n\n[tool.ruff]\nline-length = 100\n'
    (project / "pyproject.toml").write_text(kept)

    _, out, _ = forge("init")

    assert "Kept pyproject.toml, which has [tool.forge]. --force replaces it." in out
    assert (project / "pyproject.toml").read_text() == kept
    assert (project / "test_tool_contract.py").read_text() == "# mine\n"
    assert forge("init", "--force")[0] == 0
    assert (project / "pyproject.toml").read_text() == (
        '[tool.forge]\ntargets = [\n    "tools.py",\n]\n\n[tool.ruff]\nline-length = 100\n'
    )
    assert "class TestGive" in (project / "test_tool_contract.py").read_text()


def test_a_dry_run_shows_everything_and_writes_nothing(forge, project):
    write(project, tools_py=FUNCTION.format(name="give"), setup_py="")

    code, out, _ = forge("init", "--dry-run", "--ci", "github")

    assert code == 0
    assert sorted(path.name for path in project.iterdir()) == ["setup.py", "tools.py"]
    workflow = yaml.safe_load(out.partition("Would write .github/workflows/forge.yml:\n")[2].partition("\nNext")[0])
    assert [step.get("run") for step in workflow["jobs"]["check"]["steps"]][2:] == [
        'python -m pip install . "git+https://github.com/OWNER/forge-harness@COMMIT"',
        "forge check --format github",
    ]
    assert "  write the account and the commit of Forge Harness for OWNER and COMMIT in " in out


def test_a_long_import_is_written_as_formatters_write_it(forge, project):
    names = [f"give_the_price_of_article_{letter}" for letter in "abcd"]
    write(project, tools_py="".join(FUNCTION.format(name=name) for name in names))

    assert forge("init")[0] == 0
    text = (project / "test_tool_contract.py").read_text()
    assert "from tools import (\n    give_the_price_of_article_a,\n    give" in text
    assert "class TestGiveThePriceOfArticleD(ToolSuite):" in text


COMMIT = "0123456789abcdef" * 2 + "01234567"


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        (
            {"url": "https://example.com/a/forge-harness.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
            f'"git+https://example.com/a/forge-harness.git@{COMMIT}"',
        ),
        ({"url": "https://key@example.com/a", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, PLACEHOLDER),
        ({"url": 'https://example.com/a"; x', "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, PLACEHOLDER),
        ({"url": "ssh://git@example.com/a", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, PLACEHOLDER),
        ({"url": "file:///home/me/forge-harness", "dir_info": {}}, PLACEHOLDER),
        (None, PLACEHOLDER),
    ],
)
def test_a_workflow_installs_the_commit_that_is_installed_here(origin, expected):
    assert own_requirement({"direct_url.json": origin and json.dumps(origin)}.get) == expected


def test_a_suite_is_written_only_where_a_test_can_import_the_tool(forge, project):
    write(project, src__shop__tools_py=FUNCTION.format(name="give"), src__shop____init___py="")
    (project / "src" / "shop" / "__init__.py").touch()

    assert "no test file is needed" in forge("init", "--dry-run")[1]

    (project / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["src"]\n')
    assert "Would write tests/test_tool_contract.py" in forge("init", "--dry-run")[1]
    assert "from shop.tools import give" in forge("init", "--dry-run")[1]


def test_named_targets_are_taken_as_they_are(forge, project):
    write(project, store_py=FUNCTION.format(name="give"))

    forge("init", "store.py:give", "mcp:python server.py")

    table = tomllib.loads((project / "pyproject.toml").read_text())["tool"]["forge"]
    assert table == {"targets": ["store.py:give", "mcp:python server.py"]}


@pytest.mark.parametrize(
    ("word", "targets"),
    [
        (".", ["src/shop/tools.py", "other/tools.py"]),
        ("src", ["src/shop/tools.py"]),
        ("src/shop/", ["src/shop/tools.py"]),
        ("scripts", ["scripts"]),
    ],
)
def test_the_tools_of_a_named_folder_are_found(forge, project, word, targets):
    write(project, src__shop__tools_py=FUNCTION.format(name="get"), other__tools_py=FUNCTION.format(name="put"))
    write(project, scripts__tool_echo_py=SCRIPT)

    code, _, _ = forge("init", word)

    assert code == 0
    found = tomllib.loads((project / "pyproject.toml").read_text())["tool"]["forge"]["targets"]
    assert sorted(found) == sorted(targets)


@pytest.mark.parametrize(
    ("file", "text", "words", "told"),
    [
        ("none.txt", "", (".",), "No tools were found in '.'. Declare one with @forge_tool or name a TARGET"),
        ("none.txt", "", (), "No tools were found in this folder. Declare one with @forge_tool or name a TARGET"),
        ("store.py", FUNCTION.format(name="give"), (), "but annotated functions in store.py. Name the files"),
        ("bad.py", "def (", (), "No tools were found, and bad.py, line 1 cannot be parsed. Fix it"),
        ("bad.py", "def (", ("bad.py",), "'bad.py' cannot be parsed at line 1. Fix it"),
        ("bad.py", "", ("none.py",), "File 'none.py' does not exist. Check the path"),
        ("bad.py", "", ("",), "The target is empty. "),
        ("pyproject.toml", "[tool", ("a.b",), "pyproject.toml is not valid TOML: "),
        ("pyproject.toml", "tool = {x = 1}", ("a.b",), "cannot take a table [tool.forge] at its end. Add it by hand."),
        ("pyproject.toml", "tool = {forge = {}}", ("a.b", "--force"), "in a form that cannot be replaced. "),
    ],
)
def test_a_mistake_is_told_with_the_next_step(project, refused, file, text, words, told):
    (project / file).write_text(text)

    assert told in refused("init", *words)
