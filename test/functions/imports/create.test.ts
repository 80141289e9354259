import { expect, test } from 'vitest';
import { organization, refusalOf, suspend } from '../../fixtures.ts';
import { connect } from '../../support/connected.ts';
import { preparedImport } from '../../support/imports.ts';
import { changeIntegration } from '../../support/integrations.ts';

test('an import needs an API key', async () => {
  const org = await organization();
  const { id: integration_id } = await connect(org, 'vapi');
  const started = org.api.imports.create({ params: { integration_id }, body: { resource: 'agents' } });
  expect(await refusalOf(started)).toBe('409 integration_without_key');
});

test('a suspended organization begins no import', async () => {
  const { org, start } = await preparedImport();
  await suspend(org);
  expect(await refusalOf(start())).toBe('409 client_suspended');
});

test('a disabled integration imports nothing', async () => {
  const { org, params, start } = await preparedImport();
  await changeIntegration(org, { id: params.integration_id }, { status: 'disabled' });
  expect(await refusalOf(start())).toBe('409 integration_disabled');
});
