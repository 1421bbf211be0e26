"""The broken tool writes a host into a command line; the mended one starts the program without a shell."""

import subprocess

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class HostArguments(BaseModel):
    """Which host to ask for."""

    host: str = Field(description="Name of the host.")


@forge_tool(args_schema=HostArguments, tier="execute", register=False)
def broken(arguments: HostArguments) -> dict[str, str]:
    """Look up the addresses of a host."""
    done = subprocess.run(f"getent hosts '{arguments.host}'", shell=True, capture_output=True, text=True, check=False)
    return {"addresses": done.stdout}


@forge_tool(args_schema=HostArguments, tier="execute", register=False)
def mended(arguments: HostArguments) -> dict[str, str]:
    """Look up the addresses of a host."""
    done = subprocess.run(["getent", "hosts", "--", arguments.host], capture_output=True, text=True, check=False)
    return {"addresses": done.stdout}
