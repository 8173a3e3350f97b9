"""The docs are true: links lead somewhere, the code prints quoted messages, and every command can be typed.

A command is run when it needs nothing but this computer. The others are read by the parser of the command line, which
knows their words and options, and are listed in `NOT_RUN` with the reason; a command in neither place is an error.
"""

from __future__ import annotations

import ast
import gc
import io
import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.core import TyperGroup

from agentprog.cli.main import _with_command, status_of
from agentprog.cli.tree import load_all
from agentprog.errors import AgentProgError, Stop

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
# Made from the command tree itself, by a test of its own.
COMMANDED = [page for page in PAGES if page.name not in ("cli.md", "CHANGELOG.md")]

# Patterns of commands that are read and not run, each with the reason.
NOT_RUN = {
    r"^agentprog (run|plan)\b.*(llamacpp|openai|gemini):": "needs a model",
    r"^agentprog (run|plan)\b.*MODEL": "stands for a model of the reader's",
    r"^agentprog (run|plan) (?!--sim)": "needs a phone, and one that the reader owns or a program of the reader's",
    r"^agentprog studio\b": "serves a page until it is ended; tests/studio serves and asks it",
    r"^agentprog run .*--studio\b": "opens a browser; tests/studio serves and asks the page",
    r"^agentprog devices$": "asks the adb server of the reader; tests/cli/commands/test_devices.py runs it",
    r"^agentprog (check|fmt|show)( --[a-z]+)*$": "named in a sentence, without its file",
    r"^agentprog (setup|pair|connect|disconnect)\b": "needs a phone on a cable or in the network",
    r"^agentprog doctor( --full| --record \S+| --against \S+)?$": "examines the phone that is attached",
    r"^agentprog alias set\b": "reads the contacts of the phone that is attached; tests/cli/commands/test_alias.py",
    r"^agentprog observe( -s .*)?$": "reads the phone that is attached",
    r"^agentprog observe --hierarchy": "reads files of the reader's",
    r"^agentprog models (pull|probe)\b": "downloads or loads weights",
    r"^agentprog bench (run|oracle|report|compare)\b": "takes minutes; tests/bench runs its parts",
    r"^agentprog learn \w+": "reads files of the reader's, or plays and trains for minutes; tests/learn runs its parts",
    r"^agentprog bench androidworld\b": "needs a checkout of AndroidWorld; tests/bench/androidworld has a fake",
    r"^agentprog phone (start|sql|screenshot|stop|list)\b": "test_a_lasting_phone_is_used_as_the_docs_describe",
    r"^agentprog (resume|trace)\b": "needs a run that was made before: test_a_run_is_looked_at_as_the_docs_describe",
    r"^agentprog compile\b": "needs a run that was made before; tests/app/test_compiling.py compiles some",
    r"^agentprog recipes import\b": "takes what another computer exported; tests/cli/commands/test_recipes.py",
    r"^agentprog (check|fmt|show)\b.*\b(greet|text_hana|errands|FILE)\b": "files that the reader wrote",
    r"^agentprog run --sim --dry-run": "test_a_run_is_looked_at_as_the_docs_describe",
    r"^agentprog run --sim (--\S+ \S+ )*examples/(cookbook|tutorial)/": "tests/e2e/test_examples.py runs each",
    r"^agentprog run --sim examples/(errands|hello)\.stp": "tests/e2e/test_examples.py runs it",
    r"^agentprog --install-completion": "writes into the reader's shell; tests/cli/test_completion.py asks it",
    r"^agentprog run( --sim)?$": "named in a sentence, without what is run",
}


