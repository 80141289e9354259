import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { organization, platform } from './fixtures.ts';
import { startFailingGateway } from './support/failing-gateway.ts';

/** Runs the program of the guide with these lines as its input, and returns what it prints. */
const chatting = async (env: Readonly<Record<string, string>>, lines: readonly string[]) => {
  const resolver = pathToFileURL(join(root, 'test/support/resolve-client.ts')).href;
  const program = join(root, 'docs/guides/samples/first-chat/chat.ts');
  const child = spawn(process.execPath, ['--import', resolver, program], { env: { ...process.env, ...env } });
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complaints).toBe('');
  return printed;
};

test('the program of the guide chats, runs the tool of its page, and loses no answer with a stream', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({
    body: {
      name: 'Eva',
      first_message: 'Hello {{name}}.',
      prompt: 'You are Eva.',
      tools: [{ name: 'find_slots', action: { type: 'page' } }],
    },
  });
  const body = { name: 'Website', scopes: ['chats:write' as const] };
  const { key } = await org.api.apiKeys.create({ body });
  // The answers to the first three requests that change something are lost.
  await using gateway = await startFailingGateway(platform.base_url, ({ request, nth, repeats }) =>
    request.headers['idempotency-key'] && repeats === 0 && nth <= 3 ? 'lost-answer' : undefined,
  );
  const env = { BASE: gateway.baseUrl, KEY: key, AGENT: agent_id };
  expect(await chatting(env, ['Good morning.', 'Can you find free slots?'])).toBe(
    'Hello Ada.\nRehearsal: You are Eva.\nRehearsal: You are Eva.\nA tool answered ["Thursday, 9:30","Friday, 11:00"]\n',
  );
  const { data } = await org.api.conversations.list({ query: { agent_id } });
  expect(data).toMatchObject([{ channel: 'web', status: 'completed', end_reason: 'user_ended' }]);
});
