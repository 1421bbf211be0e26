"""The broken tool inserts a service into a command line; the fixed one starts the program without a shell."""

import subprocess

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class ServiceArguments(BaseModel):
    """The service to look up."""

    service: str = Field(description="Name of the service.")


@forge_tool(args_schema=ServiceArguments, tier="execute", register=False)
def broken(arguments: ServiceArguments) -> dict[str, str]:
    """Look up the port of a service."""
    done = subprocess.run(
        f"getent services '{arguments.service}'", shell=True, capture_output=True, text=True, check=False
    )
    return {"port": done.stdout}


@forge_tool(args_schema=ServiceArguments, tier="execute", register=False)
def fixed(arguments: ServiceArguments) -> dict[str, str]:
    """Look up the port of a service."""
    done = subprocess.run(["getent", "services", "--", arguments.service], capture_output=True, text=True, check=False)
    return {"port": done.stdout}