@dataclass(frozen=True)
class Command:
    page: str
    line: int
    text: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text)[1:]

    @property
    def reason(self) -> str:
        return next((why for pattern, why in NOT_RUN.items() if re.search(pattern, self.text)), "")


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Lines of code, fenced as `console` or `sh` or indented by four, and code within a line."""
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fence = "" if fence else line[3:] or "plain"
        elif fence in ("console", "sh"):
            yield number, line.removeprefix("$ ")
        elif not fence and line.startswith("    "):
            yield number, line.strip().removeprefix("$ ")
        elif not fence:
            for found in re.findall(r"`([^`]+)`", line):
                yield number, found


def _commands() -> Iterator[Command]:
    for page in COMMANDED:
        for number, line in _blocks(page.read_text(encoding="utf-8")):
            text = re.sub(r"\s+#.*$", "", line.replace(".venv/bin/agentprog", "agentprog")).strip()
            # A bare name of a group, a synopsis with a choice, and a quote that continues below are no command lines.
            if not re.match(r'agentprog (--?\w|[a-z]+\b|")', text) or re.search(r"[|…]|\.\.\.|[A-Z]\[|RUN CALL$", text):
                continue
            if text.count('"') % 2 == 0 and not text.endswith("\\"):
                yield Command(page.name, number, text)


COMMANDS = list(_commands())
UNIQUE = sorted({command.text: command for command in COMMANDS}.values(), key=lambda command: command.text)


@cache
def commands_of_the_line() -> Any:
    return typer.main.get_command(load_all())  # with the options for completion


def _wrong(words: list[str]) -> str:
    """The command line's error about an unknown word or option; empty if it knows all of them."""
    group = commands_of_the_line()
    if words[0].startswith("-"):
        return "" if words[0] in {name for parameter in group.params for name in parameter.opts} else words[0]
    words = words if words[0] in group.commands else _with_command(words)
    command: Any = group
    while isinstance(command, TyperGroup) and words:
        if words[0] not in command.commands:
            return f"no command {words[0]}"
        command, words = command.commands[words[0]], words[1:]
    known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    return ", ".join(given - known - {"--help", "-h", "--debug"})


def test_the_docs_have_commands() -> None:
    assert len(UNIQUE) >= 60


@pytest.mark.parametrize("page", COMMANDED, ids=lambda page: page.name)
def test_the_commands_exist_with_their_options(page: Path) -> None:
    there = [command for command in COMMANDS if command.page == page.name]
    assert [(c.line, c.text, wrong) for c in there if (wrong := _wrong(c.words))] == []


def test_a_wrong_command_would_be_found() -> None:
    assert _wrong(["run", "--smi", "x.stp"]) == "--smi"
    assert _wrong(["trace", "lst"]) == "no command lst"
    assert _wrong(["--vrsion"]) == "--vrsion"


@pytest.fixture
def type_(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], tuple[int, str]]:
    """Runs a command in a folder with the examples, as in a checkout. Returns its status and its output."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str]:
        status = status_of(shlex.split(line)[1:])
        captured = capsys.readouterr()
        gc.collect()
        return status, captured.out + captured.err

    return run


ON_A_PHONE = [
    pytest.mark.slow,
    pytest.mark.phone,
    pytest.mark.usefixtures("warm"),
    # adbutils and uiautomator2 leave sockets to the garbage collector.
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
    # A phone that is started with --detach outlives the command.
    pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning"),
]


def _marked(marks: list[Any]) -> Callable[[Any], Any]:
    def mark(test: Any) -> Any:
        for each in marks:
            test = each(test)
        return test

    return mark


@_marked(ON_A_PHONE)
@pytest.mark.parametrize("command", [c for c in UNIQUE if not c.reason], ids=lambda command: command.text)
def test_the_command_runs(command: Command, type_: Callable[[str], tuple[int, str]]) -> None:
    status, printed = type_(command.text)
    assert status == 0, f"{command.page}:{command.line}: {printed}"


@_marked(ON_A_PHONE)
def test_a_lasting_phone_is_used_as_the_docs_describe(type_: Callable[[str], tuple[int, str]]) -> None:
    typed = ["start --detach --image default --seed 7", "list", "screenshot now.png"]
    typed += ['sql com.arduia.expense accounting.db "SELECT name, amount FROM expense"', "stop"]
    for words in typed:
        status, printed = type_(f"agentprog phone {words}")
        assert status == 0, f"{words}: {printed}"
    assert Path("now.png").stat().st_size > 10_000


@_marked(ON_A_PHONE)
def test_a_run_is_looked_at_as_the_docs_describe(type_: Callable[[str], tuple[int, str]]) -> None:
    status, printed = type_("agentprog run --sim --dry-run examples/errands.stp")
    assert status in (0, 7), printed
    assert "would open app" in printed
    assert type_("agentprog run examples/budget.stp -p limit=30")[0] == 0
    for words in ("list", "show", "show last --json", "cost", "cost --by line", "context", "report"):
        status, printed = type_(f"agentprog trace {words}")
        assert status == 0, f"{words}: {printed}"
    status, printed = type_("agentprog resume")
    assert status == 2
    assert "has ended" in printed


def test_every_reason_is_needed() -> None:
    idle = [pattern for pattern in NOT_RUN if not any(re.search(pattern, command.text) for command in COMMANDS)]
    assert idle == []


# ---------------------------------------------------------------- links, programs, messages, targets


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, made from their words: lower case, no signs, hyphens for blanks."""
    heads = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", head).lower()).replace(" ", "-") for head in heads}


