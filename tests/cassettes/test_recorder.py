import json

import pytest

from forge_harness import CommandError
from forge_harness.cli import main as command_line
from forge_harness.cli import run as run_command
from pytest_forge.cassettes.tape.tape import open_tape


@pytest.fixture
def forge_run(server):
    def run(*words):
        base_url = server.url
        return command_line.main(
            ["run", "Hi.", "--provider", "openai", "--model", "m", "--base-url", base_url, "--json", *map(str, words)]
        )

    return run


def test_a_run_is_recorded_into_a_new_file(forge_run, tmp_path, capsys):
    place = tmp_path / "session.yaml"

    code = forge_run("--record", place)

    assert (code, json.loads(capsys.readouterr().out)["text"]) == (0, "Hello.")
    assert json.loads(open_tape(place).answer(0).body)["choices"][0]["message"]["content"] == "Hello."
    # When its pieces came, for the time line of 'forge replay --format html'.
    assert open_tape(place).exchange(0).answer.delays_s


def test_a_run_that_is_stopped_leaves_its_recording(forge_run, server, tmp_path):
    place = tmp_path / "session.yaml"
    server.RequestHandlerClass = _Refusing

    code = forge_run("--record", place)

    assert code != 0
    assert open_tape(place).answer(0).status == 400


class _Refusing:
    """Answers everything with 400; what a provider says to a bad request."""

    def __new__(cls, *arguments):
        from http.server import BaseHTTPRequestHandler

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["content-length"]))
                self.send_response(400)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        return Handler(*arguments)


def test_an_existing_file_is_not_written_over(forge_run, server, tmp_path, capsys):
    place = tmp_path / "session.yaml"
    place.write_text("mine")

    code = forge_run("--record", place)

    assert (code, place.read_text(), server.seen) == (2, "mine", [])
    assert "There is already a file" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_told_before_anything_is_sent(forge_run, server, tmp_path, capsys):
    code = forge_run("--record", tmp_path / "missing" / "session.yaml")

    assert (code, server.seen) == (2, [])
    assert "cannot be created" in capsys.readouterr().err


def test_a_missing_recorder_is_told_in_two_sentences(tmp_path, monkeypatch):
    monkeypatch.setattr(run_command, "entry_points", lambda group: ())

    with pytest.raises(CommandError, match=r"^A recorder is not installed\. Install "):
        run_command._recording(tmp_path / "session.yaml")
