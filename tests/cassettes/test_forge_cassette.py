import os
import re

import pytest

from pytest_forge import CassetteMissError, use_cassette
from pytest_forge.cassettes.tape.tape import open_tape

from ..workers import workers


@pytest.fixture(autouse=True)
def not_in_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)


ASK = """
def test_hello(forge_cassette):
    assert httpx.post(URL + "/echo", content="hi").text == "hi"
"""


def test_a_test_is_recorded_once_and_replayed_without_the_network(suite, server):
    suite.write(ASK)

    suite.run("--forge-record", "once").assert_outcomes(passed=1)
    suite.run().assert_outcomes(passed=1)
    suite.run("--forge-record", "once").assert_outcomes(passed=1)

    assert suite.cassette("test_chat", "test_hello.yaml").is_file()
    assert len(server.seen) == 1


def test_a_missing_cassette_fails_and_says_how_to_record(suite, server):
    suite.write(ASK)

    result = suite.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*The file does not exist. Record it with: pytest --forge-record=once *test_hello*"])
    assert server.seen == []


def test_in_ci_a_missing_cassette_fails_and_asks_for_a_commit(suite, monkeypatch):
    monkeypatch.setenv("CI", "true")
    suite.write(ASK)

    result = suite.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*on your own machine and commit it*"])
    result.stdout.no_fnmatch_line("*--forge-record*")


def test_a_changed_prompt_is_a_miss_that_shows_the_difference(suite):
    suite.write(ASK)
    suite.run("--forge-record", "once")
    suite.write(ASK.replace('content="hi"', 'content="ho"'))

    result = suite.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*test_hello.yaml has no answer for POST*", "*recorded*hi*sent*ho*"])


def test_a_miss_that_the_client_swallows_fails_the_test(suite):
    suite.write(
        """
@pytest.mark.forge_cassette
def test_swallowed():
    try:
        httpx.get(URL + "/echo")
    except Exception:
        pass
"""
    )

    result = suite.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*CassetteMissError: *has no answer for GET*"])


def test_a_miss_that_a_client_wraps_is_told_under_the_failure(suite):
    suite.write(
        """
def test_wrapped(forge_cassette):
    try:
        httpx.get(URL + "/echo")
    except Exception:
        raise RuntimeError("Connection error.") from None
"""
    )

    result = suite.run()

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*not in the cassette*", "*has no answer for GET*"])


def test_a_test_that_means_to_miss_may_say_so(suite):
    suite.write(
        """
from pytest_forge import CassetteMissError

def test_meant(forge_cassette):
    with pytest.raises(CassetteMissError):
        httpx.get(URL + "/echo")
    forge_cassette.misses.clear()
"""
    )

    suite.run().assert_outcomes(passed=1)


def test_new_episodes_adds_and_all_replaces(suite, server):
    suite.write(ASK)
    suite.run("--forge-record", "once")
    place = suite.cassette("test_chat", "test_hello.yaml")
    suite.write(ASK + '    assert httpx.post(URL + "/echo", content="more").text == "more"\n')

    suite.run("--forge-record", "new_episodes").assert_outcomes(passed=1)
    added = len(open_tape(place)), len(server.seen)
    suite.run("--forge-record", "all").assert_outcomes(passed=1)
    replaced = len(open_tape(place)), len(server.seen)

    assert (added, replaced) == ((2, 2), (2, 4))


def test_a_marker_chooses_the_mode_and_the_command_line_overrules_it(suite, server):
    suite.write("@pytest.mark.forge_cassette(mode='all')" + ASK)

    suite.run().assert_outcomes(passed=1)
    suite.run("--forge-record", "none").assert_outcomes(passed=1)

    assert len(server.seen) == 1


def test_the_ini_file_sets_mode_and_folder(suite, pytester):
    pytester.makeini("[pytest]\nforge_record = once\nforge_cassette_folder = tapes\n")
    suite.write(ASK)

    suite.run().assert_outcomes(passed=1)

    assert (suite.path / "tapes" / "test_chat" / "test_hello.yaml").is_file()


def test_parametrised_tests_have_a_file_each(suite):
    suite.write(
        """
@pytest.mark.parametrize("said", ["a/b", "a b", "a-b", "A-B", "..", "é" * 200, "é" * 201])
def test_say(forge_cassette, said):
    assert httpx.post(URL + "/echo", content=said).text == said
"""
    )

    suite.run("--forge-record", "once").assert_outcomes(passed=7)
    suite.run().assert_outcomes(passed=7)

    names = {place.name.lower() for place in suite.cassette("test_chat").iterdir()}
    assert len(names) == 7
    assert all(re.fullmatch(r"test_say\[.{0,120}\.yaml", name) for name in names)


