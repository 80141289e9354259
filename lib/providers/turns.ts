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
  /** JSON, as a text or as it is. */
  readonly arguments: unknown;
}

interface SentToolResult {
  readonly id: unknown;
  readonly name?: unknown;
  readonly result: unknown;
  /** What went wrong, where something did. */
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
  /** Says nothing by itself: its metadata belongs to the turn that follows. */
  readonly aside?: boolean;
}

export interface Transcript {
  readonly turns: TurnInput[];
  /** Whether the provider's transcript is longer than a conversation's may be. */
  readonly truncated: boolean;
}

/** Of JSON, over all turns: what fits into one transaction, and more than the API takes in one request. */
const maxBytes = 1_000_000;
const maxTurnBytes = 200_000;
const maxCharacters = 20_000;
const maxCalls = 64;
const longestMs = 31_622_400_000;

const milliseconds = (value: number | undefined): number | null =>
  value === undefined || value < 0 || value > longestMs ? null : Math.round(value);

/** Metadata of a turn is text by name. */
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

/** As many calls as one turn has room for. */
const fewCalls = (calls: readonly ToolCall[]): ToolCall[] => {
  let room = maxTurnBytes / 2;
  return calls.filter((call) => {
    room -= bytesAsJson(call);
    return room >= 0;
  });
};

/** A turn on its way into a transcript, and what it weighs. */
interface Draft {
  readonly turn: TurnInput;
  bytes: number;
}

/** Puts a result beside the call it answers, or beside a call of its own where nobody reported that. */
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
 * A provider's transcript as turns. An entry that says nothing is a turn only if a tool is called in it; results are put
 * beside the calls they answer.
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

const speakers: Readonly<Record<string, Role>> = {
  ai: 'agent',
  agent: 'agent',
  assistant: 'agent',
  bot: 'agent',
  user: 'user',
  customer: 'user',
};

/** A transcript that was sent as one text, a line for each turn: "AI: …", "User: …". */
export const turnsOfText = (transcript: unknown): SentTurn[] => {
  const turns: { role: Role; text: string }[] = [];
  for (const line of (textOf(transcript, maxTextBytes) ?? '').split('\n')) {
    const [, speaker = '', said = ''] = /^\s*(\w+):\s*(.*)$/.exec(line) ?? [];
    const role = speakers[speaker.toLowerCase()];
    const last = turns.at(-1);
    if (role) turns.push({ role, text: said });
    // A turn of several lines.
    else if (last && line.trim() !== '') last.text += `\n${line}`;
  }
  return turns;
};

/** Seconds that a provider counted, in milliseconds. */
export const secondsOf = (value: unknown): number | undefined => {
  const seconds = numberOf(value);
  return seconds === undefined ? undefined : seconds * 1000;
};
