"""What the first use costs: from a clone to a finding of a public MCP server, from an installation to a red test.

    python tests/benchmarks/bench_first_use.py [clone|install]

Both ways begin with nothing but Python, git and pip, which fetches from its index, in a folder that is removed. Each
command is printed as it was given, with its seconds and the processor time of its processes. The first way clones this
repository, the second installs a wheel built from it, since the name on PyPI is another project's. Returns 1 if a way
does not end with a finding.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SERVER = "mcp-server-time"
TOOL = '''\
def split_bill(total: float, people: int) -> dict:
    """Divide a bill among people.

    Args:
        total: The amount to pay.
        people: How many people pay.
    """
    return {"each": round(total / people, 2)}
'''


class Way:
    """Commands given one after another in a folder, with what each costs.

    Args:
        folder: Where the first command runs.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds = self.cpu = 0.0

    def run(self, line: str) -> tuple[int, str]:
        """Give a command, and return its exit code and output."""
        # Nothing of the environment that runs the benchmark.
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "PYTHON"))}
        home = {"XDG_CACHE_HOME": str(self.folder / ".cache-of-forge")}
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=clean | home,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.seconds, self.cpu = self.seconds + seconds, self.cpu + cpu
        print(f"{seconds:7.1f} s {cpu:6.1f} s cpu  rc {done.returncode}  $ {line}", flush=True)
        return done.returncode, done.stdout

    def end(self, output: str, marks: tuple[str, ...]) -> bool:
        """Print the sum and what was found, and return whether all of *marks* are in the output."""
        shown = [line for line in output.splitlines() if any(mark in line for mark in marks)]
        print(f"{self.seconds:7.1f} s {self.cpu:6.1f} s cpu  in all")
        print(
            "\n".join(f"    {line[:150]}" for line in shown[:6])
            or f"    not found; the last output was {output[-800:]}"
        )
        return bool(shown)


def clone(folder: Path) -> bool:
    """Go from a clone to a finding of a public server."""
    way = Way(folder)
    way.run(f"git clone --quiet {ROOT} forge-harness")
    way.folder = folder / "forge-harness"
    way.run("python3 -m venv .venv")
    way.run(".venv/bin/pip install --quiet .")
    way.run(f"python3 -m venv server && server/bin/pip install --quiet {SERVER}")
    code, output = way.run(f".venv/bin/forge check mcp:server/bin/{SERVER} --allow-destructive")
    return way.end(output, ("  MUST  ", "  SHOULD  ")) and code == 1


def install(folder: Path) -> bool:
    """Go from an installation to a red test in an empty project."""
    wheels = folder / "wheels"
    # What a release would have done before.
    made = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(ROOT)],
        check=False,
    )
    if made.returncode:
        sys.exit("The wheel was not built. Install pip and the build backend of pyproject.toml.")
    (wheel,) = wheels.glob("*.whl")
    project = folder / "project"
    project.mkdir()
    way = Way(project)
    way.run("python3 -m venv .venv")
    way.run(f".venv/bin/pip install --quiet {wheel}")
    (project / "bills.py").write_text(TOOL)
    way.run(".venv/bin/forge init bills.py")
    code, output = way.run(".venv/bin/pytest -q")
    return way.end(output, ("FAILED ",)) and code == 1


WAYS: dict[str, Callable[[Path], bool]] = {"clone": clone, "install": install}


def main(names: list[str]) -> int:
    """Go the ways, and return 1 if one of them does not end with a finding."""
    code = 0
    for name in names:
        print(f"{name}: {(WAYS[name].__doc__ or '').strip()}")
        with tempfile.TemporaryDirectory() as folder:
            code |= not WAYS[name](Path(folder))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(WAYS)))
