"""Attacks on the egress policy: 100,000 addresses, names and redirects that lead inside, over a scripted network.

Prints how many attacks were answered, refused and unsendable, and every connection to a place inside: there must be
none. What is inside is judged here by tables of its own.

    python tests/benchmarks/bench_egress_attacks.py [TRIES] [SEED]
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import random
import ssl
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpcore

from forge_harness import (
    AsyncEgressBackend,
    AsyncEgressClient,
    AsyncEgressTransport,
    EgressBackend,
    EgressClient,
    EgressPolicy,
    EgressTransport,
    RegistrationError,
    ToolError,
)

PRIVATE_4 = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"]
NEVER_4 = ["0.0.0.0/8", "127.0.0.0/8", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15"]
NEVER_4 += ["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "169.254.169.254/32"]
NEVER_4 += ["169.254.170.2/32", "168.63.129.16/32", "100.100.100.200/32"]
PRIVATE_6 = ["fc00::/7", "fe80::/10"]
NEVER_6 = ["::/128", "::1/128", "ff00::/8", "fec0::/10", "100::/64", "2001:db8::/32", "3fff::/20", "2001:2::/48"]
NEVER_6 += ["5f00::/16", "64:ff9b:1::/48", "::ffff:0:0:0/96", "fd00:ec2::254/128", "2001:20::/28", "4000::/3"]
NETWORKS = {text: ipaddress.ip_network(text) for text in [*PRIVATE_4, *NEVER_4, *PRIVATE_6, *NEVER_6]}
PUBLIC = ["8.8.8.8", "1.1.1.1", "93.184.215.14", "2607:f8b0:4004:800::200e", "2a00:1450:4001:82a::2004"]
LISTED = "10.20.0.0/16"
TRUST = ssl.create_default_context()

V4, V6 = ipaddress.IPv4Address, ipaddress.IPv6Address


# --- what is inside -----------------------------------------------------------------------------------


def carried(number: int) -> list[int]:
    """The IPv4 addresses that the bits of an IPv6 address may be read as."""
    low, found = number & 0xFFFFFFFF, list[int]()
    if number >> 32 in (0, 0xFFFF, 0xFFFF0000, 0x64FF9B << 64) and number > 1:
        found.append(low)
    if number >> 112 == 0x2002:
        found.append(number >> 80 & 0xFFFFFFFF)
    if number >> 96 == 0x20010000:
        found += [number >> 64 & 0xFFFFFFFF, ~low & 0xFFFFFFFF]
    if number >> 32 & 0xFFFFFFFF in (0x5EFE, 0x2005EFE):
        found.append(low)
    return found


def is_inside(text: str, *, allow_private: bool = False) -> bool:
    """Whether a connection to the address would be one that the policy must not make."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0].strip("[]"))
    except ValueError:
        return True  # a second look-up would follow
    readings: list[V4 | V6] = [address]
    if isinstance(address, V6):
        readings += [V4(number) for number in carried(int(address))]
        if len(readings) > 1 and int(address) >> 125 != 1:
            readings.remove(address)
    never = [*NEVER_4, *NEVER_6] + ([] if allow_private else [*PRIVATE_4, *PRIVATE_6])
    return any(each in NETWORKS[text] for each in readings for text in never)


# --- what attackers write -----------------------------------------------------------------------------