def test_a_class_gives_its_name_and_its_marker(suite):
    suite.write(
        """
@pytest.mark.forge_cassette(mode="once")
class TestChat:
    def test_hello(self):
        assert httpx.get(URL + "/echo").text == "/echo"
"""
    )

    suite.run().assert_outcomes(passed=1)

    assert suite.cassette("test_chat", "TestChat.test_hello.yaml").is_file()


def test_a_marked_test_has_its_cassette_after_wide_fixtures_and_before_its_own(suite, server):
    suite.write(
        """
@pytest.fixture(scope="module")
def wide():
    return httpx.get(URL + "/echo?wide").text

@pytest.fixture(autouse=True)
def own():
    return httpx.get(URL + "/echo?own").text

@pytest.mark.forge_cassette(mode="once")
def test_hello(wide, own):
    assert (wide, own) == ("/echo?wide", "/echo?own")
"""
    )

    suite.run().assert_outcomes(passed=1)
    suite.run().assert_outcomes(errors=1)

    assert len(open_tape(suite.cassette("test_chat", "test_hello.yaml"))) == 1
    assert [path for _, path, _ in server.seen] == ["/echo?wide", "/echo?own"]


def test_an_unknown_word_in_a_marker_is_refused(suite):
    suite.write("@pytest.mark.forge_cassette(modus='all')" + ASK)

    result = suite.run()

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*has the keyword 'modus'. Use one of*"])


@pytest.mark.parametrize("text", ["interactions: [", "", "a: 1\n"])
def test_a_file_that_is_no_cassette_says_how_to_record_and_nothing_of_us(suite, text):
    suite.write(ASK)
    suite.cassette("test_chat").mkdir(parents=True)
    suite.cassette("test_chat", "test_hello.yaml").write_text(text)

    result = suite.run()

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*To record it again: pytest --forge-record=all test_chat.py::test_hello*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*document.py*")
    result.stdout.no_fnmatch_line("*another exception*")
    suite.run("--forge-record", "all").assert_outcomes(passed=1)


def test_a_miss_shows_no_code_of_ours(suite):
    suite.write(ASK)

    result = suite.run()

    result.stdout.fnmatch_lines(["E *pytest_forge.CassetteMissError: *"])
    result.stdout.no_fnmatch_line("*player.py*")
    result.stdout.no_fnmatch_line("*httpx_family.py*")


def test_nothing_is_asked_where_nothing_can_be_recorded(suite, server):
    suite.write(ASK)
    suite.cassette().write_text("no folder")

    result = suite.run("--forge-record", "once")

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*Nothing can be recorded to *test_hello.yaml'*is not a writable folder*"])
    assert server.seen == []


def test_an_unknown_mode_is_refused(suite):
    suite.write(ASK)

    assert suite.run("--forge-record", "sometimes").ret == pytest.ExitCode.USAGE_ERROR


def test_sockets_are_closed_while_replaying_and_open_again_afterwards(suite):
    suite.write(
        """
import socket

PORT = int(URL.rpartition(":")[2])

def test_closed(forge_cassette):
    with pytest.raises(RuntimeError, match="network is closed"):
        socket.create_connection(("127.0.0.1", PORT))
    with pytest.raises(RuntimeError, match="network is closed"):
        socket.getaddrinfo("example.test", 80)

@pytest.mark.forge_cassette(allowed_hosts="127.0.0.1")
def test_allowed():
    socket.create_connection(("127.0.0.1", PORT)).close()

def test_without():
    socket.create_connection(("127.0.0.1", PORT)).close()
"""
    )

    suite.run().assert_outcomes(passed=3)


def test_async_code_cannot_reach_the_network_either(suite):
    suite.write(
        """
import asyncio

def test_closed(forge_cassette):
    async def reach():
        await asyncio.open_connection("127.0.0.1", int(URL.rpartition(":")[2]))

    with pytest.raises(RuntimeError, match="network is closed"):
        asyncio.run(reach())
"""
    )

    suite.run().assert_outcomes(passed=1)


FAILING = ASK + "    assert False\n"


def test_a_failed_test_keeps_nothing_that_it_recorded(suite):
    suite.write(FAILING)

    result = suite.run("--forge-record", "once")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*its recorded requests (1) were not written*keep_on_failure=True*"])
    assert not suite.cassette().exists()


def test_a_failed_test_keeps_its_old_file(suite):
    suite.write(ASK)
    suite.run("--forge-record", "once")
    before = suite.cassette("test_chat", "test_hello.yaml").read_bytes()
    suite.write(FAILING)

    suite.run("--forge-record", "all").assert_outcomes(failed=1)

    assert suite.cassette("test_chat", "test_hello.yaml").read_bytes() == before


