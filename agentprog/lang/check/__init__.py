"""Checks a program before it runs and reports every fault at once."""

from __future__ import annotations

from collections.abc import Iterable

from agentprog.frozen import frozen, replace
from agentprog.lang.ast import Program
from agentprog.lang.check.advice import proved
from agentprog.lang.check.apps import AppsPass, FilesPass
from agentprog.lang.check.deciding import apply_ignores, decided
from agentprog.lang.check.exactly import ExactlyPass
from agentprog.lang.check.flow import FlowPass
from agentprog.lang.check.report import Findings
from agentprog.lang.check.values.calls import CallsPass
from agentprog.lang.check.values.constants import ConstantsPass
from agentprog.lang.check.values.figures import FiguresPass
from agentprog.lang.check.values.keepings import KeepingsPass
from agentprog.lang.check.values.names import NamesPass
from agentprog.lang.check.values.parts import PartsPass
from agentprog.lang.check.values.shapes import ShapesPass
from agentprog.lang.check.values.texts import TextsPass
from agentprog.lang.check.values.truths import TruthsPass
from agentprog.lang.check.wording.almost_exact import AlmostExactPass
from agentprog.lang.check.wording.literal import LiteralPass
from agentprog.lang.check.wording.loops import LoopsPass
from agentprog.lang.check.wording.misreadings import MisreadingsPass
from agentprog.lang.check.wording.orders import OrdersPass
from agentprog.lang.check.wording.outside import OutsidePass
from agentprog.lang.check.wording.pointing import PointingPass
from agentprog.lang.check.wording.program_lists import ProgramListsPass
from agentprog.lang.check.wording.questions import Question, questions
from agentprog.lang.check.wording.results import ResultsPass
from agentprog.lang.check.wording.state import StatePass
from agentprog.lang.check.wording.tails import TailsPass
from agentprog.lang.check.wording.targets import TargetsPass
from agentprog.lang.check.wording.unjudgeable import UnjudgeablePass
from agentprog.lang.diagnostics import Diagnostic, render_diagnostics
from agentprog.lang.parser import Mode, ParseResult, parse
from agentprog.lang.table import compile_program
from agentprog.lang.tiers import Tier
from agentprog.lang.vocabulary.words import words
from agentprog.lang.writing.advice_language import in_language
from agentprog.lang.writing.readback import Reading, readings

_PASSES = (
    NamesPass, FlowPass, CallsPass, AppsPass, FilesPass, ConstantsPass, TextsPass, ShapesPass, MisreadingsPass,
    AlmostExactPass, TargetsPass, StatePass, ResultsPass, ExactlyPass, FiguresPass, OrdersPass, PointingPass,
    UnjudgeablePass, ProgramListsPass, OutsidePass, PartsPass, TruthsPass, KeepingsPass, TailsPass, LoopsPass,
    LiteralPass,
)  # fmt: skip


def check(program: Program, *, text: str = "", structure: Iterable[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
    """All findings about a program, in source order.

    With the source `text`, `# stp: ignore` comments take effect and unquoted text is reported. `structure` holds the
    parser's diagnostics, which are reported too.
    """
    findings = _found(program, text, structure)
    language = program.header.language
    if text:
        findings = proved(findings, program, text, _again)
    found = apply_ignores(findings, text) if text else tuple(findings)
    if language != "en":
        found = tuple(replace(finding, suggestion=in_language(finding.suggestion, language)) for finding in found)
    return tuple(sorted(dict.fromkeys(found), key=lambda d: (d.span.start, d.code)))


def _found(program: Program, text: str, structure: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings of all passes, except findings that only report a consequence of another."""
    report = Findings(text=text, found=list(structure))
    for kind in _PASSES:
        kind(program, report).run()
    return decided(report.found, text, words(program.header.language))


def _again(text: str) -> list[Diagnostic]:
    """The findings about a program in which suggestions replace lines."""
    parsed = parse(text)
    return list(parsed.diagnostics) if parsed.program is None else _found(parsed.program, text, parsed.diagnostics)


@frozen
class CheckReport:
    """A source text, its parse result and all findings."""

    name: str
    parsed: ParseResult
    diagnostics: tuple[Diagnostic, ...]

    @property
    def errors(self) -> int:
        return sum(d.severity == "error" for d in self.diagnostics)

    @property
    def warnings(self) -> int:
        return len(self.diagnostics) - self.errors

    @property
    def tiers(self) -> dict[Tier, tuple[int, ...]]:
        """Line numbers by tier: exact lines, lines that need generated code, and lines that need a model."""
        found: dict[Tier, list[int]] = {"exact": [], "compute": [], "semantic": []}
        for row in compile_program(self.parsed.program).rows if self.parsed.program is not None else ():
            found[row.tier].append(row.line)
        return {tier: tuple(lines) for tier, lines in found.items()}

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that the program asks a model in addition to its steps."""
        return questions(self.parsed.program) if self.parsed.program is not None else ()

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The lines that the formatter would write in other words, as it would write them."""
        return readings(self.parsed.program, self.parsed.text) if self.parsed.program is not None else ()

    def render(self) -> str:
        return render_diagnostics(self.diagnostics, self.parsed.text, self.name)

    def to_json(self) -> dict[str, object]:
        """The JSON that `agentprog check --json` prints for one file."""
        return {
            "file": self.name,
            "errors": self.errors,
            "warnings": self.warnings,
            "tiers": {tier: list(lines) for tier, lines in self.tiers.items()},
            "questions": [
                {"asks": question.asks, "line": question.line, "text": question.text}
                | ({"app": question.app} if question.app else {})
                for question in self.questions
            ],
            "readings": [{"line": reading.line, "text": reading.text} for reading in self.readings],
            "diagnostics": [_diagnostic_json(d) for d in self.diagnostics],
            "repairs": [
                {"kind": r.kind, "message": r.message, "line": r.span.line, "column": r.span.column}
                for r in self.parsed.repairs
            ],
        }


def _diagnostic_json(diagnostic: Diagnostic) -> dict[str, object]:
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "title": diagnostic.title,
        "message": diagnostic.message,
        "suggestion": diagnostic.suggestion,
        "line": span.line,
        "column": span.column,
        "start": span.start,
        "end": span.end,
    }


_WRITE_ONE = "write at least one line under the header and the comments"


def check_text(text: str, *, name: str = "", mode: Mode = "strict", known_apps: Iterable[str] = ()) -> CheckReport:
    """Parses and checks a text."""
    parsed = parse(text, mode=mode, name=name, known_apps=known_apps)
    if parsed.program is None:
        found = apply_ignores(parsed.diagnostics, text)
    else:
        found = check(parsed.program, text=text, structure=parsed.diagnostics)
    if (parsed.program is None or not parsed.program.body) and all(one.severity != "error" for one in found):
        found = (*found, Diagnostic(code="STP139", message="there is no line to run", suggestion=_WRITE_ONE))
    return CheckReport(name=name, parsed=parsed, diagnostics=found)


__all__ = ["CheckReport", "check", "check_text"]
