"""The page of one recipe."""

from __future__ import annotations

import re
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.broccoli.editor import RecipeEditor
from agentprog.phone.apps.broccoli.store import BroccoliProcess, Recipe
from agentprog.phone.apps.chooser import share
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, fab
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import ScrollState

_QUANTITY = re.compile(r"^([\d.,/½¼¾ -]+)\s+(.*)$")


class RecipeDetails(Activity):
    name: ClassVar[str] = ".recipe.details.RecipeDetailsActivity"
    app: BroccoliProcess

    def create(self) -> None:
        self.number = int(self.intent.extras.get("recipe", "0"))
        self.scroller = ScrollState()
        self.cooking: int | None = None

    def resume(self) -> None:
        if self.app.store.get(self.number) is None:
            self.finish()

    def back(self) -> bool:
        if self.cooking is None:
            return False
        self.cooking = None
        self.ctx.invalidate()
        return True

    @property
    def recipe(self) -> Recipe:
        return self.app.store.get(self.number) or Recipe()

    def build(self) -> Widget:
        r = self.recipe
        return self._cook(r) if self.cooking is not None else self._read(r)

    def _read(self, r: Recipe) -> Widget:
        t = self.t
        like = (
            Item(title="Remove from favorites", id="action_details_unlike", icon="heart", action=self._flip_like)
            if r.favorite
            else Item(title="Mark as favorite", id="action_details_like", icon="star_outline", action=self._flip_like)
        )
        bar = toolbar(t, "", up=self.finish, actions=[like], overflow=self._menu)
        photo = Stack(
            [Icon("broccoli", size=72, color=t.primary, align="center", align_vertical="center", accessible=False)],
            id="backdrop", class_name="android.widget.ImageView", width=MATCH, height=170, fill=Fill(t.container),
        )  # fmt: skip
        parts: list[Widget] = [photo, Text(r.title, id="details_title", size=26, color=t.text, padding=pad(18, 12))]
        parts += self._facts(r)
        parts += self._ingredients(r) + self._directions(r)
        body = ScrollView(Column([*parts, spacer(height=90)], width=MATCH), scroll=self.scroller, id="scroll_view")
        layers: list[Widget] = [body]
        if r.directions:
            layers.append(fab(t, "utensils", "Cook", self._start_cooking, id="fab_cooking_assistant"))
        return Column([bar, Stack(layers, weight=1, width=MATCH)])

    def _facts(self, r: Recipe) -> list[Widget]:
        names = ", ".join(n for k, n in self.app.store.categories() if k in self.app.store.categories_of(r.id))
        values = (
            ("details_servings", r.servings),
            ("details_preparation_time", r.time),
            ("details_categories", names),
            ("details_description", r.description),
            ("details_source", r.source),
        )
        return [Text(v, id=k, size=16, color=self.t.muted, padding=pad(18, 4)) for k, v in values if v]

    def _heading(self, text: str) -> Widget:
        return Text(text, size=18, color=self.t.primary, font_weight="medium", padding=pad(18, 12))

    def _ingredients(self, r: Recipe) -> list[Widget]:
        lines = [line.strip() for line in r.ingredients.splitlines() if line.strip()]
        if not lines:
            return []
        rows: list[Widget] = [self._heading("Ingredients")]
        for line in lines:
            match = _QUANTITY.match(line)
            quantity, rest = (match[1].strip(), match[2]) if match else ("", line)
            cells: list[Widget] = [Text(quantity, id="ingredient_quantity", size=16, color=self.t.text, width=64)]
            cells.append(Text(rest, id="ingredient_text", size=16, color=self.t.text, weight=1))
            rows.append(Row(cells, width=MATCH, padding=pad(18, 4), cross="start"))
        return rows

    def _steps(self, r: Recipe) -> list[str]:
        return [line.strip() for line in r.directions.splitlines() if line.strip()]

    def _directions(self, r: Recipe) -> list[Widget]:
        steps = self._steps(r)
        if not steps:
            return []
        rows: list[Widget] = [self._heading("Directions")]
        for i, step in enumerate(steps, 1):
            cells: list[Widget] = [Text(str(i), id="direction_position", size=18, color=self.t.primary, width=36)]
            cells.append(Text(step, id="direction_text", size=16, color=self.t.text, weight=1))
            rows.append(Row(cells, width=MATCH, padding=pad(18, 6), cross="start"))
        return rows

    # Cooking

    def _start_cooking(self) -> None:
        self.cooking = 0

    def _cook(self, r: Recipe) -> Widget:
        steps, at = self._steps(r), self.cooking or 0
        bar = toolbar(self.t, f"{at + 1} / {len(steps)}", up=self._stop_cooking)
        text = Text(steps[at], id="cooking_assistant_text", size=26, color=self.t.text, padding=pad(24, 40), weight=1)
        text.width = MATCH
        text.on_swipe, text.swipes = (lambda d: self._turn(1 if d == "left" else -1)), "lr"
        return Column([bar, text])

    def _stop_cooking(self) -> None:
        self.cooking = None

    def _turn(self, by: int) -> None:
        last = len(self._steps(self.recipe)) - 1
        self.cooking = min(max(0, (self.cooking or 0) + by), last)

    # Actions

    def _flip_like(self) -> None:
        self.app.store.like(self.number, not self.recipe.favorite)

    def _menu(self) -> None:
        self.menu(
            [
                Item(title="Share", action=self._share),
                Item(title="Share as file", action=self._share),
                Item(title="Edit", action=lambda: self.push(RecipeEditor, recipe=str(self.number))),
                Item(title="Delete", action=self._ask_delete),
            ]
        )

    def _share(self) -> None:
        r = self.recipe
        share(self, "\n\n".join(part for part in (r.title, r.ingredients, r.directions) if part))

    def _ask_delete(self) -> None:
        delete = ("Delete", self._delete)
        self.alert(
            Alert(theme=self.t, message="Delete this recipe?", positive=delete, negative=("Cancel", lambda: None))
        )

    def _delete(self) -> None:
        self.app.store.delete(self.number)
        self.ctx.toast("The recipe has been deleted.")
        self.finish()
