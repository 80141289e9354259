import type { Depth } from '../organizations/depth.ts';

/*
 * Fields from which money, retention or authority follows, and who may write each of them: no other module
 * decides that. The fields of organizations that only keys from above may change are marked in the contract
 * (lib/contract/set-from-above.ts).
 */

/**
 * Ways in which a field gets its value. `task`: the service itself, for example when it ends a forgotten
 * call.
 */
export type Way = 'create' | 'update' | 'report' | 'import' | 'task';

interface Authority {
  /** Ways that can write the field at all. */
  readonly by: readonly Way[];
  /**
   * `highest`: of all organizations that wrote the field, the highest in the tree decides. Those below cannot
   * change its value, nor write it first. `first`: the first value is final.
   */
  readonly rule: 'highest' | 'first';
  readonly follows: readonly ('money' | 'retention' | 'authority')[];
}

const conversation = {
  start_time: { by: ['create', 'report', 'import'], rule: 'highest', follows: ['money', 'retention'] },
  end_time: {
    by: ['create', 'update', 'report', 'import', 'task'],
    rule: 'highest',
    follows: ['money', 'retention'],
  },
  status: {
    by: ['create', 'update', 'report', 'import', 'task'],
    rule: 'highest',
    follows: ['money', 'retention'],
  },
  channel: { by: ['create', 'report', 'import'], rule: 'highest', follows: ['money'] },
  cost: { by: ['create', 'update', 'report', 'import'], rule: 'highest', follows: ['money'] },
  client_id: {
    by: ['create', 'report', 'import'],
    rule: 'first',
    follows: ['money', 'retention', 'authority'],
  },
} as const satisfies Readonly<Record<string, Authority>>;

const agent = {
  // Integrations find the agent of a call by it.
  provider: { by: ['create', 'update', 'import'], rule: 'highest', follows: ['money', 'authority'] },
} as const satisfies Readonly<Record<string, Authority>>;

export const writers = { conversation, agent } as const;

/** The fields of a conversation that the highest organization decides. */
export type DecidedField = {
  [F in keyof typeof conversation]: (typeof conversation)[F]['rule'] extends 'highest' ? F : never;
}[keyof typeof conversation];

export const decidedFields = Object.entries(conversation)
  .filter(([, { rule }]) => rule === 'highest')
  .map(([field]) => field as DecidedField);

export const isDecided = (field: string): field is DecidedField =>
  (decidedFields as readonly string[]).includes(field);

/** The depths of the organizations above an entity's own that have decided fields of it. */
export type Decided = Readonly<Partial<Record<DecidedField, Depth>>>;

/**
 * Whether an organization has more authority over a field than the one that has decided it (1), less (-1), or
 * the same (0).
 */
export const authorityOver = (
  field: DecidedField,
  depth: Depth,
  { decided, own }: { readonly decided: Decided; readonly own: Depth },
): -1 | 0 | 1 => Math.sign((decided[field] ?? own) - depth) as -1 | 0 | 1;

/**
 * The same with fields that an organization has just written. Those of the own one are not noted, and a
 * higher one stays.
 */
export const withDecided = (
  decided: Decided,
  fields: readonly DecidedField[],
  depth: Depth,
  own: Depth,
): Decided => {
  const higher = fields.filter((field) => depth < (decided[field] ?? own));
  return { ...decided, ...Object.fromEntries(higher.map((field) => [field, depth])) };
};

/**
 * The same without fields that have been taken back: of a value that is absent, nobody is known to have
 * decided it.
 */
export const withoutDecided = (decided: Decided, fields: readonly DecidedField[]): Decided =>
  Object.fromEntries(Object.entries(decided).filter(([field]) => !fields.includes(field as DecidedField)));

/** Whether an organization above a depth has reported a conversation, and has yet to report its end. */
export const awaitsEndFromAbove = ({ channel, status }: Decided, depth: Depth): boolean =>
  channel !== undefined && channel < depth && status === undefined;
