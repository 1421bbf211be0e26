"""Logs: the secrets of a call do not get into the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...profile.claim import Claim
from ...profile.secrets import secret_argument
from ...strategies.other_leaves import Path, leaf_at, with_leaf
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..calls.excuses import Excuses
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..check import check

__all__ = ["secrets_stay_out_of_logs"]

_MAX_LOGGED, _MIN_LOGGED, _DEEPEST = 4, 6, 3
#: Short secrets of the usual lengths.
_PINS = ("7391", "4826", "73915", "48260")


@check(
    family="errors",
    level="MUST",
    source="CWE-532: insertion of sensitive information into a log file",
    codes={
        "secret_in_log": "A password, key or token of a call is logged.",
    },
    unseen="A server's logs are not observable from outside.",
)
def secrets_stay_out_of_logs(subject: Subject) -> None:
    """A password, key or token in the arguments does not appear in the log.

    Logs are kept for a long time, shipped elsewhere, and read by more people than may know the secret.

    Judged by the records of `logging`, at every level. Not judged: printed text; arguments of a tool declared
    takes_no_secrets; arguments whose names show that they are not secret, such as a page token.
    """
    view = FlatSchema(subject.schema)
    places = dict(_secret_places(subject, view, subject.schema))
    if not places:
        raise NotApplicable("No argument is named like a secret.")
    excuses = Excuses()
    ran = False
    for call in subject.patience().each(plausible_calls(subject, limit=_MAX_LOGGED)):
        for place, claim in places.items():
            given = with_leaf(call, place, f"Zq7{subject.random.getrandbits(48):012x}")
            if not view.fits(subject.schema, given):
                given = call
            secret = leaf_at(given, place)
            if not isinstance(secret, str):
                continue
            if len(secret) < _MIN_LOGGED:
                found, given = _short_secret(subject, view, call, place)
                ran = ran or given is not None
            else:
                with fake_sleep():
                    outcome = subject.call(given)
                ran = ran or outcome.ran
                found = secret in outcome.log_text
            if found:
                name = str(place[-1])
                failure = CheckFailure(
                    "secret_in_log",
                    f"The tool logged the value of {name!r}. Log that it was given, not its value.",
                    about=name,
                    arguments=given,
                )
                excuses.report(failure, claim)
    if not ran:
        raise CouldNotRun("The tool accepts no call that could be made. Give its arguments examples.")
    excuses.tell()


def _short_secret(
    subject: Subject, view: FlatSchema, call: dict[str, Any], place: Path
) -> tuple[bool, dict[str, Any] | None]:
    """Return whether the log of each of two calls has its own short secret and not the other one, and a call that ran.

    A number of four digits may stand in a log by chance.
    """
    calls = [with_leaf(call, place, pin) for pin in _PINS]
    calls = [one for one in calls if view.fits(subject.schema, one)][:2]
    logs = []
    for one in calls:
        with fake_sleep():
            outcome = subject.call(one)
        if outcome.ran:
            logs.append(outcome.log_text)
    if len(logs) < len(_PINS[:2]):
        return False, calls[0] if logs else None
    secrets = [str(leaf_at(one, place)) for one in calls]
    own = all(secret in log for secret, log in zip(secrets, logs, strict=True))
    crossed = any(secret in log for secret, log in zip(secrets, reversed(logs), strict=True))
    return own and not crossed, calls[0]


def _secret_places(
    subject: Subject, view: FlatSchema, node: Any, before: Path = (), depth: int = 0
) -> Iterator[tuple[Path, Claim]]:
    """Yield the arguments named like a secret, and such properties of objects in arguments, each with its claim."""
    for flat in view.alternatives(node) if depth < _DEEPEST else ():
        properties = flat.get("properties")
        for name, part in properties.items() if isinstance(properties, Mapping) else ():
            claim = secret_argument(subject.facts, name, part)
            if claim is not None:
                yield (*before, name), claim
            else:
                yield from _secret_places(subject, view, part, (*before, name), depth + 1)
