"""RuleSuite: a rule that raises, loops, changes the draft or yields what is not a finding is told."""

import pytest

# pytester's runs forget modules that were first imported inside them, and a second import would make new classes.
from forge_harness import CriticAgent  # noqa: F401
from pytest_forge import RuleSuite
from pytest_forge.checks.calls import copies  # noqa: F401
from pytest_forge.testing import rule_requirements  # noqa: F401

HEAD = """
import itertools
from types import SimpleNamespace
from pydantic import BaseModel
from forge_harness import CriticFinding, Remark, rule
from pytest_forge import RuleSuite

EMPTY = {"dv2": {"hubs": [{"entity_name": "customer"}]}}
FULL = {"dv2": {"hubs": [{"entity_name": "customer", "tables": ["crm.customers"]}]}}

def hubs(draft):
    dv2 = draft.get("dv2")
    found = dv2.get("hubs") if isinstance(dv2, dict) else None
    return [hub for hub in found if isinstance(hub, dict)] if isinstance(found, list) else []

class Suite(RuleSuite):
    finds = [EMPTY]
    keeps = [FULL]

def logical(function):
    return rule(stage="logical", severity="warning", register=False)(function)
"""

GOOD = """
@logical
def hubs_have_tables(draft):
    for hub in hubs(draft):
        if not hub.get("tables"):
            yield Remark(f"hub_{hub.get('entity_name')} has no tables")

class TestTables(Suite):
    rule = hubs_have_tables
"""

ALL = [
    "comes_to_an_end",
    "yields_findings",
    "does_not_raise",
    "changes_no_draft",
    "says_the_same_twice",
    "finds_the_defects",
    "leaves_others_alone",
]


@pytest.mark.requirement("rule:suite")
def test_every_requirement_is_a_test(pytester):
    pytester.makepyfile(HEAD + GOOD)

    result = pytester.runpytest("-v")

    result.assert_outcomes(passed=len(ALL))
    result.stdout.fnmatch_lines_random([f"*::TestTables::test_rule[[]{name}] PASSED*" for name in ALL])


BROKEN = {
    "does_not_raise": (
        "for hub in draft['dv2']['hubs']:\n        if not hub.get('tables'):\n            yield 'no tables'",
        "*It raised KeyError: 'dv2' for a variant of finds[[]0[]], {}. Read what may be missing with .get()*",
    ),
    "changes_no_draft": (
        "for hub in hubs(draft):\n        if not hub.setdefault('tables', []):\n            yield 'no tables'",
        "*It changed finds[[]0[]]: {*} became {*'tables': *}. Copy what the rule changes, such as with list(...)*",
    ),
    "yields_findings": (
        "for hub in hubs(draft):\n        if not hub.get('tables'):\n            yield Remark('x', severity='fatal')",
        "*In finds[[]0[]]: The rule 'broken' yielded a remark that is not a finding. *the severity 'fatal'. Write *",
    ),
    "says_the_same_twice": (
        "for hub in hubs(draft):\n        if not hub.get('tables'):\n            yield f'no tables {next(numbers)}'",
        "*It finds [[]'no tables *'[]] in finds[[]0[]], and then [[]'no tables *'[]]. Keep no state between reviews*",
    ),
    "finds_the_defects": (
        "yield from ()",
        "*It finds nothing in finds[[]0[]], {'dv2': *}. Correct the rule, or move the draft to 'keeps'.",
    ),
    "leaves_others_alone": (
        "yield 'always'",
        "*It finds 'always' in keeps[[]0[]]. Correct the rule, or move the draft to 'finds'.",
    ),
    "comes_to_an_end": (
        "for hub in hubs(draft):\n        if not hub.get('tables'):\n            yield from map(str, numbers)",
        "*It has more than 1,000 findings in finds[[]0[]]. Let its loop end, or*",
    ),
}


@pytest.mark.in_turns("pytest_forge/plugin/rule_suite.py", "pytest_forge/testing")
@pytest.mark.requirement("rule:suite")
@pytest.mark.parametrize("requirement", BROKEN)
def test_a_rule_breaks_what_it_breaks_and_nothing_else(pytester, requirement):
    body, sentence = BROKEN[requirement]
    text = f"numbers = itertools.count()\n@logical\ndef broken(draft):\n    {body}\n"
    pytester.makepyfile(HEAD + text + "class TestBroken(Suite):\n    rule = broken\n")

    result = pytester.runpytest("-v")

    # A remark that cannot be read is no finding either.
    also = {"yields_findings": 1}.get(requirement, 0)
    result.stdout.fnmatch_lines([f"The rule 'broken' breaks {requirement}: *", sentence])
    result.assert_outcomes(passed=len(ALL) - 1 - also, failed=1 + also)
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.in_turns("pytest_forge/plugin/rule_suite.py", "pytest_forge/testing")
@pytest.mark.requirement("rule:suite")
@pytest.mark.parametrize(
    "body",
    ["while True:\n        pass", "sum(itertools.count())", "__import__('os')._exit(0)"],
    ids=["loop", "loop-in-c", "exit"],
)
def test_a_rule_that_never_returns_is_ended_and_told_once(pytester, body):
    text = f"@logical\ndef endless(draft):\n    {body}\n"
    pytester.makepyfile(HEAD + text + "class TestEndless(Suite):\n    rule = endless\n    limit_s = 0.3\n")

    result = pytester.runpytest()

    result.assert_outcomes(failed=len(ALL))
    result.stdout.fnmatch_lines(
        ["*It did not return within 0.3 s, or ended the process. Let its loops end for every draft, *"]
    )
    lines = [
        line for line in result.outlines if line.startswith("The rule 'endless' was not judged: it did not return")
    ]
    assert len(lines) == len(ALL) - 1


