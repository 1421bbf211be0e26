"""Module import: the module of a target, or the reason it cannot be imported."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

from .project_copy import ProjectCopy, module_file
from .target_error import TargetError

__all__ = ["imported_module", "missing_variable"]


def imported_module(source: str, base: Path, *, home: Path | None = None) -> ModuleType:
    """Import *source*, a dotted name or a file.

    Args:
        source: The user's word, without the attribute.
        base: Folder that a relative path starts from.
        home: The sandbox's home directory, in which a file finds a copy of its folder; None if it finds its own.

    Raises:
        TargetError: If it cannot be imported.
    """
    try:
        if source.endswith(".py") or "/" in source or source in {".", ".."}:
            return _import_file(source, base, home)
        return importlib.import_module(source)
    except TargetError:
        raise
    except ModuleNotFoundError as error:
        if error.name and (source == error.name or source.startswith(error.name + ".")):
            if (base / source).is_file():
                raise TargetError(f"{source!r} is not a Python file. Name a '.py' file.") from None
            raise TargetError(
                f"Module {source!r} was not found. Check the spelling, and run from the folder that contains it."
            ) from None
        raise TargetError(
            f"{source!r} imports {error.name!r}, which is not installed. Install it in this environment."
        ) from None
    except BaseException as error:  # noqa: BLE001  # a module may raise anything while it is imported
        variable = missing_variable(error)
        if variable:
            raise TargetError(
                f"{source!r} needs the environment variable {variable!r}, which the sandbox does not pass on. "
                f"Add --env {variable} (pytest: --forge-env {variable})."
            ) from None
        line = _line_in(error, source)
        raise TargetError(
            f"Importing {source!r} raised {type(error).__name__}{line}: {_first_line(error)!r}. "
            "Fix the import, then check again."
        ) from None


def missing_variable(error: BaseException) -> str:
    """Return the missing environment variable that caused the exception; empty for any other exception."""
    seen: BaseException | None = error
    for _ in range(_LONGEST_CHAIN):
        trace = seen.__traceback__ if isinstance(seen, KeyError) else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        if trace is not None and trace.tb_frame.f_code is type(os.environ).__getitem__.__code__:
            return str(seen.args[0]) if seen is not None and seen.args else ""
        seen = None if seen is None else seen.__cause__ or seen.__context__
    return ""


_LONGEST_CHAIN = 5


def _import_file(source: str, base: Path, home: Path | None) -> ModuleType:
    path = (base / source).resolve()
    if path.is_dir():
        raise TargetError(
            f"{source!r} is a folder. Name a .py file in it ('forge init {source}' finds those with tools), or write a "
            "package as 'package.module'."
        )
    if not path.is_file():
        raise TargetError(
            f"File {source!r} does not exist. Check the path; a relative path starts from the current folder."
        )
    # A file in a package is imported as part of it: its relative imports need that.
    package = path.parent
    parts = [path.stem]
    while (package / "__init__.py").is_file():
        parts.insert(0, package.name)
        package = package.parent
    if str(package) not in sys.path:
        sys.path.insert(0, str(package))
    name = ".".join(parts) if parts[-1] != "__init__" else ".".join(parts[:-1])
    known = sys.modules.get(name)
    if known is not None and Path(module_file(known) or "").resolve() != path:
        name = f"forge_target_{path.stem}"
    # Another import of the same file would be another module, with data of its own.
    loaded = sys.modules.get(name)
    if loaded is not None and Path(module_file(loaded) or "").resolve() == path:
        return loaded
    loader = None
    if home is not None and path.suffix == ".py":
        project = ProjectCopy(package, home)
        project.install()
        loader = project.loader(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None or spec.loader is None:
        raise TargetError(f"{source!r} is not a Python file. Name a '.py' file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        # As the import system does: half a module is not imported.
        sys.modules.pop(name, None)
        raise
    return module


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else ""


def _line_in(error: BaseException, source: str) -> str:
    """Return the line of the target's own file in which the import failed; empty if the traceback has none."""
    file = Path(source).name if source.endswith(".py") else f"{source.rpartition('.')[2]}.py"
    if isinstance(error, SyntaxError):
        return f" at line {error.lineno}" if Path(error.filename or "").name == file else ""
    traceback = error.__traceback__
    line = None
    while traceback is not None:
        if Path(traceback.tb_frame.f_code.co_filename).name == file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return f" at line {line}" if line else ""
