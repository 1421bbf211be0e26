"""Each recorded request answers once, in order, and a miss says what is closest and what to do."""

from __future__ import annotations

import json
import threading
from collections import Counter

import pytest

from pytest_forge.cassettes.exchange import RecordedRequest
from pytest_forge.cassettes.matching import request_index
from pytest_forge.cassettes.matching.match_options import MatchOptions
from pytest_forge.cassettes.matching.normalise import imprint, normalise
from pytest_forge.cassettes.matching.remedies import AskedBy
from pytest_forge.cassettes.matching.request_index import RequestIndex

CHAT = "https://api.openai.com/v1/chat/completions"


def request(body, *, url=CHAT, method="POST"):
    return RecordedRequest(method, url, (), json.dumps(body).encode())


def asking(text, **more):
    return request({"model": "gpt-4o", "messages": [{"role": "user", "content": text}], **more})


def index(*recorded, **options):
    chosen = MatchOptions(**options)
    return RequestIndex(
        [normalise(each, options=chosen).key for each in recorded], recorded.__getitem__, options=chosen
    )


def test_requests_are_found_whatever_their_order():
    recorded = index(asking("a"), asking("b"), asking("c"))

    assert [recorded.take(asking(text)) for text in "cab"] == [2, 0, 1]


def test_equal_requests_are_answered_in_recorded_order_each_once():
    recorded = index(asking("a"), asking("b"), asking("a"), asking("a"))

    assert [recorded.take(asking("a")) for _ in range(4)] == [0, 2, 3, None]
    assert recorded.unplayed() == [1]


def test_of_requests_that_differ_in_what_is_made_up_the_very_same_goes_first():
    recorded = index(*(asking("go on", previous_response_id=f"resp_{n}") for n in (1, 2, 3)))

    assert recorded.take(asking("go on", previous_response_id="resp_3")) == 2
    assert recorded.take(asking("go on", previous_response_id="resp_1")) == 0
    assert recorded.take(asking("go on", previous_response_id="resp_9")) == 1


def test_a_request_that_is_asked_again_does_not_take_the_answer_of_another_one():
    recorded = index(*(request({}, url=f"{CHAT}/runs/run_0123456789abcdef{n}", method="GET") for n in (1, 2)))
    again = request({}, url=f"{CHAT}/runs/run_0123456789abcdef1", method="GET")

    assert [recorded.take(again), recorded.take(again)] == [0, None]
    assert recorded.unplayed() == [1]


def test_what_is_sent_byte_for_byte_again_is_not_normalised(monkeypatch):
    recorded = [asking("a"), asking("b")]
    found = RequestIndex(
        [normalise(each).key for each in recorded], recorded.__getitem__, imprints=[imprint(each) for each in recorded]
    )
    monkeypatch.setattr(request_index, "normalise", None)

    assert [found.take(asking(text)) for text in "ba"] == [1, 0]


def test_requests_with_secrets_are_found_without_them_once_widened():
    bare, secret = asking("a"), asking("b", key="s3cr3t")
    recorded = [bare, secret]
    found = RequestIndex(
        [normalise(each).key for each in recorded],
        recorded.__getitem__,
        redacted_keys=lambda: [normalise(each).key for each in (bare, asking("b", key="REDACTED"))],
    )

    assert found.take(asking("b", key="REDACTED")) is None
    assert found.widen()
    assert not found.widen()
    assert [found.take(each) for each in (asking("b", key="REDACTED"), secret, bare, bare)] == [1, None, 0, None]


def test_a_miss_shows_no_secret_that_another_recorder_kept():
    recorded = [asking("b", key="s3cr3t")]
    found = RequestIndex(
        [normalise(each).key for each in recorded],
        recorded.__getitem__,
        redact=lambda each: asking("b", key="REDACTED"),
    )

    told = found.explain_miss(asking("c", key="REDACTED"))

    assert "'b'" in told
    assert "s3cr3t" not in told


def test_requests_made_at_once_are_answered_once_each():
    recorded = index(*(asking(f"{n % 5}") for n in range(500)))
    barrier = threading.Barrier(8)
    taken = []

    def ask():
        barrier.wait()
        taken.extend(recorded.take(asking(f"{n % 5}")) for n in range(100))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    counts = Counter(taken)
    assert counts.pop(None) == 300
    assert counts == dict.fromkeys(range(500), 1)


def test_options_decide_what_is_equal():
    assert index(asking("a", seed=1), ignore=("$.seed",)).take(asking("a", seed=2)) == 0
    assert index(asking("a"), parts=("method", "host", "path")).take(asking("b")) == 0
    assert index(asking("a", seed=1)).take(asking("a", seed=2)) is None


def test_a_miss_shows_the_closest_request_and_how_to_fix_it():
    recorded = index(asking("Tell me about Rome."), asking("Tell me about the weather in Rome."), asking("Sing."))
    sent = asking("Tell me about the weather in Bonn.", created_at=1_700_000_000)
    text = recorded.explain_miss(sent, asked_by=AskedBy("tests/test_a.py::test_b", is_block=False))

    assert text.splitlines() == [
        "The closest of 3 is number 2, which has not been played yet. It differs in:",
        "  $.created_at: sent '⟪time⟫', where nothing was recorded",
        (
            "  $.messages[0].content (from character 29): recorded …'me about the weather in Rome.',"
            " sent …'me about the weather in Bonn.'"
        ),
        "Not compared: 1 timestamp.",
        "How to fix it:",
        "  record again: pytest --forge-record=all tests/test_a.py::test_b",
        (
            "  or, if the difference does not matter: "
            "@pytest.mark.forge_cassette(ignore=['$.created_at', '$.messages[0].content'])"
        ),
    ]


