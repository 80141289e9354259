import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LineMessage } from '#lib/local/phone-line.ts';
import { lineSignature } from '#lib/local/phone-line.ts';
import { proofOf } from '#lib/phone/proof.ts';
import { operator, suspend } from '../../fixtures.ts';
import { watchingPage } from '../../support/doorbells.ts';
import { eventually } from '../../support/eventually.ts';
import type { Answer } from '../../support/model-server.ts';
import { planAnswers } from '../../support/model-server.ts';
import { answerPlaced, disclosure, numbers, phoneOf, placedCall } from '../../support/phone.ts';

test('an agent answers a call, and the call is a conversation with what was said', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  expect(await line.hear()).toBe(`${disclosure} Hello, this is Pia.`);
  line.say('When are you open?');
  expect(await line.hear()).toContain('Rehearsal: You are Pia.');
  const [active] = await phone.conversations();
  expect(active).toMatchObject({
    status: 'active',
    channel: 'phone',
    direction: 'inbound',
    caller: { number: numbers.from },
    handling: 'agent',
  });
  await line.hangUp();
  const turns = await phone.turns();
  expect(turns.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
  expect(turns[0]?.text).toBe(`${disclosure} Hello, this is Pia.`);
  expect(turns[1]?.text).toBe('When are you open?');
  expect(turns[2]).toMatchObject({ usage: { model: 'rehearsal' } });
});

/** An agent whose model gives these answers. */
const planned = async (answers: readonly Answer[], fields: Parameters<typeof phoneOf>[0] = {}) => {
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, answers);
  return phoneOf({ prompt: `You are Pia (${marker}).`, model: { id: 'test-model' }, ...fields });
};

test('words that were interrupted are unheard, and the model does not learn of them', async () => {
  const phone = await planned([
    { text: 'We are open from nine to five. On Sundays we are closed.' },
    { text: 'Ten on Saturdays.' },
  ]);
  const line = await phone.call();
  await line.hear();
  line.say('When are you open?');
  await line.hear();
  line.interrupt('We are open from nine');
  line.say('And on Saturdays?');
  expect(await line.hear()).toBe('Ten on Saturdays.');
  await line.hangUp();
  const [, , answer, , last] = await phone.turns();
  expect(answer).toMatchObject({
    text: 'We are open from nine',
    unheard: { text: 'to five. On Sundays we are closed.', reported_by: 'provider' },
  });
  expect(last).toMatchObject({ role: 'agent' });
});

test('a connection that is replaced goes on, and frames that are repeated count once', async ({ skip }) => {
  const phone = await planned([{ text: 'We open at nine.' }, { text: 'You are welcome.' }]);
  const line = await phone.call();
  await line.hear();
  const said = Date.now();
  line.say('When do you open?');
  expect(await line.hear()).toBe('We open at nine.');
  const lost = Date.now();
  await line.reconnect(1);
  // A repetition that comes later counts as new.
  if (Date.now() - said > 9000 || Date.now() - lost > 1400) return skip('The machine is too slow');
  line.say('Thank you.');
  expect(await line.hear()).toBe('You are welcome.');
  await line.hangUp();
  // The caller who hangs up at once may not have heard all of the last answer.
  expect((await phone.turns()).map(({ text, unheard }) => `${text}${unheard?.text ?? ''}`.trim())).toEqual([
    `${disclosure} Hello, this is Pia.`,
    'When do you open?',
    'We open at nine.',
    'Thank you.',
    expect.stringMatching(/^You ?are ?welcome\.$/),
  ]);
  expect(await phone.conversations()).toHaveLength(1);
});

test('words that are said again while a connection is lost are new', async () => {
  const phone = await planned(['One.', 'Two.', 'Three.'].map((text) => ({ text })));
  const line = await phone.call();
  await line.hear();
  for (const [words, answer] of [
    ['Yes.', 'One.'],
    ['No.', 'Two.'],
  ] as const) {
    line.say(words);
    expect(await line.hear()).toBe(answer);
  }
  await line.reconnect();
  line.say('Yes.');
  expect(await line.hear()).toBe('Three.');
  await line.hangUp();
  const said = (await phone.turns()).filter(({ role }) => role === 'user').map(({ text }) => text);
  expect(said).toEqual(['Yes.', 'No.', 'Yes.']);
});

