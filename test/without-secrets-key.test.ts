import { expect, test } from 'vitest';
import { problemOf, usersOf } from './fixtures.ts';
import { withOwnPlatform } from './support/own-platform.ts';

const refused = {
  status: 503,
  code: 'unavailable',
  problem: { detail: 'The platform has no key for encrypting secrets' },
};

test('without a key for secrets, a connection that needs one for its client or for refresh tokens is refused', () =>
  withOwnPlatform(async (description) => {
    const { api } = await usersOf(description).organization();
    const provider = { name: 'Company', issuer: 'https://login.example', oidc_client_id: 'public' };
    const rechecked = await api.connections.create({ body: { ...provider, recheck_minutes: 60 } });
    // As on a stack without `data.secrets_key`.
    delete process.env.SECRETS_KEY_FILE;
    for (const needs of [{ client_secret: 'very-secret' }, { recheck_minutes: 60 }]) {
      const body = { ...provider, ...needs };
      expect(await problemOf(api.connections.create({ body }))).toMatchObject(refused);
    }
    const created = await api.connections.create({ body: provider });
    expect((await api.connections.list()).data.map(({ id }) => id)).toEqual([created.id, rechecked.id]);

    const change = ({ id }: typeof created, body: { name?: string; recheck_minutes?: number | null }) =>
      api.connections.update({ params: { connection_id: id }, body });
    expect(await problemOf(change(created, { recheck_minutes: 60 }))).toMatchObject(refused);
    expect(await api.connections.get({ params: { connection_id: created.id } })).toEqual(created);
    // One from before the key was removed can still be changed.
    expect(await change(rechecked, { name: 'Harbor Dental' })).toMatchObject({ recheck_minutes: 60 });
    expect(await problemOf(change(rechecked, { recheck_minutes: 30 }))).toMatchObject(refused);
    expect(await change(rechecked, { recheck_minutes: null })).toMatchObject({ recheck_minutes: null });
  }));
