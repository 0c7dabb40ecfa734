from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf import documents
from kgrdf.copying import content_of
from kgrdf.errors import ConflictError, InvalidValueError, NotFoundError
from kgrdf.query import Request

if TYPE_CHECKING:
    from kgrdf import Graph
    from kgrdf.testing import FrozenClock

NOTES = "First came the rain. "


def texts(graph: Graph, ids: list[str] | None) -> list[str]:
    return [chunk.text for chunk in graph.chunks.get_many(ids or [])]


def test_a_text_comes_back_as_its_chunks_code_point_by_code_point(graph: Graph) -> None:
    """Bug report escape-12."""
    text = "l1\r\nl2\rl3\u2028l4\tend " * 200
    made = graph.store_document("notes", text=text)
    assert len(made.chunk_ids or ()) > 1
    assert "".join(texts(graph, made.chunk_ids)) == text
    assert [chunk.chunk_index for chunk in graph.chunks.get_many(made.chunk_ids or [])] == list(
        range(len(made.chunk_ids or ()))
    )


@given(st.text(alphabet=st.characters(exclude_characters="\x00", exclude_categories=["Cs"])))
def test_any_text_that_says_something_comes_back(text: str) -> None:
    from kgrdf import Graph as CoreGraph
    from kgrdf import open_store

    with open_store("memory:") as store:
        graph = CoreGraph(store, "acme")
        if not text.strip():
            with pytest.raises(InvalidValueError, match=r"^text: is blank"):
                graph.store_document("notes", text=text)
        else:
            assert "".join(texts(graph, graph.store_document("notes", text=text).chunk_ids)) == text


