"""Shell scripts become syntax; what is no script says so in sh's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.phone.shell.parser import parse
from agentprog.phone.shell.syntax import For, Group, If, Incomplete, ShellSyntaxError, Simple, While


def first(text: str) -> object:
    return parse(text).items[0].pipelines[0][1].commands[0]


def test_operators_join_commands_in_their_order() -> None:
    (item,) = parse("a && b || c").items
    assert [operator for operator, _ in item.pipelines] == ["", "&&", "||"]
    assert len(parse("a; b; c").items) == 3
    assert len(parse("a | b | c").items[0].pipelines[0][1].commands) == 3


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("if a; then b; elif c; then d; else e; fi", If),
        ("for x in 1 2; do echo $x; done", For),
        ("while a; do b; done", While),
        ("(a; b)", Group),
        ("{ a; b; }", Group),
        ("X=1 Y=2 cmd", Simple),
    ],
)
def test_compound_commands_are_recognised(text: str, kind: type) -> None:
    assert isinstance(first(text), kind)


def test_keywords_are_plain_words_behind_a_command() -> None:
    command = first("echo if then fi do done")
    assert isinstance(command, Simple)
    assert [word.bare for word in command.words] == ["echo", "if", "then", "fi", "do", "done"]


@pytest.mark.parametrize(
    "text", ["echo 'a", 'echo "a', "echo `a", "echo $(a", "if a; then", "a &&", "(a", "for x in 1; do"]
)
def test_scripts_that_are_cut_short_could_still_be_mended(text: str) -> None:
    with pytest.raises(Incomplete):
        parse(text)


@pytest.mark.parametrize("text", [")", "a; ;b", "fi", "a | | b", "&& a", "for 1 do", "${}"])
def test_nonsense_is_a_syntax_error(text: str) -> None:
    with pytest.raises(ShellSyntaxError):
        parse(text)


def test_deep_nesting_is_an_error_and_not_a_crash() -> None:
    with pytest.raises(ShellSyntaxError, match="too deeply"):
        parse("$(" * 200 + "a" + ")" * 200)


@given(st.text(alphabet="ab '\"$(){}|&;<>`\\\n#=*?!~0", max_size=40))
def test_any_text_parses_or_is_a_syntax_error(text: str) -> None:
    try:
        parse(text)
    except ShellSyntaxError:
        return
