"""Plain functions that take a model's text for more than text; each names the check that must find it."""

import shlex
import subprocess


def find_files(pattern: str, folder: str = ".") -> str:
    """Find files by name; breaks shell_text_is_quoted.

    Args:
        pattern: Part of the name.
        folder: Where to look.
    """
    return subprocess.run(
        f"find {shlex.quote(folder)} -name *{pattern}*", shell=True, stdout=subprocess.PIPE, text=True
    ).stdout
