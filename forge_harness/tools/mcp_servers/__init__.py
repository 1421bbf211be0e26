"""Tools made of what MCP servers offer."""
