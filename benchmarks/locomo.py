"""LoCoMo through `kgrdf import`: ten long chats, their questions, and what a search finds of the evidence.

    python benchmarks/locomo.py                   convert, import into a temporary store, print what holds
    python benchmarks/locomo.py --lines CHAT      print one chat's import lines and do nothing else
    python benchmarks/locomo.py --chats 26 30     only these chats

`--data` names the folder that holds `locomo10.zip`; without it that is `data/locomo` in `KGRDF_SHARED`, or in `../shared`.
Each chat is a tenant of one store. How a chat is read:

* A session is a document, a turn a chunk of it with the turn's text and nothing else. A speaker is a Person, mentioned in
  each of their turns.
* A session's date-time has no zone: it is read as UTC.
* An observation is a fact about its speaker, derived from its turn's chunk and valid from the session's date-time. One that
  names several turns is one fact with several sources.

The ten best hits that are chunks or facts are held against a question's evidence; a fact counts as the turns that it is
derived from. Questions of category 5 have no answer and are left out, as are those without evidence.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import pyoxigraph

from kgrdf import Graph, open_store
from kgrdf.answers import Hit
from kgrdf.copying import content_of
from kgrdf.export import export_trig
from kgrdf.ingest import Rejection, Report, import_lines

TEN = 10
_SESSION = re.compile(r"session_(\d+)")
_TURN = re.compile(r"D\d+:\d+")
_FOUND = 100


@dataclass(frozen=True)
class Chat:
    """One of the ten chats."""

    name: str
    data: Mapping[str, Any]

    @cached_property
    def sessions(self) -> list[int]:
        """The numbers of the sessions that have turns, in order."""
        return sorted(int(match[1]) for key in self.data if (match := _SESSION.fullmatch(key)))

    @cached_property
    def turns(self) -> dict[str, str]:
        """The text of each turn by its id."""
        return {turn["dia_id"]: turn["text"] for number in self.sessions for turn in self.data[f"session_{number}"]}

    @cached_property
    def speakers(self) -> list[str]:
        """The two who talk."""
        return [self.data["speaker_a"], self.data["speaker_b"]]

    def questions(self) -> Iterator[tuple[int, str, list[str]]]:
        """Yield category, question and evidence."""
        for asked in self.data["qa"]:
            yield asked["category"], asked["question"], asked["evidence"]

    def lines(self) -> Iterator[dict[str, object]]:
        """Yield the chat's import lines."""
        for name in self.speakers:
            yield {"kind": "entity", "id": name, "name": name, "entityType": "Person"}
        for number in self.sessions:
            said = self.data[f"session_{number}_date_time"]
            document = f"session-{number}"
            yield {"kind": "document", "id": document, "title": f"Session {number}, {said}"}
            offset = 0
            for index, turn in enumerate(self.data[f"session_{number}"]):
                place = {"chunkIndex": index, "offsetChars": offset}
                yield {"kind": "chunk", "id": turn["dia_id"], "documentId": document, "text": turn["text"]} | place
                yield {"kind": "mention", "chunkId": turn["dia_id"], "entityId": f"entity::Person::{turn['speaker']}"}
                offset += len(turn["text"])
            yield from self._facts(number, session_start(said))

    def _facts(self, number: int, start: str) -> Iterator[dict[str, object]]:
        for speaker, observations in self.data.get(f"session_{number}_observation", {}).items():
            for claim, evidence in observations:
                for turn in sorted(set(_TURN.findall(str(evidence)))):
                    yield {
                        "kind": "fact",
                        "claim": claim,
                        "aboutIds": [f"entity::Person::{speaker}"],
                        "validFrom": start,
                        "sourceDocumentId": f"chunk::{turn}",
                    }


@dataclass
class Found:
    """What a run shows."""

    imported: Report = field(default_factory=Report)
    import_seconds: float = 0.0
    search_seconds: float = 0.0
    quads: int = 0
    second_import_changed: bool = False
    sessions: int = 0
    turns: int = 0
    exact_turns: int = 0
    evidence: int = 0
    reachable: int = 0
    malformed: list[str] = field(default_factory=list)
    foreign_quads: int = 0
    recalls: dict[int, list[float]] = field(default_factory=dict)

    @property
    def recall(self) -> float:
        """The mean share of a question's evidence that was found."""
        shares = [share for category in self.recalls.values() for share in category]
        return sum(shares) / len(shares) if shares else 0.0


def read_chats(folder: Path) -> list[Chat]:
    """Read the chats of the data set, in the order of their names."""
    with zipfile.ZipFile(folder / "locomo10.zip") as archive:
        members = sorted(name for name in archive.namelist() if name.endswith(".json"))
        return [Chat(Path(name).stem, json.loads(archive.read(name))) for name in members]


