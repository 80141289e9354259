import type { Page } from 'playwright-core';
import type { Client } from '../../clients/typescript/src/index.ts';
import { monthFromNow } from '../support/billing.ts';

/** A page of the console, with what the demonstration shows on it. */
export interface PageOfConsole {
  readonly name: string;
  readonly path: string;
  /** Something that is there only once the page has read its data. */
  readonly ready: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();

/** Bills an organization of the demonstration, which bills nobody. */
const bill = async (operator: Client, client_id: string): Promise<void> => {
  const { id: plan_id } = await operator.plans.create({
    body: { name: 'Standard', currency: 'EUR', base_fee: '49', included_minutes: 500, minute_rate: '0.12' },
  });
  const params = { client_id };
  await operator.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-2) } });
};

/** A webhook whose messages a program would fetch, with some. */
const hook = async (operator: Client, client_id: string): Promise<string> => {
  const { id } = await operator.webhooks.create({
    body: { client_id, events: ['*'], description: 'Reports for the practice' },
  });
  await operator.webhooks.test({ params: { webhook_id: id } });
  return id;
};

/** Every page that somebody who is signed in can open, and the parts of pages that look different. */
export const pagesOf = async (operator: Client): Promise<readonly PageOfConsole[]> => {
  const [{ data: found }, { data: agents }, { data: organizations }] = await Promise.all([
    operator.conversations.list({ query: { q: 'reschedule' } }),
    operator.agents.list({ query: { name: 'Pia' } }),
    operator.clients.list({ query: { name: 'Harbor Dental Group' } }),
  ]);
  const conversation = found.find(({ caller }) => caller?.name === 'Nora Whitfield')?.id ?? '';
  const agent = agents[0]?.id ?? '';
  const organization = organizations[0]?.id ?? '';
  await bill(operator, organization);
  const webhook = await hook(operator, organization);
  const { id: integration } = await operator.integrations.create({
    body: {
      client_id: organization,
      provider: 'vapi',
      name: 'Vapi, production',
      agents: [{ provider_agent_id: '5f0c2f1e-9d1b-4a53-a0f7-reception', agent_id: agent }],
    },
  });
  await operator.exports.create({
    body: { client_id: organization, resources: ['conversations', 'turns'], format: 'csv' },
  });
  return [
    { name: 'conversations', path: '/conversations', ready: text('Nora Whitfield') },
    {
      name: 'search',
      path: '/conversations?q=reschedule',
      ready: (page) => page.locator('mark').first().waitFor(),
    },
    { name: 'conversation', path: `/conversations/${conversation}?t=14`, ready: text('find_appointments') },
    { name: 'live', path: '/live', ready: (page) => page.getByRole('article').first().waitFor() },
    { name: 'agents', path: '/agents', ready: text('Pia, reception') },
    { name: 'agent', path: `/agents/${agent}`, ready: heading('Pia, reception') },
    {
      name: 'flow',
      path: `/agents/${agent}?tab=flow`,
      ready: (page) => page.getByRole('img', { name: /Begins at greet/ }).waitFor(),
    },
    { name: 'documents', path: `/agents/${agent}?tab=documents`, ready: text('Opening hours') },
    { name: 'deployments', path: `/agents/${agent}?tab=deployments`, ready: text('not deployed') },
    { name: 'voice', path: `/agents/${agent}?tab=voice`, ready: text('Call somebody') },
    { name: 'versions', path: `/agents/${agent}?tab=versions`, ready: heading('Pia, reception') },
    {
      name: 'usage',
      path: '/usage?by=outcome',
      ready: (page) => page.getByRole('rowheader').first().waitFor(),
    },
    {
      name: 'billing',
      path: `/billing?org=${organization}`,
      ready: (page) => page.getByRole('rowheader').first().waitFor(),
    },
    { name: 'organizations', path: '/organizations', ready: text('Brightline Voice') },
    { name: 'organization', path: `/organizations/${organization}`, ready: text('Harbor Dental North') },
    {
      name: 'settings',
      path: `/organizations/${organization}?tab=settings`,
      ready: (page) => page.getByLabel('Name that people see').waitFor(),
    },
    { name: 'integrations', path: '/integrations', ready: text('Vapi, production') },
    {
      name: 'connect',
      path: `/integrations/connect?org=${organization}`,
      ready: heading('Connect a provider'),
    },
    {
      name: 'integration',
      path: `/integrations/${integration}`,
      ready: (page) => page.getByLabel('Agent’s id at the provider').waitFor(),
    },
    { name: 'webhooks', path: '/webhooks', ready: text('Reports for the practice') },
    {
      name: 'webhook',
      path: `/webhooks/${webhook}`,
      ready: (page) => page.getByRole('button', { name: 'ping' }).waitFor(),
    },
    { name: 'exports', path: '/exports', ready: text('Completed') },
    { name: 'keys', path: '/keys', ready: (page) => page.getByRole('cell').first().waitFor() },
  ];
};
