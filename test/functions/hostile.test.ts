import fc from 'fast-check';
import { expect, test } from 'vitest';
import { methodOf } from '#lib/contract/route.ts';
import { organization, platform, refusalOf } from '../fixtures.ts';
import { everyCase } from '../support/cases.ts';
import { eachOf } from '../support/dialogues.ts';
import { faultOf, randomAttempt } from '../support/fuzz.ts';
import { createPlayground } from '../support/playground.ts';
import { usersOf } from '../support/users.ts';

test('every request gets an answer that the contract declares', async () => {
  const { key, pool } = await createPlayground(usersOf(platform));
  // The same requests in every run; the benchmark sends others, and more of them.
  const attempts = fc.sample(randomAttempt(pool), { numRuns: everyCase ? 500 : 200, seed: 20_261_121 });
  const statuses = new Set<number>();
  await eachOf(attempts, 8, async (attempt) => {
    const { operation, target, headers, body } = attempt;
    const response = await fetch(`${platform.base_url}${target}`, {
      method: methodOf(operation.route),
      redirect: 'manual',
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body !== undefined && { body }),
    });
    statuses.add(response.status);
    const fault = await faultOf(attempt, response);
    expect({ fault, target, body: fault && body?.slice(0, 2000), headers: fault && headers }).toEqual({
      fault: undefined,
      target,
    });
  });
  // Some of it is fine, and some is not.
  for (const status of [200, 201, 400, 404]) expect(statuses).toContain(status);
});

test('a body with many faults gets the first hundred, and the number of further ones', async () => {
  const names = Array.from({ length: 100_000 }, (_, at) => [at.toString(36), 1]);
  const response = await fetch(`${platform.base_url}/v1/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(names)),
  });
  const problem = (await response.json()) as { errors: unknown[]; errors_omitted: number };
  expect(response.status).toBe(400);
  // Its name is missing as well.
  expect([problem.errors.length, problem.errors_omitted]).toEqual([100, 100_001 - 100]);
});

test.for(['a\u0000b', 'a\nb', '\u202etxt.exe', 'a\u2067b', 'a\u0085b'])(
  'a name with a control character or a mark of direction is refused: %j',
  async (name) => {
    const org = await organization();
    const agent = await org.api.agents.create({ body: { name: 'A' } });
    const params = { agent_id: agent.id };
    const calls = [
      () => org.api.agents.create({ body: { name } }),
      () => org.api.agents.update({ params, body: { name } }),
      () => org.api.clients.create({ body: { name, type: 'subcompany' } }),
      () => org.api.apiKeys.create({ body: { name, scopes: ['agents:read'] } }),
      () => org.api.documents.create({ params, body: { name, text: 'x' } }),
      () => org.api.conversations.create({ body: { agent_id: agent.id, caller: { name } } }),
    ];
    for (const call of calls) expect(await refusalOf(call())).toBe('400 validation_failed');
    await org.api.agents.create({ body: { name: 'Zoë 👩‍👩‍👧 مرحبا' } });
  },
);
