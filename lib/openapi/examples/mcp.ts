import type { ExamplesOf } from './example.ts';

export const mcp: ExamplesOf<'mcp'> = {
  call: {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'conversations_list', arguments: { outcome: 'appointment_moved', limit: 5 } },
    },
    response: {
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: '{"data":[],"has_more":false,"next_cursor":null}' }] },
    },
  },
};
