import type { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { ModelSettings } from '#lib/model/settings.ts';

const Origin = z
  .string()
  .regex(/^(\*|https?:\/\/[a-z0-9.-]+(:\d+)?)$/, 'must be * or an origin such as https://app.example.com');

/** What an operator may decide before deploying; what is absent is right for a first deployment. */
export const Settings = z.strictObject({
  /** The origins whose pages may call the API; none. */
  cors_origins: z.array(Origin).default([]),
  /** The language models that agents are tried with; none, so that a test only walks the flow. */
  model: ModelSettings.optional(),
});
export type Settings = z.output<typeof Settings>;

/** The settings in `cdk.json` or `cdk.context.json`, under `settings`. Throws a sentence for each that is wrong. */
export const readSettings = (app: App): Settings => {
  const result = Settings.safeParse(app.node.tryGetContext('settings') ?? {});
  if (result.success) return result.data;
  throw new Error(`The settings in cdk.json cannot be used:\n${z.prettifyError(result.error)}`);
};
