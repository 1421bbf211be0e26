"""Live verification: `--forge-live` asks the providers what cassettes have answered, and tells what has changed.

A test goes on with the recorded answers, so that it does what it does every day. When it has passed, each request that
asks a model is sent as the test sent it, and the live answer is compared by its form; nothing of it is written. The
test fails for an error alone: another status, another type, no answer. What was removed is a warning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..cassettes.exchange import Exchange
    from ..cassettes.playing.live_call import LiveCall

__all__ = ["live_verifier", "note_drift"]

_PROPERTY = "forge_live"
_DRIFT_PROPERTY = "forge_drift"
_MARKER = "forge_live"
_REASON = "it needs a provider, which only --forge-live may ask"
_SEVERITIES = ("error", "warning", "info")
_COLOURS: dict[str, dict[str, bool]] = {"error": {"red": True}, "warning": {"yellow": True}, "info": {}}

_heard_key = pytest.StashKey[list[tuple[str, str, Any]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the option with its ini twin."""
    text = "ask the providers as well, and compare their answers with the cassettes; for scheduled runs"
    group = parser.getgroup("forge", "checks of LLM tools (Forge Harness)")
    group.addoption("--forge-live", dest="forge_live", action="store_true", default=None, help=text)
    parser.addini("forge_live", text, type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker, and listen to reports in the process that shows them."""
    config.addinivalue_line("markers", "forge_live: run this test only with --forge-live (Forge Harness)")
    if not hasattr(config, "workerinput"):
        config.stash[_heard_key] = []
        config.pluginmanager.register(_Listener(config), "forge-live")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what needs a provider, unless the option is given."""
    if not _is_live(config):
        for item in items:
            if item.get_closest_marker(_MARKER) is not None:
                item.add_marker(pytest.mark.skip(reason=_REASON))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many tool results have drifted, and what the providers answer in another way."""
    heard = config.stash.get(_heard_key, [])
    drifts = [(test, value) for name, test, value in heard if name == _DRIFT_PROPERTY]
    if drifts:
        count, tests = sum(value for _, value in drifts), len({test for test, _ in drifts})
        terminalreporter.line(
            f"forge: {_counted(count, 'tool result')} drifted from {'its' if count == 1 else 'their'} cassette, in "
            f"{_counted(tests, 'test')}; see cassette.drift.",
            yellow=True,
        )
    live = [value for name, _, value in heard if name == _PROPERTY]
    if live:
        terminalreporter.section("forge: live answers")
        for severity, line in _summary(live):
            terminalreporter.line(line, **_COLOURS[severity])


class _Listener:
    """Hears every test report, those of xdist's workers included."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # A later report of a test repeats what an earlier one said.
        if report.when == "teardown":
            for name, value in report.user_properties:
                if name in (_PROPERTY, _DRIFT_PROPERTY):
                    self._config.stash[_heard_key].append((name, report.nodeid, json.loads(str(value))))


def note_drift(item: pytest.Item, count: int) -> None:
    """Have the summary say that *count* tool results of a test have drifted."""
    if count:
        item.user_properties.append((_DRIFT_PROPERTY, str(count)))


def live_verifier(item: pytest.Item) -> Callable[[Sequence[Exchange]], None] | None:
    """Return what asks the provider again when a test has passed; None unless the option is given."""
    if not _is_live(item.config):
        return None

    def verify(exchanges: Sequence[Exchange]) -> None:
        __tracebackhide__ = True
        from ..cassettes.playing.live_call import call_live

        calls = call_live(exchanges)
        if calls:
            item.user_properties.append((_PROPERTY, json.dumps([_as_json(call) for call in calls])))
        errors = [line for severity, line in _summary([[_as_json(call) for call in calls]]) if severity == "error"]
        if errors:
            pytest.fail("The provider does not answer as it was recorded.\n" + "\n".join(errors), pytrace=False)

    return verify


def _is_live(config: pytest.Config) -> bool:
    given = config.getoption("forge_live")
    return bool(config.getini("forge_live") if given is None else given)


def _as_json(call: LiveCall) -> dict[str, Any]:
    return {
        "differences": [(each.severity, each.kind, each.path, each.detail) for each in call.differences],
        "problem": call.problem,
        "skipped": call.skipped,
    }


def _summary(tests: Sequence[Sequence[dict[str, Any]]]) -> list[tuple[str, str]]:
    """Return the lines of what was found, each with its severity; equal differences are one line."""
    calls = [call for test in tests for call in test]
    counts: dict[tuple[str, str], int] = {}
    for call in calls:
        for severity, kind, path, detail in call["differences"]:
            text = ": ".join(filter(None, (f"{kind:<8} {path}".strip(), detail)))
            counts[severity, text] = counts.get((severity, text), 0) + 1
        if call["problem"]:
            counts["error", call["problem"]] = counts.get(("error", call["problem"]), 0) + 1
    compared = sum(not (call["skipped"] or call["problem"]) for call in calls)
    lines = [("info", f"{_counted(compared, 'live answer')} compared with the recorded ones.")]
    for severity in _SEVERITIES:
        for (found, text), count in counts.items():
            if found == severity:
                times = f"  ({count} answers)" if count > 1 else ""
                lines.append((severity, f"{severity:<8} {text}{times}"))
    skipped = [call["skipped"] for call in calls if call["skipped"]]
    lines += [("info", f"Not sent, {_counted(skipped.count(why), 'time')}: {why}.") for why in dict.fromkeys(skipped)]
    return lines


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
