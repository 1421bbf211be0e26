"""A failed test shows its own frames and what was missed, and of clients' code nothing, unless it is asked for."""

from __future__ import annotations

import pytest

ASK = """
def ask():
    return httpx.get(URL + "/echo")

def test_it(forge_cassette):
    ask()
"""


@pytest.fixture(autouse=True)
def not_in_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)


def test_a_miss_is_told_at_the_line_that_asked(suite):
    suite.write(ASK)

    text = suite.run().stdout.str()

    assert ">       ask()" in text
    assert ">       return httpx.get(" in text
    assert "\ntest_chat.py:6: CassetteMissError" in text
    assert "_client.py" not in text


@pytest.mark.parametrize("words", [("--full-trace",), ("--tb=long", "-vv"), ("--tb=native",)])
def test_the_frames_of_the_client_are_shown_on_request(suite, words):
    suite.write(ASK)

    assert "_client.py" in suite.run(*words).stdout.str()


def test_the_error_that_a_client_makes_of_a_miss_gives_way_to_it(suite):
    pytest.importorskip("anthropic")
    suite.write(
        """
def test_it(forge_cassette):
    from anthropic import Anthropic
    Anthropic(api_key="none", base_url=URL).messages.create(model="m", max_tokens=5, messages=[])
"""
    )

    text = suite.run().stdout.str()

    assert "\ntest_chat.py:7: CassetteMissError" in text
    assert text.count("has no answer for POST") == 1
    assert "Connection error" not in text
    assert "_base_client.py" not in text


def test_what_the_test_makes_of_a_miss_is_told_as_it_says(suite):
    caught = "    try:\n        ask()\n    except Exception as error:\n        raise OSError('mine') from error"
    suite.write(ASK.replace("    ask()", caught))

    result = suite.run()

    result.stdout.fnmatch_lines(["E *CassetteMissError: *", "E *OSError: mine"])


def test_other_failures_are_shown_as_ever(suite):
    suite.write("import json\n\ndef test_it(forge_cassette):\n    json.loads('[')")

    result = suite.run()

    result.stdout.fnmatch_lines(["*decoder.py*"])


DATED = """
@pytest.mark.forge_cassetteWORDS
def test_it():
    asked = {"model": "m", "messages": [{"role": "user", "content": "Today is DAY. TASK"}]}
    httpx.post(URL + "/echo", json=asked)
"""


def dated(day, *, task="Be brief.", words=""):
    return DATED.replace("DAY", day).replace("TASK", task).replace("WORDS", words)


def test_a_miss_for_the_date_in_a_prompt_names_what_ignores_dates_alone(suite, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    suite.write(dated("Monday, 23 November 2026"))
    suite.run("--forge-record=once").assert_outcomes(passed=1)
    suite.write(dated("Tuesday, 24 November 2026"))

    missed = suite.run()

    missed.assert_outcomes(failed=1)
    line = next(line for line in missed.stdout.lines if "if the difference does not matter" in line)
    advice = line.partition("@pytest.mark.forge_cassette")[2]
    assert advice == "(ignore=['dates'])"
    suite.write(dated("Tuesday, 24 November 2026", words=advice))
    suite.run().assert_outcomes(passed=1)
    suite.write(dated("Tuesday, 24 November 2026", task="Be long.", words=advice))
    suite.run().assert_outcomes(failed=1)
