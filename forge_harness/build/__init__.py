"""The build of an agent: what it is made of, written for the host that runs it. Source: seed 002, "ToolFilterStage"."""
