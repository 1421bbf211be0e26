"""`forge run` against a server on loopback that speaks OpenAI's form."""

from __future__ import annotations

import argparse
import io
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from forge_harness import CommandError
from forge_harness.cli import run as command

TOOLS = '''
from pydantic import BaseModel
from forge_harness import forge_tool

class Number(BaseModel):
    value: int

@forge_tool(args_schema=Number, tier="read", register=False)
def double(args):
    """Double it."""
    return args.value * 2

@forge_tool(args_schema=Number, tier="write", register=False)
def write_down(args):
    """Write it down."""
    return "written"

@forge_tool(args_schema=Number, tier="read", register=False)
def break_down(args):
    """Fail."""
    raise ValueError("it broke")
'''


def reply(text="", *calls):
    made = [
        {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for n, (name, arguments) in enumerate(calls)
    ]
    return {
        "choices": [{"finish_reason": "stop", "message": {"content": text, "tool_calls": made}}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2},
    }


@pytest.fixture
def server():
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            self.server.requests.append((dict(self.headers), body))
            status, answer = self.server.answers.pop(0)
            data = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as served:
        served.requests, served.answers = [], []
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield served
        served.shutdown()
        thread.join()


@pytest.fixture
def forge_run(server, tmp_path):
    path = tmp_path / "run_tools_under_test.py"
    path.write_text(TOOLS)

    def run(*words, tools=(str(path),)):
        parser = argparse.ArgumentParser()
        command.configure(parser)
        targets = [word for tool in tools for word in ("--tools", tool)]
        base_url = f"http://127.0.0.1:{server.server_port}/v1"
        return command.run(
            parser.parse_args(["Go.", "--provider", "openai", "--model", "m", "--base-url", base_url, *targets, *words])
        )

    return run


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The user's files; the machine's own change nothing."""
    for name in ("FLUID_CONFIG", "FLUID_COST_LIMIT_USD", "FLUID_PRICES_JSON", "FLUID_QUIET", "FLUID_NONINTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FLUID_HOME", str(tmp_path))
    return tmp_path


def test_the_answer_is_printed_and_the_bill_beside_it(forge_run, server, capsys):
    server.answers = [(200, reply("", ("double", {"value": 4}))), (200, reply("It is \x1b[31m8."))]

    code = forge_run()

    printed = capsys.readouterr()
    assert (code, printed.out) == (0, "It is [31m8.\n")
    assert "[double: success" in printed.err
    assert "2 turns, 1 tool call, 6 tokens in, 4 out, cost unknown" in printed.err
    assert server.requests[1][1]["messages"][-1]["content"] == "8"


def test_the_text_of_each_turn_has_its_own_lines(forge_run, server, capsys):
    server.answers = [(200, reply("I look.", ("double", {"value": 4}))), (200, reply("It is 8.\n"))]

    forge_run()

    assert capsys.readouterr().out == "I look.\nIt is 8.\n"


@pytest.mark.parametrize("is_verbose", [False, True])
def test_a_failed_call_is_one_line_and_its_log_is_shown_on_demand(is_verbose, forge_run, server, capsys):
    server.answers = [
        (200, reply("", ("break_down", {"value": 4}), ("double", {"value": "x"}))),
        (200, reply("Done.")),
    ]

    forge_run(*["--verbose"] * is_verbose)

    lines = capsys.readouterr().err.splitlines()
    assert sum(line.startswith("[break_down: failed (ValueError), ") for line in lines) == 1
    assert sum(line.startswith("[double: failed (ToolValidationError), ") for line in lines) == 1
    assert ("ValueError: it broke" in lines) is is_verbose
    assert ("Add --verbose to see why a call failed." in lines) is not is_verbose
    assert any("Traceback" in line for line in lines) is is_verbose


def test_a_rejected_call_is_one_line_that_says_how_it_can_run(forge_run, server, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    server.answers = [(200, reply("", ("write_down", {"value": 4}))), (200, reply("Done."))]

    forge_run()

    told = [line for line in capsys.readouterr().err.splitlines() if "write_down" in line]
    assert told[0].startswith("write_down was rejected: this is not a terminal")
    assert told[1].startswith("[write_down: rejected, ")
    assert len(told) == 2


def test_other_warnings_are_shown_once(forge_run, server, capsys):
    server.answers = [(200, reply("Done."))]

    forge_run()

    assert capsys.readouterr().err.count("The price of 'm' is unknown") == 1


def test_json_is_one_object(forge_run, server, capsys):
    server.answers = [(200, reply("", ("double", {"value": 4}))), (200, reply("8."))]

    forge_run("--json")

    told = json.loads(capsys.readouterr().out)
    assert (told["text"], told["iterations"]) == ("8.", 2)
    assert told["tool_calls"] == [{"id": "c0", "name": "double", "arguments": {"value": 4}}]
    assert told["records"][0]["outcome"] == "success"


@pytest.mark.parametrize(
    ("approve", "terminal", "answer", "outcome"),
    [
        ("all", False, "", "success"),
        ("read", True, "y\n", "rejected"),
        ("ask", True, "y\n", "success"),
        ("ask", True, "\n", "rejected"),
        ("ask", False, "y\n", "rejected"),
    ],
)
def test_who_decides_on_a_write(approve, terminal, answer, outcome, forge_run, server, capsys, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return terminal

    monkeypatch.setattr("sys.stdin", Terminal(answer))
    server.answers = [(200, reply("", ("write_down", {"value": 4}))), (200, reply("Done."))]

    forge_run("--approve", approve, "--json")

    assert json.loads(capsys.readouterr().out)["records"][0]["outcome"] == outcome


def test_a_run_that_is_stopped_exits_with_one(forge_run, server, capsys):
    server.answers = [(200, reply("", ("double", {"value": 4})))]

    code = forge_run("--max-iterations", "1", "--json")

    printed = capsys.readouterr()
    assert (code, json.loads(printed.out)["text"]) == (1, "")
    assert "still called tools after 1 turns" in printed.err


def test_a_refusal_is_told_in_two_sentences(forge_run, server):
    server.answers = [(401, {"error": {"message": "x"}})]

    with pytest.raises(CommandError, match="answered 401"):
        forge_run()


def test_another_host_is_sent_only_the_key_that_is_named_for_it(forge_run, server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-environment")
    monkeypatch.setenv("OTHER_KEY", "sk-other")
    server.answers = [(200, reply("a")), (200, reply("b"))]

    forge_run(tools=())
    forge_run("--key-env", "OTHER_KEY", tools=())

    assert "Authorization" not in {name.title() for name in server.requests[0][0]}
    assert "sk-other" in str(server.requests[1][0])
    assert "tools" not in server.requests[0][1]


@pytest.mark.parametrize(
    ("words", "tools", "said"),
    [
        ((), ("no_such_file.py",), "'no_such_file.py' does not exist"),
        ((), ("no_such_module_here",), "cannot be imported, because the module was not found"),
        ((), ("json",), "'json' does not contain a tool"),
        ((), ("./tools/",), "'./tools/' is not a module name"),
        (("--workspace", "/nonexistent"), (), "is not a folder"),
        (("--key-env", "NO_SUCH_VARIABLE"), (), "'NO_SUCH_VARIABLE' is not set"),
        (("--max-iterations", "0"), (), "max_iterations=0"),
        ((), ("{tools}:nothing",), "'nothing' is not a tool in .*double, write_down, break_down"),
        ((), ("{broken}",), r"cannot be imported \(ValueError: no such setting\)"),
        ((), ("{leaving}",), r"cannot be imported \(SystemExit"),
    ],
)
def test_what_cannot_be_run_is_told(words, tools, said, forge_run, tmp_path):
    files = {"tools": tmp_path / "run_tools_under_test.py"}
    for name, text in (("broken", 'raise ValueError("no such setting")'), ("leaving", "raise SystemExit(3)")):
        files[name] = tmp_path / f"{name}_module.py"
        files[name].write_text(text)

    with pytest.raises(CommandError, match=said):
        forge_run(*words, tools=[tool.format(**files) for tool in tools])


def test_a_missing_key_is_told_in_the_words_of_the_command(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    parser = argparse.ArgumentParser()
    command.configure(parser)

    said = r"API key for 'openai' is missing\. Set OPENAI_API_KEY, or .* with --key-env\."
    with pytest.raises(CommandError, match=said):
        command.run(parser.parse_args(["Go.", "--provider", "openai", "--model", "gpt-4o"]))


def test_an_empty_prompt_is_refused_before_anything_is_sent(server):
    parser = argparse.ArgumentParser()
    command.configure(parser)

    with pytest.raises(CommandError, match="The prompt is empty"):
        command.run(parser.parse_args([" "]))
    assert server.requests == []


@pytest.mark.requirement("dev-tools:only-while-developing")
@pytest.mark.parametrize(("words", "offered"), [((), 0), (("--dev",), 4)])
def test_dev_tools_are_offered_with_their_option_alone(words, offered, forge_run, server):
    server.answers = [(200, reply("Done."))]

    assert forge_run(*words) == 0

    names = [tool["function"]["name"] for tool in server.requests[0][1]["tools"]]
    assert len({"debug_console", "local_file_browser", "local_shell", "test_runner"} & set(names)) == offered


def test_the_project_adds_the_tools_of_active_skills_and_its_rules(forge_run, server, tmp_path, monkeypatch, capsys):
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills/sums.md").write_text("---\nrequires: {tools: [math_calculate]}\ndeny_prompts: [Go]\n---\n")
    (tmp_path / "forge.yaml").write_text("skills: {active: [sums]}")
    monkeypatch.chdir(tmp_path)

    assert forge_run() == 1
    assert "A rule of the operator denies this request." in capsys.readouterr().err

    (tmp_path / "skills/sums.md").write_text("---\nrequires: {tools: [math_calculate]}\n---\n")
    server.answers = [(200, reply("Done."))]
    assert forge_run() == 0
    names = [tool["function"]["name"] for tool in server.requests[0][1]["tools"]]
    assert {"read_skill", "math_calculate"} < set(names)


def test_a_rule_that_does_not_compile_stops_the_run(forge_run, server, tmp_path, monkeypatch):
    (tmp_path / "forge.yaml").write_text("guardrails: {deny_output: ['(']}")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(CommandError, match=r"Rule 1 in 'deny_output' of 'forge\.yaml' does not compile"):
        forge_run()

    assert server.requests == []
