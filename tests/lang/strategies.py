"""Hypothesis strategies for whole programs: every node class, any text that a person could put into it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

from hypothesis import strategies as st

from agentprog.lang import ast as a
from agentprog.lang.kinds.flow import case_of
from agentprog.lang.phrases.markers import CaseLine


def short(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The same strategy with a short name: Hypothesis would print its parts many times over."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Any:
        return draw(strategy)

    return drawn()


WORDS = st.sampled_from(
    [
        "if", "repeat", "while", "for each", "otherwise", "do", "set", "save", "the", "record as", "3 times", "{x}",
        "to", "in", "Contacts", "app", "tap", '"Save"', "`x`", "hello", "Ana's", "#1", "# no", "until", "é", "你好",
        "“quoted”", "a,b", "10:30", "x = 1", "[", "]", "(", "{", "}", "\\", "and", "or", "is", "task", "do:", "judge",
        "---", "- ", "1.", "the list", ".", ":", "!", "…", "🙂", "end", "，", "：",
    ]
)  # fmt: skip
FREE = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SENTENCES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
TEXTS = st.one_of(SENTENCES, FREE, st.sampled_from(["Save", "hello", "Ana"]))
NAMES = st.sampled_from(["x", "person", "first_name", "items2", "名字", "loop", "of", "answer"])
KEYS = st.one_of(
    st.sampled_from(["name", "First Name", "a.b", "it's", "0", "x of y", "", "first", 'q"uote', "back\\slash"]),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="{}｛｝\n\r\t"), max_size=6),
)
SIMPLE_REFS = NAMES.map(lambda name: a.Ref(name=name))
REFS = st.builds(
    lambda name, path: a.Ref(name=name, path=tuple(path)),
    NAMES,
    st.lists(st.one_of(KEYS, st.integers(-9, 99), SIMPLE_REFS), max_size=2),
)
TEMPLATES = short(st.lists(st.one_of(TEXTS, REFS), max_size=4).map(lambda parts: a.Template.of(*parts)))
NUMBERS = st.one_of(
    st.integers(-(10**15), 10**15), st.floats(-1e6, 1e6, allow_nan=False).map(lambda v: round(v, 6))
).map(lambda v: a.Number(value=v))
DATES = st.one_of(
    st.dates(min_value=date(1000, 1, 1)),
    st.datetimes(min_value=datetime(1000, 1, 1)).map(lambda d: d.replace(microsecond=0)),
).map(lambda v: a.Date(value=v))
LEAVES = st.one_of(
    TEMPLATES, REFS, NUMBERS, DATES,
    st.booleans().map(lambda v: a.Boolean(value=v)),
    st.just(a.Nothing()),
    st.lists(KEYS, max_size=3).map(lambda names: a.TableExpr(columns=tuple(names))),
    TEMPLATES.map(lambda t: a.Semantic(text=t)),
    TEMPLATES.map(lambda t: a.Compute(text=t)),
)  # fmt: skip

_OPS = ["==", "!=", "<", "<=", ">", ">=", "contains", "in", "starts with", "ends with"]
_FUNCTIONS = ["count", "sum", "average", "minimum", "maximum", "first", "last"]


def _grow(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(inner, max_size=3).map(lambda items: a.ListExpr(items=tuple(items))),
        st.lists(st.builds(lambda k, v: a.Entry(key=k, value=v), KEYS, inner), max_size=2).map(
            lambda entries: a.ObjectExpr(entries=tuple(entries))
        ),
        st.builds(
            lambda op, x, y: a.Arithmetic(op=op, left=x, right=y),
            st.sampled_from(["+", "-", "*", "/", "%"]),
            inner,
            inner,
        ),
        inner.map(lambda v: a.Negative(operand=v)),
        st.builds(lambda f, v: a.Apply(function=f, operand=v), st.sampled_from(_FUNCTIONS), inner),
    )


VALUES = short(st.recursive(short(LEAVES), lambda inner: short(_grow(inner)), max_leaves=4))
_TESTS = st.one_of(
    st.builds(lambda op, x, y: a.Compare(op=op, left=x, right=y), st.sampled_from(_OPS), VALUES, VALUES),
    st.builds(lambda x, low, high: a.Between(operand=x, low=low, high=high), VALUES, VALUES, VALUES),
    VALUES.map(lambda v: a.IsEmpty(operand=v)),
    TEMPLATES.map(lambda t: a.OnScreen(text=t)),
    st.one_of(st.none(), TEMPLATES).map(lambda t: a.FileExists(path=t)),
    st.booleans().map(lambda v: a.Boolean(value=v)),
    REFS,
    TEMPLATES.map(lambda t: a.Semantic(text=t)),
    TEMPLATES.map(lambda t: a.Compute(text=t)),
)


def _logic(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        inner.map(lambda v: a.Not(operand=v)),
        st.builds(
            lambda op, items: a.Logic(op=op, operands=tuple(items)),
            st.sampled_from(["and", "or"]),
            st.lists(inner, min_size=2, max_size=3),
        ),
    )


CONDITIONS = short(st.recursive(short(_TESTS), lambda inner: short(_logic(inner)), max_leaves=4))
MESSAGES = st.one_of(TEMPLATES, VALUES)
TYPES = st.sampled_from(["", "text", "number", "list", "list of text", "table", "boolean"])
APPS = st.one_of(
    st.none(),
    st.none(),
    st.sampled_from(["Contacts", "Simple SMS", 'Od"d']).map(lambda n: a.Template(parts=(n,))),
    TEMPLATES,
)
PATHS = st.one_of(st.sampled_from(["x.csv", "notes/a b.md"]).map(lambda n: a.Template(parts=(n,))), TEMPLATES)
TASKS = st.one_of(st.sampled_from(["Greet", "Calculate Sum", "if x:"]), TEXTS).filter(bool)
MAYBE_REF = st.one_of(st.none(), REFS)


def _maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), strategy)


@st.composite
def implemented(draw: st.DrawFn) -> a.Action:
    """A step with the exact lines that do it."""
    inside = st.one_of(
        _direct(),
        CONDITIONS.map(lambda c: a.Verify(condition=c)),
        st.builds(lambda t, c: a.ReadElement(target=t, capture=c), TARGETS, REFS),
    )
    lines = st.one_of(
        inside,
        st.builds(lambda c, b: a.RepeatUntil(condition=c, body=tuple(b)), CONDITIONS, st.lists(inside, max_size=2)),
    )
    body = tuple(draw(st.lists(lines, max_size=3)))
    return replace(draw(actions()), implementation=a.Exactly(body=body))


@st.composite
def actions(draw: st.DrawFn) -> a.Action:
    capture = draw(MAYBE_REF)
    return a.Action(
        text=draw(TEMPLATES),
        app=draw(APPS),
        capture=capture,
        returns=draw(TYPES) if capture else "",
        details=tuple(draw(st.lists(TEMPLATES, max_size=2))),
    )


ARGS = st.lists(
    st.builds(lambda n, v: a.Argument(name=n, value=v), st.sampled_from(["a", "b2", "name", "名字"]), VALUES),
    max_size=2,
).map(tuple)
PARAMS = st.lists(
    st.builds(
        lambda n, t, d: a.Parameter(name=n, type=t, default=d),
        st.sampled_from(["a", "b2", "name", "名字"]), TYPES, _maybe(VALUES),
    ),
    max_size=2,
).map(tuple)  # fmt: skip


LABELS = st.one_of(TEMPLATES, REFS.map(lambda ref: a.Template(parts=(ref,))))
CONTROLS = st.sampled_from(["button", "field", "checkbox", "switch", "radio", "tab", "slider", "spinner"])
ROLES = st.one_of(CONTROLS, st.sampled_from(["text", "item", "image", "list"]))
PLACES = st.one_of(st.integers(-3, 12).map(lambda v: a.Number(value=v)), SIMPLE_REFS)
TARGETS = st.one_of(
    TEMPLATES,
    st.builds(
        lambda label, role, id, row, place, window: a.Target(
            label=label, role=role, resource=id, row=row, position=place, window=window
        ),
        _maybe(LABELS), _maybe(ROLES), _maybe(LABELS), _maybe(LABELS), _maybe(PLACES),
        st.sampled_from([None, None, "dialog", "system", "app"]),
    ).filter(lambda t: t.tells and t != a.Target(label=t.label)),
)  # fmt: skip
"""An element by its label, or by more."""


def _direct() -> st.SearchStrategy[a.DirectUI]:
    directions = st.sampled_from(["up", "down", "left", "right"])
    keys = st.sampled_from(["back", "home", "enter", "recents", "delete", "search", "menu"])
    literals = st.one_of(TEMPLATES, REFS, NUMBERS)
    return st.one_of(
        st.builds(
            lambda c, t: a.DirectUI(command=c, target=t),
            st.sampled_from(["tap", "double tap", "long press", "clear"]), TARGETS,
        ),
        TEMPLATES.map(lambda t: a.DirectUI(command="open app", target=t)),
        st.builds(lambda t, v: a.DirectUI(command="type", text=v, target=t), _maybe(TARGETS), literals),
        keys.map(lambda k: a.DirectUI(command="press", key=k)),
        st.builds(lambda d, t: a.DirectUI(command="swipe", direction=d, target=t), directions, _maybe(TARGETS)),
        directions.map(lambda d: a.DirectUI(command="scroll", direction=d)),
        st.builds(lambda d, t: a.DirectUI(command="scroll to", direction=d, target=t), directions, TARGETS),
        st.sampled_from([a.DirectUI(command="open notifications"), a.DirectUI(command="clear")]),
    )  # fmt: skip


def _exact(value: Any) -> bool:
    return not isinstance(value, a.Template)


SIMPLE = st.one_of(
    actions(),
    actions(),
    st.builds(lambda t, v, app: a.Assign(target=t, value=v, app=app), REFS, VALUES, APPS),
    st.builds(lambda t, v: a.AddTo(target=t, value=v), REFS, VALUES),
    st.builds(lambda t, v: a.RemoveFrom(target=t, value=v), REFS, VALUES),
    st.builds(
        lambda s, k, d, c: a.Sort(source=s, key=k, descending=d, capture=c), REFS, KEYS, st.booleans(), MAYBE_REF
    ),
    st.builds(
        lambda s, k, o, v, c: a.Filter(source=s, key=k, op=o, value=v, capture=c),
        REFS, KEYS, st.sampled_from(_OPS), VALUES, MAYBE_REF,
    ),
    st.builds(lambda m: a.Tell(message=m), MESSAGES),
    st.builds(lambda q, c: a.Ask(question=q, capture=c), MESSAGES, MAYBE_REF),
    st.builds(lambda q, c, r: a.AskAI(prompt=q, capture=c, returns=r), MESSAGES, REFS, TYPES),
    st.just(a.Break()),
    st.just(a.Continue()),
    st.builds(lambda v: a.Return(value=v), _maybe(VALUES)),
    st.builds(lambda v: a.Stop(reason=v), _maybe(VALUES)),
    st.builds(lambda n, g, c: a.Call(name=n, args=g, capture=c), TASKS, ARGS, MAYBE_REF),
    st.builds(lambda n, g, c: a.UseTool(name=n, args=g, capture=c), TASKS, ARGS, MAYBE_REF),
    st.builds(lambda w, c, r, app: a.Extract(what=w, capture=c, returns=r, app=app), TEMPLATES, REFS, TYPES, APPS),
    st.builds(lambda c, app: a.Verify(condition=c, app=app), CONDITIONS, APPS),
    st.builds(lambda s: a.Wait(seconds=s), st.one_of(st.integers(0, 999).map(lambda v: a.Number(value=v)), REFS)),
    st.builds(lambda c: a.Wait(until=c), CONDITIONS),
    st.builds(lambda c, s: a.Wait(until=c, seconds=a.Number(value=s)), CONDITIONS, st.integers(0, 999)),
    st.builds(lambda p, c: a.ReadTable(path=p, capture=c), PATHS, REFS),
    st.builds(lambda p, c: a.ReadText(path=p, capture=c), PATHS, REFS),
    st.builds(lambda t, c, r: a.ReadElement(target=t, capture=c, returns=r), TARGETS, REFS, TYPES),
    st.builds(lambda v, p: a.SaveFile(value=v, path=p), VALUES, PATHS),
    st.builds(lambda p, c: a.CheckFile(path=p, capture=c), PATHS, MAYBE_REF),
    _direct(),
    implemented(),
)  # fmt: skip
CASES = st.one_of(TEMPLATES, NUMBERS, DATES)


def _case(subject: a.Expr, values: list[a.Expr], body: tuple[a.Statement, ...]) -> a.Branch:
    return case_of(subject, CaseLine(values=tuple(values), body=body))


TIMES = st.one_of(st.integers(0, 99).map(lambda v: a.Number(value=v)), REFS)
NOUNS = st.sampled_from(["", "dessert", "unread message"])


def _blocks(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    body = st.lists(inner, max_size=3).map(tuple)
    branches = st.lists(st.builds(lambda c, b: a.Branch(condition=c, body=b), CONDITIONS, body), min_size=1, max_size=3)
    return st.one_of(
        st.builds(
            lambda arms, other, app: a.If(branches=tuple(arms), orelse=other, app=app),
            branches, _maybe(body.map(lambda b: a.Otherwise(body=b))), APPS,
        ),
        st.builds(
            lambda s, arms, other, app: a.Switch(
                subject=s, branches=tuple(_case(s, *arm) for arm in arms), orelse=other, app=app
            ),
            REFS, st.lists(st.tuples(st.lists(CASES, min_size=1, max_size=2), body), min_size=1, max_size=2),
            _maybe(body.map(lambda b: a.Otherwise(body=b))), APPS,
        ),
        st.builds(
            lambda t, b, other, app: a.Try(times=t, body=b, handler=other, app=app),
            _maybe(TIMES), body, _maybe(body.map(lambda b: a.OnError(body=b))), APPS,
        ),
        st.builds(lambda t, b, app: a.Repeat(times=t, body=b, app=app), TIMES, body, APPS),
        st.builds(
            lambda t, n, v, b, app: a.ForEach(target=t, noun=n, items=v, body=b, app=app),
            SIMPLE_REFS, NOUNS, VALUES.filter(_exact), body, APPS,
        ),
        st.builds(lambda c, b: a.While(condition=c, body=b), CONDITIONS, body),
        st.builds(lambda c, b: a.RepeatUntil(condition=c, body=b), CONDITIONS, body),
        st.builds(lambda t, b: a.Within(app=t, body=b), TEMPLATES, body),
    )  # fmt: skip


STATEMENTS = short(st.recursive(short(SIMPLE), lambda inner: short(_blocks(inner)), max_leaves=8))
FUNCTIONS = st.builds(
    lambda n, p, r, b: a.FunctionDef(name=n, inputs=p, returns=tuple(r), body=tuple(b)),
    TASKS, PARAMS, st.lists(REFS, max_size=2), st.lists(STATEMENTS, max_size=2),
)  # fmt: skip
INPUTS = st.lists(
    st.builds(
        lambda n, t, d, v: a.Input(name=n, type=t, description=d, default=v),
        st.sampled_from(["day", "people", "n1"]), TYPES, TEXTS, _maybe(VALUES),
    ),
    max_size=2, unique_by=lambda entry: entry.name,
).map(tuple)  # fmt: skip
HEADERS = st.builds(
    lambda t, language, i, apps, b: a.Header(title=t, language=language, inputs=i, apps=tuple(apps), budget=tuple(b)),
    TEXTS, st.sampled_from(["en", "zh", "de", "es"]), INPUTS,
    st.lists(st.one_of(st.sampled_from(["Contacts", "Simple SMS Messenger"]), TEXTS.filter(bool)), max_size=2),
    st.lists(st.tuples(st.sampled_from(["actions", "money"]), st.sampled_from([0, 7, 999, 2.5])), max_size=2),
)  # fmt: skip
PROGRAMS = st.builds(
    lambda header, body: a.Program(header=header, body=tuple(body)),
    st.one_of(st.just(a.Header()), HEADERS),
    st.lists(st.one_of(STATEMENTS, STATEMENTS, FUNCTIONS), max_size=4),
)
