"""Run the checker over the zoo, and print hits, misses, further findings and false alarms.

python tests/zoo/judge.py [--budget quick|standard] [--only NAME] [--jobs N] [--seed N] [--verbose]
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from expectation import ZOO, expected_of


def judged(file: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the report of one module."""
    command = [sys.executable, "-m", "forge_harness.cli.main", "check", str(file), "--format", "json", "--store", "off"]
    command += ["--budget", arguments.budget, "--seed", str(arguments.seed), "--jobs", "2"]
    if arguments.checks:
        command += ["--checks", arguments.checks]
    if arguments.only and file.stem != arguments.only:
        command[4] = f"{file}:{arguments.only}"
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ZOO.parent.parent)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"broken": f"exit {done.returncode}: {done.stderr.strip()[-600:]}"}


def main() -> int:
    """Judge the zoo; 1 if anything was missed or falsely found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--budget", default="standard", choices=["quick", "standard", "deep"])
    parser.add_argument("--only", help="a tool's name, or a module's")
    parser.add_argument("--checks", help="only these checks or families")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="the sentences of the hits, too")
    arguments = parser.parse_args()
    files = sorted([*ZOO.glob("defective/*.py"), *ZOO.glob("good/*.py")])
    if arguments.only in {file.stem for file in files}:
        files = [file for file in files if file.stem == arguments.only]
    elif arguments.only:
        files = [
            file for file in files if arguments.only in expected_of(file) or f"def {arguments.only}" in file.read_text()
        ]
    started = time.monotonic()
    sizes: list[int] = []
    tally = {"hit": 0, "miss": 0, "false alarm": 0, "error": 0, "good": 0}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for file, report in zip(files, pool.map(lambda file: judged(file, arguments), files), strict=True):
            print(f"== {file.relative_to(ZOO)}  {time.monotonic() - started:.0f} s", flush=True)
            if "broken" in report:
                print("  ERROR", report["broken"])
                tally["error"] += 1
            else:
                tell(file, report, arguments, tally)
        sizes += [len(one["arguments"]) for one in report["results"] if one["status"] == "failed" and one["arguments"]]
    if sizes:
        print(f"arguments of a finding: median {statistics.median(sizes):g}, at most {max(sizes)}")
    print(tally, f"{time.monotonic() - started:.0f} s")
    return 1 if tally["miss"] or tally["false alarm"] or tally["error"] else 0


def tell(file: Path, report: dict[str, Any], arguments: argparse.Namespace, tally: dict[str, int]) -> None:
    """Print what one module's report says."""
    expected = expected_of(file)
    for tool in report["tools"]:
        name = tool["name"]
        mine = [result for result in report["results"] if result["tool"] == name]
        found = [result for result in mine if result["status"] in ("failed", "error")]
        wanted = expected.get(name)
        hits = [] if wanted is None else [r for r in found if r["check"] in wanted or r["family"] in wanted]
        hits = [result for result in hits if result["status"] == "failed"]
        others = [result for result in found if result not in hits]
        if wanted is None:
            tally["good"] += not found
        elif hits:
            tally["hit"] += 1
            print(f"  hit    {name}: {', '.join(sorted({result['check'] for result in hits}))}")
            if arguments.verbose:
                for result in hits:
                    print(f"           {result['message']}")
        else:
            tally["miss"] += 1
            print(f"  MISS   {name}: wanted {', '.join(wanted)}")
        if hits and any(result["status"] == "error" for result in others):
            others = [result for result in others if result["status"] != "error"]
            print(f"  other  {name}: further checks could not run")
        for result in others:
            kind = "ERROR" if result["status"] == "error" else "FALSE" if wanted is None else "other"
            tally["error"] += result["status"] == "error"
            tally["false alarm"] += kind == "FALSE"
            print(
                f"  {kind}  {name}: {result['check']}: {result['message']}  {json.dumps(result.get('arguments'))[:200]}"
            )
    for name in set(expected) - {tool["name"] for tool in report["tools"]}:
        tally["miss"] += 1
        print(f"  MISS   {name}: not collected")


if __name__ == "__main__":
    raise SystemExit(main())
