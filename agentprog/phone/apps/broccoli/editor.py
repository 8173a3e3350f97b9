"""Creating and editing a recipe; both are called New Recipe, as in the app."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.broccoli.store import BroccoliProcess, Recipe
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, Toggle
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Stack, spacer
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState

_FIELDS = (
    ("description", "Description", False),
    ("source", "Source", False),
    ("servings", "Servings", False),
    ("preparation_time", "Time", False),
    ("ingredients", "Ingredients", True),
    ("directions", "Directions", True),
)


class RecipeEditor(Activity):
    """Edits the `recipe` in the extras, or a new one."""

    name: ClassVar[str] = ".recipe.crud.CreateAndEditRecipeActivity"
    app: BroccoliProcess

    def create(self) -> None:
        number = int(self.intent.extras.get("recipe", "0"))
        self.recipe = self.app.store.get(number) or Recipe()
        r = self.recipe
        values = {
            "title": r.title, "description": r.description, "source": r.source, "servings": r.servings,
            "preparation_time": r.time, "ingredients": r.ingredients, "directions": r.directions,
        }  # fmt: skip
        multi = {name for name, _, many in _FIELDS if many}
        self.fields = {
            name: EditState(text=value, multi_line=name in multi, action=0 if name in multi else 6)
            for name, value in values.items()
        }
        self.chosen = self.app.store.categories_of(number)
        self.scroller = ScrollState()
        self.before = self._current(), set(self.chosen)

    def _current(self) -> Recipe:
        text = {name: state.text.strip() for name, state in self.fields.items()}
        return replace(
            self.recipe, title=text["title"], description=text["description"], source=text["source"],
            servings=text["servings"], time=text["preparation_time"], ingredients=text["ingredients"],
            directions=text["directions"],
        )  # fmt: skip

    def back(self) -> bool:
        if (self._current(), self.chosen) == self.before:
            return False
        self._ask_discard()
        return True

    def _leave(self) -> None:
        if (self._current(), self.chosen) == self.before:
            self.finish()
        else:
            self._ask_discard()

    def _ask_discard(self) -> None:
        discard = ("Discard", self.finish)
        self.alert(Alert(theme=self.t, message="Discard changes?", positive=discard, negative=("Cancel", lambda: None)))

    def build(self) -> Widget:
        t = self.t
        save = [Item(title="Save", id="button_save_recipe", icon="check", action=self._save)]
        bar = toolbar(t, "New Recipe", up=self._leave, actions=save)
        photo = Stack(
            [Icon("image", size=40, color=t.primary, align="center", align_vertical="center", accessible=False)],
            id="new_image", class_name="android.widget.ImageView", width=MATCH, height=140, fill=Fill(t.raised),
            on_click=self._no_camera,
        )  # fmt: skip
        parts: list[Widget] = [photo, self._field("title", "Title"), self._categories()]
        parts += [self._field(name, hint) for name, hint, _ in _FIELDS]
        body = Column([*parts, spacer(height=40)], width=MATCH, gap=4)
        return Column([bar, ScrollView(body, scroll=self.scroller, weight=1)])

    def _field(self, name: str, hint: str) -> Widget:
        t = self.t
        field = TextField(self.fields[name], id=f"new_{name}", hint=hint, size=17, color=t.text, accent=t.primary)
        field.margin, field.hint_color, field.max_lines = pad(18, 4), t.muted, 0
        return field

    def _categories(self) -> Widget:
        t = self.t
        names = ", ".join(name for number, name in self.app.store.categories() if number in self.chosen)
        label = Text(names or "Categories", id="new_categories", hint="Categories", size=17, width=MATCH)
        label.class_name, label.color = "android.widget.EditText", t.text if names else t.muted
        label.padding, label.margin, label.on_click = pad(4, 12), pad(18, 4), self._ask_categories
        return label

    def _ask_categories(self) -> None:
        def toggle(number: int) -> None:
            self.chosen ^= {number}

        def body() -> Widget:
            boxes: list[Widget] = []
            for number, name in self.app.store.categories():
                box = Toggle(self.t, "checkbox", text=name, checked=number in self.chosen, width=MATCH, size=16)
                box.class_name, box.id = "android.widget.CheckedTextView", "android:id/text1"
                box.on_click = lambda number=number: toggle(number)
                boxes.append(box)
            return Column(boxes or [Text("No categories", size=16, color=self.t.muted)], width=MATCH)

        self.alert(Alert(theme=self.t, title="Categories", body=body, positive=("OK", lambda: None)))

    def _no_camera(self) -> None:
        self.ctx.toast("There are no photos on this phone")

    def _save(self) -> None:
        recipe = self._current()
        if not recipe.title:
            self.ctx.toast("Please add a title.")
            return
        self.app.store.save(recipe, self.chosen)
        self.ctx.toast("The recipe has been saved.")
        self.finish()
