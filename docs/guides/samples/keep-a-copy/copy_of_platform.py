# region store
import json
import os
from collections.abc import Sequence
from threading import Event
from typing import Any, Protocol

from voice_agent_platform import ApiProblem, Client


class Sql(Protocol):
    """One method is enough, so that a connection of psycopg with `autocommit=True` fits."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> object: ...


TABLE = """
  CREATE TABLE IF NOT EXISTS conversations (
    id text PRIMARY KEY,
    version bigint NOT NULL,
    erased boolean NOT NULL DEFAULT false,
    client_id text,
    agent_id text,
    status text,
    start_time text,
    outcome text,
    content text
  )"""

UPSERT = """
  INSERT INTO conversations (id, version, client_id, agent_id, status, start_time, outcome, content)
  VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
  ON CONFLICT (id) DO UPDATE SET
    version = excluded.version, client_id = excluded.client_id, agent_id = excluded.agent_id,
    status = excluded.status, start_time = excluded.start_time, outcome = excluded.outcome,
    content = excluded.content
  WHERE excluded.version > conversations.version AND NOT conversations.erased"""

ERASE = """
  INSERT INTO conversations (id, version, erased) VALUES (%s, 0, true)
  ON CONFLICT (id) DO UPDATE SET
    erased = true, client_id = NULL, agent_id = NULL, status = NULL, start_time = NULL, outcome = NULL,
    content = NULL"""


def create_table(sql: Sql) -> None:
    """Run it once, before anything else: two programs that create a table at the same time can collide."""
    sql.execute(TABLE)


# endregion

# region copy
client = Client(os.environ["BASE"], api_key=os.environ["KEY"])
COLUMNS = ["id", "version", "client_id", "agent_id", "status", "start_time", "outcome"]


def store(sql: Sql, found: Any) -> None:
    sql.execute(UPSERT, [*(found[column] for column in COLUMNS), json.dumps(found)])


def copy(sql: Sql, conversation_id: str) -> None:
    """Reads a conversation as it is now, and stores it."""
    try:
        store(sql, client.conversations.get(conversation_id))
    except ApiProblem as problem:
        if problem.code != "conversation_not_found":
            raise
        sql.execute(ERASE, [conversation_id])


# endregion


# region follow
def follow(sql: Sql, stop: Event) -> None:
    """Keeps the copy in sync until it is stopped."""
    events = client.events.follow(
        [
            "conversation.started",
            "conversation.updated",
            "conversation.ended",
            "conversation.analyzed",
            "conversation.reviewed",
            "conversation.erased",
            "transcript.appended",
            "recording.available",
        ],
        "copy in Postgres",
        stop=stop,
    )
    for event in events:
        # Of an organization for tests, whose calls no list above it has.
        if event.get("test"):
            continue
        data: Any = event["data"]
        if event["type"] == "conversation.erased":
            sql.execute(ERASE, [data["id"]])
        elif "version" in data and "start_time" in data:
            store(sql, data)
        else:
            copy(sql, data["id"])


# endregion


# region all
def copy_all(sql: Sql) -> None:
    """Copies what there is. Run it once, while `follow` is running: the order of the two does not matter."""
    for item in client.conversations.list.all(order="asc", limit=100):
        copy(sql, item["id"])


# endregion
