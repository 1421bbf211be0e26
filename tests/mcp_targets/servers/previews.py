"""A server whose readers show what a writing tool would do next: as its command says, they take it, or look only."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

READS, WRITES = {"readOnlyHint": True}, {"readOnlyHint": False, "destructiveHint": False}
DESK = {"desk": {"type": "string", "enum": ["left", "right"], "description": "Which desk."}}
TAKES = sys.argv[1:] == ["takes"]
CODE = {"code": {"type": "string", "enum": ["A-7", "B-3"], "description": "The code on the voucher."}}

drawn = {"left": 0, "right": 0}
tickets: list[str] = []
unused = {"A-7", "B-3"}
answered = 0
shown = 0


def take(desk: str) -> str:
    drawn[desk] += 1
    return f"{desk[0].upper()}-{drawn[desk]:03d}"


def request() -> int:
    global answered
    answered += 1
    return answered


def list_tickets() -> str:
    return json.dumps({"request": request(), "tickets": tickets})


def draw_ticket(desk: str) -> str:
    tickets.append(take(desk))
    return json.dumps({"request": request(), "ticket": tickets[-1], "shown": shown})


def preview_ticket(desk: str) -> str:
    global shown
    shown += 1
    would_be = take(desk) if TAKES else f"{desk[0].upper()}-{drawn[desk] + 1:03d}"
    return json.dumps({"request": request(), "would_be": would_be})


def redeem_voucher(code: str) -> str:
    if code not in unused:
        raise Refused("That voucher has been used.")
    unused.remove(code)
    return "Redeemed."


def inspect_voucher(code: str) -> str:
    if TAKES:
        unused.discard(code)
    return f"Voucher {code} is worth 10."


TOOLS = [
    tool("list_tickets", list_tickets, arguments={}, annotations=READS),
    tool("draw_ticket", draw_ticket, arguments=DESK, annotations=WRITES),
    tool("preview_ticket", preview_ticket, arguments=DESK, annotations=READS),
    tool("redeem_voucher", redeem_voucher, arguments=CODE, annotations=WRITES),
    tool("inspect_voucher", inspect_voucher, arguments=CODE, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
