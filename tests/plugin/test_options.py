import pytest


def test_every_option_has_an_ini_twin(pytester, definitions):
    pytester.makeini(
        f"[pytest]\nforge_tools = {definitions}\nforge_checks = description_is_present, root_is_an_object\n"
        "forge_skip = description_is_present\n"
        "forge_budget = deep\nforge_level = must\nforge_seed = 3\nforge_report = json:report.json\n"
    )

    result = pytester.runpytest("--strict-config")

    result.assert_outcomes(passed=2)
    assert (pytester.path / "report.json").exists()


def test_the_command_line_wins_over_the_ini_file(pytester, definitions):
    pytester.makeini(f"[pytest]\nforge_tools = {definitions}\nforge_checks = description_is_present\n")

    result = pytester.runpytest("--forge-checks", "root_is_an_object")

    result.assert_outcomes(passed=2)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--forge-budget", "endless"), "ERROR: forge_budget is 'endless'. Use one of quick, standard, deep."),
        (("--forge-level", "may"), "ERROR: forge_level is 'may'. Use one of must, should."),
        (("--forge-seed", "x"), "ERROR: forge_seed is 'x'. Use a whole number."),
        (("--forge-report", "report.json"), "ERROR: forge_report is 'report.json'. Write FORMAT:PATH; *"),
        (("--forge-report", "xml:report"), "ERROR: forge_report is 'xml:report'. Write FORMAT:PATH; *"),
        (("--forge-report", "json:"), "ERROR: forge_report is 'json:'. *"),
        (("--forge-report", "json:missing/report.json"), "ERROR: forge_report: Folder 'missing' does not exist. *"),
        (("--forge-report", "json:."), "ERROR: forge_report: '.' is a folder. *"),
    ],
)
def test_a_value_that_means_nothing_is_refused(pytester, words, told):
    pytester.makepyfile("def test_mine(): pass")

    result = pytester.runpytest(*words)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])


def test_a_bad_ini_value_is_refused_too(pytester):
    pytester.makeini("[pytest]\nforge_budget = endless\n")

    result = pytester.runpytest()

    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_a_selection_that_leaves_nothing_is_refused(pytester, definitions):
    result = pytester.runpytest(
        "--forge-tools", definitions, "--forge-checks", "definition", "--forge-skip", "definition"
    )

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: The selection leaves no check to make. *"])


def test_every_option_is_explained_in_the_help(pytester):
    result = pytester.runpytest("--help")

    for name in ("tools", "checks", "skip", "budget", "level", "seed", "report"):
        result.stdout.fnmatch_lines([f"*--forge-{name}=*"])


NEEDY = """
import os
PLACE = os.environ["DESK_DB"]
def place(name: str) -> str:
    '''Return the place of the database.'''
    if not PLACE.endswith("/workspace/desk.db"):
        os._exit(3)
    return PLACE
"""


@pytest.mark.parametrize("by", ["option", "ini"])
def test_a_variable_is_passed_on_to_tools(pytester, monkeypatch, by):
    pytester.makepyfile(needy=NEEDY)
    monkeypatch.setenv("DESK_DB", "{workspace}/desk.db")
    words = ("--forge-tools", "needy.py", "--forge-checks", "call_returns")
    if by == "ini":
        pytester.makeini("[pytest]\nforge_env =\n    OTHER=1\n    DESK_DB={workspace}/desk.db\n")

    pytester.runpytest(*words, *(("--forge-env", "DESK_DB") if by == "option" else ())).assert_outcomes(passed=1)


@pytest.mark.parametrize("by", ["option", "ini", "hook", "option over hook"])
def test_a_prepare_file_is_run_before_the_tools(pytester, by):
    pytester.makepyfile(
        needy=NEEDY,
        seed="import os\ndef prepare(workspace):\n    os.environ['DESK_DB'] = str(workspace / 'desk.db')\n",
    )
    if by == "ini":
        pytester.makeini("[pytest]\nforge_prepare = seed.py\n")
    if "hook" in by:
        file = "seed.py" if by == "hook" else "nosuch.py"
        pytester.makeconftest(f"def pytest_forge_prepare(config): return {file!r}")
    words = ("--forge-tools", "needy.py", "--forge-checks", "call_returns")

    pytester.runpytest(*words, *(("--forge-prepare", "seed.py") if "option" in by else ())).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            (),
            "*needs the environment variable 'DESK_DB', which * (pytest: --forge-env DESK_DB).",
        ),
        (
            ("--forge-env", "DESK_DB"),
            "*--forge-env DESK_DB: the variable is not set. Set it, or write *DESK_DB=VALUE.",
        ),
        (("--forge-env", "=x"), "*--forge-env '=x' does not name a variable. *"),
    ],
)
def test_a_variable_that_is_missing_is_named(pytester, monkeypatch, words, told):
    pytester.makepyfile(needy=NEEDY)
    monkeypatch.delenv("DESK_DB", raising=False)

    result = pytester.runpytest("--forge-tools", "needy.py", *words)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])
