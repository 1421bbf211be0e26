"""A server with the laps of runners; what it does with the slowest lap depends on its first argument."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

TAKES_OUT = sys.argv[1:2] == ["takes_out"]
laps = {"Ines": [61.5, 70.25, 64.0, 58.5], "Olga": [80.0, 75.5, 99.75]}
ARGUMENTS = {
    "runner": {"type": "string", "enum": ["Ines", "Olga"], "description": "The runner."},
    "without_slowest": {"type": "boolean", "default": False, "description": "Whether to leave out the slowest lap."},
}


def mean_lap(runner: str, without_slowest: bool = False) -> str:
    if runner not in laps:
        raise Refused("There is no such runner.")
    run = laps[runner] if TAKES_OUT else list(laps[runner])
    if without_slowest and len(run) > 1:
        run.remove(max(run))
    return json.dumps({"runner": runner, "seconds": round(sum(run) / len(run), 2)})


if __name__ == "__main__":
    serve([tool("mean_lap", mean_lap, arguments=ARGUMENTS, annotations={"readOnlyHint": True})])
