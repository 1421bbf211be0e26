"""The guess of tokens against real tokenizers, the windows of models, and the refusal before a request is sent."""

from __future__ import annotations

import base64
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_harness import (
    ContextOverflowError,
    Message,
    ToolCall,
    ToolDefinition,
    check_budget,
    count_message_tokens,
    estimate_tokens,
    get_context_window,
    token_budget,
)

#: Text, and the largest count of four tokenizers: gpt-tokenizer 3 (cl100k, o200k), Claude 2, Llama 3.
COUNTED = {
    "Chinese": ("人工智能正在改变我们的生活方式。请列出三月份延迟发货的所有客户,并解释原因。", 37),
    "Chinese, traditional": ("人工智慧正在改變我們的生活方式。請列出三月份延遲出貨的所有客戶,並說明原因。", 47),
    "Chinese, rare characters": ("龘鱻麤爨驫犇淼焱毳猋", 24),
    "beyond the first plane": ("𠀀𠀁𠂉𪚥𠮷", 18),
    "Japanese": ("人工知能は私たちの生活を変えています。カタカナのテスト。", 27),
    "Korean": ("인공지능은 우리의 삶을 바꾸고 있습니다. 그 이유를 설명해 주세요.", 37),
    "Greek": ("Η τεχνητή νοημοσύνη αλλάζει τη ζωή μας.", 47),  # noqa: RUF001  # Greek on purpose
    "Russian": ("Искусственный интеллект меняет нашу жизнь.", 23),
    "Arabic": ("الذكاء الاصطناعي يغير حياتنا.", 29),
    "Hebrew": ("הבינה המלאכותית משנה את חיינו.", 28),
    "Hindi": ("कृत्रिम बुद्धिमत्ता हमारे जीवन को बदल रही है।", 49),
    "Thai": ("ปัญญาประดิษฐ์กำลังเปลี่ยนแปลงชีวิตของเรา", 76),
    "Tamil": ("செயற்கை நுண்ணறிவு நம் வாழ்க்கையை மாற்றுகிறது.", 85),
    "Vietnamese": ("Trí tuệ nhân tạo đang thay đổi cuộc sống của chúng ta.", 36),
    "emoji": ("😀😂🥹🫠🦄🧿🪬🚀", 22),
    "joined emoji": ("👩‍👩‍👧‍👦🏳️‍🌈👩🏽‍💻🧑🏿‍🚀", 48),
    "flags": ("🇩🇪🇫🇷🇯🇵🇧🇷🇰🇪", 30),
    "emoji of old": ("☀️☎️✈️❤️⚠️✅", 18),
    "base64": ("OLTmUuRNp/I3DZ4mDicTZVCko6bQf1wMMy+LEiQIP9IrkC+JEegYGPjJnV1dmDGVdQTZDpRd4uj1TueB", 59),
    "base64 of prose": ("VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZy4=", 43),
    "base64 for URLs": ("zHX2NthQmQlaowAWWmcDb5tUDWuPC-IRJBecPdn3OBfObhGNJkqtbLbdIQ-vlKzTz5LBkCN8sR9dEIzy", 56),
    "hexadecimal": ("5930263938b370a1b5769fa0f1483f95a90d9df2f130d60fcf04bd93f50ae695", 37),
    "a UUID": ("3f2b8c1e-9d47-4a6b-8f10-5c7e2d9a1b34", 33),
    "digits": ("31415926535897932384626433832795", 13),
    "numbers": ("12.5072, 903.1148, 7.0021, 466.9173", 22),
    "English": ("Please list every customer whose orders were shipped late in March, and explain why.", 16),
}


