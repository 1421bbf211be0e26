"""Host endings: a domain that is told by its letters alone, so that another one which ends with them passes for it.

register("https://example.com/a"), register("https://qx9.example.com/a")     both are taken
register("https://qx9.com/a")                                                is refused
register("https://qx9example.com/a")                                         is taken: anybody may own it
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from ....regex import regex
from ....strategies.mined_constants import mined_constants
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit

__all__ = ["judge_host_endings"]

_SHARE = 0.1
_MAX_BASES, _MAX_DOMAINS = 2, 3
#: A first part of a host that nothing names.
_NEW = "qx9"
_DOMAIN = regex(r"(?<![\w.@/-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w-]|\.\w)")
_CALLS = 4


def judge_host_endings(subject: Subject) -> bool:
    """Judge that a tool which takes the hosts of a domain, and not those beside it, takes none that only ends like it.

    Returns:
        Whether it takes the hosts of a domain, and not those beside it.

    Raises:
        CheckFailure: If it does.
    """
    if subject.is_served:
        return False
    judged = False
    patience = subject.patience(_SHARE)
    for base, name in patience.each(list(_with_addresses(subject))):
        for domain in _domains(subject, base[name]):
            parent = domain.partition(".")[2]
            hosts = [domain, f"{_NEW}.{domain}", f"{_NEW}.{parent}", _NEW + domain]
            calls = [{**base, name: _with_host(base[name], host)} for host in hosts]
            taken = _taken(subject, calls, hosts)
            judged = judged or taken is not None
            # An accident does not repeat.
            if taken and _taken(subject, calls, hosts):
                raise CheckFailure(
                    "host_ends_alike",
                    f"The tool takes {hosts[0]!r} and {hosts[1]!r}, and not {hosts[2]!r}, but it takes {hosts[3]!r}, "
                    "which anybody may own. Compare the whole host, or its end with a dot before it.",
                    about=name,
                    arguments=calls[-1],
                )
    return judged


def _with_addresses(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        for name, value in base.items():
            if isinstance(value, str) and value.startswith(("http://", "https://")) and urlsplit(value).hostname:
                yield base, name


def _domains(subject: Subject, address: str) -> list[str]:
    """Return the domains that the description or the code of a tool names; those that an address belongs to first."""
    texts = [text.replace("\\.", ".") for text in mined_constants(subject.tool).texts]
    found = [*_DOMAIN.findall(subject.facts.description or ""), *(text for text in texts if _DOMAIN.fullmatch(text))]
    host = urlsplit(address).hostname or ""
    found.sort(key=lambda domain: not f".{host}".endswith(f".{domain}"))
    return list(dict.fromkeys(found))[:_MAX_DOMAINS]


def _with_host(address: str, host: str) -> str:
    return urlsplit(address)._replace(scheme="https", netloc=host).geturl()


def _taken(subject: Subject, calls: list[dict[str, Any]], hosts: list[str]) -> bool | None:
    """Tell whether a host is taken that only ends like a domain; None if not only hosts of the domain are taken."""
    made = partial(_answers, subject, calls, hosts)
    domain, below, beside, ending = in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or [
        "",
        "",
        "",
        "",
    ]
    return ending == domain if domain and domain == below != beside else None


def _answers(subject: Subject, calls: list[dict[str, Any]], hosts: list[str]) -> list[str]:
    """Return what each call answers in a fresh workspace, without its host; "" for one that fails."""
    told = []
    for call, host in zip(calls, hosts, strict=True):
        make_fresh([subject])
        with fake_sleep():
            outcome = subject.call(call)
        said = json.dumps(outcome.value, sort_keys=True, default=str).replace(host, "") if outcome.succeeded else ""
        told.append(said)
    return told
