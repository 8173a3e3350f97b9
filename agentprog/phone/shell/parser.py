"""Text to `Script`: quoting, expansions, operators and the compound commands, by recursive descent."""

from __future__ import annotations

from agentprog.phone.shell.expansions import WordReader
from agentprog.phone.shell.syntax import (
    AndOr,
    Command,
    For,
    Group,
    If,
    Incomplete,
    Literal,
    Pipeline,
    Redirect,
    Script,
    ShellSyntaxError,
    Simple,
    While,
    Word,
)

_DEEPEST = 50
_OPERATORS = ("&&", "||", ";;", "<<<", "<<", ">>", ">&", "<&", "&>", "(", ")", ";", "&", "|", "<", ">", "\n")
_REDIRECTS = ("<<<", ">>", ">&", "<&", "&>", "<", ">")
_ENDINGS = ("then", "elif", "else", "fi", "do", "done", "}", ")")


def parse(text: str) -> Script:
    """Parse a whole script. Raises ShellSyntaxError, or its child Incomplete."""
    parser = _Parser(text.replace("\r\n", "\n"))
    script = parser.script()
    leftover = parser.peek()
    if leftover:
        raise ShellSyntaxError(f"syntax error: unexpected '{leftover}'")
    return script


class _Parser:
    def __init__(self, text: str, depth: int = 0) -> None:
        if depth > _DEEPEST:
            raise ShellSyntaxError("syntax error: nested too deeply")
        self._text = text
        self._at = 0
        self._depth = depth

    # Tokens: `peek` shows the operator or keyword-like word that comes next, "" at the end.

    def peek(self) -> str:
        self._blank()
        operator = self._operator()
        if operator:
            return "newline" if operator == "\n" else operator
        start = self._at
        word = self._word()
        self._at = start
        return (word.bare or "word") if word else ""

    def _blank(self) -> None:
        text = self._text
        while self._at < len(text):
            if text[self._at] in " \t":
                self._at += 1
            elif text.startswith("\\\n", self._at):
                self._at += 2
            elif text[self._at] == "#":
                end = text.find("\n", self._at)
                self._at = len(text) if end < 0 else end
            else:
                return

    def _operator(self) -> str:
        return next((op for op in _OPERATORS if self._text.startswith(op, self._at)), "")

    def _take(self, operator: str) -> bool:
        self._blank()
        if self._operator() == operator:
            self._at += len(operator)
            return True
        return False

    def _word(self) -> Word | None:
        self._blank()
        reader = WordReader(self._text, self._at, self._substitution)
        word = reader.read()
        self._at = reader.at
        return word

    def _substitution(self, text: str) -> Script:
        inner = _Parser(text, self._depth + 1)
        script = inner.script()
        if inner.peek():
            raise ShellSyntaxError(f"syntax error: unexpected '{inner.peek()}'")
        return script

    def _keyword(self, keyword: str) -> None:
        start = self._at
        word = self._word()
        if word is None:
            self._at = start
            if not self.peek():
                raise Incomplete("syntax error: unexpected EOF")
            raise ShellSyntaxError(f"syntax error: unexpected '{self.peek()}'")
        if word.bare != keyword:
            raise ShellSyntaxError(f"syntax error: unexpected '{word.bare or 'word'}'")

    # Grammar.

    def script(self) -> Script:
        """Commands up to the end or to a word that only an enclosing construct can use."""
        items: list[AndOr] = []
        while True:
            self._newlines()
            following = self.peek()
            if not following or following in _ENDINGS or following == ";;":
                return Script(items=tuple(items))
            item = self._and_or()
            background = self._take("&")
            items.append(AndOr(pipelines=item.pipelines, background=background))
            if not background and not self._take(";") and not self._take("\n"):
                return Script(items=tuple(items))

    def _and_or(self) -> AndOr:
        pipelines = [("", self._pipeline())]
        while self.peek() in ("&&", "||"):
            operator = "&&" if self._take("&&") else "||"
            if operator == "||":
                self._take("||")
            self._newlines()
            pipelines.append((operator, self._pipeline()))
        return AndOr(pipelines=tuple(pipelines))

    def _newlines(self) -> None:
        while self._take("\n"):
            pass

    def _pipeline(self) -> Pipeline:
        negated = self.peek() == "!"
        if negated:
            self._keyword("!")
        commands = [self._command()]
        while self.peek() == "|" and self._take("|"):
            self._newlines()
            commands.append(self._command())
        return Pipeline(commands=tuple(commands), negated=negated)

    def _command(self) -> Command:
        following = self.peek()
        if not following:
            raise Incomplete("syntax error: unexpected EOF")
        if following == "(":
            self._take("(")
            body = self.script()
            if not self._take(")"):
                raise Incomplete("syntax error: unmatched '('")
            return Group(body=body, subshell=True, redirects=self._redirects())
        compound = {"{": self._braces, "if": self._if, "for": self._for, "while": self._while, "until": self._while}
        reader = compound.get(following)
        return reader() if reader else self._simple()

    def _braces(self) -> Command:
        self._keyword("{")
        body = self.script()
        self._keyword("}")
        return Group(body=body, subshell=False, redirects=self._redirects())

    def _if(self) -> Command:
        self._keyword("if")
        branches = [self._branch()]
        while self.peek() == "elif":
            self._keyword("elif")
            branches.append(self._branch())
        otherwise = None
        if self.peek() == "else":
            self._keyword("else")
            otherwise = self.script()
        self._keyword("fi")
        return If(branches=tuple(branches), otherwise=otherwise, redirects=self._redirects())

    def _branch(self) -> tuple[Script, Script]:
        condition = self.script()
        self._keyword("then")
        return condition, self.script()

    def _for(self) -> Command:
        self._keyword("for")
        name = self._word()
        if name is None or not name.bare:
            raise ShellSyntaxError("syntax error: bad for loop")
        words: list[Word] = []
        if self.peek() == "in":
            self._keyword("in")
            while self.peek() not in (";", "newline", ""):
                word = self._word()
                if word is None:
                    raise ShellSyntaxError(f"syntax error: unexpected '{self.peek()}'")
                words.append(word)
        self._take(";")
        self._newlines()
        body = self._do()
        return For(variable=name.bare, words=tuple(words), body=body, redirects=self._redirects())

    def _while(self) -> Command:
        until = self.peek() == "until"
        self._keyword("until" if until else "while")
        condition = self.script()
        body = self._do()
        return While(condition=condition, body=body, until=until, redirects=self._redirects())

    def _do(self) -> Script:
        self._keyword("do")
        body = self.script()
        self._keyword("done")
        return body

    def _redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        while (redirect := self._redirect()) is not None:
            found.extend(redirect)
        return tuple(found)

    def _redirect(self) -> tuple[Redirect, ...] | None:
        self._blank()
        start = self._at
        digits = ""
        if self._at < len(self._text) and self._text[self._at].isdigit():
            digits = self._text[self._at]
            self._at += 1
        operator = self._operator()
        if operator not in _REDIRECTS or (digits and operator == "&>"):
            self._at = start
            return None
        self._at += len(operator)
        target = self._word()
        if target is None:
            raise Incomplete("syntax error: missing redirection target")
        if operator == "&>":
            both = Word(parts=target.parts)
            copy = Redirect(descriptor=2, operator=">&", target=_number(1))
            return (Redirect(descriptor=1, operator=">", target=both), copy)
        default = 0 if operator.startswith("<") else 1
        plain = ">&" if operator == "<&" else operator
        return (Redirect(descriptor=int(digits or default), operator=plain, target=target),)

    def _simple(self) -> Command:
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            found = self._redirect()
            if found is not None:
                redirects.extend(found)
                continue
            self._blank()
            if self._operator():
                break
            word = self._word()
            if word is None:
                break
            assignment = None if words else _assignment(word)
            if assignment is not None:
                assignments.append(assignment)
            else:
                words.append(word)
        if not (assignments or words or redirects):
            raise ShellSyntaxError(f"syntax error: unexpected '{self.peek()}'")
        return Simple(assignments=tuple(assignments), words=tuple(words), redirects=tuple(redirects))


def _number(value: int) -> Word:
    return Word(parts=(Literal(text=str(value)),))


def _assignment(word: Word) -> tuple[str, Word] | None:
    first = word.parts[0] if word.parts else None
    if not isinstance(first, Literal) or first.quoted:
        return None
    name, equals, rest = first.text.partition("=")
    if not equals or not name.isidentifier():
        return None
    head = (Literal(text=rest),) if rest else ()
    return name, Word(parts=(*head, *word.parts[1:]))
