from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

import pytest

from kgrdf.errors import StoreAccessError
from kgrdf.query import Request
from kgrdf.store.digest import Digest
from kgrdf.store.endpoint import EndpointStore
from kgrdf.store.wire import Call
from tests.runtime.endpoint.scripted import Answer, Asked, Scripted

Opened = Callable[..., EndpointStore]
QUERY = Request("SELECT ?x WHERE { }", "some_query")
NONCE, OPAQUE = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
CALL = Call("GET", "http://www.example.org/dir/index.html", {}, None)


def challenge(algorithm: str, nonce: str = NONCE, **more: str) -> str:
    fields = {"realm": "http-auth@example.org", "qop": "auth, auth-int", "algorithm": algorithm, "nonce": nonce} | more
    return "Digest " + ", ".join(f'{name}="{value}"' for name, value in fields.items())


def fields_of(authorization: str) -> dict[str, str]:
    assert authorization.startswith("Digest ")
    return {
        name: quoted or bare for name, quoted, bare in re.findall(r'(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^ ,]+))', authorization)
    }


# The two examples of RFC 7616, section 3.9.1.
@pytest.mark.parametrize(
    ("algorithm", "response"),
    [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ],
)
def test_the_examples_of_the_standard_come_out(algorithm: str, response: str) -> None:
    digest = Digest("Mufasa", "Circle of Life", lambda: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
    assert digest.headers(CALL) == {}
    assert digest.challenged(CALL, challenge(algorithm, opaque=OPAQUE))
    assert fields_of(digest.headers(CALL)["Authorization"]) == {
        "username": "Mufasa",
        "realm": "http-auth@example.org",
        "uri": "/dir/index.html",
        "algorithm": algorithm,
        "nonce": NONCE,
        "nc": "00000001",
        "cnonce": "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
        "qop": "auth",
        "response": response,
        "opaque": OPAQUE,
    }
    assert fields_of(digest.headers(CALL)["Authorization"])["nc"] == "00000002"


def test_the_stronger_of_several_challenges_is_answered() -> None:
    digest = Digest("ann", "secret")
    offers = f'Basic realm="x, y", {challenge("MD5", "weak")}, {challenge("SHA-256", "strong")}, Negotiate'
    assert digest.challenged(CALL, offers)
    assert fields_of(digest.headers(CALL)["Authorization"])["nonce"] == "strong"


@pytest.mark.parametrize(
    "header",
    ["", "Basic realm=x", challenge("SHA-512-256"), challenge("MD5", qop="auth-int"), 'Digest realm="x", qop="auth"'],
)
def test_a_challenge_that_cannot_be_answered_is_left(header: str) -> None:
    assert not Digest("ann", "secret").challenged(CALL, header)


def test_names_with_quotes_are_told_as_they_are() -> None:
    digest = Digest('a"n\\n', "secret")
    assert digest.challenged(CALL, 'Digest realm="a \\"b\\"", nonce=n, qop=auth')
    header = digest.headers(CALL)["Authorization"]
    assert 'username="a\\"n\\\\n"' in header
    assert 'realm="a \\"b\\""' in header


class Guarded:
    """The server's side of digest authentication, by the RFC's formula: nonces live for three uses."""

    def __init__(self, password: str) -> None:
        self.password = password
        self.nonce = 0
        self.counts: list[str] = []

    def __call__(self, asked: Asked) -> Answer:
        given = asked.headers.get("authorization")
        if given is None:
            return self.refuse(stale=False)
        fields = fields_of(given)
        secret = hashlib.md5(f"ann:here:{self.password}".encode()).hexdigest()
        target = hashlib.md5(f"POST:{asked.path}".encode()).hexdigest()
        proof = f"{secret}:{fields['nonce']}:{fields['nc']}:{fields['cnonce']}:auth:{target}"
        if fields["response"] != hashlib.md5(proof.encode()).hexdigest() or fields["uri"] != asked.path:
            return self.refuse(stale=False)
        if fields["nonce"] != f"n{self.nonce}" or int(fields["nc"], 16) > 3:
            return self.refuse(stale=True)
        self.counts.append(fields["nc"])
        return Answer()

    def refuse(self, *, stale: bool) -> Answer:
        self.nonce += 1
        header = f'Digest realm="here", nonce="n{self.nonce}", qop="auth", stale={"true" if stale else "false"}'
        return Answer(401, b"", headers={"WWW-Authenticate": header})


def test_a_nonce_is_used_until_it_is_stale(server: Scripted, opened: Opened) -> None:
    guarded = Guarded("secret")
    server.answers(guarded)
    store = opened(auth="digest", user="ann", password="secret")
    for _ in range(7):
        assert len(list(store.select(QUERY))) == 1
    assert guarded.counts == [f"{count:08x}" for count in (1, 2, 3, 1, 2, 3, 1)]
    assert len(server.asked) == 7 + 3
    assert all(b"secret" not in asked.body and "secret" not in str(asked.headers) for asked in server.asked)


def test_a_wrong_password_is_refused_and_not_tried_for_ever(server: Scripted, opened: Opened) -> None:
    server.answers(Guarded("other"))
    with pytest.raises(StoreAccessError, match="401") as caught:
        opened(auth="digest", user="ann", password="secret").select(QUERY)
    assert len(server.asked) <= 3
    assert "secret" not in str(caught.value)


def test_no_process_wide_opener_is_installed(server: Scripted, opened: Opened) -> None:
    import urllib.request

    server.answers(Guarded("secret"))
    before = urllib.request._opener  # type: ignore[attr-defined]
    opened(auth="digest", user="ann", password="secret").select(QUERY)
    assert urllib.request._opener is before  # type: ignore[attr-defined]
