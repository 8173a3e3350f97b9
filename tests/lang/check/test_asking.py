"""Questions to the user: the line names the user, and only the question itself is shown."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Ask
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("问我“几点？”，记为{x}", "几点？"),
        ("问我：“几点？”，存为{x}", "几点？"),
        ("询问我“几点？”，记录为{x}", "几点？"),
        ("请问我“几点？”，存为{x}", "几点？"),
        ("问一下我：「几点？」，存为{x}", "几点？"),
        ("向我询问“几点？”，存为{x}", "几点？"),
        ("问问用户“几点？”，存为{x}", "几点？"),
        ("问我几点，存为{x}", "几点"),
        ('Frag mich bitte "Wie spät?", merke es als {x}', "Wie spät?"),
        ("Frag mich mal, wie spät es ist, merke es als {x}", "wie spät es ist"),
        ("Fragen Sie mich „Wie spät?“, merke es als {x}", "Wie spät?"),
        ('Me preguntas "¿Hora?" y guárdalo como {x}', "¿Hora?"),
        ("Pregúnteme «¿Hora?», guárdalo como {x}", "¿Hora?"),
        ('Pregúntame a mí "¿Hora?", guárdalo como {x}', "¿Hora?"),
        ('Pregúntele al usuario: "¿Hora?", guárdalo como {x}', "¿Hora?"),
        ('Ask me "What time?", record as {x}', "What time?"),
    ],
)
def test_the_words_for_the_user_are_no_part_of_the_question(line: str, question: str) -> None:
    program = parse(line).program
    assert program is not None
    asked = program.body[0]
    assert isinstance(asked, Ask)
    assert str(asked.question) == question


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("问我妈几点回来，存为{x}", "STP137"),
        ("问我今天给谁发，存为{x}", "STP137"),
        ('Ask me quickly "Where?", record as {x}', "STP214"),
        ('Frag mich ganz kurz "Wo?", merke es als {x}', "STP214"),
        ('Pregúntame rápido "¿Dónde?", guárdalo como {x}', "STP214"),
    ],
)
def test_words_that_may_belong_to_the_question_or_not_are_reported(line: str, code: str) -> None:
    assert code in {finding.code for finding in check_text(f"{line}\n").diagnostics}


def test_a_question_in_plain_words_may_quote_and_is_reported_only_as_one_without_quotes() -> None:
    found = check_text('Ask me whether "Milk" is in stock, record as {x}\nTell user "{x}"\n').diagnostics
    assert [(one.code, one.suggestion) for one in found] == [
        ("STP209", 'write `Ask me "whether \\"Milk\\" is in stock", record as {x}`')
    ]
