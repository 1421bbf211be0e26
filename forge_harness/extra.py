"""Extra: the words with which a user installs an optional part."""

from __future__ import annotations

__all__ = ["install_extra"]

_NAME = "forge-harness"


def install_extra(extra: str) -> str:
    """Return the words that install an optional part, such as ``pip install 'jinja2>=3.1' (extra 'html')``.

    They name its packages, since the name of this distribution means another project on an index where that has it.

    Args:
        extra: As `pyproject.toml` declares it.
    """
    # Read where something is missing only, since it takes time to import.
    from importlib import metadata

    try:
        declared = metadata.requires(_NAME) or []
    except metadata.PackageNotFoundError:
        declared = []
    marked = [line.partition(";") for line in declared]
    packages = [package.strip() for package, _, marker in marked if marker.strip() == f"extra == '{extra}'"]
    words = " ".join(f"'{package}'" for package in packages)
    return f"pip install {words} (extra {extra!r})" if words else f"the packages of the extra {extra!r}"
