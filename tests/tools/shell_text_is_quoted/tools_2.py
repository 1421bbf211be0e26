"""Tools that resemble those that break shell_text_is_quoted, and keep it."""

from __future__ import annotations

import ipaddress
import subprocess
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import keeps


class WordArgs(BaseModel):
    word: str = Field(default="error", min_length=1, max_length=100, description="Word to look for.")


@keeps("shell_text_is_quoted", "processes_need_the_tier_execute")
@forge_tool(args_schema=WordArgs, tier="execute", workspace_root_aware=True)
def grep_logs(args: WordArgs, *, workspace_root: Path) -> dict:
    """Count the lines of the logs that hold a word."""
    done = subprocess.run(
        ["grep", "-rhF", "-e", args.word.replace("\0", ""), "--", "."],
        cwd=workspace_root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=10,
        check=False,
    )
    return {"lines": done.stdout.count(b"\n")}


class HostArgs(BaseModel):
    address: str = Field(default="192.0.2.7", max_length=60, description="IP address to describe.")


@keeps("shell_text_is_quoted", "expressions_take_bounded_time")
@forge_tool(args_schema=HostArgs, tier="read")
def describe_address(args: HostArgs) -> dict:
    """Tell what kind of IP address something is."""
    try:
        address = ipaddress.ip_address(args.address)
    except ValueError:
        return {"error": "no_address", "message": "This is no IP address; write 192.0.2.7 or 2001:db8::1."}
    return {"version": address.version, "private": address.is_private, "loopback": address.is_loopback}
