"""A cassette's file: whole or not at all, one writer at a time, nothing lost and nothing left behind."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import vcr
import yaml

from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.tape import tape_file
from pytest_forge.cassettes.tape.folder_lock import locked_folder
from pytest_forge.cassettes.tape.tape import open_tape
from pytest_forge.cassettes.tape.tape_file import append_to_tape, write_tape


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


def exchange(name: str) -> Exchange:
    return Exchange(
        RecordedRequest("GET", f"https://a.example/{name}"), RecordedResponse(200, "OK", (), (name.encode(),))
    )


def names(path: Path) -> list[str]:
    tape = open_tape(path)
    return [tape.answer(number).body.decode() for number in range(len(tape))]  # type: ignore[union-attr]


def test_a_written_cassette_is_alone_in_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "a.yaml"
    write_tape(path, [exchange("one")], metadata={"model": "m"})
    append_to_tape(path, [exchange("two")], metadata={})

    assert names(path) == ["one", "two"]
    assert os.listdir(path.parent) == ["a.yaml"]


def test_what_is_appended_follows_what_is_there_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    write_tape(path, [exchange("one")], metadata={"model": "m"})
    before = path.read_bytes()
    append_to_tape(path, [exchange("two")], metadata={"model": "n"})

    assert path.read_bytes().startswith(before)
    assert open_tape(path).metadata == {"model": "m"}


def test_appending_to_nothing_or_to_an_empty_file_makes_it(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").touch()
    for name in ("none.yaml", "empty.yaml"):
        append_to_tape(tmp_path / name, [exchange("one")], metadata={"model": "m"})

        assert names(tmp_path / name) == ["one"]
        assert open_tape(tmp_path / name).metadata == {"model": "m"}


VCR_PY = """interactions:
- request: {body: null, headers: {}, method: GET, uri: 'https://a.example/one'}
  response:
    body: {string: one}
    headers: {}
    status: {code: 200, message: OK}
version: 1
"""

JSON = (
    '{"version": 1, "interactions": [{"request": {"method": "GET", "uri": "https://a.example/one", "body": ""}, '
    '"response": {"status": {"code": 200, "message": ""}, "headers": {}, "body": {"string": "one"}}}]}'
)


@pytest.mark.parametrize(
    "text",
    [
        VCR_PY,
        VCR_PY.replace("\n", "\r\n"),
        VCR_PY.replace("\n", "\n  ").replace("\n  version", "\nversion").rstrip(" "),
        VCR_PY.removesuffix("version: 1\n").rstrip("\n"),
        VCR_PY.replace("{string: one}", "{string: &a one}").replace("message: OK", "message: *a"),
        VCR_PY + "# a remark\n",
        JSON,
    ],
    ids=["block", "crlf", "indented", "no end", "alias", "remark", "json"],
)
def test_others_cassettes_are_appended_to_in_any_form(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(text.encode())
    append_to_tape(path, [exchange("two"), exchange("three")], metadata={})

    assert names(path) == ["one", "two", "three"]
    with vcr.use_cassette(str(path), record_mode="none") as cassette:
        assert len(cassette) == 3


def test_what_vcr_py_wrote_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(VCR_PY)
    append_to_tape(path, [exchange("two")], metadata={})

    before, after = VCR_PY.split("version")
    assert path.read_text().startswith(before)
    assert path.read_text().endswith("version" + after)


def test_an_interaction_that_cannot_be_read_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    text = '{"interactions": [{"request": {"method": "GET", "uri": "https://a.example/"}}]}'
    path.write_text(text)

    with pytest.raises(CassetteError, match=r"interaction 1 .*a\.yaml' cannot be kept.* Record it again\.$"):
        append_to_tape(path, [exchange("two")], metadata={})
    assert path.read_text() == text


def test_a_damaged_cassette_is_not_overwritten_by_appending(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("interactions:\n- request: [\n")

    with pytest.raises(CassetteError):
        append_to_tape(path, [exchange("two")], metadata={})
    assert path.read_text() == "interactions:\n- request: [\n"


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "a.yaml"
    link.symlink_to(tmp_path / "real" / "b.yaml")
    write_tape(link, [exchange("one")], metadata={})

    assert link.is_symlink()
    assert names(tmp_path / "real" / "b.yaml") == ["one"]


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    write_tape(path, [exchange("one")], metadata={})
    path.chmod(0o640)
    write_tape(path, [exchange("two")], metadata={})

    assert path.stat().st_mode & 0o777 == 0o640


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").mkdir()

    for write in (write_tape, append_to_tape):
        with pytest.raises(CassetteError, match=r"a\.yaml' cannot be [a-z]+ \(Is a directory\)\. [A-Z].*\.$"):
            write(tmp_path / "a.yaml", [exchange("one")], metadata={})


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").touch()

    for path in (tmp_path / "a" / "b.yaml", tmp_path / "a" / "b" / "c.yaml"):
        with pytest.raises(CassetteError, match=r"cannot be written \(.*\)\. Name a folder above it, or remove"):
            write_tape(path, [exchange("one")], metadata={})


def test_a_folder_without_permission_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def refusing(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, flags, *args, **kwargs)

    monkeypatch.setattr(tape_file.os, "open", refusing)

    with pytest.raises(CassetteError, match=r"cannot be written \(Permission denied\)\. Check that there is room"):
        write_tape(tmp_path / "a.yaml", [exchange("one")], metadata={})


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    write_tape(path, [exchange("one")], metadata={})
    code = (
        "import resource, signal, sys; from pathlib import Path; sys.path[:0] = sys.argv[2:]\n"
        "from pytest_forge.cassettes.exchange import *; from pytest_forge.cassettes.tape.tape_file import *\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "big = Exchange(RecordedRequest('GET', 'https://a.example/'), RecordedResponse(200, chunks=(b'x' * 50_000,)))\n"
        "try: append_to_tape(Path(sys.argv[1]), [big], metadata={})\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(path), *sys.path], capture_output=True, text=True, check=True)

    assert ran.stdout.startswith("CassetteError")
    assert "cannot be written (File too large). Check" in ran.stdout
    assert names(path) == ["one"]
    assert os.listdir(tmp_path) == ["a.yaml"]


def test_a_hanging_writer_is_told(tmp_path: Path) -> None:
    with locked_folder(tmp_path):
        with pytest.raises(CassetteError, match=r"locked by another process for 0 s\. End the recorder that hangs"):
            with locked_folder(tmp_path, patience_s=0):
                pass


def test_what_a_killed_writer_left_is_taken_away_by_the_next(tmp_path: Path) -> None:
    (tmp_path / ".a.yaml.0123.tmp").touch()
    (tmp_path / ".b.yaml.0123.tmp").touch()
    write_tape(tmp_path / "a.yaml", [exchange("one")], metadata={})

    assert sorted(os.listdir(tmp_path)) == [".b.yaml.0123.tmp", "a.yaml"]


def test_threads_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    together = threading.Barrier(6)

    def record(name: str) -> None:
        together.wait()
        append_to_tape(path, [exchange(name)], metadata={})

    threads = [threading.Thread(target=record, args=(name,)) for name in "abcdef"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(names(path)) == list("abcdef")


WORKER = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[3:]
from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.tape.tape_file import append_to_tape
print("ready", flush=True)
sys.stdin.readline()
for name in sys.argv[2].split(","):
    request = RecordedRequest("GET", f"https://a.example/{name}")
    answer = RecordedResponse(200, chunks=(name.encode(),))
    append_to_tape(Path(sys.argv[1]), [Exchange(request, answer)], metadata={})
"""


