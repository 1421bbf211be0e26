"""Server files: the files in which MCP clients list their servers."""
