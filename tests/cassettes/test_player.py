import gzip
import json
import zlib

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.matching.remedies import AskedBy
from pytest_forge.cassettes.playing.faults import FaultError, faulty
from pytest_forge.cassettes.playing.miss_errors import CassetteMissError
from pytest_forge.cassettes.playing.player import Player
from pytest_forge.cassettes.playing.recording import STOPPED_READING, Recording
from pytest_forge.cassettes.playing.reshaping import PlayerOptions, rechunked
from pytest_forge.cassettes.playing.session_facts import session_facts
from pytest_forge.cassettes.playing.unpacking import unpacked

ASKED = RecordedRequest("POST", "https://api.test/v1", (), b"{}")
STREAM = RecordedResponse(
    200,
    "OK",
    (("content-type", "text/event-stream"), ("content-length", "40")),
    (b'data: {"a": 1}\n\n', b"data: b\n\n"),
)


def recording(*headers: tuple[str, str]) -> Recording:
    begun = Recording(ASKED)
    begun.began(200, "OK", headers)
    return begun


def test_an_answer_without_its_end_is_kept_as_a_failure():
    begun = recording()
    begun.chunk(b"one")

    exchange = begun.exchange()

    assert exchange.answer == RecordedFailure(STOPPED_READING, RecordedResponse(200, "OK", (), (b"one",)))


@pytest.mark.parametrize(
    "last",
    [
        b"data: [DONE]\n\n",
        b'event: message_stop\ndata: {"type":"message_stop"}\n\n',
        b'event: response.completed\ndata: {"type":"response.completed"}\n\n',
    ],
)
def test_a_stream_left_after_its_last_event_is_whole(last):
    begun = recording()
    begun.chunk(b"data: one\n\n")
    begun.chunk(last)
    begun.closed()

    assert begun.exchange().answer == RecordedResponse(200, "OK", (), (b"data: one\n\n", last))


@pytest.mark.parametrize("last", [b"data: [DON", b"event: message_stop\n", b'data: {"text": "data: [DONE]"}\n\n'])
def test_a_stream_left_before_its_last_event_is_not_whole(last):
    begun = recording()
    begun.chunk(last)
    begun.closed()

    assert begun.exchange().answer.kind == STOPPED_READING


def test_an_answer_whose_length_has_come_needs_no_end():
    begun = recording(("Content-Length", "3"))
    begun.chunk(b"one")
    begun.closed()

    assert begun.exchange().answer == RecordedResponse(200, "OK", (("Content-Length", "3"),), (b"one",))


def test_a_request_that_nothing_answered_is_left_out():
    assert Recording(ASKED).exchange() is None


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "raw deflate"])
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_packed_pieces_are_unpacked_and_lose_nothing(encoding, size):
    text = json.dumps({"text": "hällo " * 400}).encode()
    packed = gzip.compress(text) if encoding == "gzip" else zlib.compress(text)
    packed = packed[2:-4] if encoding == "raw deflate" else packed
    begun = recording(("Content-Encoding", encoding.split()[-1]), ("Content-Length", str(len(packed))))
    for start in range(0, len(packed), size):
        begun.chunk(packed[start : start + size])
    begun.ended()

    answer = begun.exchange().answer

    assert (answer.body, answer.headers) == (text, ())
    assert b"" not in answer.chunks


def test_bytes_that_cannot_be_unpacked_stay_as_they_came():
    begun = recording(("Content-Encoding", "gzip"))
    begun.chunk(b"no gzip at all")
    begun.ended()

    answer = begun.exchange().answer

    assert (answer.body, answer.headers) == (b"no gzip at all", (("Content-Encoding", "gzip"),))


def test_several_gzip_members_are_one_body():
    assert unpacked((gzip.compress(b"one") + gzip.compress(b"two"),), "gzip") == (b"onetwo",)


def test_every_seed_cuts_the_same_bytes():
    data = "".join(f"data: {{'n': {number}, 'ü': '—'}}\n\n" for number in range(60)).encode()

    cuts = {rechunked((data,), seed) for seed in range(40)}

    assert {b"".join(pieces) for pieces in cuts} == {data}
    assert len(cuts) == 40
    assert all(all(pieces) for pieces in cuts)
    assert rechunked((data[:9], data[9:]), 3) == rechunked((data,), 3)


