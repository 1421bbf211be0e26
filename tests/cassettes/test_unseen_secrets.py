"""Secrets that nobody has tuned for: made anew from documented formats, put where people put them, and counted.

`unseen/` says what is made: key formats as their issuers document them, the places in which secrets are written down,
tables and sentences that tell them, and what looks like a secret, or speaks of one, and is none. Values are random, so
that no sample can be learnt by heart.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.redaction.redact import Redactor

LEAST_RECALL = 0.98
MOST_FALSE_ALARMS = 0.01
SEEDS = (1, 2, 3)
URL = "https://api.example.com/v1/chat"
HERE = Path(__file__).parent / "unseen"

ALPHABETS = {
    "A": string.ascii_letters + string.digits,
    "a": string.ascii_lowercase + string.digits,
    "U": string.ascii_uppercase + string.digits,
    "l": string.ascii_lowercase,
    "x": "0123456789abcdef",
    "X": "0123456789ABCDEF",
    "d": string.digits,
    "b": string.ascii_letters + string.digits + "+/",
    "u": string.ascii_letters + string.digits + "-_",
}
PASSWORD_NAMES = ("password", "passwd", "pwd", "passphrase")
REDACTOR = Redactor(environ={})


@dataclass(frozen=True, slots=True)
class Sample:
    """A text in which *secrets* stand, or none."""

    kind: str
    text: str
    secrets: tuple[str, ...] = ()


class Maker:
    """Makes values, names and whole samples; the same from the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def some(self, alphabet: str, size: int) -> str:
        # Real keys have no edge that a URL or a sentence would take for its own.
        value = [self.random.choice(ALPHABETS[alphabet]) for _ in range(size)]
        edges = "".join(letter for letter in ALPHABETS[alphabet] if letter.isalnum())
        value[0], value[-1] = (
            value[0] if value[0] in edges else self.random.choice(edges),
            value[-1] if value[-1] in edges else self.random.choice(edges),
        )
        return "".join(value)

    def filled(self, form: str) -> str:
        def fill(match: re.Match[str]) -> str:
            what = match[1]
            if what == "uuid":
                return str(uuid.UUID(int=self.random.getrandbits(128), version=4))
            if what == "jwt":
                head, body = (
                    base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
                    for part in ({"alg": "RS256", "typ": "JWT"}, {"sub": self.some("A", 12), "iat": 1770000000})
                )
                return f"{head}.{body}.{self.some('u', 86)}"
            if what == "basic":
                return base64.b64encode(f"{self.some('a', 6)}:{self.some('A', 15)}".encode()).decode()
            alphabet, _, size = what.partition(":")
            return self.some(alphabet, int(size))

        return re.sub(r"\{(uuid|jwt|basic|[AaUlxXdbu]:\d+)\}", fill, form)

    def marked(self, kind: str, form: str) -> Sample:
        """A sample from a form in which «secrets» are marked."""
        text = self.filled(form.replace("\\n", "\n"))
        return Sample(kind, text.replace("«", "").replace("»", ""), tuple(re.findall("«(.*?)»", text, re.DOTALL)))

    def placed(self, kind: str, place: str, name: str, value: str) -> Sample:
        words = name.split()
        spellings = {
            "NAME_OF_IT": "_".join(words).upper(),
            "name_of_it": "_".join(words),
            "nameOfIt": words[0] + "".join(word.title() for word in words[1:]),
            "NameOfIt": "".join(word.title() for word in words),
            "name-of-it": "-".join(words),
            "Name-Of-It": "-".join(words).title(),
            "name.of.it": ".".join(words),
            "name of it": name,
            "Name of it": name.capitalize(),
        }
        text = place.replace("\\n", "\n")
        for spelling, written in spellings.items():
            text = text.replace(spelling, written)
        return Sample(f"{kind}: {place}", text.replace("VALUE", value), (value,))

    def key(self) -> str:
        forms = [
            "{A:16}",
            "{A:24}",
            "{A:32}",
            "{A:40}",
            "{x:32}",
            "{x:40}",
            "{x:64}",
            "{a:26}",
            "{u:43}",
            "{b:43}=",
            "{uuid}",
        ]
        return self.filled(self.random.choice(forms))

    def word(self) -> str:
        return "".join(self.random.choice("bdfgklmnprstvz") + self.random.choice("aeiou") for _ in range(3))

    def password(self, place: str) -> str:
        at = place.index("VALUE")
        is_quoted = place[at - 1 : at] in ("'", '"', "`") and place[at + 5 : at + 6] in ("'", '"', "`")
        marks = "!@#%^*()-_=+[]:,.?/~" if is_quoted else "!*-_.~"
        inner = self.random.choices(ALPHABETS["A"], k=9) + self.random.choices(marks, k=3)
        self.random.shuffle(inner)
        return self.random.choice(
            [
                self.some("A", 2) + "".join(inner) + self.some("A", 1),
                self.some("A", self.random.randint(10, 20)),
                f"{self.word().title()}{self.random.randint(10, 2030)}!",
                "-".join(self.word() for _ in range(4)),
            ]
        )

    def secrets(self) -> Iterator[Sample]:
        anywhere, assignments, passwords = lines("anywhere"), lines("assignments"), lines("passwords")
        names = lines("names")
        for who, form, _ in table("telling_keys"):
            value = self.filled(form)
            place = self.random.choice(anywhere)
            yield Sample(f"{who} in {place}", place.replace("\\n", "\n").replace("VALUE", value), (value,))
        for name, form, _ in table("named_keys"):
            yield self.placed(name, self.random.choice(assignments), name, self.filled(form))
        for place in assignments:
            for name in self.random.sample(names, 2):
                is_password = any(word in PASSWORD_NAMES for word in name.split())
                yield self.placed("assigned", place, name, self.password(place) if is_password else self.key())
        for place in passwords:
            yield Sample(
                f"password: {place}", place.replace("\\n", "\n").replace("VALUE", v := self.password(place)), (v,)
            )
        for form in (*lines("structures"), *lines("tables"), *lines("sentences")):
            yield self.marked(form, form)

    def benign(self) -> Iterator[Sample]:
        for form in (*lines("benign"), *lines("identifiers"), *lines("no_secrets")):
            yield self.marked(form, form)


