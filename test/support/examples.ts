import { documentUrl, toolServer } from '#lib/openapi/examples/story.ts';
import type { Organization } from '../fixtures.ts';
import { available, newConversation, upload } from '../fixtures.ts';

/** A conversation with a recording that can be heard: the samples have none. */
export const recordedIn = async (org: Organization) => {
  const { id: conversation_id } = await newConversation(org);
  const params = { conversation_id };
  const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
  const { upload: link } = await org.api.recordings.create({ params, body });
  await upload(link, Buffer.from('ID3!'));
  await available(org, conversation_id);
  return { params };
};

const idPattern = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

const idsIn = (value: unknown): [string, string][] =>
  [...JSON.stringify(value).matchAll(/"([a-z]+)(_[0-7][0-9a-hjkmnp-tv-z]{25})"/g)].map(
    ([, prefix = '', rest = '']) => [prefix, `${prefix}${rest}`],
  );

/** The server that a sample has: those of the examples are nowhere. */
const serverIn = (sample: unknown): string | undefined =>
  /http:\/\/127\.0\.0\.1:\d+\/(mcp|prices)/.exec(JSON.stringify(sample) ?? '')?.[0];

/** Puts the domain of a sample in place of that of an example: it must be one of its connection. */
export const withDomainOf = <T>(example: T, sample: unknown): T => {
  const of = (given: unknown) => (given as { readonly body?: { readonly domain?: string } }).body?.domain;
  const [shown, real] = [of(example), of(sample)];
  return shown && real ? JSON.parse(JSON.stringify(example).replaceAll(shown, real)) : example;
};

/** Puts ids of entities that there are in place of those of an example, by their prefix. */
export const withIdsOf = <T>(example: T, { client }: Organization, sample: unknown): T => {
  const ids = new Map([['client', client.id], ...idsIn(sample)] as [string, string][]);
  const served = serverIn(sample);
  return JSON.parse(JSON.stringify(example), (_, inner: unknown) => {
    if (inner === toolServer.url || inner === documentUrl) return served ?? inner;
    const [, prefix = ''] = (typeof inner === 'string' && idPattern.exec(inner)) || [];
    return ids.get(prefix) ?? inner;
  }) as T;
};
