"""Fixtures of a class, a module or the session ask nobody in a run that replays, but a cassette of their own."""

from __future__ import annotations

import pytest

from pytest_forge.cassettes.tape.tape import open_tape

from ..workers import workers

WIDE = """
@pytest.fixture(scope=SCOPE)
def assistant():
    yield httpx.post(URL + "/echo", content="made").text
    # Which nobody answers while tests replay.
    httpx.post(URL + "/echo", content="removed")

@pytest.mark.forge_cassette
class TestIt:
    def test_it(self, assistant):
        assert assistant == "made"
        assert httpx.post(URL + "/echo", content="hi").text == "hi"
"""

OWN = """
from pathlib import Path
from pytest_forge import use_cassette

@pytest.fixture(scope="module")
def assistant():
    with use_cassette(Path(__file__).parent / "cassettes" / "assistant.yaml"):
        yield httpx.post(URL + "/echo", content="made").text
        httpx.post(URL + "/echo", content="removed")

@pytest.mark.forge_cassette
@pytest.mark.parametrize("said", ["a", "b"])
def test_it(assistant, said):
    assert assistant == "made"
    assert httpx.post(URL + "/echo", content=said).text == said
"""

WORKERS = workers(2)


@pytest.fixture(autouse=True)
def not_in_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)


@pytest.mark.parametrize("scope", ["class", "module", "session"])
def test_a_wide_fixture_of_tests_that_replay_reaches_nobody(suite, server, scope):
    suite.write(WIDE.replace("SCOPE", repr(scope)))
    suite.run("--forge-record", "once").assert_outcomes(passed=1)
    server.seen.clear()

    result = suite.run()

    result.assert_outcomes(errors=1)
    told = (
        f"The {scope}-scoped fixture 'assistant' sends POST '{server.url}/echo' outside of any cassette, while its "
        "tests replay theirs. Send it within use_cassette(PATH), which follows --forge-record, or allow the host with "
        "allowed_hosts."
    )
    assert f"pytest_forge.CassetteMissError: {told}\n" in result.stdout.str()
    assert server.seen == []


def test_a_wide_fixture_whose_first_test_has_no_cassette_reaches_nobody_either(suite, server):
    source = WIDE.replace("SCOPE", "'module'")
    suite.write(source)
    suite.run("--forge-record", "once").assert_outcomes(passed=1)
    server.seen.clear()
    suite.write(source.replace("@pytest.mark", "def test_bare(assistant):\n    pass\n\n@pytest.mark"))

    suite.run().assert_outcomes(errors=2)

    assert server.seen == []


def test_what_a_wide_fixture_asks_when_it_ends_is_refused(suite, server):
    suite.write(WIDE.replace("SCOPE", "'module'").replace('httpx.post(URL + "/echo", content="made").text', '"made"'))
    suite.run("--forge-record", "once").assert_outcomes(passed=1)
    server.seen.clear()

    result = suite.run()

    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["E *CassetteMissError: The module-scoped fixture 'assistant' sends POST *"])
    assert server.seen == []


def test_wide_fixtures_of_tests_without_a_cassette_are_left_alone(suite, server):
    suite.write(WIDE.replace("SCOPE", "'module'").replace("@pytest.mark.forge_cassette", "") + ASKED)
    suite.run("--forge-record", "once").assert_outcomes(passed=2)
    server.seen.clear()

    suite.run().assert_outcomes(passed=2)

    assert [body for _, _, body in server.seen] == [b"made", b"hi", b"removed"]


ASKED = """
def test_other(forge_cassette):
    httpx.post(URL + "/echo", content="other")
"""


def test_a_wide_fixture_may_reach_allowed_hosts_and_servers_of_its_own(suite, server):
    suite.write(
        """
import socket

@pytest.fixture(scope="module")
def database():
    with socket.create_connection(("127.0.0.1", int(URL.rpartition(":")[2]))):
        yield

@pytest.fixture(scope="module")
def assistant():
    return httpx.get(URL + "/echo").text

@pytest.mark.forge_cassette(allowed_hosts="127.0.0.1")
def test_it(database, assistant):
    assert assistant == "/echo"
"""
    )

    suite.run().assert_outcomes(passed=1)

    assert len(server.seen) == 1


@pytest.mark.parametrize("workers", [(), WORKERS], ids=["alone", "two workers"])
def test_a_cassette_of_a_wide_fixture_follows_the_option(suite, server, workers):
    suite.write(OWN)

    suite.run("--forge-record", "once", *workers).assert_outcomes(passed=2)
    server.seen.clear()
    result = suite.run("--forge-cassettes", "strict")

    result.assert_outcomes(passed=2)
    assert result.ret == 0
    assert server.seen == []
    tape = open_tape(suite.cassette("assistant.yaml"))
    assert sorted(tape.request(number).body for number in range(len(tape))) == [b"made", b"removed"]


def test_a_cassette_of_a_wide_fixture_follows_the_ini_file_and_tells_the_command(suite, server, pytester):
    suite.write(OWN)

    result = suite.run()
    pytester.makeini("[pytest]\nforge_record = once\n")
    suite.run().assert_outcomes(passed=2)

    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(["*The file does not exist. Record it with: pytest --forge-record=once *test_it*"])
    assert suite.cassette("assistant.yaml").is_file()


def test_a_fixture_of_the_test_asks_within_the_cassette_that_the_test_asks_for(suite, server):
    suite.write(
        """
@pytest.fixture
def client():
    return httpx.post(URL + "/echo", content="own").text

def test_it(client, forge_cassette):
    assert client == "own"
"""
    )
    suite.run("--forge-record", "once").assert_outcomes(passed=1)
    server.seen.clear()

    suite.run().assert_outcomes(passed=1)

    assert server.seen == []


def test_an_allowed_name_is_reached_at_its_address(suite):
    suite.write(
        """
import socket

@pytest.mark.forge_cassette(allowed_hosts="localhost")
def test_it():
    socket.create_connection(("localhost", int(URL.rpartition(":")[2]))).close()
"""
    )

    suite.run().assert_outcomes(passed=1)
