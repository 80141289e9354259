import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { agent, document, documentItem, documentUrl } from './story.ts';

const agentParams = { agent_id: agent.id };
const params = { ...agentParams, document_id: document.id };
const body = { name: document.name, text: document.text };

export const documents: ExamplesOf<'documents'> = {
  list: { params: agentParams, query: { limit: '20' }, response: { data: [documentItem], ...lastPage } },
  create: { params: agentParams, body, response: document },
  fetchFile: {
    params: agentParams,
    body: { url: documentUrl },
    response: {
      url: documentUrl,
      content_type: 'text/plain',
      bytes: 25,
      data: 'QSBjbGVhbmluZyBpcyA5MCBkb2xsYXJzLg==',
    },
  },
  get: { params, response: document },
  replace: {
    params,
    body,
    response: { ...document, updated_at: '2026-11-20T10:00:00.000Z', version: 2 },
  },
  update: {
    params,
    body: { name: 'Opening hours' },
    response: { ...document, name: 'Opening hours', updated_at: '2026-11-20T10:00:00.000Z', version: 2 },
  },
  remove: { params },
};
