from __future__ import annotations

import gzip
import json
from pathlib import Path

import httpx
import pytest
import vcr
import yaml
from msgspec.structs import replace

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.tape.tape import open_tape
from pytest_forge.cassettes.tape.tape_file import write_tape

from .recordings import ANSWER, KEY, URL, entry, write


class TestScrub:
    def test_secrets_are_taken_and_told_by_kind_and_place(self, forge, folder):
        dirty = write(folder / "cassettes" / "a.yaml", entry(headers={"x-api-key": [KEY]}))
        clean = write(folder / "cassettes" / "b.yaml", entry())
        before = clean.stat().st_mtime_ns

        code, out, err = forge("cassettes", "scrub", "cassettes")

        assert (code, err) == (0, "")
        assert "cassettes/a.yaml\n  interaction 1, request header 'x-api-key': a credential\n2 cassettes: " in out
        assert KEY not in out + dirty.read_text()
        assert clean.stat().st_mtime_ns == before
        assert forge("cassettes", "lint")[0] == 0

    def test_check_changes_nothing_and_fails(self, forge, folder):
        path = write(folder / "a.yaml", entry(headers={"x-api-key": [KEY]}))
        before = path.read_bytes()

        code, out, _ = forge("cassettes", "scrub", "--check", "a.yaml")

        assert code == 1
        assert "1 cassette: 1 secret would be removed in 1." in out
        assert path.read_bytes() == before

    def test_a_clean_file_passes_the_check(self, forge, folder):
        write(folder / "a.yaml", entry())

        assert forge("cassettes", "scrub", "--check", "a.yaml") == (0, "1 cassette: no secrets.\n", "")

    def test_a_file_that_cannot_be_scrubbed_is_told_and_the_others_are_done(self, forge, folder):
        path = write(folder / "cassettes" / "a.yaml", entry(headers={"x-api-key": [KEY]}))
        foreign = folder / "cassettes" / "b.json"
        foreign.write_text('{"name": 1}')

        code, out, err = forge("cassettes", "scrub", "cassettes", "absent.yaml")

        assert code == 2
        assert [line.count(". ") for line in err.splitlines()] == [1, 1]
        assert "'cassettes/b.json' is not a recording of HTTP." in err
        assert "There is no file 'absent.yaml'." in err
        assert "1 cassette: 1 secret removed in 1." in out
        assert KEY not in path.read_text()
        assert foreign.read_text() == '{"name": 1}'

    def test_a_packed_body_is_told(self, forge, folder):
        one = entry(answer={"text": KEY})
        one["response"]["body"]["string"] = gzip.compress(json.dumps({"text": KEY}).encode())
        one["response"]["headers"]["content-encoding"] = ["gzip"]
        write(folder / "a.yaml", one)

        _, out, _ = forge("cassettes", "scrub", "a.yaml")

        assert "  interaction 1: a body was compressed again with gzip\n" in out


