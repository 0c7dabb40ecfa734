"""What LinkML makes of a schema in YAML: `gen-pydantic`, and `gen-python` where the two differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from benchmarks.capabilities.bench import Bench
from benchmarks.capabilities.cell import Cell, RefusedError, decided, judged, listed

__all__ = ["PROBES"]

_HEAD = """\
id: https://example.org/shop
name: shop
prefixes: {ex: https://example.org/shop#, other: https://example.org/other#, linkml: https://w3id.org/linkml/}
imports: [linkml:types]
default_prefix: ex
default_range: string
"""
_ITEM = "classes:\n  Item:\n    description: An item.\n    attributes:\n      id: {identifier: true, range: uriorcurie}\n"
_NAME = "      name: {description: What it says.}\n"
_OTHER = "  Other:\n    attributes:\n      id: {identifier: true, range: uriorcurie}\n"
_INVERSE = """\
slots:
  id: {identifier: true, range: uriorcurie}
  holds: {range: Item, multivalued: true}
  held by: {range: Other, inverse: holds}
classes:
  Item: {slots: [id, held by]}
  Other: {slots: [id, holds]}
"""


def _make(bench: Bench, body: str, generator: str = "pydantic", name: str = "made", seed: int = 0) -> str:
    """Generate a module and return its text from the first class of the input on."""
    source = bench.write(f"{name}.yaml", _HEAD + body)
    text = bench.must(f"gen-{generator}", str(source), seed=seed)
    bench.write(f"{name}.py", text)
    return text[text.find("linkml_meta", text.find("class LinkMLMeta")) :]


def _import(bench: Bench, code: str = "", name: str = "made") -> str:
    done = bench.python(f"import {name} as m\n{code}")
    if done.status:
        raise RefusedError(f"the output cannot be imported: {done.last[:160]}")
    return done.out.strip()


def _type(text: str, name: str) -> str:
    found = re.search(rf"^    {name}: ([^=\n]+) = ", text, re.MULTILINE)
    return found[1].strip() if found else "none"


def _fields(bench: Bench, *fields: str) -> str:
    return _make(bench, _ITEM + "".join(f"      {field}\n" for field in fields) + _OTHER)


def _same_bytes(bench: Bench) -> Cell:
    made = {
        f"gen_{generator}": _make(bench, _INVERSE, generator) == _make(bench, _INVERSE, generator, seed=1)
        for generator in ("pydantic", "python", "shacl", "owl")
    }
    return judged("two hash seeds, the same output", **made)


def _order(bench: Bench) -> Cell:
    first, second = ("a", "b"), ("b", "a")
    made = [_make(bench, "classes:\n" + "".join(f"  C{name}: {{}}\n" for name in names)) for names in (first, second)]
    same = made[0] == made[1]
    return Cell("yes" if same else "–", "YAML has an order, and the output follows it; a description has one language")


def _drift(bench: Bench) -> Cell:
    words = (
        bench.must("gen-pydantic", "--help")
        + bench.must("gen-project", "--help")
        + bench.must("linkml", "generate", "--help")
    )
    return decided(
        re.search(r"--(check|diff|verify|drift)", words),
        "the help of `gen-pydantic`, `gen-project` and `linkml generate` has no such option",
    )


def _whole_writes(bench: Bench) -> Cell:
    source = bench.folder / "made.yaml"
    project = ("gen-project", "-I", "jsonschema", "-I", "python", "-d", str(bench.folder / "out"), str(source))
    unknown = _HEAD + _ITEM + "  Sub: {is_a: Nowhere}\n"
    refused_by_one = _HEAD + _ITEM + "      near: {range: Item, inverse: nowhere}\n"
    kept = {}
    for name, text in (("unknown_superclass", unknown), ("inverse_that_only_one_generator_refuses", refused_by_one)):
        bench.write("made.yaml", _HEAD + _ITEM + _NAME)
        bench.must(*project)
        before = bench.files("out")
        bench.write("made.yaml", text)
        if not bench.run(*project).status:
            return Cell("not run", "the broken input does not fail")
        kept[name] = bench.files("out") == before
    return judged(
        "`gen-project` for JSON Schema and Python, the old files kept; `gen-pydantic` by itself only prints", **kept
    )


def _formatted(bench: Bench) -> Cell:
    found = {}
    _make(bench, _ITEM + _NAME)
    for name, options, width in (("plain", (), "88"), ("black", ("--black",), "120")):
        bench.write("made.py", bench.must("gen-pydantic", *options, "made.yaml"))
        form = bench.ours("ruff", "format", "--check", "--isolated", "--line-length", width, "made.py")
        found[f"{name}_formatter"] = not form.status
        found[f"{name}_linter"] = not bench.ours("ruff", "check", "--isolated", "made.py").status
    return judged("`gen-pydantic`, plain and with `--black`, which writes lines of 120 characters", **found)


def _strict(bench: Bench) -> Cell:
    found = {}
    for generator in ("pydantic", "python"):
        _make(bench, _ITEM + _NAME, generator)
        options = ("--strict", "--python-executable", str(bench.tools / "bin" / "python"))
        done = bench.ours("mypy", *options, "--no-incremental", "made.py")
        found[generator] = done.out.strip().splitlines()[-1]
    return judged(listed(found), **{f"gen_{name}": said.startswith("Success") for name, said in found.items()})


def _comments(bench: Bench) -> Cell:
    text = _make(bench, _ITEM + _NAME)
    return judged("read in the output", class_='"""\n    An item.' in text, property="What it says." in text)


def _hostile(bench: Bench) -> Cell:
    text = r'"Ends. \"\"\"\nopen(\"ran\", \"w\").close()\n\"\"\""'
    bodies = {
        "a class": f"classes:\n  Item: {{description: {text}}}\n",
        "a slot": f"classes:\n  Item:\n    attributes:\n      name: {{description: {text}}}\n",
        "an enumeration": f"enums:\n  State:\n    description: {text}\n    permissible_values: {{active: }}\n",
        "a value": f"enums:\n  State:\n    permissible_values: {{active: {{description: {text}}}}}\n",
    }
    found = {}
    for generator in ("pydantic", "python"):
        for place, body in bodies.items():
            (bench.folder / "ran").unlink(missing_ok=True)
            _make(bench, body, generator)
            done = bench.python("import made")
            if (bench.folder / "ran").exists() or done.status:
                found[f"gen-{generator}, text of {place}"] = (
                    "run at import" if (bench.folder / "ran").exists() else "cannot be imported"
                )
    return decided(not (found), f"what goes wrong: {listed(found)}")


def _cardinality(bench: Bench) -> Cell:
    text = _fields(bench, "one: {required: true}", "some: {}", "many: {multivalued: true}")
    one, some, many = (_type(text, name) for name in ("one", "some", "many"))
    return judged(
        f"`{one}`, `{some}`, `{many}`", required=one == "str", optional=some == "Optional[str]", many="list[str]" in many
    )


def _instants(bench: Bench) -> Cell:
    own = "types:\n  span: {uri: xsd:duration, base: str}\n"
    text = _make(
        bench, own + _ITEM + "      moment: {range: datetime}\n      day: {range: date}\n      span: {range: span}\n"
    )
    found = {name: _type(text, name) for name in ("moment", "day", "span")}
    return judged(
        f"{listed(found)}; a duration is a type of one's own",
        **{name: "date" in kind or "timedelta" in kind for name, kind in found.items()},
    )


def _decimal(bench: Bench) -> Cell:
    kind = _type(_fields(bench, "price: {range: decimal}"), "price")
    return decided("Decimal" in kind, f"the type is `{kind}`")


def _language(bench: Bench) -> Cell:
    try:
        kind = _type(_fields(bench, "words: {range: langString}"), "words")
    except RefusedError as refused:
        return Cell("no", f"there is no type for it: {refused}")
    return decided("ang" in kind, f"the type is `{kind}`")


def _enums(bench: Bench) -> Cell:
    text = _make(
        bench, "enums:\n  State: {permissible_values: {active: , 3d: , None: }}\n" + _ITEM + "      state: {range: State}\n"
    )
    _import(bench, "assert m.State('3d') and m.State('None')")
    return decided("State" in _type(text, "state"), f"the type is `{_type(text, 'state')}`")


def _unions(bench: Bench) -> Cell:
    kinds = {}
    for name, option in (("by_id", ""), ("inlined", ", inlined: true")):
        kinds[name] = _type(_fields(bench, f"either: {{any_of: [{{range: Item}}, {{range: Other}}]{option}}}"), "either")
    return judged(f"`any_of` of two classes: {listed(kinds)}", **{name: "Other" in kind for name, kind in kinds.items()})


def _inheritance(bench: Bench) -> Cell:
    found = {}
    for order in ("[A, B]", "[B, A]"):
        _make(bench, f"classes:\n  A: {{mixin: true}}\n  B: {{mixin: true, is_a: A}}\n  C: {{mixins: {order}}}\n")
        found[order] = bench.python("import made").status
    return judged(
        "mixins A and B, B below A, in both orders", **{f"in_the_order_{key}": status == 0 for key, status in found.items()}
    )


def _tighten(bench: Bench) -> Cell:
    body = _ITEM + _NAME + "  Sub:\n    is_a: Item\n    slot_usage:\n      name: {required: true}\n"
    text = _make(bench, body)
    kinds = re.findall(r"^    name: ([^=\n]+) = ", text, re.MULTILINE)
    _import(bench)
    return decided(kinds[-1].strip() == "str", f"`slot_usage` with `required`: {listed(kinds)}")


def _cycles(bench: Bench) -> Cell:
    done = bench.run("gen-pydantic", str(bench.write("made.yaml", _HEAD + "classes:\n  A: {is_a: B}\n  B: {is_a: A}\n")))
    named = "RecursionError" not in done.err and re.search(r"\b[AB]\b", done.last)
    return decided(done.status == 0 or named, f"`gen-pydantic` says `{done.last[:160]}`")


def _abstract(bench: Bench) -> Cell:
    _make(bench, "classes:\n  Item: {abstract: true}\n")
    done = bench.python("import made; made.Item()")
    return decided(
        done.status != 0,
        f"`abstract: true`, and making one: {'it is made' if done.status == 0 else done.last}",
    )


def _inverse(bench: Bench) -> Cell:
    _make(bench, _INVERSE)
    code = "o = m.Other(id='ex:o', holds=['ex:i']); i = m.Item(id='ex:i'); print(i.held_by)"
    said = _import(bench, code)
    return decided(
        said != "None",
        f"`inverse: holds` is a field of its own; after `holds=['ex:i']` the item has held_by={said}",
    )


def _edges(bench: Bench) -> Cell:
    body = """\
classes:
  Item: {attributes: {id: {identifier: true}}}
  Job:
    represents_relationship: true
    attributes:
      who: {range: Item, relational_role: SUBJECT}
      where: {range: Item, relational_role: OBJECT}
      since: {range: datetime}
"""
    text = _make(bench, body)
    item = text[text.find("class Item") : text.find("class Job")]
    words = "`represents_relationship` and `relational_role` are taken, and nothing leads to the class from its subject"
    return decided("Job" in item, words)


def _apart(bench: Bench) -> Cell:
    return Cell("–", "a schema in YAML has classes and slots, and no shapes")


def _names(bench: Bench) -> Cell:
    text = _fields(bench, "class: {}", "3dScan: {}", "größe: {}")
    _import(bench)
    found = re.findall(r"^    (\w+): Optional", text, re.MULTILINE)
    _make(bench, _ITEM + "      3dScan: {}\n", "python")
    other = bench.python("import made").last
    return judged(
        f"`gen-pydantic`: {listed(found)}; `gen-python` with `3dScan`: {other}",
        keyword="class_" in found,
        digit=any("3dScan" in name for name in found),
        letters="größe" in found,
        gen_python=other == "status 0",
    )


def _clash(bench: Bench) -> Cell:
    body = "slots:\n  name a: {alias: name, slot_uri: ex:name}\n  name b: {alias: name, slot_uri: other:name}\n"
    body += "classes:\n  Item: {slots: [name a, name b]}\n"
    text = _make(bench, body)
    item = text[text.find("class Item") :]
    names = re.findall(r"^    (\w*name\w*): ", item, re.MULTILINE)
    plain = (
        "slots:\n  foo bar: {slot_uri: ex:a}\n  foo_bar: {slot_uri: ex:b}\nclasses:\n  Item: {slots: [foo bar, foo_bar]}\n"
    )
    text = _make(bench, plain)
    spelt = re.findall(r"^    (foo_bar): ", text[text.find("class Item") :], re.MULTILINE)
    words = f"two slots of the alias `name`: {listed(names)}; slots `foo bar` and `foo_bar`: {listed(spelt)}"
    return judged(words, aliases=len(set(names)) == 2, spellings=len(set(spelt)) == 2)


def _shadow(bench: Bench) -> Cell:
    _fields(bench, "date: {range: date}", "later: {range: date}")
    said = _import(bench, "print(m.Item.model_fields['date'].annotation, m.Item.model_fields['later'].annotation)")
    return decided(said.count("datetime.date") == 2, f"fields `date` and `later`, both of dates: `{said[:120]}`")


def _class_names(bench: Bench) -> Cell:
    text = _make(bench, "classes:\n  Item: {class_uri: ex:Item}\n  OtherItem: {class_uri: other:Item}\n")
    words = "a class is called as in the schema, where a name stands once"
    return judged(words, local_name="class Item(" in text, told_apart="class OtherItem(" in text)


def _validate(bench: Bench) -> Cell:
    _fields(bench, "name: {}", "near: {range: Other}")
    tries = {"misspelt": "nmae='a'", "type": "name=1", "id": "near='not an iri'"}
    return judged(
        "arguments of the model",
        **{name: bench.python(f"import made; made.Item(id='ex:i', {text})").status != 0 for name, text in tries.items()},
    )


_TRIP = """
from linkml_runtime.utils.schemaview import SchemaView
from linkml_runtime.dumpers import rdflib_dumper
from linkml_runtime.loaders import rdflib_loader
view = SchemaView('made.yaml')
item = m.Item(id='ex:i', name='a', near=NEAR)
graph = rdflib_dumper.as_rdf_graph(item, view)
back = rdflib_loader.load(graph, target_class=m.Item, schemaview=view, ignore_unmapped_predicates=True)
print(back == item)
"""


def _round_trip(bench: Bench) -> Cell:
    found = {}
    for generator, near in (("pydantic", "'ex:o'"), ("python", "'ex:o'")):
        _make(bench, _ITEM + "      name: {}\n      near: {range: Other}\n" + _OTHER, generator)
        found[f"gen-{generator}"] = bench.python("import made as m" + _TRIP.replace("NEAR", near)).last[:160]
    return judged(
        f"`rdflib_dumper` and `rdflib_loader`: {listed(found)}",
        **{name.replace("-", "_"): said == "True" for name, said in found.items()},
    )


def _templates(bench: Bench) -> Cell:
    bench.write("mine/class.py.jinja", "class {{ name }}:\n    pass  # mine\n")
    source = str(bench.write("made.yaml", _HEAD + _ITEM))
    made = bench.must("gen-pydantic", "--template-dir", str(bench.folder / "mine"), source)
    return decided("# mine" in made, "`gen-pydantic --template-dir` with a `class.py.jinja` of one's own")


def _watch(bench: Bench) -> Cell:
    words = bench.must("gen-pydantic", "--help") + bench.must("gen-project", "--help")
    return decided("--watch" in words, "the help has no such option")


def _breaking(bench: Bench) -> Cell:
    words = bench.must("linkml", "--help")
    return decided(re.search(r"\b(breaking|compare|diff)\b", words), "the help of `linkml` has no such command")


def _pages(bench: Bench) -> Cell:
    source = str(bench.write("made.yaml", _HEAD + _ITEM))
    bench.must("gen-doc", "-d", str(bench.folder / "pages"), source)
    found = sorted(path.name for path in (bench.folder / "pages").iterdir())
    return decided("Item.md" in found, f"`gen-doc` writes {len(found)} pages, among them Item.md")


def _outputs(bench: Bench) -> Cell:
    source = str(bench.write("made.yaml", _HEAD + _ITEM + _NAME))
    made = {name: bench.run(f"gen-{name}", source) for name in ("json-schema", "graphql", "typescript")}
    return judged(
        "`gen-json-schema`, `gen-graphql`, `gen-typescript`",
        **{name.replace("-", "_"): not done.status and "Item" in done.out for name, done in made.items()},
    )


def _thousand(bench: Bench) -> Cell:
    classes = "".join(
        f"  C{n}:\n    attributes:\n" + "".join(f"      c{n}p{p}: {{}}\n" for p in range(5)) for n in range(1000)
    )
    _make(bench, "classes:\n" + classes)
    return Cell("yes", f"{_import(bench, 'print(sum(name[1:].isdigit() for name in dir(m)))')} classes can be imported")


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