@pytest.mark.requirement("tokens:heuristic")
@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("hello", 2), ("a" * 700, 200), ("word " * 140, 200)])
def test_prose_is_a_token_for_every_three_and_a_half_characters(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@pytest.mark.requirement("tokens:never-under-estimates")
@pytest.mark.parametrize("kind", COUNTED)
def test_no_tokenizer_counts_more(kind: str) -> None:
    text, counted = COUNTED[kind]

    assert estimate_tokens(text) >= counted
    assert estimate_tokens(text) <= 3 * counted


@pytest.mark.requirement("tokens:never-under-estimates")
@given(st.binary(min_size=60, max_size=4000))
def test_base64_of_anything_but_a_repetition_is_dense(data: bytes) -> None:
    text = base64.b64encode(data).decode()

    assert estimate_tokens(text) >= len(text) / 3.5
    assert estimate_tokens(text) <= len(text)


@pytest.mark.requirement("tokens:never-under-estimates")
@given(st.text(max_size=500))
def test_any_text_has_at_least_the_tokens_of_prose_and_at_most_one_a_byte(text: str) -> None:
    text = text.encode("utf-8", "ignore").decode()

    assert len(text) / 3.5 <= estimate_tokens(text) <= 1.5 * len(text.encode()) + 1


@pytest.mark.requirement("tokens:never-under-estimates")
@pytest.mark.parametrize("text", ["漢字かな交じり文", "안녕하세요", "😀🎉", "你好世界"])
def test_a_long_text_counts_as_its_parts_do(text: str) -> None:
    assert estimate_tokens(text * 1000) == pytest.approx(1000 * estimate_tokens(text), rel=0.01)
    assert estimate_tokens(text * 1000) >= 1000 * len(text)


def test_identifiers_and_paths_are_prose() -> None:
    text = "getCustomerOrderHistoryByAccountIdentifier list_open_orders_by_customer_region data/2024/orders/part.csv"

    assert estimate_tokens(text) <= len(text) / 3


@pytest.mark.requirement("tokens:window-table")
@pytest.mark.parametrize(
    ("model", "window"),
    [
        ("claude-opus-4-7", 1_000_000),
        ("claude-opus-4-7-20260101", 1_000_000),
        ("claude-sonnet-4-6", 1_000_000),
        ("claude-haiku-4-5-20251001", 200_000),
        ("claude-opus-4-20250514", 200_000),
        ("claude-3-5-sonnet-20241022", 200_000),
        ("gpt-4.1", 1_000_000),
        ("gpt-4.1-mini", 1_000_000),
        ("gpt-4o", 128_000),
        ("gpt-4o-mini-2024-07-18", 128_000),
        ("gpt-4", 8_192),
        ("gpt-4-0613", 8_192),
        ("gpt-4-32k-0613", 32_000),
        ("o4-mini", 200_000),
        ("o1", 200_000),
        ("o1-mini", 128_000),
        ("gemini-2.5-pro", 2_000_000),
        ("gemini-2.5-pro-preview-05-06", 2_000_000),
        ("gemini-2.5-flash-001", 1_048_576),
        ("gemma2", 8_192),
        ("gemma2:9b", 8_192),
        ("phi-3", 4_096),
        ("phi-3:mini", 4_096),
        ("gpt-oss-120b", 131_072),
        ("llama3.1:8b", 32_000),
        (" GPT-4o ", 128_000),
        ("openai/gpt-4o", 128_000),
        ("models/gemini-2.5-flash", 1_048_576),
        ("us.anthropic.claude-3-5-sonnet-20241022-v2:0", 200_000),
        ("claude-opus-4-1@20250805", 200_000),
        ("o100", 32_000),
        ("o1000-x", 32_000),
        ("gpt-4.7", 32_000),
        ("gpt-45", 32_000),
        ("claude-opus-4-9", 32_000),
        ("claude-opus-4-75", 32_000),
        ("llama3.9", 32_000),
        ("somebody-elses-model", 32_000),
        ("", 32_000),
    ],
)
def test_a_window_is_found_by_the_longest_prefix_that_ends_with_a_version(model: str, window: int) -> None:
    assert get_context_window(model) == window


@pytest.mark.requirement("tokens:window-table")
def test_without_the_package_only_the_seeds_windows_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    get_context_window.cache_clear()

    windows = {model: get_context_window(model) for model in ("gpt-4o", "claude-opus-4-7", "gpt-4.1", "phi-3")}
    get_context_window.cache_clear()

    assert windows == {"gpt-4o": 32_000, "claude-opus-4-7": 1_000_000, "gpt-4.1": 1_000_000, "phi-3": 4_096}


@pytest.mark.requirement("tokens:budget")
@pytest.mark.parametrize(
    ("model", "matrix", "budget"),
    [
        ("gpt-4", None, 8_192 - 4_096),
        ("gpt-4o", {}, 128_000 - 4_096),
        ("phi-3", None, 2_048),
        ("gpt-4", {"context_window": 50_000}, 50_000 - 4_096),
        ("gpt-4", {"output_reservation": 0}, 8_192),
        ("gpt-4", {"context_window": 1_000, "output_reservation": 100}, 900),
        ("gpt-4", {"context_window": None}, 8_192 - 4_096),
    ],
)
def test_the_budget_is_the_window_less_the_answer(model: str, matrix: dict[str, int] | None, budget: int) -> None:
    assert token_budget(model, capability_matrix=matrix) == budget


@pytest.mark.parametrize(
    "matrix",
    [
        {"context_window": 0},
        {"context_window": -5},
        {"context_window": "8k"},
        {"context_window": True},
        {"output_reservation": -1},
        {"output_reservation": 1.5},
    ],
)
def test_a_senseless_override_is_refused(matrix: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"is not a number of tokens\. Use"):
        token_budget("gpt-4", capability_matrix=matrix)


@pytest.mark.requirement("tokens:overflow-before-any-request")
def test_what_does_not_fit_is_refused_with_model_tokens_and_budget() -> None:
    messages = [Message("system", "You help."), Message("user", "a" * 70_000)]

    with pytest.raises(ContextOverflowError, match=r"'gpt-4' leaves 4096") as caught:
        check_budget(messages, model="gpt-4", provider="openai")

    assert "tokens" in str(caught.value)
    assert caught.value.provider == "openai"
    assert caught.value.context == {"model": "gpt-4", "tokens": count_message_tokens(messages), "budget": 4096}
    assert not caught.value.retryable


@pytest.mark.requirement("tokens:overflow-before-any-request")
def test_what_fits_exactly_passes_and_one_token_more_does_not() -> None:
    messages = [Message("user", "a" * 700)]
    tokens = count_message_tokens(messages)

    passes = check_budget(messages, model="m", capability_matrix={"context_window": tokens, "output_reservation": 0})
    assert passes == tokens
    with pytest.raises(ContextOverflowError):
        check_budget(messages, model="m", capability_matrix={"context_window": tokens - 1, "output_reservation": 0})


@pytest.mark.requirement("tokens:escape-flag")
def test_the_escape_flag_lets_everything_pass() -> None:
    messages = [Message("user", "a" * 70_000)]

    assert check_budget(messages, model="gpt-4", capability_matrix={"disable_token_preflight": True}) == 0


def test_calls_blocks_and_tools_are_counted() -> None:
    call = ToolCall("1", "find", {"text": "x" * 700})
    tool = ToolDefinition("find", "Finds." * 100, {"type": "object"})

    assert count_message_tokens([Message("assistant", tool_calls=(call,))]) > 200
    assert count_message_tokens([Message("assistant", opaque=({"signature": "x" * 700},))]) > 200
    assert count_message_tokens([], [tool]) > 150


def test_tokens_that_were_counted_are_not_counted_again() -> None:
    messages = [Message("user", "a" * 70_000)]

    assert check_budget(messages, model="gpt-4", tokens=4096) == 4096
    with pytest.raises(ContextOverflowError):
        check_budget([], model="gpt-4", tokens=4097)
