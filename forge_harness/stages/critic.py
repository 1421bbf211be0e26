"""CriticAgent: asks the rules of a stage what they have to say about its draft, without a model.

CriticAgent().review_logical(logical, scratchpad=session.get_scratchpad())
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from ..scrub import escaped, public_error_type
from .contract_rules import CONTRACT_RULES
from .critic_finding import CriticFinding
from .logical_rules import LOGICAL_RULES
from .rules import RULE_REGISTRY, Rule, Stage
from .scratchpad import Scratchpad
from .transform_rules import TRANSFORM_RULES

__all__ = ["BUILTIN_RULES", "CriticAgent"]

log = logging.getLogger(__name__)

#: Our own rules, for every kind of draft.
BUILTIN_RULES: tuple[Rule, ...] = LOGICAL_RULES + CONTRACT_RULES + TRANSFORM_RULES


class CriticAgent:
    """Reviews drafts by rules.

    It never raises, whatever a draft looks like: a rule that fails is a warning with its name, and its traceback is
    in the log. A review replaces the findings about the stage's earlier draft on the scratchpad.

    Args:
        rules: The rules to ask; without them our own and every rule declared with `rule`, also those declared later.

    Source: seed 001, "CriticAgent".
    """

    #: How many findings of one rule count; a rule that yields without end is cut there.
    max_findings: ClassVar[int] = 10_000

    def __init__(self, rules: Iterable[Rule] | None = None) -> None:
        self._rules = None if rules is None else tuple(rules)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that it asks, in order."""
        return (*BUILTIN_RULES, *RULE_REGISTRY) if self._rules is None else self._rules

    def review_logical(self, logical: Any, *, scratchpad: Scratchpad | None = None) -> list[CriticFinding]:
        """Review a logical model: Data Vault 2.0, dimensional and conceptual.

        Args:
            logical: A model, an object or decoded JSON; None has no findings.
            scratchpad: Where the findings go, in place of those about the logical model before.

        Returns:
            The findings, of the stage ``"logical"``.
        """
        return self._review("logical", logical, None, scratchpad)

    def review_contract(self, contract: Any, *, scratchpad: Scratchpad | None = None) -> list[CriticFinding]:
        """Review a contract; our own rules read dicts alone.

        Returns:
            The findings, of the stage ``"builder"``.
        """
        return self._review("builder", contract, None, scratchpad)

    def review_transform(
        self, transform_plan: Any, logical: Any = None, *, scratchpad: Scratchpad | None = None
    ) -> list[CriticFinding]:
        """Review a transform plan.

        Args:
            transform_plan: Its ``builds`` name the builds that they depend on.
            logical: The logical model that it was made from, for rules that take it.
            scratchpad: Where the findings go.

        Returns:
            The findings, of the stage ``"transformation"``.
        """
        return self._review("transformation", transform_plan, logical, scratchpad)

    def _review(self, stage: Stage, draft: Any, logical: Any, scratchpad: Scratchpad | None) -> list[CriticFinding]:
        asked = [] if draft is None else [rule for rule in self.rules if rule.stage == stage]
        # Each finding once, however many rules have it.
        findings = list(dict.fromkeys(finding for rule in asked for finding in _asked(rule, draft, logical)))
        if scratchpad is not None:
            scratchpad.replace_critic_findings(stage, findings)
        return findings


def _asked(rule: Rule, draft: Any, logical: Any) -> Iterator[CriticFinding]:
    """Yield the findings of one rule; what is wrong with the rule itself is the last of them."""
    count = 0
    try:
        for finding in rule.findings(draft, logical):
            if count == CriticAgent.max_findings:
                yield _fault(rule, f"has more than {CriticAgent.max_findings:,} findings, and the others are left out")
                return
            count += 1
            yield finding
    except (Exception, SystemExit) as error:  # a user's rule may raise anything
        log.warning("The rule %s failed.", escaped(rule.origin), exc_info=True)
        yield _fault(rule, f"failed with {public_error_type(error)}, and what it would find is not known")


def _fault(rule: Rule, what: str) -> CriticFinding:
    return CriticFinding(
        rule.stage, "warning", f"The rule {rule.name} {what}.", suggestion="mend the rule", rule=rule.name
    )
