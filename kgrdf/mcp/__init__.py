"""The memory as an MCP server: a table of tools over the verbs of a graph."""

from kgrdf.mcp.server import MemoryServer, build_server, serve_stdio
from kgrdf.mcp.tools import ToolSet

__all__ = ["MemoryServer", "ToolSet", "build_server", "serve_stdio"]
