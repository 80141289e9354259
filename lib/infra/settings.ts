import type { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { answersRequests, waitsForOthers } from '#lib/build/function-settings.ts';
import { ModelSettings } from '#lib/model/settings.ts';
import { SpeechSettings } from '#lib/speech/settings.ts';

const Origin = z
  .string()
  .regex(/^(\*|https?:\/\/[a-z0-9.-]+(:\d+)?)$/, 'must be * or an origin such as https://app.example.com');

const HostName = z
  .string()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a host name such as api.example.com');

const Region = z.string().regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'must be a region such as eu-central-1');

const Units = z.int().min(1).max(1_000_000);

/** What CloudWatch Logs lets one choose from. */
export const logRetentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1827, 3653,
] as const;

export const canaries = [
  'ten_percent_for_5_minutes',
  'ten_percent_for_15_minutes',
  'ten_percent_more_each_minute',
] as const;

const HostedZone = z.strictObject({ id: z.string().regex(/^Z[A-Z0-9]+$/), name: HostName });

const Domain = z
  .strictObject({
    name: HostName,
    /** Whose records are written by the stack: the name's address, and the proof for a certificate of its own. */
    hosted_zone: HostedZone.optional(),
    /** A certificate that is there already, in the stack's region. Needed where there is no hosted zone. */
    certificate_arn: z
      .string()
      .regex(/^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of a certificate')
      .optional(),
  })
  .refine(
    ({ hosted_zone, certificate_arn }) => hosted_zone ?? certificate_arn,
    'needs a hosted_zone, or the certificate_arn of a certificate',
  )
  .refine(
    ({ name, hosted_zone }) => !hosted_zone || `.${name}`.endsWith(`.${hosted_zone.name}`),
    'has a name that is not in its hosted_zone',
  );

const Console = z
  .strictObject({
    /** Whether the stack serves the console. */
    enabled: z.boolean().default(true),
    /** A name for it in place of CloudFront's. Its certificate has to be in us-east-1, where CloudFront looks for certificates. */
    domain: z
      .strictObject({
        name: HostName,
        certificate_arn: z
          .string()
          .regex(
            /^arn:[a-z-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
            'must be the ARN of a certificate in us-east-1',
          ),
        /** Where the stack writes the name's record; absent: you write it. */
        hosted_zone: HostedZone.optional(),
      })
      .refine(
        ({ name, hosted_zone }) => !hosted_zone || `.${name}`.endsWith(`.${hosted_zone.name}`),
        'has a name that is not in its hosted_zone',
      )
      .optional(),
    /** A web ACL of AWS WAF that CloudFront asks about each request, to the console and to /v1 on its name. */
    web_acl_arn: z
      .string()
      .regex(
        /^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
        'must be the ARN of a web ACL for CloudFront',
      )
      .optional(),
  })
  .prefault({});

const Replication = z.strictObject({
  /** Where the copies are. */
  region: Region,
  /** A KMS key of that region, which DynamoDB and S3 may use. Needed with `own_key`, whose key is one of the first region. */
  key_arn: z
    .string()
    .regex(/^arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, 'must be the ARN of a KMS key')
    .optional(),
});
export type Replication = z.output<typeof Replication>;

/** Whether an ARN, if there is one, is of the region and of the account, if they are told. */
const isIn = (told: { region?: string | undefined; account?: string | undefined }, arn?: string): boolean => {
  const [, , , region, account] = arn?.split(':') ?? [];
  return !arn || ((told.region ?? region) === region && (told.account ?? account) === account);
};

/** The part of AWS that a region is in: nothing is shared with another one. */
const partitionOf = (region = ''): string => {
  if (region.startsWith('cn-')) return 'aws-cn';
  if (region.startsWith('us-gov-')) return 'aws-us-gov';
  return region.startsWith('eusc-') ? 'aws-eusc' : 'aws';
};

/** The region of the stack: without the setting, the one that the CDK finds in the credentials. */
const regionOf = (region: string | undefined): string | undefined => region ?? process.env.CDK_DEFAULT_REGION;

/** The regions that the beginning of a profile's name allows. Which of them has the profile, Bedrock decides. */
const areas: Readonly<Record<string, RegExp>> = {
  us: /^(us-(east|west)|ca|mx|sa)-/,
  'us-gov': /^us-gov-/,
  eu: /^(eu|il|me|af)-/,
  apac: /^(ap|me|il)-/,
  jp: /^ap-northeast-/,
  au: /^ap-southeast-/,
  ca: /^ca-/,
};

/** A role has room for 10,240 characters of policies, of which a profile takes two statements. */
export const mostBedrockModels = 20;

/** What an operator may decide before deploying; what is absent is right for a first deployment. */
export const Settings = z
  .strictObject({
    /** Where the stack goes; absent: where the credentials point. */
    account: z
      .string()
      .regex(/^\d{12}$/, 'must be twelve digits')
      .optional(),
    region: Region.optional(),

    /** The origins whose pages may call the API; none. */
    cors_origins: z.array(Origin).default([]),
    /** The language models that agents are tried with; none, so that a test only walks the flow. */
    model: z.optional(ModelSettings),
    /** What speaks for agents without an account at a voice provider; nothing. */
    speech: z.optional(SpeechSettings),
    /** A name of one's own in place of API Gateway's. */
    domain: Domain.optional(),
    /** The console, and the API under /v1 on the same name. */
    console: Console,
    /** What the gateway lets through in sum, so that a mistake of a caller does not become a bill. */
    throttle: z
      .strictObject({
        requests_per_second: z.int().min(1).max(10_000).default(500),
        burst: z.int().min(1).max(5_000).default(1_000),
        /** Of the keys of one organization, to all routes that wait for others: each may occupy a function for 29 seconds. */
        waiting_requests_per_minute: z.int().min(1).max(60_000).default(300),
      })
      .prefault({}),

    alarms: z
      .strictObject({
        /** Who is told; absent: nobody, until somebody subscribes to the topic. */
        email: z.email('must be an address such as ops@example.com').optional(),
        /** How many of a hundred requests must not be answered with a 5xx, over 30 days. */
        availability_percent: z.number().min(99).max(99.99).default(99.9),
        /** What a fast answer may take. */
        slow_ms: z.int().min(100).max(10_000).default(3_000),
        /** How many of a hundred answers must be fast, over 30 days. */
        fast_percent: z.number().min(95).max(99.9).default(99),
        /** Route 53 asks `GET /v1/health` from three places of the world, and an alarm in us-east-1 says when it is not answered. */
        health_check: z.boolean().default(false),
        /** What the platform may cost in a month, in US dollars; an alarm when it does, or is about to. */
        monthly_budget_usd: z.number().min(1).max(10_000_000).optional(),
      })
      .prefault({}),

    logs: z
      .strictObject({
        retention_days: z
          .literal(logRetentionDays, `must be one of ${logRetentionDays.join(', ')}`)
          .default(90),
        /** A line of the gateway for each request, also for those that reach no function. */
        access: z.boolean().default(true),
        /** X-Ray's traces, of which it samples one a second and a twentieth of the others. */
        tracing: z.boolean().default(false),
      })
      .prefault({}),

    data: z
      .strictObject({
        /** How far back the table can be restored, and what is erased with it; 0: not at all, which saves what it costs. */
        recovery_days: z.int().min(0).max(35).default(35),
        /** Infrequent access: storage at 40 % of the price, reads and writes at 125 %. */
        table_class: z.enum(['standard', 'standard_infrequent_access']).default('standard'),
        /**
         * The name of a restored table that takes the place of the first one, which is retained. It has to be imported into the data
         * stack: docs/operations.md has the steps.
         */
        restored_table: z
          .string()
          .regex(/^[\w.-]{3,255}$/, 'must be the name of a table')
          .optional(),
        /**
         * The table's present stream, where it is another than the one that the data stack has created, or where the mappings of the
         * functions that follow it were deleted: docs/operations.md#streamstopped.
         */
        stream_arn: z
          .string()
          .regex(
            /^arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/[\dT:.-]+$/,
            'must be the ARN of a stream of a table',
          )
          .optional(),
        /**
         * A second region, to which DynamoDB and S3 copy the table and the recordings as they are written. It doubles what writes and
         * storage cost: docs/runbooks/lost-region.md.
         */
        replication: Replication.optional(),
        /** A key in KMS for table and bucket, a dollar a month and a price for its use, in place of AWS's own. */
        own_key: z.boolean().default(false),
        /**
         * A key in KMS under which the secrets of other services are kept: API keys of voice providers, secrets of webhooks. A dollar a
         * month; integrations and webhooks need it.
         */
        secrets_key: z.boolean().default(false),
        /** After so many days recordings move to Intelligent-Tiering, which costs the less the longer nobody listens. */
        recordings_tiering_days: z.int().min(0).max(3650).nullable().default(30),
        /** Who asked S3 for which recording, in a bucket of its own, for as long as logs are kept. */
        recordings_access_logs: z.boolean().default(false),
      })
      .prefault({}),

    /** Bounds on spending. A bound that is set refuses requests beyond it. */
    caps: z
      .strictObject({
        /** Of each function that answers requests; together they must leave 100 of the account's concurrency. */
        function_concurrency: z.int().min(1).max(1000).optional(),
        /** Of each function that waits for others, in place of `function_concurrency`. */
        waiting_concurrency: z.int().min(1).max(1000).optional(),
        /** How many functions Lambda runs at once in the account: a quota, which AWS raises on request. */
        account_concurrency: z.int().min(10).max(1_000_000).default(1000),
        /** A second, of the table and of each of its indexes. */
        table_read_units: Units.optional(),
        table_write_units: Units.optional(),
      })
      .prefault({}),

    /** How a new version takes over from the last one; an alarm meanwhile brings the last one back. */
    canary: z.enum(canaries).optional(),
    /** Whether deleting the stack is refused until that is taken back. */
    termination_protection: z.boolean().default(true),
  })
  .refine(({ alarms, region }) => !alarms.health_check || region, {
    error: 'requires `region`, because the check is in us-east-1 and refers to the stack from there',
    path: ['alarms', 'health_check'],
  })
  .refine(({ alarms, region }) => !alarms.health_check || !/^(cn|us-gov|eusc)-/.test(region ?? ''), {
    error: 'is not available in this region: Route 53 has no health checks there',
    path: ['alarms', 'health_check'],
  })
  .refine(({ console, region }) => !console.enabled || partitionOf(regionOf(region)) === 'aws', {
    error: 'must be false in this region: CloudFront, which serves the console, is not available there',
    path: ['console', 'enabled'],
  })
  .refine(({ console, domain }) => !domain || domain.name !== console.domain?.name, {
    error: 'must not be the name of the API, because each name leads to one of them',
    path: ['console', 'domain', 'name'],
  })
  .refine(({ console, account }) => isIn({ account }, console.domain?.certificate_arn), {
    error: 'must be in the account of the stack',
    path: ['console', 'domain', 'certificate_arn'],
  })
  .refine(({ console, account }) => isIn({ account }, console.web_acl_arn), {
    error: 'must be in the account of the stack',
    path: ['console', 'web_acl_arn'],
  })
  .refine(
    ({ data, region }) => !data.replication || partitionOf(data.replication.region) === partitionOf(region),
    {
      error: 'must be in the same partition of AWS as the region of the stack',
      path: ['data', 'replication', 'region'],
    },
  )
  .refine(({ data, ...told }) => isIn(told, data.stream_arn), {
    error: 'must be in the region and the account of the stack',
    path: ['data', 'stream_arn'],
  })
  .refine(
    ({ data: { restored_table, stream_arn = '' } }) =>
      !restored_table || !stream_arn || stream_arn.includes(`:table/${restored_table}/`),
    { error: 'must be a stream of `data.restored_table`', path: ['data', 'stream_arn'] },
  )
  .refine(({ data, region }) => !data.own_key || region, {
    error: 'requires `region`, because a KMS key belongs to one region',
    path: ['data', 'own_key'],
  })
  .refine(({ data, account, region }) => !data.replication || (account && region), {
    error: 'requires `account` and `region`, because the stacks of both regions refer to each other',
    path: ['data', 'replication'],
  })
  .refine(({ data, region }) => !data.replication || data.replication.region !== region, {
    error: 'must be a region other than that of the stack',
    path: ['data', 'replication', 'region'],
  })
  .refine(({ data }) => !data.replication || !data.own_key || data.replication.key_arn, {
    error: 'is required with `own_key`, because copies are encrypted with a key of their own region',
    path: ['data', 'replication', 'key_arn'],
  })
  .refine(
    ({ data, account }) => isIn({ account, region: data.replication?.region }, data.replication?.key_arn),
    {
      error: 'must be in the region of the copies and in the account of the stack',
      path: ['data', 'replication', 'key_arn'],
    },
  )
  .refine(({ domain, ...told }) => isIn(told, domain?.certificate_arn), {
    error: 'must be in the region and the account of the stack',
    path: ['domain', 'certificate_arn'],
  })
  .refine(({ model }) => model?.provider !== 'bedrock' || !model.models.some((id) => id.startsWith('arn:')), {
    error: 'must be ids of models or of profiles that span regions, not ARNs',
    path: ['model', 'models'],
  })
  .refine(({ model }) => model?.provider !== 'bedrock' || model.models.length <= mostBedrockModels, {
    error: `must be ${mostBedrockModels} at most: the function's role has no room for the permissions of more`,
    path: ['model', 'models'],
  })
  .refine(
    ({ model, region }) =>
      model?.provider !== 'bedrock' || partitionOf(model.region) === partitionOf(regionOf(region)),
    { error: 'must be in the same partition of AWS as the region of the stack', path: ['model', 'region'] },
  )
  .refine(
    ({ model }) =>
      model?.provider !== 'bedrock' ||
      model.models.every((id) => areas[id.split('.')[0] ?? '']?.test(model.region) ?? true),
    { error: 'must be profiles of the area of `model.region`', path: ['model', 'models'] },
  )
  .refine(({ speech }) => speech?.provider !== 'stand_in', {
    error: 'is a stand-in for local use and cannot be deployed',
    path: ['speech', 'provider'],
  })
  .refine(({ speech }) => speech?.provider !== 'openai_compatible' || speech.base_url.startsWith('https:'), {
    error: 'must begin with https: texts and the key are sent there',
    path: ['speech', 'base_url'],
  })
  .refine(({ model }) => model?.provider !== 'openai_compatible' || model.base_url.startsWith('https:'), {
    error: 'must begin with https: prompts and the key are sent there',
    path: ['model', 'base_url'],
  });
export type Settings = z.output<typeof Settings>;

/** Lambda leaves so much of the account's concurrency to functions without a cap. */
const unreservedConcurrency = 100;

/** What is reserved for a function that answers requests. Absent: nothing. */
export const concurrencyOf = (
  { function_concurrency, waiting_concurrency }: Partial<Settings['caps']>,
  id: string,
): number | undefined =>
  waitsForOthers(id) ? (waiting_concurrency ?? function_concurrency) : function_concurrency;

/** Throws a sentence if the caps of concurrency do not fit into the account, with these functions. */
export const checkConcurrency = ({ caps }: Settings, functions: readonly { readonly id: string }[]): void => {
  const free = caps.account_concurrency - unreservedConcurrency;
  const answering = functions.filter(({ id }) => answersRequests(id));
  const reserved = answering.reduce((sum, { id }) => sum + (concurrencyOf(caps, id) ?? 0), 0);
  if (reserved <= free || reserved === 0) return;
  const waiting = answering.filter(({ id }) => waitsForOthers(id)).length;
  const forWaiting = waiting * (caps.waiting_concurrency ?? 0);
  const [name, most] =
    caps.function_concurrency === undefined
      ? ['waiting', Math.floor(free / waiting)]
      : ['function', Math.floor((free - forWaiting) / (answering.length - (forWaiting > 0 ? waiting : 0)))];
  throw new Error(
    `caps.${name}_concurrency can be ${Math.max(most, 0)} at most: ${answering.length} functions answer requests (${waiting} of \
them wait for others), Lambda keeps ${unreservedConcurrency} for all others, and the account may run \
${caps.account_concurrency} at once. If Service Quotas shows more for yours, set caps.account_concurrency.`,
  );
};

/** Stages may differ in settings; each is a stack of its own. */
const Stages = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .refine(
    (stages) => Object.keys(stages).every((name) => /^[a-z][a-z0-9-]{0,19}$/.test(name)),
    'must have names of lower case letters, digits and hyphens',
  )
  .refine(
    (stages) => Object.keys(stages).every((name) => !/(^|-)(data|check|replica)$/.test(name)),
    'must not have names that end in data, check or replica: stacks beside the first one are called so',
  );

/** A stack to be made: what it is called, and what was decided about it. */
export interface Stage {
  readonly stackName: string;
  readonly settings: Settings;
}

const product = 'VoiceAgentPlatform';

/** The stack that looks at another one from outside. */
export const checkStackName = (stackName: string): string => `${stackName}-check`;

/** The stack in another region that has the copies of the data of another one. */
export const replicaStackName = (stackName: string): string => `${stackName}-replica`;

/** The stack that holds the data of another one. */
export const dataStackName = (stackName: string): string => `${stackName}-data`;

const parse = <T>(schema: z.ZodType<T>, value: unknown, place: string): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`The ${place} in cdk.json cannot be used:\n${z.prettifyError(result.error)}`);
};

