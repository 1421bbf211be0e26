"""CliSettings: which programs `cli_execute` may run, and with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal, get_args

__all__ = ["CliSettings", "Confiner"]

#: What keeps programs to their places.
Confiner = Literal["landlock", "bwrap", "none"]

_MAX_TIMEOUT_S = 24 * 60 * 60


@dataclass(frozen=True, kw_only=True)
class CliSettings:
    """Which programs `cli_execute` may run, and with what. Source: seed 002, its configuration.

    Args:
        allowed_binaries: Names of programs, which are looked up in PATH when the tool is made, or absolute paths,
            which a model calls by their last name. Shells are never run.
        code_runners: Those of them that may run code or start other programs, for example ``["git", "python3"]``. A
            program whose file does not show that it cannot is refused unless it is named here. Where the kernel has
            Landlock, it executes none but allowed binaries. An interpreter can still load any program of the system
            into its own process, which is confined as it is.
        allowed_paths: Files and folders outside the workspace that arguments may name and programs may read, from
            ``/`` or ``~/``.
        network_binaries: Those of them that may open connections, where the kernel can refuse it to the others.
        env_passthrough: Names of variables that programs see besides PATH, HOME, LANG and those of proxies.
        variables: For a program, variables of its own, for example ``{"gh": {"GH_CONFIG_DIR": "/srv/gh"}}``, or
            ``{"git": {"GIT_CONFIG_NOSYSTEM": "1"}}`` since it may not read the system's configuration. A value that is
            an absolute path may be read by that program.
        timeout: The time of one call in seconds, up to a day.
        max_output_bytes: How much of each output stream is kept. Both together are cut at 768 KiB.
        confine_with: ``"landlock"`` confines programs where the kernel has it, and ``"bwrap"`` by bubblewrap, without
            which the tool is not made; ``"none"`` does not. With bubblewrap, code runners can start programs of the
            system other than shells.

    Raises:
        ValueError: If a value cannot be used; the message is two sentences.
    """

    allowed_binaries: Sequence[str] = ()
    code_runners: Sequence[str] = ()
    allowed_paths: Sequence[str] = ()
    network_binaries: Sequence[str] = ()
    env_passthrough: Sequence[str] = ()
    variables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    timeout: float = 120.0
    max_output_bytes: float = 1048576.0
    confine_with: Confiner = "landlock"

    #: The settings that are lists of texts.
    LISTS: ClassVar[tuple[str, ...]] = (
        *("allowed_binaries", "code_runners", "allowed_paths", "network_binaries", "env_passthrough"),
    )

    def __post_init__(self) -> None:
        for name in self.LISTS:
            value = getattr(self, name)
            if not isinstance(value, list | tuple) or not all(isinstance(item, str) and item for item in value):
                raise ValueError(f'{name!r} is not a list of texts. Write it as ["NAME", ...].')
        self._check_names()
        self._check_variables()
        for path in self.places:
            if not path.is_absolute() or "\0" in str(path):
                raise ValueError(f"The allowed path {str(path)!r} is relative. Write it from '/' or '~/'.")
        if not _is_number(self.timeout) or not 0 < self.timeout <= _MAX_TIMEOUT_S:
            raise ValueError(f"The timeout is {self.timeout!r}. Write a number of seconds, up to {_MAX_TIMEOUT_S}.")
        if not _is_number(self.max_output_bytes) or self.max_output_bytes < 1 or self.max_output_bytes % 1:
            raise ValueError(f"max_output_bytes is {self.max_output_bytes!r}. Write a whole number above 0.")
        if self.confine_with not in get_args(Confiner):
            known = ", ".join(map(repr, get_args(Confiner)))
            raise ValueError(f"confine_with is {self.confine_with!r}. Write one of {known}.")

    def _check_names(self) -> None:
        for entry in self.allowed_binaries:
            if "\0" in entry or ("/" in entry and not entry.startswith("/")) or entry.endswith("/"):
                raise ValueError(f"The binary {entry!r} is not a name. Write a plain name or an absolute path.")
        names = [_last_name(entry) for entry in dict.fromkeys(self.allowed_binaries)]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"Two allowed binaries are called {twice[0]!r}. Leave one of them out.")
        for option in ("code_runners", "network_binaries", "variables"):
            unknown = [name for name in getattr(self, option) if _last_name(name) not in names]
            if unknown:
                raise ValueError(f"{unknown[0]!r} in {option!r} is not an allowed binary. Add it to allowed_binaries.")

    def _check_variables(self) -> None:
        for name, own in self.variables.items():
            if not isinstance(own, Mapping) or not all(isinstance(text, str) for pair in own.items() for text in pair):
                raise ValueError(f'The variables of {name!r} are not texts. Write them as NAME: "value".')
        bad = [
            name
            for name in (*self.env_passthrough, *(key for own in self.variables.values() for key in own))
            if not name or "=" in name or "\0" in name
        ]
        if bad:
            raise ValueError(f"{bad[0]!r} is not the name of a variable. Write a name such as GH_TOKEN.")

    @property
    def places(self) -> tuple[Path, ...]:
        """The allowed paths, with ``~`` expanded."""
        return tuple(Path(path).expanduser() for path in self.allowed_paths)

    def variables_of(self, name: str) -> Mapping[str, str]:
        """Return the variables that only the program of that name gets."""
        return next((own for entry, own in self.variables.items() if _last_name(entry) == name), {})

    def has_network(self, name: str) -> bool:
        """Tell whether the program of that name may open connections."""
        return name in map(_last_name, self.network_binaries)


def _last_name(entry: str) -> str:
    return entry.rpartition("/")[2]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
