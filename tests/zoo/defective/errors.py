"""Tools that let the detail of a failure, or a secret, get to the model."""

import base64
import json
import os
import sqlite3
import subprocess
import traceback
import urllib.request
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "load_settings": ("errors",),
    "query_sales": ("errors",),
    "fetch_rates": ("errors",),
    "run_report": ("errors",),
    "show_config": ("results_hold_no_environment",),
    "support_bundle": ("results_hold_no_environment",),
    "parse_order": ("errors",),
    "read_template": ("errors",),
    "disk_usage": ("results_hold_no_environment",),
    "call_service": ("errors",),
    "import_table": ("errors",),
}


class NameArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,30}$", description="Name, in small letters.")


@forge_tool(args_schema=NameArgs, tier="read")
def load_settings(args: NameArgs) -> dict:
    """Load the settings of a department."""
    try:
        with open(Path(__file__).parent / f"{args.name}.settings.json") as file:
            return {"settings": json.load(file)}
    except Exception:
        return {"error": "settings_unavailable", "message": "Could not load.", "details": traceback.format_exc()}


@forge_tool(args_schema=NameArgs, tier="read")
def query_sales(args: NameArgs) -> dict:
    """Sum up the sales of a region."""
    try:
        with sqlite3.connect(":memory:") as connection:
            total = connection.execute("SELECT sum(cents) FROM sales WHERE region = ?", (args.name,)).fetchone()
        return {"cents": total[0]}
    except sqlite3.Error as exc:
        return {"error": "database_error", "message": "The database said: " + str(exc)}


@forge_tool(args_schema=NameArgs, tier="read")
def fetch_rates(args: NameArgs) -> dict:
    """Fetch the exchange rates of a currency from the bank's web site."""
    try:
        with urllib.request.urlopen(f"https://rates.example.com/{args.name}.json", timeout=5) as reply:
            return {"rates": json.loads(reply.read(100_000))}
    except Exception as exc:
        raise ToolError(f"Rates not available ({exc}). Try later.", code="rates_unavailable") from exc


@forge_tool(args_schema=NameArgs, tier="execute")
def run_report(args: NameArgs) -> dict:
    """Run one of the nightly reports."""
    done = subprocess.run(
        ["python3", os.path.join(os.path.dirname(os.path.abspath(__file__)), args.name + "_report.py")],
        capture_output=True,
        text=True,
        timeout=10,
    )
    if done.returncode:
        return {"error": "report_failed", "message": f"The report failed: {done.stderr}"}
    return {"output": done.stdout[:10_000]}


class KeyArgs(BaseModel):
    section: str = Field(default="all", max_length=30, description="Section of the configuration to show.")


@forge_tool(args_schema=KeyArgs, tier="read")
def show_config(args: KeyArgs) -> dict:
    """Show the configuration that the assistant runs with."""
    config = {"section": args.section, "debug": False, "model": "small", "retries": 3}
    config["variables"] = {key: value for key, value in os.environ.items() if not key.startswith("_")}
    return config


@forge_tool(args_schema=KeyArgs, tier="read")
def support_bundle(args: KeyArgs) -> dict:
    """Collect what the support needs to know."""
    blob = json.dumps({"section": args.section, "environment": dict(os.environ)})
    return {"bundle": base64.b64encode(blob.encode()).decode()}


class OrderArgs(BaseModel):
    order: str = Field(max_length=2_000, description="The order, as JSON.")


@forge_tool(args_schema=OrderArgs, tier="read")
def parse_order(args: OrderArgs) -> dict:
    """Parse an order that came in as text."""
    try:
        data = json.loads(args.order)
        if not isinstance(data, dict):
            return {"error": "not_an_order", "message": "An order is a JSON object."}
        return {"items": len(data)}
    except (ValueError, RecursionError) as exc:
        return {"error": "not_json", "message": "The order is not JSON.", "cause": repr(exc)}


@forge_tool(args_schema=NameArgs, tier="read", workspace_root_aware=True)
def read_template(args: NameArgs, *, workspace_root: Path) -> dict:
    """Read a letter's template."""
    path = workspace_root / f"{args.name}.txt"
    try:
        with Workspace(workspace_root, suffixes=[".txt"], max_bytes=50_000) as workspace:
            return {"text": workspace.read_text(f"{args.name}.txt")}
    except Exception:
        return {"error": "no_template", "message": f"There is no template at {path}."}


@forge_tool(args_schema=KeyArgs, tier="read")
def disk_usage(args: KeyArgs) -> dict:
    """Tell how full the disk is."""
    stats = os.statvfs(os.path.expanduser("~"))
    return {"section": args.section, "disk": os.path.expanduser("~"), "blocks": 4 if stats.f_blocks else 0}


async def _get(name: str) -> str:
    with urllib.request.urlopen(f"https://crm.example.com/{name}", timeout=5) as reply:
        return reply.read(1000).decode("utf-8", "replace")


@forge_tool(args_schema=NameArgs, tier="read")
async def call_service(args: NameArgs) -> dict:
    """Look a customer up in the web service of the sales department."""
    import asyncio

    try:
        return {"record": await asyncio.to_thread(lambda: asyncio.run(_get(args.name)))}
    except Exception as exc:
        root = exc
        while root.__cause__ or root.__context__:
            root = root.__cause__ or root.__context__
        return {"error": "crm_unavailable", "message": "The CRM did not answer.", "hint": " ".join(map(str, root.args))}


@forge_tool(args_schema=NameArgs, tier="read", workspace_root_aware=True)
def import_table(args: NameArgs, *, workspace_root: Path) -> dict:
    """Count the lines of a table in the workspace."""
    problems = []
    lines = 0
    try:
        with Workspace(workspace_root, suffixes=[".csv"], max_bytes=50_000) as workspace:
            lines = workspace.read_text(f"{args.name}.csv").count("\n")
    except Exception as exc:
        problems.append(f"{type(exc).__name__}: {exc}")
    if problems:
        return {"error": "import_failed", "message": "Some tables could not be read.", "problems": problems}
    return {"lines": lines}
