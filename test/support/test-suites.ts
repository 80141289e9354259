import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import type { Organization } from '../fixtures.ts';
import { operator, organization, refusalOf } from '../fixtures.ts';
import { eventually } from './eventually.ts';
import type { Answer } from './model-server.ts';
import { planAnswers } from './model-server.ts';

export const flow = {
  start: 'greet',
  nodes: [
    { id: 'greet', instruction: 'Greet.', transitions: [{ to: 'book', when: 'they want an appointment' }] },
    { id: 'book', instruction: 'Ask for a day.', transitions: [] },
  ],
};

const scripted = { kind: 'script' as const, lines: ['I would like an appointment', 'Can you find slots?'] };

export const scenarioBody = {
  name: 'Books',
  caller: scripted,
  checks: [
    { type: 'reaches_node' as const, node: 'book', name: 'gets to booking' },
    { type: 'says' as const, contains: ['rehearsal'] },
    { type: 'ends' as const, by: 'agent' as const },
  ],
};

/** A scenario for any agent, which the rehearsal passes. */
export const anyAgent = {
  name: 'Greets',
  caller: { kind: 'script' as const, lines: ['Hello'] },
  checks: [{ type: 'says' as const, contains: ['rehearsal'] }],
};

/** A caller who goes on for as long as a scenario may last. */
export const manyLines = {
  kind: 'script' as const,
  lines: Array.from({ length: 40 }, (_, at) => `Question ${at}`),
};

/** Waits for the end of a run. */
export const ended = ({ api }: Organization, id: string) =>
  eventually(async () => {
    const run = await api.testRuns.get({ params: { test_run_id: id } });
    expect(run.status).not.toBe('running');
    return run;
  });

export const attemptsOf = async ({ api }: Organization, id: string) =>
  (await api.testRuns.items({ params: { test_run_id: id }, query: { limit: '100' } })).data;

/** An agent with a flow, and a suite of one scripted scenario that it passes. */
export const tested = async (org?: Organization) => {
  const owner = org ?? (await organization());
  const { id: agent_id } = await owner.api.agents.create({
    body: { name: 'Pia', conversation_flow: flow, first_message: 'Hello' },
  });
  const { id: scenario_id } = await owner.api.scenarios.create({ body: { ...scenarioBody, agent_id } });
  const { id: suite_id } = await owner.api.testSuites.create({
    body: { name: 'Daily', scenario_ids: [scenario_id], repeat: 2 },
  });
  const start = (body: object = {}) =>
    owner.api.testRuns.create({ params: { agent_id }, body: { suite_id, ...body } });
  const run = async (body: object = {}) => ended(owner, (await start(body)).id);
  return { org: owner, agent_id, scenario_id, suite_id, start, run };
};

/** An agent whose model answers as planned. */
export const modelAgent = async (
  { api }: Organization,
  answers: readonly Answer[],
  more: Partial<Parameters<Organization['api']['agents']['create']>[0]['body']> = {},
) => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const { id: agent_id } = await api.agents.create({
    body: {
      name: 'Pia',
      prompt: `You are Pia (${marker}).`,
      first_message: 'Hello',
      model: { id: 'test-model' },
      ...more,
    },
  });
  return { agent_id, asked };
};

/** Subscribes an organization to a plan that includes nothing, and waits until no run begins any more. */
export const useUpPlan = async (
  { client: { id: client_id } }: Organization,
  start: () => Promise<unknown>,
): Promise<void> => {
  const free = { name: 'Nothing', currency: 'USD', base_fee: '0', included_minutes: 0, minute_rate: '0' };
  const { id: plan_id } = await operator.plans.create({ body: { ...free, at_limit: 'stop' } });
  const start_date = new Date().toISOString().slice(0, 10);
  await operator.subscriptions.replace({ params: { client_id }, body: { plan_id, start_date } });
  await eventually(async () => expect(await refusalOf(start())).toBe('409 usage_limit_reached'));
};
