"""What a shell script is made of. Immutable; the interpreter holds all state."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Literal:
    """Text as written; `quoted` text is neither split nor globbed."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Variable:
    """`$name`, `${name}`, `${name:-word}`; the special names are `?`, `$`, `#`, `@`, `*`, `!` and digits."""

    name: str
    quoted: bool = False
    operator: str = ""
    operand: Word | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Substitution:
    """`$(script)` or `` `script` ``: the script's output."""

    script: Script
    quoted: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Arithmetic:
    """`$((expression))`."""

    expression: Word
    quoted: bool = False


Part = Literal | Variable | Substitution | Arithmetic


@dataclass(frozen=True, kw_only=True, slots=True)
class Word:
    parts: tuple[Part, ...] = ()

    @property
    def bare(self) -> str | None:
        """The text of a word that was written without quotes or expansions, as keywords are."""
        if all(isinstance(part, Literal) and not part.quoted for part in self.parts):
            return "".join(part.text for part in self.parts if isinstance(part, Literal))
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Redirect:
    """`fd operator target`: `<`, `>`, `>>`, `>&` (target is a descriptor number or `-`), `<<<` a here string."""

    descriptor: int
    operator: str
    target: Word


@dataclass(frozen=True, kw_only=True, slots=True)
class Simple:
    assignments: tuple[tuple[str, Word], ...] = ()
    words: tuple[Word, ...] = ()
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """`( ... )` or `{ ...; }`."""

    body: Script
    subshell: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class If:
    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script | None
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class For:
    variable: str
    words: tuple[Word, ...]
    body: Script
    redirects: tuple[Redirect, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class While:
    condition: Script
    body: Script
    until: bool
    redirects: tuple[Redirect, ...] = ()


Command = Simple | Group | If | For | While


@dataclass(frozen=True, kw_only=True, slots=True)
class Pipeline:
    commands: tuple[Command, ...]
    negated: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class AndOr:
    """Pipelines joined by `&&` and `||`, each with the operator before it; the first has none."""

    pipelines: tuple[tuple[str, Pipeline], ...]
    background: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Script:
    items: tuple[AndOr, ...] = ()


class ShellSyntaxError(Exception):
    """The script is no shell script; the words are those of the phone's sh."""


class Incomplete(ShellSyntaxError):
    """The script ends in the middle of something; more input could mend it."""