test('of two sockets of a call, the newer one is spoken to, and both are heard', async () => {
  const phone = await planned(['One.', 'Two.'].map((text) => ({ text })));
  const line = await phone.call();
  await line.hear();
  const { relay_url = '', parameters } = line.answered.instructions;
  const headers = { 'x-twilio-signature': lineSignature(phone.account.auth_token, relay_url) };
  const other = new WebSocket(relay_url, { headers });
  const heard: { type: string; token?: string }[] = [];
  other.on('message', (data) => heard.push(JSON.parse(String(data)) as { type: string }));
  await once(other, 'open');
  const setup = { type: 'setup', callSid: line.call_id, ...numbers, customParameters: parameters };
  other.send(JSON.stringify(setup));
  const heardBy = (text: string) =>
    eventually(() => expect(heard.map(({ token = '' }) => token).join('')).toBe(text));
  other.send(JSON.stringify({ type: 'prompt', voicePrompt: 'Hello?', lang: 'en-GB', last: true }));
  await heardBy('One.');
  line.say('Hello again?');
  await heardBy('One.Two.');
  other.close();
  await line.hangUp();
  expect(await phone.conversations()).toHaveLength(1);
  expect((await phone.turns()).map(({ text }) => text).slice(1, 4)).toEqual([
    'Hello?',
    'One.',
    'Hello again?',
  ]);
});

test('a page hears of words that are not in the transcript yet', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
  const { url } = await phone.org.api.liveTickets.create({ body: { conversation_id } });
  const page = await watchingPage(url);
  // A change within a second of a ring does not ring.
  await eventually(async () => {
    line.say('When are you open?');
    await line.hear();
    expect(page.rings).toContainEqual(expect.objectContaining({ type: 'turns.spoken', id: conversation_id }));
  });
  await line.hangUp();
  await page.close();
});

test('a model that fails leaves no silence, and a caller may go on', async () => {
  const phone = await planned(
    [
      { status: 500, body: '{}' },
      { status: 500, body: '{}' },
      { status: 500, body: '{}' },
    ],
    { failure_message: 'That did not work.' },
  );
  const line = await phone.call();
  await line.hear();
  line.say('Hello?');
  expect(await line.hear()).toBe('That did not work.');
  await line.hangUp();
  expect((await phone.turns()).map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
});

test('answers that fail use up the tokens of a call as others do', async () => {
  const limit_message = 'That was all for today.';
  const failure_message = 'Please say that again.';
  const answer = { text: '', usage: { input: 290_000, output: 10_000 } };
  const phone = await planned([answer], { limit_message, failure_message });
  const line = await phone.call();
  await line.hear();
  const heard: string[] = [];
  while (heard.at(-1) !== limit_message && heard.length < 10) {
    line.say('When do you open?');
    heard.push(await line.hear());
  }
  expect(heard[0]).toBe(failure_message);
  expect(heard.at(-1)).toBe(limit_message);
  await line.hangUp();
});

test('an agent that says goodbye ends the call after its words', async () => {
  const phone = await planned([{ text: 'Goodbye!', calls: [{ name: 'end_call', arguments: {} }] }], {
    tools: [{ name: 'end_call', action: { type: 'builtin', name: 'end' } }],
  });
  const line = await phone.call();
  await line.hear();
  line.say('Bye.');
  expect(await line.hear()).toBe('Goodbye!');
  line.send({ type: 'info', name: 'agentSpeaking', value: 'off' });
  const { value } = await line.messages.next();
  expect(value).toMatchObject({ type: 'end' });
  expect((await line.finish()).text).toContain('<Hangup/>');
  expect(await phone.conversations()).toMatchObject([{ status: 'completed', end_reason: 'agent_ended' }]);
});

const keypad = { name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } } as const;

