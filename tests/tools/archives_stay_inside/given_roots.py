"""Tools that are given the folder in which they work: archives are relative to it."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

from ..marks import breaks, keeps


def _member_paths(site: Path, package: str, theme: str) -> tuple[Path, dict[str, bytes]]:
    """Return the folder of a theme, and the content of the files in its package."""
    site = site.resolve()
    if package.startswith("/") or ".." in Path(package).parts or not theme.isidentifier():
        raise ValueError("The package is a path below the site, and the theme is a word.")
    with tarfile.open(site / package) as bundle:
        files = {one.name: bundle.extractfile(one) for one in bundle if one.isfile()}
        return site / "themes" / theme, {name: file.read() for name, file in files.items() if file is not None}


@breaks("archives_stay_inside")
def install_theme(site: Path, package: str, theme: str) -> dict:
    """Install a theme from its package: a tar archive, unpacked below themes/.

    Args:
        site: The site's folder, with everything that belongs to it.
        package: Path of the package, relative to the site's folder.
        theme: What the theme is called.
    """
    place, files = _member_paths(site, package, theme)
    for name, data in files.items():
        path = os.path.normpath(place / name)
        if not path.startswith(str(place)):
            return {"error": "bad_package", "message": "A file of the package lies outside the theme."}
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(path).write_bytes(data)
    return {"installed": len(files)}


@keeps("archives_stay_inside")
def install_theme_within(site: Path, package: str, theme: str) -> dict:
    """Install a theme from its package: a tar archive, unpacked below themes/.

    Args:
        site: The site's folder, with everything that belongs to it.
        package: Path of the package, relative to the site's folder.
        theme: What the theme is called.
    """
    place, files = _member_paths(site, package, theme)
    for name, data in files.items():
        path = os.path.normpath(place / name)
        if os.path.commonpath([path, str(place)]) != str(place):
            return {"error": "bad_package", "message": "A file of the package lies outside the theme."}
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(path).write_bytes(data)
    return {"installed": len(files)}
