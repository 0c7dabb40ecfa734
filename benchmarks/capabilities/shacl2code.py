"""What shacl2code makes of RDFS classes and SHACL shapes: `shacl2code generate python`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from benchmarks.capabilities import turtle
from benchmarks.capabilities.bench import Bench
from benchmarks.capabilities.cell import Cell, RefusedError, decided, judged, listed
from benchmarks.capabilities.turtle import document, field

__all__ = ["PROBES"]

_NAME = field("ex:name", "xsd:string")
_INVERSE = (
    field("ex:holds", "ex:Item", owner="ex:Other")
    + "ex:Item sh:property [ sh:path [ sh:inversePath ex:holds ] ; sh:class ex:Other ] .\n"
)
_ITEM = "https_example_org_shop_Item"


def _make(bench: Bench, *parts: str, out: str = "made", seed: int = 0, whole: str = "") -> str:
    """Generate, and return the type stub from the first class of the input on."""
    source = bench.write(f"{out}.ttl", whole or document(*parts))
    bench.must("shacl2code", "generate", "-i", str(source), "python", "-o", str(bench.folder / out), seed=seed)
    stub = (bench.folder / out / "model.pyi").read_text(encoding="utf-8")
    return stub[stub.find("\nclass https_") :]


def _import(bench: Bench, code: str = "", out: str = "made") -> str:
    done = bench.python(f"import {out}.model as m; {code}")
    if done.status:
        raise RefusedError(f"the output cannot be imported: {done.last[:160]}")
    return done.out.strip()


def _type(stub: str, name: str) -> str:
    found = re.search(rf"^    {name}: ([^=\n]+)$", stub, re.MULTILINE)
    return found[1].strip() if found else "none"


def _same_bytes(bench: Bench) -> Cell:
    outputs = []
    for inverse in ("", _INVERSE):
        for seed in (0, 1):
            _make(bench, _NAME, inverse, seed=seed)
            outputs.append(bench.files("made"))
    without, with_one = outputs[0] == outputs[1], outputs[2] == outputs[3]
    return judged("two hash seeds, the same files", without_an_inverse_path=without, with_one=with_one)


def _order(bench: Bench) -> Cell:
    texts = (document(_NAME), document(_NAME).replace('"An item."@en , "Ein Ding."@de', '"Ein Ding."@de , "An item."@en'))
    made = [_make(bench, whole=text) for text in texts]
    docs = [(re.findall(r'"""\s*(.*?)\s*"""', stub) or ["none"])[0] for stub in made]
    same = made[0] == made[1]
    return decided(same, f"the two comments of a class in either order give the docstrings `{docs[0]}` and `{docs[1]}`")


def _drift(bench: Bench) -> Cell:
    words = bench.must("shacl2code", "generate", "--help") + bench.must("shacl2code", "generate", "python", "--help")
    found = re.search(r"--(check|diff|verify)", words)
    return decided(found, "the help of `shacl2code generate python` has no such option")


def _whole_writes(bench: Bench) -> Cell:
    _make(bench, _NAME)
    before = bench.files("made")
    try:
        _make(bench, _NAME, field("ex:day", "xsd:date"))
    except RefusedError as refused:
        after = {name: bench.files("made").get(name) for name in before}
        emptied = [name for name in before if not after[name]]
        return decided(after == before, f"{refused}; afterwards {', '.join(emptied) or 'nothing'} is empty")
    return Cell("not run", "no input of this sort fails")


def _formatted(bench: Bench) -> Cell:
    _make(bench, _NAME)
    form = bench.ours("ruff", "format", "--check", "--isolated", "made")
    rules = bench.ours("ruff", "check", "--isolated", "--quiet", "--output-format", "concise", "made")
    return judged(
        f"`ruff check` finds {len(rules.out.splitlines())} faults", formatter=not form.status, linter=not rules.status
    )


def _strict(bench: Bench) -> Cell:
    _make(bench, _NAME, _INVERSE)
    done = bench.ours("mypy", "--strict", "--no-error-summary", "made/model.pyi")
    return decided(not (done.status), f"on the stub, which a caller's checker reads: {done.out.strip()[:160] or 'no error'}")


def _comments(bench: Bench) -> Cell:
    stub = _make(bench, _NAME)
    model = (bench.folder / "made" / "model.py").read_text(encoding="utf-8")
    return judged("read in the output", class_="An item." in stub or "Ein Ding." in stub, property="What it says." in model)


def _hostile(bench: Bench) -> Cell:
    comment = r'"Ends. \"\"\"\nopen(\"ran\", \"w\").close()\n\"\"\""'
    _make(bench, _NAME, whole=turtle.HEAD + f"ex:Item a owl:Class , sh:NodeShape ; rdfs:comment {comment} .\n")
    done = bench.python("import made.model")
    ran = (bench.folder / "ran").exists()
    return decided(not (ran or done.status), f"the comment of a class is {'run at import' if ran else 'kept as text'}")


def _cardinality(bench: Bench) -> Cell:
    stub = _make(
        bench,
        field("ex:one", "xsd:string", "sh:minCount 1 ; sh:maxCount 1"),
        field("ex:some", "xsd:string"),
        field("ex:many", "xsd:string", "sh:minCount 0"),
    )
    one, some = _type(stub, "one"), _type(stub, "some")
    required, optional, many = "Optional" not in one, "Optional" in some, "def many(self) -> ListProxy" in stub
    return judged(f"`{one}`, `{some}` and a list", required=required, optional=optional, many=many)


def _kinds(bench: Bench, **ranges: str) -> dict[str, str]:
    """Return the type of a field of each range, or "fails"."""
    found = {}
    for name, values in ranges.items():
        try:
            found[name] = _type(_make(bench, field(f"ex:{name}", values), out=name), name)
        except RefusedError:
            found[name] = "fails"
    return found


def _instants(bench: Bench) -> Cell:
    found = _kinds(bench, moment="xsd:dateTime", day="xsd:date", span="xsd:duration")
    return judged(listed(found), **{name: "date" in kind or "timedelta" in kind for name, kind in found.items()})


def _decimal(bench: Bench) -> Cell:
    found = _kinds(bench, price="xsd:decimal")["price"]
    return decided("Decimal" in found, f"the type is `{found}`")


def _language(bench: Bench) -> Cell:
    _make(bench, field("ex:words", "rdf:langString"))
    return Cell("yes", "a text with its language is generated")


def _enums(bench: Bench) -> Cell:
    kind = _type(_make(bench, field("ex:state", "xsd:string", 'sh:maxCount 1 ; sh:in ( "active" "3d" "None" )')), "state")
    done = bench.python(f"import made.model as m; m.{_ITEM}().state = 'nowhere'")
    words = f"`sh:in` of three literals: the type is `{kind}`"
    return judged(words, typed="str" not in kind, checked_at_run_time="ValueError" in done.err)


def _unions(bench: Bench) -> Cell:
    shape = "sh:maxCount 1 ; sh:or ( [ sh:class ex:Item ] [ sh:class ex:Other ] )"
    kind = _type(_make(bench, field("ex:either", "ex:Item", shape)), "either")
    try:
        _make(bench, f"ex:either a owl:ObjectProperty .\nex:Item sh:property [ sh:path ex:either ; {shape} ] .\n")
        alone = "taken"
    except RefusedError as refused:
        alone = str(refused)
    return decided("Other" in kind, f"`sh:or` beside a range: `{kind}`; `sh:or` alone: {alone}")


def _inheritance(bench: Bench) -> Cell:
    above = "ex:A a owl:Class .\nex:B a owl:Class ; rdfs:subClassOf ex:A .\n"
    _make(bench, above, "ex:C a owl:Class ; rdfs:subClassOf ex:A , ex:B .\n")
    _import(bench)
    return Cell("yes", "a class below `ex:A` and `ex:B`, `ex:B` below `ex:A`: it can be imported")


def _tighten(bench: Bench) -> Cell:
    shape = "sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ]"
    _make(bench, _NAME, f"ex:Sub a owl:Class , sh:NodeShape ; rdfs:subClassOf ex:Item ; {shape} .\n")
    _import(bench)
    return Cell("yes", "it can be imported")


def _cycles(bench: Bench) -> Cell:
    _make(bench, "ex:A a owl:Class ; rdfs:subClassOf ex:B .\nex:B a owl:Class ; rdfs:subClassOf ex:A .\n")
    return Cell("yes", "it generates")


def _abstract(bench: Bench) -> Cell:
    _make(bench, "ex:Item a <http://spdx.invalid./AbstractClass> .\n")
    done = bench.python(f"import made.model as m\nm.{_ITEM}()")
    return decided("NotImplementedError" in done.err or "abstract" in done.err, f"making one: {done.last[:160]}")


def _inverse(bench: Bench) -> Cell:
    stub = _make(bench, _INVERSE)
    found = re.findall(r"def (\w+)\(self\) -> ListProxy", stub)
    named = any("holds" in name for name in found)
    shown = [re.sub(r"^n[0-9a-f]{20,}.*", "n<the name of a blank node>", name) for name in found]
    return decided(named, f"`sh:inversePath ex:holds` is a field called {listed(shown)}, as if it led forward")


def _edges(bench: Bench) -> Cell:
    ends = (field("ex:who", "ex:Item", owner="ex:Job"), field("ex:since", "xsd:dateTime", owner="ex:Job"))
    stub = _make(bench, "ex:Job a owl:Class , sh:NodeShape .\n", *ends)
    item = stub[stub.find(f"class {_ITEM}") : stub.find("class https_example_org_shop_Job")]
    return decided("who" in item, "a class of edges is a class as any other: nothing leads to it from its subject")


def _apart(bench: Bench) -> Cell:
    shape = "ex:S a sh:NodeShape ; sh:targetClass ex:Item .\n"
    kind = _type(_make(bench, shape, field("ex:name", "xsd:string", owner="ex:S")), "name")
    return decided(kind != "none", f"the type of the shape's field is `{kind}`")


def _names(bench: Bench) -> Cell:
    fields = [field(f"ex:{name}", "xsd:string") for name in ("class", "größe", "3dScan")]
    stub = _make(bench, *fields[:2])
    try:
        _make(bench, *fields, out="digit")
        _import(bench, out="digit")
        digit = True
    except RefusedError:
        digit = False
    words = "the fields are generated" if digit else "with `3dScan` the module cannot be imported"
    return judged(words, keyword="class_" in stub, digit=digit, letters="größe" in stub)


def _clash(bench: Bench) -> Cell:
    stub = _make(bench, _NAME, field("other:name", "xsd:string"))
    _import(bench)
    names = re.findall(r"^    (\w*name): ", stub, re.MULTILINE)
    return decided(len(set(names)) == 2, f"the fields are {listed(names)}")


def _shadow(bench: Bench) -> Cell:
    stub = _make(bench, field("ex:datetime", "xsd:dateTime"), field("ex:later", "xsd:dateTime"))
    _import(bench)
    done = bench.ours("mypy", "--strict", "--no-error-summary", "made/model.pyi")
    return decided(
        not (done.status),
        f"a property `datetime` is `{_type(stub, 'datetime')}`; mypy: {done.first if done.status else 'no error'}",
    )


def _class_names(bench: Bench) -> Cell:
    plain = re.findall(r"^class (\w+)", _make(bench, "other:Item a owl:Class .\n"), re.MULTILINE)
    terms = '{"@context": {"Item": "https://example.org/shop#Item", "Thing": "https://example.org/other#Item"}}'
    context = ("-u", str(bench.write("context.json", terms)), "https://example.org/context")
    bench.must("shacl2code", "generate", "-i", "made.ttl", *context, "python", "-o", "named")
    named = re.findall(r"^class (Item|Thing)\b", (bench.folder / "named" / "model.pyi").read_text(), re.MULTILINE)
    words = f"by themselves {listed(plain)}; with a JSON-LD context that names each, `generate -u`: {listed(named)}"
    return judged(
        words, told_apart=len(set(plain)) == 3, local_name_with_a_context=len(named) == 2, local_name="Item" in plain
    )


def _validate(bench: Bench) -> Cell:
    _make(bench, _NAME, field("ex:near", "ex:Other"))
    tries = {"misspelt": "x.nmae = 'a'", "type": "x.name = 1", "id": "x._id = 'not an iri'"}
    code = f"import made.model as m\nx = m.{_ITEM}()\n"
    found = {name: bench.python(code + line).status != 0 for name, line in tries.items()}
    return judged("each set on an object", **found)


def _round_trip(bench: Bench) -> Cell:
    _make(bench, _NAME, field("ex:near", "ex:Other"))
    code = f"""
