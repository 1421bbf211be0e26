"""Every call adds the line again, although the tool says that a repeated call does not."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class Args(BaseModel):
    name: str = Field(description="Name to put on the list.", min_length=1, max_length=40)


def _names(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@forge_tool(
    name="invite",
    args_schema=Args,
    workspace_root_aware=True,
    tier="write",
    facts={"creates": False},
    register=False,
)
def broken(args: Args, *, workspace_root: Path) -> dict[str, object]:
    """Put a name on the guest list."""
    path = workspace_root / "guests.txt"
    names = [*_names(path), args.name]
    path.write_text("\n".join(names), encoding="utf-8")
    return {"guests": len(names)}


@forge_tool(
    name="invite",
    args_schema=Args,
    workspace_root_aware=True,
    tier="write",
    facts={"creates": False},
    register=False,
)
def fixed(args: Args, *, workspace_root: Path) -> dict[str, object]:
    """Put a name on the guest list."""
    path = workspace_root / "guests.txt"
    names = list(dict.fromkeys([*_names(path), args.name]))
    path.write_text("\n".join(names), encoding="utf-8")
    return {"guests": len(names)}
