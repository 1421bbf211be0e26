"""Nested cassettes: the innermost one answers and records."""

import asyncio
import http.client
import importlib
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from pytest_forge import CassetteMissError, use_cassette
from pytest_forge.cassettes.tape.tape import open_tape


def by_httpx(url, *, module="httpx"):
    with importlib.import_module(module).Client(trust_env=False, verify=False) as client:
        return client.get(url).text


async def by_async_httpx(url):
    async with importlib.import_module("httpx").AsyncClient(trust_env=False, verify=False) as client:
        return (await client.get(url)).text


async def by_aiohttp(url):
    async with importlib.import_module("aiohttp").ClientSession() as session, session.get(url) as response:
        return await response.text()


def by_requests(url):
    with importlib.import_module("requests").Session() as session:
        session.trust_env = False
        return session.get(url).text


def by_urllib(url):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url) as response:
        return response.read().decode()


WAYS = {
    "httpx": by_httpx,
    "httpx2": lambda url: by_httpx(url, module="httpx2"),
    "async httpx": lambda url: asyncio.run(by_async_httpx(url)),
    "aiohttp": lambda url: asyncio.run(by_aiohttp(url)),
    "requests": by_requests,
    "urllib": by_urllib,
}
each_client = pytest.mark.parametrize("ask", WAYS.values(), ids=WAYS)


def asked(path):
    """The numbers at the ends of the recorded addresses."""
    tape = open_tape(path)
    return [int(tape.request(number).url.rpartition("?")[2]) for number in range(len(tape))]


@pytest.fixture
def outer(tmp_path):
    return tmp_path / "outer.yaml"


@pytest.fixture
def inner(tmp_path):
    return tmp_path / "inner.yaml"


@each_client
def test_the_inner_cassette_alone_records_and_replays_what_is_asked_inside(server, outer, inner, ask):
    for mode in ("once", "none"):
        with use_cassette(outer, mode=mode) as around:
            answers = [ask(f"{server.url}/echo?1")]
            with use_cassette(inner, mode=mode) as within:
                answers.append(ask(f"{server.url}/echo?2"))
            answers.append(ask(f"{server.url}/echo?3"))

        assert answers == ["/echo?1", "/echo?2", "/echo?3"]
        assert (asked(outer), asked(inner)) == ([1, 3], [2])
        assert (around.played, within.played) == ((0, 0) if mode == "once" else (2, 1))
    assert len(server.seen) == 3


@each_client
def test_an_inner_cassette_records_inside_of_one_that_replays(server, outer, inner, ask):
    with use_cassette(outer, mode="once"):
        ask(f"{server.url}/echo?1")

    with use_cassette(outer) as around:
        with use_cassette(inner, mode="once"):
            ask(f"{server.url}/echo?2")
        ask(f"{server.url}/echo?1")
        with pytest.raises(Exception, match="no answer for GET"):
            ask(f"{server.url}/echo?4")

    assert (asked(inner), list(around.unplayed())) == ([2], [])
    assert [path for _, path, _ in server.seen] == ["/echo?1", "/echo?2"]


@each_client
def test_an_inner_miss_is_not_answered_by_the_outer_cassette(server, outer, inner, ask):
    for path, number in ((outer, 1), (inner, 2)):
        with use_cassette(path, mode="once"):
            ask(f"{server.url}/echo?{number}")

    with use_cassette(outer) as around, use_cassette(inner) as within:
        with pytest.raises(Exception, match=r"inner\.yaml has no answer for GET"):
            ask(f"{server.url}/echo?1")

    assert (around.misses, len(within.misses), around.played) == ([], 1, 0)


@each_client
def test_hosts_that_the_inner_cassette_lets_through_are_the_outer_ones(server, outer, inner, ask):
    with use_cassette(outer, mode="once"), use_cassette(inner, mode="once", allowed_hosts=["127.0.0.1"]):
        ask(f"{server.url}/echo?1")

    assert asked(outer) == [1]
    assert not inner.exists()


def test_a_kept_connection_changes_cassettes_with_the_block(server, outer, inner):
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc)) as connection:

        def ask(number):
            connection.request("GET", f"/echo?{number}")
            return connection.getresponse().read()

        with use_cassette(outer, mode="once"):
            ask(1)
            with use_cassette(inner, mode="once"):
                ask(2)
            ask(3)

    assert (asked(outer), asked(inner)) == ([1, 3], [2])


@each_client
def test_threads_with_cassettes_of_their_own_ask_those(server, tmp_path, ask):
    both = threading.Barrier(2, timeout=10)

    def talk(number, mode):
        with use_cassette(tmp_path / f"{number}.yaml", mode=mode):
            both.wait()
            answer = ask(f"{server.url}/echo?{number}")
            both.wait()
        return answer

    with ThreadPoolExecutor(2) as pool:
        for mode in ("once", "none"):
            assert list(pool.map(talk, [1, 2], [mode] * 2)) == ["/echo?1", "/echo?2"]
    assert [asked(tmp_path / f"{number}.yaml") for number in (1, 2)] == [[1], [2]]


@pytest.mark.parametrize("ask", [by_async_httpx, by_aiohttp])
def test_tasks_with_cassettes_of_their_own_ask_those(server, tmp_path, ask):
    async def talk(number, mode, both):
        with use_cassette(tmp_path / f"{number}.yaml", mode=mode):
            await both.wait()
            answer = await asyncio.create_task(ask(f"{server.url}/echo?{number}"))
            await both.wait()
        return answer

    async def talk_both(mode):
        both = asyncio.Barrier(2)
        return await asyncio.gather(talk(1, mode, both), talk(2, mode, both))

    for mode in ("once", "none"):
        assert asyncio.run(talk_both(mode)) == ["/echo?1", "/echo?2"]
    assert [asked(tmp_path / f"{number}.yaml") for number in (1, 2)] == [[1], [2]]


def test_a_thread_without_a_cassette_asks_the_innermost_one(server, outer, inner):
    with use_cassette(outer, mode="once"), use_cassette(inner, mode="once"), ThreadPoolExecutor(1) as pool:
        pool.submit(by_httpx, f"{server.url}/echo?1").result(10)

    assert asked(inner) == [1]
    assert not outer.exists()


def test_a_cassette_that_an_async_fixture_has_opened_is_around_that_of_its_test(server, outer, inner):
    async def opened(path):
        block = use_cassette(path, mode="once")
        block.__enter__()
        return block

    with asyncio.Runner() as runner:
        around = runner.run(opened(outer))
        with use_cassette(inner, mode="once"):
            runner.run(by_async_httpx(f"{server.url}/echo?1"))
        runner.run(by_async_httpx(f"{server.url}/echo?2"))
        around.__exit__(None, None, None)

    assert (asked(outer), asked(inner)) == ([2], [1])


def test_the_network_is_closed_for_what_no_client_carries_unless_the_inner_one_records(server, outer, inner):
    import socket

    address = urlsplit(server.url)
    for path in (outer, inner):
        with use_cassette(path, mode="once"):
            by_httpx(f"{server.url}/echo?1")

    with use_cassette(outer), use_cassette(inner), pytest.raises(RuntimeError, match="network is closed"):
        socket.create_connection((address.hostname, address.port))
    with use_cassette(outer), use_cassette(inner, mode="new_episodes"):
        socket.create_connection((address.hostname, address.port)).close()
    with pytest.raises(CassetteMissError), use_cassette(outer):
        by_httpx(f"{server.url}/echo?2")
