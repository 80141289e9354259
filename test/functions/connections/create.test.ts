import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, problemOf, refusalOf, unknownId } from '../../fixtures.ts';

const body = { name: 'Company', issuer: 'https://login.example', oidc_client_id: 'platform' };

test('a connection is created with its URLs and without its secret', async () => {
  const { api, client } = await organization();
  const domains = [{ name: 'create.example' }];
  const created = await api.connections.create({ body: { ...body, client_secret: 'very-secret', domains } });
  expect(created).toMatchObject({ client_id: client.id, client_secret_hint: 'cret', join: 'invited' });
  expect(created.callback_url).toMatch(new RegExp(`/v1/sign-in/${created.id}/callback$`));
  expect(created.domains).toMatchObject([{ name: 'create.example', verified_at: null }]);
  expect(JSON.stringify(created)).not.toContain('very-secret');
  expect(await api.connections.get({ params: { connection_id: created.id } })).toEqual(created);
});

test('a provider that many companies share needs a claim that fixes the company', async () => {
  const { api } = await organization();
  const google = { ...body, issuer: 'https://accounts.google.com' };
  const { errors } = await problemOf(api.connections.create({ body: google }));
  expect(errors).toMatchObject([{ pointer: '/required_claims', code: 'required' }]);
  await api.connections.create({ body: { ...google, required_claims: { hd: 'harbordental.example' } } });
});

test('an issuer at a private address, and roles beyond the limit or the caller, are refused', async () => {
  const { api, client } = await organization();
  for (const issuer of ['https://169.254.169.254', 'http://login.example', 'https://10.0.0.1/x']) {
    const { errors } = await problemOf(api.connections.create({ body: { ...body, issuer } }));
    expect(errors).toMatchObject([{ pointer: '/issuer' }]);
  }
  const role_map = [{ value: 'x', role: 'admin' as const }];
  const { errors } = await problemOf(api.connections.create({ body: { ...body, role_map } }));
  expect(errors).toMatchObject([{ pointer: '/role_map/0/role', code: 'out_of_range' }]);
  const weak = clientFor(await makeKey(client.id, ['connections:write']));
  expect(await refusalOf(weak.connections.create({ body }))).toBe('403 insufficient_scope');
});

test('one connection of an organization is enforced at most, and others reach none', async () => {
  const { api } = await organization();
  await api.connections.create({ body: { ...body, enforced: true } });
  const again = api.connections.create({ body: { ...body, enforced: true } });
  expect(await refusalOf(again)).toBe('409 sign_in_enforced');
  const elsewhere = api.connections.create({ body: { ...body, client_id: unknownId('client') } });
  expect(await refusalOf(elsewhere)).toBe('404 client_not_found');
});
