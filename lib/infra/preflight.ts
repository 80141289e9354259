import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { awsHost, partitionOf } from '#lib/domain/aws-regions.ts';
import type { Settings } from './settings.ts';
import { namesOf } from './settings.ts';

/** The stack needs about 260 roles, one for each function and some others. */
export const rolesOfPlatform = 280;
/** The bootstrap stack that today's templates ask for. */
const bootstrapVersion = 6;
/** Two readers of the table's stream alone can take a new account's ten. */
const fewestFunctions = 100;
const usualFunctions = 1000;

/** The result of a check; `ask` is what to do about it. */
export interface PreflightResult {
  readonly name: string;
  readonly result: 'passed' | 'note' | 'failed';
  readonly sentence: string;
  readonly ask?: string;
}

export interface PreflightOptions {
  readonly settings: Settings;
  readonly region: string;
  /** In place of AWS's own addresses. */
  readonly endpoint?: string | undefined;
}

interface Question {
  readonly service: 'acm' | 'apigateway' | 'iam' | 'ssm' | 'sts';
  readonly region: string;
  readonly method?: 'GET' | 'POST';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer of AWS: its status and its text, JSON or XML. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks AWS without its clients: each check has one question. */
const askerOf = ({ region, endpoint }: PreflightOptions, client: LambdaClient) => {
  return async ({ service, region: asked, method = 'POST', path = '/', headers = {}, body }: Question) => {
    const host = service === 'iam' ? `iam.${partitionOf(region).domain}` : awsHost(service, asked);
    const url = new URL(path, endpoint ?? `https://${host}`);
    const signer = new SignatureV4({
      service,
      region: asked,
      credentials: client.config.credentials,
      sha256: Hash.bind(null, 'sha256'),
    });
    const signed = await signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path,
      headers: { host: url.host, ...headers },
      ...(body !== undefined && { body }),
    });
    const { host: _host, ...sent } = signed.headers;
    const response = await fetch(url, { method, headers: sent, ...(body !== undefined && { body }) });
    return { status: response.status, text: await response.text() } satisfies Answer;
  };
};

type Ask = ReturnType<typeof askerOf>;

const form = (Action: string, Version: string) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ Action, Version }).toString(),
});

const json = (target: string, body: object) => ({
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
  body: JSON.stringify(body),
});

/** The text of the first element of this name. */
const elementIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

/** A number of IAM's summary of the account. */
const summaryIn = (xml: string, key: string): number =>
  Number(new RegExp(`<key>${key}</key>\\s*<value>(\\d+)</value>`).exec(xml)?.[1] ?? Number.NaN);

const passed = (name: string, sentence: string): PreflightResult => ({ name, result: 'passed', sentence });

const checkAccount = async (ask: Ask, { settings, region }: PreflightOptions): Promise<PreflightResult> => {
  const name = 'account';
  const { status, text } = await ask({ service: 'sts', region, ...form('GetCallerIdentity', '2011-06-15') });
  const account = elementIn(text, 'Account');
  if (status !== 200 || !account) {
    const sentence = `AWS does not accept the credentials (${status}).`;
    return { name, result: 'failed', sentence, ask: 'Sign in: aws sso login, or aws configure.' };
  }
  if (settings.account && settings.account !== account) {
    const sentence = `The credentials are of account ${account}, and settings.account is ${settings.account}.`;
    return { name, result: 'failed', sentence, ask: 'Sign in to the other account, or change the setting.' };
  }
  return passed(name, `Everything is created in account ${account}.`);
};

const checkRegion = ({ settings, region }: PreflightOptions): PreflightResult => {
  const name = 'region';
  if (settings.region === undefined || settings.region === region) return passed(name, `It is ${region}.`);
  const sentence = `AWS_REGION is ${region}, and settings.region is ${settings.region}.`;
  return { name, result: 'failed', sentence, ask: `export AWS_REGION=${settings.region}` };
};

const checkBootstrap = async (ask: Ask, { region }: PreflightOptions): Promise<PreflightResult> => {
  const name = 'bootstrap';
  const question = json('AmazonSSM.GetParameter', { Name: '/cdk-bootstrap/hnb659fds/version' });
  const { status, text } = await ask({ service: 'ssm', region, ...question });
  if (status === 400 && text.includes('ParameterNotFound')) {
    const sentence = `${region} is not bootstrapped.`;
    return { name, result: 'failed', sentence, ask: 'npx cdk bootstrap' };
  }
  const version = Number((JSON.parse(text) as { Parameter?: { Value?: string } }).Parameter?.Value);
  return version >= bootstrapVersion
    ? passed(name, `Its version is ${version}.`)
    : {
        name,
        result: 'failed',
        sentence: `Its version is ${version}, and the stacks need ${bootstrapVersion}.`,
        ask: 'npx cdk bootstrap',
      };
};

