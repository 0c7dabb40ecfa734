"""`names.lock.toml` keeps the names of a package where they are."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgrdf_codegen.generate import generate
from kgrdf_codegen.names_lock import NAMES_LOCK, NamesLock, read_names_lock

MEMBER = """
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
ex:Member a owl:Class ; rdfs:subClassOf kg:Person ; rdfs:comment "Of a club." .
ex:nick a owl:DatatypeProperty ; rdfs:domain ex:Member ; rdfs:range xsd:string .
"""
OTHER_NICK = "foaf:nick a owl:DatatypeProperty ; rdfs:domain ex:Member ; rdfs:range xsd:string .\n"
OTHER_MEMBER = 'foaf:Member a owl:Class ; rdfs:subClassOf kg:Person ; rdfs:comment "Of FOAF." .\n'
EX = "https://example.org/test#"
FOAF = "http://xmlns.com/foaf/0.1/"

Ontology = Callable[[str], Path]


def lock_of(out: Path) -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads((out / NAMES_LOCK).read_text(encoding="utf-8"))


def test_a_newcomer_takes_its_prefix_and_the_recorded_name_stays(ontology: Ontology, tmp_path: Path) -> None:
    out = tmp_path / "club"
    assert generate([ontology(MEMBER)], out).ok
    assert lock_of(out)["properties"][EX + "nick"] == {"python": "nick", "json": "nick"}
    assert generate([ontology(MEMBER + OTHER_NICK + OTHER_MEMBER)], out).ok
    lock = lock_of(out)
    assert lock["properties"][EX + "nick"] == {"python": "nick", "json": "nick"}
    assert lock["properties"][FOAF + "nick"] == {"python": "foaf_nick", "json": "foafNick"}
    assert lock["classes"][EX + "Member"] == {"python": "Member", "plural": "members", "file": "member"}
    assert lock["classes"][FOAF + "Member"] == {"python": "FoafMember", "plural": "foaf_members", "file": "foaf_member"}
    models = (out / "models.py").read_text(encoding="utf-8")
    assert "    nick: tuple[str, ...] = ()" in models
    assert "    foaf_nick: tuple[str, ...] = ()" in models


def test_both_take_their_prefix_where_they_come_at_once(ontology: Ontology, tmp_path: Path) -> None:
    assert generate([ontology(MEMBER + OTHER_NICK)], tmp_path / "club").ok
    properties = lock_of(tmp_path / "club")["properties"]
    assert (properties[EX + "nick"]["python"], properties[FOAF + "nick"]["python"]) == ("ex_nick", "foaf_nick")


def test_the_name_of_a_term_that_is_gone_stays_taken_and_is_told(ontology: Ontology, tmp_path: Path) -> None:
    out = tmp_path / "club"
    assert generate([ontology(MEMBER + OTHER_NICK.replace("nick", "handle"))], out).ok
    told = generate([ontology(MEMBER)], out).problems
    assert [str(problem).split(" ", 1)[1] for problem in told if problem.code == "N004"] == [
        f"N004 warning: <{FOAF}handle> is gone; its name handle is given to nothing else until its line under `retired` is "
        "deleted"
    ]
    assert lock_of(out)["retired"]["properties"] == {FOAF + "handle": {"python": "handle", "json": "handle"}}
    newcomer = "ex:handle a owl:DatatypeProperty ; rdfs:domain ex:Member ; rdfs:range xsd:string .\n"
    result = generate([ontology(MEMBER + newcomer)], out)
    assert [problem for problem in result.problems if problem.code == "N004"] == []
    assert lock_of(out)["properties"][EX + "handle"]["python"] == "ex_handle"


def test_a_name_given_by_hand_moves_the_record_and_stays_when_the_hand_is_gone(ontology: Ontology, tmp_path: Path) -> None:
    out = tmp_path / "club"
    assert generate([ontology(MEMBER)], out).ok
    assert generate([ontology(MEMBER + 'ex:nick kgc:pyName "alias_name" .')], out).ok
    assert lock_of(out)["properties"][EX + "nick"]["python"] == "alias_name"
    assert generate([ontology(MEMBER)], out).ok
    assert lock_of(out)["properties"][EX + "nick"]["python"] == "alias_name"


STATE = "ex:state a owl:DatatypeProperty ; rdfs:domain ex:Member ; rdfs:range xsd:string .\n"
IN = 'ex:M a sh:NodeShape ; sh:targetClass ex:Member ; sh:property [ sh:path ex:state ; sh:in ( "a" "b" ) ] .\n'
LISTED = MEMBER + STATE + IN
STATE_CLASS = 'ex:MemberState a owl:Class ; rdfs:subClassOf kg:Concept ; rdfs:comment "A class." .\n'


def test_a_class_of_the_name_of_a_recorded_enum_takes_its_prefix(ontology: Ontology, tmp_path: Path) -> None:
    out, enum = tmp_path / "club", f"{EX}Member {EX}state"
    assert generate([ontology(LISTED)], out).ok
    assert lock_of(out)["enums"][enum] == {"python": "MemberState"}
    assert generate([ontology(LISTED + STATE_CLASS)], out).ok
    assert lock_of(out)["enums"][enum] == {"python": "MemberState"}
    assert lock_of(out)["classes"][EX + "MemberState"]["python"] == "ExMemberState"
    problems = generate([ontology(LISTED + STATE_CLASS + 'ex:MemberState kgc:pyName "MemberState" .')], out).problems
    assert [str(problem).partition("test.ttl:")[2] for problem in problems if problem.level == "error"] == [
        "13:1 B006 the values of ex:state cannot be called 'MemberState': the name is taken; give the class of this name "
        "another kgc:pyName"
    ]


def test_an_enum_of_the_name_of_a_class_that_is_gone_takes_its_prefix(ontology: Ontology, tmp_path: Path) -> None:
    out = tmp_path / "club"
    assert generate([ontology(MEMBER + STATE_CLASS)], out).ok
    assert generate([ontology(LISTED)], out).ok
    assert lock_of(out)["enums"][f"{EX}Member {EX}state"] == {"python": "ExMemberState"}
    assert generate([ontology(LISTED + STATE_CLASS)], out).ok
    assert lock_of(out)["classes"][EX + "MemberState"]["python"] == "MemberState"


def test_terms_that_only_the_vocabulary_has_give_way_to_recorded_ones_too(ontology: Ontology, tmp_path: Path) -> None:
    out, term = tmp_path / "club", "ex:{} a owl:NamedIndividual .\n".format
    assert generate([ontology(MEMBER + 'ex:Member kgc:pyName "Zed" .\n' + term("a-b"))], out).ok
    zed = 'ex:Zed a owl:Class ; rdfs:subClassOf kg:Person ; rdfs:comment "Late." .\n'
    assert generate([ontology(MEMBER + zed + term("a-b") + term("a_b"))], out).ok
    terms = lock_of(out)["terms"]
    assert (terms[EX + "Member"]["class"], terms[EX + "Zed"]["class"]) == ("Zed", "ExZed")
    assert (terms[EX + "a-b"]["individual"], terms[EX + "a_b"]["individual"]) == ("A_B", "EX_A_B")


def test_a_name_that_is_gone_in_one_namespace_is_free_in_the_vocabulary_of_another(
    ontology: Ontology, tmp_path: Path
) -> None:
    out = tmp_path / "club"
    assert generate([ontology(MEMBER)], out).ok
    assert generate([ontology(MEMBER.replace("ex:nick", "foaf:nick"))], out).ok
    assert lock_of(out)["terms"][FOAF + "nick"] == {"property": "nick"}
    assert lock_of(out)["properties"][FOAF + "nick"]["python"] == "foaf_nick"


def test_another_prefix_in_the_file_moves_no_name(ontology: Ontology, tmp_path: Path) -> None:
    out = tmp_path / "club"
    path = ontology(MEMBER + OTHER_NICK)
    assert generate([path], out).ok
    before = (out / NAMES_LOCK).read_bytes()
    path.write_text(path.read_text(encoding="utf-8").replace("foaf:", "friends:"), encoding="utf-8")
    assert generate([path], out).ok
    assert (out / NAMES_LOCK).read_bytes() == before


def test_a_package_generated_anew_from_its_own_lock_is_the_same(ontology: Ontology, tmp_path: Path) -> None:
    out = tmp_path / "club"
    assert generate([ontology(MEMBER + OTHER_NICK)], out).ok
    assert generate([ontology(MEMBER + OTHER_NICK)], out, check=True).drift == ""


def test_a_lock_that_was_taken_away_is_drift(ontology: Ontology, tmp_path: Path) -> None:
    out = tmp_path / "club"
    assert generate([ontology(MEMBER)], out).ok
    (out / NAMES_LOCK).unlink()
    assert NAMES_LOCK in generate([ontology(MEMBER)], out, check=True).drift


def test_a_recorded_name_that_two_properties_of_a_new_class_share_is_refused(ontology: Ontology, tmp_path: Path) -> None:
    apart = (
        MEMBER
        + """
