"""Secret search: a canary is found however it is written, and nothing else is taken for one."""

from __future__ import annotations

import base64
import codecs
import html
import json
import random
import string
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote

import pytest
from pydantic import BaseModel

from pytest_forge.oracles.secret_search import Leak, find_canary, find_leak

CANARY = "canary5f1c9a7e3b2d4806a1c5"
PATH = "/tmp/forge-k3v9x2qa/workspace"
TEXT = f"[Errno 13] Permission denied: '/srv/{CANARY}/key'"


def percent(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


ENCODINGS = {
    "plain": lambda text: text,
    "plain upper": str.upper,
    "plain cut": lambda text: text[:52],
    "percent-encoded": percent,
    "percent-encoded twice": lambda text: quote(percent(text), safe=""),
    "escaped": lambda text: "".join(f"\\u{ord(letter):04x}" for letter in text),
    "escaped twice": lambda text: json.dumps("".join(f"\\u{ord(letter):04x}" for letter in text)),
    "escaped bytes": lambda text: "".join(f"\\x{ord(letter):02x}" for letter in text),
    "as HTML": lambda text: "".join(f"&#{ord(letter)};" for letter in text),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 shifted once": lambda text: base64.b64encode(b"a" + text.encode()).decode(),
    "base64 shifted twice": lambda text: base64.b64encode(b"ab" + text.encode()).decode(),
    "base64 in words": lambda text: f"ref/{base64.b64encode(text.encode()).decode()}#",
    "base64 urlsafe": lambda text: base64.urlsafe_b64encode(b"\xff\xfe" + text.encode()).decode().rstrip("="),
    "base64 lines": lambda text: base64.encodebytes((text * 3).encode()).decode(),
    "base64 twice": lambda text: base64.b64encode(base64.b64encode(text.encode())).decode(),
    "base32": lambda text: base64.b32encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "hex upper": lambda text: text.encode().hex().upper(),
    "hex spaced": lambda text: text.encode().hex(":"),
    "reversed": lambda text: text[::-1],
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "taken apart": " ".join,
    "taken apart by four": lambda text: "-".join(text[start : start + 4] for start in range(0, len(text), 4)),
    "base64 of percent": lambda text: base64.b64encode(percent(text).encode()).decode(),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_canary_is_found_in_every_encoding(name: str) -> None:
    written = ENCODINGS[name](TEXT)

    found = find_canary(CANARY, {"items": [{"detail": f"ref: {written}."}]})

    assert found is not None
    assert found.split()[0] == name.split()[0]


@pytest.mark.parametrize("name", [name for name in ENCODINGS if name != "plain cut"])
def test_a_path_is_found_in_every_encoding(name: str) -> None:
    written = ENCODINGS[name](f"open {PATH}/notes.txt failed")

    assert find_canary(PATH, {"message": written}) is not None


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (CANARY, ""),
        ([1, CANARY], "[1]"),
        ({"a": {"b": [CANARY]}}, "['a']['b'][0]"),
        ({"a": {CANARY: 1}}, "['a'].keys()"),
        ((None, {"not an identifier": CANARY}), "[1][...]"),
        (CANARY.encode(), ""),
        ({"p": PurePosixPath("/srv") / CANARY}, "['p']"),
        ({"e": ValueError(CANARY)}, "['e']"),
        ({CANARY}, ""),
    ],
)
def test_the_way_to_it_is_told(value: object, where: str) -> None:
    assert find_leak(CANARY, value) == Leak(where, "plain")


def test_models_and_dataclasses_are_searched() -> None:
    class Answer(BaseModel):
        text: str

    @dataclass
    class Row:
        text: str

    assert find_leak(CANARY, {"row": Answer(text=CANARY)}) == Leak("['row']['text']", "plain")
    assert find_leak(CANARY, {"row": Row(CANARY)}) == Leak("['row'].text", "plain")


@pytest.mark.parametrize(
    "value",
    [list(CANARY), [CANARY[:9], CANARY[9:18], CANARY[18:]], list(CANARY.encode()), {"codes": [ord(c) for c in CANARY]}],
)
def test_a_canary_in_pieces_is_found(value: object) -> None:
    assert find_leak(CANARY, value) == Leak("", "taken apart")


def test_a_value_that_holds_itself_is_searched_once() -> None:
    loop: list[object] = ["nothing"]
    loop.append(loop)

    assert find_canary(CANARY, loop) is None


def test_a_hostile_exception_is_no_obstacle() -> None:
    class HostileError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert find_canary(CANARY, {"e": HostileError(CANARY)}) == "plain"


@pytest.mark.parametrize("canary", [CANARY, PATH])
def test_other_text_is_never_taken_for_it(canary: str) -> None:
    source = random.Random(7)
    samples = [
        "canary",
        "Canaries are birds; canary0 is a name.",
        "/tmp/forge",
        "forge-",
        "/tmp/",
        "workspace",
        "a" * 5000,
        f"canary{source.getrandbits(80):020x}",
        base64.b64encode(source.randbytes(3000)).decode(),
        source.randbytes(3000).hex(),
        quote("".join(source.choices(string.printable, k=3000))),
        html.escape("<a href='x'>&amp;</a>" * 50),
        list(range(3000)),
        json.dumps({"paths": ["/tmp/forge-aaaaaaaa/workspace", "/home/ada/workspace"]}),
    ]

    assert [sample for sample in samples if find_canary(canary, sample) is not None] == []
