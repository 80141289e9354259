import { streamText } from 'ai';
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