def lines(name: str) -> list[str]:
    return (HERE / f"{name}.txt").read_text("utf-8").splitlines()


def table(name: str) -> list[list[str]]:
    return [line.split("\t") for line in lines(name)]


def in_a_body(text: str) -> str:
    return REDACTOR.request(RecordedRequest("POST", URL, (), text.encode())).body.decode()


def in_a_message(text: str) -> str:
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": f"Look at this:\n{text}\nThanks."}]})
    return (
        json.loads(in_a_body(body))["messages"][0]["content"].removeprefix("Look at this:\n").removesuffix("\nThanks.")
    )


def in_arguments(text: str) -> str:
    arguments = json.dumps({"path": "a.txt", "content": text})
    redacted = json.loads(in_a_body(json.dumps({"tool_calls": [{"function": {"name": "w", "arguments": arguments}}]})))
    return json.loads(redacted["tool_calls"][0]["function"]["arguments"])["content"]


def in_an_answer(text: str) -> str:
    body = json.dumps({"content": [{"type": "text", "text": text}]}).encode()
    return json.loads(_answered(body, size=50))["content"][0]["text"]


def in_deltas(text: str) -> str:
    pieces = [text[start : start + 5] for start in range(0, len(text), 5)]
    events = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": one}} for one in pieces
    ]
    stream = "".join(f"event: content_block_delta\ndata: {json.dumps(event)}\n\n" for event in events)
    answer = _answered(stream.encode(), size=37)
    return "".join(json.loads(line[6:])["delta"]["text"] for line in answer.splitlines() if line.startswith("data: "))


def in_a_form(text: str) -> str:
    return _unquoted(
        in_a_body(f"page=2&note={quote(text, safe='')}&n=1").removeprefix("page=2&note=").removesuffix("&n=1")
    )


def in_a_query(text: str) -> str:
    request = RecordedRequest("GET", f"{URL}?page=2&note={quote(text, safe='')}&n=1")
    return _unquoted(REDACTOR.request(request).url.removeprefix(f"{URL}?page=2&note=").removesuffix("&n=1"))


def in_a_header(text: str) -> str:
    if "\n" in text:
        return in_a_body(text)
    return REDACTOR.request(RecordedRequest("GET", URL, (("x-note", text),))).headers[0][1]