def test_a_failed_test_keeps_its_recording_on_request(suite):
    suite.write("@pytest.mark.forge_cassette(keep_on_failure=True)" + FAILING)

    suite.run("--forge-record", "once").assert_outcomes(failed=1)

    assert len(open_tape(suite.cassette("test_chat", "test_hello.yaml"))) == 1


def test_strict_fails_what_is_left_unplayed(suite):
    suite.write(ASK)
    suite.run("--forge-record", "once")
    suite.write("def test_hello(forge_cassette):\n    pass")

    suite.run().assert_outcomes(passed=1)
    result = suite.run("--forge-cassettes", "strict")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*test_hello.yaml: played 0 of 1 interactions (not 1); re-record or trim it.*"])


def test_strict_names_a_process_that_may_have_asked(suite):
    suite.write(ASK)
    suite.run("--forge-record", "once")
    suite.write(
        "import subprocess, sys\n\n"
        "def test_hello(forge_cassette):\n    subprocess.run([sys.executable, '-c', ''], check=True)\n"
    )

    result = suite.run("--forge-cassettes", "strict")

    result.stdout.fnmatch_lines(["*It started *python*; requests of child processes are not replayed.*"])


def test_tests_may_share_a_cassette_by_name(suite, server):
    suite.write(
        """
@pytest.mark.forge_cassette("greetings")
@pytest.mark.parametrize("said", ["one", "two", "two"], ids=["1", "2", "3"])
def test_say(said):
    assert httpx.post(URL + "/echo", content=said).text == said
"""
    )

    suite.run("--forge-record", "all").assert_outcomes(passed=3)
    suite.run("--forge-record", "all").assert_outcomes(passed=3)
    suite.run().assert_outcomes(passed=3)

    assert (len(open_tape(suite.cassette("greetings.yaml"))), len(server.seen)) == (2, 4)


def test_workers_that_share_a_cassette_lose_nothing(suite):
    modes = ("once", "all", "new_episodes")
    tests = [
        f"""
@pytest.mark.forge_cassette("{mode}", mode="{mode}")
@pytest.mark.parametrize("number", range(6))
def test_{mode}(number):
    assert httpx.post(URL + "/echo", content=str(number)).text == str(number)
"""
        for mode in modes
    ]
    suite.write("".join(tests))

    words = workers(3)
    suite.run(*words).assert_outcomes(passed=18)

    for mode in modes:
        tape = open_tape(suite.cassette(f"{mode}.yaml"))
        bodies = sorted(tape.request(number).body for number in range(len(tape)))
        assert bodies == [b"%d" % number for number in range(6)]


def test_a_hook_of_the_project_adds_its_rules(suite, pytester):
    pytester.makeconftest(
        """
def pytest_forge_configure_vcr(config, settings):
    settings.redact.append(lambda text: ["customer-4711"] if "customer-4711" in text else [])
"""
    )
    suite.write(ASK.replace('"hi"', '"I am customer-4711"').replace("assert ", ""))

    suite.run("--forge-record", "once").assert_outcomes(passed=1)
    suite.run().assert_outcomes(passed=1)

    assert "customer-4711" not in suite.cassette("test_chat", "test_hello.yaml").read_text()


def test_a_key_is_not_written(suite):
    key = "sk-" + "proj-" + "a8Fk29sLmQ03vXz71RtY65uWnB4eHc2dJ"
    suite.write(ASK.replace("content=", f"headers={{'x-api-key': {key!r}}}, content='{key} ' + "))
    suite.write(
        f"""
KEY = {key!r}

def test_hello(forge_cassette):
    answer = httpx.post(URL + "/echo?key=" + KEY, content="my key: " + KEY, headers={{"x-api-key": KEY}})
    assert answer.status_code == 200
"""
    )

    suite.run("--forge-record", "once").assert_outcomes(passed=1)
    suite.run().assert_outcomes(passed=1)

    assert key not in suite.cassette("test_chat", "test_hello.yaml").read_text()


def test_faults_and_new_cuts_come_from_marker_and_option(suite):
    suite.write(
        """
@pytest.mark.forge_cassette(faults="429:2")
def test_limited(forge_cassette):
    status = httpx.get(URL + "/stream").status_code
    assert status == (200 if forge_cassette.is_recording else 429)

def test_cut(forge_cassette):
    with httpx.stream("GET", URL + "/stream") as answer:
        count = len(list(answer.iter_raw()))
    assert count == 4 or not forge_cassette.is_recording
    print("PIECES", count)
"""
    )
    suite.run("--forge-record", "once").assert_outcomes(passed=2)

    result = suite.run("--forge-rechunk", "5", "-rP")

    result.assert_outcomes(passed=2)
    result.stdout.no_fnmatch_line("PIECES 4")


