"""Tools of other people, some ten a framework, judged by `forge check` at quick: what passes, and every MUST finding.

    python tests/tools/framework_tools.py [--folder FOLDER] [--only NAME] [--install] [--functions]

The tools come from each framework's own package, its community's packages, or its documentation
(`documented_servers.py`), and none of them needs the internet or a key: what asks the network is refused by the
sandbox, and must say so well. They are named by module and attribute. Each framework has an environment of its own in
FOLDER (default: forge-frameworks in the temporary folder), since their requirements exclude each other; `--install`
makes those that are missing with pip.

`--functions` runs the tests that wrap the same functions, five with a defect and one without, in each framework: all
must be found with the same codes, and none in the good one.

What is not installed is skipped with the reason. The exit code is 1 if a framework's tools could not be judged, or a
test failed. "not judged" counts the checks that a finding prevented, each with the reason.
Whether a finding is true is for a reader of the tool to judge: `framework_verdicts.py` says it of each, with why.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from checked_tools import must_findings, print_table
from framework_verdicts import VERDICTS

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Framework:
    """A framework, and ten tools that were written for it.

    Args:
        name: Its name, and that of the folder of its environment.
        packages: What is installed beside Forge Harness.
        test: The file of `tests/interop` that wraps the same functions in it.
        tools: Expressions, in which ``at("module:attribute")`` is an object of a package, and ``WORKSPACE`` the folder
            in which the tools work.
        variables: What is passed to their environment, each as ``NAME=VALUE``.
        bare: Packages that are installed without what they require: programs that bring tools, whose own models and
            older frameworks the tools do without.
    """

    name: str
    packages: tuple[str, ...]
    test: str
    tools: tuple[str, ...]
    variables: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()


LANGCHAIN = "langchain_community.tools"
FILES = f"{LANGCHAIN}.file_management"
SPEC_OF_JSON = f'at("{LANGCHAIN}.json.tool:JsonSpec")(dict_={{"a": {{"b": [1, 2]}}}})'
SPEC = "llama_index.tools"
CREW = "crewai_tools"
HARNESS = "pydantic_ai_harness"
LENS = "repo_lens"
LENS_SETTINGS = f'at("{LENS}.config:Settings")(repo_path=at("pathlib:Path")(WORKSPACE))'
AGENTS = "function_tools.openai_tools:create_filesystem_tools"
FRAMEWORKS = (
    Framework(
        "langchain",
        ("langchain-core", "langchain-community", "langchain-experimental"),
        "test_langchain.py",
        (
            f'at("{FILES}.read:ReadFileTool")(root_dir=".")',
            f'at("{FILES}.write:WriteFileTool")(root_dir=".")',
            f'at("{FILES}.list_dir:ListDirectoryTool")(root_dir=".")',
            f'at("{FILES}.copy:CopyFileTool")(root_dir=".")',
            f'at("{FILES}.delete:DeleteFileTool")(root_dir=".")',
            f'at("{FILES}.file_search:FileSearchTool")(root_dir=".")',
            f'at("{LANGCHAIN}.json.tool:JsonListKeysTool")(spec={SPEC_OF_JSON})',
            f'at("{LANGCHAIN}.json.tool:JsonGetValueTool")(spec={SPEC_OF_JSON})',
            f'at("{LANGCHAIN}.sleep.tool:SleepTool")()',
            'at("langchain_experimental.tools:PythonREPLTool")()',
        ),
    ),
    Framework(
        "pydantic_ai",
        ("pydantic-ai-slim[duckduckgo,web-fetch]", "pydantic-ai-harness"),
        "test_pydantic_ai.py",
        (
            f'at("pydantic_ai:Agent")(capabilities=[at("{HARNESS}.filesystem:FileSystem")(root_dir=WORKSPACE)])',
            f'at("pydantic_ai:Agent")(capabilities=[at("{HARNESS}.shell:Shell")(cwd=WORKSPACE)])',
            'at("pydantic_ai.common_tools.duckduckgo:duckduckgo_search_tool")()',
            'at("pydantic_ai.common_tools.web_fetch:web_fetch_tool")()',
        ),
    ),
    Framework(
        "openai_agents",
        ("openai-agents", "agents-function-tools"),
        "test_openai_agents.py",
        (f'list(at("{AGENTS}")(WORKSPACE).read)', f'list(at("{AGENTS}")(WORKSPACE).write)'),
    ),
    Framework("mcp_sdk", ("mcp>=2.3,<3",), "test_mcp_server.py", ('at("documented_servers:server")',)),
    Framework(
        "fastmcp",
        ("fastmcp", "fastmcp-sample-server"),
        "test_fastmcp.py",
        ('at("server.app:mcp")',),
        ("MCP_NOTES_DB={workspace}/notes.db",),
    ),
    Framework(
        "smolagents",
        ("smolagents", "ddgs", "wikipedia-api", "markdownify", "directory-tree"),
        "test_smolagents.py",
        (
            'at("smolagents.default_tools:PythonInterpreterTool")()',
            'at("smolagents.default_tools:FinalAnswerTool")()',
            'at("smolagents.default_tools:UserInputTool")()',
            'at("smolagents.default_tools:DuckDuckGoSearchTool")()',
            'at("smolagents.default_tools:VisitWebpageTool")()',
            'at("smolagents.default_tools:WikipediaSearchTool")()',
            'at("recode.tools.files:read_file")',
            'at("recode.tools.files:writing_code")',
            'at("recode.tools.memory:remember")',
            'at("tools.io:read_file_content")',
            'at("tools.io:save_content_to_file")',
            'at("tools.io:delete_folder_or_file")',
            'at("tools.tree:generate_folder_tree")',
            f'at("{LENS}.command_agent:GitTool")({LENS_SETTINGS}, [])',
        ),
        bare=("recodeai", "naive-knowledge-base", "repo-lens"),
    ),
    Framework(
        "llama_index",
        (
            *("llama-index-core", "llama-index-tools-code-interpreter", "llama-index-tools-requests"),
            *("llama-index-tools-wikipedia", "llama-index-tools-yahoo-finance", "llama-index-tools-arxiv"),
            "llama-index-tools-python-file",
        ),
        "test_llama_index.py",
        (
            f'at("{SPEC}.code_interpreter:CodeInterpreterToolSpec")().to_tool_list()',
            f'at("{SPEC}.requests:RequestsToolSpec")().to_tool_list()',
            f'at("{SPEC}.wikipedia:WikipediaToolSpec")().to_tool_list()',
            f'at("{SPEC}.arxiv:ArxivToolSpec")().to_tool_list()',
            f'at("{SPEC}.yahoo_finance:YahooFinanceToolSpec")().to_tool_list()[:1]',
            f'at("{SPEC}.python_file:PythonFileToolSpec")(__file__).to_tool_list()',
        ),
    ),
    Framework(
        "crewai",
        ("crewai", "crewai-tools"),
        "test_crewai.py",
        (
            f'at("{CREW}:FileReadTool")()',
            f'at("{CREW}:FileWriterTool")()',
            f'at("{CREW}:DirectoryReadTool")()',
            f'at("{CREW}:FileCompressorTool")()',
            f'at("{CREW}:ScrapeWebsiteTool")()',
            f'at("{CREW}:ScrapeElementFromWebsiteTool")()',
            f'at("{CREW}.tools.wait_tool:WaitTool")()',
            f'at("{CREW}.tools.url_read_tool:URLReadTool")()',
            f'at("{CREW}:ArxivPaperTool")()',
            f'at("{CREW}:OCRTool")()',
        ),
    ),
)
#: The module of a framework's tools; what cannot be made is told, and the others are judged.
MODULE = """
import os
import sys
from importlib import import_module

