import { client } from './hey/client.gen.ts';
import { agentsCreate, agentsGet, conversationsCreate, conversationsList } from './hey/sdk.gen.ts';

declare const process: { readonly argv: readonly string[] };
const [, , baseUrl = '', auth = ''] = process.argv;

client.setConfig({ baseUrl, auth });
const { data: agent } = await agentsCreate({
  body: { name: 'Pia', voice: {}, tools: [{ name: 'find_slot' }] },
});
const agent_id = agent?.id ?? '';
const { data: conversation } = await conversationsCreate({
  body: { agent_id, status: 'completed', turns: [{ role: 'user', text: 'Hello' }] },
});
const { data: list } = await conversationsList({ query: { agent_id: [agent_id], limit: 1 } });
const sentiment = list?.data[0]?.sentiment ?? null;
const { error } = await agentsGet({ path: { agent_id: 'agent_01kag3x5ntfyxs4v4yh2m8q9ab' } });
const code = error && 'code' in error ? error.code : undefined;
console.log(JSON.stringify({ found: list?.data[0]?.id === conversation?.id, sentiment, code }));
