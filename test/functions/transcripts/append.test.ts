import { expect, test } from 'vitest';
import { newConversation, organization, problemOf, refusalOf } from '../../fixtures.ts';

const start = async (body = {}) => {
  const org = await organization();
  const { id } = await newConversation(org, body);
  const params = { conversation_id: id };
  const append = (turns: readonly object[]) =>
    org.api.transcripts.append({ params, body: { turns: turns as never } });
  const texts = async () => (await org.api.transcripts.get({ params })).data.map(({ text }) => text);
  return { org, params, append, texts };
};

const turn = (text: string, index?: number) => ({
  role: 'user',
  text,
  ...(index !== undefined && { index }),
});

test('turns are appended as they come, and counted', async () => {
  const { org, params, append, texts } = await start();
  expect(await append([turn('a'), turn('b')])).toEqual({
    conversation_id: params.conversation_id,
    status: 'partial',
    turns: 2,
  });
  expect(await append([turn('c')])).toMatchObject({ turns: 3 });
  expect(await texts()).toEqual(['a', 'b', 'c']);
  const conversation = await org.api.conversations.get({ params });
  expect(conversation).toMatchObject({ version: 3, transcript: { status: 'partial', turns: 3 } });
});

test('a repeat with an index is harmless, whole or in part', async () => {
  const { append, texts } = await start();
  await append([turn('a', 0), turn('b', 1)]);
  expect(await append([turn('a', 0), turn('b', 1)])).toMatchObject({ turns: 2 });
  expect(await append([turn('b', 1), turn('c', 2), turn('d')])).toMatchObject({ turns: 4 });
  expect(await texts()).toEqual(['a', 'b', 'c', 'd']);
});

test('a gap is refused, with the index that comes next, and nothing is written', async () => {
  const { append, texts } = await start();
  await append([turn('a', 0)]);
  for (const turns of [[turn('c', 2)], [turn('b', 1), turn('d', 3)], [turn('b', 1), turn('x', 0)]]) {
    const problem = await problemOf(append(turns));
    expect([problem.status, problem.code]).toEqual([409, 'transcript_gap']);
    expect(problem.problem.next_index).toBe(1);
  }
  expect(await texts()).toEqual(['a']);
});

test('a different turn at the same index is refused, and nothing is written', async () => {
  const { append, texts } = await start();
  await append([turn('a', 0), turn('b', 1)]);
  const problem = await problemOf(append([turn('a', 0), turn('other', 1), turn('c', 2)]));
  expect([problem.status, problem.code]).toEqual([409, 'turn_conflict']);
  expect(problem.problem.index).toBe(1);
  expect(await texts()).toEqual(['a', 'b']);
});

test('concurrent turns are all kept, without gaps', async () => {
  const { append, texts } = await start();
  await Promise.all(['a', 'b', 'c', 'd'].map((text) => append([turn(text)])));
  expect((await texts()).sort()).toEqual(['a', 'b', 'c', 'd']);
});

test('the same turns sent concurrently by two senders are stored once', async () => {
  const { append, texts } = await start();
  await Promise.all(Array.from({ length: 4 }, () => append([turn('a', 0), turn('b', 1)])));
  expect(await texts()).toEqual(['a', 'b']);
});

test('late turns are added to a conversation that has ended', async () => {
  const { append, texts } = await start({ status: 'completed', turns: [turn('a')] });
  expect(await append([turn('b')])).toMatchObject({ status: 'final', turns: 2 });
  expect(await texts()).toEqual(['a', 'b']);
});

test('turns are stored completely: tool calls, times, metadata and any text', async () => {
  const { org, params, append } = await start();
  const whole = {
    role: 'tool',
    text: '\u0000 „Ünïcödé“ 予約 👩‍👩‍👧 \n',
    start_ms: 5,
    end_ms: 5,
    tool_calls: [
      {
        id: null,
        name: 'x',
        arguments: 'not an object',
        result: { big: 1e200, none: null },
        error: 'failed',
      },
    ],
    metadata: { k: '' },
  };
  await append([whole]);
  expect((await org.api.transcripts.get({ params })).data).toEqual([{ ...whole, index: 0 }]);
  expect(await append([{ ...whole, index: 0 }])).toMatchObject({ turns: 1 });
});

test('a transcript has a maximum length, in turns and in text', async () => {
  const long = await start();
  for (let count = 0; count < 2; count += 1) {
    await long.append(Array.from({ length: 5000 }, () => turn('')));
  }
  expect(await refusalOf(long.append([turn('one more')]))).toBe('409 transcript_full');

  const wide = await start();
  await wide.append(Array.from({ length: 18 }, () => turn('x'.repeat(20_000))));
  expect(await refusalOf(wide.append([turn('one more')]))).toBe('409 transcript_full');
});

test('a turn that is too large for any item is refused', async () => {
  const { append } = await start();
  const result = 'x'.repeat(120_000);
  const huge = { ...turn('a'), tool_calls: Array.from({ length: 3 }, () => ({ name: 'x', result })) };
  expect(await refusalOf(append([huge]))).toBe('400 validation_failed');
  expect(await refusalOf(append([]))).toBe('400 validation_failed');
});

test('appending writes to no list', async () => {
  const { org, params } = await start();
  const { response } = await org.api.transcripts.append.withResponse({
    params,
    body: { turns: [{ role: 'user', text: 'Hi' }] },
  });
  expect(response.headers.get('server-timing')).toContain(', 6 WCU');
});
