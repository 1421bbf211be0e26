"""A server of tools for MCP clients: tool_entry > served_tools > protocol > stdio, http. It needs the extra ``mcp``."""
