"""Judge every sample tool by every check, and print hits, misses, further findings and false alarms.

python tests/tools/judge.py [--budget quick|standard|deep] [--shard K/N] [--jobs N] [--only NAME] [--renamed]

Each broken tool must be found by a check that its mark names, and no good tool may have a finding of one. What other
checks say of a tool is printed as well: many samples are made for one check, and break others on purpose. The
examples of a check that calls tools are judged by the checks of its family; those of the others are definitions.
`--renamed` judges renamed copies of the modules as well, and lists by check what is no longer found, and what is
newly found.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from corpus import EXAMPLES, MODULES, ROOT, Sample, samples
from renaming import renamed_copy

from pytest_forge.checks.catalogue import all_checks

BUDGETS = ("quick", "standard", "deep")
#: The examples of these checks are servers, which tests of their own judge.
OF_SERVERS = {"cancelled_calls_leave_the_server_working", "structured_results_match"}
#: Verdict of a tool: its findings and errors, each with the check, the status, the message and the arguments.
Found = list[dict[str, Any]]


def main() -> int:
    """Judge the corpus; 1 if anything was missed or falsely found."""
    options = _options()
    called = {check.id for check in all_checks().values() if not check.is_static} - OF_SERVERS
    modules = [*MODULES, *(path for path in sorted(EXAMPLES.glob("[!_]*.py")) if path.stem in called)]
    if options.only:
        modules = [
            module
            for module in modules
            if options.only in (module.stem, module.parent.name) or _has(module, options.only)
        ]
    number, _, shards = options.shard.partition("/")
    modules = modules[int(number) - 1 :: int(shards)]
    started, tally = time.monotonic(), Counter[str]()
    lost: defaultdict[str, list[str]] = defaultdict(list)
    copies = tempfile.TemporaryDirectory(prefix=".renamed-", dir=ROOT.parent)
    with copies as folder, ThreadPoolExecutor(options.jobs) as pool:
        for module, (found, renamed) in zip(
            modules, pool.map(lambda module: _both(module, options, Path(folder)), modules), strict=True
        ):
            print(f"== {module.parent.name}/{module.name}  {time.monotonic() - started:.0f} s", flush=True)
            if isinstance(found, str) or isinstance(renamed, str):
                print("  ERROR", found if isinstance(found, str) else renamed)
                tally["error"] += 1
                continue
            for sample in samples(module):
                if not options.only or options.only in (sample.tool, module.stem, module.parent.name):
                    _tell(sample, found[sample.tool], options, tally)
                    if renamed is not None:
                        _compare(sample, found[sample.tool], renamed[sample.tool], lost)
    for change, tools in sorted(lost.items()):
        print(f"renamed: {change}: {len(tools)}: {', '.join(tools)}")
    print(dict(tally), f"{time.monotonic() - started:.0f} s")
    return 1 if tally["miss"] or tally["false alarm"] or tally["error"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", default="quick", choices=BUDGETS)
    parser.add_argument("--shard", default="1/1", metavar="K/N", help="every Nth module, from the Kth on")
    parser.add_argument("--jobs", type=int, default=2, help="modules judged at once")
    parser.add_argument("--only", help="a tool, a module or a check's folder")
    parser.add_argument("--checks", help="only these checks or families")
    parser.add_argument("--renamed", action="store_true", help="what is lost without telling names")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true", help="the sentences of the hits, too")
    return parser.parse_args()


def _has(module: Path, tool: str) -> bool:
    return any(sample.tool == tool for sample in samples(module))


def _both(module: Path, options: argparse.Namespace, folder: Path) -> tuple[Any, Any]:
    """Return what is found in a module, and in its renamed copy: by tool, or why it was not judged."""
    names = {sample.tool: sample.tool for sample in samples(module)}
    if not options.renamed or module.parent == EXAMPLES:
        return _judged(module, names, options), None
    new = {name: f"t{number}" for number, name in enumerate(names, start=1)}
    copied = renamed_copy(module, new, folder)
    return _judged(module, names, options), _judged(copied, new, options)


def _judged(module: Path, names: dict[str, str], options: argparse.Namespace) -> dict[str, Found] | str:
    command = [sys.executable, "-m", "forge_harness.cli.main", "check", str(module), "--format", "json"]
    command += ["--store", "off", "--budget", options.budget, "--seed", str(options.seed), "--jobs", "2"]
    is_example = module.parent == EXAMPLES
    if is_example:
        command[4] = f"pytest_forge.checks.examples.{module.stem}"
        command += ["--allow-destructive", "--checks", all_checks()[module.stem].family]
    elif options.checks:
        command += ["--checks", options.checks]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT.parents[1])
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return f"exit {done.returncode}: {done.stderr.strip()[-600:]}"
    places = {name: name for name in names.values()}
    if is_example:
        # The module declares the broken tool first; both may carry one name.
        places = dict(zip(("broken", "fixed"), (tool["name"] for tool in report["tools"]), strict=False))
        if len(set(places.values())) == 1:
            return {"broken": _bad(report, places["broken"]), "fixed": []}
    missing = set(places.values()) - {tool["name"] for tool in report["tools"]}
    if missing:
        return f"not collected: {', '.join(sorted(missing))}"
    return {old: _bad(report, places[new]) for old, new in names.items()}


def _bad(report: dict[str, Any], tool: str) -> Found:
    return [one for one in report["results"] if one["tool"] == tool and one["status"] in ("failed", "error")]


def _hits(sample: Sample, found: Found) -> Found:
    return [one for one in found if one["status"] == "failed" and one["check"] in sample.checks]


def _tell(sample: Sample, found: Found, options: argparse.Namespace, tally: Counter[str]) -> None:
    """Print what is found in a tool."""
    hits = _hits(sample, found) if sample.is_broken else []
    is_deeper = BUDGETS.index(sample.budget) > BUDGETS.index(options.budget)
    others = [one for one in found if one not in hits and not (is_deeper and one["status"] == "error")]
    if sample.is_broken and hits:
        tally["hit"] += 1
        for one in hits if options.verbose else ():
            print(f"  hit    {sample.tool}: {one['check']}: {one['message']}")
        # An error that follows from the finding is reported with it.
        others = [one for one in others if one["status"] != "error"]
    elif sample.is_broken and is_deeper:
        tally["deeper"] += 1
    elif sample.is_broken:
        tally["miss"] += 1
        print(f"  MISS   {sample.tool}: wanted {', '.join(sample.checks)}")
    else:
        tally["good"] += not found
    for one in others:
        is_about = not sample.is_broken and one["check"] in sample.checks
        kind = "other" if not is_about else "ERROR" if one["status"] == "error" else "FALSE"
        tally["error"] += kind == "ERROR"
        tally["false alarm"] += kind == "FALSE"
        print(f"  {kind}  {sample.tool}: {one['check']}: {one['message']}  {json.dumps(one.get('arguments'))[:200]}")


def _compare(sample: Sample, found: Found, renamed: Found, changes: defaultdict[str, list[str]]) -> None:
    """Note by check what only one of both runs has found."""
    if sample.is_broken:
        if not _hits(sample, renamed):
            for one in _hits(sample, found):
                changes[f"no longer found by {one['check']}"].append(sample.tool)
    else:
        before = {one["check"] for one in found}
        for one in renamed:
            if one["check"] not in before:
                changes[f"newly {one['status']} in {one['check']}"].append(sample.tool)


if __name__ == "__main__":
    raise SystemExit(main())
