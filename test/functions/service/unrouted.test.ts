import { expect, test } from 'vitest';
import { platform } from '../../fixtures.ts';

const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${platform.base_url}${path}`, { method, headers });
  const text = await response.text();
  const { code, type } = (text ? JSON.parse(text) : {}) as { code?: string; type?: string };
  return { status: response.status, code, type, allow: response.headers.get('allow') };
};

const askWithKey = (method: string, path: string) =>
  ask(method, path, { authorization: `Bearer ${platform.api_key}` });

test('an unknown path is answered with a problem document', async () => {
  for (const path of ['/', '/v1', '/v1/nothing', '/v1/agents/', '/v2/agents', '/v1/openapixjson']) {
    expect(await ask('GET', path)).toMatchObject({ status: 404, code: 'route_not_found', allow: null });
    expect(await ask('OPTIONS', path)).toMatchObject({ status: 404, code: 'route_not_found', allow: null });
  }
});

test('a method that a path does not support is answered with the supported ones', async () => {
  const refused = { status: 405, code: 'method_not_allowed' };
  expect(await ask('DELETE', '/v1/agents')).toMatchObject({ ...refused, allow: 'GET, HEAD, OPTIONS, POST' });
  const ofOne = { ...refused, allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT' };
  expect(await ask('POST', '/v1/agents/x')).toMatchObject(ofOne);
  expect(await ask('POST', '/v1/conversations/active')).toMatchObject(refused);
  expect(await ask('PUT', '/v1/health')).toMatchObject({ ...refused, allow: 'GET, HEAD, OPTIONS' });
  expect(await ask('HEAD', '/v1/agents/x/nothing')).toMatchObject({ status: 404, code: undefined });
});

test('a name that looks like an id supports what OPTIONS returns for it', async () => {
  const { allow } = await ask('OPTIONS', '/v1/conversations/active');
  expect(allow).toBe('GET, HEAD, OPTIONS');
  for (const method of ['PATCH', 'DELETE', 'POST']) {
    const refused = { status: 405, code: 'method_not_allowed', allow };
    expect(await askWithKey(method, '/v1/conversations/active')).toMatchObject(refused);
  }
  expect(await askWithKey('DELETE', '/v1/conversations/x')).toMatchObject({
    status: 404,
    code: 'conversation_not_found',
  });
});

test('OPTIONS returns the methods of a path, without a key', async () => {
  expect(await ask('OPTIONS', '/v1/agents')).toMatchObject({
    status: 204,
    allow: 'GET, HEAD, OPTIONS, POST',
  });
  const ofOne = { status: 204, allow: 'DELETE, GET, HEAD, OPTIONS, PATCH' };
  expect(await ask('OPTIONS', '/v1/conversations/x')).toMatchObject(ofOne);
});