const checkFunctions = async (
  client: LambdaClient,
  { settings: { caps } }: PreflightOptions,
): Promise<PreflightResult> => {
  const name = 'functions';
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  const most = AccountLimit?.ConcurrentExecutions ?? 0;
  const ask = `Service Quotas, AWS Lambda, "Concurrent executions": ask for ${usualFunctions}.`;
  const sentence = `The account may run ${most} functions at once.`;
  if (most < fewestFunctions) {
    const why = 'Followers of the table alone can take ten, and requests are then refused.';
    return { name, result: 'failed', sentence: `${sentence} ${why}`, ask };
  }
  if (most === caps.account_concurrency) return passed(name, sentence);
  const setting = `caps.account_concurrency is ${caps.account_concurrency}.`;
  return { name, result: 'note', sentence: `${sentence} ${setting}`, ask: `Set it to ${most}. ${ask}` };
};

const checkRoles = async (ask: Ask): Promise<PreflightResult> => {
  const name = 'roles';
  const question = form('GetAccountSummary', '2010-05-08');
  const { text } = await ask({ service: 'iam', region: 'us-east-1', ...question });
  const [used, quota] = [summaryIn(text, 'Roles'), summaryIn(text, 'RolesQuota')];
  const sentence = `The account has ${used} of ${quota} IAM roles, and a first deployment adds about ${rolesOfPlatform}.`;
  if (used + rolesOfPlatform <= quota) return passed(name, sentence);
  const remedy = `Service Quotas in us-east-1, IAM, "Roles per account": ask for ${Math.min(5000, quota + 1000)}.`;
  return { name, result: 'failed', sentence, ask: remedy };
};

const checkLogRole = async (
  ask: Ask,
  { settings: { logs }, region }: PreflightOptions,
): Promise<PreflightResult> => {
  const name = 'log role';
  if (!logs.access) return passed(name, 'logs.access is off, so API Gateway needs none.');
  const { text } = await ask({ service: 'apigateway', region, method: 'GET', path: '/account' });
  const { cloudwatchRoleArn: role } = JSON.parse(text) as { cloudwatchRoleArn?: string };
  if (!role)
    return passed(name, 'API Gateway has none yet. The stack creates it, for all APIs of the region.');
  if (role.includes('VoiceAgentPlatform')) return passed(name, `API Gateway writes logs with ${role}.`);
  return {
    name,
    result: 'note',
    sentence: `API Gateway writes the logs of all APIs of the region with ${role}, which the stack replaces.`,
    ask: 'Nothing, if that role only writes logs. To keep it, set logs.access to false.',
  };
};

const checkCertificate = async (
  ask: Ask,
  arn: string,
  names: readonly string[],
): Promise<PreflightResult> => {
  const name = 'certificate';
  const [, , , region = ''] = arn.split(':');
  const question = json('CertificateManager.DescribeCertificate', { CertificateArn: arn });
  const { status, text } = await ask({ service: 'acm', region, ...question });
  if (status !== 200) {
    return { name, result: 'failed', sentence: `There is no ${arn}.`, ask: `Request one in ${region}.` };
  }
  const { Certificate } = JSON.parse(text) as {
    Certificate: { Status: string; SubjectAlternativeNames?: readonly string[] };
  };
  const covered = Certificate.SubjectAlternativeNames ?? [];
  const isCovered = (one: string) => covered.includes(one) || covered.includes(one.replace(/^[^.]+/, '*'));
  const open = names.filter((one) => !isCovered(one));
  if (Certificate.Status !== 'ISSUED') {
    const remedy = 'Create the record that ACM shows, and wait until it is ISSUED.';
    return { name, result: 'failed', sentence: `${arn} is ${Certificate.Status}.`, ask: remedy };
  }
  if (open.length === 0) return passed(name, `${arn} is issued for ${names.join(', ')}.`);
  const sentence = `${arn} is not for ${open.join(', ')}.`;
  return { name, result: 'failed', sentence, ask: 'Request one with all of these names.' };
};

/** Compares what the account allows with what the stacks need, before anything is created. */
export const preflight = async (options: PreflightOptions): Promise<readonly PreflightResult[]> => {
  const { settings, region, endpoint } = options;
  const client = new LambdaClient({ region, ...(endpoint && { endpoint }) });
  const ask = askerOf(options, client);
  const { domain, console } = settings;
  const certificates = [
    ...(domain?.certificate_arn ? [{ arn: domain.certificate_arn, names: namesOf(domain) }] : []),
    ...(console.enabled && console.domain
      ? [
          {
            arn: console.domain.certificate_arn,
            names: [console.domain.name, ...console.domain.more_names],
          },
        ]
      : []),
  ];
  try {
    const account = await checkAccount(ask, options);
    if (account.result === 'failed') return [account];
    return [
      account,
      checkRegion(options),
      await checkBootstrap(ask, options),
      await checkFunctions(client, options),
      await checkRoles(ask),
      await checkLogRole(ask, options),
      ...(await Promise.all(certificates.map(({ arn, names }) => checkCertificate(ask, arn, names)))),
    ];
  } finally {
    client.destroy();
  }
};
