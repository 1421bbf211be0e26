"""What users can get wrong about a cassette: two sentences that are true and help, and nothing of our code."""

from __future__ import annotations

import httpx
import pytest

from pytest_forge import use_cassette
from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.tape.tape_file import write_tape

URL = "http://model.test/"
TEST = f"""
import httpx
import pytest

@pytest.mark.forge_cassette(MARKER)
def test_it():
    httpx.get("{URL}1", verify=False)
"""

WORDS = [
    ("ignore=5", "A cassette's ignore is 5. Give a text, or a list of texts."),
    ("ignore=[5]", "A cassette's ignore is [5]. Give a text, or a list of texts."),
    ("parts=7", "A cassette's parts is 7. Give a text, or a list of texts."),
    ("roots={}", "A cassette's roots is {}. Give a text, or a list of texts."),
    ("allowed_hosts=7", "A cassette's allowed_hosts is 7. Give a text, or a list of texts."),
    ("faults=429", "A cassette's faults is 429. Give a text, or a list of texts."),
    ("rechunk='x'", "A cassette's rechunk is 'x'. Give a whole number, or None."),
    ("timings='yes'", "A cassette's timings is 'yes'. Give True or False."),
    ("keep_on_failure=1", "A cassette's keep_on_failure is 1. Give True or False."),
    ("mode='onec'", "A cassette's mode is 'onec'. Use one of none, once, new_episodes, all."),
    ("drift=[]", "Drift is []. Use one of fail, report."),
    (
        "redact=['x']",
        "A cassette's redact is ['x']. Give functions that take a text and return its secret parts.",
    ),
]
PLACES = [
    ("mode=None", "A cassette's mode is None. Use one of none, once, new_episodes, all."),
    ("name=5", "has the name 5. Give a string, or nothing."),
    ("''", "has the name ''. Give a string, or nothing."),
    ("folder=5", "has the folder 5. Give a string, or nothing."),
]


def record(path, *numbers):
    exchanges = [
        Exchange(RecordedRequest("GET", f"{URL}{number}"), RecordedResponse(200, "OK", chunks=(b"answer",)))
        for number in numbers
    ]
    write_tape(path, exchanges, metadata={})
    return path


@pytest.mark.parametrize(("words", "told"), [*WORDS, *PLACES, ("redact='x'", "A cassette's redact is ['x']. Give")])
def test_a_marker_that_means_nothing_is_told_without_our_code(pytester, words, told):
    pytester.makepyfile(TEST.replace("MARKER", words))

    result = pytester.runpytest("--forge-record", "none") if "mode" not in words else pytester.runpytest()

    result.assert_outcomes(errors=1)
    lines = [line for line in result.stdout.lines if told in line]
    assert lines
    assert "pytest_forge/" not in result.stdout.str()
    assert not list(pytester.path.rglob("*.yaml"))


@pytest.mark.parametrize(("words", "told"), [*WORDS, ("redact=print", "")])
def test_the_same_of_a_block(tmp_path, words, told):
    named = eval(f"dict({words})", {"print": print})
    path = record(tmp_path / "a.yaml", 1)

    if not told:
        with use_cassette(path, **named):
            pass
        return
    with pytest.raises(ValueError) as caught, use_cassette(path, **named):  # noqa: PT011  # what it says is compared
        pass

    assert str(caught.value) == told


def test_a_word_alone_is_not_taken_letter_by_letter(tmp_path):
    path = record(tmp_path / "a.yaml", 1)

    with (
        use_cassette(path, ignore="$.a", parts="method", allowed_hosts="other.test", faults="500") as cassette,
        httpx.Client(verify=False) as client,
    ):
        assert client.get(f"{URL}2").status_code == 500

    assert cassette.played == 1


def test_a_miss_says_what_of_the_file_cannot_be_read(tmp_path):
    path = record(tmp_path / "a.yaml", 1, 2)
    path.write_text(path.read_text() + "- request: {method: GET}\n")

    with use_cassette(path) as cassette, pytest.raises(Exception, match="no answer"):
        httpx.get(f"{URL}3", verify=False)

    told = str(cassette.misses[0])
    assert "The closest of 3 is number 1, which has not been played yet." in told
    assert "\nNumber 3 cannot be read: An interaction lacks its request or its response. Record it again.\n" in told


def test_an_answer_that_cannot_be_read_is_told_with_its_place(tmp_path):
    path = record(tmp_path / "a.yaml", 1, 2)
    path.write_text("code: 2x0".join(path.read_text().rsplit("code: 200", 1)))

    with use_cassette(path):
        assert httpx.get(f"{URL}1", verify=False).text == "answer"
        with pytest.raises(CassetteError) as caught:
            httpx.get(f"{URL}2", verify=False)

    assert str(caught.value) == f"{path}, interaction 2: An answer has no HTTP status. Record it again."
