import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '#lib/domain/durations.ts';
import type { AgentName } from './agents.ts';
import type { DemoDialogue } from './dialogues.ts';

/*
 * Three months of ordinary calls besides the handwritten dialogues, so that usage, statements and lists
 * resemble those of a business. The same seed produces the same calls; only their dates follow the clock.
 */

/** Numbers from 0 to 1 (mulberry32): the same ones at every start. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Random = () => number;

const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from');
  return value;
};

const pickWeighted = <T extends { readonly weight: number }>(random: Random, values: readonly T[]): T => {
  let left = random() * values.reduce((sum, { weight }) => sum + weight, 0);
  const found = values.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return found ?? pick(random, values);
};

/** Details that vary between two calls about the same matter. */
interface Details {
  readonly name: string;
  readonly day: string;
  readonly time: string;
  readonly matter: string;
}

/**
 * A kind of call. Its texts contain the placeholders `{name}`, `{day}`, `{time}` and `{matter}` for the
 * details.
 */
interface Scenario {
  readonly agent: AgentName;
  readonly weight: number;
  readonly outcome: string;
  readonly sentiments: readonly NonNullable<DemoDialogue['sentiment']>[];
  readonly successful: boolean | null;
  readonly matters: readonly string[];
  readonly summary: string;
  readonly turns: readonly (readonly [role: 'agent' | 'user', text: string])[];
  readonly channel?: 'chat' | 'web' | 'sms';
  readonly direction?: 'outbound';
  readonly status?: 'failed';
  readonly end_reason?: string;
  readonly campaign?: string;
  /** The words that took the place of a turn, in more calls each week. */
  readonly lapse?: { readonly turn: number; readonly text: string };
}

/** An agent's provider and price, and the organizations and callers of its calls. */
interface Run {
  /** An organization that occurs twice has twice as many calls. */
  readonly organizations: readonly string[];
  readonly provider: string;
  readonly perMinute: number;
  readonly names: readonly string[];
  /**
   * The beginning of the callers' numbers, from ranges that Ofcom and the Bundesnetzagentur reserve for
   * fiction.
   */
  readonly numbers: string;
}

const { scenarios, days, times, runs } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'scenarios.json'), 'utf8'),
) as {
  readonly scenarios: readonly Scenario[];
  readonly days: readonly string[];
  readonly times: readonly string[];
  readonly runs: Readonly<Record<AgentName, Run>>;
};

const filled = (text: string, details: Details): string =>
  text.replace(/\{(name|day|time|matter)\}/g, (_, name: keyof Details) => details[name]);

export const providerOf = (name: AgentName): string => runs[name].provider;

const historyDays = 88;

/** A time in business hours of the last three months: business grows, and weekends are quiet. */
const timeOf = (random: Random, now: number): number => {
  for (;;) {
    const ago = 1 + Math.floor(historyDays * random() ** 1.25);
    const day = Math.floor((now - ago * dayMs) / dayMs) * dayMs;
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (isWeekend && random() > 0.15) continue;
    const hours = 7.5 + (random() + random()) * 5.25;
    return Math.floor(day + (hours / 24) * dayMs);
  }
};

const lapseDays = 35;

/** Whether a call has its scenario’s lapse: hardly any did five weeks ago, and most have it now. */
const lapses = (random: Random, ageMs: number): boolean =>
  random() < Math.max(0.04, 0.7 * (1 - ageMs / dayMs / lapseDays));

/** The pause before somebody answers, in milliseconds. */
const pauseMs = (random: Random): number => 900 + Math.floor(random() ** 2 * 9000);

const dialogueOf = (random: Random, at: number, time: number, now: number): DemoDialogue => {
  const scenario = pickWeighted(random, scenarios);
  const { organizations, perMinute, names, numbers } = runs[scenario.agent];
  const details: Details = {
    name: pick(random, names),
    day: pick(random, days),
    time: pick(random, times),
    matter: pick(random, scenario.matters),
  };
  const lapse = scenario.lapse && lapses(random, now - time) ? scenario.lapse : undefined;
  const turns = scenario.turns.map(([role, text], turn) => ({
    role,
    text: filled(turn === lapse?.turn ? lapse.text : text, details),
  }));
  const pauses = turns.map(() => pauseMs(random));
  const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60_000 + turns.length * 0.06;
  const isText = scenario.channel === 'chat' || scenario.channel === 'sms';
  const number = `${numbers}${String(Math.floor(random() * 1000)).padStart(3, '0')}`;
  return {
    key: `history-${at}`,
    agent: scenario.agent,
    organization: pick(random, organizations),
    hoursAgo: (now - time) / (60 * 60 * 1000),
    pauses,
    direction: scenario.direction ?? 'inbound',
    caller: { number, name: details.name },
    status: scenario.status ?? 'completed',
    end_reason: scenario.end_reason ?? (random() < 0.7 ? 'caller_hung_up' : 'agent_hung_up'),
    outcome: scenario.outcome,
    sentiment: pick(random, scenario.sentiments),
    summary: filled(scenario.summary, details),
    metrics: turns.length > 0 ? { e2e_latency_p50_ms: 620 + Math.floor(random() * random() * 1400) } : {},
    turns,
    ...(scenario.campaign && { metadata: { campaign: scenario.campaign } }),
    ...(scenario.channel && { channel: scenario.channel }),
    ...(scenario.successful !== null && {
      quality: {
        successful: scenario.successful && random() > 0.04,
        score: Math.round((scenario.successful ? 0.75 + random() * 0.25 : 0.3 + random() * 0.3) * 100) / 100,
        criteria: [],
      },
    }),
    ...(turns.length > 0 && {
      cost: { amount: (isText ? 0.0042 : minutes * perMinute).toFixed(4), currency: 'USD' },
    }),
  };
};

/** The given number of calls in the last three months, oldest first. */
export const history = (now: number, calls: number): readonly DemoDialogue[] => {
  const random = randomFrom(20_261_122);
  const ages = Array.from({ length: calls }, () => now - timeOf(random, now)).sort(
    (one, other) => other - one,
  );
  return ages.map((age, at) => dialogueOf(random, at + 1, now - age, now));
};
