"""Tools that make a file name of several arguments, with and without a check of the whole."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

REFUSED = {"error": "refused", "message": "The photograph cannot be kept under that name."}


class PhotographArgs(BaseModel):
    album: str = Field(pattern=r"^[a-z]{1,20}$", description="Album of the photograph.")
    subject: str = Field(min_length=1, max_length=200, description="What is on it.")
    caption: str = Field(default="", max_length=500, description="A line below it.")


class LayoutArgs(PhotographArgs):
    layout: str = Field(
        default="{album}_{subject}", min_length=1, max_length=60, description="Name with {album} and {subject} in it."
    )


class Person(BaseModel):
    nickname: str = Field(min_length=1, max_length=200, description="What the person is called.")


class PeopleArgs(BaseModel):
    album: str = Field(pattern=r"^[a-z]{1,20}$", description="Album of the photograph.")
    people: list[Person] = Field(min_length=1, max_length=4, description="Who is on it.")


def keeper(name, model=PhotographArgs, tier="write"):
    return forge_tool(
        name=name,
        description="Keep a photograph, or look for one.",
        args_schema=model,
        workspace_root_aware=True,
        tier=tier,
        register=False,
    )


def _keep(path: Path, text: str) -> dict:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError):
        return REFUSED
    return {"kept": path.name[:100]}


def _below(path: Path, root: Path) -> bool:
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


@breaks("paths_stay_inside")
@keeper("keep_resolved")
def keep_resolved(args, *, workspace_root):
    return _keep((workspace_root / f"{args.album}-{args.subject}.txt").resolve(), args.caption)


@keeps("paths_stay_inside", judged=True)
@keeper("keep_checked")
def keep_checked(args, *, workspace_root):
    path = workspace_root / f"{args.album}-{args.subject}.txt"
    return _keep(path.resolve(), args.caption) if _below(path, workspace_root) else REFUSED


@breaks("paths_stay_inside")
@keeper("keep_laid_out", model=LayoutArgs)
def keep_laid_out(args, *, workspace_root):
    if re.search(r"[/\\\0]|^\.", args.layout):
        return REFUSED
    name = args.layout.replace("{album}", args.album).replace("{subject}", args.subject)
    return _keep(workspace_root / "photographs" / f"{name}.txt", args.caption)


@keeps("paths_stay_inside", judged=True)
@keeper("keep_laid_out_whole", model=LayoutArgs)
def keep_laid_out_whole(args, *, workspace_root):
    name = args.layout.replace("{album}", args.album).replace("{subject}", args.subject)
    if re.search(r"[/\\\0]|^\.", name):
        return REFUSED
    return _keep(workspace_root / "photographs" / f"{name}.txt", args.caption)


@keeps("paths_stay_inside")
@keeper("keep_slug", model=LayoutArgs)
def keep_slug(args, *, workspace_root):
    name = args.layout.replace("{album}", args.album).replace("{subject}", args.subject)
    return _keep(workspace_root / "photographs" / (re.sub(r"\W+", "-", name)[:80] + ".txt"), args.caption)


@breaks("paths_stay_inside")
@keeper("keep_people", model=PeopleArgs)
def keep_people(args, *, workspace_root):
    names = "/".join(person.nickname for person in args.people)
    return _keep(workspace_root / args.album / f"{names}-portrait.txt", "a portrait")


@keeps("paths_stay_inside")
@keeper("keep_people_inside", model=PeopleArgs)
def keep_people_inside(args, *, workspace_root):
    path = workspace_root / args.album / ("/".join(person.nickname for person in args.people) + "-portrait.txt")
    return _keep(path, "a portrait") if _below(path, workspace_root) else REFUSED


@breaks("paths_stay_inside")
@keeper("show_caption", tier="read")
def show_caption(args, *, workspace_root):
    try:
        return {"caption": (workspace_root / args.album / f"{args.subject}_caption.txt").read_text()[:500]}
    except (OSError, ValueError):
        return REFUSED


@keeps("paths_stay_inside")
@keeper("show_caption_inside", tier="read")
def show_caption_inside(args, *, workspace_root):
    path = workspace_root / args.album / f"{args.subject}_caption.txt"
    try:
        return {"caption": path.read_text()[:500]} if _below(path, workspace_root) else REFUSED
    except (OSError, ValueError):
        return REFUSED
