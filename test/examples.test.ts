import { beforeAll, expect, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import { pathOf } from '#lib/contract/route.ts';
import { exampleOf } from '#lib/openapi/document.ts';
import type { Organisation } from './fixtures.ts';
import { available, newConversation, operator, organisation, upload } from './fixtures.ts';
import { call, samplesOf } from './support/samples.ts';

let org: Organisation;

beforeAll(async () => {
  org = await organisation();
});

type Input = Readonly<Record<'params' | 'query' | 'body', Record<string, unknown> | undefined>>;

/** A recording that can be heard: the samples have none. */
const recorded = async () => {
  const { id: conversation_id } = await newConversation(org);
  const params = { conversation_id };
  const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
  const { upload: link } = await org.api.recordings.create({ params, body });
  await upload(link, Buffer.from('ID3!'));
  await available(org, conversation_id);
  return { params };
};

const idPattern = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Puts ids of entities that there are in place of those of the examples, by their prefix. */
const withIds = <T>(value: T, ids: ReadonlyMap<string, string>): T =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
    const [, prefix = ''] = (typeof inner === 'string' && idPattern.exec(inner)) || [];
    return ids.get(prefix) ?? inner;
  }) as T;

const idsIn = (value: unknown): [string, string][] =>
  [...JSON.stringify(value).matchAll(/"([a-z]+)(_[0-7][0-9a-hjkmnp-tv-z]{25})"/g)].map(
    ([, prefix = '', rest = '']) => [prefix, `${prefix}${rest}`],
  );

test.for(operations)('the example of $id is accepted as it is', async (operation) => {
  const samples = samplesOf(org, { operator });
  const sample = operation.id === 'recordings.get' ? await recorded() : await samples[operation.id]?.();
  const ids = new Map([['client', org.client.id], ...idsIn(sample ?? {})] as [string, string][]);
  const { params, query, body } = withIds(exampleOf(operation), ids) as Input;
  const input = { ...(params && { params }), ...(query && { query }), ...(body && { body }) };
  await expect(call(org.api, operation.id, input), pathOf(operation.route)).resolves.not.toThrow();
});
