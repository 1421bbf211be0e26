"""@rule: users' own rules, and what is said of rules that do not do what a rule must."""

import asyncio
import itertools
import logging

import pytest

from forge_harness import CriticAgent, CriticFinding, RegistrationError, Remark, RuleError, Scratchpad, rule

LOGICAL = {"dv2": {"hubs": [{"entity_name": "customer", "business_key_columns": ["id"]}]}}


def declared(function, stage="logical", severity="warning"):
    return rule(stage=stage, severity=severity, register=False)(function)


@pytest.mark.requirement("rule:fires-without-wiring")
def test_a_declared_rule_is_asked_by_every_critic(rules):
    critic, pad = CriticAgent(), Scratchpad()

    @rule(stage="logical", severity="warning")
    def hubs_have_sources(logical):
        """Each hub names the tables that it is loaded from."""
        for hub in logical["dv2"]["hubs"]:
            if not hub.get("mapped_source_tables"):
                yield Remark(
                    f"Hub {hub['entity_name']!r} has no mapped_source_tables",
                    target=f"dv2.hubs.{hub['entity_name']}.mapped_source_tables",
                )

    expected = CriticFinding(
        stage="logical",
        severity="warning",
        message="Hub 'customer' has no mapped_source_tables",
        target="dv2.hubs.customer.mapped_source_tables",
    )
    assert critic.review_logical(LOGICAL, scratchpad=pad) == pad.critic_findings == [expected]
    assert hubs_have_sources(LOGICAL) == [expected]
    assert hubs_have_sources.summary == "Each hub names the tables that it is loaded from."
    assert critic.review_contract({"exposes": [{"description": "x"}], "domain": "d"}) == []


@pytest.mark.requirement("rule:fires-without-wiring")
def test_a_subclass_may_review_as_the_seed_shows(rules):
    class MyCritic(CriticAgent):
        def review_logical(self, logical, *, scratchpad):
            findings = super().review_logical(logical, scratchpad=scratchpad)
            more = CriticFinding(stage="logical", severity="info", message="seen")
            scratchpad.add_critic_finding(more)
            return [*findings, more]

    pad = Scratchpad()

    assert MyCritic().review_logical({"dimensional": {}}, scratchpad=pad) == pad.critic_findings
    assert [finding.severity for finding in pad.critic_findings] == ["error", "info"]


def test_a_critic_may_be_given_its_rules(rules):
    only = declared(lambda logical: ["a", Remark("b", severity="error"), CriticFinding("logical", "info", "c")])

    findings = CriticAgent([only]).review_logical({})

    assert [(finding.severity, finding.message) for finding in findings] == [
        ("warning", "a"),
        ("error", "b"),
        ("info", "c"),
    ]


def test_a_rule_for_transform_plans_may_take_the_logical_model(rules):
    alone = declared(lambda plan: [f"{plan}"], stage="transformation")
    both = declared(lambda plan, logical: [f"{plan} of {logical}"], stage="transformation")

    findings = CriticAgent([alone, both]).review_transform("P", "L")

    assert [finding.message for finding in findings] == ["P", "P of L"]


def raising(draft):
    yield "before"
    raise KeyError("secret-path")


def leaving(draft):
    raise SystemExit(3)


def deep(draft):
    return deep(draft)


@pytest.mark.requirement("critic:never-raises")
@pytest.mark.parametrize(
    ("function", "messages"),
    [
        (raising, ["before", "The rule raising failed with KeyError, and what it would find is not known."]),
        (leaving, ["The rule leaving failed with SystemExit, and what it would find is not known."]),
        (deep, ["The rule deep failed with RecursionError, and what it would find is not known."]),
        (lambda draft: 5, ["The rule <lambda> failed with RuleError, and what it would find is not known."]),
        (lambda draft: None, []),
    ],
)
def test_a_rule_that_fails_is_a_warning_and_the_others_go_on(function, messages, caplog):
    other = declared(lambda draft: ["other"])
    with caplog.at_level(logging.WARNING):
        findings = CriticAgent([declared(function), other]).review_logical({})

    assert [finding.message for finding in findings] == [*messages, "other"]
    assert {finding.severity for finding in findings} == {"warning"}
    assert "secret-path" not in str(findings)
    assert len(caplog.records) == len([text for text in messages if text.startswith("The rule")])


@pytest.mark.requirement("critic:never-raises")
def test_a_rule_that_yields_without_end_is_cut():
    endless = declared(lambda draft: (f"{number}" for number in itertools.count()))

    findings = CriticAgent([endless]).review_logical({})

    assert len(findings) == 10_001
    assert findings[-1].message == "The rule <lambda> has more than 10,000 findings, and the others are left out."


@pytest.mark.requirement("rule:refused")
@pytest.mark.parametrize(
    ("returned", "sentence"),
    [
        ("a text", "The rule 'odd' returned a value of type str. Yield each remark, or return a list of them."),
        (5, "The rule 'odd' returned a value of type int."),
        ([5], "The rule 'odd' yielded a value of type int. Yield a Remark, a CriticFinding or a text."),
        ([Remark("x", severity="fatal")], "A finding cannot have the severity 'fatal'."),
        ([Remark("")], "A finding has an empty message."),
        ([CriticFinding("builder", "info", "x")], "of the stage 'logical' yielded a finding of the stage 'builder'."),
    ],
)
def test_what_is_not_a_finding_is_refused_by_name(returned, sentence):
    def odd(draft):
        return returned

    with pytest.raises(RuleError) as raised:
        declared(odd)({})

    assert sentence in str(raised.value)


def takes_nothing():
    """Read nothing."""


async def waits(draft):
    await asyncio.sleep(0)


@pytest.mark.requirement("rule:refused")
@pytest.mark.parametrize(
    ("words", "function", "sentence"),
    [
        ({"stage": "contract"}, len, "There is no review of the stage 'contract'. Write 'logical', 'builder' or"),
        ({"severity": "fatal"}, len, "A rule cannot have the severity 'fatal'. Write 'error', 'warning' or 'info'."),
        ({}, takes_nothing, "The rule 'takes_nothing' cannot be called with one draft."),
        ({"stage": "transformation"}, takes_nothing, "with a transform plan, or with it and the logical model."),
        ({}, waits, "The rule 'waits' is async. Write it with 'def', since a review does not wait."),
    ],
)
def test_a_declaration_that_cannot_work_is_refused(words, function, sentence):
    with pytest.raises(RegistrationError) as raised:
        rule(**{"stage": "logical", "severity": "warning", "register": False} | words)(function)

    assert sentence in str(raised.value)


@pytest.mark.requirement("rule:refused")
def test_a_name_is_taken_once(rules):
    def make(module):
        def mine(draft):
            return None

        mine.__module__ = module
        return rule(stage="logical", severity="info")(mine)

    first = make("shop.rules")
    with rules.restored():
        make("other.rules")
    assert list(rules) == [first]
    make("shop.rules")
    assert len(rules) == 1
    assert "mine" in rules


def test_a_name_of_two_modules_is_refused():
    from forge_harness import RuleRegistry

    registry = RuleRegistry()
    first = declared(takes_one)
    registry.register(first)

    with pytest.raises(RegistrationError, match="A rule named 'takes_one' is already declared by"):
        registry.register(declared(other_place()))


def takes_one(draft):
    """Read one draft."""


def other_place():
    def takes_one(draft):
        """Read one draft."""

    return takes_one
