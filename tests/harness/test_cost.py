"""What a run has used and cost: five dimensions, whose price counts, and the limit."""

from __future__ import annotations

import importlib
import json
import logging
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from forge_harness import (
    CostLimitExceeded,
    Event,
    EventBus,
    PriceBook,
    RunCostTracker,
    Usage,
    billed_usage,
    cost_limit_usd,
)
from forge_harness.cost.listed_prices import ListedPrices


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No price file, no limit."""
    for name in ("FLUID_PRICES_JSON", "FLUID_COST_LIMIT_USD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FLUID_HOME", str(tmp_path))


@pytest.fixture
def bus() -> EventBus:
    return EventBus()


@pytest.fixture
def tracker(bus: EventBus) -> RunCostTracker:
    return RunCostTracker(bus=bus)


def call(tracker: RunCostTracker, model: str = "gpt-4o", **fields: Any) -> None:
    tracker.record_call(**{"provider": "openai", "input_tokens": 1000, "output_tokens": 100, **fields, "model": model})


@pytest.mark.requirement("cost:rows")
def test_calls_of_one_model_are_one_row(tracker: RunCostTracker) -> None:
    call(tracker)
    call(tracker)
    call(tracker, "claude-haiku-4-5", provider="anthropic")

    breakdown = tracker.breakdown()
    assert [row.key for row in breakdown.rows] == [("anthropic", "claude-haiku-4-5"), ("openai", "gpt-4o")]
    assert breakdown.rows[1].calls == 2
    assert (breakdown.total_calls, breakdown.total_input_tokens, breakdown.total_output_tokens) == (3, 3000, 300)
    assert breakdown.total_usd == pytest.approx(2 * (0.0025 + 0.001) + 0.001 + 0.0005)


@pytest.mark.requirement("cost:agent-rows")
def test_calls_are_attributed_to_stage_and_agent(tracker: RunCostTracker) -> None:
    call(tracker, stage="logical", agent_class="Modeler")
    call(tracker, stage="builder", agent_class="Builder")
    call(tracker)

    assert [row.key for row in tracker.breakdown().agent_rows] == [("builder", "Builder"), ("logical", "Modeler")]


@pytest.mark.requirement("cost:missing-usage")
def test_a_call_without_tokens_is_missing_usage_except_on_ollama(tracker: RunCostTracker) -> None:
    call(tracker, input_tokens=0, output_tokens=0)
    call(tracker, provider="ollama", input_tokens=0, output_tokens=0)
    tracker.record_missing_usage()

    assert tracker.breakdown().missing_usage_calls == 2


@pytest.mark.requirement("cost:variant-lint")
def test_findings_of_a_variant_are_replaced_and_0_forgets_it(tracker: RunCostTracker) -> None:
    tracker.record_variant_lint("b", 3)
    tracker.record_variant_lint("a", 1)
    tracker.record_variant_lint("b", 2)
    tracker.record_variant_lint("gone", 5)
    tracker.record_variant_lint("gone", 0)
    tracker.record_variant_lint("", 9)

    assert list(tracker.breakdown().variant_lint_findings.items()) == [("a", 1), ("b", 2)]


@pytest.mark.requirement("cost:catalog-fetch")
def test_milliseconds_of_a_catalog_add_up(tracker: RunCostTracker) -> None:
    for name, duration in (("glue", 200.0), ("glue", 50.5), ("", 9.0), ("unity", 0.0), ("unity", -1.0)):
        tracker.record_catalog_fetch(name, duration)

    assert tracker.breakdown().catalog_fetch_ms == {"glue": 250.5}


@pytest.mark.requirement("cost:events")
def test_each_record_is_told_after_it_is_counted(tracker: RunCostTracker, bus: EventBus) -> None:
    told: list[tuple[Event, Any]] = []
    bus.subscribe(lambda event: told.append((event, tracker.breakdown())))

    call(tracker, stage="s", agent_class="A")
    tracker.record_missing_usage()
    tracker.record_variant_lint("v", 2)
    tracker.record_catalog_fetch("c", 5.0)

    assert [(event.event_type, event.payload) for event, _ in told] == [
        (
            "llm.call_completed",
            {
                "provider": "openai",
                "model": "gpt-4o",
                "input_tokens": 1000,
                "output_tokens": 100,
                "stage": "s",
                "agent_class": "A",
                "missing_usage": False,
            },
        ),
        ("llm.usage_missing", {}),
        ("validator.variant_lint", {"variant": "v", "warning_count": 2}),
        ("catalog.fetch_completed", {"catalog_name": "c", "duration_ms": 5.0}),
    ]
    assert told[0][1].total_calls == 1
    assert told[1][1].missing_usage_calls == 1
    assert told[2][1].variant_lint_findings == {"v": 2}
    assert told[3][1].catalog_fetch_ms == {"c": 5.0}


@pytest.mark.requirement("cost:unknown-price")
def test_an_unknown_price_makes_the_total_unknown_and_is_told_once(
    tracker: RunCostTracker, caplog: pytest.LogCaptureFixture
) -> None:
    call(tracker)
    call(tracker, "mystery-1")
    call(tracker, "mystery-1")

    breakdown = tracker.breakdown()
    assert breakdown.total_usd is None
    assert breakdown.known_usd == pytest.approx(0.0035)
    assert breakdown.unknown_models == ("mystery-1",)
    (record,) = caplog.records
    assert record.getMessage() == (
        "The price of 'mystery-1' is unknown: genai-prices does not list it for 'openai'. "
        "Give its price in FLUID_PRICES_JSON; until then its calls count as $0."
    )


@pytest.mark.requirement("cost:package-prices")
def test_without_the_package_no_price_is_guessed_and_the_warning_says_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    usage = {"provider": "openai", "input_tokens": 1_000_000, "output_tokens": 0}

    listed = PriceBook().cost_usd(model="gpt-4o", **usage)
    own = PriceBook({"gpt-4o": (1.0, 1.0)}).cost_usd(model="gpt-4o", **usage)

    assert listed is None
    assert own == 1.0
    assert "'gpt-4o' is unknown: genai-prices is not installed. Install it" in caplog.text


def test_no_call_has_no_cost_and_ollama_is_free(tracker: RunCostTracker) -> None:
    assert tracker.breakdown().total_usd is None

    call(tracker, "anything", provider="Ollama")

    assert tracker.breakdown().total_usd == 0.0


@pytest.mark.requirement("cost:mixed-row")
def test_a_known_cost_and_a_price_add_up_in_one_row(tracker: RunCostTracker) -> None:
    call(tracker, usd_override=0.5)
    call(tracker, input_tokens=200_000, output_tokens=25_000)

    assert tracker.breakdown().total_usd == pytest.approx(0.5 + 0.5 + 0.25)


@pytest.mark.requirement("cost:mixed-row")
@pytest.mark.parametrize(
    "fields",
    [
        {"input_tokens": -1},
        {"output_tokens": -1},
        {"usd_override": -0.1},
        {"usd_override": float("nan")},
        {"cache_read_input_tokens": -5},
    ],
)
def test_a_negative_use_is_refused(tracker: RunCostTracker, fields: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"cannot have used .*\. Give"):
        call(tracker, **fields)
    assert tracker.breakdown().total_calls == 0


def test_anthropics_cache_is_dearer_to_write_and_cheaper_to_read(bus: EventBus) -> None:
    tracker = RunCostTracker(bus=bus, prices=PriceBook({"claude-sonnet-4-5": (3.0, 15.0)}))

    call(
        tracker,
        "claude-sonnet-4-5",
        provider="anthropic",
        input_tokens=1_000_000,
        output_tokens=0,
        cache_read_input_tokens=500_000,
        cache_creation_input_tokens=200_000,
    )

    assert tracker.breakdown().total_usd == pytest.approx(3 * (0.3 + 0.5 * 0.1 + 0.2 * 1.25))


@pytest.mark.requirement("cost:concurrency")
def test_calls_from_many_threads_add_up(tracker: RunCostTracker) -> None:
    barrier = threading.Barrier(8)

    def work() -> None:
        barrier.wait()
        for _ in range(50):
            call(tracker, stage="s", agent_class="A")

    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(work) for _ in range(8)]:
            future.result()

    breakdown = tracker.breakdown()
    assert (breakdown.total_calls, breakdown.total_input_tokens) == (400, 400_000)
    assert breakdown.agent_rows[0].calls == 400


def test_reset_forgets_everything(tracker: RunCostTracker) -> None:
    call(tracker, stage="s")
    tracker.record_missing_usage()
    tracker.record_variant_lint("v", 1)
    tracker.record_catalog_fetch("c", 1.0)
    empty = RunCostTracker().breakdown()

    tracker.reset()

    assert tracker.breakdown() == empty


@pytest.mark.requirement("cost:overrides")
@pytest.mark.parametrize("wrap", [True, False])
def test_the_users_prices_come_first(wrap: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    prices = {
        "gpt-4o": [10, 20],
        "house-model": [1.0, 2.0],
        "bad": [1],
        "worse": "x",
        "negative": [-1, 2],
        "t": [True, 1],
    }
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"prices": prices} if wrap else prices))
    monkeypatch.setenv("FLUID_PRICES_JSON", str(path))
    book = PriceBook()

    cost = {
        model: book.cost_usd(provider="openai", model=model, input_tokens=1_000_000, output_tokens=1_000_000)
        for model in ("gpt-4o-2024-08-06", "house-model", "gpt-4.1", "bad", "worse", "negative")
    }

    assert cost == {
        "gpt-4o-2024-08-06": 30.0,
        "house-model": 3.0,
        "gpt-4.1": 10.0,
        "bad": None,
        "worse": None,
        "negative": None,
    }


@pytest.mark.requirement("cost:overrides")
def test_the_config_stands_before_the_files_and_one_file_before_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def cost(book: PriceBook) -> float | None:
        return book.cost_usd(provider="x", model="m", input_tokens=1_000_000, output_tokens=0)

    (tmp_path / "prices.json").write_text('{"m": [1, 1]}')
    assert cost(PriceBook()) == 1.0
    (tmp_path / "other.json").write_text('{"m": [2, 2]}')
    monkeypatch.setenv("FLUID_PRICES_JSON", str(tmp_path / "other.json"))
    assert cost(PriceBook()) == 2.0
    assert cost(PriceBook({"m": (3.0, 3.0)})) == 3.0


@pytest.mark.requirement("cost:overrides")
@pytest.mark.parametrize("content", ["", "{", "[1]", "null", '{"prices": 7}', '{"prices": {"gpt-4o": null}}', None])
def test_a_malformed_or_missing_file_changes_nothing(
    content: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "mine.json"
    if content is not None:
        path.write_text(content)
    monkeypatch.setenv("FLUID_PRICES_JSON", str(path))

    assert PriceBook().cost_usd(provider="openai", model="gpt-4o", input_tokens=1_000_000, output_tokens=0) == 2.5


@pytest.mark.requirement("cost:package-prices")
def test_the_package_is_asked_after_the_user_and_is_the_only_list(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module("genai_prices")
    monkeypatch.setattr(package, "UpdatePrices", None)
    threads = threading.active_count()
    usage = {"input_tokens": 1_000_000, "output_tokens": 100_000}

    known = PriceBook().cost_usd(provider="groq", model="llama-3.3-70b-versatile", **usage)
    cached = PriceBook().cost_usd(provider="openai", model="gpt-4o", cache_read_tokens=500_000, **usage)
    own = PriceBook({"gpt-4o": (1.0, 1.0)}).cost_usd(provider="openai", model="gpt-4o", **usage)
    unknown = PriceBook().cost_usd(provider="openai", model="mystery-1", **usage)
    unknown_host = PriceBook().cost_usd(provider="my-gateway", model="gpt-4o", **usage)
    with_host = PriceBook().cost_usd(provider="gemini", model="models/gemini-2.5-flash", **usage)

    assert known == pytest.approx(0.669)
    assert cached == pytest.approx(2.875)
    assert own == pytest.approx(1.1)
    assert unknown is None
    assert unknown_host is None
    assert with_host == pytest.approx(0.3 + 0.25)
    assert threading.active_count() == threads


@pytest.mark.requirement("cost:ceiling")
@pytest.mark.parametrize(
    ("env", "config", "limit"),
    [
        (None, None, None),
        (None, 2.0, 2.0),
        ("5.00", 2.0, 5.0),
        (" 1 ", None, 1.0),
        ("", 2.0, 2.0),
        ("five", 2.0, 2.0),
        ("five", None, None),
        ("nan", 2.0, 2.0),
        ("0", 2.0, None),
        ("-1", 2.0, None),
        (None, 0.0, None),
        (None, -3.0, None),
    ],
)
def test_the_environment_stands_before_the_config(
    env: str | None, config: float | None, limit: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if env is not None:
        monkeypatch.setenv("FLUID_COST_LIMIT_USD", env)

    assert cost_limit_usd(config) == limit


@pytest.mark.requirement("cost:ceiling")
@pytest.mark.requirement("cost:limit-carries-both-numbers")
def test_a_run_that_costs_more_than_its_limit_is_stopped(bus: EventBus) -> None:
    tracker = RunCostTracker(limit_usd=5.0, bus=bus)
    call(tracker, usd_override=5.0)
    tracker.check_limit()
    call(tracker, usd_override=0.01)

    with pytest.raises(CostLimitExceeded, match=r"\(\$5\.01 > \$5\.00\)\. Raise") as caught:
        tracker.check_limit()

    assert (caught.value.running_usd, caught.value.limit_usd) == (pytest.approx(5.01), 5.0)
    assert not caught.value.retryable


def test_a_limit_passed_by_a_hair_still_reads_as_more(bus: EventBus) -> None:
    tracker = RunCostTracker(limit_usd=5.0, bus=bus)
    call(tracker, usd_override=5.0001)

    with pytest.raises(CostLimitExceeded, match=r"\(\$5\.000100 > \$5\.000000\)"):
        tracker.check_limit()


@pytest.mark.requirement("cost:known-part-is-enforced")
def test_the_known_part_is_held_to_the_limit(bus: EventBus, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    tracker = RunCostTracker(limit_usd=1.0, bus=bus)
    call(tracker, "mystery-1")
    tracker.check_limit()
    call(tracker, usd_override=1.5)

    with pytest.raises(CostLimitExceeded):
        tracker.check_limit()
    assert "'mystery-1' is unknown" in caplog.text


def test_without_a_limit_nothing_is_too_dear(tracker: RunCostTracker) -> None:
    call(tracker, usd_override=1e9)

    tracker.check_limit()


@pytest.mark.parametrize(
    ("wire_format", "billed"),
    [("anthropic", (135, 20)), ("bedrock", (135, 20)), ("gemini", (100, 27)), ("openai", (100, 20))],
)
def test_all_tokens_that_are_paid_for_are_billed(wire_format: str, billed: tuple[int, int]) -> None:
    usage = Usage(100, 20, cached_tokens=30, cache_write_tokens=5, reasoning_tokens=7)

    counted = billed_usage(usage, wire_format)
    assert (counted.input_tokens, counted.output_tokens) == billed
    assert (counted.cached_tokens, counted.cache_write_tokens, counted.reasoning_tokens) == (30, 5, 7)


def test_a_book_that_does_not_warn_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    usd = PriceBook(warns=False).cost_usd(provider="openai", model="mystery-1", input_tokens=1, output_tokens=1)

    assert usd is None
    assert caplog.records == []


def test_an_unlisted_model_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module("genai_prices")
    asked: list[str] = []
    calculate = package.calc_price
    monkeypatch.setattr(
        package,
        "calc_price",
        lambda usage, model, **options: (asked.append(model), calculate(usage, model, **options))[1],
    )
    book = PriceBook()

    priced = [
        book.cost_usd(provider="openai", model=model, input_tokens=1_000_000, output_tokens=0)
        for model in ("mystery-2", "gpt-4o", "mystery-2", "gpt-4o")
    ]

    assert priced == [None, 2.5, None, 2.5]
    assert asked.count("mystery-2") == 1


def test_what_the_package_calculates_is_asked_once_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module("genai_prices")
    book = PriceBook(overrides={})
    first = book.cost_usd(provider="openai", model="gpt-4o", input_tokens=1_000_000, output_tokens=0)
    monkeypatch.setattr(package, "calc_price", None)

    again = book.cost_usd(provider="openai", model="gpt-4o", input_tokens=2_000_000, output_tokens=100_000)

    assert (first, again) == (2.5, 6.0)


def test_what_one_run_has_learnt_is_not_asked_again_until_the_list_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module("genai_prices")
    lists = importlib.import_module("genai_prices.data_snapshot")
    usage = {"provider": "openai", "input_tokens": 1_000_000, "output_tokens": 0}
    calculate = package.calc_price
    assert PriceBook(overrides={}).cost_usd(model="gpt-4o", **usage) == 2.5
    assert PriceBook(overrides={}).cost_usd(model="mystery-1", **usage) is None

    monkeypatch.setattr(package, "calc_price", None)
    again = [PriceBook(overrides={}).cost_usd(model=model, **usage) for model in ("gpt-4o", "mystery-1")]
    monkeypatch.setattr(package, "calc_price", calculate)
    monkeypatch.setattr(lists, "_custom_snapshot", lists.DataSnapshot(providers=[], from_auto_update=False))
    emptied = ListedPrices()

    assert again == [2.5, None]
    with pytest.raises(LookupError):
        emptied.cost_usd("openai", "gpt-4o", 1_000_000, 0, 0, 0)


def test_costs_are_those_that_the_package_calculates(monkeypatch: pytest.MonkeyPatch) -> None:
    package = importlib.import_module("genai_prices")
    snapshot = importlib.import_module("genai_prices.data_snapshot").get_snapshot()
    listed = ListedPrices()
    dice = random.Random(0)
    compared = 0

    for provider in snapshot.providers:
        # Prices that depend on the hour may change between two looks at them.
        fixed = [model for model in provider.models if not isinstance(model.prices, list)]
        for model in dice.sample(fixed, min(len(fixed), 12)):
            for _ in range(3):
                size = dice.choice([0, 10, 5_000, 150_000, 300_000, 1_500_000])
                read, written = dice.randint(0, size // 2), dice.randint(0, size // 3)
                usage = package.Usage(
                    input_tokens=size, output_tokens=77, cache_read_tokens=read, cache_write_tokens=written
                )
                try:
                    expected = float(package.calc_price(usage, model.id, provider_id=provider.id).total_price)
                except (LookupError, ValueError):
                    continue
                assert listed.cost_usd(provider.id, model.id, size, 77, read, written) == pytest.approx(expected)
                compared += 1

    assert compared > 200
