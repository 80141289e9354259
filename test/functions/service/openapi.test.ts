import { expect, test } from 'vitest';
import document from '../../../openapi.json' with { type: 'json' };
import { clientFor } from '../../fixtures.ts';

test('the document can be read without a key', async () => {
  expect(await clientFor().service.openapi()).toEqual(document);
});
