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
        (("--forge-report", "json:missing/report.json"), "ERROR: forge_report names 'missing/report.json', *"),
        (("--forge-report", "json:."), "ERROR: forge_report names '.', *"),
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
