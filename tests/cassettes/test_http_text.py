import http.client

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.playing.intercept.http_text import AnswerParser, parsed_request
from pytest_forge.cassettes.playing.recording import Recording

HEADERS = (
    ("X-First", "1"),
    ("Transfer-Encoding", "chunked"),
    ("x-LAST", "2"),
    ("Set-Cookie", "a=1"),
    ("Set-Cookie", "b=2"),
)
HEAD = b"HTTP/1.1 200 Fine\r\n" + "".join(f"{name}: {value}\r\n" for name, value in HEADERS).encode() + b"\r\n"


def recorded(*arrivals, end="hung_up"):
    recording = Recording(RecordedRequest("GET", "http://example.test/x"))
    parser = AnswerParser(recording, is_head=False)
    for arrived in arrivals:
        parser.feed(arrived)
    getattr(parser, end)()
    return recording.exchange().answer


def byte_by_byte(data):
    return [data[place : place + 1] for place in range(len(data))]


def test_headers_keep_their_order_and_case_and_chunks_their_bounds():
    answer = recorded(*byte_by_byte(HEAD + b"5\r\nfirst\r\n6;x=1\r\nsecond\r\n0\r\n\r\n"))

    assert answer == RecordedResponse(200, "Fine", HEADERS, (b"first", b"second"))


def test_a_promise_of_an_answer_is_not_the_answer():
    answer = recorded(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 204 \r\n\r\n")

    assert answer == RecordedResponse(204, "", (), ())


@pytest.mark.parametrize("end", ["hung_up", "closed"])
def test_an_answer_without_the_line_after_its_last_chunk_is_whole(end):
    assert recorded(HEAD, b"5\r\nfirst\r\n0\r\n", end=end) == RecordedResponse(200, "Fine", HEADERS, (b"first",))


def test_a_chunk_that_is_cut_is_kept_as_far_as_it_came():
    answer = recorded(HEAD, b"5\r\nfirst\r\n6\r\nsec")

    assert answer == RecordedFailure("RemoteProtocolError", RecordedResponse(200, "Fine", HEADERS, (b"first", b"sec")))


def test_what_follows_an_upgrade_is_kept_as_it_comes():
    head = b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"

    assert recorded(head + b"one", b"two").chunks == (b"one", b"two")


def test_a_request_without_a_host_or_a_length_is_read():
    request = parsed_request(b"post /path HTTP/1.1\r\nX-Two: 2\r\n\r\nrest", "http://example.test")

    assert request == RecordedRequest("POST", "http://example.test/path", (("X-Two", "2"),), b"rest")


def test_a_request_that_is_not_http_is_an_error_of_the_client():
    with pytest.raises(http.client.HTTPException, match="is not HTTP"):
        parsed_request(b"GET /path HTTP/1.1\r\nno name\r\n\r\n", "http://example.test")


def test_a_client_reads_headers_in_their_order_and_case(replaying):
    asked = RecordedRequest("GET", "http://example.test/x")

    with replaying([Exchange(asked, RecordedResponse(200, "Fine", HEADERS, (b"first", b"second")))]):
        connection = http.client.HTTPConnection("example.test")
        connection.request("GET", "/x")
        answer = connection.getresponse()
        pieces = [answer.read1(), answer.read1()]

    assert (answer.getheaders(), pieces) == (list(HEADERS), [b"first", b"second"])
