import { beforeAll, expect, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import { pathOf } from '#lib/contract/route.ts';
import { exampleOf } from '#lib/openapi/document.ts';
import type { Organization } from './fixtures.ts';
import { operator, organization, providerAccount } from './fixtures.ts';
import { recordedIn, withIdsOf } from './support/examples.ts';
import { call, samplesOf } from './support/samples.ts';

let org: Organization;

beforeAll(async () => {
  org = await organization();
});

type Input = Readonly<Record<'params' | 'query' | 'body', Record<string, unknown> | undefined>>;

/** They need an OpenID provider, a browser or a domain: test/people.test.ts. */
const ofPeople = ['signIn.begin', 'signIn.callback', 'connections.verifyDomain'];

/** All but those whose requests are signed, or sent by people. */
const unsigned = operations.filter(({ id, route }) => !route.raw && !route.person && !ofPeople.includes(id));

test.for(unsigned)('the example of $id is accepted as it is', async (operation) => {
  const samples = samplesOf(org, { operator, providerAccount });
  const sample = operation.id === 'recordings.get' ? await recordedIn(org) : await samples[operation.id]();
  const { params, query, body } = withIdsOf(exampleOf(operation), org, sample ?? {}) as Input;
  const input = { ...(params && { params }), ...(query && { query }), ...(body && { body }) };
  await expect(call(org.api, operation.id, input), pathOf(operation.route)).resolves.not.toThrow();
});
