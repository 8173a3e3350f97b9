"""Loads the grammar of exact expressions: from its tables if they are up to date, else from `grammars/stp.lark`.

Lark takes 0.2 s to read a grammar and 0.02 s to read its tables, so `stp.tables.json` stores the tables. `python -m
agentprog.lang.phrases.grammar` writes them.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from lark import Lark, Transformer
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from agentprog import resources

GRAMMAR = "grammars/stp.lark"
TABLES = "grammars/stp.tables.json"


def parser(lexer: type[Lexer], transformer: Transformer[Any, Any]) -> Lark:
    """A parser for the grammar. It takes its tokens from `lexer` and builds its tree with `transformer`."""
    text = resources.read_text(GRAMMAR)
    tables = json.loads(resources.read_text(TABLES), object_pairs_hook=_numbered)
    if tables["digest"] != _digest(text):
        return Lark(text, parser="lalr", lexer=lexer, transformer=transformer, maybe_placeholders=False)
    data = tables["data"]
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = lexer
    load: Any = Lark._load_from_dict  # the modules that `lark.tools.standalone` writes call it too
    made: Lark = load(data, tables["memo"], transformer=transformer)
    return made


class _NoLexer(Lexer):
    """A placeholder in the tables: a parser replaces it with its own lexer."""

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, *_: object) -> Any:
        raise NotImplementedError("tables are made without a text to read")


def tables(text: str) -> dict[str, Any]:
    """The tables of a grammar as plain values. Raises lark's GrammarError if two rules conflict."""
    built = Lark(text, parser="lalr", lexer=_NoLexer, strict=True, maybe_placeholders=False)
    data, memo = built.memo_serialize([TerminalDef, Rule])
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = None
    return {"digest": _digest(text), "data": data, "memo": memo}


def _numbered(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    """Restores numeric keys of the tables (states and tokens), which JSON stores as text."""
    return {int(key) if key.isdigit() else key: value for key, value in pairs}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    resources.path(TABLES).write_text(
        json.dumps(tables(resources.read_text(GRAMMAR)), separators=(",", ":")) + "\n", encoding="utf-8"
    )