test('an agent presses keys in a call, and hears what follows before it speaks again', async () => {
  const marker = randomUUID();
  const digits = '1w2#';
  const asked = await planAnswers(inject('modelServer'), marker, [
    { text: '', calls: [{ name: keypad.name, arguments: { digits } }] },
    { text: 'I would like to order.' },
  ]);
  const fields = {
    prompt: `You are Pia (${marker}).`,
    model: { id: 'test-model' },
    tools: [keypad],
    filler: '',
  };
  const phone = await phoneOf(fields);
  const line = await phone.call();
  await line.hear();
  line.say('For sales, press one.');
  expect((await line.messages.next()).value).toEqual({ type: 'sendDigits', digits });
  expect(await line.hear()).toBe('');
  line.say('You have reached our sales.');
  expect(await line.hear()).toBe('I would like to order.');
  const [first, second, ...others] = await asked();
  expect(others).toEqual([]);
  expect(first?.body.tools).toMatchObject([{ function: { parameters: { required: ['digits'] } } }]);
  // The first answer is not in the transcript yet, and its keys are known nevertheless.
  expect(JSON.stringify(second?.body.messages)).toContain(digits);
  await line.hangUp();
  expect((await phone.turns())[2]).toMatchObject({
    text: '',
    tool_calls: [{ name: keypad.name, arguments: { digits }, result: { done: true }, error: null }],
  });
});

test.for(['', '1,2', 'A', '1'.repeat(41), 12])('keys that are none are not pressed: %s', async (digits) => {
  const phone = await planned(
    [{ text: '', calls: [{ name: keypad.name, arguments: { digits } }] }, { text: 'I cannot do that.' }],
    { tools: [keypad], filler: '' },
  );
  const line = await phone.call();
  await line.hear();
  line.say('Press a key.');
  expect((await line.messages.next()).value).toMatchObject({ type: 'text', token: 'I cannot do that.' });
  await line.hangUp();
  const error = expect.stringContaining('No keys were pressed');
  await eventually(async () =>
    expect((await phone.turns())[2]?.tool_calls).toMatchObject([{ result: null, error }]),
  );
});

const bilingual = {
  language: 'en-GB',
  voice: { provider: 'polly' },
  voice_id: 'Amy',
  filler: 'Just a second.',
  failure_message: 'That did not work.',
  tools: [
    {
      name: 'speak',
      action: {
        type: 'builtin',
        name: 'switch_language',
        languages: [{ language: 'fr', voice_id: 'Lea-Neural' }, { language: 'de-DE' }],
      },
    },
  ],
} satisfies Parameters<typeof phoneOf>[0];

test('an agent changes the language of a call, and everything after it is in the new one', async () => {
  const marker = randomUUID();
  const failing = { status: 500, body: '{}' };
  const asked = await planAnswers(inject('modelServer'), marker, [
    { text: '', calls: [{ name: 'speak', arguments: { language: 'fr' } }] },
    { text: 'Bonjour.' },
    { text: 'Oui.' },
    ...[failing, failing, failing],
  ]);
  const phone = await phoneOf({
    prompt: `You are Pia (${marker}).`,
    model: { id: 'test-model' },
    ...bilingual,
  });
  const line = await phone.call();
  const { text } = line.answered.instructions;
  expect(text).toContain('language="en-GB"');
  expect(text).toContain(
    '<Language code="en-GB" ttsProvider="Amazon" voice="Amy"/>' +
      '<Language code="fr-FR" ttsProvider="Amazon" voice="Lea-Neural"/><Language code="de-DE"/>',
  );
  await line.hear();
  /** The words of the next answer, without those that cover a slow machine, and the languages of all. */
  const answer = async () => {
    const heard: LineMessage[] = [];
    while (!heard.at(-1)?.last) {
      const { value } = await line.messages.next();
      if (!value) break;
      heard.push(value);
    }
    const at = heard.findIndex(({ type }) => type === 'language');
    const after = heard.slice(at + 1);
    return {
      change: heard[at],
      words: after
        .map(({ token }) => token)
        .join('')
        .replace('Un instant, s’il vous plaît. ', ''),
      languages: [...new Set(after.map(({ lang }) => lang))],
    };
  };
  const languages = ['fr-FR'];
  line.say('Français?', 'en-GB');
  expect(await answer()).toEqual({
    change: { type: 'language', ttsLanguage: 'fr-FR', transcriptionLanguage: 'fr-FR' },
    words: 'Bonjour.',
    languages,
  });
  // Recognized before the change.
  line.say('Are you there?', 'en-GB');
  expect(await answer()).toMatchObject({ words: 'Oui.', languages });
  line.say('Encore?');
  const failure = 'Désolé, une erreur s’est produite. Veuillez rappeler plus tard.';
  const failed = await answer();
  expect(failed).toMatchObject({ languages });
  expect(failed.words.trim()).toBe(failure);
  const [first, second, third] = (await asked()).map(({ body }) => JSON.stringify(body));
  expect(first).toContain('"enum":["en-GB","fr","de-DE"]');
  expect(first).toContain('the language with the tag en-GB');
  expect(second).toContain('the language with the tag fr.');
  expect(third).toContain('the language with the tag fr-FR');
  const again = await line.finish({ SessionStatus: 'failed', CallStatus: 'in-progress' });
  expect(again.text).toContain('language="fr-FR" ttsProvider="Amazon" voice="Lea-Neural"');
  const dialed = await line.finish({ HandoffData: JSON.stringify({ reason: 'transferred', to }) });
  expect(dialed.text).toContain(`>${to}</Dial>`);
  expect((await line.finish({ DialCallStatus: 'busy' })).text).toContain(
    '<Say language="fr-FR">Personne ne répond pour le moment.',
  );
});

