import json

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.playing.miss_errors import CassetteMissError


@pytest.fixture
def ask_anthropic():
    anthropic = pytest.importorskip("anthropic")

    def ask():
        with anthropic.Anthropic(api_key="none", base_url="http://provider.test") as client:
            return client.messages.create(model="m", max_tokens=3, messages=[{"role": "user", "content": "Hi."}])

    return ask


@pytest.fixture
def ask_openai():
    openai = pytest.importorskip("openai")

    def ask():
        with openai.OpenAI(api_key="none", base_url="http://provider.test") as client:
            return client.chat.completions.create(model="m", messages=[{"role": "user", "content": "Hi."}])

    return ask


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    def refuse(seconds):
        assert seconds == 0

    monkeypatch.setattr("time.sleep", refuse)


def test_a_miss_reaches_who_asked_openai(ask_openai, replaying):
    with replaying([]) as player, pytest.raises(Exception) as caught:  # noqa: PT011  # versions wrap it or do not
        ask_openai()

    assert CassetteMissError in (type(caught.value), type(caught.value.__cause__))
    assert len(player.misses) == 1


def test_a_miss_that_anthropic_wraps_is_kept_once_and_costs_no_pause(ask_anthropic, replaying):
    with replaying([]) as player, pytest.raises(Exception) as caught:  # noqa: PT011  # versions wrap it or do not
        ask_anthropic()

    assert CassetteMissError in (type(caught.value), type(caught.value.__cause__))
    assert len(player.misses) == 1


def test_a_recorded_rate_limit_is_tried_again_without_a_pause(ask_openai, replaying, monkeypatch):
    asked: list[RecordedRequest] = []
    with replaying([]) as player:
        monkeypatch.setattr(player, "_redacted", lambda request: asked.append(request) or request)
        with pytest.raises(Exception, match=r"no answer|onnection"):
            ask_openai()
    reply = {
        "id": "c", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hello."}}],
    }  # fmt: skip
    request = asked[0]
    kind = (("content-type", "application/json"),)
    answers = [
        Exchange(request, RecordedResponse(429, "", (("retry-after", "20"), *kind), (b"{}",))),
        Exchange(request, RecordedResponse(200, "", kind, (json.dumps(reply).encode(),))),
    ]

    with replaying(answers) as player:
        said = ask_openai()

    assert (said.choices[0].message.content, player.played) == ("Hello.", 2)
