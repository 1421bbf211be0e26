"""RuleSuite: every requirement of a critic's rule as a test."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

__all__ = ["RuleSuite"]

#: Suites whose rule did not return, each with the requirement; the others are not tried then.
_hung_in_key = pytest.StashKey[dict[type, str]]()


class RuleSuite:
    """Every requirement of a critic's rule as a test.

        class TestHubsHaveSources(RuleSuite):
            rule = hubs_have_sources
            finds = [{"dv2": {"hubs": [{"entity_name": "customer"}]}}]
            keeps = [{"dv2": {"hubs": [{"entity_name": "customer", "mapped_source_tables": ["crm.customers"]}]}}]

    The rule is asked in a copy of the process, which is ended if it does not return. A requirement cannot be left out,
    only expected to fail, with a reason: ``xfail = {"does_not_raise": "until #12"}``.

    Attributes:
        rule: A function declared with ``@rule``.
        finds: Drafts in which it finds something; of a rule that takes the logical model, ``(plan, logical)``.
        keeps: Drafts in which it finds nothing.
        xfail: Ids of requirements that are expected to fail, with the reason; one that passes fails the test.
        limit_s: Seconds that a requirement may take.
    """

    rule: ClassVar[Any] = None
    finds: ClassVar[Sequence[Any]] = ()
    keeps: ClassVar[Sequence[Any]] = ()
    xfail: ClassVar[Mapping[str, str]] = {}
    limit_s: ClassVar[float] = 10.0

    def __init_subclass__(cls) -> None:
        """Refuse a suite that overrides the test itself."""
        super().__init_subclass__()
        dropped = [name for name in ("test_rule", "pytest_generate_tests") if name in vars(cls)]
        if dropped:
            raise TypeError(
                f"{cls.__name__} overrides {dropped[0]!r}, and with it every requirement. "
                "Name the requirements that fail for now in 'xfail', each with its reason."
            )

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Make a test of each requirement."""
        if "forge_rule_requirement" not in metafunc.fixturenames or metafunc.cls is None:
            return
        from ..testing.rule_requirements import REQUIREMENTS

        problem = _problem(metafunc.cls)
        if problem:
            raise pytest.Collector.CollectError(problem)
        expected = metafunc.cls.xfail
        metafunc.parametrize(
            "forge_rule_requirement",
            [
                pytest.param(
                    name,
                    id=name,
                    marks=[pytest.mark.xfail(reason=expected[name], strict=True)] if name in expected else [],
                )
                for name in REQUIREMENTS
            ],
        )

    def test_rule(self, forge_rule_requirement: str, request: pytest.FixtureRequest) -> None:
        """Judge the rule by one requirement."""
        from ..checks.calls.copies import in_a_copy
        from ..testing.rule_requirements import REQUIREMENTS, RuleCase

        suite = type(self)
        hung_in = request.config.stash.setdefault(_hung_in_key, {})
        if suite in hung_in:
            told = f"The rule {suite.rule.name!r} was not judged: it did not return in {hung_in[suite]}, see there."
            pytest.fail(told, pytrace=False)
        requirement = REQUIREMENTS[forge_rule_requirement]
        case = RuleCase(suite.rule, suite.finds, suite.keeps)
        with warnings.catch_warnings():
            # Newer Pythons warn of a fork among threads; the copy asks the rule and ends.
            warnings.simplefilter("ignore", DeprecationWarning)
            problems = in_a_copy(lambda: list(requirement(case)), limit_s=suite.limit_s)
        if problems is None:
            hung_in[suite] = forge_rule_requirement
            lost = f"It did not return within {suite.limit_s:g} s, or ended the process."
            problems = [f"{lost} Let its loops end for every draft, or set 'limit_s' if it needs longer."]
        if problems:
            promise = (requirement.__doc__ or "").partition("\n")[0]
            head = f"The rule {suite.rule.name!r} breaks {forge_rule_requirement}: {promise}"
            pytest.fail("\n".join([head, *(f"  {problem}" for problem in problems)]), pytrace=False)


def _problem(suite: type[RuleSuite]) -> str:
    """Return why *suite* cannot be collected, in two sentences; empty if it can."""
    from forge_harness import Rule

    from ..testing.rule_requirements import REQUIREMENTS

    name, expected = suite.__name__, suite.xfail
    if suite.rule is None:
        return f"{name} has no rule. Set 'rule' to a function declared with @rule."
    if not isinstance(suite.rule, Rule):
        return f"{name}.rule is not a rule; its type is {type(suite.rule).__name__}. Declare the function with @rule."
    for attribute, outcome in (("finds", "finds something"), ("keeps", "finds nothing")):
        drafts = getattr(suite, attribute)
        if isinstance(drafts, str | Mapping) or not isinstance(drafts, Sequence) or not drafts:
            return f"{name}.{attribute} holds no drafts. Set it to a list of drafts in which the rule {outcome}."
    unknown = sorted(set(expected) - set(REQUIREMENTS))
    if unknown:
        return f"{name}.xfail names {unknown[0]!r}, which is not a requirement. They are {', '.join(REQUIREMENTS)}."
    empty = sorted(requirement for requirement, reason in expected.items() if not str(reason).strip())
    if empty:
        return f"{name}.xfail gives no reason for {empty[0]!r}. Write why it fails."
    return ""
