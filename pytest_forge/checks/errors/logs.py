"""What a tool logs: nothing that it was given to keep to itself."""

from __future__ import annotations

import re
from typing import Any

from ...strategies.schemas.flat_schema import CannotMake, SchemaView
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..calls.hurried_time import hurried_time
from ..calls.plausible_calls import plausible_calls
from ..check import check

__all__ = ["secrets_stay_out_of_logs"]

_SECRET_ARGUMENT = re.compile(
    r"passw|passphrase|secret|(?:^|_)(?:pwd|pin|otp|token)(?:$|_)|api_?key|private_?key|credential", re.IGNORECASE
)
#: A page or a place in a list, and what is only about a secret.
_NO_SECRET = re.compile(
    r"page|next|cursor|continu|sync|resume|count|limit|length|max|min|name|_id$|hash|hint|type", re.IGNORECASE
)
_MAX_LOGGED, _MIN_LOGGED = 4, 6


@check(
    family="errors",
    level="MUST",
    source="CWE-532: insertion of sensitive information into a log file",
    codes={
        "secret_in_log": "A password, key or token of a call is logged.",
    },
)
def secrets_stay_out_of_logs(subject: Subject) -> None:
    """What a call is given as a password, key or token is in nothing that the tool logs.

    Logs are kept for long, shipped to others, and read by more people than may know the secret.

    Judged by the records of `logging`, of every level. Not judged: what is printed, and tokens that name a page.
    """
    names = [name for name, node in (subject.schema.get("properties") or {}).items() if _is_secret(name, node)]
    if not names:
        raise NotApplicable("No argument is named for a secret.")
    try:
        fits = SchemaView(subject.schema).fits
    except CannotMake:
        raise NotApplicable("The schema tells of no call that could be made.") from None
    ran = False
    for call in plausible_calls(subject, limit=_MAX_LOGGED):
        for name in names:
            given = {**call, name: f"Zq7{subject.random.getrandbits(48):012x}"}
            if not fits(subject.schema, given):
                given = call
            secret = given.get(name)
            if not isinstance(secret, str) or len(secret) < _MIN_LOGGED:
                continue
            with hurried_time():
                outcome = subject.call(given)
            ran = ran or outcome.ran
            if secret in outcome.log_text:
                raise CheckFailure(
                    "secret_in_log",
                    f"The tool logged what it was given as {name!r}. Log that there was one, and not which.",
                    about=name,
                    arguments=given,
                )
    if not ran:
        raise CouldNotRun("No call could be made that the tool accepts. Give its arguments examples.")


def _is_secret(name: str, node: Any) -> bool:
    is_text = isinstance(node, dict) and node.get("type", "string") == "string" and "enum" not in node
    return is_text and _SECRET_ARGUMENT.search(name) is not None and not _NO_SECRET.search(name)
