"""An agent's session with the sample memory: an MCP client that talks to `kgrdf serve` over stdio.

`make demo` runs it. Everything that is printed below a call is what the server answered, as an agent would read it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import textwrap
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import TextContent


class Session:
    """A connected agent whose calls are printed as they are made."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool, print the call and the text of its answer, and return the answer's data."""
        spoken = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items())
        print(textwrap.fill(f"{tool}({spoken})", width=118, initial_indent="> ", subsequent_indent="    "))
        result = await self._client.call_tool(tool, arguments)
        text = "\n".join(part.text for part in result.content if isinstance(part, TextContent))
        print(textwrap.indent(text.rstrip(), "  "), end="\n\n")
        if result.is_error:
            raise SystemExit(f"{tool} failed")
        assert isinstance(result.structured_content, dict)
        return result.structured_content


def heading(words: str) -> None:
    """Print a heading."""
    print(f"== {words} ==\n")


async def converse(agent: Session) -> None:
    """Search, store, relate, supersede, and look at now, at an earlier day, and from before."""
    begun = datetime.now(UTC).isoformat()

    heading("Find: words lead to passages, facts and entities")
    await agent.call("search_memory", query="why were customers charged twice?", limit=4)

    heading("Store: the review of an incident, and what it says")
    review = await agent.call(
        "store_document",
        title="INC-052: payments held back",
        source="incident review",
        text="On 11 March 2025 fraud-check was slow and checkout waited for it, so bookings stood still for an hour. "
        "pricing now keeps contracts for an hour only, since a day proved too long.",
    )
    said_by = review["chunkIds"][0]
    await agent.call(
        "store_entity",
        name="fraud-check",
        entityType="Service",
        description="Decides whether a payment may pass.",
        sourceDocumentId=said_by,
    )

    heading("Relate: since when, and who says so")
    relation = {
        "fromId": "entity::Service::checkout",
        "toId": "entity::Service::fraud-check",
        "relationshipType": "depends_on",
        "weight": 0.8,
        "validFrom": "2025-03-03T00:00:00Z",
        "sourceDocumentId": said_by,
    }
    await agent.call("add_relationship", **relation)
    print("The same call again finds what is there and changes nothing:\n")
    await agent.call("add_relationship", **relation)

    heading("Supersede: the world changed, the old fact stays true of its time")
    found = await agent.call("search_memory", query="pricing keeps contracts", limit=1)
    await agent.call(
        "supersede_fact",
        factId=found["hits"][0]["id"],
        claim="pricing keeps contracts for an hour and outlives short outages of identity",
        validFrom="2025-03-12T00:00:00Z",
        sourceDocumentId=said_by,
    )

    heading("Context now")
    await agent.call("get_entity_context", entityId="entity::Service::pricing", hops=1)

    heading("Context as of an earlier day: no fact or owner of later")
    await agent.call("get_entity_context", entityId="entity::Service::pricing", hops=1, asOf="2024-06-01T00:00:00Z")

    heading("Context as known before this session: what the agent would have said then")
    await agent.call(
        "get_entity_context", entityId="entity::Service::pricing", hops=1, includeSourceChunks=False, knownAt=begun
    )

    heading("A contradiction: two sources, one day, two head offices; both are kept until somebody decides")
    await agent.call("get_entity_context", entityId="entity::Organization::quillmark parcels", hops=1)

    heading("Timeline: who answered for tracking, and what replaced what")
    await agent.call("get_timeline", id="entity::Service::tracking")


async def main(folder: Path) -> None:
    """Start a server on the folder, as an MCP client's configuration would, and converse with it."""
    kgrdf = Path(sys.executable).with_name("kgrdf")
    server = StdioServerParameters(command=str(kgrdf), args=["serve", "--store", str(folder), "--tenant", "demo"])
    async with Client(server) as client:
        tools = await client.list_tools()
        print(f"Connected; {len(tools.tools)} tools: {', '.join(tool.name for tool in tools.tools)}\n")
        await converse(Session(client))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python demo/run.py FOLDER")
    asyncio.run(main(Path(sys.argv[1])))
