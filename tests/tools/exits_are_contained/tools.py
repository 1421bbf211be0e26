"""Tools that break exits_are_contained, and others that resemble them and keep it."""

from __future__ import annotations

import sys
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
from ..shared.errors_broken import asker, reader
from ..shared.errors_good import asker as asker2


def _read(root: Path, path: str) -> str:
    return (root / path).read_text()


def _days(limit: int) -> list[int]:
    return list(range(limit))


@breaks("exits_are_contained")
@asker()
def exit_on_failure(args):
    try:
        return {"days": _days(args.limit)}
    except Exception:
        sys.exit(1)


@breaks("exits_are_contained")
@asker()
async def exit_async(args):
    try:
        return {"days": _days(args.limit)}
    except OSError:
        raise SystemExit("cannot forecast") from None


@breaks("exits_are_contained")
@reader()
def exit_for_a_missing_file(args, *, workspace_root):
    path = workspace_root / args.path
    if not path.is_file():
        sys.exit("no such file")
    return {"size": path.stat().st_size}


@breaks("exits_are_contained")
@reader()
def exit_by_interrupt(args, *, workspace_root):
    try:
        return {"size": len(_read(workspace_root, args.path))}
    except PermissionError:
        raise KeyboardInterrupt from None
    except OSError:
        return {"error": "not_readable", "message": "That file cannot be read."}


class ServiceArgs(BaseModel):
    service: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the service.")


@breaks("exits_are_contained", "call_returns")
@forge_tool(args_schema=ServiceArgs, tier="execute")
def stop_service(args: ServiceArgs) -> dict:
    """Stop a service of the staging machine."""
    if args.service not in {"web", "mail"}:
        sys.exit(f"no such service: {args.service}")
    return {"stopped": args.service}


@keeps("exits_are_contained", "results_hold_no_environment")
@asker2()
def command_line(args):
    import argparse

    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--limit", type=int)
    try:
        return {"limit": parser.parse_args(["--limit", str(args.limit)]).limit}
    except (argparse.ArgumentError, SystemExit):
        return {"error": "bad_arguments", "message": "The limit is no number."}