WORKSPACE = os.environ.get("WORKSPACE", ".")

def at(place):
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)

found = []
for text in {tools!r}:
    try:
        made = eval(text)
    except Exception as error:
        print("skipped", text, type(error).__name__, error, file=sys.stderr)
    else:
        found += made if isinstance(made, list) else [made]
del import_module, os
"""


def main() -> int:
    """Judge the tools or run the tests, and print a table a framework; 1 if something could not be judged."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir(), "forge-frameworks"))
    parser.add_argument("--only", default="", help="the name of a framework")
    parser.add_argument("--install", action="store_true", help="make the environments that are missing")
    parser.add_argument("--functions", action="store_true", help="run the tests that wrap the same functions")
    options = parser.parse_args()
    chosen = [one for one in FRAMEWORKS if options.only in ("", one.name)]
    if not chosen:
        parser.error(f"--only is {options.only!r}. It is one of {', '.join(one.name for one in FRAMEWORKS)}.")
    failed = 0
    rows = [("framework", "same codes", "seconds")] if options.functions else []
    for framework in chosen:
        home = options.folder / framework.name
        if options.install and not home.exists():
            _install(home, framework)
        python = home / "bin" / "python"
        if not python.exists():
            print(f"{framework.name}: skipped, there is no {python}. Make it with --install.")
        elif options.functions:
            rows.append(_wrapped(str(python), framework))
            failed += not rows[-1][1].startswith("1 passed")
        else:
            failed += _judged(str(python), framework)
    if options.functions:
        print_table(rows)
    return int(failed > 0)


