import gc
import http.client
import threading
import urllib.request
from urllib.parse import urlsplit

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.playing.miss_errors import CassetteMissError


def with_http_client(url, body=None):
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=3)
    try:
        connection.request("POST" if body else "GET", parts.path, body)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def with_urllib(url, body=None):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, body, timeout=3) as answer:
        return answer.status, answer.read()


def with_urllib3(url, body=None):
    urllib3 = pytest.importorskip("urllib3")
    with urllib3.PoolManager() as pool:
        answer = pool.request("POST" if body else "GET", url, body=body, retries=False, timeout=3)
        return answer.status, answer.data


def with_requests(url, body=None):
    requests = pytest.importorskip("requests")
    with requests.Session() as session:
        session.trust_env = False
        answer = session.request("POST" if body else "GET", url, data=body, timeout=3)
        return answer.status_code, answer.content


@pytest.fixture(params=[with_http_client, with_urllib, with_urllib3, with_requests])
def ask(request):
    return request.param


def test_an_answer_is_recorded_and_replayed(ask, server, recording, replaying):
    with recording() as recorded:
        live = ask(f"{server.url}/echo", b"said")
    with replaying(recorded) as player:
        again = ask(f"{server.url}/echo", b"said")

    assert live == again == (200, b"said")
    assert (recorded[0].request.method, recorded[0].request.url, recorded[0].request.body) == (
        "POST",
        f"{server.url}/echo",
        b"said",
    )
    assert (len(server.seen), player.unplayed()) == (1, [])


def test_a_stream_keeps_the_pieces_that_the_server_sent(ask, server, pieces, recording, replaying):
    with recording() as recorded:
        live = ask(f"{server.url}/stream")
    with replaying(recorded):
        again = ask(f"{server.url}/stream")

    assert recorded[0].answer.chunks == pieces
    assert live == again == (200, b"".join(pieces))


def test_a_compressed_answer_is_recorded_plain(ask, server, recording, replaying):
    with recording() as recorded:
        ask(f"{server.url}/packed")
    with replaying(recorded):
        _, again = ask(f"{server.url}/packed")

    assert recorded[0].answer.body == again == b'{"packed": true}'


def test_what_is_not_recorded_is_refused_and_not_sent(ask, server, replaying):
    with replaying([]), pytest.raises(CassetteMissError):
        ask(f"{server.url}/echo")

    assert server.seen == []


def error_of(ask, url):
    with pytest.raises(Exception) as caught:  # noqa: PT011  # the class is what is compared
        ask(url)
    return type(caught.value)


def test_a_refused_connection_replays_as_the_same_error(ask, server, recording, replaying):
    server.shutdown()
    server.server_close()
    with recording() as recorded:
        live = error_of(ask, f"{server.url}/echo")
    with replaying(recorded):
        again = error_of(ask, f"{server.url}/echo")

    assert recorded[0].answer == RecordedFailure("ConnectError")
    assert live == again


def test_a_broken_stream_replays_as_the_same_error(ask, server, pieces, recording, replaying):
    with recording() as recorded:
        live = error_of(ask, f"{server.url}/cut")
    with replaying(recorded):
        again = error_of(ask, f"{server.url}/cut")

    assert recorded[0].answer.begun.chunks == pieces[:2]
    assert live == again


@pytest.mark.parametrize("fault", ["reset", "timeout", "cut:12"])
def test_a_fault_is_an_error_of_the_client(ask, pieces, replaying, fault):
    headers = (("transfer-encoding", "chunked"),)
    answers = [
        Exchange(RecordedRequest("GET", "http://example.test/x"), RecordedResponse(200, "", headers, pieces)),
    ]

    with replaying(answers, faults=(fault,)):
        assert not issubclass(error_of(ask, "http://example.test/x"), CassetteMissError)


def test_a_piece_reaches_requests_before_the_server_sends_the_next(server, pieces, recording, replaying):
    requests = pytest.importorskip("requests")

    def read():
        with requests.get(f"{server.url}/gated", stream=True, timeout=3) as answer:
            arriving = answer.iter_content(chunk_size=None)
            first = next(arriving)
            server.gate.set()
            return [first, *arriving]

    with recording() as recorded:
        live = read()
    with replaying(recorded):
        again = read()

    assert live[0] == pieces[0]
    assert live == again == list(pieces)


def test_pieces_are_cut_anew_for_requests(server, pieces, recording, replaying):
    requests = pytest.importorskip("requests")
    with recording() as recorded:
        requests.get(f"{server.url}/stream", timeout=3)
    with replaying(recorded, rechunk_seed=3):
        with requests.get(f"{server.url}/stream", stream=True, timeout=3) as answer:
            came = list(answer.iter_content(chunk_size=None))

    assert tuple(came) != pieces
    assert b"".join(came) == b"".join(pieces)


def test_a_session_that_outlives_a_cassette_asks_the_next_one(server, recording, replaying):
    requests = pytest.importorskip("requests")
    with requests.Session() as session:
        session.get(f"{server.url}/echo", timeout=3)
        with recording() as recorded:
            session.get(f"{server.url}/echo", timeout=3)
        with replaying(recorded) as player:
            session.get(f"{server.url}/echo", timeout=3)
        live = session.get(f"{server.url}/echo", timeout=3)

    assert (len(recorded), player.played, live.status_code, len(server.seen)) == (1, 1, 200, 3)


def test_redirects_of_requests_are_recorded_one_by_one(server, recording, replaying):
    requests = pytest.importorskip("requests")
    with recording() as recorded:
        requests.get(f"{server.url}/moved", timeout=3)
    with replaying(recorded):
        again = requests.get(f"{server.url}/moved", timeout=3)

    assert [one.answer.status for one in recorded] == [302, 200]
    assert [one.status_code for one in again.history] == [302]


def test_an_https_request_is_answered_without_a_connection(ask, replaying):
    answers = [Exchange(RecordedRequest("GET", "https://example.test/x"), RecordedResponse(200, "OK", (), (b"safe",)))]
    if ask is with_http_client:
        pytest.skip("it chooses no scheme")

    with replaying(answers):
        came = ask("https://example.test/x")

    assert came == (200, b"safe")


def test_http_clients_own_https_connection_is_answered(replaying):
    answers = [Exchange(RecordedRequest("GET", "https://example.test/x"), RecordedResponse(200, "OK", (), (b"safe",)))]

    with replaying(answers):
        connection = http.client.HTTPSConnection("example.test")
        connection.request("GET", "/x")
        came = connection.getresponse().read()

    assert came == b"safe"


def test_threads_share_one_cassette(replaying):
    answers = [
        Exchange(RecordedRequest("GET", "http://example.test/x"), RecordedResponse(200, "", (), (b"%d" % number,)))
        for number in range(24)
    ]
    came: list[bytes] = []

    def run():
        came.extend(with_http_client("http://example.test/x")[1] for _ in range(6))

    with replaying(answers):
        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert sorted(map(int, came)) == list(range(24))


def test_no_patch_and_no_socket_is_left_behind(replaying):
    before = {name: vars(http.client.HTTPConnection)[name] for name in ("connect", "putrequest")}
    answers = [Exchange(RecordedRequest("GET", "http://example.test/x"), RecordedResponse(200, "", (), (b"x",)))]

    with replaying(answers):
        connection = http.client.HTTPConnection("example.test")
        connection.request("GET", "/x")
        connection.getresponse().read()
    gc.collect()

    assert {name: vars(http.client.HTTPConnection)[name] for name in before} == before
    assert connection.sock is None
