"""What a SPARQL text says of graphs: which patterns lie in which, what it reads, what it changes.

The engine is the judge of syntax; this reader is given texts that it accepted, and finds the places in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urljoin

from kgrdf.testing.neptune.refusals import Refusal
from kgrdf.testing.neptune.tokens import Token, tokens_of

__all__ = ["BASE", "PREFIXES", "Block", "Operation", "Pattern", "Text", "read_text"]

BASE = "http://aws.amazon.com/neptune/default/"
PREFIXES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
_QUERIES = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
_ELEMENTS = ("GRAPH", "OPTIONAL", "MINUS", "UNION", "FILTER", "BIND", "VALUES", "SERVICE", "LATERAL", "{", "}", ".")
_OPEN, _CLOSE = ("(", "["), (")", "]")
# What RDF 1.2 and SPARQL 1.2 added; Neptune speaks 1.1.
_NEWER_MARKS = ("<<", ">>", "{|", "|}", "~")
_NEWER_WORDS = (
    *("TRIPLE", "ISTRIPLE", "SUBJECT", "PREDICATE", "OBJECT", "LANGDIR", "HASLANG", "HASLANGDIR", "STRLANGDIR"),
    *("VERSION", "LATERAL", "ADJUST"),
)


@dataclass(frozen=True)
class Pattern:
    """A run of triples, in a WHERE clause or in a template."""

    graph: str | None
    """The IRI of the GRAPH around it, the variable with its `?`, or None outside every GRAPH."""
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Block:
    """The triples of a template that go to one graph."""

    graph: str | None
    start: int
    end: int


@dataclass
class Operation:
    """A query, or one operation of an update."""

    kind: str
    """`SELECT`, `ASK`, …; `INSERT DATA`, `DELETE DATA`, `DELETE WHERE`, `MODIFY`, `LOAD`, `UNLOAD`, `CLEAR`, …"""
    prologue: str
    """The declarations in force."""
    default: list[str] = field(default_factory=list)
    """IRIs after FROM, or USING."""
    named: list[str] = field(default_factory=list)
    """IRIs after FROM NAMED, or USING NAMED."""
    deletes: list[Block] = field(default_factory=list)
    inserts: list[Block] = field(default_factory=list)
    where: tuple[int, int] | None = None
    within: str | None = None
    """The IRI after WITH."""
    targets: list[str] = field(default_factory=list)
    """What CLEAR, DROP, CREATE, COPY, MOVE and ADD name: IRIs, or `DEFAULT`, `NAMED`, `ALL`."""
    limited: bool = False
    """A LIMIT stands after the WHERE clause."""


@dataclass
class Text:
    """A whole request."""

    text: str
    operations: list[Operation] = field(default_factory=list)
    patterns: list[Pattern] = field(default_factory=list)
    graphs: set[str] = field(default_factory=set)
    """Every IRI after GRAPH, FROM, FROM NAMED, USING, USING NAMED, WITH, and the targets of CLEAR and its kin."""
    wild: bool = False
    """A variable stands after GRAPH, or an operation names DEFAULT, NAMED or ALL."""
    services: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    """What LOAD and UNLOAD name."""
    prefixes: dict[str, str] = field(default_factory=lambda: dict(PREFIXES))
    base: str = BASE

    @property
    def is_update(self) -> bool:
        """Say whether it changes anything."""
        return not any(operation.kind in _QUERIES for operation in self.operations)

    def resolve(self, token: Token) -> str | None:
        """Return the IRI that a token stands for, None if it is no IRI."""
        if token.kind == "iri":
            return urljoin(self.base, token.text[1:-1]) if ":" not in token.text else token.text[1:-1]
        if token.kind == "name" and not token.text.startswith("_:"):
            prefix, _, local = token.text.partition(":")
            return self.prefixes.get(prefix, "") + local.replace("\\", "")
        return None


def read_text(text: str) -> Text:
    """Find what a request says of graphs. Raises `Refusal` for what is no SPARQL 1.1."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.out = Text(text)
        self.tokens = tokens_of(text)
        self.at = 0
        self.end = Token("end", "", len(text), len(text))

    def read(self) -> Text:
        for token, after in zip(self.tokens, [*self.tokens[1:], self.end], strict=False):
            called = token.word in _NEWER_WORDS and (after.text in ("(", "{") or token.word == "VERSION")
            if token.word in _NEWER_MARKS or called or (token.kind == "language" and "--" in token.text):
                raise Refusal("MalformedQueryException", f"Malformed query: unexpected '{token.text}'")
        while True:
            self._prologue()
            if self.peek is self.end:
                return self.out
            form = self._take().word
            operation = Operation(form, self._declared())
            self.out.operations.append(operation)
            if form in _QUERIES:
                self._query(operation)
            else:
                self._change(operation)
            if self.peek is not self.end:
                self._expect(";")

    # -- tokens

    @property
    def peek(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else self.end

    def _take(self) -> Token:
        token = self.peek
        self.at += 1
        if token is self.end:
            raise Refusal("MalformedQueryException", "Malformed query: unexpected end of the text")
        return token

    def _skip(self, *words: str) -> bool:
        if self.peek.word in words:
            self.at += 1
            return True
        return False

    def _expect(self, word: str) -> Token:
        token = self._take()
        if token.word != word:
            raise Refusal("MalformedQueryException", f"Malformed query: '{word}' expected, not '{token.text}'")
        return token

    # -- declarations

    def _prologue(self) -> None:
        while self.peek.word in ("BASE", "PREFIX"):
            if self._take().word == "BASE":
                self.out.base = self.out.resolve(self._take()) or BASE
            else:
                prefix = self._take().text.removesuffix(":")
                self.out.prefixes[prefix] = self.out.resolve(self._take()) or ""

    def _declared(self) -> str:
        declared = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in self.out.prefixes.items())
        return f"BASE <{self.out.base}>\n{declared}"

    # -- forms

    def _query(self, operation: Operation) -> None:
        if operation.kind == "CONSTRUCT" and self.peek.word == "{":
            self._balanced()
        while self.peek is not self.end and self.peek.word not in ("FROM", "WHERE", "{"):
            self._expression() if self.peek.text in _OPEN else self._take()
        self._dataset(operation, "FROM")
        if self.peek.word in ("WHERE", "{"):
            self._skip("WHERE")
            self._where(operation)
        while self.peek is not self.end:
            if self.peek.text in _OPEN:
                self._expression()
            else:
                operation.limited |= self._take().word == "LIMIT"

    def _change(self, operation: Operation) -> None:
        form = operation.kind
        if form in ("LOAD", "UNLOAD"):
            self._skip("SILENT")
            self.out.loads.append(self.out.resolve(self._take()) or "")
            while self.peek is not self.end and self.peek.word != ";":
                if iri := self.out.resolve(self._take()):
                    self.out.graphs.add(iri)
        elif form in ("CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY"):
            while self.peek is not self.end and self.peek.word != ";":
                self._target(operation, self._take())
        elif form in ("INSERT", "DELETE", "WITH"):
            self._modify(operation)
        else:
            raise Refusal("MalformedQueryException", f"Malformed query: unexpected '{form}'")

    def _target(self, operation: Operation, token: Token) -> None:
        if token.word in ("DEFAULT", "NAMED", "ALL"):
            operation.targets.append(token.word)
            self.out.wild = True
        elif iri := self.out.resolve(token):
            operation.targets.append(iri)
            self.out.graphs.add(iri)

    def _modify(self, operation: Operation) -> None:
        if operation.kind == "WITH":
            operation.within = self._graph(self._take())
            operation.kind = self._take().word
        if operation.kind in ("INSERT", "DELETE") and self._skip("DATA"):
            operation.kind += " DATA"
            blocks = operation.inserts if operation.kind == "INSERT DATA" else operation.deletes
            blocks.extend(self._quads(operation.within))
            return
        if operation.kind == "DELETE" and self._skip("WHERE"):
            operation.kind = "DELETE WHERE"
            start, at = self.peek.start, self.at
            operation.deletes.extend(self._quads(operation.within))
            operation.where, self.at = (start, self.peek.start), at
            self._where(operation)
            return
        if operation.kind == "DELETE":
            operation.deletes.extend(self._quads(operation.within))
        if operation.kind == "INSERT" or self._skip("INSERT"):
            operation.inserts.extend(self._quads(operation.within))
        operation.kind = "MODIFY"
        self._dataset(operation, "USING")
        self._expect("WHERE")
        self._where(operation)

    def _dataset(self, operation: Operation, keyword: str) -> None:
        while self._skip(keyword):
            into = operation.named if self._skip("NAMED") else operation.default
            into.append(self._graph(self._take()))

    def _graph(self, token: Token) -> str:
        iri = self.out.resolve(token)
        if iri is None:
            self.out.wild = True
            return "?" + token.text[1:]
        self.out.graphs.add(iri)
        return iri

    def _quads(self, within: str | None) -> list[Block]:
        self._expect("{")
        blocks, start, first = [], self.peek.start, self.at

        def close(graph: str | None, until: int) -> None:
            if self.at > first:
                self.out.patterns.append(Pattern(graph, tuple(self.tokens[first : self.at])))
                blocks.append(Block(graph, start, until))

        while self.peek.word != "}":
            if self.peek.word != "GRAPH":
                self._take()
                continue
            close(within, self.peek.start)
            self._take()
            graph = self._graph(self._take())
            self._expect("{")
            start, first = self.peek.start, self.at
            while self.peek.word != "}":
                self._take()
            close(graph, self.peek.start)
            self._expect("}")
            self._skip(".")
            start, first = self.peek.start, self.at
        close(within, self.peek.start)
        self._expect("}")
        return blocks

    # -- patterns

    def _where(self, operation: Operation) -> None:
        start = self.peek.start
        self._group(operation.within)
        operation.where = (start, self.tokens[self.at - 1].end)

    def _group(self, graph: str | None) -> None:
        self._expect("{")
        if self.peek.word == "SELECT":
            self._subselect(graph)
        elements: dict[str, Callable[[str | None], None]] = {
            "GRAPH": self._named_group,
            "SERVICE": self._service,
            "FILTER": self._constraint,
            "BIND": self._expression,
            "VALUES": self._values,
            "{": self._group,
        }
        while self.peek.word != "}":
            word = self.peek.word
            if word in elements:
                if word != "{":
                    self._take()
                elements[word](graph)
            elif word in _ELEMENTS:
                self._take()
            else:
                self._triples(graph)
        self._expect("}")

    def _named_group(self, _: str | None) -> None:
        self._group(self._graph(self._take()))

    def _service(self, graph: str | None) -> None:
        self._skip("SILENT")
        token = self._take()
        self.out.services.append(self.out.resolve(token) or token.text)
        self._group(graph)

    def _constraint(self, graph: str | None) -> None:
        self._skip("NOT")
        if self._skip("EXISTS"):
            self._group(graph)
            return
        while self.peek.text not in _OPEN:
            self._take()
        self._expression(graph)

    def _expression(self, graph: str | None = None) -> None:
        depth = 0
        while True:
            token = self._take()
            depth += (token.word in _OPEN) - (token.word in _CLOSE)
            if token.word == "EXISTS":
                self._group(graph)
            if depth == 0:
                return

    def _values(self, _: str | None) -> None:
        while self.peek.word != "{":
            self._take()
        self._balanced()

    def _balanced(self) -> None:
        depth = 0
        while True:
            token = self._take()
            depth += (token.word == "{") - (token.word == "}")
            if depth == 0:
                return

    def _subselect(self, graph: str | None) -> None:
        while self.peek.word not in ("WHERE", "{"):
            self._expression(graph) if self.peek.text in _OPEN else self._take()
        self._skip("WHERE")
        self._group(graph)
        while self.peek.word != "}":
            if self.peek.word == "VALUES":
                self._values(graph)
            elif self.peek.text in _OPEN:
                self._expression(graph)
            else:
                self._take()

    def _triples(self, graph: str | None) -> None:
        first, depth = self.at, 0
        while depth or self.peek.word not in _ELEMENTS:
            word = self._take().word
            depth += (word in _OPEN) - (word in _CLOSE)
        self.out.patterns.append(Pattern(graph, tuple(self.tokens[first : self.at])))
