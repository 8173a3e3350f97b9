"""The app's manifest, its list of recipes and its categories."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.broccoli.details import RecipeDetails
from agentprog.phone.apps.broccoli.editor import RecipeEditor
from agentprog.phone.apps.broccoli.store import SCHEMA, BroccoliProcess, Recipe, RecipeStore
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.searching import Searching
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, fab, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert, Overlay
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_DRAWER = (
    ("Recipes", "utensils", "nav_recipes"),
    ("Categories", "label", "nav_categories"),
    ("Seasonal calendar", "calendar", "nav_seasons"),
    ("Backup and restore", "save", "nav_backup_and_restore"),
    ("Settings", "settings", "nav_settings"),
)
_SEASON = {10: "Apples, beetroot, Brussels sprouts, leeks, pears, pumpkin", 11: "Cabbage, leeks, parsnips, pumpkin"}
_FIXED = ("All recipes", "Favorites", "Recipes without category")


class Recipes(Searching):
    """The list, and the other entries of the drawer."""

    name: ClassVar[str] = ".MainActivity"
    app: BroccoliProcess

    def create(self) -> None:
        super().create()
        self.place = "Recipes"
        self.filter = _FIXED[0]
        self.scroller = ScrollState()

    def back(self) -> bool:
        if self.searching:
            self.stop_searching()
        elif self.place != "Recipes":
            self._go("Recipes")
        else:
            return False
        return True

    def build(self) -> Widget:
        if self.place == "Recipes":
            return self._recipes()
        if self.place == "Categories":
            return self._categories()
        words = "Nothing to set here"
        if self.place == "Seasonal calendar":
            words = _SEASON.get(self.ctx.now().month, "Potatoes, carrots, onions, cabbage")
        elif self.place == "Backup and restore":
            words = f"{len(self.app.store.all())} recipes are kept on this phone."
        return Column(
            [self._bar(self.place), Text(words, id="text_view", size=16, color=self.t.text, padding=pad(20, 20))]
        )

    def _bar(self, title: str) -> Row:
        return toolbar(self.t, title, up=self._open_drawer, up_icon="menu", up_desc="Open navigation drawer")

    def _open_drawer(self) -> None:
        items = [Item(title=title, icon=icon, id=id, action=partial(self._go, title)) for title, icon, id in _DRAWER]
        self.drawer("Broccoli", items, chosen=self.place, id="nav_view")

    def _go(self, place: str) -> None:
        self.place = place
        self.scroller.offset = 0
        self.ctx.invalidate()

    # Recipes

    def _shown(self) -> Sequence[Recipe]:
        store, found = self.app.store, self.app.store.all()
        if self.searching:
            words = self.query.text.strip().casefold()
            return [r for r in found if words in f"{r.title}\n{r.source}\n{r.description}\n{r.ingredients}".casefold()]
        if self.filter == _FIXED[1]:
            return [r for r in found if r.favorite]
        if self.filter == _FIXED[2]:
            return [r for r in found if not store.categories_of(r.id)]
        number = next((k for k, n in store.categories() if n == self.filter), None)
        return found if number is None else [r for r in found if number in store.categories_of(r.id)]

    def _recipes(self) -> Widget:
        t, recipes = self.t, self._shown()
        layers: list[Widget] = []
        if recipes:
            listing = ListView(
                lambda i: self._card(recipes[i]), count=len(recipes), row_height=132, scroll=self.scroller
            )
            listing.id, listing.desc = "recycler_view", "Recipes"
            layers.append(listing)
        else:
            empty = Text("No recipes found.", id="recipes_empty", size=17, color=t.muted, align="center")
            empty.margin = pad(0, 140)
            layers.append(empty)
        layers.append(fab(t, "add", "New Recipe", lambda: self.push(RecipeEditor), id="fab_recipes"))
        return Column([self._recipes_bar(), Stack(layers, weight=1, width=MATCH)])

    def _recipes_bar(self) -> Widget:
        t = self.t
        if self.searching:
            field = TextField(
                self.query, id="search_src_text", hint="Search in ALL RECIPES", look="plain", weight=1, size=18
            )
            field.color, field.accent = t.text, t.primary
            back = icon_button("back", "Collapse", self.stop_searching, class_name="android.widget.ImageButton")
            return Row([back, field], id="toolbar_recipes", class_name="android.view.ViewGroup", width=MATCH, height=64)
        spinner = Row(
            [
                Text(self.filter, id="android:id/text1", size=19, color=t.text, lines=1),
                Icon("dropdown", size=22, color=t.muted, accessible=False),
            ],
            id="spinner", desc="Categories", class_name="android.widget.Spinner", weight=1, height=52,
            on_click=self._ask_filter,
        )  # fmt: skip
        menu = icon_button(
            "menu", "Open navigation drawer", self._open_drawer, class_name="android.widget.ImageButton", side=56
        )
        search = icon_button("search", "Search", self.search, id="action_search")
        parts: list[Widget] = [menu, spinner, search]
        return Row(parts, id="toolbar_recipes", class_name="android.view.ViewGroup", width=MATCH, height=64)

    def _ask_filter(self) -> None:
        rows = [*_FIXED, *(name for _, name in self.app.store.categories())]

        def chosen(i: int) -> None:
            self.filter = rows[i]
            self.scroller.offset = 0

        self.alert(Alert(theme=self.t, rows=rows, on_choose=chosen))

    def typed(self) -> None:
        self.scroller.offset = 0
        super().typed()

    def search(self) -> None:
        self.scroller.offset = 0
        super().search()

    def _card(self, r: Recipe) -> Widget:
        t = self.t
        photo = Stack(
            [Icon("broccoli", size=48, color=t.primary, align="center", align_vertical="center", accessible=False)],
            id="card_image", desc="Recipe photo", class_name="android.widget.ImageView", width=112, height=120,
            fill=Fill(t.container),
        )  # fmt: skip
        words = Column(
            [
                Text(r.title, id="card_text_view_title", size=18, color=t.text, font_weight="medium", lines=2),
                Text(r.description, id="card_text_view_description", size=14, color=t.muted, lines=2),
                Text(r.source, id="card_text_view_source", size=13, color=t.primary, lines=1),
            ],
            weight=1,
            gap=4,
            padding=pad(14, 6),
        )
        card = Row([photo, words], class_name="android.widget.FrameLayout", width=MATCH, margin=pad(14, 6))
        card.fill, card.on_click = Fill(t.raised, radius=6), partial(self._open, r)
        return card

    def _open(self, r: Recipe) -> None:
        self.push(RecipeDetails, recipe=str(r.id))

    # Categories

    def _categories(self) -> Widget:
        t, found = self.t, self.app.store.categories()

        def row(i: int) -> Widget:
            number, name = found[i]
            label = Text(name, id="card_text_view_category_name", size=18, color=t.text, padding=pad(18, 16))
            card = Stack([label], width=MATCH, margin=pad(14, 5), fill=Fill(t.raised, radius=6))
            card.on_click = partial(self._ask_category, number, name)
            return card

        listing = ListView(row, count=len(found), scroll=self.scroller, id="recycler_view")
        add = fab(t, "add", "Add category", partial(self._ask_category, 0, ""), id="fab_categories")
        return Column([self._bar("Categories"), Stack([listing, add], weight=1, width=MATCH)])

    def _ask_category(self, number: int, name: str) -> None:
        state, t, armed = EditState(text=name), self.t, [False]

        def body() -> Widget:
            return TextField(state, id="category_name", hint="Name", color=t.text, accent=t.primary)

        def save() -> None:
            if state.text.strip():
                self.app.store.save_category(number, state.text.strip())
            self.close(overlay)

        def delete() -> None:
            if armed[0]:
                self.app.store.delete_category(number)
                self.close(overlay)
            armed[0] = True

        alert = Alert(theme=t, title="Category", body=body, positive=("Save", save), stays=True)
        alert.negative = ("Cancel", lambda: self.close(overlay))
        alert.neutral = ("Delete", delete) if number else None
        overlay: Overlay = self.alert(alert, focus=state)


class Broccoli(BroccoliProcess):
    package: ClassVar[str] = "com.flauschcode.broccoli"
    label: ClassVar[str] = "Broccoli"
    version_name: ClassVar[str] = "1.2.6"
    version_code: ClassVar[int] = 1020600
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="broccoli", background="#43A047")
    launch: ClassVar[str] = Recipes.name
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}" for name in ("CAMERA", "WRITE_EXTERNAL_STORAGE", "READ_EXTERNAL_STORAGE")
    )
    activities: ClassVar[tuple[type[Activity], ...]] = (Recipes, RecipeEditor, RecipeDetails)

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#2E7D32", "#C8E6C9", "#FAFDF7")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create recipes from the pools."""
        store = RecipeStore(seeder.database("broccoli", SCHEMA))
        words = pools()["recipes"]
        for r in seeder.rng.sample(words, min(len(words), int(seeder.option("recipes", 0)))):
            recipe = Recipe(
                title=r["title"], description=r["description"], servings=r["servings"], time=r["time"],
                ingredients=r["ingredients"], directions=r["directions"],
            )  # fmt: skip
            store.save(recipe, set())