def test_the_closest_differs_least_not_only_in_its_words():
    recorded = index(asking("Rome to Paris by train"), asking("Paris to Rome by plane"))

    assert "is number 2, which" in recorded.explain_miss(asking("Paris to Rome by train"))


def test_of_two_that_are_as_close_the_one_that_could_still_answer_is_shown():
    recorded = index(asking("ax"), asking("ay"))
    recorded.take(asking("ax"))

    assert "is number 2, which has not been played yet" in recorded.explain_miss(asking("az"))


def test_a_path_that_a_miss_shows_can_be_ignored():
    recorded, sent = asking("a", seed=1), asking("a", seed=2)
    shown = index(recorded).explain_miss(sent)

    assert "$.seed: recorded 1, sent 2" in shown
    assert index(recorded, ignore=("$.seed",)).take(sent) == 0


def test_a_miss_tells_that_the_closest_has_been_played():
    recorded = index(asking("a"), asking("completely different, and much longer"))
    recorded.take(asking("a"))

    assert "is number 1, which has been played already" in recorded.explain_miss(asking("b"))


def test_a_miss_of_one_request_too_many_says_so():
    recorded = index(asking("a"), asking("a"))
    for _ in range(2):
        recorded.take(asking("a"))

    assert "It was recorded 2 times" in recorded.explain_miss(asking("a"))
    assert "all were played" in recorded.explain_miss(asking("a"))


@pytest.mark.parametrize(
    ("sent", "line"),
    [
        (request({}, method="PUT"), "method: recorded 'POST', sent 'PUT'"),
        (request({}, url="https://b.test/v1/chat/completions"), "host: recorded 'https://api.openai.com', sent"),
        (request({}, url=CHAT + "s"), "path: recorded '/v1/chat/completions', sent '/v1/chat/completionss'"),
        (request({}, url=CHAT + "?a=1"), 'query.a: sent ["1"], where nothing was recorded'),
    ],
)
def test_a_miss_names_the_part_that_differs(sent, line):
    assert line in index(request({})).explain_miss(sent)


def advice(recorded, sent, **asked_by):
    told = recorded.explain_miss(sent, asked_by=AskedBy(**{"node_id": "test_a.py::test_b[x (y)]", **asked_by}))
    return told.partition("How to fix it:\n")[2].splitlines()


def test_a_request_that_comes_on_top_is_to_be_added():
    recorded = index(asking("a"), asking("much longer than the other"))
    recorded.take(asking("a"))

    add, afresh = (f"pytest --forge-record={mode} 'test_a.py::test_b[x (y)]'" for mode in ("new_episodes", "all"))
    assert advice(recorded, asking("a")) == [f"  add the missing requests: {add}"]
    assert advice(recorded, asking("b"))[:2] == [f"  add the missing requests: {add}", f"  or, record again: {afresh}"]
    assert advice(index(), asking("a")) == [f"  record again: {afresh}"]


def test_what_to_ignore_is_told_where_it_is_enough_and_with_what_is_ignored_already():
    recorded = index(asking("a", seed=1), ignore=("$.seed",))

    assert advice(recorded, asking("b", seed=2), is_block=False)[1:] == [
        (
            "  or, if the difference does not matter: "
            "@pytest.mark.forge_cassette(ignore=['$.seed', '$.messages[0].content'])"
        )
    ]
    # A list that is longer stays so, and an address is no part of the body.
    longer = {"messages": [{"role": "user", "content": each} for each in "ab"]}
    assert len(advice(index(request(longer)), request({"messages": longer["messages"][:1]}))) == 1
    assert len(advice(index(asking("a")), request({}, url=CHAT + "s"))) == 1


def test_the_advice_fits_who_asks():
    recorded = index(asking("a"))

    assert advice(recorded, asking("b"), node_id=None) == [
        "  record again: use_cassette(…, mode='all')",
        "  or, if the difference does not matter: use_cassette(…, ignore=['$.messages[0].content'])",
    ]
    assert advice(recorded, asking("b"), is_shared=True, is_block=False)[0] == (
        "  record again, with every test that shares the cassette: pytest --forge-record=all TESTS"
    )


def test_a_miss_in_an_empty_cassette_says_so():
    assert "The cassette is empty" in index().explain_miss(asking("a"))


def test_a_miss_stays_short_and_shows_no_control_characters():
    hostile = "\x1b]0;\u202e" * 10_000
    recorded = index(request({"a": hostile, hostile[:300]: [hostile] * 4}))
    text = recorded.explain_miss(
        request({"b": hostile + "x"}, url=CHAT + "/\x1b[31m?key=secret"), asked_by=AskedBy("\x1b")
    )

    assert len(text) <= 6100
    assert all(character.isprintable() or character == "\n" for character in text)
    assert "secret" not in text.splitlines()[0]


def test_the_closest_is_found_among_thousands():
    recorded = index(*(asking(f"Question {n}: what is {n} times {n + 1}?") for n in range(5000)))

    assert "is number 4322, which" in recorded.explain_miss(asking("Question 4321: what was 4321 times 4322?"))


def test_only_a_miss_reads_recorded_requests():
    def load(_):
        raise AssertionError

    recorded = RequestIndex([normalise(asking("a")).key], load)

    assert recorded.take(asking("b")) is None
    assert recorded.take(asking("a")) == 0
