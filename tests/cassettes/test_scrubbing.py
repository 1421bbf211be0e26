from __future__ import annotations

import base64
import gzip
import json
import zlib

import pytest
import yaml

from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.foreign.body import decompressed
from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.hygiene.recorded_secrets import secrets_of
from pytest_forge.cassettes.hygiene.rules import read_for_judgement
from pytest_forge.cassettes.hygiene.scrubbing import scrub
from pytest_forge.cassettes.redaction.redact import Redactor
from pytest_forge.cassettes.tape.format import cassette_text
from pytest_forge.cassettes.tape.tape import open_tape

KEY = "sk-proj-8Fh3kQz71LmPv0RtYb92WxNc45GdEs6A"
REDACTOR = Redactor(environ={})
SAID = {"id": "c1", "text": f"Your key — {KEY} — is fine.\nKeep it.", "n": 1.50}
PACKED = base64.b64encode(gzip.compress(json.dumps(SAID).encode())).decode()

PLAIN = f"""# Kept by hand.
interactions:
- request:
    body: '{{"model":"m","content":"use {KEY} or it''s
      nothing"}}'
    headers: {{Authorization: [Bearer {KEY}], X-Note: &note [it's kept]}}
    method: POST
    uri: https://api.test/v1/chat?key={KEY}&page=2
  response:
    body:
      string: |-
        data: {{"delta": "— {KEY}"}}

        data: [DONE]
    headers:
      X-Note: *note
      Content-Length:   ['{len(f'data: {{"delta": "— {KEY}"}}' + chr(10) * 2 + "data: [DONE]") + 2}']
    status: {{code: 200, message: OK}}
- request: {{body: null, headers: {{}}, method: GET, uri: "http://api.test/clean"}}
  response: {{body: {{string: untouched}}, headers: {{}}, status: {{code: 200, message: OK}}}}
version: 1   # the format's
"""
JSON = json.dumps(
    {
        "version": 1,
        "interactions": [
            {
                "request": {
                    "method": "POST",
                    "uri": "http://api.test/é",
                    "headers": {"x-api-key": [KEY]},
                    "body": "{}",
                },
                "response": {
                    "status": {"code": 200, "message": "\ud83d\ude00"},
                    "headers": {},
                    "body": {"string": json.dumps(SAID)},
                },
            }
        ],
    },
    indent="\t",
)
PARSED = yaml.safe_dump(
    {
        "interactions": [
            {
                "request": {"method": "POST", "uri": "http://api.test/", "headers": {}, "parsed_body": {"a": [SAID]}},
                "response": {"status": {"code": 200, "message": "OK"}, "headers": {}, "parsed_body": SAID},
            }
        ],
        "version": 1,
    },
    allow_unicode=True,
)
RUBY = f"""---
http_interactions:
- request:
    method: post
    uri: http://api.test/
    body:
      encoding: UTF-8
      string: '{{"key":"{KEY}"}}'
    headers:
      Authorization:
      - Bearer {KEY}
  response:
    status:
      code: 200
      message: OK
    headers: {{}}
    body:
      encoding: ASCII-8BIT
      string: "fine"
  recorded_at: Sun, 04 Jan 2026 10:00:00 GMT
recorded_with: VCR 6.3.1
"""
ZIPPED = f"""interactions:
- request:
    body: null
    headers: {{}}
    method: GET
    uri: http://api.test/
  response:
    body:
      string: !!binary |
        {PACKED[:76]}
        {PACKED[76:]}
    headers:
      content-encoding: [gzip]
      content-length: ['{len(base64.b64decode(PACKED))}']
    status: {{code: 200, message: OK}}
version: 1
"""
DIALECTS = {"plain.yaml": PLAIN, "a.json": JSON, "parsed.yaml": PARSED, "ruby.yml": RUBY, "zipped.yaml": ZIPPED}


