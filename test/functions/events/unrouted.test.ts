import { expect, test } from 'vitest';
import { platform } from '../../fixtures.ts';

const ask = async (method: string, path: string) => {
  const response = await fetch(`${platform.base_url}${path}`, { method });
  const { code, type } = (await response.json()) as { code: string; type: string };
  return { status: response.status, code, type, allow: response.headers.get('allow') };
};

test('a path that is not there is told so, as a problem like any other', async () => {
  for (const path of ['/', '/v1', '/v1/nothing', '/v1/agents/', '/v2/agents', '/v1/openapixjson']) {
    expect(await ask('GET', path)).toMatchObject({ status: 404, code: 'route_not_found', allow: null });
  }
});

test('a method that a path does not take is told which it takes', async () => {
  const refused = { status: 405, code: 'method_not_allowed' };
  expect(await ask('DELETE', '/v1/agents')).toMatchObject({ ...refused, allow: 'POST, GET' });
  expect(await ask('POST', '/v1/agents/x')).toMatchObject({ ...refused, allow: 'GET, DELETE, PUT' });
  expect(await ask('POST', '/v1/conversations/active')).toMatchObject(refused);
  expect(await ask('PUT', '/v1/health')).toMatchObject({ ...refused, allow: 'GET' });
});
