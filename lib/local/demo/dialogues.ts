import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { AgentName } from './agents.ts';
import spoken from './spoken.json' with { type: 'json' };

type ConversationBody = Parameters<Client['conversations']['create']>[0]['body'];
export type DemoTurn = NonNullable<ConversationBody['turns']>[number];

export interface DemoDialogue
  extends Omit<ConversationBody, 'agent_id' | 'client_id' | 'start_time' | 'turns' | 'provider'> {
  /** A unique key, by which later starts find the conversation. */
  readonly key: string;
  readonly agent: AgentName;
  /** The name of the organization that the conversation belongs to. */
  readonly organization: string;
  readonly hoursAgo: number;
  readonly turns: readonly DemoTurn[];
  /** The pause after each turn, in milliseconds. */
  readonly pauses?: readonly number[];
  readonly recording?: DemoRecording | undefined;
}

export interface DemoRecording {
  readonly duration_ms: number;
  /** When each turn begins and ends, in milliseconds. */
  readonly turns: readonly (readonly [start_ms: number, end_ms: number])[];
  readonly read: () => Promise<Buffer>;
}

/** The file of a spoken dialogue. */
export const recordingOf = (key: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, `${key}.mp3`));

/** A date that is a number of days after the next Tuesday, so that offered dates are always in the future. */
const afterTuesday = (days: number): string => {
  const date = new Date();
  const untilTuesday = ((8 - date.getUTCDay()) % 7) + 1;
  date.setUTCDate(date.getUTCDate() + untilTuesday + days);
  return date.toISOString().slice(0, 10);
};

type StoredTurn = readonly [role: DemoTurn['role'], text: string, more?: Partial<DemoTurn>];
type StoredDialogue = Omit<DemoDialogue, 'turns' | 'recording'> & {
  readonly turns: readonly StoredTurn[];
  /** Whether a recording named after the key exists next to this file. */
  readonly recording?: boolean;
};

/** `{tuesday+2}` is the date two days after the next Tuesday. */
export const dated = (text: string): string =>
  text.replace(/\{tuesday(?:\+(\d+))?\}/g, (_, days = '0') => afterTuesday(Number(days)));

const stored = JSON.parse(
  dated(readFileSync(join(import.meta.dirname, 'dialogues.json'), 'utf8')),
) as readonly StoredDialogue[];

const spokenDialogue = (key: string): DemoRecording => {
  const { duration_ms, turns } = spoken[key as keyof typeof spoken];
  return { duration_ms, turns: turns as unknown as DemoRecording['turns'], read: () => recordingOf(key) };
};

/**
 * The phone numbers are from ranges that Ofcom and the Bundesnetzagentur reserve for fiction: 01632 960… and
 * 030 23125….
 */
export const dialogues: readonly DemoDialogue[] = stored.map(({ turns, recording, ...dialogue }) => ({
  ...dialogue,
  ...(recording && { recording: spokenDialogue(dialogue.key) }),
  turns: turns.map(([role, text, more]) => ({ role, text, ...more })),
}));
