import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import {
  DISABLE_ASSET_STAGING_CONTEXT,
  DISABLE_CREATION_STACK_TRACES,
  DISABLE_LOGICAL_ID_METADATA,
} from 'aws-cdk-lib/cx-api';
import { readBundles } from '#lib/build/bundles.ts';
import { operations } from '#lib/contract/index.ts';
import { checks } from '#lib/infra/checks.ts';
import { readStage } from '#lib/infra/settings.ts';
import type { PlatformProps, Stacks } from '#lib/infra/stack.ts';
import { addPlatform } from '#lib/infra/stack.ts';
import cdk from '../../cdk.json' with { type: 'json' };
import { oncePerRun } from './once-per-run.ts';

export const bundles = await readBundles();

/**
 * The stacks that CDK's context asks for, beside the library's own flags in cdk.json, and beside `file`'s
 * other entries. No function's code is copied for them.
 */
export const stacksOf = (
  context: Record<string, unknown> = {},
  props: Partial<Pick<PlatformProps, 'bundles' | 'operations'>> = {},
  file: object = cdk,
): Stacks => {
  const app = new App({
    // No test reads the metadata and the traces, and with the validation they take more than half of the
    // time. `npm run synth` prints the warnings of the validation.
    context: {
      ...cdk.context,
      ...context,
      [DISABLE_ASSET_STAGING_CONTEXT]: true,
      [DISABLE_CREATION_STACK_TRACES]: true,
      [DISABLE_LOGICAL_ID_METADATA]: true,
    },
    builtinCloudFormationValidation: false,
    stackTraces: false,
    treeMetadata: false,
  });
  return addPlatform(app, { ...readStage(app, file), bundles, ...props });
};

const isRoute = (id: string): boolean => operations.some((operation) => operation.id === id);
const isDistinguished = (id: string): boolean => /^(agents|calls|chats|recordings|speech)\./.test(id);

/**
 * The routes that settings distinguish, and some beside them, with all functions that have no route: what
 * does not depend on every function is known of these in a fraction of the time.
 */
export const fewFunctions = {
  operations: operations.filter(({ id }) => isDistinguished(id)),
  bundles: bundles.filter(({ id }) => isDistinguished(id) || !isRoute(id)),
};

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

interface Json {
  readonly Resources: Record<string, Resource>;
  readonly Outputs?: Record<string, { readonly Value: unknown }>;
  readonly Parameters?: Record<string, object>;
}

type Templates = ReadonlyMap<string, Json>;

/** The templates that CloudFormation gets, by the paths of their stacks. */
export const templatesOf = ({ data: { node } }: Pick<Stacks, 'data'>): Templates => {
  const { directory } = (node.root as App).synth();
  const stacks = node.root.node.findAll().filter((construct) => Stack.isStack(construct));
  return new Map(
    stacks.map((stack) => [
      stack.node.path,
      JSON.parse(readFileSync(join(directory, stack.templateFile), 'utf8')) as Json,
    ]),
  );
};

/** Those of a platform under these settings, of all functions or a few: synthesized once in a run. */
export const templatesWith = (
  settings: object = {},
  functions: Partial<typeof fewFunctions> = {},
): Templates => {
  const key = JSON.stringify(['templates', settings, functions.bundles?.length]);
  return new Map(oncePerRun(key, () => [...templatesOf(stacksOf({ settings }, functions))]));
};