def test_given_chunks_stay_as_they_are_and_know_their_place(graph: Graph) -> None:
    given_chunks = ["🚀 one\n", "two", "x" * 5000]
    made = graph.store_document("notes", chunks=given_chunks)
    found = graph.chunks.get_many(made.chunk_ids or [])
    assert [chunk.text for chunk in found] == given_chunks
    assert [(chunk.chunk_index, chunk.offset_chars, chunk.token_count) for chunk in found] == [
        (0, 0, 3),
        (1, 6, 1),
        (2, 9, 1250),
    ]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"text": "a", "chunks": ["a"]}, "text, chunks"),
        ({"text": " \n"}, "text"),
        ({"text": "a\x00b"}, "text"),
        ({"chunks": ["a", " "]}, r"chunks\[1\]"),
        ({"chunks": ["a", "b", "c\x00"]}, r"chunks\[2\]"),
        ({"chunks": []}, "chunks"),
        ({"chunks": "abc"}, "chunks"),
        ({"url": ""}, "url"),
        ({"content_type": "\ud800"}, "contentType"),
        ({"id": "entity::Service::x"}, "id"),
        ({"id": "x> } } ; DROP ALL #"}, "id"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_field_and_changes_nothing(
    graph: Graph, arguments: dict[str, object], field: str
) -> None:
    graph.store_document("notes", text="here", id="notes")
    before = content_of(graph.store, graph.tenant)
    with pytest.raises(InvalidValueError, match=f"^{field}: "):
        graph.store_document("notes", **arguments)  # type: ignore[arg-type]
    assert content_of(graph.store, graph.tenant) == before


def test_a_document_may_be_without_text(graph: Graph) -> None:
    made = graph.store_document("to be read")
    assert made.created
    assert made.chunk_ids == []
    assert not graph.store_document("to be read").created


def test_storing_again_gives_the_same_answer_and_changes_nothing(graph: Graph) -> None:
    """Bug report identity-26, the document's part."""

    def store() -> object:
        return graph.store_document(
            "notes", text=NOTES * 200, url="https://example.org/n", source="us", content_type="text/plain"
        )

    first = store()
    before = content_of(graph.store, graph.tenant)
    for _ in range(2):
        again = store()
        assert again.model_copy(update={"created": True}) == first  # type: ignore[attr-defined]
    assert content_of(graph.store, graph.tenant) == before


def test_a_document_is_the_one_of_its_url_else_source_and_title_else_text_else_title(graph: Graph) -> None:
    def document(title: str = "notes", **arguments: str) -> str:
        return graph.store_document(title, **arguments).id  # type: ignore[arg-type]

    assert document(url="u", text="a") == document("other", url="u", source="s", text="b")
    assert document(source="s", text="a") == document(source="s", text="b")
    assert document(source="s") != document("other", source="s")
    assert document(text="a") == document("other", text="a")
    assert document() == document()
    # A kind of key never spells another kind's.
    same = "same"
    assert len({document(same, url=same), document(same, source=same), document(same, text=same), document(same)}) == 4


def test_a_given_id_is_kept_and_found_with_and_without_its_kind(graph: Graph) -> None:
    assert graph.store_document("notes", id="minutes").id == "doc::minutes"
    assert graph.store_document("notes again", id="doc::minutes").created is False


def test_what_is_not_said_again_stays(graph: Graph) -> None:
    made = graph.store_document("notes", text=NOTES, url="https://example.org/n", source="us", content_type="text/plain")
    again = graph.store_document("better notes", id=made.id, source="them")
    assert again.chunk_ids == made.chunk_ids
    (found,) = graph.documents.get_many([made.id])
    assert (found.title, found.url, found.source, found.content_type) == (
        "better notes",
        "https://example.org/n",
        "them",
        "text/plain",
    )


def test_a_new_text_keeps_the_chunks_that_stay_and_withdraws_the_others(graph: Graph, clock: FrozenClock) -> None:
    first = graph.store_document("notes", chunks=["alpha", "beta", "gamma"], id="notes")
    ingested = graph.documents.get(first.id)
    clock.advance(days=1)
    second = graph.store_document("notes", chunks=["alpha", "delta", "gamma"], id="notes")
    assert [mine == theirs for mine, theirs in zip(first.chunk_ids or (), second.chunk_ids or (), strict=True)] == [
        True,
        False,
        True,
    ]
    assert graph.documents.get(first.id).ingested_at == ingested.ingested_at  # type: ignore[union-attr]
    kept, gone, _ = graph.chunks.get_many(first.chunk_ids or [])
    assert kept.withdrawn_at is None
    assert gone.text == "beta"
    assert gone.withdrawn_at is not None
    assert [hit.kind for hit in graph.search_memory("beta").hits] == []
    assert [hit.id for hit in graph.search_memory("delta").hits] == [(second.chunk_ids or [""])[1]]
    # It can still be cited.
    service = graph.store_entity("checkout", "Service").id
    assert graph.store_fact("beta was said", [service], source_document_id=gone.id).created


def test_a_chunk_that_comes_back_is_as_before(graph: Graph) -> None:
    for chunks in (["alpha", "beta"], ["alpha"], ["alpha", "beta"]):
        made = graph.store_document("notes", chunks=chunks, id="notes")
    assert all(chunk.withdrawn_at is None for chunk in graph.chunks.get_many(made.chunk_ids or []))
    assert [hit.id for hit in graph.search_memory("beta").hits] == [(made.chunk_ids or [""])[1]]


def test_an_unchanged_chunk_after_a_changed_one_learns_its_new_offset(graph: Graph) -> None:
    graph.store_document("notes", chunks=["long beginning", "same"], id="notes")
    made = graph.store_document("notes", chunks=["short", "same"], id="notes")
    assert [chunk.offset_chars for chunk in graph.chunks.get_many(made.chunk_ids or [])] == [0, 5]


def test_the_ids_of_the_chunks_that_stand_are_answered_in_order_when_only_the_title_is_said(graph: Graph) -> None:
    graph.store_document("notes", chunks=["a b", "c d", "e f"], id="notes")
    made = graph.store_document("notes", chunks=["a b", "x y"], id="notes")
    assert graph.store_document("new title", id="notes").chunk_ids == made.chunk_ids


def chunk(graph: Graph, document: str, text: str, **arguments: object) -> tuple[str, bool]:
    made = graph.write(lambda tx: documents.store_chunk(tx, document, text, **arguments))  # type: ignore[arg-type]
    return made.id, made.created


def test_chunks_stored_one_by_one_follow_each_other(graph: Graph) -> None:
    graph.store_document("chat", id="chat")
    ids = [chunk(graph, "chat", text)[0] for text in ("Hi!", "Hello 🚀", "Bye")]
    assert [(each.chunk_index, each.offset_chars) for each in graph.chunks.get_many(ids)] == [(0, 0), (1, 3), (2, 10)]
    before = content_of(graph.store, graph.tenant)
    assert chunk(graph, "chat", "Hello 🚀") == (ids[1], False)
    assert content_of(graph.store, graph.tenant) == before
    assert graph.store_document("chat", id="chat").chunk_ids == ids


def test_a_chunk_goes_behind_the_last_one_whatever_was_written_in_between(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(request: Request) -> None:
        raise KeyboardInterrupt

    def fail() -> None:
        with monkeypatch.context() as patched:
            patched.setattr(graph.store, "update", interrupted)
            with pytest.raises(KeyboardInterrupt):
                chunk(graph, "chat", "never stored")

    for name in ("chat", "other"):
        graph.store_document(name, id=name)
    writes = (
        (lambda: chunk(graph, "other", "Elsewhere"), 1, 3),
        (fail, 2, 6),
        (lambda: chunk(graph, "chat", "Far", chunk_index=9, offset_chars=90), 10, 93),
        (lambda: graph.store_document("chat", chunks=["One", "Two"], id="chat"), 11, 96),
        (lambda: graph.store_entity("checkout", "Service"), 12, 99),
    )
    assert chunk(graph, "chat", "no0")[1]
    for number, (write, index, offset) in enumerate(writes, 1):
        write()
        (made,) = graph.chunks.get_many([chunk(graph, "chat", f"no{number}")[0]])
        assert (made.chunk_index, made.offset_chars) == (index, offset)


def test_a_chunk_given_whole_is_the_one_that_its_document_would_make(graph: Graph) -> None:
    made = graph.store_document("notes", chunks=["alpha", "beta"], id="notes")
    assert chunk(graph, "notes", "beta", chunk_index=1, offset_chars=5) == ((made.chunk_ids or [""])[1], False)


def test_a_chunk_with_a_given_id_keeps_id_and_text_for_good(graph: Graph) -> None:
    graph.store_document("chat", id="chat")
    graph.store_document("other", id="other")
    assert chunk(graph, "chat", "Hi!", id="D1:3") == ("chunk::D1:3", True)
    assert chunk(graph, "chat", "Hi!", id="D1:3", chunk_index=7) == ("chunk::D1:3", False)
    assert graph.chunks.get("chunk::D1:3").chunk_index == 7  # type: ignore[union-attr]
    for document, text in (("chat", "Ho!"), ("other", "Hi!")):
        with pytest.raises(ConflictError, match=r"^id: chunk::D1:3"):
            chunk(graph, document, text, id="D1:3")


def test_a_withdrawn_chunk_comes_back_when_it_is_stored_by_itself(graph: Graph) -> None:
    made = graph.store_document("notes", chunks=["alpha", "beta"], id="notes")
    graph.store_document("notes", chunks=["alpha"], id="notes")
    assert chunk(graph, "notes", "beta") == ((made.chunk_ids or [""])[1], False)
    assert graph.search_memory("beta").hits


def test_a_chunk_of_an_unknown_document_is_refused(graph: Graph) -> None:
    with pytest.raises(NotFoundError, match=r"^documentId: no document 'ghost'"):
        chunk(graph, "ghost", "Hi!")
