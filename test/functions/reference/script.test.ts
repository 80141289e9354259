import { expect, test } from 'vitest';
import { platform } from '../../fixtures.ts';

test('the script is kept by browsers, and asked for again only by its ETag', async () => {
  const url = `${platform.base_url}/v1/reference/script.js`;
  const first = await fetch(url);
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  expect(await plain.text()).toBe(await first.text());
  expect(plain.headers.get('content-encoding')).toBeNull();
  for (const { headers } of [first, plain]) {
    const again = await fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  }
});
