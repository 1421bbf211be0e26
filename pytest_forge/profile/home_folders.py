"""Home folders: what lies in HOME and belongs to libraries, whoever uses them, or to other programs."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CACHES", "is_of_libraries", "is_of_other_programs"]

#: Where every program may keep what it has found out, and its logs.
CACHES = (".cache", ".local/state")
#: What libraries keep for themselves.
_LIBRARIES = (
    *CACHES, ".config/matplotlib", ".config/pip", ".matplotlib", ".nv", ".npm", ".node-gyp", "nltk_data",
)  # fmt: skip
#: To change it is to change what other programs do.
_OTHER_PROGRAMS = (
    ".ssh", ".aws", ".gnupg", ".kube", ".docker", ".config/forge-canary", ".config/autostart", ".config/systemd",
    ".config/git", ".config/gh", ".config/gcloud", ".bashrc", ".bash_profile", ".bash_login", ".bash_history",
    ".profile", ".zshrc", ".zprofile", ".zshenv", ".inputrc", ".vimrc", ".gitconfig", ".git-credentials", ".netrc",
    ".npmrc", ".pypirc", ".pgpass", ".crontab", ".local/bin", ".local/share/applications", ".xinitrc", ".tmux.conf",
    ".pythonrc", ".pip", ".cargo", ".azure",
)  # fmt: skip


def is_of_libraries(path: Path, home: Path, *, is_folder: bool) -> bool:
    """Tell whether a file or folder is kept by a library for itself, or is a folder on the way there."""
    places = [home / name for name in _LIBRARIES]
    if any(path.is_relative_to(place) for place in places):
        return True
    return is_folder and any(place.is_relative_to(path) for place in places)


def is_of_other_programs(path: Path, home: Path) -> bool:
    """Tell whether a file or folder is run, trusted or read by other programs."""
    return any(path.is_relative_to(home / name) for name in _OTHER_PROGRAMS)
