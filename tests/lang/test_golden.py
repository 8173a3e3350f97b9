"""The golden files: program texts with their trees and diagnostics."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Program
from agentprog.lang.parser import parse
from agentprog.lang.writing.unparse import unparse
from tests.lang.golden import FOLDER, Chunk, actual, chunks

CHUNKS = [chunk for path in sorted(FOLDER.glob("*.stp")) for chunk in chunks(path)]


@pytest.mark.parametrize(
    ("chunk", "part"), [(c, p) for c in CHUNKS for p in c.parts], ids=lambda v: getattr(v, "id", v)
)
def test_a_chunk_gives_its_written_result(chunk: Chunk, part: str) -> None:
    assert actual(chunk, part) == chunk.parts[part]


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda c: c.id)
def test_chunk_is_the_same_program_when_written_and_read_again(chunk: Chunk) -> None:
    program = parse(chunk.text, mode="lenient" if chunk.lenient else "strict").program or Program()
    again = parse(unparse(program)).program or Program()
    assert (again.header, again.body) == (program.header, program.body)


def test_every_chunk_has_a_part_and_a_unique_title() -> None:
    assert len(CHUNKS) > 60
    assert all(chunk.parts for chunk in CHUNKS)
    ids = [chunk.id for chunk in CHUNKS]
    assert len(set(ids)) == len(ids)
