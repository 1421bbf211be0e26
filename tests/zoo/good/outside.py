"""Good tools that ask databases, programs and web services."""

import ipaddress
import logging
import os
import shlex
import socket
import sqlite3
import subprocess
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Literal

import httpx
import requests
import yaml
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool, get_event_bus

log = logging.getLogger("zoo.outside")


def _staff() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE staff (name TEXT, office TEXT)")
    connection.executemany("INSERT INTO staff VALUES (?, ?)", [("ada", "1a"), ("grace", "2b"), ("alan", "3c")])
    return connection


class EmployeeArgs(BaseModel):
    name: str = Field(default="ada", max_length=60, description="First name of the employee.")


@forge_tool(args_schema=EmployeeArgs, tier="read")
def find_employee(args: EmployeeArgs) -> dict:
    """Find the office of an employee."""
    connection = _staff()
    try:
        rows = connection.execute("SELECT office FROM staff WHERE name = ?", (args.name,)).fetchall()
    finally:
        connection.close()
    return {"offices": [row[0] for row in rows]}


class SearchArgs(BaseModel):
    part: str = Field(default="a", max_length=60, description="Part of the name.")
    order_by: Literal["name", "office"] = Field(default="name", description="Column to sort by.")
    limit: int = Field(default=10, ge=1, le=100, description="Most rows to return.")


@forge_tool(args_schema=SearchArgs, tier="read")
def search_staff(args: SearchArgs) -> dict:
    """Search the staff by a part of the name."""
    connection = _staff()
    pattern = args.part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    try:
        rows = connection.execute(
            f"SELECT name FROM staff WHERE name LIKE ? ESCAPE '\\' ORDER BY {args.order_by} LIMIT ?",
            (f"%{pattern}%", args.limit),
        ).fetchall()
    finally:
        connection.close()
    return {"found": [row[0] for row in rows]}


class WordArgs(BaseModel):
    word: str = Field(default="error", min_length=1, max_length=100, description="Word to look for.")


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


@forge_tool(args_schema=WordArgs, tier="execute")
def shout_word(args: WordArgs) -> dict:
    """Write a word in capitals with the shell's own means."""
    command = f"printf %s {shlex.quote(args.word.replace(chr(0), ''))} | tr a-z A-Z"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, errors="replace", timeout=10)
    return {"shouted": done.stdout}


class CurrencyArgs(BaseModel):
    currency: str = Field(pattern=r"^[A-Z]{3}$", description="Currency, such as EUR.")


@forge_tool(args_schema=CurrencyArgs, tier="read")
def fetch_rate(args: CurrencyArgs) -> dict:
    """Fetch the exchange rate of a currency from the bank's web service."""
    try:
        with urllib.request.urlopen(f"https://bank.example.com/rates/{args.currency}", timeout=5) as reply:
            return {"rate": reply.read(100).decode("utf-8", "replace")}
    except (OSError, ValueError):
        log.warning("The bank does not answer.", exc_info=True)
        return {"error": "service_unavailable", "message": "The bank does not answer; try again later."}


@forge_tool(args_schema=CurrencyArgs, tier="read")
async def fetch_country(args: CurrencyArgs) -> dict:
    """Look up in which country a currency is used, at a web service."""
    try:
        async with httpx.AsyncClient(timeout=5) as client:
            reply = await client.get("https://countries.example.com/by-currency", params={"code": args.currency})
            reply.raise_for_status()
            return {"country": reply.text[:200]}
    except httpx.HTTPError:
        log.warning("The service does not answer.", exc_info=True)
        return {"error": "service_unavailable", "message": "The service does not answer; try again later."}


class TicketArgs(BaseModel):
    title: str = Field(min_length=1, max_length=100, description="What the ticket is about.")


@forge_tool(args_schema=TicketArgs, tier="write")
def open_ticket(args: TicketArgs) -> dict:
    """Open a ticket at the support desk's web service."""
    try:
        reply = requests.post("https://support.example.com/tickets", json={"title": args.title}, timeout=5)
        return {"status": reply.status_code}
    except requests.RequestException:
        return {"error": "service_unavailable", "message": "The support desk does not answer; try again later."}


class ProfileArgs(BaseModel):
    profile: str = Field(default="name: ada", max_length=5_000, description="The profile, as YAML.")


@forge_tool(args_schema=ProfileArgs, tier="read", raises=[ToolError])
def load_profile(args: ProfileArgs) -> dict:
    """Count the entries of a profile."""
    try:
        profile = yaml.safe_load(args.profile)
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError, KeyError, OverflowError):
        raise ToolError("The profile is no YAML. Check the indentation.", code="no_yaml") from None
    return {"entries": len(profile) if isinstance(profile, (dict, list)) else 0}


class InvoiceArgs(BaseModel):
    document: str = Field(default="<invoice>5</invoice>", max_length=5_000, description="The invoice, as XML.")


@forge_tool(args_schema=InvoiceArgs, tier="read", raises=[ToolError])
def parse_invoice(args: InvoiceArgs) -> dict:
    """Read the text of an invoice."""
    if "<!" in args.document:
        raise ToolError("Declarations are not taken. Send the elements alone.", code="declaration")
    try:
        root = ET.fromstring(args.document)
    except (ET.ParseError, ValueError, LookupError):
        raise ToolError("The invoice is no XML. Check the brackets.", code="no_xml") from None
    return {"text": "".join(root.itertext())[:1_000]}


class HostArgs(BaseModel):
    address: str = Field(default="192.0.2.7", max_length=60, description="IP address to describe.")


@forge_tool(args_schema=HostArgs, tier="read")
def describe_address(args: HostArgs) -> dict:
    """Tell what kind of IP address something is."""
    try:
        address = ipaddress.ip_address(args.address)
    except ValueError:
        return {"error": "no_address", "message": "This is no IP address; write 192.0.2.7 or 2001:db8::1."}
    return {"version": address.version, "private": address.is_private, "loopback": address.is_loopback}


class UrlArgs(BaseModel):
    url: str = Field(default="https://example.com/", max_length=300, description="Address to take apart.")


@forge_tool(args_schema=UrlArgs, tier="read")
def split_url(args: UrlArgs) -> dict:
    """Take an address of the web apart."""
    try:
        parts = urllib.parse.urlsplit(args.url)
        return {"scheme": parts.scheme, "host": parts.hostname or "", "path": parts.path}
    except ValueError:
        return {"error": "no_url", "message": "This is no address; check its brackets."}


@forge_tool(args_schema=CurrencyArgs, tier="read")
def service_status(args: CurrencyArgs) -> dict:
    """Tell whether a key for the bank's web service is set, without showing it."""
    return {"currency": args.currency, "configured": bool(os.environ.get("BANK_API_KEY")), "bus": bool(get_event_bus())}


@forge_tool(args_schema=CurrencyArgs, tier="read")
def free_port(args: CurrencyArgs) -> dict:
    """Tell whether the machine can offer a port for a rehearsal of a bank's service."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind(("127.0.0.1", 0))
            return {"currency": args.currency, "offered": True}
    except OSError:
        return {"error": "no_port", "message": "There is no free port at the moment; try again later."}
