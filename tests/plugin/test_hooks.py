from ..workers import workers

OWN_CHECKS = """
from pytest_forge import CheckFailure, check

@check(family="definition", level="SHOULD", source="house rule 1")
def own_static(facts):
    '''The name is short.'''
    if len(facts.name) > 4:
        raise CheckFailure("The name is long.")

@check(family="results", level="MUST", source="house rule 2")
def own_dynamic(subject):
    '''The tool repeats what it is told.'''
    outcome = subject.call({"text": "hello"})
    if outcome.returned != "hello":
        raise CheckFailure(f"It said {outcome.returned!r}.", arguments=outcome.arguments)
"""

TOOLS = """
def echo(text: str) -> str:
    '''Return the given text as it is.'''
    return text

def shout(text: str) -> str:
    '''Return the given text in capitals.'''
    return text.upper()
"""


def test_a_project_names_targets_and_checks_of_its_own(pytester, monkeypatch):
    from pytest_forge.checks import check as check_module
    from pytest_forge.checks.catalogue import all_checks

    assert all_checks()
    monkeypatch.setattr(check_module, "_declared", dict(check_module._declared))
    pytester.makepyfile(house_checks=OWN_CHECKS, house_tools=TOOLS)
    pytester.makeconftest(
        """
        def pytest_forge_tools(config):
            return ["house_tools.py"]
        def pytest_forge_checks(config):
            return ["house_checks"]
        def pytest_forge_finding(config, result):
            print("heard", result.tool, result.check, result.status)
        """
    )
    pytester.syspathinsert()

    result = pytester.runpytest("-s", "--forge-checks", "own_static,own_dynamic")

    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines_random(
        ["*heard shout own_static failed", "*heard shout own_dynamic failed", "*It said 'HELLO'.*"]
    )
    assert result.stdout.str().count("heard ") == 2


def test_findings_are_told_once_under_xdist(pytester, definitions):
    pytester.makeconftest(
        "def pytest_forge_finding(config, result):\n"
        "    with open('heard', 'a') as file:\n        file.write(f'{result.tool} {result.check}\\n')\n"
    )

    pytester.runpytest(*workers(1), "--forge-tools", definitions, "--forge-checks", "description_is_present")

    assert (pytester.path / "heard").read_text() == "mute description_is_present\n"


def test_a_check_module_that_cannot_be_imported_is_a_usage_error(pytester, definitions):
    pytester.makeconftest("def pytest_forge_checks(config):\n    return ['no_such_house_checks']\n")

    result = pytester.runpytest("--forge-tools", definitions)

    assert result.ret == 4
    result.stderr.fnmatch_lines(["ERROR: pytest_forge_checks names the module 'no_such_house_checks', *"])
