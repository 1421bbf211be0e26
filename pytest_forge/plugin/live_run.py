"""Live verification: `--forge-live` sends recorded requests to the providers, and reports the changes.

The test itself uses the recorded answers. When it has passed, each request to a model is sent again, and the live
answer is compared by structure; none of it is written. The test fails for errors only: another status or type, or no
answer. Removed fields are warnings.
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
    """Skip tests that need a provider, unless the option is given."""
    if not _is_live(config):
        for item in items:
            if item.get_closest_marker(_MARKER) is not None:
                item.add_marker(pytest.mark.skip(reason=_REASON))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Report how many tool results have drifted, and how live answers differ."""
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
    """Receives every test report, including those of xdist's workers."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # The last report of a test contains the properties of the earlier ones.
        if report.when == "teardown":
            for name, value in report.user_properties:
                if name in (_PROPERTY, _DRIFT_PROPERTY):
                    self._config.stash[_heard_key].append((name, report.nodeid, json.loads(str(value))))


def note_drift(item: pytest.Item, count: int) -> None:
    """Add *count* drifted tool results of a test to the summary."""
    if count:
        item.user_properties.append((_DRIFT_PROPERTY, str(count)))


def live_verifier(item: pytest.Item) -> Callable[[Sequence[Exchange]], None] | None:
    """Return the function that verifies a passed test with the provider; None unless the option is given."""
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
            pytest.fail(
                "The live answers of the provider differ from the recorded ones.\n" + "\n".join(errors), pytrace=False
            )

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
    """Return the lines of the summary, each with its severity; equal differences share a line."""
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
