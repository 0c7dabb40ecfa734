"""Documents and their chunks: storing a text, replacing it, and what stays citable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode

from kgrdf.answers import WriteAnswer
from kgrdf.arguments import MAX_TEXT_BYTES, checked_integer, checked_text, checked_texts
from kgrdf.chunking import split_text, token_count
from kgrdf.errors import ConflictError, InvalidValueError, NotFoundError
from kgrdf.ids import given_id, make_id
from kgrdf.query import load
from kgrdf.records import check_new_id, read_record
from kgrdf.remembered import Place, Remembered
from kgrdf.terms import RDF_TYPE, integer_of, kg, to_value
from kgrdf.transaction import IndexChange, Transaction

__all__ = ["chunk_words", "store_chunk", "store_document"]

_DOCUMENT = ("title", "url", "source", "contentType", "ingestedAt")
_CHUNK = ("text", "chunkIndex", "offsetChars", "withdrawnAt")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a stored chunk stands in its document."""

    index: int
    offset: int | None
    withdrawn: int | None


def store_document(
    tx: Transaction,
    title: str,
    *,
    text: str | None = None,
    chunks: Sequence[str] | None = None,
    url: str | None = None,
    source: str | None = None,
    content_type: str | None = None,
    id: str | None = None,
) -> WriteAnswer:
    """Keep a document, or update the one of this id.

    Without `id` the document is the one of this `url`, else of this `source` and `title`, else of this text, else of this
    title. `text` is cut into chunks; `chunks` are kept as they are, and together are the text; with neither, the text that
    is stored stays. A new text replaces the old one: chunks that are in both stay, those that vanished are withdrawn (out of
    search, still citable), and one that comes back is as before. The answer lists the chunks that are not withdrawn, in
    order; `created` says that the document is new.
    """
    title = checked_text(title, "title")
    given = {
        name: checked_text(value, name)
        for name, value in (("url", url), ("source", source), ("contentType", content_type))
        if value is not None
    }
    pieces = _checked_pieces(text, chunks)
    public_id = _document_id(id, title, given, pieces)
    record = read_record(tx.graph, public_id, map(kg, _DOCUMENT))
    created = not record.exists
    if created:
        check_new_id(public_id, "id")
        tx.add("current", record.node, RDF_TYPE, kg("Document"))
        tx.add("current", record.node, kg("ingestedAt"), tx.k)
    renamed = record.replace(tx, kg("title"), title)
    for name, value in given.items():
        record.replace(tx, kg(name), value)
    if renamed:
        tx.index.append(IndexChange(public_id, "document", title, "open"))
    places = {} if created else _places(tx, record.node)
    if pieces is not None:
        chunk_ids = _replace_text(tx, public_id, pieces, places, title, renamed)
    else:
        live = sorted((place.index, chunk) for chunk, place in places.items() if place.withdrawn is None)
        chunk_ids = [chunk for _, chunk in live]
        if renamed:
            _index_again(tx, record.node, title)
    return WriteAnswer(id=public_id, created=created, chunk_ids=chunk_ids)


def store_chunk(
    tx: Transaction,
    document_id: str,
    text: str,
    *,
    id: str | None = None,
    chunk_index: int | None = None,
    offset_chars: int | None = None,
) -> WriteAnswer:
    """Keep one chunk of a stored document, without touching the others.

    Without `id` the chunk is the one of this document, `chunk_index` and text. Without `chunk_index` it is the one that has
    this text already, else a new one after the last. A chunk that exists gets the place given, and comes back if it was
    withdrawn; its text is what facts cite, and never changes. Raises `NotFoundError` for an unknown document and
    `ConflictError` for an id that stands for another text, or for a chunk of another document.
    """
    document = given_id("doc", document_id, "documentId")
    text = checked_text(text, "text", max_bytes=MAX_TEXT_BYTES)
    index = None if chunk_index is None else checked_integer(chunk_index, "chunkIndex")
    offset = None if offset_chars is None else checked_integer(offset_chars, "offsetChars")
    node = tx.graph.tenant.iri(document)
    title = read_record(tx.graph, document, [kg("title")]).text(kg("title"))
    if title is None:
        raise NotFoundError(f"documentId: no document {document_id!r}", hint="store the document first")
    if id is not None:
        public_id = given_id("chunk", id, "id")
    elif index is not None:
        public_id = make_id("chunk", document, index, text)
    else:
        found = _chunk_of_text(tx, node, text)
        if found is None:
            index, offset = _next_place(tx, document, text, offset)
        public_id = found or make_id("chunk", document, index, text)
    record = read_record(tx.graph, public_id, map(kg, _CHUNK))
    if record.exists:
        _refuse_other_document(tx, record.node, node)
        if record.text(kg("text")) != text:
            raise ConflictError(f"id: {public_id} has another text", hint="give the new text another id, or leave id out")
        if index is not None:
            record.replace(tx, kg("chunkIndex"), index)
        if offset is not None:
            record.replace(tx, kg("offsetChars"), offset)
        if record.remove(tx, kg("withdrawnAt")):
            tx.index.append(IndexChange(public_id, "chunk", chunk_words(title, text), "open"))
        return WriteAnswer(id=public_id, created=False)
    check_new_id(public_id, "id")
    if index is None:
        index, offset = _next_place(tx, document, text, offset)
    _add_chunk(tx, node, public_id, _Place(index, offset, None), text, title)
    return WriteAnswer(id=public_id, created=True)


def chunk_words(title: str, text: str) -> str:
    """Return the words under which a chunk is found: those of its document's title count as its own."""
    return f"{title}\n{text}"


