import { expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { clientFor } from '../../fixtures.ts';

test('anybody may ask whether the service is well', async () => {
  expect(await clientFor().service.health()).toEqual({ status: 'ok', version: manifest.version });
});
