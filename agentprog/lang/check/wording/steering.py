"""Finds steps that wait, decide or repeat inside their sentence. Only constructs do that."""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.lang.ast import Break, Continue, Stop, Wait
from agentprog.lang.check.report import COMPUTED, QUOTE, VALUE
from agentprog.lang.check.wording.sentence import (
    Doubt,
    Sentence,
    any_word,
    begins,
    failing,
    heads,
    time_in,
    until_words,
)
from agentprog.lang.kinds.oneline import elses, is_idiom, stands_alone
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.reading.about_program import any_of, goes_back
from agentprog.lang.reading.recognise import recognise, without_lead
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.orders import DENSE, Orders
from agentprog.lang.vocabulary.words import Words

_BLOCKS = ("repeat", "if", "unless", "foreach", "while", "until", "try", "wait_until")
_ENDS = ("stop", "stop_bare", "break", "continue")
_SIGN_ENDS = re.compile(rf"\W*$|[,;:，；：]|(?:\w+\s)?[{QUOTE}{VALUE}{COMPUTED}]")
"""Text after `3x` where it counts rounds; in `3x milk` it is an amount."""
_LEADING_QUESTION = re.compile(r"([^?？]{2,60}[?？])\s*(?=\S)")
"""A question in front of something else: `Raining? Take a coat`."""
_COMMA = re.compile(r"\d,\d")


def steers(line: Sentence) -> Doubt | None:
    """The reason why a step waits, decides or repeats; None for other steps."""
    found = _others(line) or _begins_with_outcome(line) or _waits_in_parts(line)
    return found or _acts_before(line) or _decides(line) or _waits(line) or _pauses(line)


def _others(line: Sentence) -> Doubt | None:
    """Doubts a word for else in a step on the line of its branch: `Take it otherwise it gets lost`."""
    text = Piece(line.source, vocabulary=line.words)
    for at, end, _ in elses(text) if line.in_branch else ():
        if stands_alone(text, at, end):
            word = text.plain[at:end].strip(" ,;.")
            instead = f"write `{line.written('else')}` on its own line, with its steps below"
            return Doubt(why=f"{word!r} in it is read as part of the step", instead=instead)
    return None


def _acts_before(line: Sentence) -> Doubt | None:
    """Doubts `Before "A" appears, tap "B"`."""
    early = next((word for word in line.words.all("itself", "before") if begins(line.text, word)), "")
    condition = line.source[len(early) :].partition(",")[0].strip()
    if not early or exact(Piece(condition, vocabulary=line.words)) is None:
        return None
    ways = "write the action above the line that makes it true"
    return Doubt(why=f"no line acts {early!r} a condition holds", instead=ways)


def _waits_in_parts(line: Sentence) -> Doubt | None:
    """Doubts `Wait a minute and 30 seconds`, whose second part would be lost, and `Wait up to 10 minutes for a reply`,
    whose limit counts only in a wait that parses."""
    waits = next((word for word in heads(line.words, ("wait", "wait_most")) if begins(line.text, word)), None)
    if waits is None or line.step.capture is not None:
        return None
    parts, time = (pattern(line.words).search(line.text) for pattern in (_more_time, time_in))
    if parts is not None and not line.lexicon.content(line.text[len(waits) : parts.start()]):
        return Doubt(why="its time has several parts", instead=f"write it in one unit: `{line.written('wait')}`")
    or_until = None if time is None else _or_until(line, time)
    if or_until or time is None or not _limit(line.words).search(line.text[: time.start()]):
        return or_until
    return Doubt(why=f"{time.group()!r} in it sets no limit", instead=f"write `{line.written('wait_most')}`")


@lru_cache(maxsize=8)
def _more_time(known: Words) -> re.Pattern[str]:
    """A time in two parts: `a minute and 30 seconds`, `2 hours and a half`."""
    one, units = any_word(known.all("values", "one")), any_word(known.section("units"))
    joints, halves = any_word(known.all("arguments", "and")), any_word(known.all("values", "halves"))
    time = time_in(known).pattern
    return re.compile(rf"(?:{time}|(?:{one})\s(?:{units}))\s?(?:{joints})?\s?(?:{halves}|{time})", re.IGNORECASE)


