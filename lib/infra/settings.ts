import type { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { answersRequests, waitsForOthers } from '#lib/build/function-settings.ts';
import { partitionOf } from '#lib/domain/aws-regions.ts';
import { EarsSettings } from '#lib/ears/settings.ts';
import { ModelSettings, namedModels } from '#lib/model/settings.ts';
import { SpeechSettings } from '#lib/speech/settings.ts';

const Origin = z
  .string()
  .regex(/^(\*|https?:\/\/[a-z0-9.-]+(:\d+)?)$/, 'must be * or an origin such as https://app.example.com');

const HostName = z
  .string()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a host name such as api.example.com');

/** A region's name, with the directions that AWS names regions by: a typing error is none of them. */
const Region = z
  .string()
  .regex(
    /^(af|ap|ca|cn|eu|eusc|il|me|mx|sa|us)(-gov|-de|-iso[a-z]?)?-(north|south|east|west|central|northeast|northwest|southeast|southwest)-\d$/,
    'must be a region such as eu-central-1',
  );

const Units = z.int().min(1).max(1_000_000);

/** The retention periods that CloudWatch Logs supports, in days. */
export const logRetentionDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1827, 3653,
] as const;

export const canaries = [
  'ten_percent_for_5_minutes',
  'ten_percent_for_15_minutes',
  'ten_percent_more_each_minute',
] as const;

const HostedZone = z.strictObject({ id: z.string().regex(/^Z[A-Z0-9]+$/), name: HostName });

/** The names that lead to the APIs. */
export const namesOf = ({
  name,
  socket_name,
}: {
  readonly name: string;
  readonly socket_name?: string | undefined;
}): readonly string[] => [name, ...(socket_name ? [socket_name] : [])];

