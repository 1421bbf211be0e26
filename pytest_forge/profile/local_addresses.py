"""Local addresses: tools that are meant to reach their own machine or network."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .argument import Argument, claim_of_argument
from .claim import Claim, claim_of

__all__ = ["is_for_local_services", "looks_at_hosts", "takes_local_files"]

_FACT = "takes_local_addresses"
_LOCAL = regex(
    r"localhost|127\.0\.0\.1|\[::1\]|\bintranet\b|\binternal\b|\bself[- ]hosted\b|\bon[- ]prem|\bLAN\b"
    r"|\b(?:local|private|home) (?:area )?(?:network|server|service|host|instance|machine|device)",
    re.IGNORECASE,
)
#: Words for services, which may be local unless the tool mentions the web.
_SERVICES = regex(r"\bhealth\b|\bis up\b", re.IGNORECASE)
_WEB = regex(r"\bweb\b|\bweb ?(?:site|page)|\binternet\b|\bpages?\b", re.IGNORECASE)
_DENIED = regex(r"\b(?:refus|reject|block|den(?:y|ied)|forbid|never|no\b|not\b|only public|public)", re.IGNORECASE)
_HOSTS = regex(r"\b(?:port|ping|monitor|uptime|probe|scan|diagnos)", re.IGNORECASE)
_FILES = regex(r"\bfile:|\bpath\b")


def is_for_local_services(tool: ToolFacts) -> Claim:
    """Return the claim that a tool is for services of this machine or its network."""
    parts = {
        "its name": tool.name.replace("_", " "),
        "its description": tool.description or "",
        "its schema": repr(tool.input_schema),
    }
    text = " ".join(parts.values())
    if _DENIED.search(text):
        return claim_of(tool, _FACT)
    for pattern in (_LOCAL, _SERVICES) if not _WEB.search(text) else (_LOCAL,):
        for place, part in parts.items():
            if found := pattern.search(part):
                return claim_of(tool, _FACT, word=found[0], place=place)
    return claim_of(tool, _FACT)


def looks_at_hosts(tool: ToolFacts) -> Claim:
    """Return the claim that a tool inspects any host: whether it is up, which ports are open."""
    found = _HOSTS.search(tool.description or "")
    return claim_of(tool, _FACT, word="" if found is None else found[0], place="its description")


def takes_local_files(tool: ToolFacts, argument: Argument) -> Claim:
    """Return the claim that a URL argument may name a local file."""
    return claim_of_argument(tool, _FACT, argument, words=_FILES)
