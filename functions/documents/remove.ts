import { findAgent } from '#lib/agents/agents.ts';
import { findDocument, removeDocument } from '#lib/agents/documents.ts';
import { remove } from '#lib/contract/documents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const document = await findDocument(agent, params.document_id);
  return document ? removeDocument(agent, document) : fail('document_not_found');
});
