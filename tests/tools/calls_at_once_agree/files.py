"""Functions that count in a file."""

from __future__ import annotations

import fcntl
import json
import threading
from pathlib import Path

from ..marks import breaks, keeps

_LOCK = threading.Lock()


@breaks("calls_at_once_agree")
def count_visit(page: str) -> dict[str, int]:
    """Count a visit of a page, and return its visits.

    Args:
        page: Its name.
    """
    store = Path("visits.json")
    visits = json.loads(store.read_text()) if store.exists() else {}
    visits[page] = visits.get(page, 0) + 1
    with _LOCK:
        store.write_text(json.dumps(visits))
    return {"visits": visits[page]}


@keeps("calls_at_once_agree", judged=True)
def count_download(name: str) -> dict[str, int]:
    """Count a download of a file, and return its downloads.

    Args:
        name: Its name.
    """
    store = Path("downloads.json")
    with _LOCK, Path("downloads.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        downloads = json.loads(store.read_text()) if store.exists() else {}
        downloads[name] = downloads.get(name, 0) + 1
        store.write_text(json.dumps(downloads))
    return {"downloads": downloads[name]}


@keeps("calls_at_once_agree", judged=True)
def log_entry(text: str) -> dict[str, str]:
    """Add a line to the log.

    Args:
        text: The line.
    """
    with Path("entries.log").open("a") as log:
        log.write(f"{' '.join(text.split())}\n")
    return {"added": text}


@keeps("calls_at_once_agree", judged=True)
def save_theme(name: str) -> dict[str, str]:
    """Keep the name of the theme.

    Args:
        name: Its name.
    """
    store = Path("settings.json")
    settings = json.loads(store.read_text()) if store.exists() else {}
    store.write_text(json.dumps({**settings, "theme": name}))
    return {"theme": name}