def test_an_unknown_fault_is_refused(suite):
    suite.write("@pytest.mark.forge_cassette(faults='gremlins')" + ASK)

    result = suite.run()

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*There is no fault 'gremlins'. Use *"])


def test_a_unittest_method_may_be_marked(suite):
    suite.write(
        """
import unittest

class TestOld(unittest.TestCase):
    @pytest.mark.forge_cassette(mode="once")
    def test_hello(self):
        self.assertEqual(httpx.get(URL + "/echo").text, "/echo")
"""
    )

    suite.run().assert_outcomes(passed=1)

    assert suite.cassette("test_chat", "TestOld.test_hello.yaml").is_file()


def test_pytest_recording_works_beside_us(suite, server):
    pytest.importorskip("pytest_recording")
    suite.write(
        """
@pytest.mark.vcr
def test_theirs():
    assert httpx.post(URL + "/echo", content="hi").text == "hi"

def test_ours(forge_cassette):
    assert httpx.post(URL + "/echo", content="hi").text == "hi"
"""
    )

    suite.run("--record-mode=once", "--forge-record=once").assert_outcomes(passed=2)
    suite.run("--block-network").assert_outcomes(passed=2)

    assert len(server.seen) == 2
    assert suite.cassette("test_chat", "test_theirs.yaml").is_file()


def test_plain_vcr_plays_what_we_recorded(server, tmp_path):
    vcr = pytest.importorskip("vcr")
    httpx = pytest.importorskip("httpx")
    place = tmp_path / "ours.yaml"
    with use_cassette(place, mode="once"):
        live = httpx.post(f"{server.url}/stream", content="hi").content

    with vcr.use_cassette(str(place), record_mode="none"):
        played = httpx.post(f"{server.url}/stream", content="hi").content

    assert (played, len(server.seen)) == (live, 1)


def test_what_plain_vcr_recorded_is_played(server, tmp_path):
    vcr = pytest.importorskip("vcr")
    httpx = pytest.importorskip("httpx")
    place = tmp_path / "theirs.yaml"
    with vcr.use_cassette(str(place)):
        live = httpx.post(f"{server.url}/stream", json={"b": 1, "a": 2}).content

    with use_cassette(place) as cassette:
        played = httpx.post(f"{server.url}/stream", json={"a": 2, "b": 1}).content

    assert (played, len(server.seen), cassette.unplayed()) == (live, 1, [])


def test_a_key_that_plain_vcr_kept_does_not_hinder_replay(server, tmp_path):
    vcr = pytest.importorskip("vcr")
    httpx = pytest.importorskip("httpx")
    url = f"{server.url}/echo?key=AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"
    with vcr.use_cassette(str(tmp_path / "theirs.yaml")):
        httpx.get(url)

    with use_cassette(tmp_path / "theirs.yaml") as cassette:
        httpx.get(url)

    assert cassette.played == 1


def test_a_key_that_plain_vcr_kept_is_not_asked_for_nor_shown(server, tmp_path):
    vcr = pytest.importorskip("vcr")
    httpx = pytest.importorskip("httpx")
    path = tmp_path / "x.yaml"
    secret = "k-4f1c9a7be23d" + "5586"
    with vcr.use_cassette(str(path)):
        httpx.get(f"{server.url}/echo?q=hi&api_key={secret}")

    with use_cassette(path) as cassette:
        httpx.get(f"{server.url}/echo?q=hi&api_key=none")
        with pytest.raises(CassetteMissError) as missed:
            httpx.get(f"{server.url}/echo?q=ho&api_key=none")

    assert cassette.played == 1
    assert "'hi'" in str(missed.value)
    assert secret not in str(missed.value)


def test_a_block_that_raises_keeps_nothing(server, tmp_path):
    httpx = pytest.importorskip("httpx")

    with pytest.raises(httpx.HTTPStatusError), use_cassette(tmp_path / "x.yaml", mode="all"):
        httpx.get(f"{server.url}/busy").raise_for_status()

    assert os.listdir(tmp_path) == []


def test_the_error_of_the_context_manager_says_how_to_record(server, tmp_path):
    httpx = pytest.importorskip("httpx")

    told = r"does not exist.*mode='once'"
    with use_cassette(tmp_path / "x.yaml", mode="none"), pytest.raises(CassetteMissError, match=told):
        httpx.get(f"{server.url}/echo")


def test_pauses_are_recorded_on_request_only(server, tmp_path):
    httpx = pytest.importorskip("httpx")
    for name, timings in (("with", True), ("without", False)):
        with use_cassette(tmp_path / name, mode="once", timings=timings):
            httpx.get(f"{server.url}/stream")

    assert len(open_tape(tmp_path / "with").answer(0).delays_s) == 4
    assert open_tape(tmp_path / "without").answer(0).delays_s == ()