def _or_until(line: Sentence, time: re.Match[str]) -> Doubt | None:
    """Doubts `Wait 10 minutes or until a reply comes`: the time is the limit of a wait."""
    known, either = line.words, any_word(line.words.all("operators", "OR"))
    until = rf"[\s,]*(?:{either})\s?(?:{until_words(known)})\s*(?P<test>[^{QUOTE}{VALUE}{COMPUTED}]+)?"
    ends = re.match(until, line.text[time.end() :], re.IGNORECASE)
    parts = re.fullmatch(r"(.*?)\s?([^\W\d]+)", time.group())
    if ends is None or parts is None:
        return None
    number, factor = parts[1], known.meaning("units", parts[2])
    count = known.numeral(number) or known.figures.value(number)
    slots = {"until": ends["test"].strip(" .。")} if ends["test"] else {}
    slots |= {} if count is None or factor is None else {"seconds": f"{count * float(str(factor)):g}"}
    ways = f"write `{known.written('wait_most', **slots)}`"
    return Doubt(why=f"no wait has {ends.group().strip()!r} behind its time", instead=ways)


@lru_cache(maxsize=8)
def _limit(known: Words) -> re.Pattern[str]:
    """A word of limits at the end of the text before a time."""
    limits, waits = any_word(known.all("values", "limits")), any_word(heads(known, ("wait",)))
    return re.compile(rf"(?:{limits})\s?(?:{waits})?\s?$", re.IGNORECASE)


def _waits(line: Sentence) -> Doubt | None:
    """Doubts a wait with extra words around its time, or without an exact time."""
    heads_of_wait = heads(line.words, ("wait",))
    waits = next((clause for clause in line.clauses if begins(clause, *heads_of_wait)), "")
    comma = _COMMA.search(line.text) if waits else None
    sure = begins(waits, *heads(line.words, ("wait_until",)))
    found = time_in(line.words).search(line.text if sure or comma else waits)
    exact = not comma and _is_wait(waits, line)
    if found is None and not exact and waits and _vague(line.words).fullmatch(waits.strip()):
        return Doubt(why="it names no exact time to wait", instead=f"write `{line.written('wait')}`")
    if found is None or exact or (not sure and line.lexicon.content(waits[: found.start()], waits.split(" ")[0])):
        return _some_time(waits, line) if sure and not exact else None
    timed = time_in(line.words).search(waits)
    alone = waits[: timed.end()].strip() if timed and not comma else ""
    if _is_wait(alone, line):
        ways = f"write `{alone}` on its own line, in a block such as `{line.written('repeat')}` to wait in each round"
        return Doubt(why=f"the words behind `{alone}` belong to no wait", instead=ways)
    limits = not comma and line.lexicon.content(line.text.partition(found.group())[2])
    instead = f"`{line.written('wait_most' if limits else 'wait')}`"
    instead = f"{comma.group().replace(',', '.')} for {comma.group()}" if comma else instead
    return Doubt(why=f"{found.group()!r} in it is no exact time to wait", instead=f"write {instead}")


@lru_cache(maxsize=8)
def _vague(known: Words) -> re.Pattern[str]:
    """One to three words and a unit of time: `Wart a Minute`."""
    units = any_word(word for word in known.section("units") if len(word) > 1 or word >= DENSE)
    return re.compile(rf"\w+\s(?:\w+\s){{0,2}}(?:{units})", re.IGNORECASE)


def _is_wait(clause: str, line: Sentence) -> bool:
    """True if the clause is an exact wait, which leaves the doubt to the rest of its sentence."""
    return isinstance(recognise(Piece(clause, vocabulary=line.words)), Wait)


def _some_time(waits: str, line: Sentence) -> Doubt | None:
    """Doubts `Wait a bit`, which states neither a time nor a person or thing to wait for."""
    _, *after = re.findall(r"[^\W\d_]+", waits)
    articles = line.words.all("values", "determiners")
    to = {*line.lexicon.words("places"), *line.words.all("asking", "for")}.difference(articles)
    if waits >= DENSE or QUOTE in waits or VALUE in waits or to.intersection(map(str.casefold, after[:2])):
        return None
    if len(line.lexicon.content(" ".join(after))) > 1:
        return None
    return Doubt(why="it gives no time to wait", instead=f"write `{line.written('wait')}`")