/** What there is only one of. A stage that shared it would answer in the other one's name, or write into its table. */
const withoutUnique = ({ domain: _domain, ...shared }: Readonly<Record<string, unknown>>) => {
  const without = (name: string, unique: object) => {
    const value = shared[name];
    return typeof value === 'object' && value !== null ? { [name]: { ...value, ...unique } } : {};
  };
  return {
    ...shared,
    ...without('data', { restored_table: undefined, stream_arn: undefined }),
    ...without('console', { domain: undefined }),
  };
};

/** What the CDK's commands keep beside it: `cdk acknowledge`, `cdk cli-telemetry`. */
const keptByCdk = ['acknowledged-issue-numbers', 'cli-telemetry'];

/** CDK's other context has a colon or a slash in each name. */
const refuseUnknown = (app: App): void => {
  const known = ['settings', 'stages', 'stage', ...keptByCdk];
  const unknown = Object.keys(app.node.getAllContext()).find(
    (name) => !known.includes(name) && !/[:/]/.test(name),
  );
  if (unknown !== undefined) {
    throw new Error(`Nothing in cdk.json is called ${JSON.stringify(unknown)}: it has settings and stages.`);
  }
};

/**
 * The settings in `cdk.json` or `cdk.context.json`, under `settings`, and the stage that `-c stage=<name>` asks for: what
 * it has under `stages` takes the place of the setting of that name. It never takes the domains or the restored table of
 * the first stack. Throws a sentence for each that is wrong.
 */
export const readStage = (app: App): Stage => {
  refuseUnknown(app);
  const common = parse(
    z.record(z.string(), z.unknown()),
    app.node.tryGetContext('settings') ?? {},
    'settings',
  );
  const stages = parse(Stages, app.node.tryGetContext('stages') ?? {}, 'stages');
  const name: unknown = app.node.tryGetContext('stage');
  if (name === undefined) return { stackName: product, settings: parse(Settings, common, 'settings') };

  const own = typeof name === 'string' && Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (!own) {
    const known = Object.keys(stages).join(', ') || 'none';
    throw new Error(`There is no stage ${JSON.stringify(name)} under stages in cdk.json: there is ${known}.`);
  }
  return {
    stackName: `${product}-${name}`,
    settings: parse(Settings, { ...withoutUnique(common), ...own }, `settings of stage ${name}`),
  };
};
