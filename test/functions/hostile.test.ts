import fc from 'fast-check';
import { expect, test } from 'vitest';
import { methodOf } from '#lib/contract/route.ts';
import { platform } from '../fixtures.ts';
import { eachOf } from '../support/dialogues.ts';
import { faultOf, randomAttempt } from '../support/fuzz.ts';
import { createPlayground } from '../support/playground.ts';
import { usersOf } from '../support/users.ts';

test('whatever is sent, the answer is one that the contract declares', async () => {
  const { key, pool } = await createPlayground(usersOf(platform));
  // The same requests in every run; the benchmark sends others, and more of them.
  const attempts = fc.sample(randomAttempt(pool), { numRuns: 500, seed: 20_261_121 });
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
