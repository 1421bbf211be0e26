"""A server of read-only tools: some change what later calls answer, others only look as if they did."""

from __future__ import annotations

import json
from collections import defaultdict

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
DRAWER = {"drawer": {"type": "string", "description": "Name of the drawer."}}
NUMBER = {"number": {"type": "integer", "description": "Number of the parcel."}}
LABEL = {"type": "string", "pattern": "^[a-z]{1,30}$", "description": "A label: small letters."}
KINDS = {"type": "string", "enum": ["any", "bus", "tram"], "default": "any", "description": "Only stops of this kind."}

parcels = {
    11: {"number": 11, "to": "Bergen", "is_new": True, "looks": 0},
    12: {"number": 12, "to": "Oslo", "is_new": True, "looks": 0},
    13: {"number": 13, "to": "Turku", "is_new": True, "looks": 0},
}
stops = [("Harbour", "bus"), ("Market", "tram"), ("Mill", "bus")]
drawers = defaultdict(list, {"socks": ["grey", "blue"], "gloves": ["red"]})
labels = defaultdict(set, {"home": {1, 2}, "travel": {2, 3}})
missed: list[str] = []
kept: dict[str, str] = {}
depot = {"is_reached": False}
lines = [("green", 3, True), ("green", 4, False), ("amber", 7, True)]
LINE = {"type": "string", "description": "A line, for example 'green'."}
DAYTIME = {"type": "boolean", "default": False, "description": "Whether to leave out the stops of the night."}
timetables: dict[object, list[int]] = {}
plans: dict[object, list[int]] = {}
fences: dict[int, int] = {}
hedges: dict[int, int] = {}
piers, places = ["n", "nw"], ["w1", "1"]
berths = {("n", "w1"): "Alk", ("nw", "1"): "Skua", ("n", "1"): "Tern", ("nw", "w1"): "Knot"}
found_berths: dict[str, str] = {}
COUNT = {"type": "integer", "minimum": 0, "maximum": 50, "description": "How many."}
SHORT = {"type": "string", "pattern": "^[a-z0-9]{1,4}$", "description": "As on the sign."}


def parcel(number: int) -> dict:
    if number not in parcels:
        raise Refused(f"There is no parcel {number}.")
    return parcels[number]


def list_parcels() -> str:
    return json.dumps([*parcels.values(), depot])


def show_parcel(number: int) -> str:
    shown = json.dumps(parcel(number))
    parcel(number)["is_new"] = False
    return shown


def weigh_parcel(number: int) -> str:
    parcel(number)["looks"] += 1
    depot["is_reached"] = True
    return json.dumps({"number": number, "grams": 10 * number})


def find_stops(kind: str = "any") -> str:
    if kind != "any":
        kept["kind"] = kind
    return json.dumps([name for name, of in stops if kept.get("kind", of) == of])


def find_halts(kind: str = "any") -> str:
    return json.dumps([name for name, of in stops if kind in ("any", of)])


def list_drawers() -> str:
    return json.dumps([{"drawer": name, "things": len(things)} for name, things in drawers.items()])


def open_drawer(drawer: str) -> str:
    if not drawers[drawer]:
        raise Refused("There is no such drawer.")
    return ", ".join(drawers[drawer])


def count_drawer(drawer: str) -> str:
    return str(len(drawers.get(drawer, ())))


def list_labels() -> str:
    return json.dumps({"total": len(labels), "labels": sorted(labels)})


def label_usage(label: str) -> str:
    return json.dumps({"label": label, "notes": len(labels[label])})


def list_missed() -> str:
    return json.dumps(missed)


def peek_drawer(drawer: str) -> str:
    if drawer not in drawers:
        missed.append(drawer)
        raise Refused("There is no such drawer.")
    return drawers[drawer][0]


def stops_of(line: str, *, daytime: bool) -> list[int]:
    found = [stop for name, stop, is_open in lines if name == line and (is_open or not daytime)]
    if not found:
        raise Refused("There is no such line.")
    return found


def timetable(line: str, daytime: bool = False) -> str:
    if line not in timetables:
        timetables[line] = stops_of(line, daytime=daytime)
    return json.dumps({"daytime": daytime, "stops": timetables[line]})


def plan(line: str, daytime: bool = False) -> str:
    if (line, daytime) not in plans:
        plans[line, daytime] = stops_of(line, daytime=daytime)
    return json.dumps({"daytime": daytime, "stops": plans[line, daytime]})


def fence(posts: int, gates: int = 1) -> str:
    size = posts + gates
    if size not in fences:
        fences[size] = 700 * posts + 4_500 * gates
    return json.dumps({"cents": fences[size]})


def hedge(trees: int, arches: int = 1) -> str:
    size = trees + arches
    if size not in hedges:
        hedges[size] = 900 * size
    return json.dumps({"trees": trees, "cents": hedges[size]})


def berth(pier: str, place: str) -> str:
    if pier + place not in found_berths:
        if (pier, place) not in berths:
            raise Refused("There is no such berth.")
        found_berths[pier + place] = berths[pier, place]
    return json.dumps({"boat": found_berths[pier + place]})


def tariff(line: str, daytime: bool = False) -> str:
    stops_of(line, daytime=daytime)
    return json.dumps({"daytime": daytime, "price": 290})


TOOLS = [
    tool("list_labels", list_labels, arguments={}, annotations=READS),
    tool("list_parcels", list_parcels, arguments={}, annotations=READS),
    tool("show_parcel", show_parcel, arguments=NUMBER, annotations=READS),
    tool("weigh_parcel", weigh_parcel, arguments=NUMBER, annotations=READS),
    tool("find_stops", find_stops, arguments={"kind": KINDS}, annotations=READS),
    tool("find_halts", find_halts, arguments={"kind": KINDS}, annotations=READS),
    tool("list_drawers", list_drawers, arguments={}, annotations=READS),
    tool("open_drawer", open_drawer, arguments=DRAWER, annotations=READS),
    tool("count_drawer", count_drawer, arguments=DRAWER, annotations=READS),
    tool("list_missed", list_missed, arguments={}, annotations=READS),
    tool("peek_drawer", peek_drawer, arguments=DRAWER, annotations=READS),
    tool("label_usage", label_usage, arguments={"label": LABEL}, annotations=READS),
    tool("timetable", timetable, arguments={"line": LINE, "daytime": DAYTIME}, annotations=READS),
    tool("plan", plan, arguments={"line": LINE, "daytime": DAYTIME}, annotations=READS),
    tool("fence", fence, arguments={"posts": COUNT, "gates": COUNT | {"default": 1}}, annotations=READS),
    tool("hedge", hedge, arguments={"trees": COUNT, "arches": COUNT | {"default": 1}}, annotations=READS),
    tool("berth", berth, arguments={"pier": SHORT, "place": SHORT}, annotations=READS),
    tool("tariff", tariff, arguments={"line": LINE, "daytime": DAYTIME}, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
