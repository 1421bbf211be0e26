"""A server whose spins take as long as their number says; the first word says what a cancelled one leaves."""

from __future__ import annotations

import json
import sys
import threading

from raw import answer, text, tool

STAYS_BUSY = sys.argv[1:2] == ["stays busy"]
TURNS = {"type": "integer", "minimum": 1, "maximum": 3000, "description": "Turns; a hundred take a second."}
SPIN = tool("spin", lambda turns: text(f"{turns} turns"), arguments={"turns": TURNS})


class Spin(threading.Thread):
    """One spin, which is answered at its end."""

    def __init__(self, request: dict) -> None:
        super().__init__(daemon=True)
        self.request = request
        self.cancelled = threading.Event()

    def run(self) -> None:
        seconds = self.request["params"]["arguments"].get("turns", 1) / 100
        if not self.cancelled.wait(seconds):
            RUNNING.discard(self)
            tell(self.request, answer([SPIN], self.request, page=10))
        elif not STAYS_BUSY:
            RUNNING.discard(self)


RUNNING: set[Spin] = set()


def tell(request: dict, reply: dict) -> None:
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}), flush=True)


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "notifications/cancelled":
            for spin in [one for one in RUNNING if one.request["id"] == request["params"]["requestId"]]:
                spin.cancelled.set()
        elif request["method"] == "tools/call" and RUNNING:
            tell(request, {"result": text("It is spinning already.", isError=True)})
        elif request["method"] == "tools/call":
            spin = Spin(request)
            RUNNING.add(spin)
            spin.start()
        elif "id" in request:
            tell(request, answer([SPIN], request, page=10))
