"""`agentprog studio` on the command line: its link and its end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `studio` is not installed")


def test_the_studio_prints_its_link_as_json_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "agentprog", "studio", "--json", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=dict(os.environ),
    )
    assert process.stdout is not None
    link = json.loads(process.stdout.readline())["page"]
    assert link.startswith("http://127.0.0.1:")
    try:
        jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with jar.open(link, timeout=20) as page:
            assert page.status == 200
            assert b"<html" in page.read()
    finally:
        process.send_signal(signal.SIGINT)
        rest, printed = process.communicate(timeout=20)
    assert process.returncode == 0
    assert rest == ""
    assert "The studio has stopped" in printed
