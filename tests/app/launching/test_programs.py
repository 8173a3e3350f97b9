"""Reading program files, and telling whether a program needs a phone at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.launching.programs import needs_phone, read_program
from agentprog.errors import UsageError
from agentprog.lang.parser import parse


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ('Set {x} to 1\nTell user "{x}"', False),
        ("If {x} > 1:\n    Tell user 1", False),
        ('Read table "a.csv" as {t}', False),
        ('Open the "Contacts" app', True),
        ('In the "Contacts" app, add Ada', True),
        ("Repeat 2 times:\n    Press back", True),
        ('If "Sent" appears:\n    Tell user 1', True),
        ("Verify that the message was sent", True),
        ('Define a task named "go"\n    Tap "OK"', True),
    ],
)
def test_a_program_needs_a_phone_when_it_looks_or_acts(text: str, needed: bool) -> None:
    program = parse(text).program
    assert program is not None
    assert needs_phone(program) is needed


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_bytes(b"\xef\xbb\xbfTell user 1\n")
    written = read_program(tmp_path / "p.stp")
    assert written.text == "Tell user 1\n"
    assert written.folder == tmp_path


def test_a_folder_is_no_program(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder"):
        read_program(tmp_path)
