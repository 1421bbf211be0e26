"""The check of closed worlds: a tool with openWorldHint false does not let its arguments choose a host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from ...observe.observation import Observation
from ...oracles.network_canary import without_answers
from ...profile.claim import claim_of
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.observing import observe
from ..check import check
from .network_effects import connections_elsewhere
from .observed_calls import effect_calls, observed_calls, raise_unless_reached

__all__ = ["closed_worlds_stay_closed"]

#: A host that no code names.
_OTHER = "elsewhere.example.net"


@check(
    family="effects",
    level="MUST",
    source="MCP 2025-11-25, ToolAnnotations: openWorldHint",
    codes={"world_is_open": "A tool that says that its world is closed connects to a host that an argument names."},
)
def closed_worlds_stay_closed(subject: Subject) -> None:
    """A tool with openWorldHint false, or facts={"open_world": False}, connects to no host that an argument names.

    A client may run a tool with a closed world where the network is off limits, and may trust its answers as it trusts
    the server. If an argument chooses the host, anybody's text can reach the model, and an address can carry data out.

    The check fails when a call connects to a host of its arguments, and to another one that stands in its place.

    Not judged: hosts that the tool chooses itself, such as its own service, and hosts that the schema lists.
    """
    claim = claim_of(subject.facts, "open_world")
    if claim or claim.source == "unsaid":
        raise NotApplicable("The tool does not say that its world is closed.")
    # A canary that answered would stand for every host.
    with without_answers():
        _judge_closed(subject, claim.word or "facts={'open_world': False}")


def _judge_closed(subject: Subject, said: str) -> None:
    outcomes = []
    for seen in observed_calls(subject, None if subject.is_served else effect_calls(subject)):
        outcomes.append(seen.answer)
        for host in set(filter(None, _hosts(seen))):
            elsewhere = _with_other_host(subject, seen.answer.arguments, host)
            if elsewhere is not None and _OTHER in _hosts(observe(subject, elsewhere)):
                raise CheckFailure(
                    "world_is_open",
                    f"The tool declares {said}, but it connects to a host that an argument names: {_OTHER!r}. "
                    "Limit its hosts, or declare that its world is open.",
                    arguments=elsewhere,
                )
    raise_unless_reached(subject, outcomes, is_online=True)


def _with_other_host(subject: Subject, call: Any, host: str) -> dict[str, Any] | None:
    """Return a call with another host in place of one that it names, or None if it cannot be made."""
    text = json.dumps(call)
    other = json.loads(text.replace(host, _OTHER))
    if host not in text or not FlatSchema(subject.schema).fits(subject.schema, other):
        return None
    return dict(other)


def _hosts(seen: Observation[Outcome]) -> Iterator[str]:
    """Yield the hosts elsewhere that a call has turned to."""
    for event in connections_elsewhere(seen):
        yield from (path.partition(":")[0].lower() for path in event.paths)
    for request in seen.requests.value:
        yield urlsplit(request.url).hostname or ""
