"""What grlc makes of queries in a folder: routes over HTTP, asked here through its Flask application, beside an endpoint."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.capabilities.bench import Bench
from benchmarks.capabilities.cell import Cell, RefusedError, decided, judged, listed

__all__ = ["PROBES"]

_DATA = """\
@prefix ex: <https://example.org/shop#> .
ex:a a ex:Item ; ex:name "alpha" ; ex:near ex:b .
ex:b a ex:Item ; ex:name "say \\"hello\\"" .
"""
_HEADER = "#+ summary: Items by name\n"
_PREFIX = "PREFIX ex: <https://example.org/shop#>\n"
_NAMED = _HEADER + _PREFIX + "SELECT ?item ?name WHERE { ?item ex:name ?_name ; ex:name ?name }\n"
_DRIVER = """\
import json, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from rdflib import Graph
graph = Graph().parse('data.ttl')
class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        query = self.rfile.read(int(self.headers['Content-Length'])).decode()
        try:
            status, body = 200, graph.query(query).serialize(format='json')
        except Exception as error:
            status, body = 400, json.dumps(f'the endpoint refuses the query: {type(error).__name__}').encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
server = ThreadingHTTPServer(('127.0.0.1', 0), Endpoint)
threading.Thread(target=server.serve_forever, daemon=True).start()
open('queries/endpoint.txt', 'w').write(f'http://127.0.0.1:{server.server_port}/')
import grlc.server
client = grlc.server.app.test_client()
answers = []
for path, arguments in json.load(open('calls.json')):
    answer = client.get(path, query_string=arguments, headers={'Accept': 'application/json'})
    answers.append([answer.status_code, answer.get_data(as_text=True)])
