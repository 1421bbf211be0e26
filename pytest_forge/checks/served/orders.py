"""Orders of a server: a tool with readOnlyHint sends queries at most."""

from __future__ import annotations

from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.asking import own_server
from ..calls.excuses import Excuses
from ..calls.set_up import set_up_calls
from ..calls.working import raise_unless_asked
from ..calls.world import World
from ..check import served
from ..effects.tier_rules import RULES

__all__ = ["readers_send_no_orders"]


@served("readers_send_no_orders")
def readers_send_no_orders(subject: Subject) -> None:
    """A tool with readOnlyHint sends queries at most: no changes, no mail, and no content of files.

    The check sends ordinary calls, and judges the requests that the clients of a Python server are asked to send. They
    fail in the sandbox, which has no network.

    Not judged: servers in other languages; a POST that queries, if the tool declares posts_questions or the address
    contains such a word; connections of tools that mention a network.
    """
    own_server(subject)
    if subject.facts.tier != "read":
        raise NotApplicable("The tool has no readOnlyHint.")
    excuses = Excuses()
    calls = set_up_calls(subject)
    world = World(subject)
    for call in subject.patience().each(calls):
        seen = world.observe(call)
        finding = RULES["readers_send_no_orders"].finding(subject.facts, subject.sandbox, seen, note=excuses.note)
        if finding is not None:
            raise finding
    raise_unless_asked(subject)
    excuses.tell()
