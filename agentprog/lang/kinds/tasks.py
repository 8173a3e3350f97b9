"""The program's own tasks, calls, tools, the user and the model."""

from __future__ import annotations

import re

from agentprog.lang.ast import Ask, AskAI, Call, Compute, FunctionDef, Statement, Tell, UseTool
from agentprog.lang.kinds.kind import Fit, Kind
from agentprog.lang.kinds.slots import ARGUMENTS, MESSAGE, NAME, PARAMETERS, REFS, WORDS, name_of, words_of
from agentprog.lang.phrases.expressions import describes, exact_message, value
from agentprog.lang.phrases.markers import InputLine, ReturnsLine
from agentprog.lang.phrases.references import prose, whole_quoted
from agentprog.lang.source.text import without_word

_CALL = Kind(form="call", node=Call, slots={"name": NAME, "args": ARGUMENTS}, app=False, result="may")


def _call_named(fit: Fit) -> Statement | None:
    """A call without quotes, only for a task of the program."""
    known = name_of(fit.slots["name"]).casefold() in fit.line.known.tasks
    return _CALL.read(fit) if known else None


def _tell(fit: Fit) -> Statement | None:
    """A message: exact, or the words as text, unless they describe a value. `the total is {sum}` describes none."""
    piece = fit.slots["message"]
    before = fit.line.core.plain[: piece.offset - fit.line.core.offset].rstrip().casefold()
    if before.endswith(fit.words.all("values", "that")):
        return Tell(message=words_of(piece), span=fit.line.span)
    exactly = exact_message(piece)
    message = exactly or value(piece)
    claims = "|".join(map(re.escape, fit.words.all("values", "claims")))
    states = re.search(rf"(?<![^\W_])(?:{claims})\s*\{{", piece.plain, re.IGNORECASE)
    if exactly is None and isinstance(message, Compute) and (states or not describes(piece)):
        message = prose(piece)
    return Tell(message=message, span=fit.line.span)


def _ask_what(fit: Fit) -> Statement | None:
    """A question to the user without a named person. It begins like a question, or asks for input in quotes."""
    words, core, piece = fit.words, fit.line.core, fit.slots["question"]
    if fit.line.capture is None:
        return None
    me = next((word for word in words.all("asking", "me") if piece.plain.startswith(word)), "")
    if me and not piece.plain[len(me) :].startswith(words.all("asking", "first")):
        return None
    sentence, piece = core.plain.casefold(), piece.cut(len(me))
    first = re.match(r"\w+\s+(\w+)", sentence)
    asks = first is not None and first.group(1) in words.all("asking", "first")
    dense = any(word >= "\u2e80" and word in sentence for word in words.all("asking", "first"))
    known = sorted(text for text in words.all("asking", "input") if piece.plain.casefold().startswith(f"{text} "))
    quoted = whole_quoted(piece.cut(len(known[-1]))) if known else None
    if quoted is None and not asks and not dense:
        return None
    question = quoted or words_of(without_word(piece, words.all("asking", "for") if asks else ()))
    return Ask(question=question, capture=fit.line.capture, returns=fit.line.returns, span=fit.line.span)


def _returns(fit: Fit) -> Statement | None:
    # The whole rest of the line: its last variable is no capture.
    refs = REFS.read(fit.tail("returns"))
    return ReturnsLine(returns=refs, span=fit.line.span) if refs else None


KINDS = (
    Kind(form="function", node=FunctionDef, slots={"name": NAME, "inputs": PARAMETERS}, app=False, block=True),
    Kind(form="task_input", node=InputLine, slots={"inputs": PARAMETERS}, result="no"),
    Kind(form="task_returns", node=ReturnsLine, slots={"returns": REFS}, result="ask", make=_returns),
    _CALL,
    Kind(form="call_named", app=False, result="may", make=_call_named),
    Kind(form="use_tool", node=UseTool, slots={"name": NAME, "args": ARGUMENTS}, app=False, result="may"),
    Kind(form="ask_ai", node=AskAI, slots={"prompt": WORDS}, app=False, result="may"),
    Kind(form="ask", node=Ask, slots={"question": WORDS}, app=False, result="may"),
    Kind(form="ask_what", app=False, result="must", make=_ask_what),
    Kind(form="tell", node=Tell, slots={"message": MESSAGE}, app=False, make=_tell),
    Kind(form="print", node=Tell, slots={"message": MESSAGE}, app=False),
)
