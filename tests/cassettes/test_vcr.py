"""Tests that stay on VCR.py, with the redaction, the matching and the hygiene of our cassettes."""

from __future__ import annotations

import asyncio
import json
import uuid

import httpx
import pytest
import requests

pytest.importorskip("vcr")

from vcr import VCR
from vcr.errors import CannotOverwriteExistingCassetteException

from pytest_forge import use_cassette, vcr

KEY = "sk-proj-" + "Vq7Zk2Lm9Xc4Tn8Rb1Wd6Yh3" * 2


@pytest.fixture
def recorder(tmp_path):
    """Return a VCR whose cassettes stand in a folder of the test."""
    made = VCR(cassette_library_dir=str(tmp_path), record_mode="once")
    vcr.configure(made)
    return made


def chat(server, prompt, **more):
    body = {"model": "m", "messages": [{"role": "user", "content": prompt}], "api_key": KEY, **more}
    return requests.post(
        f"{server.url}/echo?token={KEY}", json=body, headers={"Authorization": f"Bearer {KEY}"}, timeout=5
    )


def test_no_secret_reaches_the_file_and_the_client_still_gets_the_real_answer(recorder, server, tmp_path):
    with recorder.use_cassette("chat.yaml"):
        first = chat(server, "hello")
    with recorder.use_cassette("chat.yaml") as cassette:
        again = chat(server, "hello")

    assert KEY in first.text
    assert KEY not in (tmp_path / "chat.yaml").read_text()
    assert again.json()["messages"] == first.json()["messages"]
    assert cassette.all_played
    assert len(server.seen) == 1


def test_a_changed_prompt_is_a_miss_that_names_the_place_and_a_new_id_is_not(recorder, server):
    with recorder.use_cassette("chat.yaml"):
        chat(server, "hello", request_id=str(uuid.uuid4()))
    with recorder.use_cassette("chat.yaml"):
        chat(server, "hello", request_id=str(uuid.uuid4()))
    with recorder.use_cassette("chat.yaml"), pytest.raises(CannotOverwriteExistingCassetteException) as missed:
        chat(server, "hallo")

    assert "$.messages[0].content" in str(missed.value)
    assert len(server.seen) == 1


def test_our_cassettes_play_what_was_recorded_so(recorder, server, tmp_path):
    with recorder.use_cassette("chat.yaml"):
        recorded = httpx.post(server.url + "/echo", json={"key": KEY, "n": 1})
    with use_cassette(tmp_path / "chat.yaml", mode="none") as cassette:
        replayed = httpx.post(server.url + "/echo", json={"key": KEY, "n": 1})

    assert replayed.json()["n"] == recorded.json()["n"] == 1
    assert cassette.unplayed() == []


def test_a_compressed_answer_keeps_its_form_and_loses_its_secret(recorder, server, tmp_path):
    with recorder.use_cassette("packed.yaml"):
        first = requests.post(server.url + "/packed", data=json.dumps({"token": KEY}), timeout=5)
    with recorder.use_cassette("packed.yaml"):
        again = requests.post(server.url + "/packed", data=json.dumps({"token": KEY}), timeout=5)

    assert again.status_code == first.status_code == 200
    assert KEY not in (tmp_path / "packed.yaml").read_text()


def test_the_address_that_aiohttp_keeps_of_a_response_loses_its_secret(recorder, server, tmp_path):
    aiohttp = pytest.importorskip("aiohttp")

    async def ask():
        async with aiohttp.ClientSession() as session, session.get(f"{server.url}/echo?token={KEY}") as reply:
            return reply.status

    for _ in range(2):
        with recorder.use_cassette("address.yaml") as cassette:
            assert asyncio.run(ask()) == 200

    assert KEY not in (tmp_path / "address.yaml").read_text()
    assert cassette.all_played


def test_hooks_that_a_project_has_are_kept(tmp_path, server):
    told = []
    made = VCR(cassette_library_dir=str(tmp_path), before_save_interaction=lambda *pair: told.append(1) or pair[:2])
    vcr.configure(made)
    with made.use_cassette("chat.yaml"):
        chat(server, "hello")

    assert told == [1]
    assert KEY not in (tmp_path / "chat.yaml").read_text()


def test_a_cassette_with_unplayed_interactions_is_not_clean(recorder, server):
    with recorder.use_cassette("chat.yaml"):
        chat(server, "one")
        chat(server, "two")
    with recorder.use_cassette("chat.yaml") as cassette:
        chat(server, "two")

    with pytest.raises(AssertionError, match=r"played 1 of 2 interactions \(not 1\)"):
        vcr.assert_clean(cassette)


def test_a_cassette_with_a_secret_is_not_clean(recorder, server, tmp_path):
    with VCR(cassette_library_dir=str(tmp_path)).use_cassette("chat.yaml"):
        chat(server, "one")
    with recorder.use_cassette("chat.yaml") as cassette:
        chat(server, "one")

    with pytest.raises(AssertionError, match="1 of 1 interactions hold a secret"):
        vcr.assert_clean(cassette)


SUITE = """
import pytest, requests
from pytest_forge import vcr

@pytest.fixture
def vcr_config():
    return vcr.config(ignore=["$.run"])

@pytest.mark.vcr
def test_chat(pytestconfig):
    for text in {texts}:
        requests.post("{url}/echo", json={{"text": text, "run": {run}, "key": "{key}"}})
"""


def test_pytest_recording_takes_the_settings_and_strict_mode_judges_its_tests(pytester, server, monkeypatch):
    pytest.importorskip("pytest_recording")
    monkeypatch.delenv("CI", raising=False)

    def run(texts, number, *words):
        pytester.makepyfile(test_chat=SUITE.format(url=server.url, key=KEY, texts=texts, run=number))
        return pytester.runpytest("-p", "no:randomly", *words)

    run(["one", "two"], 1, "--record-mode=once").assert_outcomes(passed=1)
    file = pytester.path / "cassettes" / "test_chat" / "test_chat.yaml"
    run(["one", "two"], 2, "--forge-cassettes=strict").assert_outcomes(passed=1)
    lax = run(["two"], 3)
    strict = run(["two"], 3, "--forge-cassettes=strict")

    assert KEY not in file.read_text()
    assert len(server.seen) == 2
    lax.assert_outcomes(passed=1)
    strict.assert_outcomes(failed=1)
    strict.stdout.fnmatch_lines(["*played 1 of 2 interactions (not 1)*"])


def test_a_vcrpy_without_the_hook_is_refused(monkeypatch):
    monkeypatch.setattr("vcr.VCR", type("VCR", (), {"__init__": lambda self, serializer="yaml": None}))

    with pytest.raises(RuntimeError, match="Install vcrpy 9 or newer"):
        vcr.config()
