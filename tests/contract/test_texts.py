"""Every store keeps the texts that a parser of SPARQL may take for what they are not."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, Quad
from rdflib.plugins.sparql.parser import parseQuery

from kgrdf.tenancy import Tenant
from kgrdf.terms import kg, to_value
from kgrdf.testing import compiled
from tests.contract.backends import Backend

TENANT = Tenant("texts")
NODE = TENANT.iri("fact::x")
PARTS = ("\\", "\\u", "\\U", "u0041", "00e9", "BEEF", "0001F600", "\x01", "\n", '"', "'", "é", "\U0001f600", " ")
TEXTS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=8).map("".join)
LOOKS = "\\u0041 \\\\U0001F600 \\u00410042 \x01beef"
SELECT = compiled("# @name q\n# @mode many\nSELECT ?o WHERE { GRAPH $current { $s ?p ?o FILTER(?o = $o) } }")
PUT = compiled("# @name put\n# @mode update\nINSERT { GRAPH $current { $s $p $o } } WHERE { VALUES ?one { 1 } }")
CLEAR = compiled(
    "# @name clear\n# @mode update\nDELETE { GRAPH $current { $s ?p ?o } } WHERE { GRAPH $current { $s ?p ?o } }"
)


@settings(max_examples=25)
@given(TEXTS)
@example(LOOKS)
def test_a_text_that_looks_like_an_escape_comes_back_as_it_was(backend: Backend, text: str) -> None:
    """From an update, from a batch of an import, and to a filter."""
    store = backend.store
    if TENANT.id not in backend.tenants:
        backend.tenants.append(TENANT.id)
    store.update(CLEAR.bind(TENANT, s=NODE))
    store.update(PUT.bind(TENANT, s=NODE, p=kg("updated"), o=text))
    store.load([Quad(NODE, kg("loaded"), Literal(text), TENANT.current)])
    assert [to_value(row[0]) for row in store.select(SELECT.bind(TENANT, s=NODE, o=text))] == [text, text]


@given(TEXTS)
@example(LOOKS)
def test_a_parser_that_decodes_codepoints_first_reads_the_same_text(text: str) -> None:
    assert f"rdflib.term.Literal({text!r})" in repr(parseQuery(SELECT.bind(TENANT, s=NODE, o=text).text))