class Attacker:
    """Draws attacks from one source of chance."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.pick: Callable[[Any], Any] = chance.choice

    def within(self, ranges: list[str]) -> Any:
        network = NETWORKS[self.pick(ranges)]
        return network[self.pick([0, network.num_addresses - 1, self.chance.randrange(network.num_addresses)])]

    def address(self, *, is_never: bool = False) -> str:
        """An address inside, as a resolver would return it."""
        if self.chance.random() < 0.2:
            return str(self.within(NEVER_6 if is_never else NEVER_6 + PRIVATE_6))
        inner = int(self.within(NEVER_4 if is_never else NEVER_4 + PRIVATE_4))
        form = self.chance.randrange(12)
        prefix = int(V6("2607:f8b0:4004:800::"))
        six = {
            0: 0xFFFF << 32 | inner,
            1: inner,
            2: 0x64FF9B << 96 | inner,
            3: 0x2002 << 112 | inner << 80 | self.chance.getrandbits(80),
            4: 0x20010000 << 96 | 0x08080808 << 64 | ~inner & 0xFFFFFFFF,
            5: 0x20010000 << 96 | inner << 64 | ~0x08080808 & 0xFFFFFFFF,
            6: prefix | self.pick([0x5EFE, 0x2005EFE]) << 32 | inner,
            7: 0xFFFF0000 << 32 | inner,
        }.get(form)
        return str(V4(inner) if six is None else V6(six))

    def spelled(self, text: str) -> str:
        """A host of a URL that some reader takes for the address."""
        if ":" in text:
            six = V6(text)
            parts = six.exploded.split(":")
            tail = V4(int(six) & 0xFFFFFFFF)
            forms = [str(six), six.exploded, six.exploded.upper(), ":".join([*parts[:6], str(tail)])]
            form = self.pick([*forms, *forms, f"{six}%25eth0", f"{six}%eth0", f"{six}%251"])
            return self.pick([f"[{form}]"] * 20 + [form, f"[[{form}]]", f"[{form}].", f"[{form}]x"])
        number, parts = int(V4(text)), text.split(".")
        octal, hexa = [f"0{int(part):o}" for part in parts], [hex(int(part)) for part in parts]
        last_two = str((int(parts[2]) << 8) + int(parts[3]))
        forms = [text, str(number), hex(number), f"0{number:o}", ".".join(octal), ".".join(hexa)]
        forms += [".".join([*parts[:2], last_two]), f"{parts[0]}.{number & 0xFFFFFF}", f"{text}."]
        forms += [".".join([octal[0], hexa[1], *parts[2:]]), hex(number).upper(), str(number + (1 << 32))]
        forms += [".".join(part.zfill(3) for part in parts), f"{text}.nip.io", f"{text}%00.example.com"]
        form = self.pick(forms)
        disguises = {ord("."): self.pick("。\uff0e｡")}
        wide = {ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"}
        circled = {ord(digit): 0x2460 + int(digit) - 1 for digit in "123456789"}
        tables: list[dict[int, Any]] = [{}] * 12 + [disguises, wide, circled, {**disguises, **wide}]
        form = form.translate(self.pick(tables))
        return "".join(f"%{ord(letter):02x}" for letter in form) if self.chance.random() < 0.05 else form

    def url(self, host: str) -> str:
        port = self.pick([""] * 12 + [":80", ":443", ":8000", ":9", ":0", ":", ":65536", ":80:80"])
        plain = f"{self.pick(['http', 'https', 'HTTP'])}://{host}{port}/"
        good = self.pick(["api.example.com", "8.8.8.8"])
        odd = [f"http://{good}@{host}{port}/", f"http://u:p@{host}/", f"http://{good}:80@{host}/x", f"http:{host}"]
        odd += [f"http://{good}\\@{host}/", f"http://{host}\\@{good}/", f"http://{good}#@{host}/", f"http:///{host}/"]
        odd += [f"http://{host}#@{good}/", f"http://{good}?@{host}/", f"http://{good} @{host}/", f"http:\\\\{host}/"]
        odd += [f" http://{host}/", f"http://{host}/..//{good}", f"http://{good}%40{host}/", f"http://{host}\t/"]
        odd += [f"http://{good}\r\nHost: {host}/", f"http://{good}\n@{host}/", f"http://{good}:80:@{host}/"]
        return plain if self.chance.random() < 0.85 else self.pick(odd)

    def name(self) -> str:
        if self.chance.random() < 0.6:
            return f"{self.pick('abcdef')}.example.com"
        names = ["A.Example.COM", "a.example.com.", "b_c.example.com", "bücher.example.com"]
        names += ["\uff41.example.com", "a。example.com", "xn--bcher-kva.example.com", "localhost", "localhost."]
        names += ["metadata.google.internal", "api.example.com", f"{'a' * 64}.example.com", "a\u00ad.example.com"]
        return self.pick([*names, f"{'a.' * 130}com", "x.localhost", "1.example.com", "0x7f.example.com"])

    def answers(self, *, is_never: bool) -> list[list[str]]:
        """What a name resolves to, look-up after look-up; the last answer stays."""
        good = [self.pick(PUBLIC) for _ in range(self.chance.randrange(3))]
        bad = [*good, self.address(is_never=is_never)]
        self.chance.shuffle(bad)
        if self.chance.random() < 0.05:
            bad.append(self.pick(["127.1", "0x7f000001", "2130706433", "fe80::1%eth0", "", "localhost", "[::1]"]))
        before = [[self.pick(PUBLIC)] for _ in range(self.chance.randrange(3))]
        return [*before, bad]

    def policy(self, host: str) -> tuple[EgressPolicy, bool]:
        """A policy, and whether it lets private networks be reached."""
        kind = self.chance.randrange(9)
        if kind == 0:
            return EgressPolicy(mode="dev-open", allow_private=True), True
        if kind == 1:
            return EgressPolicy(mode="dev-open", private_networks=[LISTED, "0.0.0.0/0", "::/0"]), True
        if kind == 2:
            return EgressPolicy(mode="dev-open", allow=["127.0.0.1:9", "localhost:9", "[::1]:9"]), False
        if kind == 3:
            return EgressPolicy(allow=["*.example.com"]), False
        if kind > 6:
            return EgressPolicy(mode="dev-open"), False
        allow = ["api.example.com", "*.example.com", "*.google.internal", "localhost", *PUBLIC]
        for text in (host, f"[{host}]"):
            with contextlib.suppress(RegistrationError):
                EgressPolicy(mode="allowlist", allow=[text])
                allow.append(text)
        return EgressPolicy(mode="allowlist" if kind < 5 else "dev-open", allow=allow), False


# --- the scripted network -----------------------------------------------------------------------------


@dataclass
class World:
    """A network in which each request gets the next response."""

    names: dict[str, list[list[str]]]
    responses: list[bytes]
    down: str = ""
    who: str = ""
    dialled: list[tuple[str, str]] = field(default_factory=list)
    misused: int = 0

    def resolve(self, host: str, port: int, timeout_s: float | None) -> list[str]:
        answers = self.names.get(host.lower().removesuffix("."))
        if answers is None:
            # What the C library reads as an address resolves to itself.
            with contextlib.suppress(OSError, ValueError):
                return [str(V4(__import__("socket").inet_aton(host)))]
            return ["8.8.8.8"]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def connected(self, host: str) -> World:
        self.dialled.append((self.who, host))
        # Some hosts are down, so that the next address is tried.
        if host == self.down:
            raise httpcore.ConnectError
        return self

    async def resolve_async(self, host: str, port: int, timeout_s: float | None) -> list[str]:
        return self.resolve(host, port, timeout_s)

    def answer(self) -> bytes:
        return self.responses.pop(0) if self.responses else b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


class Stream(httpcore.NetworkStream):
    def __init__(self, world: World) -> None:
        self.world, self.who, self.is_asked = world, world.who, False

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        is_asked, self.is_asked = self.is_asked, False
        return self.world.answer() if is_asked else b""

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.world.misused += self.world.who != self.who
        self.is_asked = True

    def close(self) -> None:
        pass

    def start_tls(self, *_: Any, **__: Any) -> Stream:
        return self

    def get_extra_info(self, info: str) -> Any:
        return None


class AsyncStream(httpcore.AsyncNetworkStream):
    def __init__(self, world: World) -> None:
        self.stream = Stream(world)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer)

    async def aclose(self) -> None:
        pass

    async def start_tls(self, *_: Any, **__: Any) -> AsyncStream:
        return self

    def get_extra_info(self, info: str) -> Any:
        return None


class Dialler(httpcore.NetworkBackend):
    def __init__(self, world: World) -> None:
        self.world = world

    def connect_tcp(self, host: str, *_: Any, **__: Any) -> Stream:
        return Stream(self.world.connected(host))


class AsyncDialler(httpcore.AsyncNetworkBackend):
    def __init__(self, world: World) -> None:
        self.world = world

    async def connect_tcp(self, host: str, *_: Any, **__: Any) -> AsyncStream:
        return AsyncStream(self.world.connected(host))


# --- the attacks --------------------------------------------------------------------------------------


@dataclass
class Outcome:
    """What a number of attacks came to."""

    codes: Counter[str] = field(default_factory=Counter)
    holes: list[str] = field(default_factory=list)


async def attacked(attacker: Attacker, outcome: Outcome) -> None:
    """Make one attack."""
    chance = attacker.chance
    names: dict[str, list[list[str]]] = {}
    urls: list[str] = []
    is_never = chance.random() < 0.4
    for _ in range(1 + (chance.randrange(6) if chance.random() < 0.5 else 0)):
        host = attacker.spelled(attacker.address(is_never=is_never)) if chance.random() < 0.4 else attacker.name()
        names.setdefault(_canonical(host), attacker.answers(is_never=is_never))
        urls.append(attacker.url(host))
    # An attack begins where it is allowed, more often than not.
    if len(urls) > 1 and chance.random() < 0.8:
        urls[0] = "http://api.example.com/"
        names["api.example.com"] = [["8.8.8.8"]]
    policy, allow_private = attacker.policy(host)
    responses = [_redirect(attacker, url) for url in urls[1:]]
    world = World(names, list(responses), down=attacker.pick(["", *PUBLIC]))
    if chance.random() < 0.1:
        # Somebody else's connections, which another policy allowed, are open to the same hosts.
        world.who = "other"
        other = EgressPolicy(mode="dev-open", allow_private=True, allow=["127.0.0.1:80", "localhost:80"])
        await _asked(world, other, urls[-1], is_async=False)
        world.responses[:] = responses
    world.who = "ours"
    code = await _asked(world, policy, urls[0], is_async=chance.random() < 0.25)
    outcome.codes[code] += 1
    reached = [host for who, host in world.dialled if who == "ours"]
    bad = [host for host in reached if policy.mode == "deny-all" or is_inside(host, allow_private=allow_private)]
    if bad or world.misused or code.startswith("?"):
        outcome.holes.append(f"{code} {bad} {urls!r} {names!r} {policy!r} misused: {world.misused}")


async def _asked(world: World, policy: EgressPolicy, url: str, *, is_async: bool) -> str:
    try:
        if is_async:
            backend = AsyncEgressBackend(policy, resolve=world.resolve_async, dialler=AsyncDialler(world))
            transport = AsyncEgressTransport(policy, verify=TRUST, backend=backend)
            return str((await AsyncEgressClient(policy, transport=transport).request("GET", url)).status)
        below = EgressBackend(policy, resolve=world.resolve, dialler=Dialler(world))
        client = EgressClient(policy, transport=EgressTransport(policy, verify=TRUST, backend=below))
        return str(client.request("GET", url).status)
    except ToolError as error:
        return error.code
    except Exception as error:  # every other end is a finding
        return f"? {type(error).__name__}: {error}"


def _canonical(host: str) -> str:
    with contextlib.suppress(UnicodeError):
        host = host.translate({ord(dot): "." for dot in "。\uff0e｡"}).encode("idna").decode()
    return host.lower().removesuffix(".").strip("[]")


def _redirect(attacker: Attacker, url: str) -> bytes:
    if attacker.chance.random() < 0.2:
        url = url.partition(":")[2]  # another host with the same scheme
    if attacker.chance.random() < 0.1:
        url = "/again"
    status = attacker.pick([301, 302, 303, 307, 308])
    ends = attacker.pick(["connection: close\r\n", ""])
    place = url.encode("utf-8", "replace").replace(b"\r\n", b" ").replace(b"\n", b" ")
    return b"HTTP/1.1 %d X\r\n%bcontent-length: 0\r\nlocation: %b\r\n\r\n" % (status, ends.encode(), place)


def run(tries: int, seed: int) -> Outcome:
    """Make that many attacks, with a proxy of the environment that would lead inside."""
    outcome = Outcome()
    attacker = Attacker(random.Random(seed))

    async def all_of_them() -> None:
        for _ in range(tries):
            await attacked(attacker, outcome)

    asyncio.run(all_of_them())
    return outcome


def main() -> None:
    """Print what the attacks came to."""
    tries = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    logging.disable()
    os.environ |= dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"), "http://10.0.0.1:3128")
    started = time.perf_counter()
    outcome = run(tries, seed)
    for code, number in outcome.codes.most_common():
        print(f"{code:22} {number:8}")
    print(f"{'connections inside':22} {len(outcome.holes):8}   of {tries:,} tries")
    for hole in outcome.holes[:10]:
        print(f"  {hole[:600]}")
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
