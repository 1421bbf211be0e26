"""Server files of clients as targets: mcp.json, its siblings, and the mistakes in them."""

from __future__ import annotations

import json
import os

import pytest

from forge_harness.cli.main import main
from pytest_forge.engine import budget
from pytest_forge.targets.server_files.server_file import expand_targets, read_server
from pytest_forge.targets.target_error import TargetError

from .conftest import BUDGET, SERVERS
from .test_http_target import listening

GOOD = {"command": "python", "args": [str(SERVERS / "good.py"), "{workspace}"]}

#: A server whose process ends in every call, with a secret as its last words.
DYING = """
import json, os, sys
schema = {"type": "object", "properties": {}, "additionalProperties": False}
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "tools/call":
        print("no access with", os.environ["API_TOKEN"], file=sys.stderr)
        os._exit(3)
    result = {"tools": [{"name": "die", "description": "Dies.", "inputSchema": schema}]}
    if request["method"] == "initialize":
        info = {"name": "dying", "version": "1"}
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
    if "id" in request:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setitem(budget.BUDGETS, "quick", BUDGET)
    return tmp_path


@pytest.fixture
def forge(folder, capsys):
    def run(*words):
        code = main(["check", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def written(folder, servers, *, name="mcp.json", key="mcpServers", **more):
    place = folder / name
    place.parent.mkdir(exist_ok=True)
    place.write_text(json.dumps({key: servers, **more}))
    return name


def test_a_server_that_does_not_start_does_not_stop_the_others(forge, folder):
    written(folder, {"gone": {"command": "no-such-program"}, "good": GOOD, "off": {**GOOD, "disabled": True}})

    code, out, _ = forge("mcp.json", "--checks", "name_is_valid", "--format", "json")

    report = json.loads(out)
    assert code == 2
    assert report["summary"]["passed"] > 5
    [error] = [result for result in report["results"] if result["status"] == "error"]
    assert error["message"].startswith("The server 'gone' in 'mcp.json' cannot be used: The program 'no-such-program'")
    assert error["reproduce"].startswith("forge check mcp.json:gone --replay 'gone[")
    [off] = [tool for tool in report["tools"] if tool["name"] == "off"]
    assert "disables this server" in off["left_out"]


def test_claude_codes_own_file_lists_the_servers_of_the_current_project(folder):
    inner = folder / "src"
    inner.mkdir()
    projects = {str(folder): {"mcpServers": {"notes": GOOD}}, "/elsewhere": {"mcpServers": {"other": GOOD}}}
    file = written(folder, {"mine": GOOD}, name=".claude.json", projects=projects)

    assert expand_targets([file], base=folder).targets == [".claude.json:mine", ".claude.json:notes"]
    assert expand_targets(["../.claude.json"], base=inner).targets[-1] == "../.claude.json:notes"
    assert read_server(".claude.json:notes", base=folder, variables={}).folder == folder


def test_servers_of_other_projects_are_no_servers_of_this_one(folder):
    file = written(folder, {}, name=".claude.json", projects={"/elsewhere": {"mcpServers": {"other": GOOD}}})

    with pytest.raises(
        TargetError, match=r"lists servers for other folders only, such as '/elsewhere'\. Run forge there"
    ):
        expand_targets([file], base=folder)


def test_a_server_is_chosen_by_name(forge, folder):
    written(folder, {"gone": {"command": "no-such-program"}, "good": GOOD})

    by_option, by_target = (
        forge(*words, "--checks", "name_is_valid")[0]
        for words in (("mcp.json", "--server", "good"), ("mcp.json:good",))
    )

    assert (by_option, by_target) == (0, 0)


def test_values_of_the_file_are_in_no_report(forge, folder):
    (folder / "dying.py").write_text(DYING)
    written(folder, {"dying": {"command": "python", "args": ["dying.py"], "env": {"API_TOKEN": "${input:token}"}}})

    code, out, err = forge(
        "mcp.json", "--env", "token=plainwords", "--checks", "valid_calls_return,valid_calls_do_not_crash",
        "--allow-destructive", "-v",
    )  # fmt: skip

    assert code == 1
    assert "no access with REDACTED" in out
    assert "--env token " in out
    assert "plainwords" not in out + err


def test_headers_of_the_file_are_sent_and_not_shown(forge, folder):
    with listening(key="ijklmnop") as target:
        far = {"type": "http", "url": target.removeprefix("mcp+") + "?key=abcdefgh"}
        right, wrong = ({**far, "headers": {"X-Key": key}} for key in ("ijklmnop", "ijklmnop-wrong"))
        written(folder, {"right": right, "wrong": wrong}, name=".vscode/mcp.json", key="servers")

        code, out, err = forge(".vscode/mcp.json", "--checks", "name_is_valid")

    assert code == 2
    assert "No findings in 1 tool" in out
    assert "'.vscode/mcp.json:wrong' cannot be used: it requires authorization (HTTP 401)" in out
    assert "abcdefgh" not in out + err
    assert "ijklmnop" not in out + err


def test_the_items_of_pytest_are_those_of_each_server(pytester):
    written(pytester.path, {"gone": {"command": "no-such-program"}, "good": GOOD})

    result = pytester.runpytest(
        "--forge-tools=mcp.json", "--forge-checks=name_is_valid", "-rA", "-p", "no:cacheprovider"
    )

    result.stdout.fnmatch_lines(
        ["PASSED mcp.json:good::now*name_is_valid*", "FAILED mcp.json:gone::gone*"], consecutive=False
    )
    assert result.ret == 1


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("mcp.json", "mcpServers"),
        ("claude_desktop_config.json", "mcpServers"),
        (".cursor/mcp.json", "mcpServers"),
        (".vscode/mcp.json", "servers"),
        ("settings.json", "context_servers"),
    ],
)
def test_every_clients_shape_is_read(folder, name, key):
    written(folder, {"one": GOOD, "two": {"url": "http://localhost/mcp"}}, name=name, key=key)

    assert expand_targets([name, "x.py"], base=folder).targets == [f"{name}:one", f"{name}:two", "x.py"]
    assert read_server(f"{name}:two", base=folder, variables={}).address == "mcp+http://localhost/mcp"
    assert read_server(f"{name}:one", base=folder, variables={}).folder == folder


def test_servers_below_a_key_of_the_settings_are_read(folder):
    (folder / "settings.json").write_text(json.dumps({"editor.tabSize": 2, "mcp": {"servers": {"one": GOOD}}}))
    (folder / "opencode.json").write_text(
        json.dumps({"mcp": {"two": {"type": "local", "command": ["python", "-V"], "environment": {"A": "1"}}}})
    )

    found = expand_targets(["settings.json", "opencode.json"], base=folder)

    assert found.targets == ["settings.json:one", "opencode.json:two"]
    assert read_server("opencode.json", base=folder, variables={}).environment == {"A": "1"}


def test_comments_trailing_commas_and_a_byte_order_mark_are_read(folder):
    text = '\ufeff{ // "no": {\r\n "servers": {"a//b": {"command": "x", "args": ["/*", ",]",], /* , */ },\r\n}, }'
    (folder / "mcp.json").write_bytes(text.encode())

    assert read_server("mcp.json:a//b", base=folder, variables={}).address == "mcp:x '/*' ',]'"


def test_placeholders_have_the_values_that_clients_give_them(folder, monkeypatch):
    monkeypatch.setenv("BASE", "http://base")
    entry = {
        "command": "${workspaceFolder}/run",
        "args": ["${workspaceFolder}", "${env:BASE}/a", "${NONE:-b c}", "${input:id}", "${pathSeparator}"],
        "env": {"HOME_OF": "${userHome}", "PORT": 80, "GONE": None},
        "timeout": "${a.clients.own}",
    }
    written(folder, {"one": entry}, key="servers", inputs=[{"id": "id", "default": "given"}])

    read = read_server("mcp.json", base=folder, variables={})
    literal = read_server(written(folder, {"one": entry}, name="claude_desktop_config.json"), base=folder, variables={})

    # The server is to work in the sandbox's workspace, wherever its program is.
    assert read.address == f"mcp:{folder}/run '{{workspace}}' http://base/a 'b c' given {os.sep}"
    assert read.environment == {"HOME_OF": os.path.expanduser("~"), "PORT": "80"}
    assert "${env:BASE}" in literal.address


def test_a_file_of_variables_and_a_working_folder_are_those_of_the_server(folder):
    (folder / "sub").mkdir()
    (folder / "keys.env").write_text("# keys\nexport KEY='one two'\nOTHER=3\n")
    written(folder, {"one": {**GOOD, "cwd": "sub", "envFile": "${workspaceFolder}/keys.env", "env": {"OTHER": "4"}}})

    read = read_server("mcp.json", base=folder, variables={})

    assert (read.environment, read.folder) == ({"KEY": "one two", "OTHER": "4"}, folder / "sub")
    assert read.secrets == ("one two",)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"command": "x", "env": {"A": "${env:NOT_SET}"}}, "it needs the variable 'NOT_SET', which is not set. Set it"),
        ({"command": "x", "args": ["${input:key}"]}, "it asks for the input 'key'. Pass it with --env key=VALUE"),
        ({"command": "x", "args": ["${command:pick}"]}, "it uses '${command:pick}', which only its client knows."),
        ({"command": "x", "arg": []}, "clients do not know its key 'arg'. Write 'args', or remove it."),
        ({"comand": "x", "args": []}, "clients do not know its key 'comand'. Write 'command', or remove it."),
        ({"args": []}, "it has neither a 'command' nor a 'url', only 'args'. Write one of them."),
        ({"command": "x", "args": "a"}, "its command is not a list of strings."),
        ({"command": " "}, "its 'command' is empty."),
        ({"command": "x", "env": ["A"]}, "its 'env' is not an object of strings."),
        ({"command": "x", "cwd": "nowhere"}, "its 'cwd' 'nowhere' is not a folder."),
        ({"command": "x", "envFile": "nowhere"}, "its 'envFile' 'nowhere' cannot be read"),
        ({"url": "localhost"}, "its 'url' is not an HTTP address."),
        ({"url": "http://a/sse", "type": "sse"}, "its transport 'sse' is not supported."),
        ("python", "it is not an object."),
    ],
)
def test_a_mistake_in_an_entry_names_the_server(folder, entry, says):
    written(folder, {"one": entry})

    with pytest.raises(TargetError) as caught:
        read_server("mcp.json:one", base=folder, variables={})

    told = str(caught.value)
    assert told.startswith("The server 'one' in 'mcp.json' cannot be used: ")
    assert says in told
    assert told.count(". ") == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "File 'mcp.json' does not exist. "),
        ("", "'mcp.json' is empty. "),
        ("{", "'mcp.json' is not valid JSON: "),
        ("[]", "'mcp.json' lists no MCP servers. Write 'definitions:mcp.json'"),
        ('{"mcpServers": {}}', "'mcp.json' lists no MCP servers. "),
        ('{"mcpServers": {"a": {"url": "x"}, "a": {"url": "y"}}}', "'mcp.json' has the key 'a' twice in one object. "),
        ('{"mcpServers": {"a": {"command": "x", "disabled": true}}}', "Every server in 'mcp.json' is disabled. "),
    ],
)
def test_a_mistake_in_the_file_is_told_in_two_sentences(folder, text, says):
    if text is not None:
        (folder / "mcp.json").write_text(text)

    with pytest.raises(TargetError) as caught:
        expand_targets(["mcp.json"], base=folder)

    assert str(caught.value).startswith(says)


def test_a_server_that_no_file_lists_is_named_with_those_it_lists(folder):
    written(folder, {"one": GOOD})

    with pytest.raises(TargetError, match=r"no server 'two' in 'mcp.json'\. Name one of 'one'"):
        expand_targets(["mcp.json"], base=folder, chosen=["two"])
    with pytest.raises(TargetError, match="no target is one"):
        expand_targets(["x.py"], base=folder, chosen=["two"])


def test_a_container_is_refused_in_two_sentences(forge, folder):
    written(folder, {"boxed": {"command": "docker", "args": ["run", "-i", "--rm", "image"]}})

    code, out, _ = forge("mcp.json")

    assert code == 2
    assert "'docker' runs the server in a container, which the sandbox cannot start. Name the program inside" in out
