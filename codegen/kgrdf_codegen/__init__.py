"""Compile an ontology and annotated SPARQL files into a typed Python package. Never imports `kgrdf`."""
