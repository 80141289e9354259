import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { AgentName } from './agents.ts';

type ConversationBody = Parameters<Client['conversations']['create']>[0]['body'];
type DemoTurn = NonNullable<ConversationBody['turns']>[number];

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
  /** Whether a recording named after the key exists next to this file. */
  readonly recording?: boolean;
}

/** A date that is a number of days after the next Tuesday, so that offered dates are always in the future. */
const afterTuesday = (days: number): string => {
  const date = new Date();
  const untilTuesday = ((8 - date.getUTCDay()) % 7) + 1;
  date.setUTCDate(date.getUTCDate() + untilTuesday + days);
  return date.toISOString().slice(0, 10);
};

type StoredTurn = readonly [role: DemoTurn['role'], text: string, more?: Partial<DemoTurn>];
type StoredDialogue = Omit<DemoDialogue, 'turns'> & { readonly turns: readonly StoredTurn[] };

/** `{tuesday+2}` is the date two days after the next Tuesday. */
const dated = (text: string): string =>
  text.replace(/\{tuesday(?:\+(\d+))?\}/g, (_, days = '0') => afterTuesday(Number(days)));

const stored = JSON.parse(
  dated(readFileSync(join(import.meta.dirname, 'dialogues.json'), 'utf8')),
) as readonly StoredDialogue[];

/**
 * The phone numbers are from ranges that Ofcom and the Bundesnetzagentur reserve for fiction: 01632 960… and
 * 030 23125….
 */
export const dialogues: readonly DemoDialogue[] = stored.map(({ turns, ...dialogue }) => ({
  ...dialogue,
  turns: turns.map(([role, text, more]) => ({ role, text, ...more })),
}));
