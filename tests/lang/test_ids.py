"""Step ids: a line keeps its id when other lines change."""

from __future__ import annotations

from agentprog.lang.ast import Program, Ref, Template
from agentprog.lang.parser import parse
from agentprog.lang.visit import statements
from agentprog.lang.writing.fmt import format_text


def ids(text: str) -> list[str]:
    return [s.id for s in statements(parse(text).program or Program())]


def test_ids_survive_edits_elsewhere() -> None:
    before = ids('Tap "a"\nRepeat 2 times:\n    Tap "b"\n    Tap "c"')
    after = ids('Tap "new"\nTap "a"\nRepeat 2 times:\n    Tap "b"\n    Tap "x"\n    Tap "c"')
    assert set(before) <= set(after)


def test_ids_survive_another_spelling_and_formatting() -> None:
    text = "iterate through every dessert in {menu}, record as {d}\n  tell the user {d}"
    assert ids(text) == ids(format_text(text))
    assert ids("set {a} to 3") == ids("{a} = 3")


def test_equal_lines_have_different_ids_also_in_other_blocks() -> None:
    found = ids('Tap "a"\nTap "a"\nRepeat 2 times:\n    Tap "a"\nRepeat 2 times:\n    Tap "a"')
    assert len(set(found)) == len(found)


def test_the_exact_lines_of_a_step_do_not_change_ids() -> None:
    unbraced = ids('In the "A" app, do it\nTap "b"')
    done = ids('In the "A" app, do it\n    exactly:\n        Tap "x"\nTap "b"')
    assert done == unbraced
    assert ids('In the "A" app, do it\n    exactly:\n        Tap "y"\n        Press back\nTap "b"') == unbraced


def test_equality_leaves_ids_places_and_comments_out() -> None:
    assert parse('tap "a"  # x').program == parse('\n\nTap on "a"').program


def test_a_template_renders_with_the_values_of_the_lookup() -> None:
    template = Template.of("hello ", "", Ref(name="x", path=("name",)), "!", "!")
    assert template.parts == ("hello ", Ref(name="x", path=("name",)), "!!")
    assert template.render(lambda ref: ref.unbraced.upper()) == "hello X.NAME!!"
    assert str(template) == "hello {x.name}!!"
    assert template.constant is None
    assert Template.of("a").constant == "a"
