"""MCP servers as targets: started or reached, asked for their tools, and called."""