LINKS = [
    (page, target)
    for page in PAGES
    for target in re.findall(
        r"\]\(([^)\s]+)\)", re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.S)
    )
    if not re.match(r"[a-z]+:", target)
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_lead_somewhere(page: Path) -> None:
    broken = []
    for target in (target for source, target in LINKS if source == page):
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or (anchor and anchor not in _anchors(there)):
            broken.append(target)
    assert broken == []


def test_every_page_is_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += [(page.parent / target.partition("#")[0]).resolve() for page, target in LINKS if page == here]
    assert set((ROOT / "docs").glob("*.md")) <= reached


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_and_names_that_pages_give_exist(page: Path) -> None:
    """A path from the root, or `path::name` with a name defined at the top of that module."""
    tops = "agentprog|tests|docs|examples|benchmarks|prompts|grammars|devices"
    named = re.findall(rf"`((?:{tops})/[a-z0-9_/.\-]*\w)/?(?:::(\w+))?`", page.read_text(encoding="utf-8"))
    missing = [
        path
        for path, name in named
        if not ((ROOT / path).exists() or (ROOT / "agentprog" / path).exists()) or (name and name not in _defined(path))
    ]
    assert missing == []


def test_rooms_and_modules_that_the_page_on_the_house_names_exist() -> None:
    """Paths there are short: from the package, or the name of a module in the row's room."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_.]+)*(?:/|\.py))`|`([a-z_]+(?:/[a-z_]+)+(?:\.py)?)`", page))
    paths = {(one or other).rstrip("/") for one, other in named}
    modules = {path.name for path in (ROOT / "agentprog").rglob("*.py")}
    there = {path for path in paths if (ROOT / path).exists() or (ROOT / "agentprog" / path).exists()}
    assert len(paths) >= 60
    assert {path for path in paths - there if path not in modules} == set()


def test_nothing_takes_more_than_five_places_to_add() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| an? [^|]+ \| (1\. .*?) \| ", page[page.index("### What must I touch to add") :], re.M)
    counts = [[int(number) for number in re.findall(r"(?:^|[.:] )(\d)\. ", row)] for row in rows]
    assert len(rows) == 13
    assert all(numbers == list(range(1, len(numbers) + 1)) and len(numbers) <= 5 for numbers in counts), counts


@cache
def _defined(path: str) -> set[str]:
    """The names that a module binds at its top."""
    names: set[str] = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


@pytest.mark.parametrize("name", ["tutorial", "cookbook"])
def test_the_programs_on_the_page_equal_the_examples(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "examples" / name).glob("*.stp")):
        assert f"```stp\n{path.read_text(encoding='utf-8')}```\n" in page, path.name


@dataclass
class Code:
    """Texts, classes and calls of the package. No syntax tree is kept: its objects slow every garbage collection."""

    texts: set[str] = field(default_factory=set)
    """Every text, with `…` for the inserted parts."""
    classes: list[tuple[str, str, int]] = field(default_factory=list)
    """Each class with each of its bases, and the exit status that it sets itself."""
    calls: list[tuple[Path, int, str, str]] = field(default_factory=list)
    """Each call whose first argument is a text of two words, and that gives no hint: file, line, name, text."""


@cache
def _code() -> Code:
    code = Code()
    for path in sorted((ROOT / "agentprog").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(value=str(text)):
                    code.texts.add(text)
                case ast.JoinedStr(values=parts):
                    code.texts.add("".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in parts))
                case ast.ClassDef(name=name, bases=bases):
                    code.classes += [(name, ast.unparse(base), _own_status(node)) for base in bases]
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *_], keywords=given):
                    text = _text(first)
                    if len(re.findall(r"\w{3,}", text)) >= 2 and not any(word.arg == "hint" for word in given):
                        code.calls.append((path, node.lineno, name, text))
    return code


@cache
def _printed() -> list[str]:
    """Every text in the code and in its tables, with `…` for the inserted parts."""
    tables = [path.read_text(encoding="utf-8") for path in (ROOT / "agentprog").rglob("*.toml")]
    texts = {
        re.sub(r"\{\w+\}", "…", words) for table in tables for words in re.findall(r'^words = "(.*)"$', table, re.M)
    }
    return [text for text in texts | _code().texts if " " in text]


def _holds(text: str, parts: list[str]) -> bool:
    """Whether the parts occur in the text in this order."""
    for part in parts:
        place = text.find(part)
        if place < 0:
            return False
        text = text[place + len(part) :]
    return True


CAPTURES = ROOT / "docs" / "terminal"


def test_the_capture_of_a_failing_check_equals_checks_output(type_: Callable[[str], tuple[int, str]]) -> None:
    shown = (CAPTURES / "failing_check.txt").read_text(encoding="utf-8")
    _head, _, rest = shown.partition("$ agentprog check mistakes.stp\n")
    (Path.cwd() / "mistakes.stp").write_text((CAPTURES / "mistakes.stp").read_text(encoding="utf-8"), encoding="utf-8")
    status, printed = type_("agentprog check mistakes.stp")
    assert status == 1
    assert sorted(printed.splitlines()) == sorted(rest.partition("$ echo $?\n1\n")[0].splitlines())


@_marked(ON_A_PHONE)
def test_the_captures_of_runs_equal_a_runs_output(type_: Callable[[str], tuple[int, str]]) -> None:
    for name in ("guests.stp", "model.toml"):
        (Path.cwd() / name).write_text((CAPTURES / name).read_text(encoding="utf-8"), encoding="utf-8")
    shown = (CAPTURES / "first_run.txt").read_text(encoding="utf-8").partition("when it has ended:")[2]
    line = next(line for line in shown.splitlines() if line.startswith("$ "))
    status, printed = type_(line.removeprefix("$ "))
    assert status == 0
    # In a pane, this line stands in the live view until the phone has started.
    printed = printed.replace("Starting a simulated phone.\n", "")
    assert sorted(_timeless(printed)) == sorted(_timeless(shown.partition(line)[2]))


@_marked(ON_A_PHONE)
def test_the_capture_of_recipes_equals_the_output_of_its_commands(
    type_: Callable[[str], tuple[int, str]],
) -> None:
    for name in ("guests.stp", "model.toml"):
        (Path.cwd() / name).write_text((CAPTURES / name).read_text(encoding="utf-8"), encoding="utf-8")
    shown = (CAPTURES / "recipes.txt").read_text(encoding="utf-8").split("\n$ ")[1:]
    assert len(shown) == 4
    for command, _, expected in (part.partition("\n") for part in shown):
        status, printed = type_(command)
        assert status == 0, printed
        assert sorted(_timeless(printed)) == sorted(_timeless(expected)), command


def _timeless(printed: str) -> list[str]:
    """Lines without the parts that differ from run to run: times, tokens, the phone's port, the run's name."""
    differs = r"^ +\d+:\d\d\.\d|\d+\.\d s, \d+ tokens \(\d+ cached\) in, \d+ out|127\.0\.0\.1:\d+|\d{8}-\d{6}"
    return [re.sub(differs, "", line) for line in printed.splitlines() if line.strip()]


TROUBLE = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
_EMBEDDING = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
_BY_KIND = _EMBEDDING[_EMBEDDING.index("\n## Errors") : _EMBEDDING.index("\n## The same in a terminal")]
MESSAGES = [
    message for cell in re.findall(r"^\| (`.+?) \|", TROUBLE, flags=re.M) for message in re.findall(r"`([^`]+)`", cell)
]


def test_the_quoted_messages_are_in_the_code() -> None:
    assert len(MESSAGES) >= 80
    unknown = [m for m in MESSAGES if not any(_holds(text, m.split("…")) for text in _printed())]
    assert unknown == []


def test_every_kind_of_error_is_on_the_page_with_its_status() -> None:
    documented = {
        kind: int(status)
        for kinds, status in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (\d+) \|", _BY_KIND, flags=re.M)
        for kind in re.findall(r"\w+", kinds)
    }
    assert documented == _kinds()


def test_a_message_without_a_hint_is_on_the_page() -> None:
    silent = {
        f"{where}: {text}" for where, text in _without_a_hint() if not any(_holds(text, m.split("…")) for m in MESSAGES)
    }
    assert silent == set()


def test_a_refusal_without_a_remedy_is_on_the_page() -> None:
    refusals = tomllib.loads((ROOT / "agentprog/models/cloud/refusals.toml").read_text(encoding="utf-8"))["said"]
    silent = {re.sub(r"\{\w+\}", "…", each["words"]) for each in refusals.values() if "hint" not in each}
    assert {text for text in silent if not any(_holds(text, m.split("…")) for m in MESSAGES)} == set()


@cache
def _kinds() -> dict[str, int]:
    """The exit status of every error class in the code, without the two roots."""
    classes = _code().classes
    found = {"AgentProgError": AgentProgError.exit_code, "Stop": Stop.exit_code}
    roots = set(found)
    while new := {name: own or found[base] for name, base, own in classes if base in found and name not in found}:
        found |= new
    return {name: status for name, status in found.items() if name not in roots}


def _own_status(kind: ast.ClassDef) -> int:
    """The exit status that a class sets itself; 0 if it has its base's."""
    for line in kind.body:
        match line:
            case (
                ast.Assign(targets=[ast.Name(id="exit_code")], value=ast.Constant(value=int(status)))
                | ast.AnnAssign(target=ast.Name(id="exit_code"), value=ast.Constant(value=int(status)))
            ):
                return status
    return 0


def _without_a_hint() -> Iterator[tuple[str, str]]:
    """Every error made with a literal message, and the message: `…` for the inserted parts."""
    for path, line, name, text in _code().calls:
        # Developers, not users, read the messages of a bench or an adapter of another framework.
        if name in _kinds() and not {"bench", "androidworld"} & set(path.parts):
            yield f"{path.relative_to(ROOT)}:{line}", text


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) for part in parts)
        case ast.BinOp(left=left):
            return _text(left) + "…"
    return "…"


def test_the_makefile_has_the_targets_that_pages_name() -> None:
    made = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    named = {
        name for page in PAGES for name in re.findall(r"(?:`|^ {4}|\$ )make ([a-z-]+)", page.read_text("utf-8"), re.M)
    }
    assert named <= made
