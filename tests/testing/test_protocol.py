"""Paths, forms, limits and the words of errors."""

from __future__ import annotations

import json
import socket
import ssl
from urllib.parse import quote

import pytest

from kgrdf.testing import NeptuneEmulation
from kgrdf.testing.neptune import Values
from tests.testing.client import Client

ONE = "INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> 1 } }"
ALL = "SELECT ?o { GRAPH <urn:g> { ?s ?p ?o } }"


def test_a_text_is_sent_as_a_form_directly_or_in_the_url(client: Client) -> None:
    url = client.neptune.url
    assert client.send("POST", url, ONE.encode(), media="application/sparql-update; charset=UTF-8").status == 200
    assert client.send("POST", url, ALL.encode(), media="application/sparql-query").rows == [{"o": "1"}]
    assert client.send("GET", f"{url}?query={quote(ALL)}").rows == [{"o": "1"}]
    assert client.query(ALL).rows == [{"o": "1"}]
    assert client.neptune.counters.per_operation == {"update": 1, "query": 3}


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("POST", "/", 400, "BadRequestException"),
        ("POST", "/update", 400, "BadRequestException"),
        ("PUT", "/sparql", 405, "MethodNotAllowedException"),
        ("GET", "/sparql?update=CLEAR%20ALL", 405, "MethodNotAllowedException"),
        ("GET", "/sparql", 400, "MissingParameterException"),
        ("GET", "/sparql?query=ASK%20%7B%7D&query=ASK%20%7B%7D", 400, "BadRequestException"),
        ("POST", "/status", 405, "MethodNotAllowedException"),
    ],
)
def test_what_is_no_request_is_refused(client: Client, method: str, path: str, status: int, code: str) -> None:
    answer = client.send(method, client.path(path))
    assert (answer.status, answer.code, answer.media) == (status, code, "application/x-amz-json-1.0")


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { ?s ?p }",
        "SELECT * { << <urn:s> <urn:p> 1 >> ?p ?o }",
        "SELECT * { <urn:s> <urn:p> 1 {| <urn:q> 2 |} }",
        "SELECT * { BIND(TRIPLE(<urn:s>, <urn:p>, 1) AS ?t) }",
        "VERSION '1.2' SELECT * { ?s ?p ?o }",
        "SELECT * { ?s ?p 'x'@en--ltr }",
        "SELECT * { ?s ?p ?o LATERAL { ?o ?q ?r } }",
        "SELECT * { unknown:s ?p ?o }",
        "SELECT * { ?s ?p ?o",
        "SELECT * { ?s ?p ?o } } ",
        ONE,
    ],
)
def test_what_is_no_sparql_1_1_query_is_malformed(client: Client, text: str) -> None:
    answer = client.query(text)
    assert (answer.status, answer.code) == (400, "MalformedQueryException")


@pytest.mark.parametrize(
    "text",
    [
        "INSERT DATA { ?s <urn:p> 1 }",
        "DELETE DATA { _:b <urn:p> 1 }",
        f"{ONE} {ONE}",
        "ASK {}",
        "DROP",
        "FROB GRAPH <urn:g>",
    ],
)
def test_what_is_no_sparql_1_1_update_is_malformed(client: Client, text: str) -> None:
    answer = client.update(text)
    assert (answer.status, answer.code) == (400, "MalformedQueryException")
    assert len(client.neptune.dataset) == 0


def test_service_load_and_unload_are_recorded_and_never_carried_out(client: Client) -> None:
    assert client.query("SELECT * { SERVICE SILENT <https://example.org/> { ?s ?p ?o } }").status == 400
    assert client.update("LOAD <https://example.org/x> INTO GRAPH <urn:g>").code == "LoadUrlAccessDeniedException"
    assert client.update("UNLOAD SILENT <https://example.org/x> FROM GRAPH <urn:g>").code == "LoadUrlAccessDeniedException"
    seen = client.neptune.counters.observations
    assert [observation.services + observation.loads for observation in seen] == [
        ("https://example.org/",),
        ("https://example.org/x",),
        ("https://example.org/x",),
    ]


