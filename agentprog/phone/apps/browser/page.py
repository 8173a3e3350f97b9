"""One loaded page: its document, its fields' contents, and its widgets."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agentprog.frozen import frozen
from agentprog.phone.apps.browser.inline import InlineRun, Paragraph
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, Toggle
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import DONE, GO, EditState, InputType, ScrollState
from agentprog.phone.widgets.theme import LIGHT

INK, LINK, FAINT = "#202124", "#1A0DAB", "#5F6368"
_WEB = replace(LIGHT, primary="#1A73E8", container="#E8EAED", on_container=INK)
_HEADINGS = {"h1": 26.0, "h2": 22.0, "h3": 19.0, "h4": 17.0, "h5": 16.0, "h6": 15.0}
_INLINE = {"a", "b", "strong", "em", "i", "u", "s", "code", "span", "small", "abbr", "time", "mark", "label", "sub",
           "sup", "q", "cite", "kbd", "font"}  # fmt: skip
_SILENT = {"script", "style", "head", "title", "meta", "link", "template", "noscript", "option", "datalist"}
_CONTROLS = {"input", "textarea", "select", "button", "img"}
_INPUTS: Mapping[str, InputType] = {"password": "password", "number": "number", "tel": "phone", "email": "email"}
_BOLD = {"b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6"}


@frozen
class _Style:
    size: float = 16
    bold: bool = False
    color: str = INK
    link: Any = None


@dataclass(eq=False, kw_only=True)
class Links:
    """The browser's functions for a page."""

    follow: Callable[[str], object]
    submit: Callable[[str, str, dict[str, str]], object]
    choose: Callable[[list[str], int, Callable[[int], object]], object]
    changed: Callback


