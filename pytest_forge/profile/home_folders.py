"""Home folders: files and folders in HOME that belong to libraries, or to other programs."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CACHES", "is_of_libraries", "is_of_other_programs"]

#: Folders for the caches and logs of all programs.
CACHES = (".cache", ".local/state")
#: Files and folders of libraries.
_LIBRARIES = (
    *CACHES, ".config/matplotlib", ".config/pip", ".matplotlib", ".nv", ".npm", ".node-gyp", "nltk_data",
)  # fmt: skip
#: Files and folders that change the behaviour of other programs.
_OTHER_PROGRAMS = (
    ".ssh", ".aws", ".gnupg", ".kube", ".docker", ".config/forge-canary", ".config/autostart", ".config/systemd",
    ".config/git", ".config/gh", ".config/gcloud", ".bashrc", ".bash_profile", ".bash_login", ".bash_history",
    ".profile", ".zshrc", ".zprofile", ".zshenv", ".inputrc", ".vimrc", ".gitconfig", ".git-credentials", ".netrc",
    ".npmrc", ".pypirc", ".pgpass", ".crontab", ".local/bin", ".local/share/applications", ".xinitrc", ".tmux.conf",
    ".pythonrc", ".pip", ".cargo", ".azure",
)  # fmt: skip


def is_of_libraries(path: Path, home: Path, *, is_folder: bool) -> bool:
    """Tell whether a path belongs to a library, or is a parent folder of such a path."""
    places = [home / name for name in _LIBRARIES]
    if any(path.is_relative_to(place) for place in places):
        return True
    return is_folder and any(place.is_relative_to(path) for place in places)


def is_of_other_programs(path: Path, home: Path) -> bool:
    """Tell whether other programs run, trust or read a path."""
    return any(path.is_relative_to(home / name) for name in _OTHER_PROGRAMS)
