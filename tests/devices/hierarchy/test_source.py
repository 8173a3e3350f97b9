"""Dumps in every known form of a phone or a person."""

from __future__ import annotations

import codecs
import string
import time
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentprog.devices.hierarchy import mask_passwords, read_elements, read_hierarchy


@pytest.fixture(scope="module")
def simple(trees: SimpleNamespace) -> str:
    return trees.dump(trees.node("FrameLayout", (0, 0, 100, 200), trees.node("TextView", (0, 0, 50, 20), text="né 你")))


def texts(raw: str | bytes) -> list[str]:
    return [node.text for node in read_hierarchy(raw).walk() if node.text]


@pytest.mark.parametrize(
    "encode",
    [
        lambda s: s.encode(),
        lambda s: codecs.BOM_UTF8 + s.encode(),
        lambda s: codecs.BOM_UTF16_LE + s.encode("utf-16-le"),
        lambda s: codecs.BOM_UTF16_BE + s.encode("utf-16-be"),
        lambda s: s.encode("utf-16-le"),
        lambda s: s.encode("utf-16-be"),
        lambda s: "\ufeff" + s,
    ],
    ids=["utf8", "utf8 bom", "utf16 le", "utf16 be", "utf16 le bare", "utf16 be bare", "str with bom"],
)
def test_any_encoding_is_read_whatever_the_declaration(encode: object, simple: str) -> None:
    assert texts(encode(simple)) == ["né 你"]  # type: ignore[operator]


def test_a_declared_encoding_is_believed_where_utf8_fails(simple: str) -> None:
    raw = simple.replace("UTF-8", "gb18030").replace("né 你", "你好")
    assert texts(raw.encode("gb18030")) == ["你好"]


def test_an_unknown_declared_encoding_does_not_stop_the_reading(simple: str) -> None:
    raw = simple.replace("UTF-8", "x-nonsense").encode("latin-1", errors="replace")
    assert texts(raw)[0].startswith("n")


def test_text_after_the_root_is_ignored(simple: str) -> None:
    assert texts(simple + "\nUI hierchary dumped to: /dev/tty & more < of it") == ["né 你"]


def test_words_before_the_xml_are_ignored(simple: str) -> None:
    assert texts("WARNING: linker: something\n" + simple) == ["né 你"]


def test_several_documents_are_several_windows(simple: str) -> None:
    assert len(read_hierarchy(simple + simple).roots) == 2


def test_an_error_message_is_a_problem_and_no_nodes() -> None:
    found = read_hierarchy("ERROR: null root node returned by UiTestAutomationBridge.\n")
    assert found.roots == ()
    assert found.problem == "ERROR: null root node returned by UiTestAutomationBridge."


@pytest.mark.parametrize(
    "raw", ["", b"", "   ", "<", "<<<>>>", "<hierarchy", '<hierarchy rotation="0" />', b"\xff\xfe"]
)
def test_nothing_readable_is_no_nodes_and_a_problem(raw: str | bytes) -> None:
    found = read_hierarchy(raw)
    assert found.roots == ()
    assert found.problem


def test_control_characters_and_bare_ampersands_are_survived(simple: str) -> None:
    raw = simple.replace("né 你", "a\x00b\x0bc & d &#0; &bogus; e")
    assert len(texts(raw)) == 1
    assert texts(raw)[0].endswith("&bogus; e")


def test_lone_surrogates_are_survived(simple: str) -> None:
    assert len(texts(simple.replace("né", "\ud83d"))) == 1


def test_a_cut_file_keeps_its_complete_nodes(trees: SimpleNamespace) -> None:
    rows = [trees.node("TextView", (0, i * 10, 50, i * 10 + 9), text=f"row {i}") for i in range(20)]
    raw = trees.dump(trees.node("ListView", (0, 0, 100, 400), *rows))
    assert "row 9" in texts(raw[: raw.index("row 11")])