@dataclass(eq=False, kw_only=True)
class WebPage:
    """`root` is the parsed document; its fields' states last as long as the page."""

    url: str
    title: str
    root: Any
    links: Links
    scroll: ScrollState = field(default_factory=ScrollState)
    edits: dict[Any, EditState] = field(default_factory=dict)
    checks: dict[Any, bool] = field(default_factory=dict)
    choices: dict[Any, int] = field(default_factory=dict)
    faults: dict[Any, str] = field(default_factory=dict)
    anchors: dict[str, Widget] = field(default_factory=dict)
    nodes: list[Any] = field(default_factory=list)
    _top: Widget = field(default_factory=Widget)

    # Fields

    def prepare(self) -> None:
        """Read the initial values of the document's fields. The list keeps lxml's element objects alive and
        identical."""
        self.nodes = list(self.root.iter())
        for el in self.nodes:
            kind = _kind(el)
            if kind in ("checkbox", "radio"):
                self.checks[el] = el.get("checked") is not None
            elif el.tag == "select":
                options = el.findall(".//option")
                marked = (i for i, option in enumerate(options) if option.get("selected") is not None)
                self.choices[el] = next(marked, 0)
            elif el.tag == "textarea" or (el.tag == "input" and kind not in ("submit", "reset", "button", "hidden")):
                self.edits[el] = self._edit(el, kind)

    def _edit(self, el: Any, kind: str) -> EditState:
        is_area = el.tag == "textarea"
        text = (el.text or "").removeprefix("\n") if is_area else el.get("value", "")
        most = el.get("maxlength", "")
        state = EditState(
            text=text, multi_line=is_area, input_type=_INPUTS.get(kind, "text"), action=GO if not is_area else DONE,
            max_length=int(most) if most.isdigit() else 0, on_change=lambda _: self._touched(el),
        )  # fmt: skip
        state.on_action = lambda _: self.send(el)
        return state

    def _touched(self, el: Any) -> None:
        self.faults.pop(el, None)
        self.links.changed()

    def send(self, el: Any, pressed: Any = None) -> None:
        """Submit an element's form, unless a field is invalid."""
        form = next((up for up in el.iterancestors("form")), None)
        if form is None:
            return
        self.faults = self._wrong(form)
        if self.faults:
            self.links.changed()
            return
        fields = {}
        for control in form.iter("input", "textarea", "select", "button"):
            name, value = control.get("name"), self._value(control, pressed)
            if name and value is not None:
                fields[name] = value
        self.links.submit(form.get("method", "get").lower(), form.get("action", ""), fields)

    def _value(self, el: Any, pressed: Any) -> str | None:
        kind = _kind(el)
        if el in self.edits:
            return self.edits[el].text
        if el in self.checks:
            return el.get("value", "on") if self.checks[el] else None
        if el in self.choices:
            options = el.findall(".//option")
            return str(options[self.choices[el]].get("value", _plain(options[self.choices[el]]))) if options else None
        if kind == "hidden":
            return str(el.get("value", ""))
        return str(el.get("value", "")) if el is pressed else None

    def _wrong(self, form: Any) -> dict[Any, str]:
        """The first invalid field of a form with its message; empty if all are valid."""
        for el in form.iter("input", "textarea"):
            if el not in self.edits:
                continue
            text = self.edits[el].text
            if el.get("required") is not None and not text:
                return {el: "Please fill out this field."}
            if _kind(el) == "email" and text and "@" not in text:
                return {el: f"Please include an '@' in the email address. '{text}' is missing an '@'."}
        return {}

    def reset(self, el: Any) -> None:
        self.edits.clear()
        self.checks.clear()
        self.choices.clear()
        self.prepare()
        self.links.changed()

    def tick(self, el: Any) -> None:
        if _kind(el) == "radio":
            for element in self.checks:
                if _kind(element) == "radio" and element.get("name") == el.get("name"):
                    self.checks[element] = element is el
        else:
            self.checks[el] = not self.checks[el]
        self.links.changed()

    def jump(self, name: str) -> None:
        """Scroll to an element of this page as it is laid out now."""
        target = self.anchors.get(name)
        if target is not None:
            self.scroll.by(target.rect.top - self._top.rect.top)

    # Widgets

    def view(self) -> ScrollView:
        """The WebView."""
        self.anchors = {}
        body = self.root.find(".//body")
        blocks = self._blocks(body if body is not None else self.root, _Style())
        content = Column(blocks, width=MATCH, gap=10, padding=pad(16, 16), class_name="android.view.View")
        view = ScrollView(content, scroll=self.scroll, class_name="android.webkit.WebView", fill_view=True)
        self._top = view
        view.text, view.fill, view.focusable, view.weight = self.title, Fill("#FFFFFF"), True, 1
        return view

    def _blocks(self, el: Any, style: _Style) -> list[Widget]:
        """The children of a block: paragraphs of flowing text, and separate elements."""
        widgets: list[Widget] = []
        runs: list[InlineRun] = []

        def flush() -> None:
            nonlocal runs
            if any(run.text.strip() for run in runs):
                runs[0].text, runs[-1].text = runs[0].text.lstrip(" "), runs[-1].text.rstrip()
                widgets.append(Paragraph([run for run in runs if run.text]))
            runs = []

        def walk(node: Any, now: _Style) -> None:
            self._say(runs, node.text, now, node)
            for child in node:
                step(child, now)
                self._say(runs, child.tail, now, node)

        def step(child: Any, now: _Style) -> None:
            tag = child.tag if isinstance(child.tag, str) else "script"
            if tag in _SILENT or child.get("hidden") is not None or _kind(child) == "hidden":
                return
            if tag == "br":
                runs.append(InlineRun("\n", size=now.size))
            elif tag in _INLINE and not any(inner.tag in _CONTROLS for inner in child.iter()):
                walk(child, self._styled(child, now))
            else:
                flush()
                widgets.extend(self._block(child, tag, now))

        walk(el, style)
        flush()
        return widgets

    def _say(self, runs: list[InlineRun], text: str | None, style: _Style, owner: Any) -> None:
        if not text:
            return
        words = text if any(up.tag == "pre" for up in (owner, *owner.iterancestors())) else re.sub(r"\s+", " ", text)
        if not runs and not words.strip():
            return
        run = InlineRun(words, size=style.size, font_weight="bold" if style.bold else "regular", color=style.color)
        link = style.link
        if link is not None:
            run.class_name, run.underline, run.id = "android.view.View", True, _id(link)
            run.on_click = lambda: self.links.follow(link.get("href"))
        runs.append(run)

    def _styled(self, el: Any, style: _Style) -> _Style:
        if el.tag == "a" and el.get("href"):
            return replace(style, color=LINK, link=el)
        if el.tag == "small":
            return replace(style, size=13, color=FAINT)
        return replace(style, bold=True) if el.tag in _BOLD else style

    def _block(self, el: Any, tag: str, style: _Style) -> list[Widget]:
        if tag in _CONTROLS:
            return [self._named(el, self._control(el, tag, style))]
        if tag == "hr":
            return [Widget(height=1, width=MATCH, fill=Fill("#DADCE0"), accessible=False)]
        if tag == "label" and (box := self._labelled(el)) is not None:
            return [self._named(box, self._toggle(box, _plain(el)))]
        if tag == "table":
            rows = [self._cells(row, style) for row in el.iter("tr")]
            table = Column(rows, width=MATCH, class_name="android.widget.GridView", fill=Fill(outline="#DADCE0"))
            return [self._named(el, table)]
        if tag in ("ul", "ol"):
            items = [self._item(li, i + 1, tag, style) for i, li in enumerate(el.findall("li"))]
            return [self._named(el, Column(items, width=MATCH, gap=6, class_name="android.widget.ListView"))]
        if tag in _HEADINGS:
            style = replace(style, size=_HEADINGS[tag], bold=True)
        inside = self._blocks(el, style)
        if len(inside) == 1:
            return [self._named(el, inside[0])]
        return [self._named(el, Column(inside, width=MATCH, gap=10, class_name="android.view.View"))] if inside else []

    def _named(self, el: Any, widget: Widget) -> Widget:
        name = el.get("id", "")
        if name:
            widget.id = widget.id or f"#{name}"
            self.anchors[name] = widget
        return widget

    def _item(self, li: Any, number: int, tag: str, style: _Style) -> Widget:
        mark = Text("•" if tag == "ul" else f"{number}.", size=style.size, color=INK, accessible=False, width=22)
        inside = Column(self._blocks(li, style), weight=1, gap=6, class_name="android.view.View")
        return self._named(li, Row([mark, inside], width=MATCH, cross="start", class_name="android.view.View"))

    def _cells(self, row: Any, style: _Style) -> Widget:
        cells: list[Widget] = []
        for cell in row.iterchildren("td", "th"):
            inside = self._blocks(cell, replace(style, size=15, bold=style.bold or cell.tag == "th"))
            cells.append(Column(inside, weight=1, padding=pad(8, 6), class_name="android.view.View"))
        return Row(cells, width=MATCH, class_name="android.view.View", cross="start")

    # Controls

    def _control(self, el: Any, tag: str, style: _Style) -> Widget:
        kind = _kind(el)
        if tag == "img":
            picture = Icon("image", size=40, color=FAINT, width=MATCH, height=120, fill=Fill("#F1F3F4", radius=4))
            picture.class_name, picture.text = "android.widget.Image", el.get("alt", "")
            return picture
        if el in self.checks:
            return self._toggle(el, self._label_of(el))
        if el in self.choices:
            return self._select(el)
        if el in self.edits:
            return self._field(el)
        label = _plain(el) if tag == "button" else el.get("value", "Submit" if kind == "submit" else "Reset")
        button = Button(label, _WEB, kind="tonal", enabled=el.get("disabled") is None, id=_id(el))
        if kind in ("submit", ""):
            button.on_click = lambda: self.send(el, el)
        elif kind == "reset":
            button.on_click = lambda: self.reset(el)
        return button

    def _field(self, el: Any) -> Widget:
        field = TextField(self.edits[el], hint=el.get("placeholder", ""), color=INK, accent="#1A73E8", look="box")
        field.id, field.error, field.min_lines = _id(el), self.faults.get(el, ""), 3 if el.tag == "textarea" else 1
        field.desc = self._label_of(el)
        return field

    def _toggle(self, el: Any, label: str) -> Widget:
        look = "radio" if _kind(el) == "radio" else "checkbox"
        toggle = Toggle(_WEB, look, text=label, checked=self.checks[el], width=MATCH, size=16, id=_id(el))
        toggle.on_click = lambda: self.tick(el)
        return toggle

    def _select(self, el: Any) -> Widget:
        names = [_plain(option) for option in el.findall(".//option")]

        def chosen(i: int) -> None:
            self.choices[el] = i
            self.links.changed()

        now = self.choices[el]
        label = Text(names[now] if names else "", size=16, color=INK, weight=1, accessible=False)
        arrow = Icon("dropdown", color=FAINT, accessible=False)
        row = Row([label, arrow], width=MATCH, height=48, padding=pad(14), fill=Fill(outline="#79747E", radius=4))
        row.class_name, row.text, row.desc, row.id = "android.widget.Spinner", label.text, self._label_of(el), _id(el)
        row.on_click = lambda: self.links.choose(names, now, chosen)
        return row

    def _labelled(self, label: Any) -> Any:
        """The check box or radio button inside a label."""
        return next((control for control in label.iter("input") if control in self.checks), None)

    def _label_of(self, el: Any) -> str:
        around = next((up for up in el.iterancestors("label")), None)
        if around is not None:
            return _plain(around)
        name = el.get("id")
        found = next((node for node in self.nodes if node.tag == "label" and name and node.get("for") == name), None)
        return _plain(found) if found is not None else str(el.get("aria-label", ""))


def _kind(el: Any) -> str:
    return str(el.get("type", "text" if el.tag == "input" else "")).lower() if isinstance(el.tag, str) else ""


def _id(el: Any) -> str:
    """The resource id of a node: its HTML id, without a package."""
    name = el.get("id", "")
    return f"#{name}" if name else ""


def _plain(el: Any) -> str:
    return re.sub(r"\s+", " ", el.text_content()).strip()


def load(url: str, body: str, links: Links) -> WebPage:
    """Parse a document, even an invalid one."""
    # Imported with the first page: it takes three megabytes, and most phones never need it.
    from lxml import etree
    from lxml import html as markup

    parser = markup.HTMLParser(encoding="utf-8")
    try:
        root = markup.document_fromstring(body.encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:  # a document with only comments
        root = markup.document_fromstring(b"<html><body></body></html>", parser=parser)
    title = root.findtext(".//title") or url
    page = WebPage(url=url, title=title.strip(), root=root, links=links)
    page.prepare()
    return page
