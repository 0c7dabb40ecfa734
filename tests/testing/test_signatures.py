"""Who may ask, and that a request is what was signed."""

from __future__ import annotations

import pytest

from kgrdf.testing import Credentials, NeptuneEmulation
from tests.testing.client import FORM, JSON, Client

BODY = b"query=ASK%20%7B%7D"
HEADERS = {"Content-Type": FORM, "Accept": JSON}


def test_a_signed_request_is_answered(client: Client) -> None:
    assert client.query("ASK {}").status == 200
    assert client.send("GET", client.neptune.url + "?query=ASK%20%7B%7D").status == 200
    assert client.send("GET", client.path("/status?b=2&a=urn%3At%3Ag%231")).status == 200


def test_a_request_without_a_signature_is_refused(client: Client) -> None:
    answer = client.raw("POST", client.neptune.url, BODY, HEADERS)
    assert (answer.status, answer.code, answer.media) == (403, "AccessDeniedException", "application/x-amz-json-1.0")
    assert answer.headers["x-amzn-requestid"] in answer.text


@pytest.mark.parametrize("change", ["body", "accept", "content-type", "date", "token", "signature", "query"])
def test_a_change_after_signing_is_seen(client: Client, change: str) -> None:
    headers = {name.lower(): value for name, value in client.signed("POST", client.neptune.url, BODY, **HEADERS).items()}
    url, body = client.neptune.url, BODY
    assert client.raw("POST", url, body, headers).status == 200
    if change == "body":
        body += b"%20"
    elif change == "query":
        url += "?explain=static"
    elif change == "signature":
        headers["authorization"] = headers["authorization"][:-4] + "0000"
    else:
        name = {"date": "x-amz-date", "token": "x-amz-security-token"}.get(change, change)
        headers[name] = "20200101T000000Z" if change == "date" else headers[name] + "x"
    answer = client.raw("POST", url, body, headers)
    assert (answer.status, answer.code) == (403, "AccessDeniedException")


def test_a_signature_for_another_host_region_or_service_is_refused(client: Client) -> None:
    for url, region in (
        ("https://127.0.0.1:1/sparql", client.neptune.region),
        (client.neptune.url, "us-gov-west-1"),
    ):
        signed = Client(client.neptune).signed("POST", url, BODY, **HEADERS)
        del signed["Host"]
        if region != client.neptune.region:
            signed["Authorization"] = signed["Authorization"].replace(client.neptune.region, region)
        assert client.raw("POST", client.neptune.url, BODY, signed).status == 403


def test_credentials_that_nobody_gave_out_are_refused(neptune: NeptuneEmulation) -> None:
    answer = Client(neptune, Credentials.fresh()).query("ASK {}")
    assert (answer.status, answer.detail) == (403, "The security token included in the request is invalid.")


def test_expired_credentials_are_refused_and_new_ones_accepted(neptune: NeptuneEmulation, client: Client) -> None:
    neptune.rotate()
    assert "expired" in client.query("ASK {}").detail
    assert Client(neptune).query("ASK {}").status == 200


def test_a_read_only_role_may_query_and_nothing_else(neptune: NeptuneEmulation) -> None:
    reader = Client(neptune, neptune.read_only_credentials)
    assert reader.query("ASK {}").status == 200
    assert reader.update("INSERT DATA { GRAPH <urn:g> { <urn:s> <urn:p> 1 } }").code == "AccessDeniedException"
    assert reader.send("DELETE", reader.path("/sparql/gsp?graph=urn:g")).code == "AccessDeniedException"
    assert len(neptune.dataset) == 0


def test_each_good_signature_is_counted_once(client: Client) -> None:
    headers = client.signed("POST", client.neptune.url, BODY, **HEADERS)
    for _ in range(3):
        client.raw("POST", client.neptune.url, BODY, headers)
    assert len(client.neptune.signatures) == 1
    client.query("SELECT * { GRAPH <urn:g> { ?s ?p ?o } }")
    assert len(client.neptune.signatures) == 2


def test_a_cluster_without_iam_takes_unsigned_requests() -> None:
    with NeptuneEmulation(iam=False) as neptune:
        assert Client(neptune).query("ASK {}").status == 200