print('ANSWERS' + json.dumps(answers))
"""


def _ask(bench: Bench, query: str, *calls: Mapping[str, str], path: str = "/api-local/q") -> list[tuple[int, Any]]:
    """Serve a query and return the status and the rows, or the text, of each call."""
    bench.write("data.ttl", _DATA)
    bench.write("queries/q.rq", query)
    bench.write(
        "config.ini",
        "[auth]\n[defaults]\nserver_name = localhost\n[local]\nlocal_sparql_dir = queries/\n[api_gitlab]\n[user_agent]\n",
    )
    bench.write("calls.json", json.dumps([[path, dict(call)] for call in calls]))
    bench.write("driver.py", _DRIVER)
    done = bench.run("python", "driver.py")
    if "ANSWERS" not in done.out:
        raise RefusedError(f"grlc does not start: {done.last}")
    return [(status, _rows_of(text)) for status, text in json.loads(done.out.split("ANSWERS")[1])]


def _rows_of(text: str) -> Any:
    try:
        found = json.loads(text)
    except ValueError:
        return text
    if isinstance(found, dict) and "results" in found:
        return [{name: value["value"] for name, value in row.items()} for row in found["results"]["bindings"]]
    return found


def _described(bench: Bench, query: str) -> dict[str, Any]:
    """Return what the description of the routes says of the query."""
    ((_, found),) = _ask(bench, query, {}, path="/api-local/swagger")
    return found["paths"].get("/q", {}).get("get", {}) if isinstance(found, dict) else {}


def _unit(bench: Bench) -> Cell:
    ((status, rows),) = _ask(bench, _NAMED, {"name": "alpha"})
    return Cell(
        "partly" if status == 200 and len(rows) == 1 else "no",
        "a file becomes a route over HTTP; a function has to be written",
    )


def _own_language(bench: Bench) -> Cell:
    code = "from rdflib import Graph\nprint(len(Graph().parse('data.ttl').query(open('queries/q.rq').read())))"
    _ask(bench, _NAMED, {"name": "alpha"})
    done = bench.python(code)
    return decided(
        not done.status,
        "`#+` lines are comments, and `?_name` is a variable: rdflib runs the file as it is",
    )


def _parameters(bench: Bench) -> Cell:
    found = _described(bench, _NAMED)
    kinds = {parameter["name"]: parameter["type"] for parameter in found["parameters"] if parameter["name"] != "endpoint"}
    iri = _described(bench, _HEADER + _PREFIX + "SELECT ?name WHERE { ?item ex:near ?_where ; ex:name ?name }\n")
    at = {
        parameter["name"]: parameter.get("format", parameter["type"])
        for parameter in iri["parameters"]
        if parameter["name"] != "endpoint"
    }
    words = (
        f"a type is spelt in the variable, `?_name_iri`; from the place alone {listed(kinds)} and, for an IRI, {listed(at)}"
    )
    return judged(words, by_spelling=True, from_the_place=at.get("where") == "iri")


def _rows(bench: Bench) -> Cell:
    found = json.dumps(_described(bench, _NAMED).get("responses", {}))
    return decided(
        '"datetime"' in found or "integer" in found,
        "the description has one row of strings for every query",
    )


def _nullability(bench: Bench) -> Cell:
    found = _described(
        bench, _HEADER + _PREFIX + "SELECT ?name ?near WHERE { ?item ex:name ?name OPTIONAL { ?item ex:near ?near } }\n"
    )
    words = json.dumps(found.get("responses", {}))
    return decided("required" in words or "nullable" in words, "the description says nothing of it")


def _unknown(bench: Bench) -> Cell:
    ((status, rows),) = _ask(bench, _NAMED.replace("ex:name ?name", "ex:nmae ?name"), {"name": "alpha"})
    return decided(status != 200, f"a misspelt property is served: status {status}, rows {rows}")


def _suggestion(bench: Bench) -> Cell:
    ((status, _),) = _ask(bench, _NAMED.replace("ex:name ?name", "ex:nmae ?name"), {"name": "alpha"})
    return decided(status != 200, "nothing is said")


def _injection(bench: Bench) -> Cell:
    attack = 'none" || true) #'
    query = _HEADER + _PREFIX + "SELECT ?name WHERE {\n  ?item ex:name ?name\n  FILTER(?name = ?_name)\n}\n"
    (_, attacked), (_, quoted) = _ask(bench, query, {"name": attack}, {"name": 'say "hello"'})
    words = f'`{attack}` is given as a name and finds `{attacked}`; the name `say "hello"` finds `{quoted}`'
    return judged(words, attack_stopped=attacked == [], quotes_kept=isinstance(quoted, list) and len(quoted) == 1)


def _optional(bench: Bench) -> Cell:
    query = _HEADER + _PREFIX + "SELECT ?item ?name WHERE { ?item ex:name ?__name ; ex:name ?name }\n"
    ((_, every), (_, one)) = _ask(bench, query, {}, {"name": "alpha"})
    return decided(len(every) == 2 and len(one) == 1, "`?__name`, left out, stays a variable")


def _no_output(bench: Bench) -> Cell:
    return Cell("–", "queries are read at each call: there is no output")


def _lint(bench: Bench) -> Cell:
    ((status, rows),) = _ask(bench, _HEADER + "SELECT * WHERE { ?a ?b ?c . ?d ?e ?f }\n", {})
    return decided(status != 200, f"everything beside everything is served: {len(rows)} rows")


def _old_queries(bench: Bench) -> Cell:
    ((status, rows),) = _ask(bench, _NAMED.replace("ex:name", "ex:title"), {"name": "alpha"})
    return decided(status != 200, f"a query on a property that is gone: status {status}, rows {rows}")


def _plugin(bench: Bench) -> Cell:
    found = _described(bench, _NAMED)
    return decided(found.get("parameters"), "the description is OpenAPI, from which other programs generate clients")


def _annotation(bench: Bench) -> Cell:
    ((status, _),) = _ask(bench, _NAMED.replace("#+ summary: Items by name", "#+ summary: [Items"), {"name": "alpha"})
    found = _described(bench, _NAMED.replace("#+ summary: Items by name", "#+ summary: [Items"))
    summary = repr(found.get("summary"))
    served = (
        f"the query is {'still' if found else 'not'} described, with summary {summary}, and answers with status {status}"
    )
    return Cell("no" if found else "partly", f"a header that is no YAML: {served}")


def _served(bench: Bench) -> Cell:
    found = _described(bench, _NAMED)
    return decided(
        found.get("summary") == "Items by name" and found.get("parameters"),
        "a route, with summary and parameters in its description",
    )


def _unchecked(bench: Bench) -> Cell:
    ((status, _),) = _ask(bench, _HEADER + "SELECT ?s WHERE { GRAPH ?anyone { ?s ?p ?o } }\n", {})
    return decided(status != 200, f"a query over every graph is served (status {status}); no check reads the query")


PROBES: Mapping[str, Callable[[Bench], Cell]] = {
    "unit": _unit,
    "own-language": _own_language,
    "parameters": _parameters,
    "rows": _rows,
    "nullability": _nullability,
    "unknown": _unknown,
    "suggestion": _suggestion,
    "injection": _injection,
    "optional": _optional,
    "lint": _lint,
    "old-queries": _old_queries,
    "plugin": _plugin,
    "annotation": _annotation,
    "served": _served,
    "query-drift": _no_output,
    "clean-queries": _no_output,
    "tenant": _unchecked,
    "time": _unchecked,
}
