import type { TurnInput } from '#lib/contract/transcripts.ts';
import { maxTextBytes, maxTurns } from '#lib/domain/conversations/transcript.ts';
import { openValueOf } from './bounds.ts';
import { jsonOf, numberOf, textOf } from './reading.ts';

type Role = TurnInput['role'];
type ToolCall = TurnInput['tool_calls'][number];

/** A call of a tool or its result, as a provider reports it. */
interface SentToolCall {
  readonly id: unknown;
  readonly name: unknown;
  /** A JSON value, or a text that contains JSON. */
  readonly arguments: unknown;
}

interface SentToolResult {
  readonly id: unknown;
  readonly name?: unknown;
  readonly result: unknown;
  /** The error, if there was one. */
  readonly error?: unknown;
}

/** One entry of a provider's transcript. */
export interface SentTurn {
  readonly role: Role;
  readonly text?: unknown;
  readonly start_ms?: number | undefined;
  readonly end_ms?: number | undefined;
  readonly calls?: readonly SentToolCall[];
  readonly results?: readonly SentToolResult[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whether the entry has no text, and its metadata belongs to the next turn. */
  readonly aside?: boolean;
}

export interface Transcript {
  readonly turns: TurnInput[];
  /** Whether the provider's transcript was longer than a conversation's transcript can be. */
  readonly truncated: boolean;
}

/**
 * The maximum size of all turns as JSON. It fits into one transaction and is more than the API accepts in one
 * request.
 */
const maxBytes = 1_000_000;
const maxTurnBytes = 200_000;
const maxCharacters = 20_000;
const maxCalls = 64;
const longestMs = 31_622_400_000;

const milliseconds = (value: number | undefined): number | null =>
  value === undefined || value < 0 || value > longestMs ? null : Math.round(value);

/** A turn's metadata, whose values must be strings. */
const metadataOf = (sent: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const written = typeof value === 'boolean' || typeof value === 'number' ? String(value) : value;
      const text = textOf(written, 500);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const toolCallOf = ({ id, name, arguments: sent }: SentToolCall): ToolCall => ({
  id: textOf(id, 200) ?? null,
  name: textOf(name, 200) ?? 'unknown',
  arguments: openValueOf(jsonOf(sent) ?? {}, 65_536) ?? {},
  result: null,
  error: null,
});

const bytesAsJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The tool calls that fit into one turn. */
const fewCalls = (calls: readonly ToolCall[]): ToolCall[] => {
  let room = maxTurnBytes / 2;
  return calls.filter((call) => {
    room -= bytesAsJson(call);
    return room >= 0;
  });
};

/** A turn of the transcript that is being built, and its size. */
interface Draft {
  readonly turn: TurnInput;
  bytes: number;
}

/** Adds a result to its tool call, or to a new call if the provider did not report that. */
const addResult = (drafts: readonly Draft[], { id, name, result, error }: SentToolResult, room: number) => {
  const wanted = textOf(id, 200);
  const isAnswered = (call: ToolCall) => wanted !== undefined && call.id === wanted;
  const draft = drafts.findLast(({ turn }) => turn.tool_calls.some(isAnswered)) ?? drafts.at(-1);
  if (!draft) return 0;
  const { tool_calls } = draft.turn;
  const known = tool_calls.find(isAnswered);
  if (!known && tool_calls.length >= maxCalls) return 0;
  const call = known ?? toolCallOf({ id, name, arguments: {} });
  if (!known) tool_calls.push(call);

  const value = openValueOf(jsonOf(result), Math.min(131_072, room, maxTurnBytes - draft.bytes));
  Object.assign(call, { result: value, error: textOf(error, 5000) ?? null });
  const before = draft.bytes;
  draft.bytes = bytesAsJson(draft.turn);
  return draft.bytes - before;
};

/**
 * Converts a provider's transcript to turns. An entry without text is a turn only if it calls a tool. Results
 * are added to their tool calls.
 */
export const transcriptOf = (sent: readonly SentTurn[]): Transcript => {
  const drafts: Draft[] = [];
  let [textBytes, bytes] = [0, 0];
  let aside: Readonly<Record<string, unknown>> = {};
  for (const { role, text, start_ms, end_ms, calls = [], results = [], metadata = {}, ...entry } of sent) {
    if (entry.aside) {
      aside = { ...aside, ...metadata };
      continue;
    }
    const [start, end] = [milliseconds(start_ms), milliseconds(end_ms)];
    const turn: TurnInput = {
      role,
      text: textOf(text, maxCharacters) ?? '',
      start_ms: start,
      end_ms: start !== null && end !== null && end < start ? null : end,
      tool_calls: fewCalls(calls.slice(0, maxCalls).map(toolCallOf)),
      metadata: metadataOf({ ...aside, ...metadata }),
    };
    if (turn.text !== '' || turn.tool_calls.length > 0) {
      const size = bytesAsJson(turn);
      textBytes += Buffer.byteLength(turn.text);
      bytes += size;
      if (drafts.length === maxTurns || textBytes > maxTextBytes || bytes > maxBytes) {
        return { turns: drafts.map((draft) => draft.turn), truncated: true };
      }
      drafts.push({ turn, bytes: size });
      aside = {};
    }
    for (const result of results) bytes += addResult(drafts, result, maxBytes - bytes);
  }
  return { turns: drafts.map((draft) => draft.turn), truncated: false };
};

const speakers: ReadonlyMap<string, Role> = new Map([
  ['ai', 'agent'],
  ['agent', 'agent'],
  ['assistant', 'agent'],
  ['bot', 'agent'],
  ['user', 'user'],
  ['customer', 'user'],
]);

/** The turns of a transcript that is one text with a line for each turn: "AI: …", "User: …". */
export const turnsOfText = (transcript: unknown): SentTurn[] => {
  const turns: { role: Role; text: string }[] = [];
  for (const line of (textOf(transcript, maxTextBytes) ?? '').split('\n')) {
    const [, speaker = '', said = ''] = /^\s*(\w+):\s*(.*)$/.exec(line) ?? [];
    const role = speakers.get(speaker.toLowerCase());
    const last = turns.at(-1);
    if (role) turns.push({ role, text: said });
    // A turn with several lines.
    else if (last && line.trim() !== '') last.text += `\n${line}`;
  }
  return turns;
};

/** A provider's seconds in milliseconds. */
export const secondsOf = (value: unknown): number | undefined => {
  const seconds = numberOf(value);
  return seconds === undefined ? undefined : seconds * 1000;
};
