from __future__ import annotations

import base64
import gzip
import json
import zlib

import pytest
import yaml

from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.foreign.interaction import UnreadableInteraction
from pytest_forge.cassettes.foreign.reading import find_cassettes, read_cassette
from pytest_forge.cassettes.sessions.session import read_session

URL = "https://api.openai.com/v1/chat/completions"
ANSWER = {
    "model": "m",
    "choices": [{"finish_reason": "stop", "message": {"content": "Grüße 🎉"}}],
    "usage": {"prompt_tokens": 7, "completion_tokens": 5},
}
BODY = json.dumps(ANSWER, ensure_ascii=False).encode()
RAW_DEFLATE = zlib.compressobj(wbits=-15)
RAW_DEFLATED = RAW_DEFLATE.compress(BODY) + RAW_DEFLATE.flush()


def entry(response=None, *, encoding=None, status=200, request=None):
    headers = {"Content-Type": ["application/json"], **({"Content-Encoding": [encoding]} if encoding else {})}
    return {
        "request": {"method": "POST", "uri": URL, "body": '{"model": "asked"}', "headers": {}, **(request or {})},
        "response": {"status": {"code": status, "message": "OK"}, "headers": headers, **(response or {})},
    }


def session_of(tmp_path, *entries, name="cassette.yaml"):
    file = tmp_path / name
    document = {"version": 1, "interactions": list(entries)}
    file.write_text(json.dumps(document) if name.endswith(".json") else yaml.safe_dump(document, allow_unicode=True))
    return read_session(file)


def string(value):
    return {"body": {"string": value}}