/** Every setting decided otherwise than by default: as much as a stack can ever have. */
export const allSettings = {
  account: '123456789012',
  region: 'eu-central-1',
  cors_origins: ['https://app.example.com'],
  // A profile, and a model that is asked without one.
  model: {
    provider: 'bedrock',
    region: 'eu-central-1',
    models: ['eu.amazon.nova-lite-v1:0', 'amazon.nova-lite-v1:0'],
    analysis_models: ['amazon.nova-pro-v1:0'],
    prices: { 'amazon.nova-lite-v1:0': { input: 0.06, output: 0.24, currency: 'USD' } },
  },
  speech: { provider: 'polly', region: 'eu-central-1' },
  ears: { provider: 'transcribe', region: 'eu-central-1' },
  domain: {
    name: 'api.example.com',
    socket_name: 'calls.example.com',
    hosted_zone: { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' },
  },
  console: {
    enabled: true,
    domain: {
      name: 'console.example.com',
      more_names: ['portal.harbor.example'],
      certificate_arn: 'arn:aws:acm:us-east-1:123456789012:certificate/0f0a1b2c-1111-2222-3333-444455556666',
      hosted_zone: { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' },
    },
    web_acl_arn:
      'arn:aws:wafv2:us-east-1:123456789012:global/webacl/platform/0f0a1b2c-1111-2222-3333-444455556666',
  },
  throttle: { requests_per_second: 50, burst: 100, waiting_requests_per_minute: 60 },
  alarms: {
    email: 'ops@example.com',
    availability_percent: 99.5,
    slow_ms: 1500,
    fast_percent: 98,
    health_check: true,
    monthly_budget_usd: 250,
  },
  logs: { retention_days: 7, access: true, tracing: true },
  data: {
    recovery_days: 7,
    table_class: 'standard_infrequent_access',
    restored_table: 'Restored',
    last_index: 'by_f99',
    stream_arn: 'arn:aws:dynamodb:eu-central-1:123456789012:table/Restored/stream/2026-11-21T09:00:00.000',
    replication: {
      region: 'eu-west-1',
      key_arn: 'arn:aws:kms:eu-west-1:123456789012:key/0f0a1b2c-1111-2222-3333-444455556666',
    },
    own_key: true,
    secrets_key: true,
    recordings_tiering_days: 60,
    recordings_access_logs: true,
  },
  caps: {
    function_concurrency: 5,
    waiting_concurrency: 20,
    account_concurrency: 3000,
    table_read_units: 900,
    table_write_units: 400,
  },
  audit: { days: 730, lock: 'compliance', signing_key: true },
  sign_in: {
    user_pool: true,
    callback_urls: ['https://console.example.com/v1/sign-in/con_01kag3x5ntfyxs4v4yh2m8q9ab/callback'],
  },
  secrets_rotation: 3,
  canary: 'ten_percent_for_5_minutes',
  termination_protection: false,
};

type Part = Readonly<Record<string, unknown>>;

/**
 * A value with each part replaced for which there is something else, until there is no such part any more.
 */
const withReplaced = (value: unknown, replacementOf: (part: Part) => unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => withReplaced(part, replacementOf));
  const replacement = replacementOf(value as Part);
  if (replacement !== undefined) return withReplaced(replacement, replacementOf);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withReplaced(part, replacementOf)]),
  );
};

const nestedType = 'AWS::CloudFormation::Stack';

/**
 * All templates of a platform as one, in which each value that a stack gets from another refers to its
 * origin.
 */
const merged = (ofStacks: Templates): Template => {
  const templates = [...ofStacks.values()];
  const all = templates.flatMap(({ Resources }) => Object.entries(Resources));
  const resources = Object.fromEntries(all.filter(([, { Type }]) => Type !== nestedType));
  const outputs = Object.assign({}, ...templates.map(({ Outputs }) => Outputs)) as Record<
    string,
    { readonly Value: unknown }
  >;
  const nested = all.filter(([, { Type }]) => Type === nestedType).map(([id]) => id);
  if (Object.keys(resources).length + nested.length < all.length) {
    throw new Error('Two stacks have a resource of the same logical id');
  }
  const passed = Object.assign(
    {},
    ...all.map(([, { Type, Properties }]) => (Type === nestedType ? Properties.Parameters : {})),
  ) as Record<string, unknown>;

  const originOf = ({ Ref, 'Fn::GetAtt': att, 'Fn::GetStackOutput': looked }: Part): unknown => {
    if (typeof Ref === 'string') return passed[Ref];
    if (looked) return outputs[(looked as { OutputName: string }).OutputName]?.Value;
    const [of, name] = Array.isArray(att) ? (att as [string, string]) : [];
    return of && name && nested.includes(of) ? outputs[name.replace('Outputs.', '')]?.Value : undefined;
  };
  return Template.fromJSON(
    withReplaced({ Resources: resources, Outputs: outputs }, originOf) as Record<string, object>,
  );
};

export const mergedTemplateOf = (stacks: Stacks): Template => merged(templatesOf(stacks));

const synthesized = new Map<string, Template>();

/** The deployed resources under these settings, all stacks together, of all functions or a few. */
export const templateOf = (settings: object = {}, functions: Partial<typeof fewFunctions> = {}): Template => {
  const key = JSON.stringify([settings, functions.bundles?.length]);
  const template = synthesized.get(key) ?? merged(templatesWith(settings, functions));
  synthesized.set(key, template);
  return template;
};

export const resourcesOf = (template: Template): Record<string, Resource> =>
  template.toJSON().Resources as Record<string, Resource>;

/** The findings of the checks that are not acknowledged. */
export const findingsIn = ({ platform }: Pick<Stacks, 'platform'>): string[] =>
  checks().flatMap((pack) =>
    pack
      .validateScope(platform.node.root)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      ),
  );
