import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client, toolServer, toolServerItem } from './story.ts';

const params = { tool_server_id: toolServer.id };
const { name, url } = toolServer;
const changed = { ...toolServer, updated_at: '2026-11-20T10:00:00.000Z', version: 2 };

export const toolServers: ExamplesOf<'toolServers'> = {
  list: {
    query: { client_id: client.id, limit: '20' },
    response: { data: [toolServerItem], ...lastPage },
  },
  create: {
    body: { client_id: client.id, name, url, token: 'shop_4c1f0b7a2d9e7c2e' },
    response: toolServer,
  },
  get: { params, response: toolServer },
  replace: { params, body: { name }, response: changed },
  update: { params, body: { name: 'Main shop' }, response: { ...changed, name: 'Main shop' } },
  remove: { params },
  refresh: {
    params,
    body: { accept: ['N7Wq3nJm0f0e9p2kQm8y0bTq5pR4sV6uX8zA1cE3gI5'] },
    response: { ...changed, checked_at: '2026-11-20T10:00:00.000Z' },
  },
};
