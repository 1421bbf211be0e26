"""Templates: arguments that are meant to contain a template or a format."""

from __future__ import annotations

import re

from ..targets.facts import ToolFacts
from .argument import Argument, claim_of_argument
from .claim import Claim

__all__ = ["takes_templates"]

_WORDS = re.compile(
    r"\$\{?[a-z ]+\}?|(?<!\w)\{[a-z ]+\}|\btemplates?\b|\bplaceholders?\b|\bformat string\b|\bpattern\b|\bstrftime\b"
    r"|\bformat\b"
)


def takes_templates(tool: ToolFacts, argument: Argument) -> Claim:
    """Return the claim that an argument is meant to contain a template or a format."""
    return claim_of_argument(tool, "takes_templates", argument, words=_WORDS)
