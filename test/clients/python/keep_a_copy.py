"""Runs the sample of the guide on SQLite, and prints the copy after every statement."""

import json
import sqlite3
from collections.abc import Sequence
from threading import Event
from typing import Any

from copy_of_platform import copy_all, create_table, follow

database = sqlite3.connect(":memory:")


class Sqlite:
    def execute(self, statement: str, values: Sequence[Any] = ()) -> object:
        database.execute(statement.replace("%s", "?"), values)
        rows = database.execute("SELECT id, outcome, erased, content FROM conversations").fetchall()
        contents = {row[0]: json.loads(row[3]) if row[3] else None for row in rows}
        verdicts = {of: content and (content["quality"] or {}).get("successful") for of, content in contents.items()}
        copy = {row[0]: [row[1], row[2], row[3] is not None, verdicts[row[0]]] for row in rows}
        print(json.dumps(copy), flush=True)
        return None


create_table(Sqlite())
stopped = Event()
stopped.set()
follow(Sqlite(), stopped)
copy_all(Sqlite())
follow(Sqlite(), Event())