ex:Guest a owl:Class ; rdfs:subClassOf kg:Person ; rdfs:comment "Of a member." .
foaf:nick a owl:DatatypeProperty ; rdfs:domain ex:Guest ; rdfs:range xsd:string .
"""
    )
    both = 'ex:Both a owl:Class ; rdfs:subClassOf ex:Member , ex:Guest ; rdfs:comment "Both." .\n'
    assert generate([ontology(apart)], tmp_path / "club").ok
    problems = generate([ontology(apart + both)], tmp_path / "club").problems
    assert [problem.code for problem in problems if problem.level == "error"] == ["B006"]
    assert generate(
        [ontology(apart + both + 'foaf:nick kgc:pyName "foaf_nick" ; kgc:wireName "foafNick" .')], tmp_path / "club"
    ).ok


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("format = 1\n[classes\n", "2:9 N001 is not TOML"),
        ("[classes]\n", "1:1 N001 has no `format = 1`"),
        ("format = 1\n\n[colours]\n", "3:1 N001 colours is no table of names; classes, properties"),
        ('format = 1\n[classes]\n"urn:a" = "A"\n', "3:1 N001 <urn:a> has { python = …, plural = …, file = … } behind it"),
        ('format = 1\n[classes]\n"urn:a" = { pyhton = "A" }\n', "3:1 N001 <urn:a> has {"),
        ('format = 1\n[classes]\n"urn:a" = { python = "a b" }\n', "3:1 N002 'a b' cannot be the name of <urn:a>"),
        ('format = 1\n[classes]\n"urn:a" = { file = "../a" }\n', "3:1 N002 '../a' cannot be"),
        ('format = 1\n[classes]\n"urn:a" = { plural = "__init__" }\n', "3:1 N002 '__init__' cannot be"),
        ('format = 1\n[properties]\n"urn:a" = { python = "_x" }\n', "3:1 N002 '_x' cannot be"),
        ('format = 1\n[properties]\n"urn:a" = { python = "class" }\n', "3:1 N002 'class' cannot be"),
        ('format = 1\n[classes]\n"urn:a" = { python = "str" }\n', "3:1 N002 'str' cannot be"),
        ('format = 1\n[enums]\n"urn:a" = { python = "_State" }\n', "3:1 N002 '_State' cannot be"),
        ('format = 1\n[retired.classes]\n"urn:a" = { python = "a" }\n', "3:1 N002 'a' cannot be"),
        ('format = 1\n[properties]\n"urn:a" = { python = "Nick" }\n', "3:1 N002 'Nick' cannot be"),
        ('format = 1\n[properties]\n"urn:a" = { python = "\ufb01x" }\n', "3:1 N002 '\ufb01x' cannot be"),
        ('format = 1\n[properties]\n"urn:a" = { json = "_x" }\n', "3:1 N002 '_x' cannot be"),
        ('format = 1\n[terms]\n"urn:a" = { property = "Up", class = "Up" }\n', "3:1 N002 'Up' cannot be"),
        ('format = 1\n[classes]\n"urn:a" = { python = 1 }\n', "3:1 N002 1 cannot be"),
        ('format = 1\n[classes]\n"urn:a" = { python = "A" }\n"urn:a" = { python = "B" }\n', "4:27 N001 is not TOML"),
        ('format = 1\n[enums]\n"a" = { python = "A" }\n[retired.enums]\n"b" = { python = "A" }\n', "5:1 N003 'A' is"),
        ('format = 1\n[properties]\n"urn:a" = { json = "\\"; x" }\n', "3:1 N002 '\"; x' cannot be"),
        (
            'format = 1\n[classes]\n"urn:a" = { python = "A" }\n"urn:b" = { python = "A" }\n',
            "4:1 N003 'A' is the name of <urn:a> already",
        ),
        (
            'format = 1\n[classes]\n"urn:a" = { python = "A" }\n[retired.classes]\n"urn:a" = { python = "B" }\n',
            "5:1 N003 <urn:a> is retired and is not",
        ),
    ],
)
def test_a_lock_that_cannot_be_right_is_told_with_its_line(text: str, told: str, tmp_path: Path) -> None:
    out = tmp_path / "club"
    assert generate([], out).ok
    before = {path: path.read_bytes() for path in out.rglob("*.*")}
    (out / NAMES_LOCK).write_text(text, encoding="utf-8")
    (problem, *_) = generate([], out).problems
    assert f"{NAMES_LOCK}:{told}" in str(problem)
    (out / NAMES_LOCK).write_bytes(before[out / NAMES_LOCK])
    assert {path: path.read_bytes() for path in out.rglob("*.*")} == before


def test_names_in_every_script_are_read_again(ontology: Ontology, tmp_path: Path) -> None:
    terms = ("नाम", "ชื่อ", "اسم", "名前", "ΐ", "x%CC%82", "a%C2%A8b", "3d", "class")
    body = "".join(
        f"<{EX}{term}> a owl:DatatypeProperty ; rdfs:domain ex:Member ; rdfs:range xsd:string .\n" for term in terms
    )
    given_by_hand = 'ex:nick kgc:pyName "उपनाम" ; kgc:wireName "उपनाम" .\n'
    path, out = ontology(MEMBER + body + given_by_hand), tmp_path / "club"
    assert generate([path], out).ok
    assert {EX + term for term in terms} <= lock_of(out)["properties"].keys()
    assert lock_of(out)["properties"][EX + "nick"] == {"python": "उपनाम", "json": "उपनाम"}
    assert generate([path], out, check=True).ok


NAMES = st.from_regex(r"[a-zäß][a-z_0-9]{0,6}", fullmatch=True).filter(
    lambda name: name not in ("as", "if", "is", "in", "or")
)
ROWS = st.dictionaries(st.text(min_size=1), st.fixed_dictionaries({"python": NAMES, "json": NAMES}))


@given(ROWS, ROWS)
def test_what_was_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, live: dict[str, dict[str, str]], gone: dict[str, dict[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("lock") / NAMES_LOCK
    lock = NamesLock({"properties": live}, {"properties": {iri: row for iri, row in gone.items() if iri not in live}})
    path.write_text(lock.render(), encoding="utf-8", newline="\n")
    again, problems = read_names_lock(path)
    assert problems == []
    assert again.render() == lock.render()
    assert again.live.get("properties", {}) == live