def _pauses(line: Sentence) -> Doubt | None:
    """Doubts `Take a break of 3 minutes`, where a weak verb only passes time."""
    lexicon = line.lexicon
    if _is_timed(line):
        return Doubt(why="nothing repeats it after that time", instead=f"write `{line.written('repeat')}`")
    if _is_dated(line):
        return Doubt(
            why="no line waits for that time", instead="start the program at that time, or set an alarm in an app"
        )
    if _is_late(line):
        return Doubt(why="no line waits that long", instead=f"write `{line.written('wait')}` above")
    idle = {*heads(line.words, ("wait", "break")), *line.words.section("units"), *lexicon.words("pauses")}
    for clause in line.clauses:
        verb = lexicon.verb_of(clause)
        timed = verb and lexicon.is_weak(verb) and time_in(line.words).search(clause) and not _is_wait(clause, line)
        if timed and all(word.casefold() in idle for word in lexicon.content(clause, verb)):
            return Doubt(why="it only waits", instead=f"write `{line.written('wait')}`")
    return None


def _is_timed(line: Sentence) -> bool:
    """True for `Take a screenshot every 5 minutes`, unless the verb schedules: only a scheduling app repeats an
    action."""
    found = re.search(
        rf"(?:{line.lexicon.regex('every').pattern})\s+(?:{time_in(line.words).pattern})", line.text, re.I
    )
    ordered = [line.lexicon.verb_of(clause) for clause in line.clauses]
    return bool(found) and not any(line.lexicon.is_of("schedules", verb) for verb in ordered)


def _is_dated(line: Sentence) -> bool:
    """True for `On Mondays, text Mia`: only a date or time before an order that no scheduling app keeps."""
    first, *others = line.clauses or ("",)
    dated = line.lexicon.regex("dates")
    ordered = [line.lexicon.verb_of(clause) for clause in others]
    named = [word for word in line.lexicon.content(dated.sub(" ", first)) if not word.isdigit()]
    unnamed = line.step.app is None and any(ordered) and dated.search(first) and not named
    return bool(unnamed) and not any(line.lexicon.is_of("schedules", verb) for verb in ordered)


def _is_late(line: Sentence) -> bool:
    """True if the step begins with a time that must pass, alone or with one other word: `After 5 minutes`."""
    first = line.clauses[0] if line.clauses else ""
    late = _late(line.words, line.lexicon)
    found = (late.match(clause) for clause in line.clauses[1:])
    if late.match(first) or any(match and line.lexicon.verb_of(match.string[match.end() :]) for match in found):
        return True
    timed = line.words.spaced and len(line.clauses) > 1 and time_in(line.words).search(first)
    if not timed or line.lexicon.verb_of(first):
        return False
    return len(line.lexicon.content(first.replace(timed.group(), " "))) == 1


def _decides(line: Sentence) -> Doubt | None:
    """Doubts a step that begins like a condition, a loop or an error handler."""
    lexicon, text = line.lexicon, line.text
    if line.step.app is None and goes_back(line.clauses, lexicon, line.words):
        ways = f"write `{line.written('until')}` above the lines to repeat"
        return Doubt(why="it goes back to lines above, and a step cannot do that", instead=ways)
    found = _when(lexicon).match(text)
    if found:
        ways = f"write `{line.written('wait_until')}` above"
        return Doubt(why=f"no line waits until {found.group().strip()!r}", instead=ways)
    found = _ends_then(line.words).match(lexicon.without_lead(text)) or _jumps_when(line)
    if found and not _is_idiom(found.string[found.end() :], line.words):
        jump = next((jump for jump in line.jumps if begins(found.group(), *heads(line.words, (jump,)))), "stop")
        ended = "a round" if jump == "continue" else "the loop" if jump == "break" else "the program"
        ways = f"write `{line.written('if')}`, and `{line.written(jump)}` below it"
        return Doubt(why=f"{found.group().strip()!r} decides when {ended} ends", instead=ways)
    found = lexicon.regex("forbids").match(without_lead(Piece(text, vocabulary=line.words)).plain)
    if found and line.step.capture is None:
        why = "a step applies only to itself, so later steps ignore it"
        return Doubt(why=why, instead="write it in each step that it concerns")
    counted = (_rounds(clause, line) for clause in line.clauses)
    found = steering(line.words).search(text) or next(filter(None, counted), None)
    if found is None or _is_idiom(text[found.end() :], line.words):
        end, decides = (lexicon.regex(name).search(text) for name in ("until", "decides"))
        found = end if end and (QUOTE in text[end.end() :] or _goes_on(line)) else decides
    if found is None and lexicon.words("inside"):
        found = next((hit for clause in line.clauses for hit in lexicon.regex("inside").finditer(clause, 1)), None)
    if found is None:
        return None
    outcome = failing(text[found.end() :].strip(), line.words, begins=True)
    if outcome is not None:
        return outcome
    word = re.sub(f"[{VALUE}{COMPUTED}]", "{...}", found.group()).strip(" ,;:.，；：。")
    if _scrolls(line) and QUOTE in line.text:
        return Doubt(why=f"{word!r} repeats it", instead=f"write `{line.written('scroll_to')}`")
    every = time_in(line.words).match(text[found.end() :].lstrip(" ,"))
    if every:
        ways = f"`{line.written('until')}` with its steps, and `{_wait(line, every.group())}` below it"
        return Doubt(why=f"{word!r} repeats it", instead=f"write {ways}")
    blocks = " or ".join(f"`{line.written(form)}`" for form in _blocks_meant(line, word, found))
    plainly = Doubt(why=f"{word!r} decides or repeats lines", instead=f"write {blocks} with its steps below")
    return _each_time(line, word) or plainly


