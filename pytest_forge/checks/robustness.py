"""What valid arguments may not do to a tool: break it, hang it, or make it answer differently."""
