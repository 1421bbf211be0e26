"""Tools that answer with full paths: promised by the docstring, or only asked for in an argument."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps


@keeps("results_hold_no_environment")
def write_report(name: str, text: str) -> str:
    """Write a report into the folder of reports.

    Args:
        name: Name of the report, such as "march".
        text: Its text.

    Returns:
        str: The absolute path of the report.
    """
    folder = Path("reports").resolve()
    folder.mkdir(exist_ok=True)
    file = folder / f"{''.join(sign for sign in name if sign.isalnum()) or 'report'}.txt"
    file.write_text(text)
    return str(file)


@breaks("results_hold_no_environment")
def write_summary(name: str, text: str) -> str:
    """Write a summary into the folder of summaries, and say where it is.

    Args:
        name: Name of the summary, or its full path.
        text: Its text.
    """
    folder = Path("summaries").resolve()
    folder.mkdir(exist_ok=True)
    file = folder / f"{''.join(sign for sign in name if sign.isalnum()) or 'summary'}.txt"
    file.write_text(text)
    return str(file)
