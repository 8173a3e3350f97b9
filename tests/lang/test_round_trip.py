"""Text and tree are the same thing: what is written is read back as it was."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from agentprog.lang import parse, unparse
from agentprog.lang.ast import Program
from tests.lang.strategies import PROGRAMS

_QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@_QUICK
@given(PROGRAMS)
def test_a_program_written_and_read_is_the_same(program: Program) -> None:
    text = unparse(program)
    again = parse(text).program or Program()
    assert again.body == program.body
    assert again.header == program.header
