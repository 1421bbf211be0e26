"""Cassettes beside VCR.py and their floors; run by hand: `python tests/benchmarks/bench_cassettes.py [COUNT …]`.

Sessions of a model's size, requests and answers of 2 to 20 kB of JSON and every fifth answer a stream of 50 kB, are
written once and opened in a process of its own for each row, which tells the time and how much memory it took beyond
what its imports took. The floor of a cold opening is libyaml on the same file, of a warm one `json.loads` of the same
document; of a replay it is httpx with a mock transport that looks the request up in a dict, and answers in one piece;
beside it stands the same with the pieces that were recorded, which is what a replay hands on. A client that reads the
pieces as they come has a floor of its own, a mock transport that hands them on. Every client has sent one request
before it is measured, and the collector runs for all as it does in a test.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import httpx
import vcr
import yaml
from vcr.cassette import Cassette

from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.tape.tape import Tape, open_tape
from pytest_forge.cassettes.tape.tape_file import write_tape
from pytest_forge.cassettes.use.cassette import use_cassette

COUNTS = (10, 100, 1000, 5000)
URL = "https://api.example.com/v1/chat/completions"
WORDS = 'the order was sent to a warehouse in Lübeck and will be with you on Tuesday "at noon" or\nlater'.split(" ")
JSON = (("content-type", "application/json"),)


def text(chance: random.Random, size: int) -> str:
    words = chance.choices(WORDS, k=size // 5)
    return " ".join(words)[:size]


def session(count: int) -> Iterator[Exchange]:
    chance = random.Random(count)
    for number in range(count):
        messages = [{"role": "system", "content": text(chance, 800)}]
        for turn in range(chance.randint(1, 12)):
            messages.append({"role": "user", "content": f"{number}.{turn} {text(chance, chance.randint(400, 1600))}"})
        body = {"model": "m", "messages": messages, "stream": number % 5 == 0, "temperature": 0.2}
        sent = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
        request = RecordedRequest("POST", URL, (*JSON, ("content-length", str(len(sent)))), sent)
        yield Exchange(request, streamed(chance) if number % 5 == 0 else whole(chance), "2026-01-02T03:04:05Z")


def whole(chance: random.Random) -> RecordedResponse:
    choices = [
        {"index": index, "message": {"role": "assistant", "content": text(chance, chance.randint(500, 2000))}}
        for index in range(chance.randint(3, 10))
    ]
    body = json.dumps({"id": f"chatcmpl-{chance.random()}", "choices": choices, "usage": {"total_tokens": 99}})
    return RecordedResponse(200, "OK", JSON, (body.encode(),))


def streamed(chance: random.Random) -> RecordedResponse:
    chunks = []
    size = 0
    while size < 50_000:
        delta = {"id": "chatcmpl-1", "choices": [{"index": 0, "delta": {"content": text(chance, 12)}}]}
        chunks.append(b"data: " + json.dumps(delta, separators=(",", ":")).encode() + b"\n\n")
        size += len(chunks[-1])
    return RecordedResponse(200, "OK", (("content-type", "text/event-stream"),), (*chunks, b"data: [DONE]\n\n"))


def requests_of(tape: Tape) -> list[httpx.Request]:
    asked = [tape.request(number) for number in range(len(tape))]
    return [httpx.Request(one.method, one.url, headers=list(one.headers), content=one.body) for one in asked]


def by_dict(path: Path) -> Callable[[], object]:
    tape = open_tape(path)
    requests = requests_of(tape)
    answers = {
        tape.request(number).body: tape.answer(number).body  # type: ignore[union-attr]  # there are no failures
        for number in range(len(tape))
    }
    client = httpx.Client(
        transport=httpx.MockTransport(lambda request: httpx.Response(200, content=answers[request.content]))
    )
    client.send(requests[0])
    return lambda: [client.send(request).content for request in requests]


def by_dict_in_pieces(path: Path) -> Callable[[], object]:
    tape = open_tape(path)
    requests = requests_of(tape)
    answers = {
        tape.request(number).body: tuple(tape.answer(number).chunks)  # type: ignore[union-attr]  # there are no failures
        for number in range(len(tape))
    }
    client = httpx.Client(
        transport=httpx.MockTransport(lambda request: httpx.Response(200, content=iter(answers[request.content])))
    )
    client.send(requests[0])
    return lambda: [client.send(request).content for request in requests]


class Recorded(httpx.SyncByteStream):
    def __init__(self, pieces: Sequence[bytes]) -> None:
        self.pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.pieces)


def as_it_comes(client: httpx.Client, requests: list[httpx.Request]) -> None:
    for request in requests:
        response = client.send(request, stream=True)
        for _ in response.iter_bytes():
            pass
        response.close()


def by_dict_as_it_comes(path: Path) -> Callable[[], object]:
    tape = open_tape(path)
    requests = requests_of(tape)
    answers = {
        tape.request(number).body: tuple(tape.answer(number).chunks)  # type: ignore[union-attr]  # no failures
        for number in range(len(tape))
    }
    client = httpx.Client(
        transport=httpx.MockTransport(lambda request: httpx.Response(200, stream=Recorded(answers[request.content])))
    )
    as_it_comes(client, requests[:1])
    return lambda: as_it_comes(client, requests)


def by_us_as_it_comes(path: Path) -> Callable[[], object]:
    open_tape(path).keys()
    requests = requests_of(open_tape(path))
    client = httpx.Client()

    def replay() -> None:
        with use_cassette(path):
            as_it_comes(client, requests)

    with use_cassette(one_interaction(path)):
        as_it_comes(client, requests[:1])
    return replay


def by_us(path: Path) -> Callable[[], object]:
    requests = requests_of(open_tape(path))
    client = httpx.Client()

    def replay() -> None:
        with use_cassette(path):
            for request in requests:
                client.send(request).read()

    with use_cassette(one_interaction(path)):
        client.send(requests[0])
    return replay


def by_us_again(path: Path) -> Callable[[], object]:
    open_tape(path).keys()
    return by_us(path)


def by_vcr(path: Path, *match_on: str) -> Callable[[], object]:
    requests = requests_of(open_tape(path))
    client = httpx.Client()

    def replay() -> None:
        with vcr.use_cassette(str(path), record_mode="none", match_on=match_on):
            for request in requests:
                client.send(request).read()

    with vcr.use_cassette(str(one_interaction(path)), record_mode="none"):
        client.send(requests[0])
    return replay


def one_interaction(path: Path) -> Path:
    """Return a cassette to replay first, so that imports are not measured."""
    alone = path.with_name(f"one-of-{path.name}")
    write_tape(alone, [open_tape(path).exchange(0)], metadata={})
    return alone


def warm(path: Path) -> Callable[[], object]:
    open_tape(path)
    return lambda: open_tape(path)


def warm_keys(path: Path) -> Callable[[], object]:
    open_tape(path).keys()
    return lambda: open_tape(path).keys()


ROWS: dict[str, Callable[[Path], Callable[[], object]]] = {
    "libyaml": lambda path: lambda: yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader),
    "json.loads": lambda path: lambda: json.loads(path.with_suffix(".json").read_bytes()),
    "VCR.py": lambda path: lambda: Cassette.load(path=str(path)),
    "ours, cold": lambda path: lambda: open_tape(path),
    "ours, warm": warm,
    "ours, warm, with keys": warm_keys,
    "ours, cold, with keys": lambda path: lambda: open_tape(path).keys(),
    "replay: mock and dict": by_dict,
    "replay: mock, in pieces": by_dict_in_pieces,
    "replay: ours, cold": by_us,
    "replay: ours, warm": by_us_again,
    "as it comes: mock": by_dict_as_it_comes,
    "as it comes: ours, warm": by_us_as_it_comes,
    "replay: VCR.py by URI": lambda path: by_vcr(path, "method", "uri"),
    "replay: VCR.py by body": lambda path: by_vcr(path, "method", "uri", "body"),
}
FLOORS = {
    "VCR.py": "libyaml",
    "ours, cold": "libyaml",
    "ours, warm": "json.loads",
    "as it comes: ours, warm": "as it comes: mock",
}


def measure(row: str, path: Path) -> None:
    run = ROWS[row](path)
    # Linux forgets the highest mark so far; what a process inherits from its parent would hide the rest.
    Path("/proc/self/clear_refs").write_text("5")
    before = memory("VmRSS")
    # Of the processor, since a busy machine would be measured with it; nothing here waits.
    started = process_time()
    kept = run()
    seconds = process_time() - started
    print(json.dumps([seconds, memory("VmHWM") - before]))
    del kept


def memory(name: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def measured(row: str, path: Path, cache: Path, *, rounds: int) -> tuple[float, float]:
    found: list[Any] = []
    for number in range(rounds):
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache / f"{row}-{number}".replace(" ", "_"))}
        command = [sys.executable, __file__, "--measure", row, str(path)]
        found.append(json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout))
    return min(seconds for seconds, _ in found), min(memory for _, memory in found)


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], Path(sys.argv[3]))
        return
    counts = [int(word) for word in sys.argv[1:]] or COUNTS
    with tempfile.TemporaryDirectory() as folder:
        for count in counts:
            path = Path(folder) / f"{count}.yaml"
            started = perf_counter()
            write_tape(path, session(count), metadata={"model": "m", "recorded_at": "2026-01-02T03:04:05Z"})
            spent = perf_counter() - started
            document = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
            path.with_suffix(".json").write_text(json.dumps(document, ensure_ascii=False))
            print(f"\n{count} interactions, {path.stat().st_size / 1e6:.1f} MB, made and written in {spent:.2f} s")
            del document
            seconds: dict[str, float] = {}
            for row in ROWS:
                # Both are quadratic, and take minutes.
                if (row == "replay: VCR.py by body" and count > 100) or (
                    row == "replay: VCR.py by URI" and count > 1000
                ):
                    continue
                seconds[row], megabytes = measured(row, path, Path(folder) / "cache", rounds=3)
                floor = FLOORS.get(row, "replay: mock and dict" if row.startswith("replay") else row)
                ratio = f"{seconds[row] / seconds[floor]:8.2f} x {floor}" if floor in seconds and floor != row else ""
                print(f"  {row:<24}{seconds[row] * 1000:10.1f} ms {megabytes:8.1f} MB{ratio}")


if __name__ == "__main__":
    main()
