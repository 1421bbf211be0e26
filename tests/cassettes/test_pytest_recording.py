"""The suites of plain pytest-recording users go on as they were, with our tests among theirs."""

from __future__ import annotations

import pytest

pytest.importorskip("pytest_recording")

BOTH = """
import httpx, pytest, requests
URL = "{url}"

@pytest.mark.vcr
def test_theirs():
    assert httpx.post(URL + "/echo", content="theirs", verify=False).text == "theirs"

@pytest.mark.vcr
def test_theirs_by_requests():
    assert requests.post(URL + "/echo", data="by requests").text == "by requests"

@pytest.mark.default_cassette("shared.yaml")
@pytest.mark.vcr
def test_theirs_by_name(vcr):
    assert httpx.post(URL + "/echo", content="named", verify=False).text == "named"

def test_ours(forge_cassette):
    assert httpx.post(URL + "/echo", content="ours", verify=False).text == "ours"

@pytest.mark.forge_cassette("ours_by_name")
def test_ours_by_name():
    assert requests.post(URL + "/echo", data="named").text == "named"
"""


@pytest.fixture
def suite(pytester, server, monkeypatch):
    """One file with tests of both kinds, recorded by both; runs pytest with the given words."""
    monkeypatch.delenv("CI", raising=False)
    pytester.makepyfile(test_both=BOTH.format(url=server.url))

    def run(*words):
        return pytester.runpytest("-p", "no:randomly", "--strict-markers", "--strict-config", *words)

    run("--record-mode=once", "--forge-record=once").assert_outcomes(passed=5)
    server.seen.clear()
    return run


def files(pytester):
    folder = pytester.path / "cassettes"
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.yaml")}


def test_tests_of_both_kinds_replay_in_one_file_without_the_network(suite, server, pytester):
    suite("--block-network").assert_outcomes(passed=5)

    assert server.seen == []
    assert set(files(pytester)) == {
        "test_both/test_theirs.yaml",
        "test_both/test_theirs_by_requests.yaml",
        "test_both/shared.yaml",
        "test_both/test_ours.yaml",
        "ours_by_name.yaml",
    }


def test_each_record_mode_rules_its_own_tests_alone(suite, server, pytester):
    before = files(pytester)

    suite("--record-mode=rewrite").assert_outcomes(passed=5)
    bodies = sorted(body.decode() for _, _, body in server.seen)
    server.seen.clear()
    suite("--forge-record=all", "--record-mode=none").assert_outcomes(passed=5)

    assert bodies == ["by requests", "named", "theirs"]
    assert sorted(body.decode() for _, _, body in server.seen) == ["named", "ours"]
    assert files(pytester)["test_both/test_theirs.yaml"].startswith("interactions:")
    assert files(pytester).keys() == before.keys()


def test_a_request_that_neither_has_fails_in_both(suite, server, pytester):
    source = pytester.path / "test_both.py"
    source.write_text(source.read_text().replace("/echo", "/stream"))

    suite("--block-network").assert_outcomes(failed=5)

    assert server.seen == []


def test_a_blocked_test_may_have_our_cassette(suite, server, pytester):
    pytester.makepyfile(
        test_blocked=f"""
import httpx, pytest, socket

@pytest.mark.block_network
@pytest.mark.forge_cassette("ours_by_name", parts=["method", "host", "path"])
def test_blocked():
    assert httpx.post("{server.url}/echo", content="x", verify=False).text == "named"

@pytest.mark.block_network
def test_bare():
    with socket.socket() as bare, pytest.raises(RuntimeError, match="Network is disabled"):
        bare.connect(("127.0.0.1", {server.server_port}))
"""
    )

    suite("test_blocked.py").assert_outcomes(passed=2)

    assert server.seen == []


def test_live_runs_and_strict_cassettes_leave_theirs_alone(suite, server):
    suite("--forge-live", "--forge-cassettes=strict").assert_outcomes(passed=5)

    assert server.seen == []


