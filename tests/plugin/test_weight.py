import json

#: Run in a fresh process: what does loading the plugin add to a run that does not use it?
PROBE = """
import json, os, sys, threading, _socket

made = []
WATCHED = ("socket.", "subprocess.", "os.fork")
sys.addaudithook(lambda event, _: made.append(event) if event.startswith(WATCHED) else None)
environment = dict(os.environ)

def pytest_sessionfinish(session):
    changed = {name for name in environment if os.environ.get(name) != environment[name]} - {"PYTEST_CURRENT_TEST"}
    new = set(os.environ) - set(environment) - {"PYTEST_CURRENT_TEST", "PYTEST_VERSION"}
    facts = {"modules": sorted(sys.modules), "threads": threading.active_count(), "made": made}
    facts["environment"] = sorted(changed | new)
    with open("facts.json", "w") as file:
        json.dump(facts, file)
"""

LIGHT = {
    "pytest_forge",
    "pytest_forge.cassettes",
    "pytest_forge.cassettes.use",
    "pytest_forge.cassettes.use.recording_run",
    "pytest_forge.cassettes.use.settings",
    "pytest_forge.findings",
    "pytest_forge.findings.finding",
    "pytest_forge.findings.project_settings",
    "pytest_forge.plugin",
    "pytest_forge.plugin.cassette_items",
    "pytest_forge.plugin.cassette_marker",
    "pytest_forge.plugin.cassette_place",
    "pytest_forge.plugin.cassette_session",
    "pytest_forge.plugin.cassette_tally",
    "pytest_forge.plugin.conformance",
    "pytest_forge.plugin.distributed_items",
    "pytest_forge.plugin.fixtures",
    "pytest_forge.plugin.hookspecs",
    "pytest_forge.plugin.judged_twice",
    "pytest_forge.plugin.judging",
    "pytest_forge.plugin.live_run",
    "pytest_forge.plugin.lost_items",
    "pytest_forge.plugin.loaded_targets",
    "pytest_forge.plugin.miss_report",
    "pytest_forge.plugin.options",
    "pytest_forge.plugin.recording_items",
    "pytest_forge.plugin.replayed_items",
    "pytest_forge.plugin.resumed_items",
    "pytest_forge.plugin.sharded_items",
    "pytest_forge.plugin.suite",
    "pytest_forge.plugin.summary",
    "pytest_forge.regex",
    "pytest_forge.report",
    "pytest_forge.report.printable",
    "pytest_forge.testing",
    "pytest_forge.testing.isolation",
}


def facts(pytester, *words) -> tuple[dict, str]:
    # Other plugins of this environment must not hide what ours imports.
    result = pytester.runpytest_subprocess(
        "-p", "no:randomly", "-p", "no:hypothesispytest", "-p", "no:xdist", "-p", "no:anyio", *words
    )
    result.assert_outcomes(passed=1)
    return json.loads((pytester.path / "facts.json").read_text()), result.stdout.str()


def test_an_unused_plugin_imports_nothing_heavy_and_leaves_no_trace(pytester):
    import sys

    pytester.makeconftest(PROBE)
    pytester.makepyfile("def test_mine(): pass")

    bare, _ = facts(pytester, "-p", "no:forge")
    loaded, output = facts(pytester)

    gained = set(loaded["modules"]) - set(bare["modules"])
    foreign = {name for name in gained if name.partition(".")[0] not in sys.stdlib_module_names}
    assert {name for name in foreign if name.startswith("pytest_forge")} <= LIGHT
    assert {name for name in foreign if not name.startswith(("pytest_forge", "_pytest", "pytest"))} == set()
    assert loaded["threads"] == bare["threads"]
    assert loaded["environment"] == bare["environment"]
    assert loaded["made"] == bare["made"] == []
    body = output.replace("forge-harness", "")
    assert "forge" not in "\n".join(
        line for line in body.splitlines() if not line.startswith(("plugins:", "running:", "rootdir:"))
    )
