"""A server whose tools show a check too little to be passed by it: they hang, need a key, or refuse nothing."""

from __future__ import annotations

import socket
import time

from raw import Refused, serve, tool

TEXT = {"type": "string", "description": "Any text."}
URL = {"type": "string", "description": "URL of a page.", "format": "uri"}
COUNT = {"type": "integer", "description": "How many."}


def hangs_at_long_names(name: str, count: int) -> str:
    if name == "n" * 300:
        time.sleep(60)
    if "no-such" in name:
        raise Refused("There is no such entry.")
    return f"{count} {name[:9]}"


def refuses_nothing(**given: object) -> str:
    return f"{given}"


def needs_a_key(url: str) -> str:
    raise Refused("No key is set.")


def misses_the_network(url: str) -> str:
    raise Refused("getaddrinfo ENOTFOUND example.org")


def hides_the_network(url: str) -> str:
    try:
        socket.create_connection(("127.0.0.1", 9), timeout=1).close()
    except OSError:
        raise Refused("The page has no rules for robots.") from None
    return url


def computes_powers(expression: str) -> str:
    if expression == "9**9**9":
        time.sleep(60)
    known = {"13**2": 169, "9**9**1": 387420489}
    return str(known.get(expression, len(expression)))


def takes_a_while_for_each_letter(word: str) -> str:
    _work(len(word) * 14e-6)
    return f"{len(word)} letters"


def compares_all_with_all(word: str) -> str:
    _work(0.06 + len(word) ** 2 * 4e-9)
    return f"{len(word)} letters"


def _work(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


serve(
    [
        tool("hangs_at_long_names", hangs_at_long_names, arguments={"name": TEXT, "count": COUNT}),
        tool("refuses_nothing", refuses_nothing, arguments={"word": TEXT, "count": COUNT}, is_lenient=True),
        tool("needs_a_key", needs_a_key, arguments={"url": URL}),
        tool("misses_the_network", misses_the_network, arguments={"url": URL}),
        tool("computes_powers", computes_powers, arguments={"expression": TEXT}),
        tool("hides_the_network", hides_the_network, arguments={"url": URL}),
        tool("runs_as_task", needs_a_key, arguments={"url": URL}, execution={"taskSupport": "required"}),
        tool("takes_a_while_for_each_letter", takes_a_while_for_each_letter, arguments={"word": TEXT}),
        tool("compares_all_with_all", compares_all_with_all, arguments={"word": TEXT}),
    ]
)
