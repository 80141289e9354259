import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { clientFor } from '../../fixtures.ts';

test('the health of the service can be read without a key', async () => {
  expect(await clientFor().service.health()).toEqual({ status: 'ok', version: manifest.version });
});