def in_base64(text: str) -> str:
    data = json.loads(in_a_body(json.dumps({"data": base64.b64encode(text.encode()).decode()})))["data"]
    try:
        return base64.b64decode(data, validate=True).decode()
    except ValueError:
        # Taken in the middle: whatever can still be read of it counts, from any place at which it may begin.
        runs = re.findall(r"[A-Za-z0-9+/]{4,}", data.replace("REDACTED", " "))
        shifted = [run[shift : shift + (len(run) - shift) // 4 * 4] for run in runs for shift in range(4)]
        return " ".join(base64.b64decode(run).decode("latin-1") for run in shifted)


def in_multipart(text: str) -> str:
    head = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n'
    return in_a_body(f"{head}{text}\r\n--b--\r\n").removeprefix(head).removesuffix("\r\n--b--\r\n")


CARRIERS: tuple[Callable[[str], str], ...] = (
    *(in_a_body, in_a_message, in_arguments, in_an_answer, in_deltas),
    *(in_a_form, in_a_query, in_a_header, in_base64, in_multipart),
)


def _answered(body: bytes, *, size: int) -> str:
    chunks = tuple(body[start : start + size] for start in range(0, len(body), size))
    answer = REDACTOR.exchange(Exchange(RecordedRequest("POST", URL), RecordedResponse(200, chunks=chunks))).answer
    assert isinstance(answer, RecordedResponse)
    assert len(answer.chunks) == len(chunks)
    return answer.body.decode()


def _unquoted(text: str) -> str:
    return re.sub(r"%([0-9A-F]{2})", lambda match: chr(int(match[1], 16)), text)


def survives(secret: str, text: str) -> bool:
    """Whether the whole of a short secret, or any twelve characters of a long one, can still be read."""
    size = min(12, len(secret))
    return any(secret[start : start + size] in text for start in range(len(secret) - size + 1))


def missed(samples: list[Sample], carrier_of: Callable[[int], Callable[[str], str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for number, sample in enumerate(samples):
        carrier = carrier_of(number)
        text = carrier(sample.text)
        if any(survives(secret, text) for secret in sample.secrets):
            found[f"{carrier.__name__} | {sample.kind}"] += 1
    print(f"\nmissed {sum(found.values())} of {len(samples)}")
    for kind, count in sorted(found.items()):
        print(f"  {count} {kind}")
    return found


@pytest.mark.in_turns
@pytest.mark.parametrize("seed", SEEDS)
def test_secrets_are_taken_from_plain_text(seed: int) -> None:
    samples = list(Maker(seed).secrets())

    assert len(samples) >= 600
    assert sum(missed(samples, lambda _: in_a_body).values()) <= (1 - LEAST_RECALL) * len(samples)


@pytest.mark.in_turns
@pytest.mark.parametrize("seed", SEEDS)
def test_secrets_are_taken_from_whatever_carries_them(seed: int) -> None:
    samples = list(Maker(seed).secrets())

    # Each seed puts each sample in another carrier.
    assert sum(missed(samples, lambda number: CARRIERS[(number + 3 * seed) % len(CARRIERS)]).values()) <= (
        1 - LEAST_RECALL
    ) * len(samples)


@pytest.mark.in_turns
@pytest.mark.parametrize("carrier", [in_a_body, in_a_message, in_arguments, in_deltas])
def test_what_looks_like_a_secret_and_is_none_stays(carrier: Callable[[str], str]) -> None:
    samples = [sample for seed in range(4) for sample in Maker(seed).benign()]
    taken = Counter(sample.kind for sample in samples if carrier(sample.text) != sample.text)

    print(f"\ntaken {sum(taken.values())} of {len(samples)}")
    for kind, count in sorted(taken.items()):
        print(f"  {count} {kind}")
    assert len(samples) >= 600
    assert sum(taken.values()) <= MOST_FALSE_ALARMS * len(samples)


@pytest.mark.in_turns
@pytest.mark.parametrize("carrier", [in_a_body, in_a_message, in_arguments, in_deltas])
def test_what_a_table_or_a_sentence_tells_is_taken(carrier: Callable[[str], str]) -> None:
    maker = Maker(len(carrier.__name__))
    samples = [maker.marked(form, form) for form in (*lines("tables"), *lines("sentences"))]

    assert len(samples) >= 80
    assert not missed(samples, lambda _: carrier)


@pytest.mark.in_turns
@pytest.mark.parametrize("carrier", [in_a_body, in_a_message, in_arguments, in_deltas])
def test_what_speaks_of_secrets_and_holds_none_stays(carrier: Callable[[str], str]) -> None:
    maker = Maker(len(carrier.__name__))
    samples = [maker.marked(form, form) for form in lines("no_secrets")]

    assert len(samples) >= 170
    assert [sample.text for sample in samples if carrier(sample.text) != sample.text] == []
