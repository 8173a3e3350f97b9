"""Lines of people who have not seen the grammar are read as meant or get a finding."""

from __future__ import annotations

import pytest

from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse


def _same(written: str, canonical: str) -> None:
    found, meant = parse(written), parse(canonical)
    assert found.program is not None
    assert meant.program is not None
    assert found.program.body == meant.program.body
    assert found.diagnostics == ()


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("wait 3s", "Wait 3 seconds"),
        ("home", "Press home"),
        ("Now wait for 10 seconds, please", "Wait 10 seconds"),
        ("Thank you! Tell the user \"bye\"", 'Tell user "bye"'),
        ('Could you please verify that "Done" appears?', 'Verify that "Done" appears'),
        ('verify "Done"', 'Verify that "Done" appears'),
        ('Report to the user: {x}', "Tell user {x}"),
        ('Inform user: "x"', 'Tell user "x"'),
        ("{n} += 2", "Increase {n} by 2"),
        ("Set {l} to an empty list", "Set {l} to []"),
        ('If {l} has more than 3 items:\n    Press back', "If the number of items in {l} > 3:\n    Press back"),
        ('If {l} contains at least {n} rows:\n    Press back', "If the number of items in {l} >= {n}:\n    Press back"),
        ('If appears "Call":\n    Press back', 'If "Call" appears:\n    Press back'),
        ('For each of "a", "b":\n    Tell user {item}', 'For each {item} in ["a", "b"]:\n    Tell user {item}'),
        ('对每个{a}在["x"]中：\n    告诉用户{a}', '对于["x"]中的每个{a}：\n    告诉用户{a}'),
        ("FOR {i} = 1 TO 3:\n    Press back", "For {i} from 1 to 3:\n    Press back"),
        ('Each {x} in ["a"]:\n    Press back', 'For each {x} in ["a"]:\n    Press back'),
        ("For every {x} in {l}, would you please:\n    Press back", "For each {x} in {l}:\n    Press back"),
        ("If {x} is 1, then please do:\n    Press back\nOtherwise, please do this:\n    Press home",
         "If {x} is 1:\n    Press back\nOtherwise:\n    Press home"),
        ("Set {a} to 3; set {b} to 2", "Set {a} to 3\nSet {b} to 2"),
        ("Set {a} to 3 and {b} to 2", "Set {a} to 3\nSet {b} to 2"),
        ("Set {a} to \"x\", {b} to 2", "Set {a} to \"x\"\nSet {b} to 2"),
        ("{a} = 3, {b} = 2", "Set {a} to 3\nSet {b} to 2"),
        ("Ask me whether to text Bo, and remember it as {x}", "Ask user \"whether to text Bo\", record as {x}"),
        ("Tell user {x} and stop", "Tell user {x}\nStop the program"),
        ("If {x} is 1, tell user \"a\" and stop", "If {x} is 1:\n    Tell user \"a\"\n    Stop the program"),
        ("If the list ends stop", "If the list ends, stop"),
        ("If she calls tell user \"x\"", "If she calls, tell user \"x\""),
        ("In the event that {x} is 1, press back", "If {x} is 1, press back"),
        ("{n}++", "Increase {n} by 1"),
        ("Let the {l} be \"a\" and \"b\"", "Set {l} to [\"a\", \"b\"]"),
        ("Give {x} the value 3", "Set {x} to 3"),
        ("{x} becomes 3", "Set {x} to 3"),
        ("Put 3 in {x}", "Set {x} to 3"),
        ("The answer is {x}", "Set {answer} to {x}"),
        ("Repeat with each item in {l}\n    Press back", "For each {item} in {l}:\n    Press back"),
        ("Ask how much it was, record as {x}", "Ask user \"how much it was\", record as {x}"),
        ("Ask for Input \"How much?\", record as {x}", "Ask user \"How much?\", record as {x}"),
        ("Tell user « done »", "Tell user \"done\""),
        ("Tap »Save«", "Tap \"Save\""),
        ("{n}减1", "Decrease {n} by 1"),
        ("对{l}中的每一项重复\n    按返回键", "For each {项} in {l}:\n    Press back"),
        ("Cancel the script", "Stop the program"),
        ("Repeat 2 times:\n    If {x} is 1, stop looping", "Repeat 2 times:\n    If {x} is 1, break the loop"),
        ("Define {n} as 5", "Set {n} to 5"),
        ("Stop This Shortcut", "Stop the program"),
        ("Repeat 2 times:\n    Exit the for loop", "Repeat 2 times:\n    Break the loop"),
        ("重复2次：\n    继续", "Repeat 2 times:\n    Continue"),
        ("Try 2 times:\n    Press back\nIf that fails:\n    Press home",
         "Try 2 times:\n    Press back\nOn error:\n    Press home"),
    ],
)  # fmt: skip
def test_a_line_in_other_words_is_the_same_statement(written: str, canonical: str) -> None:
    _same(written, canonical)


