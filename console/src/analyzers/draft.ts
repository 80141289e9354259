import type { Analyzer } from 'voice-agent-platform-client';

/** An analyzer as it is edited: without what only the platform sets. */
export type Draft = Omit<Analyzer, 'id' | 'created_at' | 'updated_at' | 'version' | 'client_id'>;

export type Criterion = Draft['criteria'][number];
export type Field = Draft['fields'][number];

export const draftOf = ({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  version: _version,
  client_id: _client,
  ...draft
}: Analyzer): Draft => draft;

export const newCriterion: Criterion = {
  name: '',
  kind: 'judge',
  instruction: '',
  examples: [],
  applies_when: null,
  min: null,
  max: null,
  pass_at: null,
  speaker: 'any',
  texts: [],
  pattern: null,
  absent: false,
  tool: null,
  metric: null,
  op: null,
  value: null,
  end_reasons: [],
  required: true,
  weight: 1,
  labels: true,
};

/** The initial values of the kinds of criteria that need any. */
const beginnings: Readonly<Partial<Record<Criterion['kind'], Partial<Criterion>>>> = {
  judge: { instruction: '' },
  score: { instruction: '', min: 1, max: 5 },
  pattern: { pattern: '' },
  tool_called: { tool: '' },
  metric: { metric: '', op: 'lte', value: 0 },
  duration: { op: 'gte', value: 30_000 },
  turns: { op: 'gte', value: 4 },
};

/** A criterion of another kind: the fields of its kind alone are reset. */
export const ofKind = (criterion: Criterion, kind: Criterion['kind']): Criterion => {
  const { name, required, weight, labels } = criterion;
  return { ...newCriterion, instruction: null, name, required, weight, labels, kind, ...beginnings[kind] };
};

export const newField: Field = {
  name: '',
  type: 'text',
  description: null,
  values: [],
  pattern: null,
  required: false,
  labels: false,
};

/** Text areas have one entry in each line. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** `appointment_booked: the caller has an appointment`, one in each line. */
export const outcomeLines = (outcome: Draft['outcome']): string =>
  (outcome?.values ?? [])
    .map(({ value, description }) => (description ? `${value}: ${description}` : value))
    .join('\n');

export const outcomeFrom = (text: string): Draft['outcome'] => {
  const values = linesOf(text).map((line) => {
    const [value = '', ...description] = line.split(':');
    return { value: value.trim(), description: description.join(':').trim() || null };
  });
  return values.length > 0 ? { values } : null;
};

/** The number of fields in which two drafts differ. */
export const changesIn = (before: Draft, after: Draft): number =>
  (Object.keys(after) as (keyof Draft)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  ).length;

/** Whether a language model is asked for any part. */
export const asksModel = ({ criteria, fields, outcome, sentiment, summary }: Draft): boolean =>
  sentiment ||
  outcome !== null ||
  summary !== null ||
  criteria.some(({ kind }) => kind === 'judge' || kind === 'score') ||
  fields.some(({ pattern }) => pattern === null);
