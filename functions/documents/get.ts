import { findAgent } from '#lib/agents/agents.ts';
import { findDocument } from '#lib/agents/documents.ts';
import { get } from '#lib/contract/documents.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  return (await findDocument(agent, params.document_id)) ?? fail('document_not_found');
});
