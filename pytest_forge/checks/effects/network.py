"""The check of a read-only tool's network traffic: it may query, but not change anything."""

from __future__ import annotations

from urllib.parse import urlsplit

from ...oracles.network_canary import without_answers
from ...profile.reads import is_reader
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.excuses import Excuses
from ..calls.fake_sleep import fake_sleep
from ..calls.walk import Monitor, Step, monitors
from ..check import check
from .judged_calls import judge_calls
from .network_effects import connections_elsewhere
from .observed_calls import effect_calls, observed_calls, raise_unless_reached

__all__ = ["readers_send_no_orders"]


@check(
    family="effects",
    level="MUST",
    source="Forge Tools: three tiers, Read observes",
    codes={
        "reader_sent": "A tool with the tier read sends a request that is not a query.",
    },
)
def readers_send_no_orders(subject: Subject) -> None:
    """A tool with the tier read sends queries at most: no changes, no mail, and no content of files.

    Fetching a page or a record leaves it unchanged, so it is a read. A POST, PUT, PATCH or DELETE changes something
    elsewhere without approval, and a tool for local files that connects to a host may leak their content.

    The sandbox has no network; requests are seen before they are sent, in http.client, urllib, urllib3, requests,
    httpx, aiohttp and smtplib. Of servers, those in Python that the check has started are judged.

    Not judged: a POST that queries (a search, a GraphQL query, a model's answer, a token), if the tool declares
    posts_questions or the address contains such a word; connections of tools that declare open_world, or whose name,
    description or arguments mention a network, and queries without which a call has no result.
    """
    if not is_reader(subject.facts):
        raise NotApplicable("The tool is not declared read-only.")
    # A call that succeeds although the network is closed did not need its requests.
    with without_answers():
        _judge_closed(subject)


def _judge_closed(subject: Subject) -> None:
    excuses = Excuses()
    calls = effect_calls(subject)
    # Tools often import their client in the first call; its requests are seen from the second one on.
    with fake_sleep():
        outcomes = [subject.call(calls[0])]
    observed = observed_calls(subject, None if subject.is_served else calls)
    outcomes += judge_calls(subject, "readers_send_no_orders", observed, note=excuses.note)
    raise_unless_reached(subject, outcomes, is_online=True)
    excuses.tell()


@monitors("readers_send_no_orders")
def _monitor_readers(subject: Subject) -> Monitor | None:
    if not is_reader(subject.facts):
        return None

    def look(step: Step) -> str | None:
        for request in step.seen.requests.value:
            return f"{request.method} {urlsplit(request.url).netloc}"
        return next((f"{event.event} {event.paths[:1]}" for event in connections_elsewhere(step.seen)), "")

    return look
