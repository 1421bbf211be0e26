"""Functions that take an address with a password, and say that it is never shown."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from ..marks import breaks, keeps

_BROKER = re.compile(r"(amqps?)://(?:([^:/@]+)(?::([^/@]*))?@)?([a-z0-9.-]+)(?::(\d{1,5}))?(/[^/]*)?", re.IGNORECASE)


@breaks("results_hold_no_environment")
def describe_broker(broker_url: str) -> dict:
    """Describe the broker of an address, e.g. amqp://shop:pw@mq.example:5672/orders.

    The password is never shown.
    """
    found = _BROKER.fullmatch(broker_url)
    if found is None:
        raise ValueError(f"{broker_url!r} is not the address of a broker.")
    return {"host": found[4], "port": int(found[5] or 5672), "queue": (found[6] or "/")[1:]}


@breaks("results_hold_no_environment")
def split_feed(feed_url: str) -> dict:
    """Split the address of a feed into its parts. Credentials are never revealed, even if the address is malformed."""
    parts = urlsplit(feed_url)
    if parts.scheme not in ("http", "https"):
        raise ValueError("The address of a feed begins with http or https.")
    return {"host": parts.netloc.rpartition("@")[2], "path": parts.path, "query": parts.query}


@keeps("results_hold_no_environment")
def describe_broker_in_words(broker_url: str) -> dict:
    """Describe the broker of an address, e.g. amqp://shop:pw@mq.example:5672/orders.

    The password is never shown.
    """
    found = _BROKER.fullmatch(broker_url)
    if found is None:
        raise ValueError("This is not the address of a broker.")
    return {"host": found[4], "port": int(found[5] or 5672), "queue": (found[6] or "/")[1:]}


@keeps("results_hold_no_environment")
def broker_without_password(broker_url: str) -> dict:
    """Describe the broker of an address, e.g. amqp://shop:pw@mq.example:5672/orders, without its password."""
    found = _BROKER.fullmatch(broker_url)
    if found is None:
        raise ValueError(f"{broker_url!r} is not the address of a broker.")
    return {"host": found[4], "port": int(found[5] or 5672), "queue": (found[6] or "/")[1:]}


@keeps("results_hold_no_environment")
def split_any_feed(feed_url: str) -> dict:
    """Split the address of a feed into its parts. The password is never shown."""
    try:
        parts = urlsplit(feed_url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https"):
        raise ValueError("The address of a feed begins with http or https.")
    return {"host": parts.netloc.rpartition("@")[2], "path": parts.path, "query": parts.query}
