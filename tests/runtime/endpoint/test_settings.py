"""What follows from a URL and the options, and that no secret is ever shown."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Any

import pytest

from kgrdf.errors import InvalidValueError, KgrdfError
from kgrdf.query import Request
from kgrdf.store import open_store
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.profiles import PROFILES
from kgrdf.store.settings import Endpoint
from tests.runtime.endpoint.scripted import Answer, Scripted, neptune_error

Opened = Callable[..., EndpointStore]
CLUSTER = "https://memory.cluster-c1.eu-west-1.neptune.amazonaws.com:8182"


@pytest.mark.parametrize(
    ("url", "options", "profile", "query", "update"),
    [
        (f"{CLUSTER}/sparql", {}, "neptune", f"{CLUSTER}/sparql", f"{CLUSTER}/sparql"),
        (CLUSTER, {}, "neptune", f"{CLUSTER}/sparql", f"{CLUSTER}/sparql"),
        ("http://h:7878", {"profile": "oxigraph"}, "oxigraph", "http://h:7878/query", "http://h:7878/update"),
        ("http://h/ox/query", {"profile": "oxigraph"}, "oxigraph", "http://h/ox/query", "http://h/ox/update"),
        ("http://h:8890/sparql", {"profile": "virtuoso"}, "virtuoso", "http://h:8890/sparql", "http://h:8890/sparql-auth"),
        ("http://h/ds/query", {"profile": "fuseki"}, "fuseki", "http://h/ds/query", "http://h/ds/update"),
        ("http://h/ds/sparql", {"profile": "fuseki"}, "fuseki", "http://h/ds/sparql", "http://h/ds/update"),
        ("http://h/ds", {"profile": "fuseki"}, "fuseki", "http://h/ds", "http://h/ds/update"),
        ("http://h/repositories/r", {}, "graphdb", "http://h/repositories/r", "http://h/repositories/r/statements"),
        ("https://h/q?db=1", {"update_url": "https://h/u?db=1"}, "generic", "https://h/q?db=1", "https://h/u?db=1"),
        ("http://h/q", {"profile": "generic"}, "generic", "http://h/q", "http://h/q"),
        ("HTTP://h/ds", {"profile": "fuseki"}, "fuseki", "http://h/ds", "http://h/ds/update"),
        ("http://h/q#part", {"profile": "oxigraph", "update_url": "http://h/w"}, "oxigraph", "http://h/q", "http://h/w"),
    ],
)
def test_the_profile_and_the_update_url_follow_from_the_query_url(
    url: str, options: Any, profile: str, query: str, update: str
) -> None:
    found = Endpoint.of(url, **options)
    assert (found.profile.name, found.query_url, found.update_url) == (profile, query, update)
    assert found.location == query.partition("?")[0]


@pytest.mark.parametrize(
    ("url", "options", "field"),
    [
        ("http://h/sparql", {}, "profile"),
        ("http://h/sparql", {"profile": "blazegraph"}, "profile"),
        ("http:///sparql", {"profile": "generic"}, "store"),
        ("http://h:99999/sparql", {"profile": "generic"}, "store"),
        ("http://[::1/sparql", {"profile": "generic"}, "store"),
        ("http://h/q", {"update_url": "ftp://h/u"}, "updateUrl"),
        ("http://h/q", {"update_url": "http://h/u", "reader_url": "h:8182"}, "readerUrl"),
        ("http://h/q", {"profile": "generic", "timeout": -1.0}, "timeout"),
        ("http://h/q", {"profile": "generic", "timeout": 0}, "timeout"),
        ("http://h/q", {"profile": "generic", "lease": "x"}, "lease"),
        ("http://h/q", {"profile": "generic", "lease": 0.5}, "lease"),
        ("http://h/q", {"profile": "generic", "auth": "kerberos"}, "auth"),
        ("http://h/q", {"profile": "generic", "auth": "bearer"}, "auth"),
        ("http://h/q", {"profile": "generic", "user": "ann"}, "auth"),
        ("http://h/q", {"profile": "generic", "token": "hunter2\n"}, "auth"),
        ("http://h/q", {"profile": "generic", "token": "hunter2’"}, "auth"),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(url: str, options: Any, field: str) -> None:
    with pytest.raises(InvalidValueError, match=f"^{field}: ") as caught:
        open_store(url, **options)
    assert caught.value.hint
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("location", ["memory:", "http://127.0.0.1:9/sparql"])
def test_an_option_that_there_is_not_is_refused_and_not_passed_over(location: str) -> None:
    options: Any = {"profile": "generic", "passwrod": "secret"}
    with pytest.raises(TypeError, match=r"open_store\(\) got an unexpected keyword argument 'passwrod'"):
        open_store(location, **options)


@pytest.mark.parametrize(
    ("profile", "options", "auth"),
    [
        ("neptune", {}, "sigv4"),
        ("neptune", {"auth": "none"}, "none"),
        ("oxigraph", {}, "none"),
        ("fuseki", {"user": "a", "password": "b"}, "basic"),
        ("virtuoso", {"user": "a", "password": "b"}, "digest"),
        ("virtuoso", {"user": "a", "password": "b", "auth": "basic"}, "basic"),
        ("graphdb", {"token": "t"}, "bearer"),
        ("generic", {"token": "t", "user": "a", "password": "b", "auth": "basic"}, "basic"),
    ],
)
def test_the_way_to_sign_in_follows_from_what_there_is(profile: str, options: Any, auth: str) -> None:
    assert Endpoint.of("http://h/q", profile=profile, **options).auth == auth


@pytest.mark.parametrize("field", ["store", "update_url", "reader_url"])
def test_a_password_in_a_url_is_refused_without_being_shown(field: str) -> None:
    urls = {"store": "https://h/q", "update_url": "https://h/u"} | {field: "https://ann:hunter2@h/q"}
    with pytest.raises(InvalidValueError) as caught:
        open_store(urls.pop("store"), profile="generic", **urls)  # type: ignore[arg-type]
    assert "hunter2" not in f"{caught.value} {caught.value.hint}"
    assert "KGRDF_STORE_PASSWORD" in caught.value.hint


@pytest.mark.parametrize("url", ["https://ann:hunter2/x@h/q", "https://ann:hunter2@h\u2100/q", "https://ann:hunter2@[h/q"])
def test_nor_is_one_shown_of_a_url_that_is_none(url: str) -> None:
    with pytest.raises(InvalidValueError, match=r"^store: ") as caught:
        open_store(url, profile="generic")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [{"user": "ann", "password": "hunter2"}, {"token": "hunter2"}, {"user": "ann", "password": "hunter2", "auth": "digest"}],
)
@pytest.mark.parametrize(
    "answer",
    [
        Answer(400, b"no", "text/plain"),
        Answer(401, b"", "text/plain"),
        Answer(307, b""),
        lambda asked: Answer(400, str({**asked.headers, "password": "hunter2"}).encode(), "text/plain"),
        # A message shows the first 300 characters, and half a secret is one too.
        lambda asked: Answer(400, f"{'.' * 296}hunter2".encode(), "text/plain"),
        lambda asked: Answer(400, f"{'.' * 286}{asked.headers.get('authorization', '')}".encode(), "text/plain"),
        lambda asked: neptune_error(400, "MalformedQueryException", f"{'.' * 296}hunter2"),
    ],
)
def test_no_secret_is_in_an_error_a_log_or_a_repr(
    server: Scripted, opened: Opened, caplog: pytest.LogCaptureFixture, options: Any, answer: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    server.answers(answer)
    store = opened(**options)
    with pytest.raises(KgrdfError) as caught:
        store.update(Request("INSERT DATA { }", "some_update"))
    shown = (
        f"{''.join(traceback.format_exception(caught.value))} {caplog.text} {store!r} {store.endpoint!r} {store.location}"
    )
    assert "hunt" not in shown
    assert "YW5uOmh1" not in shown  # nor encoded


@pytest.mark.parametrize(
    ("options", "header"),
    [
        ({}, None),
        ({"user": "änn", "password": "p:w"}, "Basic w6RubjpwOnc="),
        ({"token": "abc"}, "Bearer abc"),
        ({"token": "abc", "auth": "none"}, None),
    ],
)
def test_a_request_says_who_asks(server: Scripted, opened: Opened, options: Any, header: str | None) -> None:
    opened(**options).select(Request("SELECT ?x WHERE { }", "q"))
    assert server.asked[0].headers.get("authorization") == header


def test_what_the_servers_were_seen_to_do_is_in_their_profiles() -> None:
    assert [profile.name for profile in PROFILES.values() if profile.safe_concurrent_writes] == ["neptune"]
    assert [profile.name for profile in PROFILES.values() if profile.row_cap] == ["virtuoso"]
    assert all(profile.needs_lease != profile.safe_concurrent_writes for profile in PROFILES.values())
    # Virtuoso's compiler fails between 1,000 and 2,500 triples, and nothing is known of a generic server.
    assert PROFILES["virtuoso"].batch_triples == PROFILES["generic"].batch_triples == 500