@pytest.mark.parametrize(
    ("german", "canonical"),
    [
        ("Programm beenden", "Beende das Programm"), ("Stopp diesen Kurzbefehl", "Beende das Programm"),
        ("Wenn {l} mehr als 3 Einträge hat:", "Wenn die Anzahl von {l} größer als 3 ist:"), ("Zurück", "Drücke zurück"),
    ],
)  # fmt: skip
def test_a_german_line_in_other_words_is_the_same_statement(german: str, canonical: str) -> None:
    header, block = "---\nlanguage: de\n---\n", "\n    Drücke zurück" if german.endswith(":") else ""
    _same(f"{header}{german}{block}\n", f"{header}{canonical}{block}\n")


def test_a_bare_word_is_a_key_if_the_program_uses_it_as_a_key() -> None:
    found = parse("Sort {l} by amount, descending\nTell user {l}\n").program
    known = parse('Sort {l} by amount, descending\nFor each {x} in {l}:\n    Tell user "{x.amount}"\n').program
    assert found is not None
    assert known is not None
    assert not isinstance(found.body[0], ast.Sort)
    assert known.body[0] == ast.Sort(source=ast.Ref(name="l"), key="amount", descending=True)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("numbers = [3, 8]", "STP121"),
        ("for (const name of names) {", "STP215"),
        ('In the "A" app, put the first name down in {name}', "STP218"),
        ('Set {p} to {"name": "Ida"}\nTell user "${p.name}"', "STP219"),
        ('Escalate: tell user "now"', "STP129"),
        ("Set {n} to 1\nWhere {n} is below 2: approve it", "STP121"),
        ("tell sent", "STP121"),
        ("Make back", "STP121"),
        ('Set {d} to 1\nIf it turns out that {d} is 2:\n    Press back', "STP216"),
        ('Set {d} to 1\nIf {d} is 2, then go ahead and:\n    Press back', "STP216"),
        ('NAME="Ida"', "STP121"),
        ("x += 1", "STP121"),
        ('export {place}="Home"', "STP121"),
        ('Variable Set {kind} To "Food"', "STP121"),
        ("Wait 5", "STP121"),
        ("等待5", "STP121"),
        ('Set {host} to "x"\nTell user "at $host"', "STP219"),
        ('Tell user "today $(date)"', "STP219"),
        ("For each of 8:00, 13:00 and 20:00:\n    Press back", "STP209"),
        ("For each person in Ann, Bob and Carl:\n    Press back", "STP209"),
        ("For {t} in 6:00 6:10:\n    Press back", "STP209"),
        ("Set {n} to 3\nMake {n} smaller with 1", "STP222"),
        ("Set {n} to 3\n{n} goes up by one", "STP121"),
        ("Set {a} to 1\nSet {b} to 2\nSwap {a} and {b}", "STP222"),
        ("---\nlanguage: de\n---\nSetze {n} auf 3\nMach {n} um eins kleiner", "STP222"),
        ("---\nlanguage: es\n---\nPon {n} en 3\nHaz {n} más pequeño en 1", "STP222"),
        ("将{n}设为3\n让{n}变大一点", "STP222"),
        ("A5: have a look", "STP134"),
        ("And then go back up to step 2", "STP136"),
        ("Once that is done, jump back to line 1", "STP136"),
        ("我说不要的话，就回到第3步", "STP136"),
        ('For each {person} in ["a"]:\n    If {person} is "a", move to the next person', "STP136"),
        ('For each {x} in ["a"]:\n    Carry on with the loop', "STP136"),
        ('If "Ad" appears close it', "STP121"),
        ("Set {a} to 1\n{a} = {b} = 0", "STP215"),
        ('Keep scrolling until "End" appears', "STP129"),
        ('Until "End" appears keep scrolling down', "STP129"),
        ("Get a number from the user, record as {n}", "STP218"),
        ("Let the user choose a colour, record as {c}", "STP218"),
        ('Set {l} to []\nThrow "milk" into {l}', "STP222"),
        ('Set {l} to ["a"]\nCross "a" and more off {l}', "STP222"),
        ("Go back to step 1", "STP136"),
        ("Goto A7", "STP128"),
        ("Repeat steps 2 to 4", "STP136"),
        ("Start over", "STP136"),
        ("Go back to the top and do it again until 6pm", "STP136"),
        ("Start again if it fails", "STP136"),
        ('For each {item} in ["a"]:\n    If {item} is "a", skip this {item}', "STP136"),
        ('For each {item} in ["a"]:\n    If {item} is "a", skip to the next {item}', "STP136"),
        ('For each {item} in ["a"]:\n    Skip {item}', "STP136"),
        ('---\nlanguage: de\n---\nFür jeden {x} in ["a"]:\n    Überspringe {x}', "STP136"),
        ("Do it again", "STP136"),
        ('If "Failed" appears, repeat step 3', "STP136"),
        ("End of the loop", "STP128"),
        ("Parar", "STP136"),
        ("从头再来", "STP136"),
        ("回到第3步", "STP136"),
        ("结束如果", "STP128"),
        ("---\nlanguage: de\n---\nGehe zurück zu Schritt 1", "STP136"),
        ("---\nlanguage: de\n---\nEnde Wenn", "STP128"),
        ("---\nlanguage: es\n---\nVuelve al paso 3", "STP136"),
        ("---\nlanguage: es\n---\nTerminar si", "STP128"),
        ("REM a remark in BASIC", "STP128"),
        ("Set {n} to 1\nIf {n} < 3 then goto 20", "STP128"),
    ],
)  # fmt: skip
def test_a_line_with_an_unintended_reading_is_reported(line: str, code: str) -> None:
    assert code in [finding.code for finding in check_text(line + "\n").diagnostics]