def _each_time(line: Sentence, word: str) -> Doubt | None:
    """Doubts `Every time "A" appears, ...`."""
    ways = f"write `{line.written('repeat')}`, and in it `{line.written('if')}` with its steps below"
    again = begins(word, *line.words.all("itself", "again"))
    return Doubt(why=f"no line waits for what happens {word!r}", instead=ways) if again else None


def _blocks_meant(line: Sentence, word: str, found: re.Match[str]) -> list[str]:
    """The forms of the blocks that a word of a step may stand for; tries for a number of times in a step that tries."""
    if found.re is not steering(line.words) and begins(line.text, *heads(line.words, ("try",))):
        return ["try"]
    found_forms = [form for form in _BLOCKS if begins(word, *heads(line.words, (form,)))][:2] or ["if", "repeat"]
    when = found_forms[0] == "while" and begins(word, *line.words.all("itself", "moments"))
    return ["if", *found_forms] if when else found_forms


def _begins_with_outcome(line: Sentence) -> Doubt | None:
    """Doubts `When all are done, ...` and `Raining? Take a coat`: the outcome of another step, or a question."""
    text = line.text
    when = _conditions(line.words).match(text)
    outcome = failing(text[when.end() :].strip(), line.words, begins=True) if when else None
    answer = None if outcome else _LEADING_QUESTION.match(text)
    if answer is None or not line.lexicon.verb_of(text[answer.end() :]) or line.lexicon.verb_of(answer[1]):
        return outcome
    question = re.sub(f"[{VALUE}{COMPUTED}]", "{...}", answer[1]).replace(QUOTE, '"..."')
    return Doubt(
        why=f"{question!r} decides which lines run", instead=f"write `{line.written('if')}` with its steps below"
    )


def _wait(line: Sentence, time: str) -> str:
    """The wait of that time, in the program's language."""
    return line.words.canonical("wait").partition("<")[0] + time.strip()


def _scrolls(line: Sentence) -> bool:
    """True if one of the first words is a form of `scroll`: `Keep scrolling till ...`."""
    first = re.findall(r"[^\W\d_]+", line.clauses[0])[:3] if line.clauses else ()
    scrolling = heads(line.words, ("swipe", "scroll"))
    return any(word.casefold().startswith(scrolling) for word in first)


def _jumps_when(line: Sentence) -> re.Match[str] | None:
    """A whole jump, then a condition: `Exit the loop as soon as one is booked`."""
    text = line.lexicon.without_lead(line.text)
    for found in _conditions(line.words).finditer(text, 1):
        jump = recognise(Piece(text[: found.start()].rstrip(" ,"), vocabulary=line.words))
        if isinstance(jump, Break | Continue | Stop):
            return re.match(rf".{{{found.end()}}}", text, re.DOTALL)
    return None


def _goes_on(line: Sentence) -> bool:
    """True for `Keep going until all are in the cart`: no word before `until` names the repeated action."""
    before = line.lexicon.regex("until").split(line.text, maxsplit=1)[0]
    verb = line.lexicon.verb_of(before)
    moves = line.words.all("itself", "moves")
    named = [word for word in line.lexicon.content(before, verb) if word.casefold() not in moves]
    return bool(verb) and not named and (line.lexicon.is_weak(verb) or verb.casefold() in moves)


