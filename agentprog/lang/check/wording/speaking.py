"""Finds steps that speak to the user, or about the program and its parts."""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE
from agentprog.lang.check.wording.sentence import Doubt, Sentence, any_word, begins, heads
from agentprog.lang.reading.about_program import any_of
from agentprog.lang.vocabulary.orders import DENSE
from agentprog.lang.vocabulary.words import Words

_TAPS = frozenset(("tap", "double_tap", "long_press", "press", "swipe", "scroll", "type"))


def speaks(line: Sentence) -> Doubt | None:
    """The reason why a step speaks about the program or to the user; None for other steps."""
    lexicon = line.lexicon
    found = lexicon.regex("people").search(line.text)
    addressed = found.group() if found else next(filter(None, map(lexicon.tells, line.clauses)), "")
    outward = line.step.app is None and not addressed
    if outward and any(_tells_another(clause, line) for clause in (*line.clauses, line.text)):
        ways = f"write `{line.written('tell')}` to show it here, or send it in an app that this line names"
        return Doubt(why="it names no app that could send it", instead=ways)
    if addressed or any(_asks_nobody(line.words).match(clause) or _is_message(clause, line) for clause in line.clauses):
        ways = f"write `{line.written('tell')}` or `{line.written('ask')}`"
        if addressed and len(line.clauses) > 1 and begins(line.text, *line.words.all("operators", "EQ")):
            ways = f"write `{line.written('if')}` above it, and {ways.removeprefix('write ')} inside"
        why = (
            f"{addressed!r} speaks to you, and a step acts only on the phone"
            if addressed
            else "it does not name the person whom it addresses"
        )
        return Doubt(why=why, instead=ways)
    if line.step.app is None and _announces(line):
        return Doubt(why="it only says to show or tell what follows", instead=f"write `{line.written('tell')}`")
    if _asks_another(line):
        ways = f"write `{line.written('ask')}` for the user; to ask somebody else, send it, and read the answer later"
        return Doubt(why="nobody has answered when the step ends", instead=ways)
    found = lexicon.regex("data").search(line.text)
    if found:
        why = f"{found.group()!r} is in the program, not on the phone"
        return Doubt(why=why, instead=f"write `{line.written('assign')}`")
    numbered = map(_numbered(line.words).search, line.clauses)
    found = lexicon.regex("parts").search(line.text) or next(filter(None, numbered), None)
    if found:
        ways = ", ".join(f"`{line.written(form)}`" for form in ("repeat", *line.jumps, "stop"))
        return Doubt(why=f"{found.group()!r} is a part of the program, not of the phone", instead=f"write {ways}")
    return _next(line)


def _asks_another(line: Sentence) -> bool:
    """True for `Ask the guard "Locked?", record as {y}` outside an app: nobody has answered when the step ends."""
    is_captured = line.step.capture is not None and line.step.app is None and QUOTE in line.text
    return is_captured and begins(line.lexicon.without_lead(line.text), *heads(line.words, ("ask",)))


def _tells_another(clause: str, line: Sentence) -> bool:
    """True for `Tell the customer "Ready"`: a text for somebody without a name, to whom no app can send it."""
    points, sends = line.lexicon.regex("pointing").pattern, line.words.all("effects", "send")
    verb = line.lexicon.verb_of(clause)
    if verb >= DENSE:
        addressed = re.search(
            rf"^{re.escape(verb)}[^\W\d_]{{1,4}}[:,：，]?\s?{QUOTE}\W*$", line.lexicon.without_lead(clause)
        )
        return bool(addressed and verb in heads(line.words, ("tell",)))
    noun = r"[^\W\d_]\w*" if line.words.verb_last else r"[^\W\d_A-Z]\w*"
    parted = "|".join(map(re.escape, line.words.all("inflected", "parting"))) or "(?!)"
    addressed = re.search(rf"(?:^|\s)(?:{points}|al)\s+{noun}(?:\s(?:{parted}))?[\s:]+{QUOTE}\W*$", clause)
    return bool(addressed and verb.casefold() in heads(line.words, ("tell",)) and verb.casefold() not in sends)


