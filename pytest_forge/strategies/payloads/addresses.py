"""Injection addresses: hosts and URLs that lead inside a network, each past a different kind of guard."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

__all__ = ["INSIDE_PARTS", "Address", "inside_hosts", "local_urls"]


class Address(Struct, frozen=True):
    """A host that leads inside.

    Attributes:
        host: As in a URL.
        way: Its description, for a message.
        answers: The addresses of the name, one for each look-up; empty for an address.
    """

    host: str
    way: str
    answers: tuple[str, ...] = ()


def inside_hosts(mark: str, *, public: str, public_address: str) -> Iterator[Address]:
    """Yield hosts that lead inside, the plainest first.

    Args:
        mark: A random word, for names.
        public: A host that the tool accepts, or a domain of which it accepts any.
        public_address: An address that looks public.
    """
    yield Address("127.0.0.1", "this machine")
    yield Address("localhost", "this machine by name")
    yield Address("169.254.169.254", "the metadata service of a cloud")
    yield Address("10.0.0.7", "a private network")
    yield Address("192.168.1.1", "a private network")
    yield Address("172.16.0.9", "a private network")
    yield Address("[::1]", "this machine in IPv6")
    yield Address("[::ffff:127.0.0.1]", "this machine as an IPv4 address inside an IPv6 one")
    yield Address("[fd00::1]", "a private network in IPv6")
    yield Address("0.0.0.0", "this machine as the unspecified address")  # noqa: S104  # an attack, not a server
    yield Address("2130706433", "this machine as one number")
    yield Address("0x7f000001", "this machine in hexadecimal")
    yield Address("0177.0.0.1", "this machine in octal")
    yield Address("127.1", "this machine, shortened")
    yield Address("127.8.8.8", "this machine by another of its addresses")
    yield Address("localhost.", "this machine, with a dot at the end")
    yield Address("LOCALHOST", "this machine in capitals")
    yield Address(f"{public}@127.0.0.1", "this machine behind a user's name that looks like a host")
    yield Address(f"{public}.{mark}.example.org", "a name that begins like another host", ("10.0.0.7",))
    yield Address(f"{mark}{public}", "a name that ends like another host", ("10.0.0.7",))
    yield Address(f"{mark}.example.org", "a public name of a private address", ("10.0.0.7",))
    yield Address(
        f"{mark}2.example.org", "a name whose address changes after the look-up", (public_address, "127.0.0.1")
    )
    twice = (public_address, public_address, "127.0.0.1")
    yield Address(f"{mark}3.example.org", "a name whose address changes after two look-ups", twice)


#: Parts of a URL that lead inside when they are joined carelessly.
INSIDE_PARTS = (
    "@127.0.0.1/",
    "http://127.0.0.1/",
    "//127.0.0.1/",
    "127.0.0.1/",
    "127.0.0.1#",
    "127.0.0.1?",
    "127.0.0.1:80/",
)


def local_urls(path: str) -> Iterator[str]:
    """Yield URLs of a local file.

    Args:
        path: Its absolute path.
    """
    yield f"file://{path}"
    yield f"file://localhost{path}"
    yield f"FILE://{path}"
    yield f"file:{path}"
    yield f"url:file://{path}"
    yield f"local_file://{path}"