def test_elements_named_by_their_class_are_nodes() -> None:
    raw = (
        '<hierarchy><android.widget.FrameLayout bounds="[0,0][9,9]">'
        '<android.widget.Button text="Go" bounds="[1,1][8,8]" clickable="true"/></android.widget.FrameLayout>'
        "</hierarchy>"
    )
    assert [node.class_name for node in read_hierarchy(raw).walk()][-1] == "android.widget.Button"


@pytest.mark.parametrize(
    "bounds", ["", "[1,2]", "[a,b][c,d]", "[9,9][1,1]", "[-5,-5][-1,-1]", "[1,1][99999999999999,9]"]
)
def test_impossible_bounds_are_survived(bounds: str) -> None:
    read_elements(read_hierarchy(f'<hierarchy><node text="x" clickable="true" bounds="{bounds}"/></hierarchy>'))


def test_missing_attributes_have_their_usual_values() -> None:
    (found,) = read_hierarchy('<hierarchy><node bounds="[0,0][5,5]"/></hierarchy>').roots
    assert (found.enabled, found.visible, found.clickable, found.text) == (True, True, False, "")


def test_a_very_deep_tree_is_read_fast_and_without_overflow() -> None:
    depth = 20_000
    open_node = '<node bounds="[0,0][90,90]" text="d" clickable="true">'
    raw = "<hierarchy>" + open_node * depth + "</node>" * depth + "</hierarchy>"
    began = time.perf_counter()
    found = read_hierarchy(raw)
    assert sum(1 for _ in found.walk()) == depth
    read_elements(found)
    assert time.perf_counter() - began < 20


def test_entities_are_not_expanded() -> None:
    lol = '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    found = read_hierarchy(f'{lol}<hierarchy><node text="&b;" bounds="[0,0][5,5]"/></hierarchy>')
    assert all(len(node.text) < 20 for node in found.walk())


def test_external_entities_are_not_fetched(tmp_path: object) -> None:
    secret = tmp_path / "secret.txt"  # type: ignore[operator]
    secret.write_text("hidden")
    raw = f'<!DOCTYPE l [<!ENTITY x SYSTEM "file://{secret}">]><hierarchy><node text="&x;" bounds="[0,0][5,5]"/>'
    assert all("hidden" not in node.text for node in read_hierarchy(raw).walk())


def test_password_content_is_masked_in_the_dump_itself(trees: SimpleNamespace) -> None:
    raw = trees.dump(trees.node("EditText", (0, 0, 90, 90), text="s3cret&", flags="password"))
    masked = mask_passwords(raw)
    assert "s3cret" not in masked
    assert texts(masked) == ["•" * 7]


@settings(max_examples=150)
@given(st.one_of(st.text(max_size=300), st.binary(max_size=300)))
def test_no_input_raises(raw: str | bytes) -> None:
    read_elements(read_hierarchy(raw))


@settings(max_examples=150)
@given(data=st.data())
def test_no_damage_to_a_dump_raises(data: st.DataObject, simple: str) -> None:
    at = data.draw(st.integers(0, len(simple)))
    noise = data.draw(st.text(alphabet=string.printable + "\x00\x0b<>&\"'你", max_size=12))
    cut = data.draw(st.integers(at, len(simple)))
    read_elements(read_hierarchy(simple[:at] + noise + simple[cut:]))


def test_nodes_with_reordered_or_missing_attributes_are_read_alike() -> None:
    raw = (
        '<hierarchy rotation="1"><node class="a.View" bounds="[0,0][9,9]" clickable="true" text="one">'
        '<node text="two" clickable="true" bounds="[0,0][9,9]" class="a.View" displayed="false"/>'
        '<node bounds="[0,0][9,9]"/></node></hierarchy>'
    )
    found = read_hierarchy(raw)
    assert found.rotation == 1
    facts = [(node.text, node.class_name, node.clickable, node.visible, node.enabled) for node in found.walk()]
    assert facts == [
        ("one", "a.View", True, True, True),
        ("two", "a.View", True, False, True),
        ("", "", False, True, True),
    ]
