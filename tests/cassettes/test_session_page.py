import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from forge_harness.cli.main import main
from pytest_forge.report.html.sessions_page import sessions_page

from ..report.hostile import hostile_texts
from ..report.test_html_report import Page, assert_is_sound

#: A session with Anthropic's messages, which send the results of a turn in one message of the user.
TWO_RESULTS = Path(__file__).resolve().parents[2] / "cassettes/local/messages_parallel_streamed.yaml"
USAGE = {"prompt_tokens": 10, "completion_tokens": 2}
CALL = {"id": "call_1", "type": "function", "function": {"name": "price", "arguments": '{"item": "tea"}'}}


def chat(messages, answer):
    body = {"model": "gpt-4o", "choices": [{"message": {"role": "assistant", **answer}}], "usage": USAGE}
    return {
        "request": {
            "method": "POST",
            "uri": "https://api.openai.com/v1/chat/completions",
            "body": json.dumps({"model": "gpt-4o", "messages": messages}),
        },
        "response": {"status": {"code": 200}, "headers": {}, "body": {"string": json.dumps(body)}},
    }


@pytest.fixture
def cassette(tmp_path):
    asked = [{"role": "user", "content": "What does tea cost?"}]
    called = {"role": "assistant", "content": None, "tool_calls": [CALL]}
    result = {"role": "tool", "tool_call_id": "call_1", "content": '{"price": 3}'}
    interactions = [
        chat(asked, {"content": None, "tool_calls": [CALL]}),
        chat([*asked, called, result], {"content": "It costs 3."}),
    ]
    path = tmp_path / "session.json"
    path.write_text(json.dumps({"version": 1, "interactions": interactions}))
    return path


def test_a_page_shows_each_turn_with_its_question_calls_and_results(cassette, tmp_path):
    code = main(["replay", str(cassette), "--format", "html", "--output", str(tmp_path / "session.html")])
    shown = assert_is_sound((tmp_path / "session.html").read_text())
    first, second = shown.data["sessions"][0]["turns"]

    assert code == 0
    assert first["sent"] == [{"who": "user", "text": "What does tea cost?"}]
    assert first["tool_calls"] == [
        {
            "id": "call_1",
            "name": "price",
            "arguments": '{\n  "item": "tea"\n}',
            "result": '{"price": 3}',
            "is_error": False,
        }
    ]
    assert (second["text"], second["repeated"], second["sent"]) == ("It costs 3.", 1, [])
    assert "2 turns in 1 session" in shown.texts


def test_results_that_one_message_sends_are_no_words_of_the_user(tmp_path):
    page = tmp_path / "session.html"
    code = main(["replay", str(TWO_RESULTS), "--format", "html", "--output", str(page)])
    first, second = assert_is_sound(page.read_text()).data["sessions"][0]["turns"]

    assert code == 0
    assert [one["result"] for one in first["tool_calls"]] == [
        '{"city":"Oslo","sky":"clear"}',
        '{"city":"Bern","sky":"rain"}',
    ]
    assert second["sent"] == []


def test_drift_is_shown_beside_the_recorded_result(cassette, tmp_path):
    (tmp_path / "tools.py").write_text(
        'def price(item: str) -> dict:\n    """Return the price."""\n    return {"price": 4}\n'
    )
    page = tmp_path / "session.html"
    code = main(
        ["replay", str(cassette), "--tools", str(tmp_path / "tools.py"), "--format", "html", "--output", str(page)]
    )
    (drift,) = Page(page.read_text()).data["sessions"][0]["drift"]

    assert code == 1
    assert (drift["turn"], drift["kind"], drift["differences"]) == (
        1, "result", [{"path": "$.price", "change": "changed", "recorded": "3", "now": "4"}],
    )  # fmt: skip
    # Side by side, so that the lines of one face those of the other.
    assert (drift["recorded"], drift["now"]) == ('{\n  "price": 3\n}', '{\n  "price": 4\n}')


@pytest.mark.parametrize(
    ("cassettes", "names", "folder"),
    [
        (["/a/b/c/one.yaml", "/a/b/c/d/two.yaml"], ["one.yaml", "d/two.yaml"], "/a/b/c"),
        (["/a/b/one.yaml"], ["/a/b/one.yaml"], ""),
        (["one.yaml", "/a/two.yaml"], ["one.yaml", "/a/two.yaml"], ""),
        (["one.yaml", "two.yaml"], ["one.yaml", "two.yaml"], ""),
        (["/one.yaml", "/two.yaml"], ["/one.yaml", "/two.yaml"], ""),
    ],
)
def test_sessions_are_named_below_their_common_folder(cassettes, names, folder):
    usage = {"input_tokens": 1, "output_tokens": 1}
    shown = Page(sessions_page([{"cassette": one, "turns": [], "usage": usage, "cost_usd": None} for one in cassettes]))

    assert [one["cassette"] for one in shown.data["sessions"]] == names
    assert (folder in shown.texts) if folder else " in " not in shown.texts


@pytest.mark.parametrize(
    ("costs", "told"), [([0.5, 0.25], "cost"), ([0.5, None], "cost of 1 of 2 sessions"), ([None, None], "cost")]
)
def test_the_cost_says_of_how_many_sessions_it_is(costs, told):
    usage = {"input_tokens": 1, "output_tokens": 1}
    sessions = [{"cassette": "a", "turns": [], "usage": usage, "cost_usd": cost} for cost in costs]

    assert told in [text.strip() for text in Page(sessions_page(sessions)).texts]


@settings(max_examples=10, deadline=None)
@given(text=hostile_texts)
def test_no_text_of_a_session_becomes_a_part_of_the_page(text):
    usage = {"input_tokens": 1, "output_tokens": 1}

    def page(said):
        call = {"id": None, "name": said, "arguments": {said: said}, "result": said, "is_error": False}
        turn = {
            "number": 1, "provider": said, "endpoint": said, "model": said, "status": 200, "stream": False,
            "text": f"{said}.", "reasoning": f"{said}.", "tool_calls": [call], "stop_reason": said, "usage": usage,
            "error": f"{said}.", "is_conversation": True, "repeated": 0, "sent": [{"who": said, "text": said}],
        }  # fmt: skip
        return sessions_page([{"cassette": said, "turns": [turn], "usage": usage, "cost_usd": None}])

    assert assert_is_sound(page(text)).tags == Page(page("plain")).tags
