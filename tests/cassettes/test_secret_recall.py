"""How many of the collected secrets are taken, in the sample and in what carries it, and how much that is none."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.redaction.redact import Redactor

LEAST_RECALL = 0.98
MOST_FALSE_ALARMS = 0.01
URL = "https://api.example.com/v1/chat"

REDACTOR = Redactor(environ={})


def samples(corpus: Path, label: str) -> Iterator[dict[str, Any]]:
    files = sorted(corpus.glob("secrets/*_samples.jsonl"))
    if not files:
        pytest.skip("this corpus holds no secrets")
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            sample = json.loads(line)
            if sample["label"] == label:
                yield sample


def in_text(text: str) -> str:
    return REDACTOR.request(RecordedRequest("POST", URL, (), text.encode())).body.decode()


def in_a_message(text: str) -> str:
    body = json.dumps({"messages": [{"role": "user", "content": text}]}).encode()
    return json.loads(REDACTOR.request(RecordedRequest("POST", URL, (), body)).body)["messages"][0]["content"]


def in_arguments(text: str) -> str:
    arguments = json.dumps({"input": text}, ensure_ascii=False)
    body = json.dumps({"tool_calls": [{"function": {"name": "run", "arguments": arguments}}]}).encode()
    redacted = json.loads(REDACTOR.request(RecordedRequest("POST", URL, (), body)).body)
    return json.loads(redacted["tool_calls"][0]["function"]["arguments"])["input"]


def in_deltas(text: str) -> str:
    # As models send it: a few characters an event, and the network cuts anywhere.
    stream = b"".join(
        b"data: "
        + json.dumps({"choices": [{"index": 0, "delta": {"content": text[start : start + 5]}}]}).encode()
        + b"\n\n"
        for start in range(0, len(text), 5)
    )
    chunks = tuple(stream[start : start + 37] for start in range(0, len(stream), 37))
    answer = REDACTOR.exchange(Exchange(RecordedRequest("POST", URL), RecordedResponse(200, chunks=chunks))).answer
    assert isinstance(answer, RecordedResponse)
    assert len(answer.chunks) == len(chunks)
    events = [json.loads(line[6:]) for line in answer.body.splitlines() if line]
    return "".join(event["choices"][0]["delta"]["content"] for event in events)


def in_an_environment_file(text: str) -> str:
    return in_text(f"# settings\nDEBUG=1\nACME_API_TOKEN={text}\nNAME=me\n")


def in_a_json_field(text: str) -> str:
    return in_text(json.dumps({"name": "acme", "api_key": text, "n": 1}))


def report(title: str, counts: Counter[str], totals: Counter[str]) -> None:
    total = sum(totals.values())
    print(f"\n{title}: {sum(counts.values())} of {total}")
    for kind, count in sorted(counts.items()):
        print(f"  {kind}: {count} of {totals[kind]}")


@pytest.mark.parametrize("carrier", [in_text, in_a_message, in_arguments, in_deltas])
def test_secrets_are_taken_from_what_they_were_written_in(corpus: Path, carrier: Callable[[str], str]) -> None:
    missed: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for sample in samples(corpus, "secret"):
        totals[sample["kind"]] += 1
        missed[sample["kind"]] += sample["secret"] in carrier(sample["sample"])

    report(f"missed {carrier.__name__}", +missed, totals)
    assert sum(missed.values()) <= (1 - LEAST_RECALL) * sum(totals.values())


@pytest.mark.parametrize("carrier", [in_an_environment_file, in_a_json_field])
def test_secrets_are_taken_beside_a_name_that_tells_them(corpus: Path, carrier: Callable[[str], str]) -> None:
    missed: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for sample in samples(corpus, "secret"):
        secret = sample["secret"]
        # What is a line of code or half a file is no value that anybody would write there.
        if len(secret) >= 16 and all(character.isalnum() or character in "_-.+/" for character in secret):
            totals[sample["kind"]] += 1
            missed[sample["kind"]] += secret in carrier(secret)

    report(f"missed {carrier.__name__}", +missed, totals)
    assert sum(missed.values()) <= (1 - LEAST_RECALL) * sum(totals.values())


def test_secrets_of_a_header_come_back_nowhere(corpus: Path) -> None:
    for sample in samples(corpus, "secret"):
        secret = sample["secret"]
        if len(secret) < 16 or not secret.isascii() or not secret.isprintable():
            continue
        said = json.dumps({"you": f"said {secret}.", "again": [json.dumps(secret)]}).encode()
        chunks = tuple(said[start : start + 11] for start in range(0, len(said), 11))
        request = RecordedRequest("POST", URL, (("x-api-key", secret),))
        redacted = REDACTOR.exchange(Exchange(request, RecordedResponse(200, chunks=chunks)))
        assert isinstance(redacted.answer, RecordedResponse)
        answer = json.loads(redacted.answer.body)

        if not secret.startswith(("xoxb-0000", "$", '"$')):
            assert secret not in answer["you"], sample["kind"]
            assert secret not in answer["again"][0], sample["kind"]


def test_benign_random_values_stay(corpus: Path) -> None:
    file = corpus / "secrets" / "benign_high_entropy.jsonl"
    if not file.is_file():
        pytest.skip("this corpus holds no benign values")
    taken: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for line in file.read_text("utf-8").splitlines():
        sample = json.loads(line)
        body = json.dumps({"object": "x", sample["kind"]: sample["sample"], "text": "a key and a token"})
        totals[sample["kind"]] += 1
        taken[sample["kind"]] += in_text(body) != body or in_text(sample["sample"]) != sample["sample"]

    report("taken of the benign", +taken, totals)
    assert sum(taken.values()) <= MOST_FALSE_ALARMS * sum(totals.values())


def test_what_collections_call_no_secret_is_counted(corpus: Path) -> None:
    taken: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for sample in samples(corpus, "upstream_negative"):
        totals[sample["kind"]] += 1
        taken[sample["kind"]] += in_text(sample["sample"]) != sample["sample"]

    # Some are real keys of another kind, or cut short; taking them is no harm, taking most would be.
    report("taken of the negative", +taken, totals)
    assert sum(taken.values()) <= 0.4 * sum(totals.values())


def test_recorded_sessions_keep_their_words(corpus: Path) -> None:
    files = sorted(corpus.glob("cassettes/*/*/*.yaml"), key=lambda file: file.stat().st_size)[:160]
    if not files:
        pytest.skip("this corpus holds no cassettes")
    changed: list[str] = []
    addresses: list[str] = []
    exchanges = 0
    for file in files:
        for one in _exchanges(file):
            exchanges += 1
            redacted = REDACTOR.exchange(one)

            assert REDACTOR.exchange(redacted) == redacted
            assert REDACTOR.request(one.request) == redacted.request, file.name
            if redacted.request.url != one.request.url and "key=" not in one.request.url:
                addresses.append(redacted.request.url)
            if redacted.request.body != one.request.body or redacted.answer != one.answer:
                changed.append(file.name)
                _check_json(one.request.body, redacted.request.body)

    print(f"\nchanged {len(changed)} of {exchanges} recorded exchanges: {sorted(set(changed))}")
    assert addresses == []
    assert len(changed) <= 0.05 * exchanges


def _exchanges(file: Path) -> Iterator[Exchange]:
    for entry in yaml.load(file.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))[
        "interactions"
    ]:
        asked, told = entry["request"], entry["response"].get("body")
        body = told.get("string") if isinstance(told, dict) else told
        yield Exchange(
            RecordedRequest(asked["method"], asked["uri"], (), _bytes(asked.get("body"))),
            RecordedResponse(200, chunks=(_bytes(body),) if body else ()),
        )


def _bytes(body: object) -> bytes:
    return body if isinstance(body, bytes) else body.encode("utf-8", "replace") if isinstance(body, str) else b""


def _check_json(before: bytes, after: bytes) -> None:
    try:
        json.loads(before)
    except ValueError:
        return
    json.loads(after)