test('an agent does not change to a language that it does not have', async () => {
  const phone = await planned(
    [{ text: '', calls: [{ name: 'speak', arguments: { language: 'pl' } }] }, { text: 'I speak no Polish.' }],
    { ...bilingual, filler: '' },
  );
  const line = await phone.call();
  await line.hear();
  line.say('Polski?', 'en-GB');
  expect((await line.messages.next()).value).toMatchObject({ type: 'text', token: 'I speak no Polish.' });
  await line.hangUp();
  const error = expect.stringContaining('does not speak');
  await eventually(async () =>
    expect((await phone.turns())[2]?.tool_calls).toMatchObject([{ result: null, error }]),
  );
});

const to = '+441632960456';

test.for([
  ['hands it over to its fallback number', 'hand_over', to, ['+44']],
  ['does not hand it over without one', 'hand_over', null, ['+44']],
  ['does not hand it over to a number that its organization may not call', 'hand_over', to, ['+49']],
  ['transfers it to a number', 'transfer', null, ['+44']],
  ['does not transfer it to a number that its organization may not call', 'transfer', null, ['+49']],
] as const)('an agent in a call %s', async ([, name, fallback_number, call_prefixes]) => {
  const isAllowed = call_prefixes[0] === '+44' && (name === 'transfer' || fallback_number !== null);
  const marker = randomUUID();
  const calls = isAllowed ? [{ name: 'leave', arguments: {} }] : [];
  const asked = await planAnswers(inject('modelServer'), marker, [{ text: 'One moment.', calls }]);
  const action = { type: 'builtin', name, ...(name === 'transfer' && { number: to }) } as const;
  const phone = await phoneOf({
    prompt: `You are Pia (${marker}).`,
    model: { id: 'test-model' },
    tools: [{ name: 'leave', action }],
    fallback_number,
  });
  const settings = { call_prefixes: [...call_prefixes] };
  await operator.clients.update({ params: { client_id: phone.org.client.id }, body: { settings } });
  const line = await phone.call();
  await line.hear();
  line.say('A person, please.');
  expect(await line.hear()).toBe('One moment.');
  // A model is not offered what nothing would follow.
  const [request] = await asked();
  expect(JSON.stringify(request?.body.tools ?? []).includes('leave')).toBe(isAllowed);
  if (isAllowed) {
    expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
    expect((await line.finish()).text).toContain(`>${to}</Dial>`);
    expect(await phone.conversations()).toMatchObject([{ end_reason: 'transferred' }]);
    return;
  }
  // The rule may be newer than the agent's decision.
  const { text } = await line.finish({ HandoffData: JSON.stringify({ reason: 'transferred', to }) });
  const mayDial = call_prefixes[0] === '+44';
  expect(text.includes('<Dial')).toBe(mayDial);
  expect(text.includes('<Hangup/>')).toBe(!mayDial);
});

