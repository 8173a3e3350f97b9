"""Reading one word: quotes, escapes, `$` expansions and backquotes."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.phone.shell.syntax import (
    Arithmetic,
    Incomplete,
    Literal,
    Part,
    Script,
    ShellSyntaxError,
    Substitution,
    Variable,
    Word,
)

_METACHARACTERS = " \t\n;&|<>()"
_SPECIAL_NAMES = "?$#@*!0123456789"
_PARAMETER_OPERATORS = (":-", ":=", ":+", "-", "=", "+", "##", "#", "%%", "%")


class WordReader:
    """Reads one word from `text` at `at`; `at` is behind it afterwards."""

    def __init__(self, text: str, at: int, parse: Callable[[str], Script]) -> None:
        self._text = text
        self._parse = parse
        self.at = at

    def read(self) -> Word | None:
        """The word, or None where there is none."""
        parts: list[Part] = []
        plain = ""
        started = False
        text = self._text
        while self.at < len(text) and text[self.at] not in _METACHARACTERS:
            started = True
            character = text[self.at]
            if character in "'\"$`\\":
                if plain:
                    parts.append(Literal(text=plain))
                    plain = ""
                parts.extend(self._special(character))
            else:
                plain += character
                self.at += 1
        if plain:
            parts.append(Literal(text=plain))
        return Word(parts=tuple(parts)) if started else None

    def rest(self) -> str:
        """What has not been read."""
        return self._text[self.at :]

    def _special(self, character: str) -> list[Part]:
        if character == "'":
            end = self._text.find("'", self.at + 1)
            if end < 0:
                raise Incomplete("no closing quote")
            quoted = self._text[self.at + 1 : end]
            self.at = end + 1
            return [Literal(text=quoted, quoted=True)]
        if character == '"':
            return self._double_quoted()
        if character == "\\":
            escaped = self._text[self.at + 1 : self.at + 2]
            self.at += 2
            return [] if escaped == "\n" else [Literal(text=escaped or "\\", quoted=True)]
        return [self._expansion(quoted=False)]

    def _double_quoted(self) -> list[Part]:
        parts: list[Part] = [Literal(text="", quoted=True)]
        plain = ""
        text = self._text
        self.at += 1
        while True:
            if self.at >= len(text):
                raise Incomplete("no closing quote")
            character = text[self.at]
            if character == '"':
                self.at += 1
                break
            if character == "\\" and text[self.at + 1 : self.at + 2] in ("$", "`", '"', "\\", "\n"):
                plain += "" if text[self.at + 1] == "\n" else text[self.at + 1]
                self.at += 2
            elif character in "$`":
                parts.append(Literal(text=plain, quoted=True))
                plain = ""
                parts.append(self._expansion(quoted=True))
            else:
                plain += character
                self.at += 1
        parts.append(Literal(text=plain, quoted=True))
        return parts

    def _expansion(self, *, quoted: bool) -> Part:
        text = self._text
        if text[self.at] == "`":
            end = _backquote_end(text, self.at + 1)
            inner = text[self.at + 1 : end].replace("\\`", "`").replace("\\$", "$")
            self.at = end + 1
            return Substitution(script=self._parse(inner), quoted=quoted)
        if text.startswith("$((", self.at):
            return self._arithmetic(quoted=quoted)
        if text.startswith("$(", self.at):
            end = _closing(text, self.at + 2, "(", ")")
            inner = text[self.at + 2 : end]
            self.at = end + 1
            return Substitution(script=self._parse(inner), quoted=quoted)
        if text.startswith("${", self.at):
            end = _closing(text, self.at + 2, "{", "}")
            inner = text[self.at + 2 : end]
            self.at = end + 1
            return self._parameter(inner, quoted=quoted)
        return self._plain_variable(quoted=quoted)

    def _arithmetic(self, *, quoted: bool) -> Part:
        end = _closing(self._text, self.at + 3, "(", ")")
        inner = self._text[self.at + 3 : end]
        self.at = end + 2
        reader = WordReader(inner.replace(" ", ""), 0, self._parse)
        return Arithmetic(expression=_all_of(reader), quoted=quoted)

    def _parameter(self, inner: str, *, quoted: bool) -> Part:
        if inner.startswith("#") and len(inner) > 1:
            return Variable(name=inner[1:], quoted=quoted, operator="length")
        length = 1 if inner[:1] in _SPECIAL_NAMES else _name_length(inner)
        name, rest = inner[:length], inner[length:]
        if not name:
            raise ShellSyntaxError(f"${{{inner}}}: bad substitution")
        if not rest:
            return Variable(name=name, quoted=quoted)
        operator = next((op for op in _PARAMETER_OPERATORS if rest.startswith(op)), "")
        if not operator:
            raise ShellSyntaxError(f"${{{inner}}}: bad substitution")
        reader = WordReader(rest[len(operator) :], 0, self._parse)
        return Variable(name=name, quoted=quoted, operator=operator, operand=_all_of(reader))

    def _plain_variable(self, *, quoted: bool) -> Part:
        following = self._text[self.at + 1 : self.at + 2]
        if following and following in _SPECIAL_NAMES:
            self.at += 2
            return Variable(name=following, quoted=quoted)
        length = _name_length(self._text[self.at + 1 :])
        if not length:
            self.at += 1
            return Literal(text="$", quoted=quoted)
        name = self._text[self.at + 1 : self.at + 1 + length]
        self.at += 1 + length
        return Variable(name=name, quoted=quoted)


def _all_of(reader: WordReader) -> Word:
    """The reader's whole text as one word, its blanks and operators taken as they are."""
    parts: list[Part] = []
    while True:
        word = reader.read()
        if word is not None:
            parts.extend(word.parts)
        rest = reader.rest()
        if not rest:
            return Word(parts=tuple(parts))
        parts.append(Literal(text=rest[0], quoted=True))
        reader.at += 1


def _name_length(text: str) -> int:
    length = 0
    while length < len(text) and (text[length] == "_" or (text[length].isalnum() and text[length].isascii())):
        if length == 0 and text[0].isdigit():
            return 0
        length += 1
    return length


def _backquote_end(text: str, at: int) -> int:
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] == "`":
            return at
        else:
            at += 1
    raise Incomplete("no closing quote")


def _closing(text: str, at: int, opening: str, closing: str) -> int:
    """Where the bracket that was opened before `at` is closed, quotes skipped."""
    depth = 1
    while at < len(text):
        character = text[at]
        if character == "\\":
            at += 1
        elif character == "'" and opening == "(":
            at = text.find("'", at + 1)
            if at < 0:
                break
        elif character == '"':
            at = _double_quote_end(text, at + 1)
        elif character == opening:
            depth += 1
        elif character == closing:
            depth -= 1
            if not depth:
                return at
        at += 1
    raise Incomplete(f"syntax error: unmatched '{opening}'")


def _double_quote_end(text: str, at: int) -> int:
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    if at >= len(text):
        raise Incomplete("no closing quote")
    return at