def _checked_pieces(text: str | None, chunks: Sequence[str] | None) -> list[str] | None:
    if text is not None and chunks is not None:
        raise InvalidValueError("text, chunks: both are given", hint="give the text, or the chunks that make it up")
    if text is not None:
        return split_text(checked_text(text, "text", max_bytes=MAX_TEXT_BYTES))
    if chunks is None:
        return None
    pieces = checked_texts(chunks, "chunks", max_bytes=MAX_TEXT_BYTES)
    if not pieces:
        raise InvalidValueError("chunks: is empty", hint="leave it out for a document without text")
    return pieces


def _document_id(id: str | None, title: str, given: Mapping[str, str], pieces: Sequence[str] | None) -> str:
    if id is not None:
        return given_id("doc", id, "id")
    if "url" in given:
        return make_id("doc", "url", given["url"])
    if "source" in given:
        return make_id("doc", "source", given["source"], title)
    if pieces is not None:
        return make_id("doc", "text", "".join(pieces))
    return make_id("doc", "title", title)


def _replace_text(
    tx: Transaction,
    document: str,
    pieces: Sequence[str],
    places: Mapping[str, _Place],
    title: str,
    renamed: bool,
) -> list[str]:
    """Make `pieces` the text of the document and return the ids of its chunks in order."""
    iri = tx.graph.tenant.iri
    ids: list[str] = []
    offset = 0
    for index, text in enumerate(pieces):
        chunk = make_id("chunk", document, index, text)
        ids.append(chunk)
        place = places.get(chunk)
        if place is None:
            _add_chunk(tx, iri(document), chunk, _Place(index, offset, None), text, title)
        else:
            if place.offset != offset:
                if place.offset is not None:
                    tx.drop("current", iri(chunk), kg("offsetChars"), place.offset)
                tx.add("current", iri(chunk), kg("offsetChars"), offset)
            if place.withdrawn is not None:
                tx.drop("current", iri(chunk), kg("withdrawnAt"), place.withdrawn)
            if renamed or place.withdrawn is not None:
                tx.index.append(IndexChange(chunk, "chunk", chunk_words(title, text), "open"))
        offset += len(text)
    for chunk in places.keys() - set(ids):
        if places[chunk].withdrawn is None:
            tx.add("current", iri(chunk), kg("withdrawnAt"), tx.k)
            tx.index.append(IndexChange(chunk, "chunk", "", "gone"))
    return ids


def _add_chunk(tx: Transaction, document: NamedNode, chunk: str, place: _Place, text: str, title: str) -> None:
    node = tx.graph.tenant.iri(chunk)
    tx.add("current", node, RDF_TYPE, kg("Chunk"))
    tx.add("current", document, kg("contains"), node)
    tx.add("current", node, kg("text"), text)
    tx.add("current", node, kg("chunkIndex"), place.index)
    tx.add("current", node, kg("tokenCount"), token_count(text))
    if place.offset is not None:
        tx.add("current", node, kg("offsetChars"), place.offset)
    tx.add("current", node, kg("recordedAt"), tx.k)
    tx.index.append(IndexChange(chunk, "chunk", chunk_words(title, text), "open"))


def _places(tx: Transaction, document: NamedNode) -> dict[str, _Place]:
    places: dict[str, _Place] = {}
    for chunk, index, offset, withdrawn in tx.graph.store.select(
        load("chunks_of_document").bind(tx.graph.tenant, document=document)
    ):
        assert isinstance(chunk, NamedNode)
        place = _Place(integer_of(index) or 0, integer_of(offset), integer_of(withdrawn))
        places[tx.graph.tenant.public_id(chunk)] = place
    return places


def _index_again(tx: Transaction, document: NamedNode, title: str) -> None:
    """A new title is found through every chunk."""
    for chunk, text in tx.graph.store.select(load("live_chunks").bind(tx.graph.tenant, document=document)):
        assert isinstance(chunk, NamedNode)
        words = chunk_words(title, str(to_value(text)))
        tx.index.append(IndexChange(tx.graph.tenant.public_id(chunk), "chunk", words, "open"))


def _chunk_of_text(tx: Transaction, document: NamedNode, text: str) -> str | None:
    rows = tx.graph.store.select(load("chunk_by_text").bind(tx.graph.tenant, document=document, text=text))
    return min((tx.graph.tenant.public_id(row[0]) for row in rows if isinstance(row[0], NamedNode)), default=None)


def _next_place(tx: Transaction, document: str, text: str, offset: int | None) -> tuple[int, int | None]:
    """Return the index after the last chunk, and the offset there unless one is given, and note where this text ends.

    Many chunks may come one by one: so that not each looks at all before it, the end of the document written to last is
    remembered.
    """
    place = Remembered.of(tx.graph).place(tx.graph, document) or _end_of(tx, document)
    start = place.offset if offset is None else offset
    tx.place = Place(document, place.index + 1, None if start is None else start + len(text))
    return place.index, start


def _end_of(tx: Transaction, document: str) -> Place:
    tenant = tx.graph.tenant
    for last, start, text in tx.graph.store.select(load("last_chunk").bind(tenant, document=tenant.iri(document))):
        begin = integer_of(start)
        after = None if begin is None else begin + len(str(to_value(text)))
        return Place(document, (integer_of(last) or 0) + 1, after)
    return Place(document, 0, 0)


def _refuse_other_document(tx: Transaction, chunk: NamedNode, document: NamedNode) -> None:
    for (owner,) in tx.graph.store.select(load("document_of_chunk").bind(tx.graph.tenant, chunk=chunk)):
        if owner != document:
            assert isinstance(owner, NamedNode)
            name, of = tx.graph.tenant.public_id(chunk), tx.graph.tenant.public_id(owner)
            raise ConflictError(f"id: {name} is a chunk of {of}", hint="give another id, or leave it out")
