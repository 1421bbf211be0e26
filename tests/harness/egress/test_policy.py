"""EgressPolicy: which hosts and addresses a request may be sent to."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_harness import EgressPolicy, EgressRefusedError, RegistrationError
from forge_harness.egress.allow_list import AllowList
from forge_harness.egress.host_name import host_problem, literal_address
from forge_harness.egress.ip_address import refusal_of

from ..builtin_tools.deviations import outcomes

OPEN = EgressPolicy(mode="dev-open")


def is_sent(policy: EgressPolicy, host: str, port: int = 443, addresses: tuple[str, ...] = ("8.8.8.8",)) -> bool:
    """Whether a request to a host with these addresses would be sent."""
    try:
        policy.check(host, port)
        policy.check_addresses(host, port, [host] if literal_address(host) else addresses)
    except EgressRefusedError:
        return False
    return True


STRICT_IPV4 = [
    *[(text, True) for text in ("127.0.0.1", "10.0.0.1", "8.8.8.8", "0.0.0.0", "255.255.255.255")],
    *[
        (text, False)
        for text in ("0177.0.0.1", "0x7f.0.0.1", "2130706433", "127.0.0.01", "010.0.0.1", "", "example.com")
    ],
    *[(text, False) for text in ("1.2.3.4.5", "1.2.3", "-1.0.0.1", "256.0.0.1")],
]


@pytest.mark.parametrize(("text", "is_one"), STRICT_IPV4)
def test_an_address_has_one_spelling(text: str, is_one: bool) -> None:
    assert (literal_address(text) is not None) is is_one


HOST_REJECTED = [
    *[(host, False) for host in ("127.0.0.1", "8.8.8.8", "example.com", "::1", "api.example.com")],
    *[(host, False) for host in ("1e9", "example.com.", "metadata.google.internal")],
    *[(host, True) for host in ("0177.0.0.1", "0x7f000001", "0X7F000001", "2130706433", "127.0.0.01", "010.0.0.1")],
    *[(host, True) for host in ("127.1", "0x7f.1", "127.0.0.1.", "1.2.3.4.5", "0", "00", "", "a..b", "a b", "a%00b")],
]


@pytest.mark.parametrize(("host", "is_rejected"), HOST_REJECTED)
def test_an_address_in_disguise_is_refused(host: str, is_rejected: bool) -> None:
    assert bool(host_problem(host)) is is_rejected


BLOCKED_IP = [  # address, blocked unless private networks are allowed, blocked in any case
    ("127.0.0.1", True, True),
    ("169.254.169.254", True, True),
    ("::1", True, True),
    ("0.0.0.0", True, True),
    *[(ip, True, False) for ip in ("10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1")],
    *[(ip, True, False) for ip in ("fd00::1", "fe80::1")],
    *[(ip, False, False) for ip in ("8.8.8.8", "2607:f8b0:4004:800::200e")],
    ("64:ff9b::127.0.0.1", True, True),
    ("64:ff9b::10.0.0.1", True, False),
    ("64:ff9b::8.8.8.8", False, False),
    ("64:ff9b::169.254.169.254", True, True),
    ("2002:7f00:0001::", True, True),
    ("2002:0a00:0001::", True, False),
    ("2002:0808:0808::", False, False),
    ("2002:a9fe:a9fe::", True, True),
    ("2001:0000:4136:e378:8000:63bf:80ff:fffe", True, True),
    ("2001:0000:4136:e378:8000:63bf:f5ff:fffe", True, False),
    ("::ffff:127.0.0.1", True, True),
    ("::ffff:10.0.0.1", True, False),
    ("::ffff:a9fe:a9fe", True, True),
    ("::10.0.0.1", True, False),
    *[(ip, True, True) for ip in ("::", "224.0.0.1", "255.255.255.255", "240.0.0.1", "198.18.0.1", "192.0.2.1")],
    *[(ip, True, True) for ip in ("192.0.0.1", "203.0.113.1", "192.88.99.1", "ff02::1", "fec0::1", "2001:db8::1")],
    *[(ip, True, True) for ip in ("168.63.129.16", "169.254.170.2", "fd00:ec2::254", "100.100.100.200")],
]


@pytest.mark.parametrize(("ip", "is_blocked", "is_always_blocked"), BLOCKED_IP)
def test_an_address_is_what_it_leads_to(ip: str, is_blocked: bool, is_always_blocked: bool) -> None:
    private = EgressPolicy(mode="dev-open", allow_private=True)

    assert is_sent(OPEN, ip) is not is_blocked
    assert is_sent(private, ip) is not is_always_blocked


PRIVATE_CIDR = [
    ("10.20.0.5", ["10.20.0.0/16"], False),
    ("10.99.0.5", ["10.20.0.0/16"], True),
    ("192.168.1.1", ["10.20.0.0/16"], True),
    ("172.16.42.5", ["10.0.0.0/8", "172.16.0.0/12"], False),
    ("169.254.169.254", ["169.254.0.0/16"], True),
    ("127.0.0.1", ["127.0.0.0/8"], True),
    ("8.8.8.8", [], False),
    ("10.0.0.1", [], True),
]


@pytest.mark.parametrize(("ip", "networks", "is_blocked"), PRIVATE_CIDR)
def test_listed_networks_open_private_addresses_alone(ip: str, networks: list[str], is_blocked: bool) -> None:
    policy = EgressPolicy(mode="dev-open", private_networks=networks)

    assert is_sent(policy, "db.example.com", addresses=(ip,)) is not is_blocked


@pytest.mark.parametrize(
    ("networks", "says"),
    [
        (["10.0.0.0/8", "not-a-network"], "'not-a-network' is not a network. "),
        (["10.0.0.1"], "'10.0.0.1' is not a network. "),
        (["10.20.0.5/16"], "Write '10.20.0.0/16' for the network, or '10.20.0.5/32' for the host."),
        (["2001:db8::1/32"], "or '2001:db8::1/128' for the host."),
        (["10.20.0.0/16", "2001:db8::/32", "10.20.0.5/32"], ""),
    ],
)
def test_a_network_is_written_as_one(networks: list[str], says: str) -> None:
    if not says:
        assert EgressPolicy(private_networks=networks).private_networks == tuple(networks)
        return
    with pytest.raises(RegistrationError, match=says.replace("(", r"\(")):
        EgressPolicy(private_networks=networks)


DOMAINS = [
    ("allowlist", ["api.openai.com"], "api.openai.com", True),
    ("allowlist", ["api.openai.com"], "evil.com", False),
    ("allowlist", ["*.github.com"], "api.github.com", True),
    ("allowlist", ["*.github.com"], "a.b.github.com", True),
    ("allowlist", ["*.github.com"], "github.com", False),
    ("allowlist", ["*.github.com"], "notgithub.com", False),
    ("allowlist", ["*.github.com"], "github.com.evil.com", False),
    ("allowlist", ["*.github.com"], ".github.com", False),
    ("allowlist", ["api.openai.com"], "API.OpenAI.COM", True),
    ("allowlist", [], "example.com", False),
    ("allowlist", ["  api.openai.com  "], "api.openai.com", True),
    ("allowlist", ["api.example.com"], "x.api.example.com", False),
    ("dev-open", [], "anything.com", True),
    ("deny-all", ["api.openai.com"], "api.openai.com", False),
]


@pytest.mark.parametrize(("mode", "allow", "host", "is_allowed"), DOMAINS)
def test_a_host_is_allowed_by_its_entry(mode: Any, allow: list[str], host: str, is_allowed: bool) -> None:
    assert is_sent(EgressPolicy(mode=mode, allow=allow), host) is is_allowed


@pytest.mark.parametrize(
    "entry",
    [
        *(
            "*.",
            "*",
            "https://x.com/path",
            "",
            " ",
            "*.com",
            "0177.0.0.1",
            ":5432",
            "db.internal:",
            "db.internal:pgsql",
        ),
        *("db.internal:0", "db.internal:99999", "db.internal:-1", "a b", "user@host", "*.127.0.0.1", "db:٣"),
    ],
)
def test_an_entry_that_cannot_match_is_refused_at_once(entry: str) -> None:
    with pytest.raises(RegistrationError, match=r"of the allow-list .*\. Write api\.example\.com"):
        EgressPolicy(mode="allowlist", allow=[entry])


TCP_RULES = [
    (["db.internal:5432"], "db.internal", 5432, True),
    (["db.internal:5432"], "db.internal", 5433, False),
    (["db.internal:5432"], "other.internal", 5432, False),
    (["DB.Internal:5432"], "db.internal", 5432, True),
    (["*.brokers.internal:9092"], "broker1.brokers.internal", 9092, True),
    (["*.brokers.internal:9092"], "brokers.internal", 9092, False),
    (["*.brokers.internal:9092"], "broker1.brokers.internal", 9093, False),
    (["db.internal:*"], "db.internal", 65535, True),
    (["*.internal:*"], "external.com", 5432, False),
    (["*.internal:*"], "db.internal", 5432, True),
    ([], "any", 80, False),
    (["[::1]:5432"], "::1", 5432, True),
    (["[::1]:5432"], "[0:0:0:0:0:0:0:1]", 5432, True),
    (["[::1]:5432"], "::1", 5433, False),
    (["[2001:db8::1]:*"], "2001:db8::1", 5432, True),
    (["::1"], "::1", 80, True),
]


@pytest.mark.parametrize(("entries", "host", "port", "is_allowed"), outcomes(TCP_RULES=TCP_RULES))
def test_an_entry_names_a_host_and_a_port(entries: list[str], host: str, port: int, is_allowed: bool) -> None:
    assert AllowList(entries).has(host, port) is is_allowed


TCP_RULES_INVALID = [
    *[(entry, "refused") for entry in ("db.internal", ":5432", "db.internal:", "db.internal:pgsql", "db.internal:0")],
    *[(entry, "refused") for entry in ("db.internal:99999", "db.internal:-1")],
]


@pytest.mark.parametrize(("entry", "outcome"), outcomes(TCP_RULES_INVALID=TCP_RULES_INVALID))
def test_a_port_is_a_number(entry: str, outcome: str) -> None:
    if outcome == "read":
        assert AllowList([entry]).has(entry, 5432)
    else:
        with pytest.raises(RegistrationError):
            AllowList([entry])


@pytest.mark.parametrize("mode", ["allowlist", "dev-open"])
def test_this_machine_is_reached_where_the_operator_names_its_port(mode: Any) -> None:
    policy = EgressPolicy(mode=mode, allow=["127.0.0.1:8000", "localhost:9000", "10.0.0.5:80", "169.254.169.254:80"])

    assert is_sent(policy, "127.0.0.1", 8000)
    assert is_sent(policy, "localhost", 9000, ("127.0.0.1", "::1"))
    assert is_sent(policy, "10.0.0.5", 80)
    assert not is_sent(policy, "127.0.0.1", 8001)
    assert not is_sent(policy, "127.0.0.2", 8000)
    assert not is_sent(policy, "localhost", 8000, ("127.0.0.1",))
    assert not is_sent(policy, "localhost", 9000, ("10.0.0.1",))
    assert not is_sent(policy, "169.254.169.254", 80)
    assert not is_sent(EgressPolicy(mode="deny-all", allow=["127.0.0.1:8000"]), "127.0.0.1", 8000)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1", "[::1]", "localhost.", "foo.localhost"])
def test_this_machine_is_not_reached_by_its_name_alone(host: str) -> None:
    for policy in (OPEN, EgressPolicy(mode="allowlist", allow=["localhost", "127.0.0.1", "::1", "*.localhost.x"])):
        assert not is_sent(policy, host, 8080, ("127.0.0.1",))


@pytest.mark.parametrize(
    ("addresses", "is_allowed"),
    [
        (("8.8.8.8", "1.1.1.1"), True),
        (("8.8.8.8", "10.0.0.1"), False),
        (("fe80::1%eth0",), False),
        (("nonsense",), False),
    ],
)
def test_one_address_inside_refuses_a_name(addresses: tuple[str, ...], is_allowed: bool) -> None:
    assert is_sent(OPEN, "mixed.example.com", addresses=addresses) is is_allowed


def test_a_policy_does_not_change_with_the_list_it_was_made_from() -> None:
    allow = ["api.example.com"]
    policy = EgressPolicy(mode="allowlist", allow=allow)
    allow.append("evil.com")

    assert not is_sent(policy, "evil.com")
    assert policy == EgressPolicy(mode="allowlist", allow=("api.example.com",))


def test_a_refusal_names_the_host_and_not_the_address_behind_it() -> None:
    with pytest.raises(EgressRefusedError) as refused:
        OPEN.check_addresses("intranet.example.com", 443, ["10.1.2.3"])

    assert str(refused.value).startswith("The host 'intranet.example.com', port 443, is in a private network. ")
    assert "10.1.2.3" not in str(refused.value)
    assert refused.value.code == "egress_refused"


# --- every address of every blocked range, in every spelling ------------------------------------------

INSIDE = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"]
INSIDE += ["0.0.0.0/8", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"]
INSIDE += ["224.0.0.0/4", "240.0.0.0/4"]


@st.composite
def inside(draw: st.DrawFn) -> ipaddress.IPv4Address:
    network = ipaddress.IPv4Network(draw(st.sampled_from(INSIDE)))
    return network[draw(st.integers(0, network.num_addresses - 1))]


def spellings(address: ipaddress.IPv4Address) -> list[str]:
    """Return what resolvers read as this address, and IPv6 addresses that lead to it."""
    number, parts = int(address), str(address).split(".")
    low = f"{number >> 16:x}:{number & 0xFFFF:x}"
    return [
        str(address),
        str(number),
        hex(number),
        f"0{number:o}",
        ".".join(f"0{int(part):o}" for part in parts),
        ".".join(hex(int(part)) for part in parts),
        ".".join([*parts[:2], str((int(parts[2]) << 8) + int(parts[3]))]),
        ".".join([parts[0], str(number & 0xFFFFFF)]),
        f"{address}.",
        f"::ffff:{address}",
        f"::{low}",
        f"64:ff9b::{low}",
        f"64:ff9b:1::{low}",
        f"2002:{low}::",
        f"2001:0:808:808::{~number >> 16 & 0xFFFF:x}:{~number & 0xFFFF:x}",
    ]


@given(inside(), st.booleans())
def test_no_spelling_of_an_address_inside_is_sent_to(address: ipaddress.IPv4Address, is_listed: bool) -> None:
    for host in spellings(address):
        policy = OPEN
        if is_listed:
            try:
                policy = EgressPolicy(mode="allowlist", allow=[f"[{host}]" if ":" in host else host])
            except RegistrationError:
                continue
        assert not is_sent(policy, host), host


@given(st.ip_addresses(v=4).filter(lambda address: address.is_global and not address.is_multicast))
def test_a_public_address_is_sent_to(address: ipaddress.IPv4Address) -> None:
    # Python calls these global: a host of Azure, and ranges of which IANA has taken single addresses out.
    others = map(ipaddress.IPv4Network, ["168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24"])

    assert refusal_of(address) == "" or any(address in network for network in others)


@given(st.ip_addresses(v=6))
def test_an_ipv6_address_that_python_calls_local_is_not_sent_to(address: ipaddress.IPv6Address) -> None:
    if not address.is_global and address.ipv4_mapped is None and address.sixtofour is None and address.teredo is None:
        assert refusal_of(address)


@given(st.text(min_size=1, max_size=20))
def test_what_the_system_reads_as_an_address_is_an_address_or_refused(host: str) -> None:
    try:
        socket.inet_aton(host)
    except (OSError, ValueError):
        return
    assert literal_address(host) is not None or host_problem(host)


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("api.example.com", ("8.8.8.8",)),
        ("API.example.com.", ("8.8.8.8",)),
        ("x.evil.com", ("8.8.8.8",)),
        ("other.com", ("9.9.9.9",)),
        ("other.com", ("::ffff:9.9.9.9",)),
        ("9.9.9.9", ()),
    ],
)
def test_a_denied_host_is_refused_whatever_is_allowed(host: str, addresses: tuple[str, ...]) -> None:
    policy = EgressPolicy(mode="dev-open", allow=["*.example.com"], deny=["api.example.com", "*.evil.com", "9.9.9.9"])

    assert not is_sent(policy, host, addresses=addresses)
    assert is_sent(policy, "www.example.com")


def test_a_host_of_a_site_behind_a_tunnel_is_inside() -> None:
    assert not is_sent(OPEN, "2607:f8b0:4004:800:0:5efe:a00:1")
    assert is_sent(OPEN, "2607:f8b0:4004:800:0:5efe:808:808")
