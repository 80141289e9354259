import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { boundedFetch } from './bounded-fetch.ts';
import type { ModelSettings } from './settings.ts';

/** OpenAI's models that reason, also behind gateways that put a name before theirs. */
const reasonsByName = /(?:^|[/.])(?:gpt-5(?!.*chat)|o[1-9])/;

/** Models that reason refuse the older name of the limit and every temperature but their own. */
const forReasoning = ({ max_tokens, temperature: _temperature, ...body }: Record<string, unknown>) => ({
  ...body,
  ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }),
});

/**
 * A model of the provider in the settings. Bedrock is called with the function's role, and at
 * `AWS_ENDPOINT_URL_BEDROCK_RUNTIME` if that is set, as in AWS's SDKs.
 */
export const languageModel = (settings: ModelSettings, id: string): LanguageModel => {
  if (settings.provider === 'bedrock') {
    return createAmazonBedrock({ region: settings.region, fetch: boundedFetch })(id);
  }
  const { MODEL_API_KEY: apiKey } = process.env;
  const baseURL = settings.base_url;
  const reasons = settings.reasoning_models?.includes(id) ?? reasonsByName.test(id);
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL,
    fetch: boundedFetch,
    // Servers report the tokens of a stream only if they are asked to.
    includeUsage: settings.stream_usage ?? true,
    ...(reasons && { transformRequestBody: forReasoning }),
    ...(apiKey && { apiKey }),
  })(id);
};
