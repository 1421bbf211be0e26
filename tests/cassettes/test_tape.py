"""Tapes: any cassette, opened once, decoded where it is used, with a cache that is never believed blindly."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.foreign.reading import find_cassettes, read_cassette
from pytest_forge.cassettes.matching.match_options import MatchOptions
from pytest_forge.cassettes.matching.normalise import imprint
from pytest_forge.cassettes.tape import tape as tape_module
from pytest_forge.cassettes.tape.format import cassette_text
from pytest_forge.cassettes.tape.tape import open_tape
from pytest_forge.cassettes.tape.tape_cache import TapeCache
from pytest_forge.cassettes.tape.tape_file import write_tape

EXCHANGES = [
    Exchange(
        RecordedRequest("POST", "https://a.example/v1/chat", (("Accept", "*/*"),), b'{"messages":[{"content":"Hi"}]}'),
        RecordedResponse(200, "OK", (("a", "b"),), (b"data: \xc3", b"\xa9\n\n", b"data: 2\n\n"), (0.5, 0.0, 0.25)),
        "2026-01-02T03:04:05Z",
    ),
    Exchange(RecordedRequest("GET", "https://a.example/down"), RecordedFailure("ConnectError"), "2026-01-02T03:04:05Z"),
    Exchange(
        RecordedRequest("GET", "https://a.example/cut"),
        RecordedFailure("ReadError", RecordedResponse(200, "OK", (), (b"da",))),
        "2026-01-02T03:04:09Z",
    ),
]
METADATA = {"model": "m", "recorded_at": "2026-01-02T03:04:05Z", "client": {"name": "openai", "version": "3.54.0"}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def cache(folder: Path) -> TapeCache:
    return TapeCache(folder)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "session.yaml"
    write_tape(path, EXCHANGES, metadata=METADATA)
    return path


def entry_of(folder: Path) -> Path:
    (entry,) = folder.iterdir()
    return entry


def sealed(entry: Any) -> bytes:
    payload = json.dumps(entry).encode()
    return hashlib.sha256(payload).hexdigest().encode() + b"\n" + payload


def all_of(path: Path, cache: TapeCache) -> list[Exchange]:
    tape = open_tape(path, cache=cache)
    return [tape.exchange(number) for number in range(len(tape))]


def test_a_tape_holds_what_was_written_cold_and_warm(path: Path, cache: TapeCache) -> None:
    for _ in ("cold", "warm"):
        assert all_of(path, cache) == EXCHANGES
        assert open_tape(path, cache=cache).metadata == METADATA


def test_a_warm_tape_is_not_parsed_again(path: Path, cache: TapeCache, monkeypatch: pytest.MonkeyPatch) -> None:
    open_tape(path, cache=cache)
    monkeypatch.setattr(tape_module, "index_text", None)
    monkeypatch.setattr(tape_module, "parse_document", None)

    assert all_of(path, cache) == EXCHANGES


def test_an_answer_is_read_without_its_request_once_keys_are_known(
    path: Path, cache: TapeCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_tape(path, cache=cache)
    first.keys()
    monkeypatch.setattr(tape_module, "quickly_read", None)
    monkeypatch.setattr(tape_module, "parse_document", None)

    for tape in (first, open_tape(path, cache=cache)):
        assert [tape.answer(number) for number in range(len(tape))] == [each.answer for each in EXCHANGES]
        assert not tape.is_foreign


def test_answers_of_a_file_that_another_recorder_has_added_to_are_read(path: Path, cache: TapeCache) -> None:
    theirs = (
        "- request: {method: GET, uri: 'https://a.example/'}\n  response: {status: {code: 200}, body: {string: x}}\n"
    )
    path.write_text(path.read_text() + theirs)
    open_tape(path, cache=cache).keys()
    tape = open_tape(path, cache=cache)

    assert [tape.answer(number) for number in range(3)] == [each.answer for each in EXCHANGES]
    assert tape.answer(3) == RecordedResponse(200, chunks=(b"x",))
    assert tape.is_foreign


def test_an_edited_cassette_is_read_anew(path: Path, cache: TapeCache) -> None:
    open_tape(path, cache=cache).keys()
    status = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"Hi"', b'"Ho"'))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    assert open_tape(path, cache=cache).request(0).body == b'{"messages":[{"content":"Ho"}]}'


def test_keys_are_kept_for_each_way_of_matching(path: Path, cache: TapeCache, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, loose = MatchOptions(), MatchOptions(parts=("method",))
    kept = [open_tape(path, cache=cache).keys(options) for options in (whole, loose)]
    monkeypatch.setattr(tape_module, "normalise", None)

    assert [open_tape(path, cache=cache).keys(options) for options in (whole, loose)] == kept
    assert kept[0] != kept[1]
    assert len(set(kept[0])) == 3
    assert len(set(kept[1])) == 2


def test_keys_of_redacted_requests_are_kept_under_their_own_name(
    path: Path, cache: TapeCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    def redact(request: RecordedRequest) -> RecordedRequest:
        return RecordedRequest("GET", "https://b.example/")

    plain = open_tape(path, cache=cache).keys()
    redacted = open_tape(path, cache=cache).keys(redact=redact, redaction="all")
    monkeypatch.setattr(tape_module, "normalise", None)
    again = open_tape(path, cache=cache)

    assert again.keys(redact=redact, redaction="all") == redacted != plain
    assert again.keys() == plain


def test_imprints_are_of_the_requests_and_kept(path: Path, cache: TapeCache, monkeypatch: pytest.MonkeyPatch) -> None:
    tape = open_tape(path, cache=cache)
    expected = [imprint(tape.request(number)) for number in range(len(tape))]
    kept = tape.imprints()
    monkeypatch.setattr(tape_module, "imprint", None)

    assert kept == expected
    assert len(set(kept)) == 3
    assert open_tape(path, cache=cache).imprints() == kept


def test_keys_of_redacted_requests_without_a_name_are_not_kept(path: Path, cache: TapeCache) -> None:
    tape = open_tape(path, cache=cache)
    redacted = tape.keys(redact=lambda request: RecordedRequest("GET", "https://b.example/"))

    assert len(set(redacted)) == 1
    assert len(set(open_tape(path, cache=cache).keys())) == 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-3],
        lambda data: data.replace(b'"m"', b'"n"'),
        lambda data: b"\x80\x04]." + data,
        lambda data: sealed([]),
        lambda data: sealed({}),
        lambda data: sealed({"size": 1}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "starts": [0, 10**30]}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "starts": [-5, 3]}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "starts": [9, 3]}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "starts": ["a", None]}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "keys": {"x": ["a"]}}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "keys": {"x": [1, 2, 3]}}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "answers": None}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "answers": [1]}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "answers": [-1, 1, 1]}),
        lambda data: sealed({**json.loads(data.partition(b"\n")[2]), "answers": [10**30, 5, 1]}),
        lambda data: hashlib.sha256(b"[" * 90_000).hexdigest().encode() + b"\n" + b"[" * 90_000,
    ],
)
def test_a_damaged_entry_is_no_entry(path: Path, cache: TapeCache, folder: Path, damage: Any) -> None:
    open_tape(path, cache=cache)
    entry = entry_of(folder)
    entry.write_bytes(damage(entry.read_bytes()))

    assert all_of(path, cache) == EXCHANGES
    assert open_tape(path, cache=cache).metadata == METADATA


def test_places_that_do_not_fit_are_not_believed(path: Path, cache: TapeCache, folder: Path) -> None:
    open_tape(path, cache=cache)
    entry = entry_of(folder)
    found = json.loads(entry.read_bytes().partition(b"\n")[2])
    found["starts"] = [start - 7 for start in found["starts"]]
    entry.write_bytes(sealed(found))

    assert all_of(path, cache) == EXCHANGES


@pytest.mark.parametrize("mode", [0o666, 0o620])
def test_an_entry_that_others_may_write_is_no_entry(path: Path, cache: TapeCache, folder: Path, mode: int) -> None:
    open_tape(path, cache=cache).keys()
    entry_of(folder).chmod(mode)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()

    assert cache.load(digest, path.stat().st_size) is None


def test_a_folder_that_others_may_write_is_no_cache(path: Path, cache: TapeCache, folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    open_tape(path, cache=cache)

    assert list(folder.iterdir()) == []


def test_a_link_in_the_place_of_an_entry_is_not_followed(path: Path, cache: TapeCache, folder: Path) -> None:
    open_tape(path, cache=cache)
    entry = entry_of(folder)
    moved = entry.rename(folder / "elsewhere")
    entry.symlink_to(moved)

    assert cache.load(hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_size) is None


def test_without_a_place_for_a_cache_everything_works(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = TapeCache(tmp_path / "file" / "cache")

    assert all_of(path, cache) == EXCHANGES
    assert len(open_tape(path, cache=cache).keys()) == 3


def test_the_cache_stays_small(path: Path, cache: TapeCache, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_forge.cassettes.tape.tape_cache._MAX_TOTAL_BYTES", 1000)
    for number in range(12):
        path.write_text(path.read_text() + f"# {number}\n")
        open_tape(path, cache=cache)

    assert 0 < sum(file.stat().st_size for file in folder.iterdir()) <= 1000


def test_the_cache_is_where_the_user_keeps_such(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    open_tape(path)

    assert len(list((tmp_path / "xdg" / "forge-harness" / "tapes").iterdir())) == 1


VCR_PY = """interactions:
- request:
    body: '{"a": 1}'
    headers: &id001
      Accept: ['*/*']
    method: POST
    uri: https://a.example/
  response:
    body:
      string: !!binary |
        PACKED
    headers:
      Content-Encoding: [gzip]
      Content-Length: ['99']
      Set-Cookie: [a, b]
    status: {code: 200, message: OK}