class TestShow:
    def test_a_transcript_tells_who_said_what(self, forge, folder):
        call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"at":"x"}'}}
        asked = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Look\x1b[2J."}]
        called = {"role": "assistant", "content": None, "tool_calls": [call]}
        told = [*asked, called, {"role": "tool", "tool_call_id": "c1", "content": "a cat"}]
        first = {"choices": [{"message": called, "finish_reason": "tool_calls"}], "usage": {"prompt_tokens": 7}}
        stream = [
            {"choices": [{"index": 0, "delta": {"content": "A "}}]},
            {"choices": [{"index": 0, "delta": {"content": "cat."}, "finish_reason": "stop"}]},
        ]
        streamed = entry(json.dumps({"model": "m", "messages": told}))
        streamed["response"]["headers"]["content-type"] = ["text/event-stream"]
        events = "".join(f"data: {json.dumps(event)}\n\n" for event in stream) + "data: [DONE]\n\n"
        streamed["response"]["body"]["string"] = events
        write(folder / "a.yaml", entry(json.dumps({"model": "m", "messages": asked}), answer=first), streamed)

        code, out, err = forge("cassettes", "show", "a.yaml")

        assert (code, err) == (0, "")
        assert out.splitlines() == [
            "a.yaml",
            "",
            f"  1  POST  {URL}  200",
            "     system      Be brief.",
            "     user        Look\\x1b[2J.",
            '     calls       look({"at": "x"})',
            "     stops       tool_calls; 7 tokens in, 0 out",
            "",
            f"  2  POST  {URL}  200  streamed",
            "                 (2 as before)",
            '     assistant   calls look({"at":"x"})',
            "     tool        a cat",
            "     assistant   A cat.",
            "     stops       stop",
        ]

    def test_a_long_text_is_cut(self, forge, folder):
        write(folder / "a.yaml", entry(json.dumps({"messages": [{"role": "user", "content": "x" * 9000}]})))

        _, out, _ = forge("cassettes", "show", "--max-chars", "100", "a.yaml")

        assert f"{'x' * 100}… (9000 characters)" in out

    def test_an_answer_that_cannot_be_read_is_told_in_its_place(self, forge, folder):
        broken = entry()
        del broken["response"]["status"]
        write(folder / "a.yaml", broken, entry())

        code, out, _ = forge("cassettes", "show", "a.yaml")

        assert code == 0
        assert "error       An answer has no HTTP status. Record it again." in out
        assert "assistant   Hello." in out

    def test_a_file_that_is_no_cassette_is_refused(self, refused, folder):
        (folder / "a.json").write_text('{"name": 1}')

        assert "'a.json' is not a recording of HTTP." in refused("cassettes", "show", "a.json")


class TestConvert:
    def exchanges(self, path: Path) -> list[Exchange]:
        tape = open_tape(path)
        return [tape.exchange(number) for number in range(len(tape))]

    @pytest.fixture
    def ours(self, folder) -> Path:
        chunks = (b'data: {"a": 1}\n\n', "data: ö \n\n".encode())
        recorded = [
            Exchange(
                RecordedRequest("POST", URL, (("Accept", "*/*"), ("X-No", "yes")), b'{"a":[1,2],"b":"x\\ny"}'),
                RecordedResponse(200, "OK", (("content-type", "text/event-stream"),), chunks, (0.1, 0.2)),
            ),
            Exchange(RecordedRequest("GET", f"{URL}?page=2"), RecordedResponse(404, "Not Found", (), (b'{"b": 2}',))),
            Exchange(RecordedRequest("GET", f"{URL}/file"), RecordedResponse(200, "OK", (), (b"\x00\xff\x89PNG",))),
        ]
        write_tape(folder / "ours.yaml", recorded, metadata={"recorded_at": "2026-01-05T10:00:00Z"})
        return folder / "ours.yaml"

    def test_ours_to_plain_and_back_keeps_every_exchange(self, forge, folder, ours):
        code, out, err = forge("cassettes", "convert", "ours.yaml", "--to", "vcr", "--output", "plain.yaml")
        forge("cassettes", "convert", "plain.yaml", "--to", "forge", "--output", "back.yaml")

        assert (code, err) == (0, "")
        assert out == "plain.yaml: written; lost: the pieces of 1 streams, the pauses of 1 streams.\n"
        assert "forge" not in (folder / "plain.yaml").read_text()
        kept = [
            replace(one, recorded_at="", answer=replace(one.answer, chunks=(one.answer.body,), delays_s=()))
            for one in self.exchanges(ours)
        ]
        assert [replace(one, recorded_at="") for one in self.exchanges(folder / "back.yaml")] == kept
        assert all(
            isinstance(entry, dict) for entry in yaml.safe_load((folder / "back.yaml").read_text())["interactions"]
        )

    @pytest.mark.parametrize(
        ("form", "name", "serializer"), [("vcr", "a.yaml", "yaml"), ("vcr-json", "a.json", "json")]
    )
    def test_plain_vcr_plays_what_was_converted(self, forge, folder, ours, form, name, serializer):
        kept = self.exchanges(ours)[:2]
        write_tape(ours, kept, metadata={})
        forge("cassettes", "convert", "ours.yaml", "--to", form, "--output", name)

        with vcr.use_cassette(name, serializer=serializer, record_mode="none", match_on=["method", "uri", "body"]):
            with httpx.Client() as client:
                first = client.post(URL, content=kept[0].request.body)
                second = client.get(f"{URL}?page=2")

        assert (first.status_code, first.content) == (200, kept[0].answer.body)
        assert (second.status_code, second.content) == (404, b'{"b": 2}')

    def test_a_failed_connection_is_told_as_lost(self, forge, folder):
        failed = Exchange(RecordedRequest("GET", URL), RecordedFailure("ReadTimeout"))
        write_tape(folder / "ours.yaml", [failed], metadata={})

        _, out, _ = forge("cassettes", "convert", "ours.yaml", "--to", "vcr", "--output", "plain.yaml")

        assert "lost: how 1 connections failed" in out
        assert (
            yaml.safe_load((folder / "plain.yaml").read_text())["interactions"][0]["response"]["status"]["code"] == 599
        )

    def test_decoded_bodies_become_ours_without_their_secrets(self, forge, folder):
        parsed = entry(headers={"x-api-key": [KEY]})
        parsed["request"] |= {"body": None, "parsed_body": {"model": "m", "n": 1}}
        write(folder / "old" / "sub" / "a.yml", parsed)

        code, out, _ = forge("cassettes", "convert", "old", "--to", "forge", "--output", "new")

        (converted,) = self.exchanges(folder / "new" / "sub" / "a.yaml")
        assert code == 0
        assert out == "new/sub/a.yaml: written; 1 secret removed.\n"
        assert json.loads(converted.request.body) == {"model": "m", "n": 1}
        assert KEY not in (folder / "new" / "sub" / "a.yaml").read_text()

    def test_a_file_that_is_there_is_not_written_over(self, forge, refused, folder, ours):
        (folder / "there.yaml").write_text("mine")
        words = ("cassettes", "convert", "ours.yaml", "--to", "vcr", "--output", "there.yaml")

        told = refused(*words)

        assert "There is already a file 'there.yaml'. Name another place, or add --force." in told
        assert (folder / "there.yaml").read_text() == "mine"
        assert forge(*words, "--force")[0] == 0

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (("nowhere.yaml", "--output", "x"), "There is no file 'nowhere.yaml'."),
            (("ours.yaml", "--output", "."), "'.' is a folder. Name a file in it."),
            ((".", "--output", "ours.yaml"), "'ours.yaml' is not a folder. Name one"),
            (("tools.json", "--output", "x"), "'tools.json' is not a recording of HTTP."),
            (("bare.json", "--output", "x"), "cannot be converted (it has no request). Record it again"),
            (
                ("ours.yaml", "--output", "x.json", "--to", "vcr-json"),
                "is not text, which VCR.py's JSON cannot hold.",
            ),
        ],
    )
    def test_a_mistake_is_told_and_nothing_written(self, refused, folder, ours, words, told):
        (folder / "bare.json").write_text(json.dumps({**ANSWER, "object": "chat.completion"}))

        assert told in refused("cassettes", "convert", "--to", "vcr", *words)
