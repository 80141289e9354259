import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { eventually } from '../support/eventually.ts';
import { anyAgent, flow } from '../support/test-suites.ts';
import { usersOf } from '../support/users.ts';
import { operatorTests } from './demonstration.ts';

const withConsole = operatorTests();

/** A suite that tests another agent than the one of a test, and a function that removes it. */
const suiteOfAnother = async (api: Client) => {
  const { id: agent_id } = await api.agents.create({ body: { name: 'Other' } });
  const { id: scenario_id } = await api.scenarios.create({ body: anyAgent });
  const body = { name: 'Other', agent_id, scenario_ids: [scenario_id] };
  const { id: test_suite_id } = await api.testSuites.create({ body });
  return async () => {
    await api.testSuites.remove({ params: { test_suite_id } });
    await api.scenarios.remove({ params: { scenario_id } });
  };
};

const suitesOffered = async (page: Page): Promise<string[]> => {
  const field = page.getByLabel('Suite', { exact: true });
  await field.waitFor();
  await field.locator('option', { hasText: 'Loading' }).waitFor({ state: 'detached' });
  return field.locator('option').allTextContents();
};

// One after the other: a browser keeps both cores busy.
describe('Tests of agents in the console', { concurrent: false }, () => {
  withConsole('makes a test of a call, and shows where another version fails', async (console) => {
    const { api, client, key } = await usersOf(console.local.description).organization();
    const { id: agent_id } = await api.agents.create({
      body: { name: 'Mia', first_message: 'Hello', conversation_flow: flow },
    });
    const words = 'I would like an appointment';
    const { id } = await api.conversations.create({
      body: {
        ...{ agent_id, status: 'completed' },
        turns: [
          { role: 'agent', text: 'Hello' },
          { role: 'user', text: words },
          { role: 'agent', text: 'On which day?' },
          { role: 'user', text: 'On Thursday' },
        ],
      },
    });
    const removeSuite = await suiteOfAnother(api);
    const tab = await console.signIn(key, `/conversations/${id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Make a test of this' }).click();
    await page.getByLabel('Name of the scenario').fill('Books on Thursday');
    expect(await suitesOffered(page)).toEqual(['A new suite']);
    await removeSuite();
    await page.getByLabel('Name of the suite').fill('Reception');
    expect(await page.getByLabel('The test begins before').locator('option:checked').textContent()).toBe(
      words,
    );
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('heading', { name: 'Reception', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'The suite was not run yet' }).waitFor();
    const { data } = await api.scenarios.list({ query: {} });
    const scenario_id = data[0]?.id ?? '';
    const scenario = await api.scenarios.get({ params: { scenario_id } });
    expect(scenario).toMatchObject({
      name: 'Books on Thursday',
      start: { messages: [{ role: 'agent', content: 'Hello' }] },
      caller: { lines: [words, 'On Thursday'] },
      source: { conversation_id: id, turn: 1 },
    });
    await api.scenarios.update({
      params: { scenario_id },
      body: { checks: [{ type: 'reaches_node', node: 'book' }] },
    });

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    // The scenario was made of a call of Mia, and cannot be run with another agent.
    await page.getByText('The scenarios are for this agent.').waitFor();
    await page.locator('button:disabled', { hasText: 'Mia' }).waitFor();
    await page.getByLabel('Attempts at each scenario').fill('2');
    await expectAccessible(tab);
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('link', { name: /^Books on Thursday: Passed ?2\/2$/ }).waitFor();

    const transitions = [{ to: 'book', when: 'the moon is full' }];
    const [greet, ...others] = flow.nodes;
    const broken = {
      ...flow,
      nodes: [{ ...greet, id: 'greet', instruction: 'Greet.', transitions }, ...others],
    };
    await api.agents.update({ params: { agent_id }, body: { conversation_flow: broken } });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    const failed = page.getByRole('link', { name: /^Books on Thursday: Failed ?0\/1$/ });
    await failed.click();
    const now = page.getByRole('region', { name: 'Version 2', exact: true });
    const before = page.getByRole('region', { name: 'Before: Version 1' });
    // The check is at the turn that decided it, and passed in the version before.
    const turn = now.getByRole('listitem').filter({ has: page.locator('[aria-current=true]') });
    await turn.getByText('Nodes: greet').waitFor();
    await before.getByText('Passed', { exact: true }).first().waitFor();
    expect(await before.getByText('Nodes: greet').count()).toBe(0);
    await expectAccessible(tab);
    await page.reload();
    await turn.getByText('Nodes: greet').waitFor();
    await page.getByRole('link', { name: 'Close' }).click();
    await now.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'There are no tests' }).waitFor();
    expect((await api.testSuites.list({ query: { client_id: client.id } })).data).toEqual([]);
  });

  withConsole('sets a gate, and makes a version live that passed, or for a reason', async (console) => {
    const { api, key } = await usersOf(console.local.description).organization();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Mia', first_message: 'Hello' } });
    const params = { agent_id };
    const { id: scenario_id } = await api.scenarios.create({
      body: {
        name: 'Greets',
        caller: { kind: 'script', lines: ['Hello'] },
        checks: [{ type: 'says', contains: ['rehearsal'] }],
      },
    });
    const body = { name: 'Daily', scenario_ids: [scenario_id] };
    const { id: suite_id } = await api.testSuites.create({ body });
    await suiteOfAnother(api);
    const tab = await console.signIn(key, `/agents/${agent_id}?tab=live`);
    const { page } = tab;
    await page.getByText('Every version can be used.').waitFor();
    await page.getByRole('button', { name: 'Set a gate' }).click();
    expect(await suitesOffered(page)).toEqual(['Daily']);
    await page.getByLabel('Days for which a run counts').fill('7');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const gate = page.getByRole('article', { name: 'Daily' });
    await gate.getByText('Version 1 has not passed').waitFor();
    expect(await api.gates.get({ params })).toMatchObject({
      live_version: 1,
      gates: [{ suite_id, at_least: 1, max_age_days: 7 }],
    });

    await api.agents.update({ params, body: { first_message: 'Good day' } });
    await page.reload();
    await page.getByText('Version 2 was saved since.').waitFor();
    await page.getByText('version 1 is live').waitFor();
    await page.getByLabel('Version', { exact: true }).selectOption('Version 2');
    await page.getByRole('button', { name: 'Make it live' }).click();
    await page.getByRole('alert').getByText('The version has not passed its tests').waitFor();
    expect(tab.faults.splice(0).join()).toContain('409');
    await page.getByLabel('Use it although it has not passed').check();
    await page.getByLabel('Why').fill('The number was wrong');
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Make it live' }).click();
    await gate.getByText('Version 2 was used without it: The number was wrong').waitFor();
    expect(await api.agents.get({ params })).toMatchObject({ live_version: 2 });

    await gate.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Every version can be used.').waitFor();
    await page.getByLabel('Version', { exact: true }).selectOption('The one saved last');
    await page.getByRole('button', { name: 'Make it live' }).click();
    await eventually(async () =>
      expect(await api.agents.get({ params })).toMatchObject({ live_version: null }),
    );
  });
});