def test_answers_come_in_the_form_asked_for(client: Client) -> None:
    client.update(ONE)
    assert client.query(ALL, accept="*/*").media == "application/sparql-results+json; charset=UTF-8"
    assert client.query(ALL, accept="text/csv").text == "o\r\n1\r\n"
    assert client.query("ASK {}", accept="text/boolean").text == "true"
    construct = "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <urn:g> { ?s ?p ?o } }"
    assert client.query(construct, accept="*/*").media == "application/n-quads; charset=UTF-8"
    assert client.query(construct, accept="application/n-triples").text.startswith("<urn:s> <urn:p>")


def test_answers_are_chunked_and_carry_an_id(client: Client) -> None:
    client.update("INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> '" + "x" * 20_000 + "' } }")
    answer = client.query(ALL)
    assert answer.headers["transfer-encoding"] == "chunked"
    assert "content-length" not in answer.headers
    assert len(answer.headers["x-amzn-requestid"]) == 36
    assert len(answer.rows[0]["o"]) == 20_000


def test_dates_are_kept_in_utc_and_cut() -> None:
    given = '"2024-03-01T01:30:00.123456+02:00"^^xsd:dateTime, "2024-03-01T00:00:00.000Z"^^xsd:dateTime'
    for digits, zeros, expected in (
        (3, False, ["2024-02-29T23:30:00.123Z", "2024-03-01T00:00:00Z"]),
        (6, False, ["2024-02-29T23:30:00.123456Z", "2024-03-01T00:00:00Z"]),
        (0, True, ["2024-02-29T23:30:00Z", "2024-03-01T00:00:00Z"]),
    ):
        with NeptuneEmulation(iam=False, values=Values(fraction_digits=digits, keep_zeros=zeros)) as neptune:
            client = Client(neptune)
            client.update(f"INSERT DATA {{ GRAPH <urn:g> {{ <urn:s> <urn:p> {given} }} }}")
            assert sorted(row["o"] for row in client.query(ALL).rows) == expected


@pytest.mark.parametrize("value", ["9223372036854775808", "'99999999999999999999'^^xsd:long", "0.99999999999999999999"])
def test_numbers_of_more_than_64_bits_are_refused(client: Client, value: str) -> None:
    answer = client.update(f"INSERT DATA {{ GRAPH <urn:g> {{ <urn:s> <urn:p> {value} }} }}")
    assert (answer.status, answer.code) == (400, "InvalidNumericDataException")
    assert client.update(ONE.replace("1", "9223372036854775807")).status == 200


def test_minus_nought_is_nought(client: Client) -> None:
    client.update("INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> -0.0e0, '-0'^^xsd:float, -0, -0.0 } }")
    assert sorted(row["o"] for row in client.query(ALL).rows) == ["0", "0", "0", "0"]
    for found in ("?s ?p -0e0", "?s ?p '-0.0'^^xsd:double", "?s ?p ?o FILTER(?o = 1 -0e0 -1)"):
        assert json.loads(client.query(f"ASK {{ GRAPH <urn:g> {{ {found} }} }}").text)["boolean"]


def test_a_number_outside_its_datatype_is_kept_as_a_term_that_is_no_number(client: Client) -> None:
    client.update("INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> '999'^^xsd:byte, '-1'^^xsd:unsignedLong, 999 } }")
    answer = client.query(ALL)
    assert sorted(row["o"] for row in answer.rows) == ["-1", "999", "999"]
    assert "XMLSchema#byte" in answer.text
    assert "XMLSchema#unsignedLong" in answer.text
    graph = client.send("GET", client.path("/sparql/gsp?graph=urn%3Ag"), accept="application/n-triples").text
    assert '"999"^^<http://www.w3.org/2001/XMLSchema#byte>' in graph
    matches = {
        "?s ?p '999'^^xsd:byte": 1,
        "?s ?p '999'^^<http://www.w3.org/2001/XMLSchema#byte>": 1,
        "VALUES ?o { '999'^^xsd:byte } ?s ?p ?o": 1,
        "?s ?p '999'^^xsd:unsignedByte": 0,
        "?s ?p ?o FILTER(?o > -10)": 1,
        "?s ?p ?o FILTER(?o = 999)": 1,
    }
    for pattern, count in matches.items():
        assert len(client.query(f"SELECT * {{ GRAPH <urn:g> {{ {pattern} }} }}").rows) == count, pattern


