"""A server that keeps little programs of a machine and tries them: what a parser or a program prints is kept, or not.

"compiler"  what the compiler says of a broken program is printed
"program"   what a program prints is printed
"direct"    one tool takes the program itself, and prints what the parser says
"quiet"     all of it is kept
"errors"    all of it goes to the error output, where logs belong
"""

from __future__ import annotations

import contextlib
import io
import json
import sys

from raw import Refused, serve, tool

MODE = sys.argv[1]
NAME = {"name": {"type": "string", "pattern": "^[a-z]{1,20}$", "description": "Name of a program."}}
STEPS = {"steps": {"type": "string", "description": "The program, in Python."}}
WRITES = {"readOnlyHint": False, "destructiveHint": True}
READS = {"readOnlyHint": True}
programs: dict[str, str] = {}


def keep(name: str, steps: str) -> str:
    programs[name] = steps
    return json.dumps({"name": name})


def show(name: str) -> str:
    if name not in programs:
        raise Refused("There is no such program.")
    return programs[name]


def is_valid(steps: str) -> bool:
    try:
        compile(steps, "program", "exec")
    except (SyntaxError, ValueError) as error:
        if MODE in ("compiler", "direct"):
            print(f"*** {error}")
        if MODE == "errors":
            print(f"*** {error}", file=sys.stderr)
        return False
    return True


def check_all() -> str:
    return json.dumps({name: is_valid(steps) for name, steps in programs.items()})


def check_steps(steps: str) -> str:
    return json.dumps({"valid": is_valid(steps)})


def dry_run(name: str) -> str:
    steps, out = show(name), io.StringIO()
    if not is_valid(steps):
        return json.dumps({"ran": False})
    place = {"errors": sys.stderr, "program": sys.stdout}.get(MODE, out)
    with contextlib.redirect_stdout(place), contextlib.suppress(Exception):
        exec(steps, {"__builtins__": {"print": print}})
    return json.dumps({"ran": True})


if __name__ == "__main__":
    one = (
        tool("check_steps", check_steps, arguments=STEPS, annotations=READS)
        if MODE == "direct"
        else tool("check_all", check_all, arguments={}, annotations=READS)
    )
    serve(
        [
            tool("keep", keep, arguments=NAME | STEPS, annotations=WRITES),
            tool("show", show, arguments=NAME, annotations=READS),
            one,
            tool("dry_run", dry_run, arguments=NAME, annotations=READS),
        ]
    )
