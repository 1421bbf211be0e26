import asyncio
import gc
import importlib
import json
import pickle
import threading
import weakref

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.playing.miss_errors import CassetteMissError

EVERY = pytest.mark.parametrize("module", ["httpx", "httpx2"], indirect=True)


@pytest.fixture
def module(request):
    return pytest.importorskip(request.param)


@pytest.fixture(params=["sync", "async"])
def read(request):
    """Sends a request and returns status, raw pieces and headers, by either client."""

    def read_sync(module, method, url, **named):
        with module.Client(trust_env=False, verify=False) as client, client.stream(method, url, **named) as response:
            return response.status_code, list(response.iter_raw()), response.headers

    def read_async(module, method, url, **named):
        async def ask():
            async with module.AsyncClient(trust_env=False, verify=False) as client:
                async with client.stream(method, url, **named) as response:
                    return response.status_code, [piece async for piece in response.aiter_raw()], response.headers

        return asyncio.run(ask())

    return read_sync if request.param == "sync" else read_async


def exchange(answer, *, method="GET", url="http://example.test/x", body=b"") -> Exchange:
    return Exchange(RecordedRequest(method, url, (), body), answer)


@EVERY
def test_a_stream_is_recorded_and_replayed_with_the_borders_the_server_sent(
    module, read, server, pieces, recording, replaying
):
    with recording() as recorded:
        live = read(module, "POST", f"{server.url}/stream", content=b"ask")
    with replaying(recorded) as player:
        again = read(module, "POST", f"{server.url}/stream", content=b"ask")

    assert recorded[0].request.body == b"ask"
    assert recorded[0].answer.chunks == pieces
    assert live[1] == again[1] == list(pieces)
    assert dict(live[2]) == dict(again[2])
    assert player.unplayed() == []
    assert len(server.seen) == 1


@EVERY
@pytest.mark.parametrize("size", [None, 3])
def test_an_answer_that_is_read_as_a_whole_is_the_clients_own(module, pieces, replaying, size):
    answered = exchange(RecordedResponse(200, "OK", (("content-type", "text/event-stream"),), pieces))

    async def ask():
        async with module.AsyncClient(trust_env=False, verify=False) as client:
            return await client.get("http://example.test/x")

    with replaying([answered] * 2), module.Client(trust_env=False, verify=False) as client:
        found = [client.get("http://example.test/x"), asyncio.run(ask())]

    for response in found:
        assert type(response) is module.Response
        assert response.content == b"".join(pieces)
        assert response.num_bytes_downloaded == len(response.content)
        assert (response.is_closed, response.is_stream_consumed) == (True, True)
        assert response.elapsed
        assert b"".join(response.iter_bytes(size)) == response.content
        assert pickle.loads(pickle.dumps(response)).content == response.content


@EVERY
def test_an_answer_that_was_read_goes_without_the_collector(module, pieces, replaying):
    answered = exchange(RecordedResponse(200, "OK", (("content-type", "text/event-stream"),), pieces))

    async def ask():
        async with module.AsyncClient(trust_env=False, verify=False) as client:
            return weakref.ref(await client.get("http://example.test/x"))

    gc.collect()
    gc.disable()
    try:
        with replaying([answered] * 2), module.Client(trust_env=False, verify=False) as client:
            found = [weakref.ref(client.get("http://example.test/x")), asyncio.run(ask())]
        left = [one() for one in found]
    finally:
        gc.enable()

    assert left == [None, None]


@EVERY
def test_an_answer_to_an_async_client_is_no_answer_to_a_sync_one(module, pieces, replaying):
    async def ask():
        async with module.AsyncClient(trust_env=False, verify=False) as client:
            async with client.stream("GET", "http://example.test/x") as response:
                response.read()

    with replaying([exchange(RecordedResponse(200, chunks=pieces))]), pytest.raises(RuntimeError, match="async"):
        asyncio.run(ask())


@EVERY
def test_a_piece_reaches_the_client_before_the_server_sends_the_next(module, server, pieces, recording):
    with recording() as recorded, module.Client(trust_env=False, verify=False) as client:
        with client.stream("GET", f"{server.url}/gated", timeout=3) as response:
            arriving = response.iter_raw()
            first = next(arriving)
            server.gate.set()
            rest = list(arriving)

    assert (first, b"".join(rest)) == (pieces[0], b"".join(pieces[1:]))
    assert b"".join(recorded[0].answer.chunks) == b"".join(pieces)


