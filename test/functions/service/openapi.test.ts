import { expect, test } from 'vitest';
import document from '../../../openapi.json' with { type: 'json' };
import { clientFor } from '../../fixtures.ts';

test('anybody may read the document', async () => {
  expect(await clientFor().service.openapi()).toEqual(document);
});
