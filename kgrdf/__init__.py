"""Long-term memory for AI agents: a typed, temporal, multi-tenant RDF knowledge graph."""
