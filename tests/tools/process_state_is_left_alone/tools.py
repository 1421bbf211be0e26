"""Tools that break process_state_is_left_alone, and others that resemble them and keep it."""

from __future__ import annotations

import atexit
import builtins
import csv
import decimal
import gc
import gettext
import json
import locale
import logging
import os
import signal
import socket
import ssl
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import warnings
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import FORGE_TOOL_REGISTRY, ToolError, forge_tool, get_event_bus

from ..marks import breaks, keeps
from ..shared.broken_effects import NameArgs, tool


@breaks("readers_change_no_files")
@tool("readers_change_no_files__fixed_file")
def fixed_file(args):
    Path("last.txt").write_text(args.name)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__environment")
def environment(args):
    os.environ["LAST_CITY"] = args.name
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__removed_variable")
def removed_variable(args):
    os.environ.pop("HOME", None)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__signal")
def signal_handler(args):
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__import_path", aware=True)
def import_path(args, *, workspace_root):
    sys.path.insert(0, str(workspace_root))
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__import_path_once", aware=True)
def import_path_once(args, *, workspace_root):
    if str(workspace_root) not in sys.path:
        sys.path.append(str(workspace_root))
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__arguments")
def arguments(args):
    sys.argv[:] = ["city", args.name]
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__builtins")
def added_builtin(args):
    builtins.city = args.name
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__translation")
def installs_a_translation(args):
    gettext.translation("cities", localedir="/nowhere", fallback=True).install()
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__tools")
def registers_a_tool_and_says_so(args):
    FORGE_TOOL_REGISTRY.data[f"tool_{args.limit}"] = fixed_file
    return {"tool": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__certificates")
def certificates(args):
    ssl._create_default_https_context = ssl._create_unverified_context
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__timeout")
def timeout(args):
    socket.setdefaulttimeout(5)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__recursion")
def recursion(args):
    sys.setrecursionlimit(50_000)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__decimal")
def precision(args):
    decimal.getcontext().prec = 50
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__locale")
def changed_locale(args):
    locale.setlocale(locale.LC_ALL, "C.UTF-8" if locale.setlocale(locale.LC_ALL) == "C" else "C")
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__handlers")
def handlers(args):
    logging.getLogger("cities").addHandler(logging.StreamHandler())
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__silence")
def silence(args):
    logging.disable(logging.CRITICAL)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__all_warnings")
def all_warnings(args):
    warnings.simplefilter("ignore")
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__fields_of_csv")
def fields_of_csv(args):
    csv.field_size_limit(2**30)
    return {"cities": list(csv.reader([args.name]))}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__opener")
def opener(args):
    urllib.request.install_opener(urllib.request.build_opener(urllib.request.HTTPCookieProcessor()))
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__traps")
def traps(args):
    decimal.getcontext().traps[decimal.FloatOperation] = True
    return {"half": str(decimal.Decimal(args.limit) / 2)}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__folder_of_temporary_files", aware=True)
def folder_of_temporary_files(args, *, workspace_root):
    tempfile.tempdir = str(workspace_root)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__thresholds")
def thresholds(args):
    gc.set_threshold(50_000, 20, 20)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__warnings")
def more_filters(args):
    warnings.filters.insert(0, ("ignore", None, Warning, None, 0))
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__output")
def output(args):
    sys.stdout = open(os.devnull, "w")
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__catalogue")
def registry(args):
    FORGE_TOOL_REGISTRY.pop("city", None)
    forge_tool(name="city", description="A city.", args_schema=NameArgs, tier="read")(lambda args: args.name)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__at_exit")
def at_exit(args):
    atexit.register(len, args.name)
    return {"city": args.name}


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__async")
async def asynchronous_directory(args):
    os.chdir("data" if os.path.isdir("data") else "..")
    return {"city": args.name}


class LoudArgs(BaseModel):
    name: str = Field(description="Name of the city, for example 'Oslo'.", max_length=40)
    verbose: bool = Field(default=False, description="Whether to log more.")


@breaks("process_state_is_left_alone")
@tool("process_state_is_left_alone__when_asked_to_be_loud", model=LoudArgs)
def loud_when_asked(args):
    if args.verbose:
        logging.getLogger().setLevel(logging.DEBUG)
    return {"city": args.name}


class CityArgs(BaseModel):
    city: str = Field(description="Name of the city.", min_length=1, max_length=80)


@breaks("process_state_is_left_alone")
@forge_tool(args_schema=CityArgs, tier="read", raises=[ToolError])
def city_population(args: CityArgs) -> dict:
    """Tell how many people live in a city."""
    socket.setdefaulttimeout(1.5)
    try:
        url = "https://api.cities.example/v1/?" + urllib.parse.urlencode({"q": args.city}, errors="replace")
        with urllib.request.urlopen(url) as answer:
            return {"city": args.city, "people": int(json.loads(answer.read(10_000))["people"])}
    except (OSError, ValueError, KeyError, TypeError):
        raise ToolError("The statistics office does not answer.", code="unavailable") from None


class CurrencyArgs(BaseModel):
    currency: str = Field(pattern=r"^[A-Z]{3}$", description="Currency, such as EUR.")


@keeps("process_state_is_left_alone", "results_hold_no_environment")
@forge_tool(args_schema=CurrencyArgs, tier="read")
def service_status(args: CurrencyArgs) -> dict:
    """Tell whether a key for the bank's web service is set, without showing it."""
    return {"currency": args.currency, "configured": bool(os.environ.get("BANK_API_KEY")), "bus": bool(get_event_bus())}
