import { expect, test } from 'vitest';
import { refusalOf, unknownId } from '../../fixtures.ts';
import { preparedImport } from '../../support/imports.ts';

test('a canceled import stays canceled, and one that is unknown is not found', async () => {
  const { org, params, start } = await preparedImport();
  const { id: import_id } = await start();
  const cancel = (id: string) => org.api.imports.cancel({ params: { ...params, import_id: id } });
  await cancel(import_id);
  await cancel(import_id);
  const { status } = await org.api.imports.get({ params: { ...params, import_id } });
  // It may have ended before it was canceled.
  expect(['canceled', 'completed']).toContain(status);
  expect(await refusalOf(cancel(unknownId('imp')))).toBe('404 import_not_found');
});
