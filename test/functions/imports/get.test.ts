import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { preparedImport } from '../../support/imports.ts';

test('an import shows its progress to its organization, and nothing to another', async () => {
  const { org, params, start } = await preparedImport();
  const { id: import_id } = await start();
  await eventually(async () =>
    expect(await org.api.imports.get({ params: { ...params, import_id } })).toMatchObject({
      status: 'completed',
      seen: 0,
      failed: 0,
    }),
  );
  const stranger = await organization();
  expect(await refusalOf(stranger.api.imports.get({ params: { ...params, import_id } }))).toBe(
    '404 integration_not_found',
  );
});