@EVERY
def test_an_async_piece_reaches_the_client_before_the_server_sends_the_next(module, server, pieces, recording):
    async def ask():
        async with module.AsyncClient(trust_env=False, verify=False) as client:
            async with client.stream("GET", f"{server.url}/gated", timeout=3) as response:
                arriving = response.aiter_raw()
                first = await anext(arriving)
                server.gate.set()
                return first, [piece async for piece in arriving]

    with recording():
        first, rest = asyncio.run(ask())

    assert (first, b"".join(rest)) == (pieces[0], b"".join(pieces[1:]))


@EVERY
def test_a_compressed_answer_is_recorded_plain_and_reads_the_same(module, read, server, recording, replaying):
    with recording() as recorded:
        module.get(f"{server.url}/packed", trust_env=False)
    with replaying(recorded):
        again = module.get(f"{server.url}/packed", trust_env=False)

    assert recorded[0].answer.chunks == (b'{"packed": true}',)
    assert not {"content-encoding", "content-length"} & {name.lower() for name, _ in recorded[0].answer.headers}
    assert again.json() == {"packed": True}


@EVERY
def test_status_reason_and_headers_are_replayed(module, read, server, recording, replaying):
    with recording() as recorded:
        read(module, "GET", f"{server.url}/busy")
    with replaying(recorded):
        status, _, headers = read(module, "GET", f"{server.url}/busy")

    assert (status, headers["retry-after"]) == (429, "7")
    assert recorded[0].answer.reason == "Too Many Requests"


@EVERY
def test_a_refused_connection_is_recorded_and_replayed_as_the_clients_own_error(
    module, read, server, recording, replaying
):
    server.shutdown()
    server.server_close()
    with recording() as recorded, pytest.raises(module.ConnectError):
        read(module, "GET", server.url)
    with replaying(recorded), pytest.raises(module.ConnectError, match="as it was recorded"):
        read(module, "GET", server.url)

    assert recorded[0].answer == RecordedFailure("ConnectError")


@EVERY
def test_a_timeout_is_recorded_and_replayed_as_the_clients_own_error(module, read, server, recording, replaying):
    with recording() as recorded, pytest.raises(module.ReadTimeout):
        read(module, "GET", f"{server.url}/silent", timeout=0.05)
    with replaying(recorded), pytest.raises(module.ReadTimeout):
        read(module, "GET", f"{server.url}/silent")


@EVERY
def test_a_broken_stream_is_recorded_with_what_had_come(module, read, server, pieces, recording, replaying):
    with recording() as recorded, pytest.raises(module.RemoteProtocolError):
        read(module, "GET", f"{server.url}/cut")

    came = []
    with replaying(recorded), module.Client(verify=False) as client, pytest.raises(module.RemoteProtocolError):
        with client.stream("GET", f"{server.url}/cut") as response:
            came.extend(response.iter_raw())

    assert tuple(came) == pieces[:2]


@EVERY
def test_an_answer_left_early_replays_so_far_and_then_says_so(module, server, pieces, recording, replaying):
    with recording() as recorded, module.Client(trust_env=False, verify=False) as client:
        with client.stream("GET", f"{server.url}/gated") as response:
            next(response.iter_raw())

    came = []
    with (
        replaying(recorded),
        module.Client(verify=False) as client,
        pytest.raises(module.ReadError, match="Record it again"),
    ):
        with client.stream("GET", f"{server.url}/gated") as response:
            came.extend(response.iter_raw())

    assert came == [pieces[0]]


@EVERY
def test_a_request_without_a_recording_is_refused_and_not_sent(module, read, server, replaying):
    with replaying([]) as player, pytest.raises(CassetteMissError, match=r"memory has no answer for GET .*/echo"):
        read(module, "GET", f"{server.url}/echo")

    assert server.seen == []
    assert len(player.misses) == 1


@EVERY
def test_an_allowed_host_is_neither_recorded_nor_replayed(module, read, server, recording, replaying):
    with recording(allowed_hosts=("127.0.0.*",)) as recorded:
        read(module, "GET", f"{server.url}/echo")
    with replaying([], allowed_hosts=("127.0.0.*",)):
        status, _, _ = read(module, "GET", f"{server.url}/echo")

    assert (recorded, status, len(server.seen)) == ([], 200, 2)