- request: {body: null, headers: *id001, method: GET, uri: 'https://a.example/2'}
  response: {body: {string: two}, headers: {}, status: {code: 404, message: Not Found}}
version: 1
"""


@pytest.mark.parametrize("has_alias", [True, False])
def test_what_vcr_py_recorded_is_read_as_it_was_meant(tmp_path: Path, cache: TapeCache, has_alias: bool) -> None:
    path = tmp_path / "vcr.yaml"
    text = VCR_PY.replace("PACKED", base64.b64encode(gzip.compress(b'{"b": 2}')).decode())
    path.write_text(text if has_alias else text.replace("&id001", "").replace("*id001", "{Accept: ['*/*']}"))

    for _ in ("cold", "warm"):
        first, second = all_of(path, cache)
        assert first.request == RecordedRequest("POST", "https://a.example/", (("Accept", "*/*"),), b'{"a": 1}')
        assert first.answer == RecordedResponse(200, "OK", (("Set-Cookie", "a"), ("Set-Cookie", "b")), (b'{"b": 2}',))
        assert second.request.headers == (("Accept", "*/*"),)
        assert second.answer == RecordedResponse(404, "Not Found", (), (b"two",))


def test_a_list_alone_and_a_bare_answer_are_tapes_too(tmp_path: Path, cache: TapeCache) -> None:
    entry = {"request": {"method": "GET", "uri": "https://a.example/"}, "response": {"status": 200, "body": "one"}}
    (tmp_path / "list.json").write_text(json.dumps([entry]))
    answer = {"object": "chat.completion", "choices": [{"message": {"role": "assistant", "content": "x"}}]}
    (tmp_path / "bare.json").write_text(json.dumps(answer))

    (listed,) = all_of(tmp_path / "list.json", cache)
    (bare,) = all_of(tmp_path / "bare.json", cache)
    assert listed.answer == RecordedResponse(200, "", (), (b"one",))
    assert json.loads(bare.answer.body) == answer  # type: ignore[union-attr]


def test_an_unreadable_interaction_does_not_hide_the_others(tmp_path: Path, cache: TapeCache) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(cassette_text(EXCHANGES, {}) + "- request: {method: GET}\n")
    tape = open_tape(path, cache=cache)

    assert len(tape) == 4
    assert len(set(tape.keys())) == 4
    assert tape.exchange(0).answer == EXCHANGES[0].answer
    with pytest.raises(CassetteError, match=r"lacks its request or its response\. Record it again\.$"):
        tape.answer(3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a: [",
        "interactions: 5\n",
        "- request: {}\n--- \n- request: {}\n",
        "interactions:\n- !!python/object:os.system [a]\n",
    ],
)
def test_what_is_no_cassette_is_refused_in_two_sentences(tmp_path: Path, cache: TapeCache, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)

    with pytest.raises(CassetteError, match=r"^'.*a\.yaml' [^.]*\. [A-Z].*\.$"):
        open_tape(path, cache=cache)


def test_a_cassette_without_interactions_is_an_empty_tape(tmp_path: Path, cache: TapeCache) -> None:
    write_tape(tmp_path / "a.yaml", [], metadata={"model": "m"})
    tape = open_tape(tmp_path / "a.yaml", cache=cache)

    assert (len(tape), tape.keys(), tape.metadata) == (0, [], {"model": "m"})


def test_the_corpus_is_read_as_the_reading_side_reads_it(corpus: Path, cache: TapeCache, tmp_path: Path) -> None:
    count = 0
    for path in find_cassettes(corpus / "cassettes"):
        interactions = read_cassette(path).interactions
        for tape in (open_tape(path, cache=cache), open_tape(path, cache=cache)):
            assert len(tape) == len(interactions)
            for number, interaction in enumerate(interactions):
                try:
                    exchange = tape.exchange(number)
                except CassetteError:
                    assert not hasattr(interaction, "body")
                    continue
                count += 1
                assert exchange.answer.body == interaction.body  # type: ignore[union-attr]
                assert exchange.request.url == interaction.url

    assert count > 500


def test_the_corpus_is_written_and_read_back_to_the_byte(corpus: Path, cache: TapeCache, tmp_path: Path) -> None:
    copy = tmp_path / "copy.yaml"
    for path in find_cassettes(corpus / "cassettes"):
        tape = open_tape(path, cache=cache)
        exchanges = []
        for number in range(len(tape)):
            try:
                exchanges.append(tape.exchange(number))
            except CassetteError:
                continue
        copy.write_text(cassette_text(exchanges, {"model": "m"}))
        again = open_tape(copy, cache=cache)

        assert [again.exchange(number) for number in range(len(again))] == exchanges
