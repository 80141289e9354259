import type { Conversation } from 'voice-agent-platform-client';
import { ApiProblem, createClient, downloadRecording, uploadRecording } from 'voice-agent-platform-client';

/** The code of an integrator's first hour, with the types and at run time of the installed package. */
export const firstHour = async (baseUrl: string, apiKey: string): Promise<Record<string, unknown>> => {
  // A recording is available about a second after its upload: on a busy machine, later.
  const client = createClient({ baseUrl, apiKey, maxRetries: 20 });
  const agent = await client.agents.create({ body: { name: 'Pia', tools: [{ name: 'find_slot' }] } });

  const conversation: Conversation = await client.conversations.create({
    body: { agent_id: agent.id, status: 'completed', duration_ms: 1000, outcome: 'won' },
  });
  for (const outcome of ['lost', 'won']) {
    await client.conversations.create({ body: { agent_id: agent.id, status: 'completed', outcome } });
  }
  const won: string[] = [];
  for await (const item of client.conversations.list.all({
    query: { agent_id: agent.id, outcome: 'won', limit: 1 },
  })) {
    won.push(item.id);
  }

  const params = { conversation_id: conversation.id };
  const recording = new Uint8Array([73, 68, 51, 4]);
  await uploadRecording(client, { conversationId: conversation.id, recording, contentType: 'audio/mpeg' });
  const heard = await downloadRecording(client, { conversationId: conversation.id });

  const { response } = await client.conversations.get.withResponse({ params });
  const etag = response.headers.get('etag') ?? '';
  const same = await client.conversations.get.withResponse({ params, ifNoneMatch: etag });

  const missing = { conversation_id: 'conv_01kag3x5ntfyxs4v4yh2m8q9ab' };
  const code = await client.conversations.get({ params: missing }).then(
    () => 'found',
    (error: unknown) => (error instanceof ApiProblem ? error.code : 'another error'),
  );
  return {
    won: won.length,
    heard: (await heard.arrayBuffer()).byteLength,
    unchanged: same.response.status,
    code,
  };
};

/** Never called: each line is one that must not compile. */
export const refused = async (client: ReturnType<typeof createClient>): Promise<void> => {
  // @ts-expect-error: a name is missing
  await client.agents.create({ body: {} });
  // @ts-expect-error: no such status
  await client.conversations.list({ query: { status: 'over' } });
  // @ts-expect-error: a single entity has no pages
  client.agents.get.all({ params: { agent_id: 'x' } });
};
