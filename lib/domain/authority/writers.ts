import type { Conversation } from '#lib/contract/conversations.ts';
import type { Depth } from '../organizations/depth.ts';

/*
 * The fields of a conversation, and those of an agent from which something follows, with everybody who may
 * write them: no other module decides that. The fields of organizations that only keys from above may change
 * are marked in the contract (lib/contract/set-from-above.ts).
 */

/**
 * Ways in which a field gets its value. `append`: turns that are added to a transcript; `analysis`: analyses
 * and their reviews; `task`: the service itself, for example when it ends a forgotten call.
 */
export type Way = 'create' | 'update' | 'append' | 'report' | 'import' | 'analysis' | 'task';

/**
 * `highest`: of all organizations that wrote the field, the highest in the tree decides. Those below cannot
 * change its value, nor write it first. `recorder`: the same, and an organization that records or reports the
 * conversation decides even that there is no value. `first`: the first value is final.
 */
type GuardedRule = 'highest' | 'recorder' | 'first';

type Consequence = 'money' | 'retention' | 'authority' | 'verdicts';

interface GuardedField {
  /** Ways that can write the field at all. */
  readonly by: readonly Way[];
  readonly rule: GuardedRule;
  readonly follows: readonly [Consequence, ...Consequence[]];
}

/**
 * `anybody`: everybody who may write the conversation; nothing follows from the field. `source`: the one with
 * the highest rank among keys, reports, analyses and reviews (lib/domain/conversations/sources.ts).
 * `service`: requests cannot set it.
 */
interface Open {
  readonly by: readonly Way[];
  readonly rule: 'anybody' | 'source' | 'service';
  readonly follows: readonly [];
}

type Authority = GuardedField | Open;

const judged = {
  by: ['create', 'update', 'report', 'import', 'analysis'],
  rule: 'source',
  follows: [],
} as const;
const said = { by: ['create', 'update'], rule: 'anybody', follows: [] } as const;
const derived = { by: [], rule: 'service', follows: [] } as const;

const conversation = {
  start_time: { by: ['create', 'report', 'import'], rule: 'highest', follows: ['money', 'retention'] },
  end_time: {
    by: ['create', 'update', 'report', 'import', 'task'],
    rule: 'highest',
    follows: ['money', 'retention', 'verdicts'],
  },
  duration_ms: {
    by: ['create', 'update', 'report', 'import'],
    rule: 'highest',
    follows: ['money', 'verdicts'],
  },
  status: {
    by: ['create', 'update', 'report', 'import', 'task'],
    rule: 'highest',
    follows: ['money', 'retention', 'verdicts'],
  },
  channel: { by: ['create', 'report', 'import'], rule: 'highest', follows: ['money', 'verdicts'] },
  cost: { by: ['create', 'update', 'report', 'import'], rule: 'highest', follows: ['money'] },
  direction: { by: ['create', 'report', 'import'], rule: 'recorder', follows: ['verdicts'] },
  end_reason: {
    by: ['create', 'update', 'report', 'import', 'task'],
    rule: 'recorder',
    follows: ['verdicts'],
  },
  metrics: { by: ['create', 'update', 'report', 'import'], rule: 'recorder', follows: ['verdicts'] },
  turns: { by: ['create', 'append', 'report', 'import'], rule: 'recorder', follows: ['verdicts'] },
  client_id: {
    by: ['create', 'report', 'import'],
    rule: 'first',
    follows: ['money', 'retention', 'authority'],
  },
  agent_id: { by: ['create', 'report', 'import'], rule: 'first', follows: ['authority', 'verdicts'] },
  outcome: judged,
  sentiment: judged,
  summary: judged,
  data: judged,
  quality: judged,
  external_id: said,
  metadata: said,
  tags: said,
  // An update sets it once, while it is null.
  caller: { by: ['create', 'update', 'report', 'import'], rule: 'anybody', follows: [] },
  // The same, but only the account that holds a call says which of its calls it is.
  provider: { by: ['create', 'update', 'report', 'import'], rule: 'first', follows: ['authority'] },
  reviewed: { by: ['update'], rule: 'anybody', follows: [] },
  id: derived,
  created_at: derived,
  updated_at: derived,
  version: derived,
  agent_version: derived,
  carrier_cost: derived,
  handling: derived,
  handover: derived,
  sources: derived,
  analysis: derived,
  audio: derived,
} as const satisfies Readonly<Record<Exclude<keyof Conversation, 'transcript'> | 'turns', Authority>>;