def test_tests_of_both_kinds_may_take_turns(suite, server):
    names = ("test_ours", "test_theirs", "test_ours_by_name", "test_theirs_by_requests")

    suite("--block-network", *(f"test_both.py::{name}" for name in names)).assert_outcomes(passed=4)

    assert server.seen == []


NAMES = ["b c", "GPT", "plain", "50%", "it's", "C:\\x", "tab\t", "ü", "x/y"]
MOVED = """
import httpx, pytest
URL = "{url}"

@MARK
@pytest.mark.parametrize("said", {names})
def test_say(said):
    assert httpx.post(URL + "/echo", content=said.encode(), verify=False).content == said.encode()

class TestOuter:
    class TestInner:
        @MARK
        def test_hi(self):
            assert httpx.post(URL + "/echo", content="hi", verify=False).text == "hi"
"""


def test_the_files_of_a_suite_that_changes_its_marker_are_found(pytester, server, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    source = MOVED.format(url=server.url, names=NAMES)
    path = pytester.makepyfile(test_moved=source.replace("MARK", "pytest.mark.vcr"))
    pytester.runpytest("--record-mode=once", "-p", "no:randomly").assert_outcomes(passed=10)
    path.write_text(source.replace("MARK", "pytest.mark.forge_cassette"))
    server.seen.clear()

    together = pytester.runpytest("--forge-cassettes=strict", "-p", "no:randomly")
    alone = pytester.runpytest("--forge-cassettes=strict", "test_moved.py::test_say[x/y]")

    together.assert_outcomes(passed=10)
    alone.assert_outcomes(passed=1)
    assert server.seen == []


NAMESAKES = """
import httpx, pytest

class Base:
    said = "inner"

    @MARK
    def test_hi(self):
        assert httpx.post("{url}/echo", content=self.said, verify=False).text == self.said

class TestOuter:
    class TestInner(Base):
        pass

class TestInner(Base):
    said = "alone"
"""


def test_a_file_of_two_classes_is_the_outer_ones_and_the_inner_is_told(pytester, server, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    source = NAMESAKES.format(url=server.url)
    path = pytester.makepyfile(test_moved=source.replace("MARK", "pytest.mark.vcr"))
    pytester.runpytest("--record-mode=once", "-p", "no:randomly", "-k", "TestOuter").assert_outcomes(
        passed=1, deselected=1
    )
    path.write_text(source.replace("MARK", "pytest.mark.forge_cassette"))

    result = pytester.runpytest("-p", "no:randomly", "-k", "TestOuter")

    result.assert_outcomes(failed=1, deselected=1)
    (line,) = {line for line in result.stdout.lines if line.startswith("E ") and "does not exist" in line}
    move = line.partition("next to it with: ")[2]
    assert move == (
        "mv cassettes/test_moved/TestInner.test_hi.yaml cassettes/test_moved/TestOuter.TestInner.test_hi.yaml"
    )
    assert "--forge-record=once test_moved.py::TestOuter::TestInner::test_hi" in line
    pytester.run("sh", "-c", move)
    pytester.runpytest("-p", "no:randomly", "-k", "TestOuter").assert_outcomes(passed=1, deselected=1)


def test_a_file_that_may_be_another_tests_is_not_taken(pytester, server, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    source = MOVED.format(url=server.url, names=["a-b", "a/b"])
    pytester.makepyfile(test_moved=source.replace("MARK", "pytest.mark.forge_cassette"))
    pytester.runpytest("--forge-record=once", "-p", "no:randomly", "-k", "a-b").assert_outcomes(passed=1, deselected=2)

    pytester.runpytest("--forge-record=once", "-p", "no:randomly").assert_outcomes(passed=3)

    assert len(server.seen) == 3


@pytest.mark.parametrize(
    ("word", "advice"), [("record_mode", "Remove it, or use 'mode'."), ("allow_playback_repeats", "Remove it.")]
)
def test_a_keyword_of_their_marker_is_named_with_ours(pytester, word, advice):
    pytester.makepyfile(f"import pytest\n@pytest.mark.forge_cassette({word}='none')\ndef test_it(): pass")

    result = pytester.runpytest()

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*has pytest-recording's keyword '{word}'. {advice}"])