import io, made.model as m
objects = m.SHACLObjectSet()
other = m.https_example_org_shop_Other(); other._id = 'https://example.org/o'
item = m.{_ITEM}(name='a', **{{}}); item._id = 'https://example.org/i'; item.near = other
objects.add(item); objects.add(other)
import rdflib
graph = rdflib.Graph()
m.RDFSerializer().write(objects, graph)
back = m.SHACLObjectSet()
m.RDFDeserializer().read(graph, back)
found = back.find_by_id('https://example.org/i')
print(found.name == 'a' and found.near._id == 'https://example.org/o')
"""
    done = bench.python(code)
    words = "`RDFSerializer` and `RDFDeserializer`" + ("" if done.out.startswith("True") else f": {done.last[:200]}")
    return decided(done.out.startswith("True"), f"{words}")


def _templates(bench: Bench) -> Cell:
    template = bench.write("mine.j2", "{% for class in classes %}{{ class._id }}\n{% endfor %}")
    source = bench.write("t.ttl", document(_NAME))
    bench.must("shacl2code", "generate", "-i", str(source), "jinja", "-t", str(template), "-o", "mine.txt")
    made = (bench.folder / "mine.txt").read_text() if (bench.folder / "mine.txt").exists() else ""
    return Cell(
        "partly" if "#Item" in made else "no",
        "`generate jinja -t mine.j2` writes a file of one's own; the templates of Python cannot be replaced",
    )


def _watch(bench: Bench) -> Cell:
    return decided("--watch" in bench.must("shacl2code", "generate", "--help"), "the help has no such option")


def _breaking(bench: Bench) -> Cell:
    words = bench.must("shacl2code", "--help")
    return decided(re.search(r"breaking|compare|diff", words), "the help has no such command")


def _pages(bench: Bench) -> Cell:
    found = bench.must("shacl2code", "list")
    return decided(re.search(r"html|markdown|docs", found, re.IGNORECASE), f"`shacl2code list`: {' '.join(found.split())}")


def _outputs(bench: Bench) -> Cell:
    found = bench.must("shacl2code", "list").lower()
    return judged(
        "`shacl2code list`", JSON_Schema="jsonschema" in found, GraphQL="graphql" in found, TypeScript="typescript" in found
    )


def _thousand(bench: Bench) -> Cell:
    classes = (f"ex:C{n} a owl:Class , sh:NodeShape .\n" for n in range(1000))
    fields = (field(f"ex:c{n}p{p}", "xsd:string", owner=f"ex:C{n}") for n in range(1000) for p in range(5))
    _make(bench, *classes, *fields)
    count = _import(bench, "print(sum(name.rpartition('_C')[2].isdigit() for name in dir(m)))")
    return Cell("yes", f"{count} classes can be imported")


PROBES: Mapping[str, Callable[[Bench], Cell]] = {
    "same-bytes": _same_bytes,
    "order": _order,
    "drift": _drift,
    "whole-writes": _whole_writes,
    "formatted": _formatted,
    "strict": _strict,
    "comments": _comments,
    "hostile": _hostile,
    "cardinality": _cardinality,
    "instants": _instants,
    "decimal": _decimal,
    "language": _language,
    "enums": _enums,
    "unions": _unions,
    "inheritance": _inheritance,
    "tighten": _tighten,
    "cycles": _cycles,
    "abstract": _abstract,
    "inverse": _inverse,
    "edges": _edges,
    "apart": _apart,
    "names": _names,
    "clash": _clash,
    "shadow": _shadow,
    "class-names": _class_names,
    "validate": _validate,
    "round-trip": _round_trip,
    "templates": _templates,
    "watch": _watch,
    "breaking": _breaking,
    "pages": _pages,
    "outputs": _outputs,
    "thousand": _thousand,
}
