import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Bundle } from '#lib/bundles.ts';
import { bundleOptions, root } from '#lib/bundles.ts';
import { quantile, rounded } from './quantiles.ts';

/** What a cold start of a function takes, in times of a bare one that uses the same clients of AWS, models and protocols. */
export interface ColdStart {
  readonly id: string;
  readonly bytes: number;
  /** CPU time until its module is there, in milliseconds: the median of several. */
  readonly ms: number;
  /** Absent where it has no SDK client. */
  readonly ratio?: number;
  /** The same, of a bare one without the parts of the SDK that our bundles leave out. */
  readonly lean_ratio?: number;
}

/** For each package whose clients or protocol a function may need: what somebody writes who uses it and nothing else. */
const uses: Readonly<Record<string, string>> = {
  '@aws-sdk/client-dynamodb': `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const read = (Key) => dynamodb.send(new GetCommand({ TableName: 'table', Key }));
`,
  '@aws-sdk/client-s3': `
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
const s3 = new S3Client({});
export const load = (Key) => s3.send(new GetObjectCommand({ Bucket: 'bucket', Key }));
`,
  '@aws-sdk/s3-request-presigner': `
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
export const link = (client, command) => getSignedUrl(client, command);
`,
  '@aws-sdk/lib-storage': `
import { Upload } from '@aws-sdk/lib-storage';
export const upload = (options) => new Upload(options).done();
`,
  '@aws-sdk/client-kms': `
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
const kms = new KMSClient({});
export const decrypt = (CiphertextBlob) => kms.send(new DecryptCommand({ CiphertextBlob }));
`,
  '@aws-sdk/client-sqs': `
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
const sqs = new SQSClient({});
export const queue = (MessageBody) => sqs.send(new SendMessageCommand({ QueueUrl: 'queue', MessageBody }));
`,
  '@aws-sdk/client-polly': `
import { PollyClient, SynthesizeSpeechCommand } from '@aws-sdk/client-polly';
const polly = new PollyClient({});
export const speak = (input) => polly.send(new SynthesizeSpeechCommand(input));
`,
  '@ai-sdk/elevenlabs': `
import { createElevenLabs } from '@ai-sdk/elevenlabs';
const elevenLabs = createElevenLabs({ apiKey: 'key' });
export const voice = (id) => elevenLabs.speech(id);
`,
  ai: `
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';
const bedrock = createAmazonBedrock({ region: 'us-east-1' });
const compatible = createOpenAICompatible({ name: 'compatible', baseURL: 'http://localhost' });
export const ask = (id, prompt) => generateText({ model: (id.includes(':') ? bedrock : compatible)(id), prompt });
`,
  '@modelcontextprotocol/server': `
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
const server = () => new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
export const handler = createMcpHandler(server);
`,
};

interface Bare {
  readonly usual: string;
  readonly lean: string;
}

/** What somebody writes who needs nothing but these clients: bundled as they would, and as we do. */
const buildBare = async (directory: string, name: string, contents: string): Promise<Bare> => {
  const { outExtension: _extension, alias, plugins, ...options } = bundleOptions;
  const usual = join(directory, `${name}.cjs`);
  const lean = join(directory, `${name}-lean.cjs`);
  const stdin = { contents, resolveDir: root };
  await build({ ...options, stdin, outfile: usual });
  await build({ ...options, alias, plugins, stdin, outfile: lean });
  return { usual, lean };
};

const environment = {
  ...process.env,
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'table',
  BUCKET_NAME: 'bucket',
};

/** CPU time of a new process until it has loaded a file: other processes on the machine do not count. */
const load = (file: string): number => {
  const program = `const before = process.cpuUsage();
require(${JSON.stringify(file)});
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));`;
  return Number(execFileSync(process.execPath, ['-e', program], { env: environment }));
};

const rounds = 15;

const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * In each round, loads every function right after its bare one, and takes the median of the ratios: a machine that is slow for a
 * while is slow to both. Of two equal files, 15 least times differed by up to a third, the median of 15 ratios by 3 %.
 */
export const coldStarts = async (bundles: readonly Bundle[]): Promise<readonly ColdStart[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'bare-'));
  const built = new Map<string, Bare>();
  /** The one that uses what the bundle uses; undefined if that is nothing. */
  const bareOf = async ({ packages }: Bundle): Promise<Bare | undefined> => {
    const used = Object.keys(uses).filter((name) => name in packages);
    const key = used.join(' ');
    const found = built.get(key);
    if (found || used.length === 0) return found;
    const contents = used.map((name) => uses[name]).join('');
    const bare = await buildBare(directory, `bare-${built.size}`, contents);
    built.set(key, bare);
    return bare;
  };
  const compared = new Map<Bundle, Bare | undefined>();
  for (const bundle of bundles) compared.set(bundle, await bareOf(bundle));
  const fileOf = ({ directory }: Bundle): string => join(root, directory, 'index.cjs');
  const times = bundles.map((bundle) => ({ bundle, own: [] as number[], usual: [] as number[] }));
  const leanTimes = new Map([...built.values()].map(({ lean }) => [lean, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [lean, ms] of leanTimes) ms.push(load(lean));
    for (const { bundle, own, usual } of times) {
      const bare = compared.get(bundle);
      if (bare) usual.push(load(bare.usual));
      own.push(load(fileOf(bundle)));
    }
  }
  const starts = times.map(({ bundle, own, usual }): ColdStart => {
    const bare = compared.get(bundle);
    const ms = median(own);
    const ratio = median(own.map((time, round) => time / (usual[round] ?? Number.NaN)));
    return {
      id: bundle.id,
      bytes: bundle.bytes,
      ms: rounded(ms),
      ...(bare && {
        ratio: rounded(ratio),
        lean_ratio: rounded(ms / median(leanTimes.get(bare.lean) ?? [])),
      }),
    };
  });
  await rm(directory, { recursive: true });
  return starts;
};