@pytest.mark.parametrize("length", range(26))
def test_a_cut_leaves_the_first_bytes_and_the_broken_connection(length):
    answer = faulty(f"cut:{length}")(STREAM)

    assert (answer.kind, answer.begun.body) == ("RemoteProtocolError", STREAM.body[:length])


def test_a_malformed_event_is_no_json_and_the_rest_is_there():
    answer = faulty("malformed")(STREAM)

    assert answer.body == b'data: {"broken": \n\ndata: b\n\n'
    assert answer.headers == (("content-type", "text/event-stream"),)


def test_a_malformed_body_is_cut_in_half():
    whole = RecordedResponse(200, "", (), (b'{"answer": "long enough"}',))

    with pytest.raises(ValueError):  # noqa: PT011  # JSON's own
        json.loads(faulty("malformed")(whole).body)


def test_a_slow_answer_has_a_pause_before_each_piece():
    assert faulty("slow:0.5")(STREAM).delays_s == (0.5, 0.5)


@pytest.mark.parametrize("status", [500, 503, 529])
def test_a_servers_fault_takes_the_answers_place(status):
    assert faulty(str(status))(STREAM).status == status


@pytest.mark.parametrize(
    "word", ["", "cut", "cut:-1", "cut:x", "slow:-1", "slow:nan", "slow:1e9", "429:-1", "418", "malformed:1"]
)
def test_a_word_that_names_no_fault_is_refused(word):
    with pytest.raises(FaultError, match=r"^There is no fault '.*'\. Use "):
        faulty(word)


def player(answers, **options) -> Player:
    class InOrder:
        def __init__(self):
            self.left = list(range(len(answers)))

        def take(self, request):
            return self.left.pop(0) if self.left else None

        def widen(self):
            return False

        def unplayed(self):
            return self.left

        def explain_miss(self, request, *, asked_by):
            return f"Nothing is left for {asked_by.node_id}."

    return Player(
        "x.yaml", index=InOrder(), answer_of=lambda number: answers[number], redacted=lambda request: request,
        is_recording=False, asked_by=AskedBy("test_x"), options=PlayerOptions(**options),
    )  # fmt: skip


def test_faults_meet_the_answers_in_turn():
    playing = player([STREAM] * 3, faults=(None, "500"))

    assert [playing.answer(ASKED).status for _ in range(3)] == [200, 500, 200]


def test_an_answer_looks_at_none_that_was_given_before():
    class Unread(list):
        def __iter__(self):
            raise AssertionError

    playing = player([STREAM] * 3)
    playing.log = Unread()

    assert [playing.answer(ASKED).status for _ in range(3)] == [200, 200, 200]
    assert playing.played == 3


def test_a_miss_is_told_once_however_often_it_is_tried():
    playing = player([])
    for _ in range(3):
        with pytest.raises(CassetteMissError, match=r"Nothing is left for test_x\."):
            playing.answer(ASKED)

    assert len(playing.misses) == 1


def test_recorded_pauses_are_left_out_unless_asked_for():
    slow = RecordedResponse(200, "", (), (b"a",), (0.4,))

    assert player([slow]).answer(ASKED).delays_s == ()
    assert player([slow], timings=True).answer(ASKED).delays_s == (0.4,)


def test_facts_of_a_session_name_models_clients_and_tools():
    headers = (("User-Agent", "OpenAI/Python 3"),)
    body = json.dumps({"model": "m-1", "tools": [{"name": "add"}]}).encode()
    exchanges = [Exchange(RecordedRequest("POST", "u", headers, body), STREAM, "2026-01-02T03:04:05Z")] * 2

    facts = session_facts(exchanges)

    assert (facts["models"], facts["clients"]) == (["m-1"], ["OpenAI/Python 3"])
    assert (facts["recorded_at"], len(facts["tools"])) == ("2026-01-02T03:04:05Z", 1)