def test_writers_in_three_processes_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    shares = [[f"{worker}{number}" for number in range(10)] for worker in "abc"]
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(path), ",".join(some), *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for some in shares
    ]
    for worker in workers:
        assert worker.stdout is not None
        worker.stdout.readline()
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write(b"go\n")
        worker.stdin.flush()
    for worker in workers:
        worker.communicate()

    found = names(path)
    assert [worker.returncode for worker in workers] == [0, 0, 0]
    assert [[name for name in found if name in share] for share in shares] == shares
    assert len(found) == 30
    assert os.listdir(tmp_path) == ["a.yaml"]


# Forks once a round, from a process without threads. A round is killed either by itself, at one of its system calls,
# or from the outside, at whatever it is doing.
KILLER = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from pytest_forge.cassettes.tape import tape_file
from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.tape.tape import open_tape

path = Path(sys.argv[1])
def exchange(name):
    body = name.encode() * 20_000
    return Exchange(RecordedRequest("GET", f"https://a.example/{name}"), RecordedResponse(200, "OK", (), (body,)))

def killed_at(step):
    def trace(event, arguments):
        nonlocal step
        if str(path.parent) in str(arguments[:1]) or event in ("os.rename", "fcntl.flock"):
            step -= 1
            if step < 0:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(trace)

tape_file.write_tape(path, [exchange("r0")], metadata={"model": "m"})
confirmed = killed = 0
for round in range(1, 101):
    readable, writable = os.pipe()
    child = os.fork()
    if not child:
        os.write(writable, b"s")
        if round % 2:
            killed_at(round // 2 % 8)
        tape_file.append_to_tape(path, [exchange(f"r{round}")], metadata={})
        os.write(writable, b"d")
        os._exit(0)
    os.close(writable)
    os.read(readable, 1)
    if round % 2 == 0:
        for _ in range(round * 20):
            os.sched_yield()
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    killed += os.WIFSIGNALED(status)
    done = os.read(readable, 1) == b"d"
    os.close(readable)
    tape = open_tape(path)
    found = [tape.request(number).url.rpartition("/")[2] for number in range(len(tape))]
    assert found[:confirmed + 1] == kept[:confirmed + 1] if round > 1 else found[0] == "r0", (round, found)
    assert len(found) <= confirmed + 2 and (not done or found[-1] == f"r{round}"), (round, found)
    kept, confirmed = found, len(found) - 1
    if confirmed > 8:
        tape_file.write_tape(path, [exchange("r0")], metadata={})
        kept, confirmed = ["r0"], 0
tape_file.append_to_tape(path, [exchange("end")], metadata={})
print(killed, sorted(os.listdir(path.parent)))
"""


@pytest.mark.in_turns("pytest_forge/cassettes/tape")
def test_killed_writers_lose_nothing_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    ran = subprocess.run([sys.executable, "-c", KILLER, str(path), *sys.path], capture_output=True, text=True)

    assert ran.returncode == 0, ran.stderr
    killed, left = ran.stdout.split(" ", 1)
    assert int(killed) >= 50
    assert left.strip() == "['a.yaml']"
    assert yaml.safe_load(path.read_text())["version"] == 1