FORMS = {
    "text": (string(BODY.decode()), None),
    "bytes": (string(BODY), None),
    "a body that is a text": ({"body": BODY.decode()}, None),
    "gzip": (string(gzip.compress(BODY)), "gzip"),
    "gzip in two members": (string(gzip.compress(BODY[:20]) + gzip.compress(BODY[20:])), "gzip"),
    "gzip without its header": (string(gzip.compress(BODY)), None),
    "gzip read as Latin-1": (string(gzip.compress(BODY).decode("latin-1")), "gzip"),
    "a header of gzip with plain text": (string(BODY.decode()), "gzip"),
    "deflate": (string(zlib.compress(BODY)), "deflate"),
    "raw deflate": (string(RAW_DEFLATED), "deflate"),
    "a header of deflate with plain text": (string(BODY.decode()), "deflate"),
    "a header of brotli with plain text": (string(BODY.decode()), "br"),
    "a header of zstd with plain text": (string(BODY.decode()), "zstd"),
    "two encodings": (string(gzip.compress(zlib.compress(BODY))), "deflate, gzip"),
    "base64": ({"body": {"base64_string": base64.b64encode(BODY).decode()}}, None),
    "base64 by its encoding": ({"body": {"encoding": "base64", "string": base64.b64encode(BODY).decode()}}, None),
    "text with its encoding": ({"body": {"encoding": "UTF-8", "string": BODY.decode()}}, None),
    "decoded JSON": ({"parsed_body": ANSWER}, "gzip"),
    "chunks": (string([BODY[:9].decode(), BODY[9:].decode("latin-1").encode("latin-1")]), None),
    "the old form of httpx": ({"content": BODY.decode(), "status_code": 200, "status": None}, "gzip"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_body_is_read_in_every_form(form, tmp_path):
    response, encoding = FORMS[form]

    (turn,) = session_of(tmp_path, entry(response, encoding=encoding)).turns

    assert turn.error is None
    assert turn.reply.message.text == "Grüße 🎉"
    assert (turn.provider, turn.endpoint, turn.model, turn.status) == ("openai", "chat", "m", 200)


def test_a_json_cassette_is_read(tmp_path):
    (turn,) = session_of(tmp_path, entry(string(BODY.decode())), name="cassette.json").turns

    assert turn.reply.message.text == "Grüße 🎉"


BROKEN = {
    "gzip cut off": (string(gzip.compress(BODY)[:-12]), "gzip", "cut off"),
    "gzip damaged": (string(b"\x1f\x8b\x08\x00" + b"\xff" * 40), "gzip", "damaged"),
    "deflate damaged": (string(b"\xff" * 40), "deflate", "damaged"),
    "base64 that is none": ({"body": {"base64_string": "?"}}, None, "is none"),
    "a number": ({"body": 5}, None, "recorded as int"),
    "no JSON": (string("<html>"), None, "is not JSON"),
    "no reply": (string("{}"), None, "not a reply"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_unreadable_answer_is_told_in_its_place_and_hides_no_other(name, tmp_path):
    response, encoding, said = BROKEN[name]
    good = entry(string(BODY.decode()))

    session = session_of(tmp_path, good, entry(response, encoding=encoding), good)

    assert [turn.error is None for turn in session.turns] == [True, False, True]
    assert said in session.turns[1].error
    assert (session.turns[1].provider, session.turns[1].model) == ("openai", "asked")
    assert session.usage.input_tokens == 14


def test_an_interaction_that_is_none_hides_no_other(tmp_path):
    good = entry(string(BODY.decode()))

    session = session_of(tmp_path, None, {"request": 5, "response": []}, good, entry(status=None), {"request": {}})

    assert [turn.error is None for turn in session.turns] == [False, False, True, False, False]


def test_a_body_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("pytest_forge.cassettes.foreign.body._MAX_BYTES", 1000)
    bomb = entry(string(gzip.compress(b"0" * 100_000)), encoding="gzip")

    (turn,) = session_of(tmp_path, bomb).turns

    assert "unpacks to more than" in turn.error


@pytest.mark.parametrize("name", ["br", "zstd"])
def test_a_missing_library_is_told_in_the_interaction(name, tmp_path, monkeypatch):
    def absent(module):
        raise ImportError(module)

    monkeypatch.setattr("pytest_forge.cassettes.foreign.body.importlib.import_module", absent)

    (turn,) = session_of(tmp_path, entry(string(b"\x28\xb5\x2f\xfd\x00"), encoding=name)).turns

    assert f"packed with {name!r}" in turn.error
    assert turn.error.count(". ") == 1
    assert "(extra 'replay')" in turn.error


@pytest.mark.parametrize(("name", "library", "pack"), [("br", "brotli", "compress"), ("zstd", "zstandard", "compress")])
def test_brotli_and_zstd_are_unpacked(name, library, pack, tmp_path):
    packed = getattr(pytest.importorskip(library), pack)(BODY)

    (turn,) = session_of(tmp_path, entry(string(packed), encoding=name)).turns

    assert turn.reply.message.text == "Grüße 🎉"


TAGGED = """
interactions:
- request:
    method: POST
    uri: {url}
    body: null
    headers:
      ? !!python/object/apply:multidict._multidict.istr
      - Accept
      : [x]
      trap: !!python/object/apply:os.system ["touch {trap}"]
      other: !!python/object/new:os.system [["touch {trap}"]]
      name: !!python/name:os.system ''
      module: !!python/module:antigravity ''
      ruby: !ruby/object:Gem::Installer {{i: x}}
  response:
    status: {{code: 200}}
    headers:
      !!python/object/apply:multidict._multidict.istr [Content-Type]: [application/json]
    body: {{string: {body}}}
"""


def test_tags_that_name_code_run_nothing(tmp_path):
    trap = tmp_path / "trap"
    file = tmp_path / "cassette.yaml"
    file.write_text(TAGGED.format(url=URL, trap=trap, body=json.dumps(json.dumps(ANSWER))))

    (interaction,) = read_cassette(file).interactions

    assert not isinstance(interaction, UnreadableInteraction)
    assert interaction.headers == {"content-type": "application/json"}
    assert not trap.exists()


@pytest.mark.parametrize("place", ["parsed_body", "headers", "body"])
def test_aliases_that_stand_for_billions_of_values_are_refused(place, tmp_path):
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 12)]
    response = {"parsed_body": "parsed_body: *l11", "headers": "headers: {a: *l11}", "body": "body: {string: *l11}"}
    file = tmp_path / "cassette.yaml"
    file.write_text(
        "\n".join(lines)
        + f"\ninteractions:\n- request: {{method: POST, uri: '{URL}'}}\n  response:\n    status: {{code: 200}}\n"
        f"    {response[place]}\n"
    )

    assert read_session(file).turns[0].error is not None


def test_a_decoded_body_that_holds_itself_is_refused(tmp_path):
    file = tmp_path / "cassette.yaml"
    file.write_text(
        f"interactions:\n- request: {{method: POST, uri: '{URL}'}}\n  response:\n    status: {{code: 200}}\n"
        "    parsed_body: &a {choices: *a}\n"
    )

    assert "holds itself" in read_session(file).turns[0].error


def test_dates_in_a_decoded_body_stay_text(tmp_path):
    file = tmp_path / "cassette.yaml"
    file.write_text(
        f"interactions:\n- request: {{method: POST, uri: '{URL}'}}\n  response:\n    status: {{code: 200}}\n"
        "    parsed_body: {choices: [{message: {content: 2024-01-01T00:00:00Z}}]}\n"
    )

    assert read_session(file).turns[0].reply.message.text == "2024-01-01T00:00:00Z"


DIALECTS = {
    "ruby": {"http_interactions": [entry(string(BODY.decode()))], "recorded_with": "VCR 6.4.0"},
    "one exchange": {
        "request": {"method": "POST", "url": URL, "body": "{}"},
        "response": {"status": {"code": 200}, "headers": {"a": "b"}, "body": BODY.decode()},
    },
    "a list": [entry(string(BODY.decode()))],
    "a bare answer": ANSWER,
    "Go": {
        "version": 2,
        "interactions": [
            {
                "request": {"method": "POST", "url": URL, "body": "{}", "headers": {"A": ["b"]}, "form": {}},
                "response": {"status": "200 OK", "code": 200, "body": BODY.decode(), "headers": {}, "duration": "1ms"},
            }
        ],
    },
    "PHP": [
        {
            "request": {"method": "POST", "url": URL, "headers": {}, "body": "{}"},
            "response": {"status": {"http_version": "1.1", "code": "200"}, "headers": {}, "body": BODY.decode()},
        }
    ],
    "Elixir": [
        {
            "request": {"method": "post", "url": URL, "body": "{}", "headers": [], "options": []},
            "response": {"status_code": 200, "type": "ok", "headers": {}, "body": BODY.decode()},
        }
    ],
    "Java": {
        "name": "t",
        "interactions": [
            {"request": {"method": "POST", "uri": URL}, "response": {"status": 200, "body": BODY.decode()}}
        ],
    },
    "C#": [
        {
            "Request": {"Method": "POST", "Uri": URL, "Body": "{}", "RequestHeaders": {}},
            "Response": {"Status": {"Code": 200, "Message": "OK"}, "ResponseHeaders": {}, "Body": BODY.decode()},
        }
    ],
    "nock": [
        {
            "scope": "https://api.openai.com:443",
            "method": "POST",
            "path": "/v1/chat/completions",
            "body": {"model": "m"},
            "status": 200,
            "response": ANSWER,
            "rawHeaders": ["Content-Type", "application/json"],
        }
    ],
    "nock, bytes": [
        {
            "scope": "https://api.openai.com",
            "method": "POST",
            "path": "/v1/chat/completions",
            "body": "",
            "status": 200,
            "response": [gzip.compress(BODY).hex()],
            "rawHeaders": {"content-encoding": "gzip"},
        }
    ],
}


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_that_records_http_is_read(name, tmp_path):
    file = tmp_path / "cassette.json"
    file.write_text(json.dumps(DIALECTS[name]))

    (turn,) = read_session(file).turns

    assert (turn.provider, turn.reply.message.text) == ("openai", "Grüße 🎉")


REFUSED = {
    "text": "just text",
    "a number": "5",
    "nothing": "",
    "a mapping": "{a: 1}",
    "bad YAML": "a: [",
    "bytes": b"\x00\xff",
    "frames": "interactions: [{kind: message, direction: sent, data: {}}]",
    "gRPC": "interactions: [{request_sample: {}, response_sample: {}}]",
    "no list": "interactions: {a: []}",
    "deep": "[" * 5000,
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_no_cassette_is_refused_in_two_sentences(name, tmp_path):
    file = tmp_path / "cassette.yaml"
    content = REFUSED[name]
    file.write_bytes(content if isinstance(content, bytes) else content.encode())

    with pytest.raises(CassetteError) as caught:
        read_cassette(file)

    assert str(caught.value).endswith(".")
    assert str(caught.value).replace("'cassette.yaml'", "").count(". ") == 1


def test_a_cassette_without_interactions_is_an_empty_session(tmp_path):
    assert session_of(tmp_path).turns == ()


def test_a_folder_is_searched_in_order(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("z.yml", "b/a.yaml", "a.JSON", "c.txt"):
        (tmp_path / name).write_text("")

    assert [str(file.relative_to(tmp_path)) for file in find_cassettes(tmp_path)] == ["a.JSON", "b/a.yaml", "z.yml"]


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_place_without_cassettes_is_refused(name, tmp_path):
    (tmp_path / "empty").mkdir()

    with pytest.raises(CassetteError, match=name):
        find_cassettes(tmp_path / name)
