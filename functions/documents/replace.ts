import { findAgent } from '#lib/agents/agents.ts';
import { findDocument, replaceDocument } from '#lib/agents/documents.ts';
import { replace } from '#lib/contract/documents.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const document = (await findDocument(agent, params.document_id)) ?? fail('document_not_found');
  refuseChange(document, body, ['agent_id']);
  return replaceDocument(agent, document, body);
});
