"""Reply bugs: the message of a bug in a server's answer."""

from __future__ import annotations

from collections.abc import Mapping

from ...profile.bug_messages import bug_in_text
from ...profile.roles import Role, role_of
from ...profile.sdk_messages import gives_no_reason, is_bare_error, is_bare_key
from ...targets.outcome import Outcome
from ...targets.subject import Subject

__all__ = ["bug_in_reply", "is_unexplained"]

#: JSON-RPC's code for an internal error.
_INTERNAL = -32603


def bug_in_reply(subject: Subject, reply: Outcome) -> str:
    """Return the message of a bug in an error; "" if there is none, or if it was part of the arguments.

    An error about an expression or code in the arguments is not a bug.
    """
    if reply.answer is None or reply.succeeded:
        return ""
    text = reply.text
    if isinstance(reply.body, dict) and reply.body.get("code") == _INTERNAL and gives_no_reason(text):
        return f"{text} ({_INTERNAL})"
    found = bug_in_text(text)
    if found is not None and found[0] not in str(reply.arguments) and not _is_run(subject, reply):
        start = text.rfind("\n", 0, found.start()) + 1
        return text[start:].splitlines()[0].strip()
    return text.strip() if is_bare_key(text) else ""


def is_unexplained(subject: Subject, reply: Outcome) -> bool:
    """Return whether an answer is the SDK's error after an unexpected exception, without a reason."""
    return reply.answer is not None and not reply.succeeded and is_bare_error(reply.text, subject.facts.name)


def _is_run(subject: Subject, reply: Outcome) -> bool:
    properties = subject.schema.get("properties")
    nodes = properties if isinstance(properties, Mapping) else {}
    roles = (role_of(name, node) for name in reply.arguments if isinstance(node := nodes.get(name), Mapping))
    return any(role in (Role.EXPRESSION, Role.CODE) for role in roles)
