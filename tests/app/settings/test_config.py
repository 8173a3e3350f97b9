"""The source of a setting, and the error of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.settings import config
from agentprog.app.settings.folders import user_file
from agentprog.app.settings.model import ARGUMENT, FLAG
from agentprog.errors import ConfigError
from agentprog.runtime.safety.policy import Policy


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_each_place_overrides_the_ones_below_it(tmp_path: Path) -> None:
    write(user_file(), 'model = "user"\nserial = "user"\nsteps = 1\nrun_dir = "u"\nseconds = 9')
    write(tmp_path / "agentprog.toml", 'model = "project"\nserial = "project"\nsteps = 2')
    settings = config.load(
        {"model": "flag", "serial": None},
        environ={"AGENTPROG_MODEL": "env", "ANDROID_SERIAL": "env"},
        directory=tmp_path,
    )
    assert (settings.model, settings.serial, settings.steps) == ("flag", "env", 2)
    assert settings.run_dir == user_file().parent / "u"
    assert settings.seconds == 9
    assert settings.origin["steps"] == str(tmp_path / "agentprog.toml")
    assert settings.origin["model"] == "a flag"


def test_nothing_set_anywhere_gives_the_defaults(tmp_path: Path) -> None:
    settings = config.load(environ={}, directory=tmp_path)
    assert (settings.model, settings.serial, settings.run_dir) == (None, None, Path("runs"))


def test_the_project_file_is_found_from_a_folder_below(tmp_path: Path) -> None:
    write(tmp_path / "agentprog.toml", 'run_dir = "out"')
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert config.load(environ={}, directory=below).run_dir == tmp_path / "out"


def test_a_named_file_takes_the_place_of_the_projects(tmp_path: Path) -> None:
    write(tmp_path / "agentprog.toml", 'model = "project"')
    other = write(tmp_path / "other.toml", 'model = "other"')
    assert config.load(environ={"AGENTPROG_CONFIG": str(other)}, directory=tmp_path).model == "other"


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.toml does not exist"):
        config.load(config=tmp_path / "missing.toml", environ={}, directory=tmp_path)
    write(tmp_path / "agentprog.toml", "")
    with pytest.raises(ConfigError, match=r"is a folder\nIt was .* mean .*agentprog\.toml\?"):
        config.load(config=tmp_path, environ={}, directory=tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('modle = "x"', "unknown key 'modle'\nDid you mean 'mode' or 'model'?"),
        ("steps = 0", "key 'steps' is 0: it must be at least 1"),
        ('steps = "12"', "key 'steps' is '12': it must be a whole number"),
        ("model =", "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path / "agentprog.toml", text)
    with pytest.raises(ConfigError) as caught:
        config.load(environ={}, directory=tmp_path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)


def test_no_settings_file_may_set_the_policy(tmp_path: Path) -> None:
    """A folder of another author must not allow actions that its user would be asked about."""
    write(tmp_path / "agentprog.toml", '[policy]\ndefault = "allow"')
    with pytest.raises(ConfigError, match="'policy' is not allowed in a file") as caught:
        config.load(environ={}, directory=tmp_path)
    assert "--policy" in caught.value.hint
    elsewhere = tmp_path / "agentprog.toml"
    elsewhere.unlink()
    assert config.load(environ={"AGENTPROG_POLICY": "allow"}, directory=tmp_path).policy == Policy()


@pytest.mark.parametrize(
    ("by", "message"), [(FLAG, "--max-cost is -1: it must be"), (ARGUMENT, "argument 'max_cost' is -1")]
)
def test_a_wrong_value_is_named_as_it_was_given(tmp_path: Path, by: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config.load({"max_cost": -1}, by=by, environ={}, directory=tmp_path)
    assert message in str(caught.value)


def test_a_named_phone_outranks_a_simulated_phone_of_a_file(tmp_path: Path) -> None:
    write(tmp_path / "agentprog.toml", "sim = true")
    assert config.load(environ={"ANDROID_SERIAL": "a"}, directory=tmp_path).sim
    assert not config.load({"serial": "a"}, environ={}, directory=tmp_path).sim
    assert config.load({"serial": "a", "sim": True}, environ={}, directory=tmp_path).sim


def test_paths_in_a_file_are_relative_to_it_and_folders_have_to_be_there(tmp_path: Path) -> None:
    write(tmp_path / "agentprog.toml", 'workspace = "files"')
    with pytest.raises(ConfigError, match=r"key .workspace. is .*there is no such folder"):
        config.load(environ={}, directory=tmp_path)
    (tmp_path / "files").mkdir()
    assert config.load(environ={}, directory=tmp_path).workspace == (tmp_path / "files").resolve()


def test_a_wrong_environment_variable_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="AGENTPROG_STEPS is 'many'"):
        config.load(environ={"AGENTPROG_STEPS": "many"}, directory=tmp_path)


def test_dotenv_fills_in_and_never_overrides_the_shell(tmp_path: Path) -> None:
    write(tmp_path / ".env", "# keys\nexport AGENTPROG_MODEL='file'\nOPENAI_API_KEY=from-file # mine\n")
    settings = config.load(environ={"AGENTPROG_MODEL": "shell"}, directory=tmp_path)
    assert settings.model == "shell"
    assert settings.environment["OPENAI_API_KEY"] == "from-file"


def test_a_broken_dotenv_line_is_named(tmp_path: Path) -> None:
    write(tmp_path / ".env", "A=1\nnonsense here\n")
    with pytest.raises(ConfigError, match=r"\.env:2: not a NAME=value line"):
        config.load(environ={}, directory=tmp_path)


def test_the_openai_base_url_counts_below_everything_else(tmp_path: Path) -> None:
    environment = {"OPENAI_BASE_URL": "http://localhost:1/v1"}
    assert config.load(environ=environment, directory=tmp_path).base_url == "http://localhost:1/v1"
    write(tmp_path / "agentprog.toml", 'base_url = "http://project/v1"')
    assert config.load(environ=environment, directory=tmp_path).base_url == "http://project/v1"
