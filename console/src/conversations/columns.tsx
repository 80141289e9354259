import type { ReactNode } from 'react';
import type { ConversationItem } from 'voice-agent-platform-client';
import { dayIn } from '../api/days.ts';
import { formatClock, formatDuration, formatMoney, formatShortDay } from '../api/format.ts';
import { valueInWords } from '../api/values.ts';
import { zone } from '../api/zone.ts';
import { Badge } from '../kit/badge.tsx';
import { words } from '../words/index.ts';
import { callerOf } from './caller.ts';
import { Outcome } from './state.tsx';

/** The columns that can be chosen, in their order. The caller and the time always show. */
export const choices = [
  'summary',
  'outcome',
  'sentiment',
  'agent',
  'organization',
  'channel',
  'tags',
  'cost',
  'length',
] as const;

export type ColumnName = (typeof choices)[number];

export const usual: readonly ColumnName[] = ['summary', 'outcome', 'agent', 'length'];

/** The widths of columns, in rem. A summary has what the others leave, and needs at least this. */
export const widths: Readonly<Record<ColumnName, number>> = {
  summary: 10,
  outcome: 11,
  sentiment: 9,
  agent: 8.5,
  organization: 10,
  channel: 9,
  tags: 10,
  cost: 5,
  length: 5,
};

/** The columns that always show: the box to select a call, the caller and the time. */
const alwaysShown = 24.5;

/** The width that a table with these columns needs, in rem. */
export const widthOf = (columns: readonly ColumnName[]): number =>
  columns.reduce((sum, name) => sum + widths[name], alwaysShown);

/** The columns of the preferences, whatever was stored there. */
export const columnsIn = (stored: unknown): readonly ColumnName[] =>
  Array.isArray(stored) ? choices.filter((name) => stored.includes(name)) : usual;

/** The time of today, the day and the time of any other. */
export const whenOf = ({ status, start_time }: Pick<ConversationItem, 'status' | 'start_time'>): string => {
  if (status === 'active') return words.conversations.now;
  const day = dayIn(zone, new Date(start_time));
  const clock = formatClock(start_time);
  return day === dayIn(zone) ? clock : `${formatShortDay(day)}, ${clock}`;
};

export const cells: Readonly<Record<ColumnName, (item: ConversationItem) => ReactNode>> = {
  summary: ({ summary }) => summary && <span dir="auto">{summary}</span>,
  outcome: (item) => <Outcome call={item} />,
  sentiment: ({ sentiment }) => sentiment && valueInWords('sentiment', sentiment),
  agent: ({ agent_name }) => agent_name ?? words.kit.none,
  organization: ({ client_name }) => client_name ?? words.kit.none,
  channel: ({ channel }) => valueInWords('channel', channel),
  tags: ({ tags }) => tags.map((tag) => <Badge key={tag}>{tag}</Badge>),
  cost: ({ cost }) => cost && formatMoney(cost),
  length: ({ duration_ms }) => (duration_ms === null ? words.kit.none : formatDuration(duration_ms)),
};

const csvColumns = [
  'id',
  'start_time',
  'duration_ms',
  'status',
  'outcome',
  'successful',
  'sentiment',
  'channel',
  'direction',
  'caller',
  'number',
  'agent',
  'organization',
  'cost',
  'currency',
  'summary',
  'tags',
  'reviewed_at',
] as const;

/** Rows of a table for people: names, and ids only where there is no name. */
export const csvRows = (items: readonly ConversationItem[]): readonly (readonly unknown[])[] => [
  csvColumns,
  ...items.map((item) => {
    const special: Readonly<Record<string, unknown>> = {
      caller: callerOf(item),
      number: item.caller?.number,
      agent: item.agent_name ?? item.agent_id,
      organization: item.client_name ?? item.client_id,
      cost: item.cost?.amount,
      currency: item.cost?.currency,
      tags: item.tags.join(' '),
      reviewed_at: item.reviewed?.at,
    };
    return csvColumns.map((name) => (name in special ? special[name] : item[name as keyof ConversationItem]));
  }),
];
