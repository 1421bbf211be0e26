"""Functions that run a program, and tell whether all went well."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

from ..marks import breaks, keeps

_SORTING = "import sys; print(*sorted(sys.argv[1:]), sep='\\n')"


def _sorted(names: list[str]) -> subprocess.CompletedProcess[str]:
    # The names cannot be options: they follow the program's own text.
    words = [sys.executable, "-c", _SORTING, *(name.replace("\0", "") for name in names)]
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=20, check=False)


@breaks("failure_is_not_success")
def sort_choir(names: list[str]) -> dict[str, Any]:
    """Sort the singers of a choir by a program.

    Args:
        names: Their names.
    """
    done = _sorted(names)
    return {"ok": True, "singers": done.stdout.splitlines()}


@breaks("failure_is_not_success")
async def sort_orchestra(names: list[str]) -> dict[str, Any]:
    """Sort the players of an orchestra by a program.

    Args:
        names: Their names.
    """
    words = ["-c", _SORTING, *(name.replace("\0", "") for name in names)]
    program = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=asyncio.subprocess.PIPE)
    written, _ = await program.communicate()
    return {"status": "done", "players": written.decode("utf-8", "replace").splitlines()}


@keeps("failure_is_not_success", judged=True)
def sort_band(names: list[str]) -> dict[str, Any]:
    """Sort the players of a band by a program.

    Args:
        names: Their names.
    """
    done = _sorted(names)
    if done.returncode != 0:
        raise RuntimeError("The names could not be sorted. Try fewer at once.")
    return {"ok": True, "players": done.stdout.splitlines()}


@keeps("failure_is_not_success", judged=True)
def sort_dancers(names: list[str]) -> dict[str, Any]:
    """Sort dancers by a program, and tell how it ended.

    Args:
        names: Their names.
    """
    done = _sorted(names)
    return {"status": "done", "exit_status": done.returncode, "dancers": done.stdout.splitlines()}


@breaks("failure_is_not_success")
def sort_actors(names: list[str]) -> dict[str, Any]:
    """Sort the actors of a play by a program.

    Args:
        names: Their names.

    Raises:
        RuntimeError: The names could not be sorted.
    """
    return {"actors": _sorted(names).stdout.splitlines()}


@keeps("failure_is_not_success", judged=True)
def sort_stagehands(names: list[str]) -> dict[str, Any]:
    """Sort the stagehands of a play by a program.

    Args:
        names: Their names.

    Raises:
        RuntimeError: The names could not be sorted.
    """
    done = _sorted(names)
    if done.returncode != 0:
        raise RuntimeError("The names could not be sorted. Try fewer at once.")
    return {"stagehands": done.stdout.splitlines()}


@keeps("failure_is_not_success")
def matching_ushers(names: list[str]) -> dict[str, Any]:
    """Tell which ushers have a name that begins with a capital.

    Args:
        names: Their names.

    Raises:
        RuntimeError: The names could not be searched.
    """
    words = [sys.executable, "-c", "import sys; sys.exit(not any(name[:1].isupper() for name in sys.argv[1:]))"]
    done = subprocess.run([*words, *(name.replace("\0", "") for name in names)], timeout=20, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError("The names could not be searched. Try fewer at once.")
    return {"any": done.returncode == 0}