def all_text(path) -> str:
    tape = open_tape(path)
    return repr([tape.exchange(number) for number in range(len(tape))])


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize("name", DIALECTS)
def test_the_secrets_of_any_dialect_are_taken_and_nothing_else(tmp_path, name, ends):
    path = tmp_path / name
    path.write_bytes(DIALECTS[name].replace("\n", ends).encode())
    before = all_text(path)

    scrubbed = scrub(path, redactor=REDACTOR)
    path.write_bytes(scrubbed.data)

    after = read_for_judgement(path, name)
    assert KEY in before
    assert scrubbed.taken
    assert KEY not in scrubbed.data.decode() + all_text(path)
    assert [secrets_of(exchange, REDACTOR) for _, exchange in after.readable] == [[] for _ in after.exchanges]
    assert scrub(path, redactor=REDACTOR).data == scrubbed.data


def test_what_holds_no_secret_stays_byte_for_byte(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(PLAIN)

    scrubbed = scrub(path, redactor=REDACTOR).data.decode()

    length = len(f'data: {{"delta": "— {KEY}"}}') + 16
    expected = PLAIN.replace(f"Bearer {KEY}", '"Bearer REDACTED"').replace(KEY, "REDACTED")
    expected = expected.replace('"Bearer REDACTED"', "Bearer REDACTED")
    expected = expected.replace(f"'{length}'", f'"{length - len(KEY) + 8}"')
    assert scrubbed == expected


def test_what_was_taken_is_told_by_kind_and_place(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(PLAIN)

    taken = scrub(path, redactor=REDACTOR).taken

    assert [(number, secret.place) for number, secret in taken] == [
        (1, "url"),
        (1, "request header 'authorization'"),
        (1, "request body"),
        (1, "response body"),
    ]
    assert KEY not in "".join(secret.kind for _, secret in taken)


def test_a_packed_body_is_packed_again(tmp_path):
    path = tmp_path / "zipped.yaml"
    path.write_text(ZIPPED)

    path.write_bytes(scrub(path, redactor=REDACTOR).data)

    (entry,) = yaml.safe_load(path.read_text())["interactions"]
    packed = entry["response"]["body"]["string"]
    assert json.loads(gzip.decompress(packed)) == {**SAID, "text": SAID["text"].replace(KEY, "REDACTED")}
    assert entry["response"]["headers"]["content-length"] == [str(len(packed))]


def _recorded(body, **headers) -> str:
    entry = {
        "request": {"method": "GET", "uri": "http://api.test/", "headers": {}, "body": None},
        "response": {
            "status": {"code": 200, "message": "OK"},
            "headers": {name.replace("_", "-"): [value] for name, value in headers.items()},
            "body": body,
        },
    }
    return yaml.safe_dump({"interactions": [entry], "version": 1}, allow_unicode=True)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "gzip, br"])
def test_a_body_is_packed_again_as_it_was(tmp_path, encoding):
    pack = {"gzip": gzip.compress, "deflate": zlib.compress}
    if "br" in encoding:
        pack["br"] = pytest.importorskip("brotli").compress
    if "zstd" in encoding:
        pack["zstd"] = pytest.importorskip("zstandard").ZstdCompressor().compress
    packed = json.dumps(SAID).encode()
    for name in encoding.split(", "):
        packed = pack[name](packed)
    path = tmp_path / "a.yaml"
    path.write_text(_recorded({"string": packed}, content_encoding=encoding, content_length=str(len(packed))))

    scrubbed = scrub(path, redactor=REDACTOR)
    path.write_bytes(scrubbed.data)

    response = yaml.safe_load(path.read_text())["interactions"][0]["response"]
    found = response["body"]["string"]
    assert json.loads(decompressed(found, encoding)) == {**SAID, "text": SAID["text"].replace(KEY, "REDACTED")}
    assert found != decompressed(found, encoding)
    assert response["headers"]["content-length"] == [str(len(found))]
    assert scrubbed.packed == ((1, encoding),)


@pytest.mark.parametrize("size", [3, 20, 200])
@pytest.mark.parametrize("form", [lambda chunks: chunks, lambda chunks: {"string": chunks}])
@pytest.mark.parametrize("kind", [str, bytes])
def test_a_list_of_chunks_keeps_its_chunks(tmp_path, size, form, kind):
    text = f"data: one\n\ndata: the key is {KEY}, really\n\ndata: [DONE]\n\n"
    chunks = [text[start : start + size] for start in range(0, len(text), size)]
    path = tmp_path / "a.yaml"
    path.write_text(_recorded(form([chunk.encode() if kind is bytes else chunk for chunk in chunks])))

    path.write_bytes(scrub(path, redactor=REDACTOR).data)

    body = yaml.safe_load(path.read_text())["interactions"][0]["response"]["body"]
    found = body["string"] if isinstance(body, dict) else body
    assert kind().join(found) in (text.replace(KEY, "REDACTED"), text.replace(KEY, "REDACTED").encode())
    assert len(found) == len(chunks)


