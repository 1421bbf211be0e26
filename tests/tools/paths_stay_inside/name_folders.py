"""Tools whose argument is a whole step of a path and takes no slash: ".." fits the schema of each."""

from __future__ import annotations

import shutil
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

REFUSED = {"error": "refused", "message": "There is no such drawer."}


class SeedArgs(BaseModel):
    drawer: str = Field(pattern=r"^[a-z0-9.-]{1,30}$", description="Drawer of the cabinet, made when it is new.")
    label: str = Field(pattern=r"^[a-z]{1,20}$", description="What the packet is called.")


class DrawerArgs(BaseModel):
    drawer: str = Field(pattern=r"^[a-z0-9.-]{1,30}$", description="Drawer of the cabinet.")


def cabinet(name, model=SeedArgs, tier="write"):
    return forge_tool(
        name=name,
        description="Keep packets of seed in the drawers of a cabinet.",
        args_schema=model,
        workspace_root_aware=True,
        tier=tier,
        register=False,
    )


def _put(place: Path, label: str) -> dict:
    try:
        place.mkdir(parents=True, exist_ok=True)
        with (place / f"{label}.seed").open("x") as packet:
            packet.write("a packet")
    except OSError:
        return REFUSED
    return {"put": label}


@breaks("paths_stay_inside")
@cabinet("put_packet")
def put_packet(args, *, workspace_root):
    return _put(workspace_root / "cabinet" / args.drawer, args.label)


@keeps("paths_stay_inside", judged=True)
@cabinet("put_packet_below")
def put_packet_below(args, *, workspace_root):
    top = (workspace_root / "cabinet").resolve()
    place = (top / args.drawer).resolve()
    return _put(place, args.label) if place.parent == top else REFUSED


@keeps("paths_stay_inside", judged=True)
@cabinet("put_packet_prefixed")
def put_packet_prefixed(args, *, workspace_root):
    return _put(workspace_root / "cabinet" / f"drawer{args.drawer}", args.label)


@breaks("paths_stay_inside")
@cabinet("empty_drawer", model=DrawerArgs)
def empty_drawer(args, *, workspace_root):
    place = (workspace_root / "cabinet" / args.drawer).resolve()
    if not place.is_dir() or not place.is_relative_to((workspace_root / "cabinet").resolve()):
        return REFUSED
    shutil.rmtree(place)
    return {"emptied": args.drawer}


@keeps("paths_stay_inside")
@cabinet("empty_one_drawer", model=DrawerArgs)
def empty_one_drawer(args, *, workspace_root):
    place = (workspace_root / "cabinet" / args.drawer).resolve()
    if not place.is_dir() or place.parent != (workspace_root / "cabinet").resolve():
        return REFUSED
    shutil.rmtree(place)
    return {"emptied": args.drawer}