const agent = {
  // Integrations find the agent of a call by it.
  provider: { by: ['create', 'update', 'import'], rule: 'highest', follows: ['money', 'authority'] },
} as const satisfies Readonly<Record<string, Authority>>;

export const writers = { conversation, agent } as const;

type Fields = typeof conversation;

type FieldOf<Rule extends GuardedRule> = {
  [F in keyof Fields]: Fields[F]['rule'] extends Rule ? F : never;
}[keyof Fields];

/** The fields from which a verdict may follow: conditions and criteria compare no others. */
export type EvidenceField = {
  [F in keyof Fields]: 'verdicts' extends Fields[F]['follows'][number] ? F : never;
}[keyof Fields];

/**
 * The fields of a conversation that the highest organization decides. A duration is stored as an end.
 */
export type DecidedField = Exclude<FieldOf<'highest' | 'recorder'>, 'duration_ms'>;

const isDecidedBy = (field: string, ...rules: readonly string[]): boolean =>
  field !== 'duration_ms' && rules.includes((conversation as Record<string, Authority>)[field]?.rule ?? '');

export const decidedFields = (Object.keys(conversation) as DecidedField[]).filter((field) =>
  isDecidedBy(field, 'highest', 'recorder'),
);

export const isDecided = (field: string): field is DecidedField =>
  (decidedFields as readonly string[]).includes(field);

/** The fields that the one who records a conversation decides, also by leaving them out. */
export type RecordedField = FieldOf<'recorder'>;

export const recordedFields = decidedFields.filter((field): field is RecordedField =>
  isDecidedBy(field, 'recorder'),
);

/** The depths of the organizations above an entity's own that have decided fields of it. */
export type DecidedDepths = Readonly<Partial<Record<DecidedField, Depth>>>;

/** The organizations that are known to have decided fields, and the depth of the conversation’s own. */
export interface KnownDecided {
  readonly decided: DecidedDepths;
  readonly own: Depth;
}

/**
 * The depth of the highest organization that has recorded or reported a conversation: each of them decides
 * the channel.
 */
export const recorderOf = ({ decided, own }: KnownDecided): Depth => decided.channel ?? own;

/** The depth of the organization that decides a field. */
export const deciderOf = (field: DecidedField, { decided, own }: KnownDecided): Depth =>
  Math.min(decided[field] ?? own, isDecidedBy(field, 'recorder') ? recorderOf({ decided, own }) : own);

/**
 * Whether an organization has more authority over a field than the one that has decided it (1), less (-1), or
 * the same (0).
 */
export const authorityOver = (field: DecidedField, depth: Depth, known: KnownDecided): -1 | 0 | 1 =>
  Math.sign(deciderOf(field, known) - depth) as -1 | 0 | 1;

/**
 * The same with fields that an organization has just written. Those of the own one are not noted, and a
 * higher one stays. Those of whoever records the conversation follow from the channel.
 */
export const withDecided = (
  decided: DecidedDepths,
  fields: readonly DecidedField[],
  depth: Depth,
  own: Depth,
): DecidedDepths => {
  const noteOf = (known: DecidedDepths, field: DecidedField): DecidedDepths =>
    depth < deciderOf(field, { decided: known, own }) ? { ...known, [field]: depth } : known;
  const recorded = fields.includes('channel') ? noteOf(decided, 'channel') : decided;
  return fields.reduce(noteOf, recorded);
};

/**
 * The same without fields that have been taken back: of a value that is absent, nobody is known to have
 * decided it.
 */
export const withoutDecided = (decided: DecidedDepths, fields: readonly DecidedField[]): DecidedDepths =>
  Object.fromEntries(Object.entries(decided).filter(([field]) => !fields.includes(field as DecidedField)));

/** Whether an organization above a depth has reported a conversation, and has yet to report its end. */
export const awaitsEndFromAbove = ({ channel, status }: DecidedDepths, depth: Depth): boolean =>
  channel !== undefined && channel < depth && status === undefined;
