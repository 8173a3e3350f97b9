"""The apps that steps name in their own words, and the steps that need no app."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from tests.lang.silence.telling import messages


def _listed(language: str, text: str) -> list[tuple[int, str, str]]:
    report = check_text(f"---\nlanguage: {language}\ninputs: {{x: text}}\n---\n{text}\n")
    assert "STP501" not in {finding.code for finding in report.diagnostics}
    return [(one.line - 4, one.asks, one.app) for one in report.questions if one.asks in ("names", "stays")]


@pytest.mark.parametrize(
    ("language", "line", "app"),
    [
        ("en", 'Archive every newsletter in the "K-9 Mail" app', "K-9 Mail"),
        ("en", "set a timer in the Timer app", "Timer"),
        ("en", "Look it up in the maps app", "maps"),
        ("en", '{x} = how many photos there are in the "Gallery" app', "Gallery"),
        ("en", 'Text "hi" to Bob via Telegram and wave', "Telegram"),
        ("de", "In der Uhr-App einen Wecker stellen", "Uhr"),
        ("de", "Füge Milch in der App „Tasks“ hinzu", "Tasks"),
        ("de", 'Trage in der App "Kalender" den Geburtstag von Mia ein', "Kalender"),
        ("de", 'Es ist die App "Nachrichten" zu öffnen.', "Nachrichten"),
        ("es", 'Oiga, abra la app "Galería"', "Galería"),
        ("es", "Busca la receta en la app de cocina", "cocina"),
        ("es", "Contesta la pregunta en la app Kahoot", "Kahoot"),
        ("es", 'Mándale por Telegram a Ana el texto "voy"', "Telegram"),
        ("zh", "在日历应用里取消", "日历"),
        ("zh", "在“相册”App里删除第一张照片", "相册"),
        ("zh", "在微信里给“老张”发“你好”", "微信"),
    ],
)
def test_an_app_that_a_step_names_in_its_own_words_is_listed_and_sticks(language: str, line: str, app: str) -> None:
    following = {"en": "Star the first one", "de": "Leere den Papierkorb", "es": "Borra la foto", "zh": "看看余额"}
    found = _listed(language, f"{line}\n{following[language]}")
    assert found == [(1, "names", app), (2, "stays", app)]


@pytest.mark.parametrize(
    ("language", "line", "app"),
    [
        ("en", 'Please open "Signal"', "Signal"),
        ("en", "Hey, could you start Spotify and play some jazz", "Spotify"),
        ("en", 'Open "Calendar" and look for the dentist', "Calendar"),
        ("en", 'Jot {x} down in "Obsidian"', "Obsidian"),
        ("en", 'In "Calendar" cancel my shift', "Calendar"),
        ("de", 'Bitte öffne "Signal"', "Signal"),
        ("de", "Öffne doch mal Spotify und spiel was von Queen", "Spotify"),
        ("de", 'Notiere {x} in "Obsidian"', "Obsidian"),
        ("es", 'Por favor, abre "Signal"', "Signal"),
        ("es", 'Apunta {x} en "Obsidian"', "Obsidian"),
        ("es", 'En "Mensajes" envía "a" a Ana', "Mensajes"),
        ("zh", "先打开微信，再点“班级群”", "微信"),
        ("zh", "帮我打开“日历”看看明天有什么安排", "日历"),
        ("zh", "開啟「Instagram」", "Instagram"),
        ("zh", "把{x}记到“便签”里", "便签"),
    ],
)
def test_a_name_that_may_be_an_app_has_one_finding_where_it_stands(language: str, line: str, app: str) -> None:
    following = {"en": "Star the first one", "de": "Leere den Papierkorb", "es": "Borra la foto", "zh": "看看余额"}
    text = f"---\nlanguage: {language}\ninputs: {{x: text}}\n---\n{line}\n{following[language]}\n"
    ((at, message, hint),) = [
        (one.span.line - 4, one.message, one.suggestion) for one in check_text(text).diagnostics if one.code == "STP501"
    ]
    assert (at, message) == (1, f'a model does this step on the phone, but no line says that "{app}" is an app')
    assert app in hint


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Turn the brightness down"),
        ("en", "Open the settings and switch on dark mode"),
        ("en", "Clear all notifications"),
        ("en", "wifi off"),
        ("de", "Drücke die Zurück-Taste"),
        ("de", "Mach das WLAN an"),
        ("de", "Stell die Helligkeit auf 50 %"),
        ("es", "Pulsa el botón atrás"),
        ("es", "Enciende la linterna"),
        ("es", "Sube el brillo"),
        ("zh", "打开蓝牙"),
        ("zh", "打开wifi"),
        ("zh", "关闭飞行模式"),
    ],
)
def test_what_every_screen_has_needs_no_app(language: str, line: str) -> None:
    assert not [one for one in messages(language, line) if one[1] == "STP501"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Share the screenshot"),
        ("en", "Turn off notifications for the family group"),
        ("en", "Scroll to the bottom"),
        ("de", "Teile das Bildschirmfoto mit Anna"),
        ("es", "Comparte la captura de pantalla con Ana"),
        ("zh", "把截图发给小王"),
    ],
)
def test_a_step_that_also_concerns_something_else_needs_an_app(language: str, line: str) -> None:
    assert "STP501" in [one[1] for one in messages(language, line)]


def test_a_step_whose_words_name_two_apps_gets_a_finding() -> None:
    line = 'Copy the code from the "Mail" app and paste it in the "Bank" app'
    ((_, code, message, hint),) = messages("en", line)
    assert (code, '"Mail" and "Bank"' in message) == ("STP501", True)
    assert "a line of its own" in hint


_TASK = {
    "en": 'Define a task named "t":\n    Star the first one\n',
    "de": 'Definiere die Aufgabe "t":\n    Leere den Papierkorb\n',
    "es": 'Define la tarea "t":\n    Borra la foto\n',
    "zh": "定义任务“t”：\n    看看余额\n",
}
_CALL = {"en": 'Execute task "t"', "de": 'Führe die Aufgabe "t" aus', "es": 'Ejecuta la tarea "t"', "zh": "执行任务“t”"}
_SCOPE = {"en": 'In the "A" app:\n', "de": 'In der App "A":\n', "es": 'En la app "A":\n', "zh": "在“A”应用中：\n"}


@pytest.mark.parametrize("language", sorted(_TASK))
def test_a_step_of_a_task_needs_an_app_if_no_caller_has_one(language: str) -> None:
    alone = _TASK[language] + _CALL[language]
    inside = f"{_TASK[language]}{_SCOPE[language]}    {_CALL[language]}"
    assert [at for at, code, _, _ in messages(language, alone) if code == "STP501"] == [2]
    assert not [at for at, code, _, _ in messages(language, inside) if code == "STP501"]
    assert not [
        at
        for at, code, _, _ in messages(language, f"{alone}\n{inside.removeprefix(_TASK[language])}")
        if code == "STP501"
    ]
