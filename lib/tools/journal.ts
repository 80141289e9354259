import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { daySeconds } from '#lib/domain/durations.ts';
import { canonical } from '#lib/domain/tools/canonical.ts';
import type { JournalKey } from '#lib/store/keys.ts';
import { idIn } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putNew } from '#lib/store/operations/put.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import type { Item, Key } from '#lib/store/table.ts';

/*
 * The journal of calls that change something. A call is written down before it is made, so that an
 * interrupted answer that is computed again does not make it a second time.
 */

/** A call of a tool: the same tool with the same arguments, for the same turn of a conversation. */
export interface JournaledCall {
  /** The keys of the journal: that of a chat, or of a call in which the agent is the provider's model. */
  readonly journal: JournalKey;
  readonly turn: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The state in which a call is found: not made yet, begun with an unknown outcome, or done. */
export type JournalEntry = 'new' | { readonly begun_at: number } | { readonly result: unknown };

/** Only while an answer can be repeated: idempotency keys are kept for a day. */
const keptSeconds = 2 * daySeconds;

/** The same for every attempt at the same call. */
export const hashOfCall = ({ journal, turn, tool, arguments: given }: JournaledCall): string =>
  hash('sha256', JSON.stringify([idIn(journal('').pk), turn, tool, canonical(given)]), 'base64url');

const keyOfCall = (call: JournaledCall) => call.journal(hashOfCall(call));

/** A call as the model made it: without the arguments that the platform adds. */
export interface AskedCall {
  readonly id: string;
  readonly arguments: Record<string, unknown>;
  /** The node of the flow; null: the agent has none. */
  readonly node: string | null;
  /** Milliseconds since 1970. */
  readonly begun_at: number;
}

const itemOf = (call: JournaledCall, { id, arguments: asked, node, begun_at }: AskedCall) => ({
  ...keyOfCall(call),
  tool: call.tool,
  turn: call.turn,
  node,
  call_id: id,
  asked: JSON.stringify(asked),
  begun_at,
  expires: Math.floor(Date.now() / 1000) + keptSeconds,
});

const foundIn = (item: Item | undefined): Exclude<JournalEntry, 'new'> =>
  typeof item?.result === 'string'
    ? { result: JSON.parse(item.result) }
    : { begun_at: Number(item?.begun_at ?? 0) };

/** The interval between reads, in milliseconds. */
const pauseMs = 200;

/**
 * The result of a call that another request is making; undefined: it does not end until then, and its outcome
 * is unknown.
 */
const awaitResult = async (at: Key, until: number): Promise<unknown> => {
  while (Date.now() < until) {
    await wait(pauseMs);
    const found = foundIn(await get(at));
    if ('result' in found) return found.result;
  }
  return undefined;
};

export const awaitCall = (call: JournaledCall, until: number): Promise<unknown> =>
  awaitResult(keyOfCall(call), until);

/** A call that an earlier attempt at an answer has begun. */
export interface BegunCall extends AskedCall {
  readonly name: string;
  readonly turn: string;
  /** Undefined: nobody knows whether it was carried out. */
  readonly result: unknown;
}

/** The time by which a call has its result, or never will. */
export type EndOfCall = (name: string, begun_at: number) => number;

const begunIn = (
  journal: JournalKey,
  items: readonly (Item | undefined)[],
  endOf: EndOfCall,
): Promise<BegunCall[]> =>
  Promise.all(
    items.flatMap((item) => {
      if (!item) return [];
      const { tool, turn, call_id, asked, node, begun_at, result } = item as Record<string, unknown>;
      const [name, begun] = [String(tool), Number(begun_at)];
      const known = async (): Promise<BegunCall> => ({
        id: String(call_id),
        name,
        turn: String(turn),
        arguments: JSON.parse(String(asked)) as Record<string, unknown>,
        node: typeof node === 'string' ? node : null,
        begun_at: begun,
        result:
          typeof result === 'string'
            ? JSON.parse(result)
            : await awaitResult(journal(String(item.sk)), endOf(name, begun)),
      });
      return [known()];
    }),
  );

/** The calls with these hashes, in order. */
export const readCalls = async (
  journal: JournalKey,
  hashes: readonly string[],
  endOf: EndOfCall,
): Promise<BegunCall[]> =>
  hashes.length === 0 ? [] : begunIn(journal, await batchGet(hashes.map(journal)), endOf);

/** All calls in a journal, in the order of their beginnings. */
export const readAllCalls = async (journal: JournalKey, endOf: EndOfCall): Promise<BegunCall[]> => {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'attribute_exists(asked)',
    ExpressionAttributeValues: { ':pk': journal('').pk },
    ConsistentRead: true,
  });
  const calls = await begunIn(journal, items, endOf);
  return calls.sort((one, other) => one.begun_at - other.begun_at);
};

/** The call was begun before. */
class CallBegun extends Error {
  readonly found: Exclude<JournalEntry, 'new'>;

  constructor(item: Item | undefined) {
    super('The call was begun before');
    this.found = foundIn(item);
  }
}

/** Writes the note of a call under additional conditions. */
export type NoteCall = (note: Operation, hash: string) => Promise<void>;

/**
 * Notes that a call is about to be made, unless it was made before. `noting`: writes the note, for an answer
 * that others can interrupt, or whose conversation they can erase; absent: nobody can.
 */
export const beginCall = async (
  call: JournaledCall,
  asked: AskedCall,
  noting?: NoteCall,
): Promise<JournalEntry> => {
  const item = itemOf(call, asked);
  if (!noting) {
    const isNew = await putIf(item, { ConditionExpression: 'attribute_not_exists(pk)' });
    return isNew ? 'new' : foundIn(await get(keyOfCall(call)));
  }
  try {
    await noting(
      putNew(item, (existing) => new CallBegun(existing)),
      hashOfCall(call),
    );
    return 'new';
  } catch (error) {
    if (error instanceof CallBegun) return error.found;
    throw error;
  }
};

/**
 * Notes the result of a call, unless the conversation has been erased since it began. An answer that was
 * interrupted meanwhile also notes it: the call was made, and the newer answer must know its result.
 */
export const endCall = async (call: JournaledCall, asked: AskedCall, result: unknown): Promise<void> => {
  const item = { ...itemOf(call, asked), result: JSON.stringify(result) };
  await putIf(item, { ConditionExpression: 'attribute_exists(pk)' });
};
