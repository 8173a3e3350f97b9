"""The shell runs scripts as a phone's sh does: output, errors apart, exit codes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from agentprog.phone.rig import ShellResult

Sh = Callable[[str], ShellResult]

SCRIPTS = [
    ("echo a; echo b", "a\nb\n", 0),
    ("false && echo no || echo yes", "yes\n", 0),
    ("true && false; echo $?", "1\n", 0),
    ("! true; echo $?", "1\n", 0),
    ("exit 3; echo never", "", 3),
    ("(exit 4); echo $?", "4\n", 0),
    ("X=1; echo \"[$X]\" '[$X]' [$X]", "[1] [$X] [1]\n", 0),
    ("X=out sh -c 'echo in'; echo ${X:-unset}", "in\nunset\n", 0),
    ("echo $(echo a b) `echo c`", "a b c\n", 0),
    ("echo \"$(printf 'a\\nb')\"", "a\nb\n", 0),
    ("X='a  b'; echo $X; echo \"$X\"", "a b\na  b\n", 0),
    ("for x in 1 2 3; do echo -n $x; done; echo", "123\n", 0),
    ("i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i", "3\n", 0),
    ("for x in 1 2 3 4; do if [ $x = 2 ]; then continue; fi; [ $x = 4 ] && break; echo $x; done", "1\n3\n", 0),
    ("echo $((2+3*4)) $((7/2)) $((10%3))", "14 3 1\n", 0),
    ("x=/sdcard/a.b.txt; echo ${x##*/} ${x%.*} ${#x}", "a.b.txt /sdcard/a.b 15\n", 0),
    ("printf '%s-%03d\\n' a 7 b 8", "a-007\nb-008\n", 0),
    ("printf 'b\\na\\nb\\n' | sort | uniq -c", "      1 a\n      2 b\n", 0),
    ("printf 'x=1\\ny=2\\n' | grep -c =", "2\n", 0),
    ("seq 5 | tail -n 2 | head -1", "4\n", 0),
    ("echo hello | tr a-z A-Z | sed 's/L/1/g'", "HE11O\n", 0),
    ("echo a:b:c | cut -d: -f2,3", "b:c\n", 0),
    ("both() { echo $1-$2; return 3; }; both a b; echo $?", "a-b\n3\n", 0),
    ("cat <<< hi", "hi\n", 0),
    ("echo 'unterminated", "", 1),
    ("nosuch", "", 127),
    ("cd /sdcard && pwd", "/sdcard\n", 0),
    ("echo a#b # c", "a#b\n", 0),
    ("[ -d /sdcard ] && [ ! -f /sdcard ] && echo folder", "folder\n", 0),
    ("test 2 -gt 10; echo $?", "1\n", 0),
    ("echo 1 2>/dev/null >&2; echo $?", "0\n", 0),
    ("exec echo gone; echo never", "gone\n", 0),
]


@pytest.mark.parametrize(("script", "out", "code"), SCRIPTS)
def test_script(sh: Sh, script: str, out: str | None, code: int) -> None:
    done = sh(script)
    assert done.code == code, done
    if out is not None:
        assert done.stdout == out


def test_errors_go_to_stderr_in_the_shells_words(sh: Sh) -> None:
    assert sh("nosuch").stderr == "/system/bin/sh: nosuch: inaccessible or not found\n"
    assert sh("cat /nope").stderr == "cat: /nope: No such file or directory\n"
    assert sh("echo 'a").stderr == "/system/bin/sh: no closing quote\n"
    assert sh("cat /nope 2>&1").stdout == "cat: /nope: No such file or directory\n"
    assert sh("cat /nope 2>/dev/null") == ShellResult(code=1, stdout="", stderr="")


def test_files_are_written_appended_and_read(sh: Sh) -> None:
    assert sh("cd /sdcard; echo one > f.txt; echo two >> f.txt; cat < f.txt").stdout == "one\ntwo\n"
    assert sh("wc -l /sdcard/f.txt").stdout == "2 /sdcard/f.txt\n"
    assert sh("md5sum -b /sdcard/f.txt").stdout == hashlib.md5(b"one\ntwo\n").hexdigest() + "\n"
    assert (
        sh("cp /sdcard/f.txt /sdcard/g.txt && mv /sdcard/g.txt /sdcard/Documents && cat /sdcard/Documents/g.txt").stdout
        == "one\ntwo\n"
    )
    assert sh("rm /sdcard/f.txt && ls /sdcard/f.txt").stderr == "ls: /sdcard/f.txt: No such file or directory\n"
    assert sh("rm /sdcard/Documents").stderr == "rm: /sdcard/Documents: is directory\n"
    assert sh("mkdir -p /sdcard/a/b && touch /sdcard/a/b/c && find /sdcard/a -type f").stdout == "/sdcard/a/b/c\n"
    assert sh("rm -rf /sdcard/a; [ -e /sdcard/a ]").code == 1


def test_patterns_name_files_unless_quoted(sh: Sh) -> None:
    sh("mkdir -p /sdcard/p; touch /sdcard/p/a.txt /sdcard/p/b.txt /sdcard/p/c.md")
    assert sh("echo /sdcard/p/*.txt").stdout == "/sdcard/p/a.txt /sdcard/p/b.txt\n"
    assert sh("cd /sdcard/p; echo [ab]*").stdout == "a.txt b.txt\n"
    assert sh("echo '/sdcard/p/*.txt' /sdcard/p/*.none").stdout == "/sdcard/p/*.txt /sdcard/p/*.none\n"


def test_commands_of_a_pipeline_run_side_by_side(sh: Sh) -> None:
    """An endless writer ends when its reader has seen enough."""
    assert sh("while true; do echo tick; done | head -n 3").stdout == "tick\n" * 3


def test_variables_of_one_command_are_not_those_of_the_next(sh: Sh) -> None:
    assert sh("MARK=1; echo $MARK").stdout == "1\n"
    assert sh("echo [$MARK]").stdout == "[]\n"


def test_text_arrives_as_it_was_written(sh: Sh) -> None:
    assert sh("echo 'é 你好 😀 $HOME `id` \\n'").stdout == "é 你好 😀 $HOME `id` \\n\n"
