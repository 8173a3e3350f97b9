"""Single values written into a settings file that another author wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.settings.file import save, with_values
from agentprog.errors import ConfigError

WRITTEN = """\
# mine
model = "openai:gpt-5-mini"  # the cheap one
steps = 40

[unknown]
serial = "in a table of its own"
"""


def test_a_value_is_replaced_added_or_removed_and_all_else_stays() -> None:
    changed = with_values(WRITTEN, {"model": 'llamacpp:"quoted" 你好', "serial": "R5CT"})
    assert changed.splitlines() == [
        "# mine",
        'model = "llamacpp:\\"quoted\\" 你好"',
        "steps = 40",
        'serial = "R5CT"',
        "",
        "[unknown]",
        'serial = "in a table of its own"',
    ]
    assert with_values('model = "x"\n', {"model": None}) == ""
    assert with_values("", {"serial": "a"}) == 'serial = "a"\n'


def test_a_file_is_made_with_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    save(file, {"serial": "a", "model": None})
    save(file, {"serial": "b"})
    assert file.read_text() == 'serial = "b"\n'
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


def test_a_file_that_is_no_toml_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("serial = = =")
    with pytest.raises(ConfigError, match="not valid TOML"):
        save(file, {"serial": "a"})
    assert file.read_text() == "serial = = ="


def test_a_key_that_cannot_be_set_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('"serial" = "quoted key"\n')
    with pytest.raises(ConfigError):
        save(file, {"serial": "a"})