@EVERY
def test_the_transports_of_tests_are_intercepted_too(module, recording, replaying):
    def respond(request):
        return module.Response(200, json={"n": 1})

    def ask():
        with module.Client(transport=module.MockTransport(respond)) as client:
            return client.get("http://example.test/x").json()

    with recording() as recorded:
        live = ask()
    with replaying(recorded) as player:
        again = ask()

    assert (live, again, player.played) == ({"n": 1}, {"n": 1}, 1)
    assert json.loads(recorded[0].answer.body) == {"n": 1}


@EVERY
def test_equal_requests_are_answered_in_recorded_order_each_once(module, read, replaying):
    answers = [exchange(RecordedResponse(200, chunks=(b"%d" % number,))) for number in range(3)]

    with replaying(answers):
        came = [b"".join(read(module, "GET", "http://example.test/x")[1]) for _ in range(3)]
        with pytest.raises(CassetteMissError):
            read(module, "GET", "http://example.test/x")

    assert came == [b"0", b"1", b"2"]


@EVERY
def test_threads_and_tasks_share_one_cassette(module, replaying):
    answers = [exchange(RecordedResponse(200, chunks=(b"%d" % number,))) for number in range(24)]
    came: list[bytes] = []

    def in_thread():
        with module.Client(verify=False) as client:
            came.extend(client.get("http://example.test/x").content for _ in range(4))

    async def in_tasks():
        async with module.AsyncClient(verify=False) as client:
            came.extend(
                r.content for r in await asyncio.gather(*(client.get("http://example.test/x") for _ in range(8)))
            )

    with replaying(answers) as player:
        threads = [threading.Thread(target=in_thread) for _ in range(4)]
        for thread in threads:
            thread.start()
        asyncio.run(in_tasks())
        for thread in threads:
            thread.join()

    assert sorted(map(int, came)) == list(range(24))
    assert player.unplayed() == []


def test_requests_are_recorded_in_the_order_they_were_sent(server, recording):
    httpx = importlib.import_module("httpx")

    async def ask():
        async with httpx.AsyncClient(trust_env=False) as client:
            slow = asyncio.create_task(client.get(f"{server.url}/gated"))
            while not server.seen:
                await asyncio.sleep(0)
            await client.get(f"{server.url}/echo")
            server.gate.set()
            await slow

    with recording() as recorded:
        asyncio.run(ask())

    assert [one.request.url.rpartition("/")[2] for one in recorded] == ["gated", "echo"]


@EVERY
def test_no_patch_is_left_behind(module, recording, replaying):
    def methods():
        return [
            vars(getattr(module, name)).get(method)
            for name in ("HTTPTransport", "AsyncHTTPTransport", "MockTransport", "WSGITransport", "ASGITransport")
            for method in ("handle_request", "handle_async_request")
        ]

    before = methods()
    with pytest.raises(ZeroDivisionError), recording(), replaying([]):
        raise ZeroDivisionError

    assert methods() == before


@EVERY
@pytest.mark.parametrize(
    ("fault", "error"),
    [("cut:12", "RemoteProtocolError"), ("reset", "ReadError"), ("reset:12", "ReadError"), ("timeout", "ReadTimeout")],
)
def test_a_fault_is_the_clients_own_error(module, read, pieces, replaying, fault, error):
    answers = [exchange(RecordedResponse(200, chunks=pieces))]

    with replaying(answers, faults=(fault,)), pytest.raises(getattr(module, error)):
        read(module, "GET", "http://example.test/x")


@EVERY
def test_a_rate_limit_comes_before_the_recorded_answer(module, read, pieces, replaying):
    answers = [exchange(RecordedResponse(200, chunks=pieces))] * 2

    with replaying(answers, faults=("429:3",)):
        first = read(module, "GET", "http://example.test/x")
        second = read(module, "GET", "http://example.test/x")

    assert (first[0], first[2]["retry-after"], second[0]) == (429, "3", 200)


@EVERY
def test_pieces_are_cut_anew_and_are_the_same_bytes(module, read, pieces, replaying):
    answers = [exchange(RecordedResponse(200, chunks=pieces))]

    with replaying(answers, rechunk_seed=7):
        _, came, _ = read(module, "GET", "http://example.test/x")

    assert tuple(came) != pieces
    assert b"".join(came) == b"".join(pieces)
