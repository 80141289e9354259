import { findAgent } from '#lib/agents/agents.ts';
import { findDocument, replaceableFields, replaceDocument } from '#lib/agents/documents.ts';
import { DocumentReplacement, update } from '#lib/contract/documents.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const document = (await findDocument(agent, params.document_id)) ?? fail('document_not_found');
  const after = parseBody(DocumentReplacement, mergePatch(replaceableFields(document), body));
  return replaceDocument(agent, document, after);
});
