"""ClosedDoor: a session without a cassette that refuses every request that no cassette handles."""

from __future__ import annotations

import contextlib
import ipaddress
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from ..exchange import RecordedRequest
from .intercept.clients import intercepted
from .miss_errors import CassetteMissError
from .nesting import inner_ones
from .network import closed_network
from .player import Answer, Player

__all__ = ["closed_door"]


@contextmanager
def closed_door(who: str, is_allowed: Callable[[str], bool]) -> Iterator[None]:
    """Refuse requests of *who* outside of the cassettes in use.

    Other connections within this machine are allowed: *who* may start a database.

    Args:
        who: The start of the error message, such as ``The module-scoped fixture 'client'``.
        is_allowed: Whether a host may still be reached.
    """
    door = _ClosedDoor(who, is_allowed)
    network = closed_network(
        f"{who[:1].lower()}{who[1:]} is outside of any cassette", lambda host: door.opens(host) or _is_here(host)
    )
    with intercepted(door, is_outermost=True), network:
        yield


class _ClosedDoor(Player):
    """Passes requests to the other sessions and refuses the rest."""

    def __init__(self, who: str, is_allowed: Callable[[str], bool]) -> None:
        super().__init__(who, index=None, answer_of=_nothing, redacted=_redacted, is_recording=False)
        self._allows = is_allowed

    def lets_through(self, url: str) -> bool:
        return not self.takes(urlsplit(url).hostname or "")

    def takes(self, host: str) -> bool:
        return inner_ones(self) == [] and not self._allows(host)

    def opens(self, host: str) -> bool:
        # A cassette in use closes the network itself.
        return inner_ones(self) != [] or self._allows(host)

    def is_allowed(self, host: str) -> bool:
        return self._allows(host)

    def _missed(self, request: RecordedRequest) -> CassetteMissError:
        return self._noted_miss(
            CassetteMissError(
                f"{self.name} sends {request.method} {request.url!r} outside of any cassette, while its tests replay "
                "theirs. Send it within use_cassette(PATH), which follows --forge-record, or allow the host with "
                "allowed_hosts."
            )
        )


def _redacted(request: RecordedRequest) -> RecordedRequest:
    # Only a miss is redacted here, and the rules of redaction are a heavy import.
    from ..redaction.redact import Redactor

    return Redactor().request(request)


def _is_here(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    return host == "localhost"


def _nothing(number: int) -> Answer:
    raise LookupError(number)
