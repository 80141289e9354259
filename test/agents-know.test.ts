import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { expect, inject, test } from 'vitest';
import type { ApiProblem } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { organization, platform } from './fixtures.ts';
import { planAnswers } from './support/model-server.ts';

/*
 * On each way to a language model, an agent knows what the platform knows: day and time where the
 * organization is, who calls, and how.
 */

const question = 'Book me in for tomorrow at ten, please';

const booking = {
  name: 'book',
  description: 'Books an appointment',
  parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
};

/** An agent that books for the day after the one that its model is told. */
const bookingAgent = async ({ api }: Pick<Organization, 'api'>, more = '') => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, [
    { calls: [{ name: 'book', arguments: { day: '<tomorrow>' } }] },
  ]);
  const { id: agent_id } = await api.agents.create({
    body: {
      name: 'Pia',
      prompt: `You are Pia (${marker}) of {{client.name}}. ${more}`,
      model: { id: 'test-model' },
      tools: [booking],
    },
  });
  const told = async (): Promise<string> => {
    const [request] = await asked();
    const messages = (request?.body.messages ?? []) as { role: string; content: string }[];
    return messages.find(({ role }) => role === 'system')?.content ?? '';
  };
  return { agent_id, told };
};

type Way = (org: Organization, agent_id: string) => Promise<unknown>;

const ways: Readonly<Record<string, Way>> = {
  'a chat': async ({ api }, agent_id) => {
    const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
    const answer = await api.chats.send({ params: { conversation_id }, body: { text: question } });
    return answer.tool_calls[0]?.arguments;
  },
  'a custom LLM': async ({ key }, agent_id) => {
    const baseURL = `${platform.base_url}/v1/live/agents/${agent_id}`;
    const openai = new OpenAI({ baseURL, apiKey: key, maxRetries: 0 });
    const { choices } = await openai.chat.completions.create({
      model: 'agent',
      messages: [{ role: 'user', content: question }],
    });
    const call = choices[0]?.message.tool_calls?.[0];
    return call?.type === 'function' ? JSON.parse(call.function.arguments) : undefined;
  },
  'a test': async ({ api }, agent_id) => {
    const body = { messages: [{ role: 'user' as const, content: question }] };
    const { tool_calls } = await api.agents.test({ params: { agent_id }, body });
    return tool_calls[0]?.arguments;
  },
};

/** Open all day, on each day. */
const weekly = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(
  (weekday) => ({ weekday: weekday as 'monday', opens: '00:00', closes: '24:00' }),
);

/** The date of the next day in a time zone, by the calendar of the runtime. */
const tomorrow = (timeZone: string): string => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  return new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
};

// It is never the same day in the first and in the last.
for (const timezone of ['Pacific/Kiritimati', 'Europe/Berlin', 'Pacific/Pago_Pago']) {
  test.for(Object.entries(ways))(`tomorrow is tomorrow in ${timezone}, in %s`, async ([, book]) => {
    const org = await organization();
    const { name } = await org.api.clients.update({
      params: { client_id: org.client.id },
      body: { settings: { timezone } },
    });
    const { agent_id, told } = await bookingAgent(org);
    const before = tomorrow(timezone);
    const booked = await book(org, agent_id);
    expect([{ day: before }, { day: tomorrow(timezone) }]).toContainEqual(booked);
    expect(await told()).toContain(`in the time zone ${timezone}`);
    expect(await told()).toContain(`of ${name}.`);
  });
}

test('an agent knows who writes and how, and is heard in calls only', async () => {
  const org = await organization();
  const caller = { name: 'Ada', number: '+4930123456' };
  const written = await bookingAgent(org);
  const { id: conversation_id } = await org.api.chats.create({
    params: { agent_id: written.agent_id },
    body: { channel: 'sms', caller },
  });
  await org.api.chats.send({ params: { conversation_id }, body: { text: question } });
  expect(await written.told()).toMatch(
    /read as a text message[\s\S]*Channel: "sms"[\s\S]*"Ada", "\+4930123456"/,
  );
  expect(await written.told()).not.toMatch(/heard|voice/);

  const spoken = await bookingAgent(org);
  const baseURL = `${platform.base_url}/v1/live/agents/${spoken.agent_id}`;
  const openai = new OpenAI({ baseURL, apiKey: org.key, maxRetries: 0 });
  const vapi = { call: { id: randomUUID(), customer: { number: '+4930123456', name: 'Ada' } } };
  const messages = [{ role: 'user' as const, content: question }];
  await openai.chat.completions.create({ model: 'agent', messages, ...vapi });
  expect(await spoken.told()).toMatch(/You are heard[\s\S]*Channel: "phone"[\s\S]*"Ada", "\+4930123456"/);
});

test('what an agent says by itself has no variable without a value', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({
    body: {
      name: 'Pia',
      tools: [{ name: 'get_person', action: { type: 'builtin', name: 'hand_over' } }],
      limit_message: 'Goodbye {{caller.name|dear guest}}, says {{agent.name}}.',
    },
  });
  const { id: conversation_id } = await org.api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  for (let left = 100; left > 1; left -= 1) await org.api.chats.send({ params, body: { text: 'Hi' } });
  const last = await org.api.chats.send({ params, body: { text: 'Hi' } });
  expect(last.ended).toBe(true);
  expect(last.turns.at(-1)?.text).toBe('Goodbye dear guest, says Pia.');
});

test.for(Object.entries(ways))('an agent knows whether it is open, in %s', async ([, book]) => {
  const org = await organization();
  await org.api.openingHours.replace({ params: { client_id: org.client.id }, body: { weekly } });
  const { agent_id, told } = await bookingAgent(org, 'It is {{hours.now}}, today {{hours.today}}.');
  await book(org, agent_id);
  expect(await told()).toContain('It is open, today 00:00–24:00.');
});

test('a chat is refused whose agent needs opening hours that nobody has set', async () => {
  const org = await organization();
  const { agent_id } = await bookingAgent(org, 'It is {{hours.now}}.');
  const begin = () => org.api.chats.create({ params: { agent_id }, body: {} });
  const error = await begin().catch(({ problem }: ApiProblem) => problem);
  expect(error).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '', code: 'required' }] });
  expect(JSON.stringify(error)).toContain(`/v1/clients/${org.client.id}/opening-hours`);
  await org.api.openingHours.replace({ params: { client_id: org.client.id }, body: { weekly } });
  expect(await begin()).toMatchObject({ status: 'active' });
});
