"""The `broccoli` database."""

from __future__ import annotations

import sqlite3

from agentprog.frozen import frozen
from agentprog.phone.apps.base import App, Context

SCHEMA = """
CREATE TABLE IF NOT EXISTS recipes (
  recipeId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT, imageName TEXT, description TEXT, servings TEXT,
  preparationTime TEXT, source TEXT, ingredients TEXT, directions TEXT, favorite INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS categories (categoryId INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT);
CREATE TABLE IF NOT EXISTS recipes_with_categories (
  recipeId INTEGER NOT NULL, categoryId INTEGER NOT NULL, PRIMARY KEY (recipeId, categoryId)
);
"""


@frozen
class Recipe:
    id: int = 0
    title: str = ""
    description: str = ""
    servings: str = ""
    time: str = ""
    source: str = ""
    ingredients: str = ""
    directions: str = ""
    favorite: bool = False


class RecipeStore:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def all(self) -> list[Recipe]:
        rows = self.db.execute("SELECT * FROM recipes ORDER BY title COLLATE NOCASE, recipeId")
        return [
            Recipe(
                id=r["recipeId"], title=r["title"] or "", description=r["description"] or "",
                servings=r["servings"] or "", time=r["preparationTime"] or "", source=r["source"] or "",
                ingredients=r["ingredients"] or "", directions=r["directions"] or "", favorite=bool(r["favorite"]),
            )
            for r in rows
        ]  # fmt: skip

    def get(self, number: int) -> Recipe | None:
        return next((r for r in self.all() if r.id == number), None)

    def save(self, r: Recipe, categories: set[int]) -> int:
        values = (r.title, r.description, r.servings, r.time, r.source, r.ingredients, r.directions, int(r.favorite))
        if r.id:
            sets = "title=?, description=?, servings=?, preparationTime=?, source=?, ingredients=?, directions=?, "
            sets += "favorite=?"
            self.db.execute(f"UPDATE recipes SET {sets} WHERE recipeId=?", (*values, r.id))
            number = r.id
        else:
            names = (
                "title, description, servings, preparationTime, source, ingredients, directions, favorite, imageName"
            )
            cursor = self.db.execute(f"INSERT INTO recipes ({names}) VALUES (?,?,?,?,?,?,?,?,'')", values)
            number = int(cursor.lastrowid or 0)
        self.db.execute("DELETE FROM recipes_with_categories WHERE recipeId=?", (number,))
        self.db.executemany("INSERT INTO recipes_with_categories VALUES (?,?)", [(number, c) for c in categories])
        return number

    def delete(self, number: int) -> None:
        self.db.execute("DELETE FROM recipes WHERE recipeId=?", (number,))
        self.db.execute("DELETE FROM recipes_with_categories WHERE recipeId=?", (number,))

    def like(self, number: int, favorite: bool) -> None:
        self.db.execute("UPDATE recipes SET favorite=? WHERE recipeId=?", (int(favorite), number))

    def categories(self) -> list[tuple[int, str]]:
        return [
            (r[0], r[1])
            for r in self.db.execute("SELECT categoryId, name FROM categories ORDER BY name COLLATE NOCASE")
        ]

    def save_category(self, number: int, name: str) -> None:
        if number:
            self.db.execute("UPDATE categories SET name=? WHERE categoryId=?", (name, number))
        else:
            self.db.execute("INSERT INTO categories (name) VALUES (?)", (name,))

    def delete_category(self, number: int) -> None:
        self.db.execute("DELETE FROM categories WHERE categoryId=?", (number,))
        self.db.execute("DELETE FROM recipes_with_categories WHERE categoryId=?", (number,))

    def categories_of(self, recipe: int) -> set[int]:
        rows = self.db.execute("SELECT categoryId FROM recipes_with_categories WHERE recipeId=?", (recipe,))
        return {r[0] for r in rows}


class BroccoliProcess(App):
    """The app for its activities."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.store = RecipeStore(ctx.database("broccoli", SCHEMA))