def _wrapped(python: str, framework: Framework) -> tuple[str, str, str]:
    """Run the test that wraps the functions."""
    words = [python, "-m", "pytest", "-q", "-p", "no:asyncio", "-p", "no:cacheprovider", "-rs"]
    words += [f"tests/interop/{framework.test}", "-k", "findings_of_the_function"]
    began = time.monotonic()
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    last = [f"ended with {done.returncode}", *(done.stdout + done.stderr).strip().splitlines()][-1]
    return framework.name, last.partition(" in ")[0], f"{time.monotonic() - began:.0f}"


def _judged(python: str, framework: Framework) -> int:
    """Judge the tools of a framework, print them and their findings, and return 1 if it had no report."""
    print(f"== {framework.name}", flush=True)
    if not framework.tools:
        print("skipped, no package with tools that run offline is listed")
        return 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder, "found_tools.py")
        module.write_text(MODULE.format(tools=framework.tools))
        shutil.copy(Path(__file__).with_name("documented_servers.py"), folder)
        told = subprocess.run([python, str(module)], cwd=folder, capture_output=True, text=True, check=False)
        print("".join(f"{line}\n" for line in told.stderr.splitlines() if line.startswith("skipped")), end="")
        try:
            variables = ("WORKSPACE={workspace}", *framework.variables)
            judged = must_findings(python, module.name, Path(folder), variables=variables)
        except RuntimeError as error:
            print(f"ERROR {error}")
            return 1
    rows = [("tool", "passed", "findings", "not judged")]
    rows += [(name, str(one.passed), str(len(one.findings)), str(len(one.errors))) for name, one in judged.items()]
    print_table(rows)
    count = Counter[str]()
    for name, one in judged.items():
        for finding in one.findings:
            verdict, why = VERDICTS.get((framework.name, name, finding.check), ("unread", "nobody has judged it yet"))
            count[verdict] += 1
            print(f"{name} {finding.check} ({finding.code}) {finding.call[:160]}\n    {finding.message[:400]}")
            print(f"    {verdict.upper()}: {why}")
        print("".join(f"{name} not judged: {text[:300]}\n" for text in one.errors), end="")
    told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(count.items())) or "none"
    print(f"{len(judged)} tools; findings: {told}; {time.monotonic() - began:.0f} s", flush=True)
    return 0


def _install(home: Path, framework: Framework) -> None:
    venv.create(home, with_pip=True)
    words = [str(home / "bin" / "pip"), "install", "-q", "-e", str(ROOT), "pytest", *framework.packages]
    subprocess.run(words, check=True)
    if framework.bare:
        subprocess.run([str(home / "bin" / "pip"), "install", "-q", "--no-deps", *framework.bare], check=True)


if __name__ == "__main__":
    sys.exit(main())