test('frames that are malformed or unknown change nothing', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  line.send({ type: 'nonsense' });
  line.send('no frame');
  line.send({ type: 'prompt' });
  line.send({ type: 'error', description: 'Invalid message received: { "type": "text" }' });
  line.send({ type: 'prompt', voicePrompt: 'x'.repeat(40_000), last: true });
  line.say('Hello');
  expect(await line.hear()).toContain('Rehearsal');
  await line.hangUp();
  expect((await phone.turns()).map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
});

test('a suspended organization asks no model in a call, which ends with the failure message', async () => {
  const phone = await planned([{ text: 'Never said.' }], { language: 'de-DE' });
  const line = await phone.call();
  await line.hear();
  await suspend(phone.org);
  line.say('Ist da jemand?');
  expect(await line.hear()).toBe(
    'Entschuldigung, da ist etwas schiefgegangen. Bitte rufen Sie später noch einmal an.',
  );
  line.send({ type: 'info', name: 'agentSpeaking', value: 'off' });
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  expect((await line.finish()).text).toContain('<Hangup/>');
  expect(await operator.conversations.list({ query: { agent_id: phone.agent.id } })).toMatchObject({
    data: [{ status: 'completed', end_reason: 'agent_failed' }],
  });
});

test('a call that is erased is over, and leaves nothing but its minutes', async () => {
  const phone = await phoneOf();
  const { api, client } = phone.org;
  const line = await phone.call();
  await line.hear();
  const [conversation] = await phone.conversations();
  await phone.org.api.conversations.erase({ params: { conversation_id: String(conversation?.id) } });
  line.say('My secret word is heliotrope.');
  expect(await line.hear()).toBe('');
  expect(await phone.conversations()).toEqual([]);
  await eventually(async () => {
    const { rows } = await api.usage.get({
      params: { client_id: client.id },
      query: { interval: 'total' },
    });
    expect(rows.map(({ conversations, completed }) => ({ conversations, completed }))).toEqual([
      { conversations: 1, completed: 1 },
    ]);
    expect(rows[0]?.duration_ms.sum).toBeGreaterThan(0);
  });
});

/** Opens a socket as a carrier would, and returns what comes of it and these messages. */
const outcomeOf = async (url: string, signature: string | undefined, ...messages: readonly unknown[]) => {
  const socket = new WebSocket(url, {
    ...(signature !== undefined && { headers: { 'x-twilio-signature': signature } }),
  });
  socket.on('error', () => {});
  const opened = await Promise.race([
    once(socket, 'open').then(() => true),
    once(socket, 'unexpected-response').then(() => false),
  ]);
  if (!opened) return 'refused';
  const outcome = Promise.race([
    once(socket, 'close').then(() => 'closed'),
    once(socket, 'message').then(([data]) => String(data)),
  ]);
  for (const message of messages) socket.send(JSON.stringify(message));
  return outcome;
};

test('a socket that says more before its setup than can wait is closed', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  const url = String(line.answered.instructions.relay_url);
  const signed = lineSignature(phone.account.auth_token, url);
  const prompt = (length: number) => ({ type: 'prompt', voicePrompt: 'x'.repeat(length), last: true });
  expect(await outcomeOf(url, signed, prompt(5000))).toBe('closed');
  expect(await outcomeOf(url, signed, ...Array.from({ length: 21 }, () => prompt(10)))).toBe('closed');
  line.close();
});

