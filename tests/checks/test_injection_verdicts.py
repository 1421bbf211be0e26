"""Verdicts on injection: a slow tool is no safe one, and an argument's name excuses nothing in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS, Budget
from pytest_forge.engine.session import open_session
from pytest_forge.verdict import CheckResult

#: Nothing that is done with the text is right.
CARELESS = """
import base64, io, pickle, re, sqlite3, subprocess, time, urllib.request, zipfile
from contextlib import suppress

def take(text: str) -> str:
    '''Take a text.

    Args:
        text: What to take.
    '''
    until = time.process_time() + {seconds}
    while time.process_time() < until:
        pass
    subprocess.run(["ls", text], check=False)
    subprocess.run("ls " + text, shell=True, check=False)
    for careless in (
        lambda: sqlite3.connect(":memory:").execute("SELECT '" + text + "'"),
        lambda: eval(text),
        lambda: pickle.loads(text.encode()),
        lambda: re.match("(a+)+$", text),
        lambda: urllib.request.urlopen(text, timeout=1),
        lambda: text.format(),
        lambda: unpack(base64.b64decode(text)),
    ):
        with suppress(Exception):
            careless()
    return "done"

def unpack(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.namelist():
            with open(member, "wb") as file:
                file.write(archive.read(member))
"""
FOUND = {
    "values_are_no_options": "argument_injection",
    "shell_text_is_quoted": "command_injection",
    "sql_values_are_bound": "sql_injection",
    "text_is_not_executed": "code_injection",
    "loaded_data_runs_nothing": "unsafe_deserialization",
    "expressions_take_bounded_time": "exponential_pattern",
    "requests_stay_public": "server_side_request_forgery",
    "local_schemes_are_refused": "file_url_read",
    "text_is_no_template": "format_string_injection",
    "archives_stay_inside": "archive_traversal",
}
#: So small that a tool that takes a moment is slow for it.
SMALL = Budget(load_s=30.0, call_s=0.4, check_s=0.5)


def test_a_careless_tool_is_found_whatever_it_is_careless_with(judged):
    results = judged(CARELESS.format(seconds=0), FOUND)

    assert {check: result.code for check, result in results.items()} == FOUND
    assert {result.id.rpartition(":")[2] for result in results.values()} == {"text"}


def test_a_careless_tool_that_is_slow_is_not_passed(judged):
    results = judged(CARELESS.format(seconds=0.1), FOUND, budget=SMALL)

    assert {check for check, result in results.items() if result.status not in ("failed", "error")} == set()


def test_every_code_of_the_family_is_explained():
    family = [check for check in all_checks().values() if check.family == "injection"]

    assert [check.id for check in family if not check.codes] == []
    assert all(set(FOUND.values()) & set(check.codes) for check in family if check.id in FOUND)


#: One body under several names: a plain one, and one that suggests that what is done with the text is meant.
BODIES = {
    "sql_values_are_bound": (
        "takes_sql",
        "title",
        "statement",
        """str(sqlite3.connect(":memory:").execute("SELECT '" + {name} + "'").fetchall())""",
    ),
    "shell_text_is_quoted": ("takes_commands", "title", "script", 'str(subprocess.run("ls " + {name}, shell=True))'),
    "values_are_no_options": ("takes_commands", "title", "flags", 'str(subprocess.run(["ls", {name}]))'),
    "text_is_not_executed": ("takes_code", "title", "program", "str(eval({name}))"),
    "text_is_no_template": ("takes_templates", "title", "format", '{name}.replace("_", "").format(user="me")'),
    "local_schemes_are_refused": (
        "takes_local_addresses",
        "url",
        "file_path_or_url",
        "str(urllib.request.urlopen({name}, timeout=1).read())",
    ),
}
FUNCTION = """
{declared}
def {tool}({name}: str) -> str:
    '''Take it.'''
    return {body}
"""


@pytest.fixture(scope="module")
def named(tmp_path_factory) -> Iterator[Callable[[str, str], CheckResult]]:
    source = "import sqlite3, subprocess, urllib.request\nfrom forge_harness import tool_facts\n"
    for check, (fact, plain, meant, body) in BODIES.items():
        kinds = [(plain, ""), (meant, ""), (meant, f"@tool_facts({fact}=False)"), (plain, f"@tool_facts({fact}=True)")]
        for number, (name, declared) in enumerate(kinds):
            body_of = body.format(name=name)
            source += FUNCTION.format(declared=declared, tool=f"{check}_{number}", name=name, body=body_of)
    sql = BODIES["sql_values_are_bound"][3]
    source += FUNCTION.format(declared="", tool="count", name="code", body=sql.format(name="code"))
    show = f"(sql: str, title: str) -> str:\n    return {sql.format(name='title')}\n"
    source += f"def show{show}@tool_facts(takes_sql=True)\ndef show_declared{show}"
    source += "def list_all() -> str:\n    return str(subprocess.run(['ls']))\n"
    source += "def count_all() -> str:\n    return str(sqlite3.connect(':memory:').execute('SELECT 1').fetchall())\n"
    path = tmp_path_factory.mktemp("named") / "tools.py"
    path.write_text(source)
    with open_session(str(path), budget=BUDGETS["quick"]) as session:
        names = [facts.name for facts in session.tools]

        yield lambda tool, check: session.run(names.index(tool), all_checks()[check])[-1]


@pytest.mark.parametrize("check", BODIES)
def test_a_name_that_excuses_an_argument_is_told_with_the_declaration(named, check):
    fact, _, meant, _ = BODIES[check]

    plain, excused, denied, declared = (named(f"{check}_{number}", check) for number in range(4))

    assert (plain.status, excused.status, denied.status) == ("failed", "not_applicable", "failed")
    assert f"in the argument {meant!r}" in excused.message
    assert f"declare facts={{{fact!r}: False}}" in excused.message
    if check == "text_is_no_template":
        # What is meant to be a template is judged by another rule.
        assert declared.status == "passed"
    else:
        assert declared.message.startswith("The tool declares that")


@pytest.mark.parametrize("tool", ["show", "show_declared"])
def test_an_argument_beside_an_excused_one_is_judged(named, tool):
    assert named(tool, "sql_values_are_bound").id == f"{tool}[sql_values_are_bound]#sql_injection:title"


def test_the_name_of_another_language_excuses_no_sql(named):
    assert named("count", "sql_values_are_bound").code == "sql_injection"


@pytest.mark.parametrize(
    ("tool", "check"), [("list_all", "values_are_no_options"), ("count_all", "sql_values_are_bound")]
)
def test_a_tool_that_takes_no_text_is_not_passed(named, tool, check):
    result = named(tool, check)

    assert (result.status, result.message) == ("not_applicable", "No argument of the tool takes text.")


NEVER_ANSWERS = """
def take(url: str) -> str:
    '''Take a page.'''
    raise ConnectionError("the project is not registered")
"""
UNANSWERED = (
    "definitions_hold_no_data",
    "expressions_take_bounded_time",
    "loaded_data_runs_nothing",
    "local_schemes_are_refused",
    "text_is_no_template",
    "text_is_not_executed",
    "xml_entities_are_refused",
)


def test_a_tool_that_never_answers_is_not_passed(judged):
    results = judged(NEVER_ANSWERS, UNANSWERED)

    assert {result.status for result in results.values()} == {"not_applicable"}
    assert [check for check, result in results.items() if "ConnectionError" not in result.message] == []
