"""A server that works on every call in a thread of its own: crops of garden beds, one document a bed.

The words are whether planting, then whether pulling out locks the bed or only the crop.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import defaultdict
from typing import Any

from raw import Refused, answer, tool

PAUSE_S = 0.01
PLANTING, PULLING = (*sys.argv[1:3], "bed", "bed")[:2]
locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
writing = threading.Lock()
beds: dict[int, str] = {}


def dig(place: str) -> str:
    beds[len(beds) + 1] = "[]"
    return json.dumps({"bed": len(beds), "place": place})


def _changed(bed: int, change: Any) -> str:
    crops = json.loads(what_grows(bed))
    change(crops)
    time.sleep(PAUSE_S)
    beds[bed] = json.dumps(crops)
    return f"Bed {bed} is up to date."


def plant(bed: int, crop: str, rows: int) -> str:
    def planted(crops: list[Any]) -> None:
        crops[:] = [*(one for one in crops if one["crop"] != crop), {"crop": crop, "rows": rows}]

    with locks[str(bed) if PLANTING == "bed" else f"{bed} {crop}"]:
        return _changed(bed, planted)


def pull_out(bed: int, crop: str) -> str:
    def pulled(crops: list[Any]) -> None:
        left = [one for one in crops if one["crop"] != crop]
        if len(left) == len(crops):
            raise Refused(f"There is no {crop} in {bed}.")
        crops[:] = left

    with locks[str(bed) if PULLING == "bed" else f"{bed} {crop}"]:
        return _changed(bed, pulled)


def what_grows(bed: int) -> str:
    if bed not in beds:
        raise Refused(f"There is no bed {bed}.")
    return beds[bed]


BED = {"type": "integer", "minimum": 1}
PLACE, CROP = ({"type": "string", "description": text} for text in ("Where it is.", "What grows there."))
ROWS = {"type": "integer", "minimum": 1, "maximum": 9}
WRITES, TAKES = ({"readOnlyHint": False, "destructiveHint": one, "idempotentHint": not one} for one in (False, True))
TOOLS = [
    tool("dig", dig, arguments={"place": PLACE}, annotations=WRITES),
    tool("plant", plant, arguments={"bed": BED, "crop": CROP, "rows": ROWS}, annotations=WRITES),
    tool("pull_out", pull_out, arguments={"bed": BED, "crop": CROP}, annotations=TAKES),
    tool("what_grows", what_grows, arguments={"bed": BED}, annotations={"readOnlyHint": True}),
]


def work(request: dict[str, Any]) -> None:
    reply = answer(TOOLS, request, page=10)
    with writing:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            threading.Thread(target=work, args=(request,)).start()