@pytest.mark.parametrize(
    "line",
    [
        "Set {total} to 3\nTell user \"It costs ${total}\"",
        'Set {name} to "Ann"\nIn the "A" app, write to {name}',
        "Ask user \"Who?\", record as {who}\nIn the \"A\" app, text {who}: I am late",
        "Call home",
        "Tell Hana",
        'Do what it says in the app: send "Milk" to "+15550100"',
        'Set {d} to 1\nIf {d} is 2, 3 or 4:\n    Press back',
        "If it looks as if that worked, go on with the next page",
        "Go to step 3 of the setup",
        'Set {people} to ["a", "b"]\nSend "hello" to {people}',
        'For each {person} in ["a"]:\n    Open the next person that is shown',
        "If it rains take an umbrella",
        "Wait until all of it is there, then look at the next page",
        "If nobody is home",
        "If you are done",
        "If Bob calls back",
        "For each unread message and email:\n    Press back",
        'Set {n} to 3\nTell user "It costs $AUD {n}"',
        "Set {n} to 3\nSet the volume to {n}",
        "Set {n} to 3\nPay {n} to Bob",
        "Set {l} to [1]\nRemove {l} from the cart",
        'Set {n} to 3\nIn the "Calc" app, add {n}',
        "Ask Bob for the key, record as {key}\nTell user {key}",
        'In the "Sheets" app, go to A7',
        "Start the timer",
        "Stop it",
        "Try again",
        "Go to the top of the page",
        "Leave the group",
        "End the call",
        "结束通话",
        "返回上一步",
        "---\nlanguage: de\n---\nBeende das Gespräch",
    ],
)  # fmt: skip
def test_a_line_with_its_likely_reading_is_not_reported(line: str) -> None:
    codes = {"STP121", "STP128", "STP129", "STP136", "STP209", "STP222", "STP215", "STP216", "STP218", "STP219"}
    assert codes & {finding.code for finding in check_text(line + "\n").diagnostics} == set()


@pytest.mark.parametrize(
    ("language", "written", "canonical"),
    [
        ("de", "Öffne bitte die App „Uhr“", 'Öffne die App "Uhr"'),
        ("de", "Warte bitte 5 Sekunden", "Warte 5 Sekunden"),
        ("es", 'Abre por favor la app "Reloj"', 'Abre la app "Reloj"'),
        ("es", 'Abra la app "Reloj" pues', 'Abre la app "Reloj"'),
        ("es", "Súbele 2 a {x}", "{x} += 2"),
        ("es", "Haz que {x} sea {y} * 2", "Pon {x} en {y} * 2"),
        ("zh", "如果“A”出现的话，点击“A”", "如果“A”出现，点击“A”"),
        ("zh", "要是{x}大于3的话，就点击“A”，否则点击“B”", "如果{x}大于3，点击“A”，否则点击“B”"),
        ("zh", "如果“A”出现的话：\n    点击“A”", "如果“A”出现：\n    点击“A”"),
        ("zh", "要是{x}不到50：\n    点击“A”", "如果{x}小于50：\n    点击“A”"),
        ("zh", "打开那个“微信”软件", "打开“微信”应用"),
    ],
)
def test_a_line_with_polite_or_everyday_words_is_the_same_statement(
    language: str, written: str, canonical: str
) -> None:
    header = f"---\nlanguage: {language}\n---\n"
    _same(f"{header}{written}\n", f"{header}{canonical}\n")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("zh", "没人接的话，就给妈妈打电话"),
        ("de", 'Es ist zu prüfen, dass "Fertig" erscheint'),
        ("es", "Lleva la cuenta en {n}\nSuma 1 a {n}"),
        ("de", "Führe Buch in {n}\nErhöhe {n} um 1"),
        ("zh", "用{n}计数\n将{n}增加1"),
    ],
)
def test_a_line_that_decides_checks_or_counts_in_other_words_is_reported(language: str, line: str) -> None:
    found = check_text(f"---\nlanguage: {language}\n---\n{line}\n").diagnostics
    assert [one.code for one in found if one.span.line == 4 and one.code in ("STP121", "STP137")] != []
