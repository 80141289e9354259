import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { boundedFetch } from './bounded-fetch.ts';
import type { ModelSettings } from './settings.ts';

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
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL,
    fetch: boundedFetch,
    // Servers report the tokens of a stream only if they are asked to.
    includeUsage: settings.stream_usage ?? true,
    ...(apiKey && { apiKey }),
  })(id);
};
