"""What the pages of HTML cost in a browser: 5,000 results and 1,000 turns, in headless Chromium.

    pip install playwright && python tests/benchmarks/bench_pages.py [FOLDER]

Each figure is the time until the page shows the outcome: two animation frames after it, so an idle page shows about
33 ms. FOLDER gets the pages, and screenshots at two widths in both themes. Fails if a page is wider than its window,
asks for anything but itself, or writes to the console.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.report.formats import report_text
from pytest_forge.report.html.sessions_page import sessions_page
from pytest_forge.report.value import Report
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.verdict import CheckResult

_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync")
_TIMED = """async ([id, value, event, waits]) => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await frames();
  const told = waits && new Promise((done) => new MutationObserver((_, watch) => { watch.disconnect(); done(); })
    .observe(document.getElementById("shown"), { childList: true, characterData: true, subtree: true }));
  const begun = performance.now();
  if (id) {
    const field = document.getElementById(id);
    field.value = value;
    field.dispatchEvent(new Event(event, { bubbles: true }));
  }
  if (waits) await told;
  await frames();
  return Math.round(performance.now() - begun);
}"""
_STEPS = {
    "checks": [("filter", "status", "failed"), ("search", "search", "exception"), ("search off", "search", "")],
    "sessions": [("filter", "kind", "calls"), ("search", "search", "order 7"), ("search off", "search", "")],
}


def _checks() -> str:
    checks = list(all_checks().values())[:50]
    tools = [
        ToolFacts(f"tool_{n:03}" if n % 7 else f"{'long_name_' * 9}{n}", f"shop/tools_{n % 5}.py:tool_{n}", "function")
        for n in range(100)
    ]
    results = []
    for n, tool in enumerate(tools):
        for m, one in enumerate(checks):
            status = "failed" if (n + m) % 9 == 0 else "not_applicable" if (n + m) % 4 == 0 else "passed"
            result = CheckResult(
                tool=tool.name,
                target=tool.target,
                check=one.id,
                family=one.family,
                level=one.level,
                status=status,
                message="" if status == "passed" else f"The exception's text held {'/a/long/path' * (n % 12)}.",
                id=f"{tool.name}[{one.id}]#{n}",
                arguments={"product": "hello " * (m % 20), "deep": list(range(m % 30))} if status == "failed" else None,
            )
            results.append(result)
    return report_text("html", Report(tools, results, 12.3), base=Path.cwd())


def _sessions() -> str:
    turns = [_turn(number) for number in range(1, 1001)]
    usage = {"input_tokens": 50_000_000, "output_tokens": 45_000}
    return sessions_page(
        [{"cassette": "long.yaml", "usage": usage, "cost_usd": 12.5, "turns": turns, "without_result": [], "drift": []}]
    )


def _turn(number: int) -> dict[str, Any]:
    call = {
        "name": ("search", "query", "write")[number % 3],
        "id": f"c{number}",
        "arguments": {"q": f"order {number}", "path": "/srv/" + "deep/" * (number % 20)},
        "result": {"rows": [{"id": row, "title": f"Row {row}"} for row in range(number % 25)]},
        "is_error": number % 17 == 0,
        "error": None,
    }
    return {
        "number": number,
        "is_conversation": True,
        "repeated": 2 * number - 2,
        "model": "model",
        "provider": "openai",
        "endpoint": "/v1/chat/completions",
        "status": 200,
        "stream": True,
        "usage": {"input_tokens": 100 * number, "output_tokens": 20},
        "sent": [{"who": "user", "text": "What of the order book? " * (number % 30)}],
        "reasoning": "I think. " * (number % 200),
        "server_tools": [],
        "text": "Words of an answer. " * (number % 90),
        "refusal": None,
        "tool_calls": [call] if number % 2 else [],
        "media": [],
        "error": None,
        "stop_reason": "stop",
        "pieces": {"count": 80, "at": [0.05 * mark for mark in range(1, 81)]},
    }


def _measured(page: Page, steps: list[tuple[str, str, str]]) -> dict[str, int]:
    load = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"
    figures = {"load": round(page.evaluate(load)), "idle": page.evaluate(_TIMED, [None, "", "", False])}
    for name, field, value in steps:
        figures[name] = page.evaluate(_TIMED, [field, value, "input", True])
    figures["theme"] = page.evaluate(_TIMED, ["theme", "dark", "change", False])
    return figures


def _look(browser: Browser, place: Path, folder: Path) -> list[str]:
    """Make the screenshots, and return what is wrong."""
    wrong = []
    for width in (390, 1280):
        for theme in ("light", "dark"):
            page = browser.new_page(viewport={"width": width, "height": 1100}, color_scheme=theme)
            page.on("request", lambda one: one.url == place.as_uri() or wrong.append(f"request of {one.url}"))
            page.on("console", lambda one: wrong.append(one.text))
            page.goto(place.as_uri())
            needed = page.evaluate("document.documentElement.scrollWidth")
            if needed > width:
                wrong.append(f"{place.name} is {needed} wide at {width}")
            page.screenshot(path=folder / f"{place.stem}-{width}-{theme}.png")
            page.close()
    return wrong


def main(folder: Path) -> int:
    """Print the figures in ms, and return 1 if a page is wrong."""
    wrong = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=_FLAGS)
        for name, text in (("checks", _checks()), ("sessions", _sessions())):
            place = folder / f"{name}.html"
            place.write_text(text, encoding="utf-8")
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(place.as_uri())
            print(name, f"{len(text):,} characters, ms:", json.dumps(_measured(page, _STEPS[name])))
            wrong += _look(browser, place, folder)
        browser.close()
    print(*wrong or ["nothing wrong"], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()).resolve()))
