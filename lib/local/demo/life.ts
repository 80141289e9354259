import { dayMs } from '#lib/domain/durations.ts';
import type { Client } from '../client.ts';
import { findByName } from './once.ts';
import { reseller } from './organizations.ts';
import { plans } from './plans.ts';

/*
 * The work of a business with its calls: it has them judged and reviews them, answers a chat that waits,
 * sends events and files to others, and is paid.
 */

type Ids = ReadonlyMap<string, string>;

const dentist = 'Harbor Dental Group';

/** Nothing here asks a language model, so that the report is the same with and without one. */
const analyzer = {
  name: 'Good calls',
  description: 'Greets, repeats what was booked, and leaves nobody waiting',
  criteria: [
    { name: 'greets_for_the_practice', kind: 'contains', speaker: 'agent', texts: ['Harbor Dental'] },
    { name: 'repeats_day_and_time', kind: 'contains', speaker: 'agent', texts: ['All done.'], absent: true },
    {
      name: 'answers_within_two_seconds',
      kind: 'metric',
      metric: 'e2e_latency_p50_ms',
      op: 'lte',
      value: 2000,
    },
    {
      name: 'leaves_nobody_waiting',
      kind: 'contains',
      speaker: 'user',
      texts: ['are you still there', 'called twice', 'second time', 'which day was that'],
      absent: true,
    },
  ],
  success: { rule: 'score', threshold: 0.5 },
  when: { channels: ['phone'], directions: ['inbound'] },
  review: { on: ['failed'] },
} as const;

const judgedDays = 42;

/** Judges the calls of the dentist: those that follow, and those of the last weeks. */
const fillAnalyzer = async (api: Client, client_id: string, agent_id: string): Promise<void> => {
  await api.clients.update({
    params: { client_id },
    body: { settings: { analysis: { enabled: true } } },
  });
  const known = await findByName(api.analyzers.list.all({ query: { client_id } }), analyzer.name);
  if (known) return;
  const { id: analyzer_id } = await api.analyzers.create({ body: { ...analyzer, client_id } as never });
  const start_after = new Date(Date.now() - judgedDays * dayMs).toISOString();
  await api.analysisRuns.create({
    body: { analyzer_id, filters: { agent_id, channel: 'phone', start_after } },
  });
};

interface DemoWidget extends Omit<Parameters<Client['widgets']['create']>[0]['body'], 'agent_id'> {
  readonly agent: string;
  readonly organization: string;
}

/** Chats on the pages of businesses. */
const widgets: readonly DemoWidget[] = [
  {
    ...{ agent: 'pia', organization: dentist, name: 'Harbor Dental website' },
    origins: ['https://harbordental.example', 'https://www.harbordental.example'],
    texts: {
      en: {
        title: 'Ask Pia',
        disclosure: 'You are chatting with an AI assistant of Harbor Dental.',
        placeholder: 'Appointments, prices, opening hours …',
      },
    },
  },
  {
    ...{ agent: 'max', organization: 'Kessler Haustechnik', name: 'Notdienst' },
    origins: ['https://kessler-haustechnik.example'],
    appearance: { color: '#0b6e4f' },
    texts: {
      de: {
        title: 'Heizung kaputt?',
        disclosure: 'Hier antwortet eine KI von Kessler Haustechnik.',
        placeholder: 'Beschreiben Sie die Störung',
      },
    },
  },
  {
    ...{ agent: 'leo', organization: 'Marlow Property Care', name: 'Tenants’ portal' },
    origins: ['https://tenants.marlow.example'],
    require_token: true,
    status: 'paused',
  },
];

/** Returns the widget of the dentist. */
const fillWidgets = async (api: Client, organizations: Ids, agents: Ids): Promise<string> => {
  const ids: string[] = [];
  for (const { agent, organization, ...body } of widgets) {
    const client_id = organizations.get(organization) ?? '';
    const known = await findByName(api.widgets.list.all({ query: { client_id } }), body.name);
    const agent_id = agents.get(agent) ?? '';
    ids.push(known ?? (await api.widgets.create({ body: { ...body, client_id, agent_id } })).id);
  }
  return ids[0] ?? '';
};

/** A chat on the dentist’s pages that waits for a person. The agent is silent in it, so no model is asked. */
const fillInbox = async (
  api: Client,
  agent_id: string,
  client_id: string,
  widget_id: string,
): Promise<void> => {
  const caller = { id: 'web-60871', name: 'Nora Whitfield' };
  const { data } = await api.conversations.active({ query: { client_id, handling: ['waiting'] } });
  if (data.length > 0) return;
  const { id } = await api.chats.create({ params: { agent_id }, body: { caller, widget_id } });
  const params = { conversation_id: id };
  await api.handovers.create({ params, body: { reason: 'Asks for a refund' } });
  for (const text of ['I was billed twice for the same cleaning.', 'Can somebody look at it, please?'])
    await api.chats.send({ params, body: { text } });
};

/** A server that nobody reaches: `.example` is no name of the Internet (RFC 2606). */
const url = 'https://crm.harbordental.example/calls';

const fillDeliveries = async (api: Client, client_id: string): Promise<void> => {
  const { data: webhooks } = await api.webhooks.list({ query: { client_id } });
  if (webhooks.length === 0)
    await api.webhooks.create({
      body: { client_id, url, events: ['export.completed'], description: 'Files for the practice’s CRM' },
    });
  const { data: exports } = await api.exports.list({ query: { client_id } });
  if (exports.length > 0) return;
  for (const resources of [['conversations'], ['conversations', 'turns', 'analyses']] as const)
    await api.exports.create({ body: { client_id, resources: [...resources], format: 'csv' } });
};

/** The oldest statements are paid, and the next ones are sent. */
const settle = async (api: Client, client_id: string): Promise<void> => {
  const { data } = await api.statements.list({ params: { client_id } });
  const [oldest, next] = data.filter(({ status }) => status === 'final').toReversed();
  const sent_at = new Date().toISOString();
  const change = (statement_id: string, body: { readonly status?: 'paid'; readonly sent_at: string }) =>
    api.statements.update({ params: { client_id, statement_id }, body });
  if (oldest) await change(oldest.id, { status: 'paid', sent_at });
  if (next) await change(next.id, { sent_at });
};

const complete = { life: 'complete' };

export const fillLife = async (api: Client, organizations: Ids, agents: Ids): Promise<void> => {
  const params = { client_id: organizations.get(reseller.name) ?? '' };
  const { metadata } = await api.clients.get({ params });
  if (metadata.life === complete.life) return;
  const client_id = organizations.get(dentist) ?? '';
  await fillAnalyzer(api, client_id, agents.get('pia') ?? '');
  const widget_id = await fillWidgets(api, organizations, agents);
  await fillInbox(api, agents.get('pia') ?? '', client_id, widget_id);
  await fillDeliveries(api, client_id);
  for (const { organization } of plans.flatMap(({ subscribers }) => subscribers))
    await settle(api, organizations.get(organization) ?? '');
  await api.clients.update({ params, body: { metadata: complete } });
};
