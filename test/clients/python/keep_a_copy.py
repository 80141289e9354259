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
        rows = database.execute("SELECT id, outcome, erased, content IS NOT NULL FROM conversations")
        print(json.dumps({row[0]: [row[1], row[2], bool(row[3])] for row in rows}), flush=True)
        return None


create_table(Sqlite())
stopped = Event()
stopped.set()
follow(Sqlite(), stopped)
copy_all(Sqlite())
follow(Sqlite(), Event())
