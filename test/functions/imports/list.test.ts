import { expect, test } from 'vitest';
import { preparedImport } from '../../support/imports.ts';

test('the imports of an integration are listed, newest first, page by page', async () => {
  const { org, params, start } = await preparedImport();
  const [first, second] = [await start(), await start()];
  const ids: string[] = [];
  for await (const { id } of org.api.imports.list.all({ params, query: { limit: '1' } })) ids.push(id);
  expect(ids).toEqual([second.id, first.id]);
});