def test_a_packed_list_of_chunks_is_packed_again(tmp_path):
    packed = gzip.compress(json.dumps(SAID).encode())
    path = tmp_path / "a.yaml"
    path.write_text(_recorded({"string": [packed[:30], packed[30:]]}, content_encoding="gzip"))

    path.write_bytes(scrub(path, redactor=REDACTOR).data)

    found = yaml.safe_load(path.read_text())["interactions"][0]["response"]["body"]["string"]
    assert len(found) == 2
    assert KEY.encode() not in gzip.decompress(b"".join(found))


def test_a_secret_of_the_request_is_taken_from_the_chunks_too(tmp_path):
    text = _recorded(["a plain-word-77, ", "and pla", "in-word-77 once more", ", end"])
    path = tmp_path / "a.yaml"
    path.write_text(text.replace("headers: {}", "headers: {authorization: [Bearer plain-word-77]}", 1))

    path.write_bytes(scrub(path, redactor=REDACTOR).data)

    found = yaml.safe_load(path.read_text())["interactions"][0]["response"]["body"]
    assert "".join(found) == "a REDACTED, and REDACTED once more, end"
    assert (len(found), found[-1]) == (4, ", end")


def test_ours_keeps_its_chunks_and_the_text_of_clean_interactions(tmp_path):
    clean = Exchange(RecordedRequest("GET", "http://api.test/a"), RecordedResponse(200, "OK", chunks=(b"fi", b"ne")))
    dirty = Exchange(
        RecordedRequest("POST", "http://api.test/b", body=b'{"a":1}'),
        RecordedResponse(
            200, "OK", chunks=(f"data: {KEY[:20]}".encode(), f"{KEY[20:]}\n\n".encode(), b"data: end\n\n")
        ),
    )
    path = tmp_path / "a.yaml"
    text = cassette_text([clean, dirty, clean], {"recorded_at": "2026-01-05T10:00:00Z"})
    path.write_text(text)

    scrubbed = scrub(path, redactor=REDACTOR)
    path.write_bytes(scrubbed.data)

    tape = open_tape(path)
    answer = tape.answer(1)
    assert isinstance(answer, RecordedResponse)
    assert (len(answer.chunks), answer.body) == (3, b"data: REDACTED\n\ndata: end\n\n")
    assert scrubbed.data.decode().startswith(text[: text.index("api.test/b")])
    assert scrubbed.data.decode().endswith(text[text.rindex("- request") :])


def test_a_secret_outside_of_the_interactions_is_taken(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(f"recorded_by: me with {KEY}\ninteractions: []\nversion: 1\n")

    scrubbed = scrub(path, redactor=REDACTOR)

    assert scrubbed.data.decode() == "recorded_by: me with REDACTED\ninteractions: []\nversion: 1\n"
    assert [(number, secret.place) for number, secret in scrubbed.taken] == [(0, "outside of the interactions")]


def test_a_clean_file_stays(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(PLAIN.replace(KEY, "<filtered>"))

    assert scrub(path, redactor=REDACTOR).data == path.read_bytes()


def test_what_cannot_be_read_is_refused(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(ZIPPED.replace(PACKED[76:], ""))

    with pytest.raises(CassetteError, match="Interaction 1"):
        scrub(path, redactor=REDACTOR)


def test_every_recorded_cassette_can_be_scrubbed(corpus, tmp_path):
    path = tmp_path / "a.yaml"
    for file in sorted((corpus / "cassettes").rglob("*.yaml"))[::6]:
        text = file.read_text(encoding="utf-8")
        path.write_text(text.replace("  uri: ", f"  uri: https://me:{KEY}@x.test/?u=", 1), encoding="utf-8", newline="")

        scrubbed = scrub(path, redactor=REDACTOR)

        assert KEY not in scrubbed.data.decode(), file
        assert scrubbed.taken, file
