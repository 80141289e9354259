import { organization, providerAccount } from '../fixtures.ts';
import { connect } from './connected.ts';

/** An integration with an empty account, from which agents can be imported. */
export const preparedImport = async () => {
  const org = await organization();
  const { apiKey: api_key } = providerAccount(`key-of-${org.client.id}`);
  const { id: integration_id } = await connect(org, 'vapi', {}, { api_key });
  const params = { integration_id };
  const start = () => org.api.imports.create({ params, body: { resource: 'agents' } });
  return { org, params, start };
};
