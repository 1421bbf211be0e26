"""LangChain's standard tests and `forge check`, on the same ten tools: what each says of a tool, and how long it takes.

    python tests/tools/beside_langchain.py [--budget quick|standard|deep] [--only NAME]

It needs an environment with both, which may be another than that of development, since LangChain's package keeps VCR.py
old:

    python -m venv FOLDER && FOLDER/bin/pip install -e . langchain-tests

The tools are those of `langchain_tools.py`: five are good, five have a defect. The exit code is 1 if `forge check` did
not find a defect, or found one in a good tool; only MUST findings count.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

from checked_tools import must_findings

HERE = Path(__file__).resolve().parent
COLUMNS = ("tool", "defect", "LangChain's tests", "seconds", "forge check", "seconds")
WIDTHS = (14, 27, 18, 7, 60, 7)
#: The standard tests of one tool, as its author would write them.
SUITE = """
from langchain_tests.integration_tests import ToolsIntegrationTests
from langchain_tests.unit_tests import ToolsUnitTests
import langchain_tools

class Given:
    tool_constructor = langchain_tools.{tool}
    tool_invoke_params_example = langchain_tools.EXAMPLES["{tool}"][1]

class TestUnit(Given, ToolsUnitTests): pass
class TestIntegration(Given, ToolsIntegrationTests): pass
"""
CONFIGURATION = "[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n"


def main() -> int:
    """Judge the tools by both, and print the table; 1 if `forge check` was wrong about one."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--budget", default="quick", choices=("quick", "standard", "deep"))
    parser.add_argument("--only", default="", help="the name of a tool")
    options = parser.parse_args()
    missing = next((name for name in ("langchain_core", "langchain_tests") if find_spec(name) is None), None)
    if missing is not None:
        print(f"skipped: the package {missing} is not installed. The docstring of this file says how to install it.")
        return 0
    from langchain_tools import EXAMPLES  # LangChain may be missing

    wrong = 0
    _print_row(COLUMNS)
    for tool, (defect, _) in EXAMPLES.items():
        if options.only not in ("", tool):
            continue
        said, first = _standard(tool)
        began = time.monotonic()
        found = must_findings(sys.executable, f"langchain_tools.py:{tool}", HERE, budget=options.budget)[tool]
        seconds = time.monotonic() - began
        ours = ", ".join(sorted({f"{one.check} ({one.code})" for one in found.findings})) or f"{found.passed} passed"
        wrong += bool(found.findings) != bool(defect) or bool(found.errors)
        _print_row((tool, defect or "-", said, f"{first:.1f}", ours, f"{seconds:.1f}"))
    return int(wrong > 0)


def _print_row(cells: tuple[str, ...]) -> None:
    """Print a row at once, since each takes some seconds."""
    print("  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip(), flush=True)


def _standard(tool: str) -> tuple[str, float]:
    """Return what LangChain's standard tests say of a tool, and how many seconds they took."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "test_standard.py")
        place.write_text(SUITE.format(tool=tool))
        Path(folder, "pytest.ini").write_text(CONFIGURATION)
        (Path(folder) / "conftest.py").write_text(f"import sys\nsys.path.insert(0, {str(HERE)!r})\n")
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:forge", "--junitxml=report.xml", place.name]
        began = time.monotonic()
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        seconds = time.monotonic() - began
        report = Path(folder, "report.xml")
        if not report.is_file():
            return f"ERROR: {(done.stdout + done.stderr).strip().splitlines()[-1]}", seconds
        said: Counter[str] = Counter()
        for case in ET.parse(report).iter("testcase"):
            child = next((one.tag for one in case if one.tag in ("failure", "error", "skipped")), "passed")
            said[child] += 1
        return ", ".join(f"{count} {name}" for name, count in sorted(said.items(), reverse=True)), seconds


if __name__ == "__main__":
    sys.exit(main())
