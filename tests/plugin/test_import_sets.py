"""What each way into the project imports: rooms of ours, and packages of others.

A set that grows is a start that gets slower; the benchmarks measure by how much.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASSETTE = ROOT / "cassettes" / "local" / "responses_parallel_whole.yaml"
#: Without tokens, so that no price is looked up.
REFUSED = ROOT / "cassettes" / "local" / "responses_refused_500_streamed.yaml"

#: Prints the modules that are loaded when the code before it has run.
_TELL = "\nimport json, sys\nprint('\\n' + json.dumps(sorted(sys.modules)))"

_FORGE = "import sys\nfrom forge_harness.cli.main import main\nassert main({words!r}) == 0"
_REPLAYED = f"""
import httpx, yaml
from pathlib import Path
from pytest_forge import use_cassette
path = Path({str(CASSETTE)!r})
asked = yaml.safe_load(path.read_text())["interactions"][0]["request"]
with use_cassette(path):
    assert httpx.post(asked["uri"], content=asked["body"]).status_code == 200
"""


def loaded(code: str) -> set[str]:
    """Return the modules that a fresh process has loaded when it has run *code*."""
    done = subprocess.run(
        [sys.executable, "-c", code + _TELL], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def rooms(modules: set[str]) -> set[str]:
    """Return where in our packages *modules* lie: the package, or the module at its top."""
    return {
        ".".join(name.split(".")[:2]) for name in modules if name.split(".")[0] in ("forge_harness", "pytest_forge")
    }


def of_others(modules: set[str]) -> set[str]:
    """Return the packages of others that a user pays for; what site-packages' own hooks import does not count."""
    heavy = {"_pytest", "aiohttp", "genai_prices", "httpx", "hypothesis", "jsonschema", "pydantic", "pydantic_core"}
    return {name for name in modules if name in heavy | {"referencing", "requests", "vcr", "yaml"}}


def test_the_roots_import_nothing():
    assert {
        name for name in loaded("import forge_harness, pytest_forge") if name.startswith(("forge_h", "pytest_f"))
    } == {
        "forge_harness",
        "pytest_forge",
    }


def test_help_imports_the_command_line_alone():
    modules = loaded(_FORGE.format(words=["--help"]))

    assert {name for name in modules if name.startswith("pytest_forge.")} == {"pytest_forge.commands"}
    assert rooms(modules) <= {
        "forge_harness",
        "forge_harness.cli",
        "forge_harness.errors",
        "pytest_forge",
        "pytest_forge.commands",
    }
    assert of_others(modules) == set()


@pytest.mark.parametrize("words", [["explain"], ["explain", "results_are_json"]], ids=["overview", "one check"])
def test_explain_imports_no_check(words):
    modules = loaded(_FORGE.format(words=words))

    assert {name for name in modules if name.startswith("pytest_forge.checks.")} <= {
        "pytest_forge.checks.check",
        "pytest_forge.checks.unseen",
    }
    assert rooms(modules) <= {
        "forge_harness",
        "forge_harness.cli",
        "forge_harness.errors",
        "pytest_forge",
        "pytest_forge.checks",
        "pytest_forge.commands",
        "pytest_forge.regex",
        "pytest_forge.report",
        "pytest_forge.verdict",
    }
    assert of_others(modules) == set()


@pytest.mark.parametrize("cassette", [REFUSED, CASSETTE], ids=["without prices", "prices asked before"])
def test_replay_imports_readers_and_no_engine(cassette, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code = _FORGE.format(words=["replay", str(cassette)])
    if cassette is CASSETTE:
        loaded(code)
    modules = loaded(code)

    assert rooms(modules) <= {
        "forge_harness",
        "forge_harness.budget",
        "forge_harness.cli",
        "forge_harness.corrective",
        "forge_harness.cost",
        "forge_harness.errors",
        "forge_harness.json_text",
        "forge_harness.messages",
        "forge_harness.providers",
        "forge_harness.schema",
        "forge_harness.tool",
        "pytest_forge",
        "pytest_forge.cassettes",
        "pytest_forge.commands",
        "pytest_forge.engine",
        "pytest_forge.regex",
        "pytest_forge.report",
        "pytest_forge.targets",
    }
    assert not {
        name for name in modules if name.startswith(("pytest_forge.engine.", "pytest_forge.cassettes.redaction"))
    } - {"pytest_forge.engine.budget"}
    assert of_others(modules) == {"pydantic_core", "yaml"}


def test_a_replayed_request_needs_no_module_of_the_harness_and_no_redaction():
    modules = loaded(_REPLAYED)
    ours = {name for name in modules if name.startswith(("forge_harness", "pytest_forge"))}

    assert rooms(modules) == {"pytest_forge", "pytest_forge.cassettes", "pytest_forge.regex", "pytest_forge.report"}
    assert not {
        name
        for name in ours
        if name.startswith(("pytest_forge.cassettes.redaction", "pytest_forge.cassettes.sessions"))
    }
    assert len(ours) <= 90
    # Clients that are installed are imported to be intercepted.
    assert not of_others(modules) & {"pydantic", "hypothesis", "jsonschema", "vcr"}