def test_nul_a_long_value_and_a_long_request_are_refused() -> None:
    with NeptuneEmulation(iam=False, max_request_bytes=2000, values=Values(longest=100)) as neptune:
        client = Client(neptune)
        for value in ("a\0b", "a\\u0000b", "x" * 101, "x" * 2001):
            answer = client.update(ONE.replace("1", f"'{value}'"))
            assert (answer.status, answer.code) == (400, "BadRequestException")
        assert client.update(ONE.replace("1", "'" + "x" * 100 + "'")).status == 200


def test_the_graph_store_reads_and_writes_a_graph(client: Client) -> None:
    url = client.path("/sparql/gsp/?graph=urn%3Ag")
    triples = "application/n-triples"
    assert client.send("PUT", url, b"<urn:s> <urn:p> 'x' .", media="text/turtle").status == 200
    assert client.send("POST", url, b"<urn:s> <urn:p> 'y' .", media="text/turtle").status == 200
    assert len(client.send("GET", url, accept=triples).text.splitlines()) == 2
    assert client.send("DELETE", url).status == 200
    assert client.send("GET", url, accept=triples).text == ""
    assert client.send("GET", url + "&graph=urn%3Ah").code == "BadRequestException"
    assert client.send("POST", client.path("/sparql/gsp?default"), b"<urn:s> <urn:p> 1 .", media="text/turtle").status == 200
    assert client.query("SELECT ?g { GRAPH ?g { ?s ?p ?o } }").rows[0]["g"].endswith("DefaultNamedGraph")


def test_quads_sent_to_one_graph_also_write_the_graphs_that_they_name(client: Client) -> None:
    """The hole in isolation that kgrdf's own import has to keep out."""
    body = b"<urn:s> <urn:p> <urn:o> <urn:other> ."
    client.send("POST", client.path("/sparql/gsp?graph=urn%3Ag"), body, media="application/n-quads")
    assert client.neptune.counters.observations[-1].graphs == {"urn:g", "urn:other"}


def test_status_says_which_instance_answers(client: Client) -> None:
    told = json.loads(client.send("GET", client.path("/status")).text)
    assert (told["status"], told["role"], told["settings"]["clusterQueryTimeoutInMs"]) == ("healthy", "writer", "120000")
    reader = client.neptune.reader_url.removesuffix("/sparql") + "/status"
    assert json.loads(client.send("GET", reader).text)["role"] == "reader"


def test_the_summary_tells_of_every_graph(client: Client) -> None:
    client.update("INSERT DATA { GRAPH <urn:a> { <urn:s> a <urn:C> } GRAPH <urn:b> { <urn:t> <urn:p> 1 } }")
    told = json.loads(client.send("GET", client.path("/rdf/statistics/summary?mode=detailed")).text)
    assert told["payload"]["graphSummary"]["numQuads"] == 2
    assert told["payload"]["graphSummary"]["classes"] == ["urn:C"]


def test_a_load_is_accepted_and_found_done(client: Client) -> None:
    job = {"source": "s3://bucket/x", "format": "ntriples", "iamRoleArn": "arn:aws:iam::1:role/x", "region": "eu-west-1"}
    url = client.path("/loader")
    started = json.loads(client.send("POST", url, json.dumps(job).encode(), media="application/json").text)
    one = f"{url}/{started['payload']['loadId']}"
    states = [json.loads(client.send("GET", one).text)["payload"]["overallStatus"]["status"] for _ in range(4)]
    assert states[-1] == "LOAD_COMPLETED"
    assert states[0] != states[-1]
    assert client.send("POST", url, b"{}", media="application/json").code == "MissingParameterException"


def test_plain_http_is_not_spoken(neptune: NeptuneEmulation) -> None:
    host, _, port = neptune.url.removeprefix("https://").removesuffix("/sparql").partition(":")
    with socket.create_connection((host, int(port)), timeout=5) as plain:
        plain.sendall(b"GET /status HTTP/1.1\r\nHost: x\r\n\r\n")
        assert not plain.recv(1000).startswith(b"HTTP/")


def test_a_client_that_does_not_trust_the_authority_cannot_connect(neptune: NeptuneEmulation) -> None:
    host, _, port = neptune.url.removeprefix("https://").removesuffix("/sparql").partition(":")
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, int(port)), timeout=5) as plain,
        pytest.raises(ssl.SSLCertVerificationError),
    ):
        context.wrap_socket(plain, server_hostname=host)