def _rounds(clause: str, line: Sentence) -> re.Match[str] | None:
    """The number of rounds in an ordering clause. Excludes frequencies (`twice a day`) and reported events."""
    lexicon = line.lexicon
    found = rounds(line.words).search(clause)
    if found is None or lexicon.regex("reports").search(clause, 0, found.start()):
        return None
    after = clause[found.end() :].lstrip()
    if found["sign"] and not _SIGN_ENDS.match(after) and lexicon.content(after, lexicon.verb_of(after)):
        return None
    is_noun = line.words.verb_last and after[:1].isupper()
    return None if is_noun or lexicon.regex("often").match(after) or lexicon.regex("daily").search(clause) else found


def _is_idiom(after: str, known: Words) -> bool:
    """True for `If needed, ...`, which leaves the decision to the model on purpose."""
    clause = re.split("[,;，；]", after, maxsplit=1)[0]
    return is_idiom(Piece(clause.strip(), vocabulary=known))


@lru_cache(maxsize=8)
def _late(known: Words, lexicon: Orders) -> re.Pattern[str]:
    """`After 5 minutes` or `5 minutes later` before an order."""
    singular, units = (any_word(words) for words in (known.all("values", "one"), tuple(known.section("units"))))
    later, time = (
        lexicon.regex("later").pattern,
        rf"{time_in(known).pattern}|(?<!\w)(?:{singular})\s(?:{units})(?!\w)",
    )
    return re.compile(rf"(?:{later})\s+(?:{time})|(?:{time})\s*(?:{later})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _ends_then(known: Words) -> re.Pattern[str]:
    """A jump directly followed by a condition: `Stop when the battery is low`, but not `get every line`."""
    jumps = any_word(word for word in heads(known, _ENDS) if word < DENSE)
    return re.compile(rf"(?:{jumps})\s+(?:{_conditions(known).pattern})", re.IGNORECASE)


@lru_cache(maxsize=8)
def _conditions(known: Words) -> re.Pattern[str]:
    """A word that begins a condition or a moment, but no loop."""
    loops = heads(known, ("foreach", "repeat"))
    conditions = (phrase for phrase in known.all("itself", "steering") if not begins(phrase, *loops))
    return re.compile(any_of((*known.all("itself", "moments"), *conditions)), re.IGNORECASE)


@lru_cache(maxsize=8)
def _when(lexicon: Orders) -> re.Pattern[str]:
    """An action that states a moment: `On arriving home`, `al llegar a casa`."""
    words, ends = ("|".join(map(re.escape, lexicon.words(name))) or "(?!)" for name in ("when", "doing"))
    return re.compile(rf"(?:{words})\s+\w{{2,}}(?:{ends})\b", re.IGNORECASE)


@lru_cache(maxsize=8)
def steering(known: Words) -> re.Pattern[str]:
    """A conjunction at the start of the step or after a comma; `x3` at the end of a clause."""
    begins = any_word(known.all("itself", "steering"))
    within = any_word(known.all("itself", "within"))
    return re.compile(
        rf"^(?:{begins})|[,;，；.]\s{{0,2}}(?:{within})|\sx\s?\d{{1,3}}(?=\W*$|\s?[,;:，；：])", re.IGNORECASE
    )


@lru_cache(maxsize=8)
def rounds(known: Words) -> re.Pattern[str]:
    """A number of times other than one."""
    several = [word for word, value in known.section("numbers").items() if value != 1]
    whole = any_word(word for word, value in known.section("multiples").items() if value != 1)
    spaced, dense = (any_word(word for word in several if (word >= DENSE) == apart) for apart in (False, True))
    first = rf"(?<![\w.])(?:{spaced}|\d{{1,3}})|(?<!第)(?:{dense})|(?-i:(?<=[{DENSE}-\uffff]))(?<!第)\d{{1,3}}"
    signs, names = (
        any_word(word for word in known.all("itself", "rounds") if (word == "x") == sign) for sign in (True, False)
    )
    return re.compile(
        rf"(?:{first}|[{VALUE}{COMPUTED}])\s{{0,2}}(?:{names})|(?:{first})\s{{0,2}}(?P<sign>{signs})|(?<!\w)(?:{whole})",
        re.IGNORECASE,
    )