@pytest.mark.requirement("rule:suite")
def test_drafts_may_be_objects_and_plans_with_their_logical_model(pytester):
    text = """
class Hub(BaseModel):
    entity_name: str
    tables: list[str] | None = None

class Draft(BaseModel):
    hubs: list[Hub] = []

@logical
def of_models(draft):
    for hub in draft.hubs:
        if not hub.tables:
            yield f"{hub.entity_name} has no tables"

class TestModels(RuleSuite):
    rule = of_models
    finds = [Draft(hubs=[Hub(entity_name="x")])]
    keeps = [Draft(), Draft(hubs=[Hub(entity_name="x", tables=["t"])])]

@logical
def of_objects(draft):
    for hub in getattr(draft.dv2, "hubs", []) or []:
        if not getattr(hub, "tables", None):
            yield f"{hub.entity_name} has no tables"

class TestObjects(RuleSuite):
    rule = of_objects
    finds = [SimpleNamespace(dv2=SimpleNamespace(hubs=[SimpleNamespace(entity_name="x", tables=[])]))]
    keeps = [SimpleNamespace(dv2=None)]

@rule(stage="transformation", severity="error", register=False)
def plan_is_of_model(plan, logical):
    if plan.get("model") != logical.get("name"):
        yield "another model"

class TestPlans(RuleSuite):
    rule = plan_is_of_model
    finds = [({"model": "a"}, {"name": "b"})]
    keeps = [({"model": "a"}, {"name": "a"})]
"""
    pytester.makepyfile(HEAD + text)

    result = pytester.runpytest()

    # A list of hubs that holds None is not a draft that the rule for objects reads.
    result.assert_outcomes(passed=3 * len(ALL) - 1, failed=1)
    result.stdout.fnmatch_lines(["The rule 'of_objects' breaks does_not_raise: *"])


@pytest.mark.requirement("rule:suite")
def test_a_requirement_may_be_expected_to_fail_with_a_reason(pytester):
    text = "class TestLess(Suite):\n    rule = logical(lambda draft: ['x'])\n"
    pytester.makepyfile(HEAD + text + "    xfail = {'leaves_others_alone': 'until #3'}\n")

    result = pytester.runpytest("-rx")

    result.assert_outcomes(passed=len(ALL) - 1, xfailed=1)
    result.stdout.fnmatch_lines(["XFAIL *until #3*"])


@pytest.mark.in_turns("pytest_forge/plugin/rule_suite.py", "pytest_forge/testing")
@pytest.mark.requirement("rule:suite")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("pass", "TestWrong has no rule. Set 'rule' to a function declared with @rule."),
        (
            "rule = print",
            "TestWrong.rule is not a rule; its type is builtin_function_or_method. Declare *",
        ),
        ("rule = given; finds = []", "TestWrong.finds holds no drafts. Set it to a list of drafts in *"),
        (
            "rule = given; keeps = EMPTY",
            "TestWrong.keeps holds no drafts. Set it to a list of drafts in *",
        ),
        (
            "rule = given; xfail = {'raises': 'x'}",
            "TestWrong.xfail names 'raises', which is not a requirement. They*",
        ),
        (
            "rule = given; xfail = {'does_not_raise': ''}",
            "TestWrong.xfail gives no reason for 'does_not_raise'. *",
        ),
    ],
)
def test_a_suite_that_cannot_work_is_one_error_of_two_sentences(pytester, text, sentence):
    pytester.makepyfile(HEAD + f"given = logical(lambda draft: None)\nclass TestWrong(Suite):\n    {text}\n")

    result = pytester.runpytest()

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*{sentence}"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_suite_cannot_drop_its_requirements():
    with pytest.raises(TypeError, match="overrides 'test_rule', and with it every requirement"):
        type("TestMine", (RuleSuite,), {"test_rule": None})


@pytest.mark.requirement("rule:fixtures")
def test_rules_of_a_test_are_gone_after_it_and_its_scratchpad_is_empty(pytester):
    pytester.makepyfile("""
        import pytest
        from forge_harness import CriticAgent, rule
        from pytest_forge import restored_rules

        @pytest.mark.parametrize("turn", [1, 2])
        def test_declares(forge_rules, forge_scratchpad, turn):
            assert "mine" not in forge_rules

            @rule(stage="builder", severity="info")
            def mine(contract):
                return ["mine"]

            CriticAgent().review_contract({}, scratchpad=forge_scratchpad)
            assert [finding.message for finding in forge_scratchpad.critic_findings].count("mine") == 1

        def test_the_twin():
            with restored_rules() as rules:
                @rule(stage="builder", severity="info")
                def other(contract):
                    return None

                assert "other" in rules
            assert "other" not in rules
    """)

    pytester.runpytest("-p", "no:randomly").assert_outcomes(passed=3)
