"""CliSettings: which programs `cli_execute` may run, and with what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

__all__ = ["CliSettings", "Confiner"]

#: What keeps programs to their places.
Confiner = Literal["landlock", "none"]

_MAX_TIMEOUT_S = 24 * 60 * 60


@dataclass(frozen=True, kw_only=True)
class CliSettings:
    """Which programs `cli_execute` may run, and with what. Source: seed 002, its configuration.

    Args:
        allowed_binaries: Names of programs, which are looked up in PATH when the tool is made, or absolute paths,
            which a model calls by their last name. Shells are never run.
        code_runners: Those of them that may run code or start other programs, for example ``["git", "python3"]``. A
            program whose file does not show that it cannot is refused unless it is named here. Where the kernel has
            Landlock, it can start none but allowed binaries.
        allowed_paths: Files and folders outside the workspace that arguments may name and programs may read. ``~``
            is the user's folder.
        network_binaries: Those of them that may open TCP connections, where the kernel can refuse it to the others.
        env_passthrough: Names of variables that programs see besides PATH, HOME, LANG and those of proxies.
        variables: For a program, variables of its own, for example ``{"gh": {"GH_CONFIG_DIR": "/srv/gh"}}``. A value
            that is an absolute path may be read by that program.
        timeout: The time of one call in seconds.
        max_output_bytes: How much of each output stream is kept.
        confine_with: ``"landlock"`` confines programs where the kernel has it; ``"none"`` does not.

    Raises:
        ValueError: If a value cannot be used; the message is two sentences.
    """

    allowed_binaries: tuple[str, ...] | list[str] = ()
    code_runners: tuple[str, ...] | list[str] = ()
    allowed_paths: tuple[str, ...] | list[str] = ()
    network_binaries: tuple[str, ...] | list[str] = ()
    env_passthrough: tuple[str, ...] | list[str] = ()
    variables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    timeout: float = 120
    max_output_bytes: int = 1 << 20
    confine_with: Confiner = "landlock"

    def __post_init__(self) -> None:
        for name in ("allowed_binaries", "code_runners", "allowed_paths", "network_binaries", "env_passthrough"):
            value = getattr(self, name)
            if not isinstance(value, list | tuple) or not all(isinstance(item, str) and item for item in value):
                raise ValueError(f"{name!r} is not a list of texts. Write it as {name}: [NAME, ...].")
        for entry in self.allowed_binaries:
            if "\0" in entry or ("/" in entry and not entry.startswith("/")):
                raise ValueError(f"The binary {entry!r} is a relative path. Write a plain name or an absolute path.")
        names = [entry.rpartition("/")[2] for entry in dict.fromkeys(self.allowed_binaries)]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"Two allowed binaries are called {twice[0]!r}. Leave one of them out.")
        for option in ("code_runners", "network_binaries"):
            unknown = [name for name in getattr(self, option) if name.rpartition("/")[2] not in names]
            if unknown:
                raise ValueError(f"{unknown[0]!r} in {option!r} is not an allowed binary. Add it to allowed_binaries.")
        for path in self.places:
            if not path.is_absolute():
                raise ValueError(f"The allowed path {str(path)!r} is relative. Write it from '/' or '~/'.")
        if isinstance(self.timeout, bool) or not 0 < self.timeout <= _MAX_TIMEOUT_S:
            raise ValueError(f"The timeout {self.timeout!r} is not a number of seconds. Write one from 1 to 86400.")
        if isinstance(self.max_output_bytes, bool) or self.max_output_bytes < 1 or self.max_output_bytes % 1:
            raise ValueError(f"max_output_bytes is {self.max_output_bytes!r}. Write a whole number above 0.")
        if self.confine_with not in get_args(Confiner):
            known = " or ".join(map(repr, get_args(Confiner)))
            raise ValueError(f"confine_with is {self.confine_with!r}. Write {known}.")

    @property
    def places(self) -> tuple[Path, ...]:
        """The allowed paths, with ``~`` expanded."""
        return tuple(Path(path).expanduser() for path in self.allowed_paths)
