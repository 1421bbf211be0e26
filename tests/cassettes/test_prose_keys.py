"""Keys that no table of vendors knows are taken from sentences, and identifiers stay there."""

from __future__ import annotations

import random
import string
from collections.abc import Callable

import pytest

from pytest_forge.cassettes.exchange import RecordedRequest
from pytest_forge.cassettes.redaction.redact import Redactor

REDACTOR = Redactor(environ={})
MIXED = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
BASE58 = "".join(letter for letter in MIXED if letter not in "0OIl")
SENTENCES = ("Please use {} for the upload.", '{"content": "we were given {} yesterday"}', "Set it to {}.")

Draw = Callable[[str, int], str]


def taken(make: Callable[[Draw], str]) -> float:
    """The part of forty random words, three sentences each, that are taken."""
    chance = random.Random(7)
    words = [make(lambda alphabet, size: "".join(chance.choices(alphabet, k=size))) for _ in range(40)]
    texts = [(sentence.replace("{}", word), word) for word in words for sentence in SENTENCES]
    return sum(word not in redacted(text) for text, word in texts) / len(texts)


def redacted(text: str) -> str:
    return REDACTOR.request(RecordedRequest("POST", "https://a.example", (), text.encode())).body.decode()


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda draw: draw(MIXED, 48), id="mixed case"),
        pytest.param(lambda draw: f"qzv{draw(MIXED + '_-', 60)}", id="glued mark"),
        pytest.param(lambda draw: f"{draw(MIXED + '+/', 43)}=", id="base64 of 32 bytes"),
        pytest.param(lambda draw: f"{draw(MIXED + '+/', 86)}==", id="base64 of 64 bytes"),
        pytest.param(lambda draw: f"qz.a.{draw(MIXED + '_-', 70)}", id="after dots"),
        pytest.param(lambda draw: f"{draw(MIXED, 14)}:{draw(MIXED, 50)}", id="pair"),
        pytest.param(lambda draw: f"QZV-KEEP-{draw(UPPER, 56)}", id="capitals"),
        pytest.param(lambda draw: f"qzv_app_{draw(LOWER, 70)}", id="lower case behind a mark"),
        pytest.param(lambda draw: f"vk_{draw(MIXED, 24)}", id="abbreviated key"),
        pytest.param(lambda draw: f"acme_rt_{draw(MIXED, 24)}", id="abbreviated token"),
        pytest.param(lambda draw: f"qzk-{draw(HEX, 40)}", id="abbreviated key in hexadecimal"),
        pytest.param(lambda draw: f"qzvd_{draw(MIXED, 22)}", id="any mark"),
        pytest.param(lambda draw: f"qzvd_{draw('abcdef', 3)}_{draw(MIXED, 24)}", id="any mark of two words"),
        pytest.param(lambda draw: f"qzvd_{draw(MIXED + '+/', 32)}", id="base64 behind any mark"),
        pytest.param(lambda draw: f"zone:acme-web-{draw('0123456789', 3)}|{draw(MIXED, 24)}", id="pair with a bar"),
        pytest.param(lambda draw: f"{draw('0123456789', 14)}!{draw(MIXED, 24)}", id="pair with an exclamation mark"),
        pytest.param(lambda draw: f"qzv_v1_{draw(HEX, 48)}", id="mark with a version"),
    ],
)
def test_a_random_word_too_long_for_an_identifier_is_taken(make: Callable[[Draw], str]) -> None:
    assert taken(make) >= 0.9


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda draw: draw(HEX, 64), id="digest"),
        pytest.param(lambda draw: f"sha512-{draw(MIXED + '+/', 86)}==", id="integrity"),
        pytest.param(lambda draw: f"h1:{draw(MIXED + '+/', 43)}=", id="checksum of a module"),
        pytest.param(lambda draw: f"call_{draw(MIXED, 24)}", id="call id"),
        pytest.param(lambda draw: f"toolu_01{draw(MIXED, 22)}", id="tool use id"),
        pytest.param(lambda draw: f"resp_{draw(HEX, 50)}", id="response id"),
        pytest.param(lambda draw: f"task_{draw(MIXED, 24)}", id="task id"),
        pytest.param(lambda draw: f"qzvd_{draw(HEX, 32)}", id="digest behind a mark"),
        pytest.param(lambda draw: f"provider|{draw(HEX, 24)}", id="user id with its provider"),
        pytest.param(lambda draw: f"src-{draw(HEX, 4)}/FrontEnd2/ViewModel/PageController3/index", id="path"),
        pytest.param(lambda draw: f"pred_{draw(LOWER, 26)}", id="prediction id"),
        pytest.param(lambda draw: f"resp_{draw(LOWER, 52)}", id="response id of Bedrock"),
        pytest.param(lambda draw: f"1{draw(MIXED, 43)}", id="document id"),
        pytest.param(lambda draw: draw(BASE58, 88), id="transaction"),
        pytest.param(lambda draw: f"bafybei{draw('abcdefghijklmnopqrstuvwxyz234567', 52)}", id="content id"),
        pytest.param(lambda draw: f"G{draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 55)}", id="address in base32"),
        pytest.param(lambda draw: f"weekly-report-{draw(HEX, 40)}", id="name with a digest"),
        pytest.param(lambda draw: f"https://a.example/redirect/{draw(MIXED, 60)}", id="address"),
        pytest.param(lambda draw: f"iVBORw0KGgo{draw(MIXED + '+/', 80)}", id="picture"),
        pytest.param(lambda draw: f"AAAAC3NzaC1lZDI1NTE5AAAAI{draw(MIXED + '+/', 43)}", id="public key"),
    ],
)
def test_an_identifier_in_a_sentence_stays(make: Callable[[Draw], str]) -> None:
    assert taken(make) == 0


@pytest.mark.parametrize(
    "place",
    ["The checksum {} is wrong.", "See request {} for more.", "Zone zon_{} is full.", '{"id": "{}"}', "etag: {}"],
)
def test_a_long_word_that_is_said_to_be_something_else_stays(place: str) -> None:
    word = "".join(random.Random(9).choices(MIXED, k=24 if "_" in place else 52))

    assert redacted(place.replace("{}", word)) == place.replace("{}", word)