const Domain = z
  .strictObject({
    name: HostName,
    /**
     * Another name, for the WebSocket API of calls and watching pages, because API Gateway maps no name to
     * both kinds of API. Absent: API Gateway's own.
     */
    socket_name: HostName.optional(),
    /**
     * The stack writes DNS records into this zone: the addresses of both names, and the validation of new
     * certificates.
     */
    hosted_zone: HostedZone.optional(),
    /** An existing certificate of both names in the stack's region. Required without a hosted zone. */
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
    ({ hosted_zone, ...domain }) =>
      !hosted_zone || namesOf(domain).every((name) => `.${name}`.endsWith(`.${hosted_zone.name}`)),
    'has a name that is not in its hosted_zone',
  )
  .refine(({ name, socket_name }) => name !== socket_name, {
    error: 'must not be `name`, because each name leads to one of them',
    path: ['socket_name'],
  });

const Console = z
  .strictObject({
    /** Whether the stack serves the console. */
    enabled: z.boolean().default(true),
    /**
     * A custom name in place of CloudFront's. Its certificate must be in us-east-1, where CloudFront requires
     * certificates.
     */
    domain: z
      .strictObject({
        name: HostName,
        certificate_arn: z
          .string()
          .regex(
            /^arn:[a-z-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
            'must be the ARN of a certificate in us-east-1',
          ),
        /**
         * Further names of the same certificate, such as the `settings.branding.domain` of organizations that
         * show the console as theirs. Their owners create the records.
         */
        more_names: z.array(HostName).max(99).default([]),
        /** The stack writes the name's record into this zone. Absent: the operator creates the record. */
        hosted_zone: HostedZone.optional(),
      })
      .refine(
        ({ name, hosted_zone }) => !hosted_zone || `.${name}`.endsWith(`.${hosted_zone.name}`),
        'has a name that is not in its hosted_zone',
      )
      .optional(),
    /**
     * A web ACL of AWS WAF that CloudFront applies to each request, for the console and for /v1 on its name.
     */
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
  /** The region of the copies. */
  region: Region,
  /**
   * A KMS key in that region, which DynamoDB and S3 may use. Required with `own_key`, whose key belongs to
   * the first region.
   */
  key_arn: z
    .string()
    .regex(/^arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, 'must be the ARN of a KMS key')
    .optional(),
});
export type Replication = z.output<typeof Replication>;

/** Whether an ARN, if any, belongs to the region and the account, if these are known. */
const isIn = (
  place: { region?: string | undefined; account?: string | undefined },
  arn?: string,
): boolean => {
  const [, , , region, account] = arn?.split(':') ?? [];
  return !arn || ((place.region ?? region) === region && (place.account ?? account) === account);
};

/** The stack's region: the setting, or else the region that the CDK finds in the credentials. */
const regionOf = (region: string | undefined): string | undefined => region ?? process.env.CDK_DEFAULT_REGION;

/** The settings of services that a stack uses in the same region or in another one. */
type Elsewhere = 'model' | 'speech' | 'ears';

type WithRegions = { readonly region?: string | undefined } & {
  readonly [Name in Elsewhere]?: { readonly region?: string | undefined } | object | undefined;
};

/** A refinement: the credentials of a function are of one partition. */
const inSamePartition = (
  name: Elsewhere,
): [holds: (settings: WithRegions) => boolean, fault: { error: string; path: string[] }] => [
  (settings) => {
    const { region }: { readonly region?: string | undefined } = settings[name] ?? {};
    return region === undefined || partitionOf(region) === partitionOf(regionOf(settings.region));
  },
  { error: 'must be in the same partition of AWS as the region of the stack', path: [name, 'region'] },
];

/** The regions that a profile's prefix allows. Bedrock decides which of them offer the profile. */
const areas: Readonly<Record<string, RegExp>> = {
  us: /^(us-(east|west)|ca|mx|sa)-/,
  'us-gov': /^us-gov-/,
  eu: /^(eu|il|me|af)-/,
  apac: /^(ap|me|il)-/,
  jp: /^ap-northeast-/,
  au: /^ap-southeast-/,
  ca: /^ca-/,
};

/**
 * A role's policies are limited to 10,240 characters, and each profile needs two statements. With names as
 * long as AWS makes them, 18 would be too many.
 */
export const mostBedrockModels = 16;

/** The operator's settings. The defaults suit a first deployment. */
export const Settings = z
  .strictObject({
    /** The account of the stack; absent: that of the credentials. */
    account: z
      .string()
      .regex(/^\d{12}$/, 'must be twelve digits')
      .optional(),
    region: Region.optional(),

    /** The origins whose pages may call the API; none by default. */
    cors_origins: z.array(Origin).default([]),
    /** The language models that agents are tried with. Without them, a test only follows the flow. */
    model: z.optional(ModelSettings),
    /** The speech service for agents without an account at a voice provider; none by default. */
    speech: z.optional(SpeechSettings),
    /** The recognition of speech in pages that talk with agents; none by default. */
    ears: z.optional(EarsSettings),
    /** A custom name in place of API Gateway's. */
    domain: Domain.optional(),
    /** The console, and the API under /v1 on the same name. */
    console: Console,
    /**
     * A number that increases with each rotation of secrets in Secrets Manager. CloudFormation reads a secret
     * only for what changes, so the functions with API keys have it in their environment. It also replaces
     * the secret that CloudFront and the functions share.
     */
    secrets_rotation: z.int().min(0).max(1_000_000).default(0),
    /** The gateway's total throttle, so that a caller's mistake does not become a large bill. */
    throttle: z
      .strictObject({
        requests_per_second: z.int().min(1).max(10_000).default(500),
        burst: z.int().min(1).max(5_000).default(1_000),
        /**
         * Requests per minute from all keys of one organization to all routes that wait for other services:
         * each may occupy a function for 29 seconds.
         */
        waiting_requests_per_minute: z.int().min(1).max(60_000).default(300),
      })
      .prefault({}),

    alarms: z
      .strictObject({
        /**
         * The address that receives alarms; absent: nobody receives them until somebody subscribes to the
         * topic.
         */
        email: z.email('must be an address such as ops@example.com').optional(),
        /** The percentage of requests, over 30 days, that must not fail because of the platform. */
        availability_percent: z.number().min(99).max(99.99).default(99.9),
        /** The maximum duration of a fast answer, in milliseconds. */
        slow_ms: z.int().min(100).max(10_000).default(3_000),
        /** The percentage of answers, over 30 days, that must be fast. */
        fast_percent: z.number().min(95).max(99.9).default(99),
        /**
         * Route 53 requests `GET /v1/health` from three locations, and an alarm in us-east-1 reports
         * failures.
         */
        health_check: z.boolean().default(false),
        /** The monthly budget in US dollars. An alarm reports when costs exceed it or are forecast to. */
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
        /**
         * The number of days to which the table can be restored, including erased data; 0 turns recovery off
         * and saves its cost.
         */
        recovery_days: z.int().min(0).max(35).default(35),
        /** Infrequent access: storage at 40 % of the price, reads and writes at 125 %. */
        table_class: z.enum(['standard', 'standard_infrequent_access']).default('standard'),
        /**
         * The last of the numbered indexes that the table gets in this deployment, because one update of a
         * table creates at most one index: docs/operations.md#upgrade.
         */
        last_index: z
          .string()
          .regex(/^by_f\d+$/, 'must be the name of an index, such as by_f12')
          .optional(),
        /**
         * The name of a restored table that replaces the first one, which is retained. It must be imported
         * into the data stack: docs/operations.md has the steps.
         */
        restored_table: z
          .string()
          .regex(/^[\w.-]{3,255}$/, 'must be the name of a table')
          .optional(),
        /**
         * The table's current stream, if it differs from the one that the data stack created, or if the
         * mappings of its followers were deleted: docs/operations.md#streamstopped.
         */
        stream_arn: z
          .string()
          .regex(
            /^arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/[\dT:.-]+$/,
            'must be the ARN of a stream of a table',
          )
          .optional(),
        /**
         * A second region, to which DynamoDB and S3 copy the table and the recordings as they are written. It
         * doubles what writes and storage cost: docs/runbooks/lost-region.md.
         */
        replication: Replication.optional(),
        /**
         * A KMS key for table and bucket in place of AWS's own. It costs a dollar a month plus a fee for its
         * use.
         */
        own_key: z.boolean().default(false),
        /**
         * A KMS key that encrypts secrets of other services: API keys of voice providers and secrets of
         * webhooks. It costs a dollar a month. Integrations and webhooks require it.
         */
        secrets_key: z.boolean().default(false),
        /**
         * The number of days after which recordings move to Intelligent-Tiering, whose price falls the longer
         * nobody listens.
         */
        recordings_tiering_days: z.int().min(0).max(3650).nullable().default(30),
        /** Logs each access to a recording in S3, in a separate bucket, for as long as logs are kept. */
        recordings_access_logs: z.boolean().default(false),
      })
      .prefault({}),

    /** The seals of the audit log: docs/security.md#audit-log. */
    audit: z
      .strictObject({
        /** The number of days for which seals are kept and locked. Records stay in the table for 400. */
        days: z.int().min(1).max(3650).default(400),
        /**
         * Whether seals can be deleted earlier: by those with `s3:BypassGovernanceRetention`, or by nobody,
         * including AWS.
         */
        lock: z.enum(['governance', 'compliance']).default('governance'),
        /**
         * A KMS key that signs the digest of each hour, so that nobody can change seals without it. It costs
         * a dollar a month.
         */
        signing_key: z.boolean().default(false),
      })
      .prefault({}),

    /**
     * A user pool of Amazon Cognito, for people whose organization has no provider:
     * docs/guides/sign-in.md#amazon-cognito.
     */
    sign_in: z
      .strictObject({
        user_pool: z.boolean().default(false),
        /** `callback_url` of each connection to the pool. */
        callback_urls: z
          .array(z.url({ protocol: /^https$/, error: 'must be the callback_url of a connection' }))
          .max(100)
          .default([]),
      })
      .prefault({}),

    /** Bounds on spending. A bound that is set refuses requests beyond it. */
    caps: z
      .strictObject({
        /**
         * For each function that answers requests. Together they must leave 100 of the account's concurrency.
         */
        function_concurrency: z.int().min(1).max(1000).optional(),
        /** For each function that waits for other services, in place of `function_concurrency`. */
        waiting_concurrency: z.int().min(1).max(1000).optional(),
        /** The account's limit for concurrent functions in Lambda: a quota that AWS raises on request. */
        account_concurrency: z.int().min(10).max(1_000_000).default(1000),
        /** Units per second, of the table and of each of its indexes. */
        table_read_units: Units.optional(),
        table_write_units: Units.optional(),
      })
      .prefault({}),

    /** The method by which a new version replaces the last one. An alarm during the shift rolls it back. */
    canary: z.enum(canaries).optional(),
    /**
     * Whether the stacks that hold data are protected from deletion. The others are not: a deployment can
     * recreate them, and one that failed must be able to delete what it left.
     */
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
  .refine(({ console, region }) => !console.enabled || partitionOf(regionOf(region)).name === 'aws', {
    error: 'must be false in this region: CloudFront, which serves the console, is not available there',
    path: ['console', 'enabled'],
  })
  .refine(({ console, domain }) => !domain || !namesOf(domain).includes(console.domain?.name ?? ''), {
    error: 'must not be a name of `domain`, because each name leads to one of them',
    path: ['console', 'domain', 'name'],
  })
  .refine(
    ({ console, domain }) =>
      !domain || !console.domain?.more_names.some((name) => namesOf(domain).includes(name)),
    {
      error: 'must not contain a name of `domain`, because each name leads to one of them',
      path: ['console', 'domain', 'more_names'],
    },
  )
  .refine(
    ({ console: { domain } }) =>
      !domain || new Set([domain.name, ...domain.more_names]).size === domain.more_names.length + 1,
    {
      error: 'must contain each name once, and not `console.domain.name`',
      path: ['console', 'domain', 'more_names'],
    },
  )
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
  .refine(({ data, ...place }) => isIn(place, data.stream_arn), {
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
  .refine(({ domain, ...place }) => isIn(place, domain?.certificate_arn), {
    error: 'must be in the region and the account of the stack',
    path: ['domain', 'certificate_arn'],
  })
  .refine(
    ({ model }) => model?.provider !== 'bedrock' || !namedModels(model).some((id) => id.startsWith('arn:')),
    {
      error: 'must be ids of models or of profiles that span regions, not ARNs',
      path: ['model', 'models'],
    },
  )
  .refine(({ model }) => model?.provider !== 'bedrock' || namedModels(model).length <= mostBedrockModels, {
    error: `must be ${mostBedrockModels} at most: the function's role has no room for the permissions of more`,
    path: ['model', 'models'],
  })
  .refine(...inSamePartition('model'))
  .refine(...inSamePartition('speech'))
  .refine(...inSamePartition('ears'))
  .refine(
    ({ model }) =>
      model?.provider !== 'bedrock' ||
      namedModels(model).every((id) => areas[id.split('.')[0] ?? '']?.test(model.region) ?? true),
    { error: 'must be profiles of the area of `model.region`', path: ['model', 'models'] },
  )
  .refine(({ ears }) => ears?.provider !== 'local', {
    error: 'is for local use and cannot be deployed',
    path: ['ears', 'provider'],
  })
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

/** Lambda reserves this much of the account's concurrency for functions without a cap. */
const unreservedConcurrency = 100;

/** The concurrency reserved for a function that answers requests. Absent: none. */
export const concurrencyOf = (
  { function_concurrency, waiting_concurrency }: Partial<Settings['caps']>,
  id: string,
): number | undefined =>
  waitsForOthers(id) ? (waiting_concurrency ?? function_concurrency) : function_concurrency;

/** Throws a sentence if the reserved concurrency of these functions exceeds the account's. */
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

/** Stages may have different settings. Each is a separate stack. */
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

/** A stack to create: its name and settings. */
export interface Stage {
  readonly stackName: string;
  readonly settings: Settings;
}

const product = 'VoiceAgentPlatform';

/** The name of a stack where space is short, and where only lower-case letters may be. */
export const shortName = (stackName: string): string =>
  stackName.replace(product, 'voice-agents').toLowerCase();

/*
 * The next two are in other regions than the stack, where they can meet those of its namesakes: so their
 * names contain the region of the stack.
 */

/** The name of the stack that checks another one from outside. */
export const checkStackName = ({ stackName, settings: { region } }: Stage): string =>
  `${stackName}-${region}-check`;

/** The name of the stack in another region that has the copies of a stack's data. */
export const replicaStackName = ({ stackName, settings: { region } }: Stage): string =>
  `${stackName}-${region}-replica`;

/** The name of the stack that holds a stack's data. */
export const dataStackName = (stackName: string): string => `${stackName}-data`;

const parse = <T>(schema: z.ZodType<T>, value: unknown, place: string): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`The ${place} in cdk.json cannot be used:\n${z.prettifyError(result.error)}`);
};

/**
 * Removes settings that only one stage may have. A stage that shared them would take over the other stage's
 * name, or write into its table.
 */
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

const ours = ['settings', 'stages', 'stage'];

/** Entries that the CDK's commands store in the same file: `cdk acknowledge`, `cdk cli-telemetry`. */
const keptByCdk = ['acknowledged-issue-numbers', 'cli-telemetry'];

/** CDK's other context has a colon or a slash in each name. */
const refuseUnknown = (app: App): void => {
  const known = [...ours, ...keptByCdk];
  const unknown = Object.keys(app.node.getAllContext()).find(
    (name) => !known.includes(name) && !/[:/]/.test(name),
  );
  if (unknown !== undefined) {
    throw new Error(`Nothing in cdk.json is called ${JSON.stringify(unknown)}: it has settings and stages.`);
  }
};

/**
 * The CDK ignores other entries of `cdk.json` than its own, so a deployment would silently have the defaults.
 */
const refuseMisplaced = (cdkJson: object): void => {
  const misplaced = ours.find((name) => Object.hasOwn(cdkJson, name));
  if (misplaced !== undefined) {
    throw new Error(`cdk.json has ${JSON.stringify(misplaced)} beside "context": it belongs in "context".`);
  }
};

/**
 * Reads the settings in the context of `cdk.json` or in `cdk.context.json`, under `settings`. With
 * `-c stage=<name>`, entries under `stages` override the settings of the same name. A stage never inherits
 * the domains or the restored table of the first stack. Throws one sentence for each invalid setting.
 */
export const readStage = (app: App, cdkJson: object): Stage => {
  refuseMisplaced(cdkJson);
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
