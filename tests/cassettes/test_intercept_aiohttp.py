import asyncio

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.playing.miss_errors import CassetteMissError

aiohttp = pytest.importorskip("aiohttp", minversion="3.12")


def ask(method, url, **named):
    async def run():
        async with aiohttp.ClientSession() as session:
            async with session.request(method, url, **named) as answer:
                return answer.status, [piece async for piece in answer.content.iter_any()]

    return asyncio.run(run())


def body_of(url, **named):
    async def run():
        async with aiohttp.ClientSession(**named) as session, session.get(url) as answer:
            return await answer.read()

    return asyncio.run(run())


def test_json_is_recorded_as_it_was_sent_and_replayed(server, recording, replaying):
    with recording() as recorded:
        live = ask("POST", f"{server.url}/echo", json={"said": "hi"})
    with replaying(recorded) as player:
        again = ask("POST", f"{server.url}/echo", json={"said": "hi"})

    assert recorded[0].request.body == b'{"said": "hi"}'
    assert ("Content-Type", "application/json") in recorded[0].request.headers
    assert live == again == (200, [b'{"said": "hi"}'])
    assert (player.unplayed(), len(server.seen)) == ([], 1)


def test_a_streamed_upload_reaches_the_server_and_the_recording(server, recording):
    async def pieces():
        yield b"one"
        yield b"two"

    async def run():
        async with aiohttp.ClientSession() as session, session.post(f"{server.url}/echo", data=pieces()) as answer:
            return await answer.read()

    with recording() as recorded:
        asyncio.run(run())

    assert recorded[0].request.body == b"onetwo"


def test_a_stream_keeps_the_pieces_that_the_server_sent(server, pieces, recording, replaying):
    with recording() as recorded:
        live = body_of(f"{server.url}/stream")
    with replaying(recorded):
        _, again = ask("GET", f"{server.url}/stream")

    assert recorded[0].answer.chunks == pieces
    assert (live, again) == (b"".join(pieces), list(pieces))


def test_a_piece_reaches_the_client_before_the_server_sends_the_next(server, pieces, recording, replaying):
    async def run():
        async with aiohttp.ClientSession() as session, session.get(f"{server.url}/gated") as answer:
            first = await answer.content.readany()
            server.gate.set()
            return [first, await answer.content.read()]

    with recording() as recorded:
        live = asyncio.run(run())
    with replaying(recorded):
        again = asyncio.run(run())

    assert live == again == [pieces[0], b"".join(pieces[1:])]


def test_chunks_tell_where_they_end_as_they_did_live(server, pieces, recording, replaying):
    async def run():
        async with aiohttp.ClientSession() as session, session.get(f"{server.url}/stream") as answer:
            return [piece async for piece in answer.content.iter_chunks()]

    with recording() as recorded:
        asyncio.run(run())
    with replaying(recorded):
        again = asyncio.run(run())

    assert again == [(piece, True) for piece in pieces]


def test_a_compressed_answer_is_recorded_plain(server, recording, replaying):
    with recording() as recorded:
        live = body_of(f"{server.url}/packed")
    with replaying(recorded):
        again = body_of(f"{server.url}/packed")

    assert recorded[0].answer.body == live == again == b'{"packed": true}'


def test_packed_bytes_that_the_caller_wants_packed_are_recorded_plain(server, recording):
    with recording() as recorded:
        live = body_of(f"{server.url}/packed", auto_decompress=False)

    assert live[:2] == b"\x1f\x8b"
    assert recorded[0].answer.body == b'{"packed": true}'


def test_redirects_are_recorded_one_by_one(server, recording, replaying):
    with recording() as recorded:
        ask("GET", f"{server.url}/moved")
    with replaying(recorded):
        status, came = ask("GET", f"{server.url}/moved")

    assert [one.answer.status for one in recorded] == [302, 200]
    assert (status, came) == (200, [b"/echo?moved"])


def test_what_is_not_recorded_is_refused_and_not_sent(server, replaying):
    with replaying([]), pytest.raises(CassetteMissError):
        ask("GET", f"{server.url}/echo")

    assert server.seen == []


def test_a_refused_connection_replays_as_the_same_error(server, recording, replaying):
    server.shutdown()
    server.server_close()
    with recording() as recorded, pytest.raises(aiohttp.ClientConnectorError):
        ask("GET", f"{server.url}/echo")
    with replaying(recorded), pytest.raises(aiohttp.ClientConnectorError):
        ask("GET", f"{server.url}/echo")

    assert recorded[0].answer == RecordedFailure("ConnectError")


def test_a_broken_stream_replays_as_the_same_error(server, pieces, recording, replaying):
    with recording() as recorded, pytest.raises(aiohttp.ClientPayloadError):
        body_of(f"{server.url}/cut")
    with replaying(recorded), pytest.raises(aiohttp.ClientPayloadError):
        body_of(f"{server.url}/cut")

    assert recorded[0].answer.begun.chunks == pieces[:2]


def test_an_answer_left_early_replays_so_far_and_then_says_so(server, pieces, recording, replaying):
    async def run():
        async with aiohttp.ClientSession() as session, session.get(f"{server.url}/gated") as answer:
            return await answer.content.readany()

    with recording() as recorded:
        asyncio.run(run())
    with replaying(recorded), pytest.raises(aiohttp.ClientPayloadError, match="Record it again"):
        body_of(f"{server.url}/gated")

    assert recorded[0].answer.begun.chunks == pieces[:1]


@pytest.mark.parametrize(
    ("fault", "error"),
    [("reset", "ClientOSError"), ("timeout", "ServerTimeoutError"), ("cut:12", "ClientPayloadError")],
)
def test_a_fault_is_the_clients_own_error(pieces, replaying, fault, error):
    answers = [Exchange(RecordedRequest("GET", "http://example.test/x"), RecordedResponse(200, "", (), pieces))] * 2

    # aiohttp asks once more by itself when a connection it holds is reset.
    with replaying(answers, faults=(fault, fault)), pytest.raises(getattr(aiohttp, error)):
        body_of("http://example.test/x")


def test_cookies_reach_the_session(replaying):
    headers = (("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"))
    answers = [Exchange(RecordedRequest("GET", "http://example.test/x"), RecordedResponse(200, "", headers, (b"x",)))]

    async def run():
        async with aiohttp.ClientSession() as session:
            await session.get("http://example.test/x")
            return {cookie.key: cookie.value for cookie in session.cookie_jar}

    with replaying(answers):
        jar = asyncio.run(run())

    assert jar == {"a": "1", "b": "2"}


def test_tasks_share_one_cassette_and_no_patch_is_left(replaying):
    answers = [
        Exchange(RecordedRequest("GET", "http://example.test/x"), RecordedResponse(200, "", (), (b"%d" % number,)))
        for number in range(12)
    ]
    before = aiohttp.ClientSession._request

    async def run():
        async with aiohttp.ClientSession() as session:

            async def one():
                async with session.get("http://example.test/x") as answer:
                    return await answer.read()

            return await asyncio.gather(*(one() for _ in range(12)))

    with replaying(answers):
        came = asyncio.run(run())

    assert sorted(map(int, came)) == list(range(12))
    assert aiohttp.ClientSession._request is before
