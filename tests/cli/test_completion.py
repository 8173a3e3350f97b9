"""Shells complete commands and options: each request gets its answer and no other output."""

from __future__ import annotations

import pytest

from agentprog.cli.main import status_of

_ASKED = {
    "bash": {"COMP_WORDS": "agentprog tr", "COMP_CWORD": "1"},
    "zsh": {"_TYPER_COMPLETE_ARGS": "agentprog tr"},
    "fish": {"_TYPER_COMPLETE_ARGS": "agentprog tr", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    "powershell": {"_TYPER_COMPLETE_ARGS": "agentprog tr", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "tr"},
}


@pytest.mark.parametrize("shell", _ASKED)
def test_a_command_is_completed(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_AGENTPROG_COMPLETE", f"complete_{shell}")
    for name, value in _ASKED[shell].items():
        monkeypatch.setenv(name, value)
    status = status_of([])
    captured = capsys.readouterr()
    assert status == 0
    assert "trace" in captured.out
    assert captured.err == ""
