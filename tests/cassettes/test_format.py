"""The text of a cassette: exact to the byte for us, playable by plain VCR.py, readable by people."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import httpx
import pytest
import vcr
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from vcr.serialize import deserialize
from vcr.serializers import yamlserializer

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.foreign.document import CassetteError, parse_document
from pytest_forge.cassettes.tape.format import cassette_text, interaction_text
from pytest_forge.cassettes.tape.json_layout import one_line, readable
from pytest_forge.cassettes.tape.quick_answer import quick_answer
from pytest_forge.cassettes.tape.quick_entry import quick_entry, quickly_read
from pytest_forge.cassettes.tape.stored_entry import entry_answer, entry_request, entry_time
from pytest_forge.cassettes.tape.yaml_text import bytes_node

settings.register_profile("here", max_examples=40, deadline=None)
HERE = settings.get_profile("here")
URL = "https://api.example.com/v1/chat?a=b"


def entry_of(text: str, path: Any = None) -> Any:
    return parse_document(text.encode(), path)[0]


def read_back(exchange: Exchange, *, quick: bool) -> Exchange:
    text = interaction_text(exchange)
    entry = quick_entry(text) if quick else entry_of(text)

    assert entry is not None, "the quick way must know what we write"
    return Exchange(entry_request(entry), entry_answer(entry), entry_time(entry))


def answered(*chunks: bytes, headers: tuple[tuple[str, str], ...] = ()) -> Exchange:
    return Exchange(RecordedRequest("POST", URL), RecordedResponse(200, "OK", headers, chunks))


# Text that YAML, JSON and editors have opinions about.
ODD = st.sampled_from(
    [
        *(
            "\n",
            "\r\n",
            " ",
            "\t",
            "\\",
            "\\n",
            '"',
            "'",
            ":",
            ": ",
            " #",
            "- ",
            "|",
            "---\n",
            "...\n",
            "{",
            "}",
            "[",
            "]",
        ),
        *(
            ",",
            "é",
            "😀",
            "\x00",
            "\x1f",
            "\x7f",
            "\x85",
            "\u2028",
            "\ufeff",
            "\ufffe",
            "%",
            "&a",
            "*a",
            "!",
            "null",
            "~",
        ),
        *("data: {}\n\n", "\x1b", "a b", "  x", "\n\n\n", "}\n", '{"a":1}', '{"a": [1, 2]}', "\x8b", "~" * 90),
    ]
)
TEXT = st.lists(ODD | st.text(max_size=5), max_size=12).map("".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
JSON_BODY = st.builds(
    lambda value, separators, ascii_only, end: (
        json.dumps(value, separators=separators, ensure_ascii=ascii_only).encode("utf-8", "replace") + end
    ),
    st.lists(JSON, max_size=4) | st.dictionaries(TEXT, JSON, max_size=4),
    st.sampled_from([(",", ":"), (", ", ": "), (", ", ":"), (" , ", " : ")]),
    st.booleans(),
    st.sampled_from([b"", b"\n", b"\n\n", b" "]),
)
BODY = st.binary(max_size=60) | TEXT.map(lambda text: text.encode("utf-8", "replace")) | JSON_BODY
HEADERS = st.lists(
    st.tuples(
        st.sampled_from(["A", "a", "no", "Content-Length", "set-cookie", "x y", "é", "n" * 600]) | TEXT,
        TEXT | st.integers(0, 60).map(str),
    ),
    max_size=6,
).map(tuple)
WORDS = st.sampled_from(["POST", "GET", "NO", "get", ""]) | TEXT


@st.composite
def responses(draw: st.DrawFn) -> RecordedResponse:
    body = draw(BODY)
    cuts = sorted(set(draw(st.lists(st.integers(1, max(1, len(body))), max_size=5))) & set(range(1, len(body))))
    edges = [0, *cuts, len(body)]
    chunks = tuple(body[one:two] for one, two in pairwise(edges) if one < two)
    delays = (draw(st.booleans()) and [index / 1000 for index in range(len(chunks))]) or []
    return RecordedResponse(draw(st.integers(100, 999)), draw(WORDS), draw(HEADERS), chunks, tuple(delays))


EXCHANGES = st.builds(
    Exchange,
    st.builds(RecordedRequest, WORDS, st.just(URL) | TEXT, HEADERS, BODY),
    responses() | st.builds(RecordedFailure, st.sampled_from(["ConnectError", "ReadTimeout"]), st.none() | responses()),
    st.sampled_from(["", "2026-01-02T03:04:05Z"]),
)


@pytest.mark.parametrize("quick", [True, False], ids=["quick", "yaml"])
@HERE
@given(exchange=EXCHANGES)
def test_any_exchange_is_read_back_as_it_was(exchange: Exchange, quick: bool) -> None:
    assert read_back(exchange, quick=quick) == exchange


@HERE
@given(exchange=EXCHANGES)
def test_the_quick_way_and_yaml_give_the_same_entry(exchange: Exchange) -> None:
    text = interaction_text(exchange)

    assert quick_entry(text) == entry_of(text)


@HERE
@given(exchange=EXCHANGES, where=st.integers(0), cut=st.integers(0, 12), put=ODD | st.just(""))
def test_the_quick_way_never_differs_from_yaml_on_an_edited_text(
    exchange: Exchange, where: int, cut: int, put: str
) -> None:
    text = interaction_text(exchange)
    where %= len(text)
    edited = text[:where] + put + text[where + cut :]
    if any(odd in edited for odd in "\r\x85\u2028\u2029\ufeff"):
        return
    entry = quick_entry(edited)
    try:
        slow = parse_document(edited.encode("utf-8", "replace"), None)  # type: ignore[arg-type]
    except CassetteError:
        # The whole text has been through YAML before the quick way is asked.
        return

    assert entry is None or slow == [entry]


@HERE
@given(exchange=EXCHANGES, where=st.integers(0), cut=st.integers(0, 12), put=ODD | st.just(""))
def test_the_answer_alone_is_that_of_the_whole_entry(exchange: Exchange, where: int, cut: int, put: str) -> None:
    written = interaction_text(exchange)
    where %= len(written)
    for text in (written, written[:where] + put + written[where + cut :]):
        read = quickly_read(text)
        if read is None:
            assert text != written
            continue
        data = text.encode("utf-8", "replace")
        alone = quick_answer(b"before" + data + b"behind", 6 + read.answer_at, 6 + len(data))

        assert alone == entry_answer(read.entry)


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": [1, {"b": "x,\\n  y"}], "c": {}}',
        b'{"a":[1,{"b":"x, y"}],"c":{}}',
        b'{"a": 1, "b": [2]}\n',
        b"data: {}\n\n",
        b"  two lines\n\nof text",
        b"a\r\nb",
        b"\x00\xff\xfe",
        b"",
    ],
)
def test_the_answer_alone_has_the_length_that_was_sent(body: bytes) -> None:
    answer = RecordedResponse(200, "OK", (("Content-Length", str(len(body))),), (body,) if body else ())
    text = interaction_text(Exchange(RecordedRequest("GET", URL), answer))
    read = quickly_read(text)
    assert read is not None

    assert quick_answer(text.encode(), read.answer_at, len(text.encode())) == answer


@pytest.mark.parametrize(
    ("written", "edited"),
    [
        ("        da\n", "          da\n"),
        ("        da\n", "\n        da\n"),
        ("        da\n", "        da\n     \n"),
        ("        da\n", "        da\n      # a remark\n"),
        ("|-\n", "|- # a remark\n"),
        ("|-\n", "|2-\n"),
        ("|-\n", "|+\n"),
        ("|-\n", ">-\n"),
        ("[2]", "[0x2]"),
        ("[2]", "[02]"),
        ("[2]", "[1e3]"),
        ("    chunks: [2]\n", ""),
        ("    chunks: [2]\n", "    chunks: [2]\n    chunks: [1]\n"),
        ("code: 200", "code: 0200"),
        ("method: GET", "method: NO"),
        ("headers: {}", 'headers:\n      no:\n      - "a"'),
        ("headers: {}", 'headers:\n      a:\n      - "a"\n      a:\n      - "b"'),
        ("headers: {}", 'headers:\n      a:\n      - "a\\/"'),
        ("v1/chat?a=b", "v1/chat?a=b #c"),
        ("  response:", "  # a remark\n  response:"),
        ("  response:", "  \n  response:"),
        ("- request:", "-  request:"),
    ],
)
def test_an_edit_is_left_to_yaml_or_read_as_yaml_reads_it(written: str, edited: str) -> None:
    text = interaction_text(Exchange(RecordedRequest("GET", URL), RecordedResponse(200, "OK", (), (b"da",))))
    assert written in text
    text = text.replace(written, edited, 1)
    entry = quick_entry(text)

    assert entry is None or entry == entry_of(text)


@HERE
@given(data=BODY)
@example(b"\n")
@example(b" \n a")
@example(b"a\n\n")
def test_any_bytes_are_the_same_behind_yaml(data: bytes) -> None:
    found = yaml.load("a:\n  b: " + bytes_node(data, indent=4) + "c: 1\n", Loader=yaml.CSafeLoader)["a"]["b"]

    assert (found if isinstance(found, bytes) else found.encode()) == data


@HERE
@given(body=JSON_BODY)
def test_json_is_the_same_value_in_lines_and_the_same_text_again(body: bytes) -> None:
    text = body.decode()
    found = readable(text)
    if found is None:
        return

    assert json.loads(found[0]) == json.loads(text)
    assert one_line(found[0].encode(), found[1]) == body


@pytest.mark.parametrize("body", ['{"a":1,"b":[true,{}],"c":"x, y: z"}', '{"a": 1, "b": [1.50, 1E3], "a": 2}\n'])
def test_json_is_written_one_value_a_line(body: str) -> None:
    text = interaction_text(answered(body.encode()))

    assert '        {\n          "a": 1,\n          "b": [\n' in text


def test_a_stream_is_written_one_event_a_line() -> None:
    events = b'data: {"text": "Gr\xc3\xbc\xc3\x9fe"}\n\ndata: [DONE]\n\n'

    assert '      string: |+\n        data: {"text": "Grüße"}\n\n        data: [DONE]\n\n  forge:' in interaction_text(
        answered(events)
    )


def test_a_stream_with_carriage_returns_is_written_one_event_a_line_too() -> None:
    text = interaction_text(answered(b"data: one\r\n\r\ndata: two\r\n\r\n"))

    assert '      string: "data: one\\r\\n\\r\\n\\\n        data: two\\r\\n\\r\\n"\n' in text


@pytest.mark.parametrize(
    ("body", "is_binary"), [(b"\xff\xfe\x00", True), ("gr\u00fc\u00df\x1b[0m dich".encode(), False)]
)
def test_base64_is_for_bytes_that_are_no_text(body: bytes, is_binary: bool) -> None:
    assert ("!!binary" in interaction_text(answered(body))) is is_binary


def test_no_line_ends_in_a_space_that_counts() -> None:
    text = interaction_text(answered(b"data: \n\ndata: x \t\n\n"))

    assert not [line for line in text.splitlines() if line != line.rstrip()]
    assert read_back(answered(b"data: \n\ndata: x \t\n\n"), quick=True).answer.chunks == (b"data: \n\ndata: x \t\n\n",)  # type: ignore[union-attr]


def test_chunks_are_kept_where_they_cut_a_character_in_two() -> None:
    exchange = answered(b"data: \xc3", b"\xa9\n", b"\n")

    assert read_back(exchange, quick=True) == exchange


def test_a_body_edited_by_hand_is_one_piece() -> None:
    text = interaction_text(answered(b"data: one\n", b"\n")).replace("one", "three")

    assert entry_answer(entry_of(text)).body == b"data: three\n\n"  # type: ignore[union-attr]
    assert len(entry_answer(entry_of(text)).chunks) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "chunks", ["[-1, 12]", "[true, 10]", "[1e99]", "{}", "null", "[[1]]", "[99999999999999999999]"]
)
def test_lengths_that_make_no_sense_are_one_piece(chunks: str) -> None:
    text = interaction_text(answered(b"data: one\n", b"\n")).replace("chunks: [10, 1]", f"chunks: {chunks}")

    assert entry_answer(entry_of(text)).chunks == (b"data: one\n\n",)  # type: ignore[union-attr]


def test_equal_sessions_have_equal_texts_whatever_the_order_of_their_metadata() -> None:
    one = cassette_text([answered(b"a")], {"model": "m", "client": "c 1.0"})

    assert one == cassette_text([answered(b"a")], {"client": "c 1.0", "model": "m"})


def test_metadata_that_is_no_json_is_refused() -> None:
    with pytest.raises(CassetteError, match=r"'when' in a cassette's metadata is not JSON\. Use"):
        cassette_text([], {"when": object()})


def test_the_time_of_the_file_is_not_repeated() -> None:
    exchange = Exchange(RecordedRequest("GET", URL), RecordedResponse(200), "2026-01-02T03:04:05Z")

    assert interaction_text(exchange, recorded_at=exchange.recorded_at).count("2026") == 0


class TestPlainVcr:
    """What stock VCR.py, with its own serializer, makes of our files."""

    BODY = b'{"model":"m","messages":[{"role":"user","content":"Hi, you: \\u00e9"}]}'
    STREAM = b'data: {"a": "\xc3\xa9"}\r\n\r\ndata: [DONE]\n\n'

    def exchanges(self) -> list[Exchange]:
        headers = (
            ("content-type", "application/json"),
            ("content-length", "11"),
            ("set-cookie", "a"),
            ("set-cookie", "b"),
        )
        return [
            Exchange(RecordedRequest("GET", URL + "&down=1"), RecordedFailure("ConnectError")),
            Exchange(RecordedRequest("POST", URL, (("Content-Type", "application/json"),), self.BODY),
                     RecordedResponse(200, "Gr\u00fcn", headers, (b'{"a":', b'[1,2]}'))),
            Exchange(RecordedRequest("GET", URL + "&stream=1"),
                     RecordedResponse(200, "", (), (self.STREAM[:20], self.STREAM[20:]))),
            Exchange(RecordedRequest("GET", URL + "&binary=1"), RecordedResponse(404, "Not Found", (), (b"\xff\x00",))),
            Exchange(RecordedRequest("GET", URL + "&cut=1"),
                     RecordedFailure("ReadError", RecordedResponse(200, "", (), (b"da",)))),
        ]  # fmt: skip

    def test_every_interaction_is_played(self, tmp_path: Any) -> None:
        path = tmp_path / "session.yaml"
        path.write_text(cassette_text(self.exchanges(), {"model": "m", "recorded_at": "2026-01-02T03:04:05Z"}))

        match_on = ["method", "scheme", "host", "port", "path", "query", "body"]
        with vcr.use_cassette(str(path), record_mode="none", match_on=match_on) as cassette, httpx.Client() as client:
            down = client.get(URL + "&down=1")
            asked = client.post(URL, content=self.BODY, headers={"Content-Type": "application/json"})
            stream = client.get(URL + "&stream=1")
            binary = client.get(URL + "&binary=1")
            client.get(URL + "&cut=1")

        assert cassette.all_played
        assert (down.status_code, asked.json(), stream.content) == (599, {"a": [1, 2]}, self.STREAM)
        assert int(asked.headers["content-length"]) == len(asked.content)
        assert asked.headers.get_list("set-cookie") == ["a", "b"]
        assert (binary.status_code, binary.content) == (404, b"\xff\x00")

    @HERE
    @given(exchanges=st.lists(EXCHANGES, max_size=3))
    def test_anything_is_loaded(self, exchanges: list[Exchange]) -> None:
        requests, found, *_ = deserialize(cassette_text(exchanges, {"model": "m"}), yamlserializer)

        assert len(requests) == len(found) == len(exchanges)
        assert all(isinstance(response["body"]["string"], bytes) for response in found)
        assert all(response["status"]["message"].isascii() for response in found)
