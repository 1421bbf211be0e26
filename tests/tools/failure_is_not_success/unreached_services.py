"""Functions that send something to a display, which may be switched off."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from pathlib import Path

from ..marks import breaks, keeps

_DISPLAY = "http://display.invalid:8080/lines"
_PROBLEMS = (OSError, http.client.HTTPException)


def _request(line: str) -> urllib.request.Request:
    if not 1 <= len(line) <= 200:
        raise ValueError("line must have 1 to 200 letters")
    return urllib.request.Request(_DISPLAY, data=json.dumps({"line": line}).encode(), method="POST")


@breaks("failure_is_not_success")
def show_line(line: str) -> dict[str, object]:
    """Show a line on the display.

    Args:
        line: 1 to 200 letters.
    """
    request, status = _request(line), 200
    for _ in range(3):
        try:
            with urllib.request.urlopen(request, timeout=2) as reply:
                status = reply.status
                break
        except urllib.error.HTTPError as error:
            status = error.code
            break
        except _PROBLEMS:
            continue
    if status >= 400:
        raise ValueError("the display has refused the line")
    return {"shown": True, "letters": len(line)}


@keeps("failure_is_not_success")
def show_line_or_fail(line: str) -> dict[str, object]:
    """Show a line on the display.

    Args:
        line: 1 to 200 letters.
    """
    request = _request(line)
    for _ in range(3):
        try:
            with urllib.request.urlopen(request, timeout=2):
                return {"shown": True, "letters": len(line)}
        except urllib.error.HTTPError:
            raise ValueError("the display has refused the line") from None
        except _PROBLEMS:
            continue
    raise ValueError("the display cannot be reached")


@keeps("failure_is_not_success")
def show_line_later(line: str) -> dict[str, object]:
    """Show a line on the display, or keep it until the display is on.

    Args:
        line: 1 to 200 letters.
    """
    try:
        with urllib.request.urlopen(_request(line), timeout=2):
            pass
    except urllib.error.HTTPError:
        raise ValueError("the display has refused the line") from None
    except _PROBLEMS:
        with Path("waiting.txt").open("a") as waiting:
            waiting.write(f"{line!r}\n")
    return {"taken": True}