test('a socket that proves no call of its account is closed, and nothing is stored', async () => {
  const phone = await phoneOf();
  const other = await phoneOf();
  const line = await phone.call();
  const url = String(line.answered.instructions.relay_url);
  const signed = lineSignature(phone.account.auth_token, url);
  const setup = (change: object = {}, call = line.answered.instructions.parameters.call) => ({
    type: 'setup',
    callSid: 'CA99999999999999999999999999999999',
    from: numbers.from,
    to: numbers.to,
    customParameters: { call },
    ...change,
  });
  expect(await outcomeOf(url, undefined)).toBe('refused');
  // The proof is for another call.
  expect(await outcomeOf(url, signed, setup())).toBe('closed');
  expect(await outcomeOf(url, signed, setup({ customParameters: {} }))).toBe('closed');
  const own = { callSid: line.call_id };
  expect(await outcomeOf(url, 'forged', setup(own))).toBe('closed');
  expect(await outcomeOf(url, lineSignature(other.account.auth_token, url), setup(own))).toBe('closed');
  const old = proofOf(
    {
      integration_id: phone.integration.id,
      agent_id: phone.agent.id,
      call_id: setup().callSid,
      conversation_id: null,
      origin: new URL(phone.integration.webhook_url).origin,
    },
    phone.account.auth_token,
    Date.now() - 120_001,
  );
  expect(await outcomeOf(url, signed, setup({}, old))).toBe('closed');
  const forged = String(line.answered.instructions.parameters.call).replace(/.$/, 'x');
  expect(await outcomeOf(url, signed, setup(own, forged))).toBe('closed');
  await line.hear();
  await line.hangUp();
  expect(await phone.conversations()).toHaveLength(1);
  expect(await other.conversations()).toEqual([]);
});

test.for(['received', 'placed'] as const)(
  'a call that was %s is connected with nobody once its account is removed',
  async (which) => {
    const phone = await phoneOf();
    const placed = which === 'placed' ? await placedCall(phone) : undefined;
    const before = await phone.conversations();
    const params = { integration_id: phone.integration.id };
    const connecting = () => phone.org.api.integrations.remove({ params });
    const line = await (placed
      ? answerPlaced(phone, placed.form, { connecting })
      : phone.call({ connecting }));
    expect(line.answered.instructions.relay_url).toBeDefined();
    expect(await line.hear()).toBe('');
    expect((await phone.conversations()).map(({ handling }) => handling)).toEqual(before.map(() => null));
  },
);

type Phone = Awaited<ReturnType<typeof phoneOf>>;
type Params = { params: { conversation_id: string } };

const ends = {
  'its caller hangs up': async (line: Awaited<ReturnType<Phone['call']>>) => {
    await line.hangUp();
  },
  'a person ends it': async (_line, { org }, { params }) => {
    await org.api.calls.control({ params, body: { action: 'end' } });
  },
  'its conversation is ended': async (_line, { org }, { params }) => {
    await org.api.conversations.update({ params, body: { status: 'completed' } });
  },
} satisfies Record<
  string,
  (line: Awaited<ReturnType<Phone['call']>>, phone: Phone, params: Params) => Promise<void>
>;

test.for(Object.entries(ends))('the last answer of a call has its cost when %s', async ([, end]) => {
  const phone = await planned([{ text: 'At nine.', usage: { input: 1000, output: 500 } }]);
  const line = await phone.call();
  await line.hear();
  line.say('When do you open?');
  expect(await line.hear()).toBe('At nine.');
  const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
  await end(line, phone, { params: { conversation_id } });
  await eventually(async () => {
    const ended = await operator.conversations.get({ params: { conversation_id } });
    expect(ended).toMatchObject({ status: 'completed', cost: { amount: '0.006', currency: 'USD' } });
  });
  expect((await phone.turns()).at(-1)).toMatchObject({ usage: { input_tokens: 1000, output_tokens: 500 } });
  line.close();
});

test('a cost that is sent with the end of a call replaces that of its last answer', async () => {
  const phone = await planned([{ text: 'At nine.' }]);
  const line = await phone.call();
  await line.hear();
  line.say('When do you open?');
  await line.hear();
  const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
  const cost = { amount: '2', currency: 'EUR' };
  const params = { conversation_id };
  await operator.conversations.update({ params, body: { status: 'completed', cost } });
  expect(await operator.conversations.get({ params })).toMatchObject({ status: 'completed', cost });
  line.close();
});
