import { generateText, streamText } from 'ai';
import { expect, inject, test } from 'vitest';
import { languageModel } from '#lib/model/providers.ts';
import { planAnswers, testModel } from '../../support/model-server.ts';

test.for([
  [undefined, { include_usage: true }],
  [true, { include_usage: true }],
  [false, undefined],
])('with stream_usage %s, a stream is asked for its tokens accordingly', async ([stream_usage, options]) => {
  const prompt = `Hello ${crypto.randomUUID()}`;
  const asked = await planAnswers(inject('modelServer'), prompt, [{ text: 'Good morning' }]);
  const settings = { ...testModel(inject('modelServer')).settings, stream_usage };
  const { text } = streamText({ model: languageModel(settings as never, 'test-model'), prompt });
  expect(await text).toBe('Good morning');
  expect((await asked())[0]?.body.stream_options).toEqual(options);
});

test.for([
  ['gpt-5-mini', undefined, true],
  ['openai/o3', undefined, true],
  ['gpt-5-chat-latest', undefined, false],
  ['gpt-4.1', undefined, false],
  ['deepseek-r1', ['deepseek-r1'], true],
  ['o3', [], false],
] as const)(
  'a request to %s with reasoning_models %s names its limit so that it is accepted',
  async (one) => {
    const [id, reasoning_models, reasons] = one;
    const prompt = `Hello ${crypto.randomUUID()}`;
    const asked = await planAnswers(inject('modelServer'), prompt, [{ text: 'Good morning' }]);
    const settings = { ...testModel(inject('modelServer')).settings, reasoning_models };
    const model = languageModel(settings as never, id);
    await generateText({ model, prompt, maxOutputTokens: 50, temperature: 0 });
    expect((await asked())[0]?.body).toMatchObject(
      reasons ? { max_completion_tokens: 50 } : { max_tokens: 50, temperature: 0 },
    );
    if (reasons) expect(Object.keys((await asked())[0]?.body ?? {})).not.toContain('temperature');
  },
);