def _is_message(clause: str, line: Sentence) -> bool:
    """True for `Report "done"`, `read out {total}`: a verb of telling and a text, without a recipient."""
    verb = line.lexicon.verb_of(clause)
    spoken = {word.casefold() for word in re.findall(r"\w+", clause)}
    addressed = any(word in clause if word >= DENSE else word in spoken for word in line.lexicon.words("to"))
    addressed = addressed or _names_a_hearer(clause, verb, line)
    if line.step.app is None and line.lexicon.is_of("utters", verb) and not addressed:
        return True
    sends = line.step.app is not None or verb.casefold() in line.words.all("effects", "send")
    to_somebody = sends and bool(re.search(f"[{VALUE}{COMPUTED}]\\s+{QUOTE}", clause))
    to_somebody = to_somebody or (line.lexicon.is_of("addresses", verb) and _quotes_a_hearer(clause, line.words))
    shows = QUOTE in clause and not to_somebody and verb.casefold() in heads(line.words, ("tell", "print"))
    shows = shows or (
        COMPUTED in clause and not to_somebody and line.lexicon.is_of("speaks", verb) and not _is_kept(line)
    )
    return shows and not line.lexicon.content(re.sub(f"[{QUOTE}{COMPUTED}]", " ", clause), verb)


def _quotes_a_hearer(clause: str, known: Words) -> bool:
    """True for `notify "Dispatch" of {n}`: the quotes name the person to whom the value behind them is sent."""
    joints = (word for name in ("AND", "OR") for word in known.all("operators", name))
    between = rf"(?!(?:{any_word(joints)})\s)[^\W\d_]+"
    return re.search(rf"^\W*[^\W\d_]+\s+{QUOTE}\s+{between}\s+[{VALUE}{COMPUTED}]\W*$", clause) is not None


def _is_kept(line: Sentence) -> bool:
    """True for `lies sie als {x} ein`: the variable behind a word for keeping takes what is read."""
    words = any_word(word for word in line.words.all("arguments", "equals") if word[0].isalpha())
    return bool(words) and re.search(rf"(?:^|\s)(?:{words})\s?{COMPUTED}", line.text, re.IGNORECASE) is not None


def _names_a_hearer(clause: str, verb: str, line: Sentence) -> bool:
    """True for `Sag Anna "spät"`: a name directly behind the verb, in a language that needs no word between them."""
    return line.words.verb_last and bool(re.search(rf"{re.escape(verb)}\s+[^\W\d_a-zäöüß]\w*[\s:,]+{QUOTE}", clause))


def _announces(line: Sentence) -> bool:
    """True for a verb of telling before a colon, followed by a value: `At the end show: {x} done`."""
    lexicon = line.lexicon
    head, colon, rest = (part.strip() for part in re.split("([:：])", f"{line.text}:: ", maxsplit=1))
    known = heads(line.words, ("tell", "print"))
    spoken = [lexicon.without_lead(head)] if lexicon.place == "anywhere" else re.findall(r"\w+", head)
    verb = next((word for word in spoken if word.casefold() in known or lexicon.is_of("speaks", word)), "")
    quoted = colon and re.search(f"[{QUOTE}{VALUE}{COMPUTED}]", rest)
    if not (verb and quoted) or begins(verb, *heads(line.words, ("type",))):
        return False
    moves = line.words.all("itself", "moves")
    return all(word.casefold() in moves for word in lexicon.content(lexicon.leads.sub(" ", head), verb))


def _next(line: Sentence) -> Doubt | None:
    """Doubts `Go for the next one` in a loop, which names nothing on the phone."""
    following = set(line.words.all("itself", "next"))
    for clause in line.clauses if line.in_loop else ():
        order = line.lexicon.without_lead(clause)
        names = {word.casefold() for word in line.lexicon.content(order, line.lexicon.verb_of(order))}
        if names and names <= following and not begins(order, *heads(line.words, _TAPS)):
            return Doubt(why="the next one may mean the next round", instead=f"write `{line.written('continue')}`")
    return None


@lru_cache(maxsize=8)
def _asks_nobody(known: Words) -> re.Pattern[str]:
    """A verb of asking, directly followed by a question word."""
    verbs = any_word(verb for verb in heads(known, ("ask",)) if " " not in verb and verb < DENSE)
    return re.compile(rf"\s*(?:{verbs or '(?!)'})\s+(?:{any_word(known.all('asking', 'first'))})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _numbered(known: Words) -> re.Pattern[str]:
    """A jump verb and a numbered part of the program in either order, or the verb and a number to resume from: `repeat
    step 4 after a week`, `repeat from number 4`."""
    moves, nouns, nearby, between = (
        any_of(known.all("itself", name)) for name in ("moves", "things", "beside", "between")
    )
    part = rf"(?:{nouns})\s?\d{{1,3}}\b"
    names = "|".join(map(re.escape, known.all("itself", "numbering")))
    onward = rf"(?:{nearby})\s+(?:(?:{between})\s+){{0,2}}(?:{names})\s?\d{{1,3}}\b"
    return re.compile(rf"(?:{part})(?=.*(?:{moves}))|(?:{moves})\s+(?:{part}|{onward})", re.IGNORECASE)