def session_start(said: str) -> str:
    """Return when a session began.

    >>> session_start("1:56 pm on 8 May, 2023")
    '2023-05-08T13:56:00Z'
    """
    moment = datetime.strptime(said.upper(), "%I:%M %p ON %d %B, %Y").replace(tzinfo=UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def import_chat(graph: Graph, chat: Chat) -> Report:
    """Import a chat's lines; a line that is refused ends the run."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in chat.lines())

    def refuse(rejection: Rejection) -> None:
        raise SystemExit(f"chat {chat.name}: refused {rejection}")

    return import_lines(graph, [(f"{chat.name}.jsonl", io.BytesIO(text.encode()))], reject=refuse)


# From a speaker to each turn that mentions them, by the nodes and by the short way: both must lead there.
_REACHABLE = """
PREFIX kg: <https://w3id.org/kgrdf/ns#>
SELECT DISTINCT ?chunk ?text WHERE {
  GRAPH ?g { ?speaker a kg:Person ; ^kg:ofEntity/kg:inChunk ?chunk ; ^kg:mentions ?chunk . ?chunk kg:text ?text }
}
"""


def check_export(graph: Graph, chat: Chat, found: Found) -> None:
    """Read a tenant's export with other eyes: its texts, the way to each piece of evidence, whose quads it has."""
    out = io.BytesIO()
    export_trig(graph, out)
    export = pyoxigraph.Store()
    export.load(out.getvalue(), format=pyoxigraph.RdfFormat.TRIG)
    own = graph.tenant.prefix
    found.foreign_quads += sum(not quad.graph_name.value.startswith(own) for quad in export)
    found.foreign_quads += sum(not quad.subject.value.startswith(own) for quad in export)
    rows = export.query(_REACHABLE)
    assert isinstance(rows, pyoxigraph.QuerySolutions)
    texts = {turn_of(graph.tenant.public_id(row["chunk"].value)): row["text"].value for row in rows}
    found.sessions += len(chat.sessions)
    found.turns += len(chat.turns)
    found.exact_turns += sum(texts.get(turn) == text for turn, text in chat.turns.items())
    for _, _, evidence in chat.questions():
        found.evidence += len(evidence)
        for turn in evidence:
            if turn in texts:
                found.reachable += 1
            else:
                found.malformed.append(f"{chat.name} {turn!r}")


def check_search(graph: Graph, chat: Chat, found: Found) -> None:
    """Ask every question as it stands and count the evidence among the ten first passages and facts."""
    for category, question, evidence in chat.questions():
        if category == 5 or not evidence:
            continue
        hits = [hit for hit in graph.search_memory(question, limit=_FOUND).hits if hit.kind in ("chunk", "fact")]
        turns = {turn for hit in hits[:TEN] for turn in turns_of(hit)}
        found.recalls.setdefault(category, []).append(len(turns & set(evidence)) / len(set(evidence)))


def turns_of(hit: Hit) -> list[str]:
    """Return the turns that a hit stands for."""
    return [turn_of(public_id) for public_id in ([hit.id] if hit.kind == "chunk" else hit.source_ids)]


def turn_of(chunk_id: str) -> str:
    """Return the turn that a chunk is."""
    return chunk_id.removeprefix("chunk::")


def run(chats: list[Chat], folder: Path) -> Found:
    """Import the chats, each as a tenant, and check all of them."""
    found = Found()
    with open_store(folder) as store:
        graphs = [(Graph(store, f"locomo-{chat.name}"), chat) for chat in chats]
        started = time.perf_counter()
        for graph, chat in graphs:
            report = import_chat(graph, chat)
            found.imported.added += report.added
            found.imported.unchanged += report.unchanged
        found.import_seconds = time.perf_counter() - started
        before = [(content_of(store, graph.tenant), graph.head()) for graph, _ in graphs]
        for graph, chat in graphs:
            import_chat(graph, chat)
        after = [(content_of(store, graph.tenant), graph.head()) for graph, _ in graphs]
        found.second_import_changed = before != after
        found.quads = sum(content.quads for content, _ in after)
        for graph, chat in graphs:
            check_export(graph, chat, found)
        started = time.perf_counter()
        for graph, chat in graphs:
            check_search(graph, chat, found)
        found.search_seconds = time.perf_counter() - started
    return found


def show(found: Found) -> None:
    """Print what was found."""
    lines = found.imported.added + found.imported.unchanged
    print(f"import: {found.imported}; {lines / found.import_seconds:,.0f} lines a second; {found.quads:,} quads")
    print(f"second import changed: {'SOMETHING' if found.second_import_changed else 'nothing'}")
    print(f"sessions: {found.sessions:,}; turns: {found.turns:,}, of which {found.exact_turns:,} came back byte for byte")
    print(f"evidence reachable from a speaker: {found.reachable:,} of {found.evidence:,}")
    for name in found.malformed:
        print(f"  malformed: chat {name}")
    print(f"quads of another tenant in an export: {found.foreign_quads}")
    asked = sum(map(len, found.recalls.values()))
    print(f"search: {asked:,} questions, {found.search_seconds / max(asked, 1) * 1000:.2f} ms for {_FOUND} hits of each")
    for category, shares in sorted(found.recalls.items()):
        print(f"evidence recall@{TEN}, category {category}: {sum(shares) / len(shares):.4f} ({len(shares)} questions)")
    print(f"evidence recall@{TEN}, mean: {found.recall:.4f}")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    shared = Path(os.environ.get("KGRDF_SHARED", Path(__file__).resolve().parents[2] / "shared"))
    parser.add_argument("--data", type=Path, default=shared / "data" / "locomo")
    parser.add_argument("--chats", nargs="*", help="names of the chats to take; all without it")
    parser.add_argument("--lines", metavar="CHAT", help="print the import lines of one chat and do nothing else")
    options = parser.parse_args()
    chats = read_chats(options.data)
    if options.lines:
        for line in next(chat for chat in chats if chat.name == options.lines).lines():
            print(json.dumps(line, ensure_ascii=False))
        return
    wanted = [chat for chat in chats if not options.chats or chat.name in options.chats]
    with tempfile.TemporaryDirectory() as folder:
        show(run(wanted, Path(folder) / "store"))


if __name__ == "__main__":
    main()
