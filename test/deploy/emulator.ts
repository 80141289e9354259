import type { ChildProcess } from 'node:child_process';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { root } from '#lib/build/bundles.ts';
import { freePort } from '#lib/local/free-port.ts';

const run = promisify(execFile);

/** The release of MiniStack that the stacks were tried with. It has several a week. */
export const ministackVersion = '1.5.33';

/** The emulator takes the account from an access key of twelve digits. */
export const place = { account: '123456789012', region: 'eu-central-1' } as const;

/** The sentence that says why the emulator cannot run; undefined: it can. */
export const missing = (python: string): string | undefined => {
  const install = `pip install ministack==${ministackVersion} boto3==1.43.106`;
  const probe = "import boto3; from importlib.metadata import version; print(version('ministack'))";
  const { status, stdout } = spawnSync(python, ['-c', probe], { encoding: 'utf8' });
  if (status !== 0) return `${python} lacks MiniStack or boto3. Install them with: ${install}`;
  return stdout.trim() === ministackVersion ? undefined : `It needs another MiniStack: ${install}`;
};

export interface EmulatorOptions {
  readonly python: string;
  /** A folder for everything that it writes. */
  readonly scratch: string;
  /** Evaluates the policies of deployed roles, over TLS, which our buckets and the CDK's insist on. */
  readonly secure: boolean;
}

export interface Emulator {
  readonly endpoint: string;
  readonly environment: NodeJS.ProcessEnv;
  /** A command that copies files as AWS's CLI does, for the library's copying function. */
  readonly awsCommand: string;
  /** The answer of an operation of a service, by boto3's names. */
  readonly aws: (service: string, operation: string, parameters?: object) => Promise<unknown>;
  /** An address at which an API of the emulator answers, as it would at its own name. */
  readonly reach: (apiId: string) => Promise<string>;
  /** The most memory that it and its functions have used at once, in megabytes. */
  readonly peakMemory: () => number;
  readonly close: () => Promise<void>;
}

/** The processes of a group, and the memory that they hold now. */
const memoryOf = (pid: number): number => {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-g', String(pid)], { encoding: 'utf8' });
  return Math.round(stdout.split('\n').reduce((sum, line) => sum + Number(line), 0) / 1024);
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

/** Starts MiniStack on a free port of the loopback interface. */
export const startEmulator = async ({ python, scratch, secure }: EmulatorOptions): Promise<Emulator> => {
  await mkdir(scratch, { recursive: true });
  const port = await freePort();
  const endpoint = `${secure ? 'https' : 'http'}://127.0.0.1:${port}`;
  const bin = dirname(
    spawnSync(python, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout,
  );
  const client = join(import.meta.dirname, 'aws.py');
  const awsCommand = join(scratch, 'aws');
  const certificate = join(scratch, 'certificate.pem');
  // The CDK's copying function names the authorities of Lambda's own system.
  const trusting = secure ? `export AWS_CA_BUNDLE='${certificate}'\n` : '';
  await writeFile(awsCommand, `#!/bin/sh\n${trusting}exec '${python}' '${client}' "$@" 1>&2\n`);
  await chmod(awsCommand, 0o755);
  const key = join(scratch, 'key.pem');
  if (secure) {
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      certificate,
    ];
    await run('openssl', [...made, ...subject]);
    // The tour uploads and downloads by addresses of the emulator.
    setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')]);
  }
  const environment: NodeJS.ProcessEnv = {
    HOME: scratch,
    TMPDIR: scratch,
    PATH: [dirname(process.execPath), bin, process.env.PATH].join(':'),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: place.account,
    AWS_SECRET_ACCESS_KEY: 'emulated',
    AWS_REGION: place.region,
    AWS_DEFAULT_REGION: place.region,
    AWS_EC2_METADATA_DISABLED: 'true',
    ...(secure && {
      AWS_CA_BUNDLE: certificate,
      NODE_EXTRA_CA_CERTS: certificate,
      REQUESTS_CA_BUNDLE: certificate,
      // The CDK's copying function reports its end with urllib.
      SSL_CERT_FILE: certificate,
    }),
  };
  const child = spawn(python, ['-m', 'ministack'], {
    cwd: scratch,
    // A group of its own, so that its functions end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      GATEWAY_PORT: String(port),
      // By default it listens on all interfaces, and opens ports for MQTT and SFTP.
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: '127.0.0.1',
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
      MINISTACK_REGION: place.region,
      MINISTACK_ACCOUNT_ID: place.account,
      STATE_DIR: join(scratch, 'state'),
      S3_DATA_DIR: join(scratch, 's3'),
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'preload.cjs')}`,
      // The CDK's functions rely on the SDK that Lambda's runtime brings.
      NODE_PATH: join(root, 'node_modules'),
      ...(secure && { USE_SSL: '1', MINISTACK_SSL_CERT: certificate, MINISTACK_SSL_KEY: key, AUTH: 'true' }),
    },
  });
  const log = createWriteStream(join(scratch, 'emulator.log'));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const pid = child.pid ?? 0;
  const kill = (): void => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  process.once('exit', kill);

  const aws: Emulator['aws'] = async (service, operation, parameters = {}) => {
    const call = [client, 'call', service, operation, JSON.stringify(parameters)];
    const { stdout } = await run(python, call, { env: environment, maxBuffer: 1e8 });
    return JSON.parse(stdout);
  };
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(scratch, 'emulator.log'), 'utf8'));
    const isReady = await aws('sts', 'get_caller_identity').then(
      () => true,
      () => false,
    );
    if (isReady) break;
    if (tries > 60) throw new Error('The emulator does not answer');
    await wait(1000);
  }

  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, 2000);
  const gateways: Server[] = [];
  const authority = secure ? readFileSync(certificate) : undefined;
  const reach = async (apiId: string): Promise<string> => {
    const host = `${apiId}.execute-api.127.0.0.1:${port}`;
    const gateway = createServer((incoming, outgoing) => {
      const options = {
        host: '127.0.0.1',
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, host },
      };
      const onAnswer = (answer: import('node:http').IncomingMessage): void => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      };
      const passed = secure
        ? requestSecure({ ...options, ca: authority, servername: 'localhost' }, onAnswer)
        : requestPlain(options, onAnswer);
      passed.on('error', (error) => outgoing.destroy(error));
      incoming.pipe(passed);
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    gateways.push(gateway);
    return `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  };

  return {
    endpoint,
    environment,
    awsCommand,
    aws,
    reach,
    peakMemory: () => peak,
    close: async () => {
      clearInterval(watching);
      for (const gateway of gateways) gateway.close();
      // It does not end by SIGTERM while it waits for a custom resource.
      kill();
      process.off('exit', kill);
      await ended(child);
      log.end();
    },
  };
};
