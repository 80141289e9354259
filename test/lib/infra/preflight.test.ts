import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { preflight, rolesOfPlatform } from '#lib/infra/preflight.ts';
import { Settings } from '#lib/infra/settings.ts';
import { resourcesOf, templateOf } from '../../support/stack.ts';

const region = 'eu-central-1';
const consoleCertificate =
  'arn:aws:acm:us-east-1:123456789012:certificate/0f0a1b2c-1111-2222-3333-444455556666';

/** The answers of AWS, as its references show them. */
interface Account {
  readonly bootstrap: string | undefined;
  readonly functions: number;
  readonly roles: number;
  readonly logRole: string | undefined;
  readonly certificate: { readonly Status: string; readonly SubjectAlternativeNames: readonly string[] };
}

const ready: Account = {
  bootstrap: '30',
  functions: 1000,
  roles: 31,
  logRole: undefined,
  certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.example.com'] },
};

const answerFor = (
  { bootstrap, functions, roles, logRole, certificate }: Account,
  { url = '', target = '', body }: { url?: string | undefined; target?: string | undefined; body: string },
): readonly [status: number, text: string] => {
  if (body.includes('GetCallerIdentity')) {
    return [
      200,
      '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:user/ops</Arn><UserId>AIDAEXAMPLE</UserId><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
    ];
  }
  if (body.includes('GetAccountSummary')) {
    const entry = (key: string, value: number) => `<entry><key>${key}</key><value>${value}</value></entry>`;
    return [
      200,
      `<GetAccountSummaryResponse><GetAccountSummaryResult><SummaryMap>${entry('Roles', roles)}${entry('RolesQuota', 1000)}</SummaryMap></GetAccountSummaryResult></GetAccountSummaryResponse>`,
    ];
  }
  if (target === 'AmazonSSM.GetParameter') {
    return bootstrap === undefined
      ? [400, '{"__type":"ParameterNotFound"}']
      : [200, JSON.stringify({ Parameter: { Name: '/cdk-bootstrap/hnb659fds/version', Value: bootstrap } })];
  }
  if (target === 'CertificateManager.DescribeCertificate') {
    return [200, JSON.stringify({ Certificate: certificate })];
  }
  if (url === '/account') return [200, JSON.stringify(logRole ? { cloudwatchRoleArn: logRole } : {})];
  if (url.endsWith('/account-settings')) {
    return [200, JSON.stringify({ AccountLimit: { ConcurrentExecutions: functions }, AccountUsage: {} })];
  }
  return [404, `{"url": ${JSON.stringify(url)}}`];
};

const withAccount = async <T>(account: Account, use: (endpoint: string) => Promise<T>): Promise<T> => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const target = request.headers['x-amz-target']?.toString();
    const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=') ?? false;
    const [status, text] = isSigned ? answerFor(account, { url: request.url, target, body }) : [403, ''];
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
};

process.env.AWS_ACCESS_KEY_ID = 'AKIAEXAMPLE';
process.env.AWS_SECRET_ACCESS_KEY = 'secret';

const resultsOf = (account: Partial<Account>, settings: object = {}) =>
  withAccount({ ...ready, ...account }, async (endpoint) => {
    const results = await preflight({ settings: Settings.parse(settings), region, endpoint });
    return Object.fromEntries(results.map(({ name, result, ask }) => [name, ask ? [result, ask] : result]));
  });

test('an account that is ready passes', async () => {
  const domain = { name: 'console.example.com', certificate_arn: consoleCertificate };
  expect(await resultsOf({}, { region, console: { domain } })).toEqual({
    account: 'passed',
    region: 'passed',
    bootstrap: 'passed',
    functions: 'passed',
    roles: 'passed',
    'log role': 'passed',
    certificate: 'passed',
  });
});

test('each limit that prevents a deployment is named, with what to ask for', async () => {
  const found = await resultsOf(
    {
      bootstrap: undefined,
      functions: 10,
      roles: 900,
      logRole: 'arn:aws:iam::123456789012:role/gateway-logs',
      certificate: { Status: 'PENDING_VALIDATION', SubjectAlternativeNames: [] },
    },
    {
      region: 'eu-west-1',
      console: { domain: { name: 'console.example.com', certificate_arn: consoleCertificate } },
    },
  );
  expect(found).toEqual({
    account: 'passed',
    region: ['failed', 'export AWS_REGION=eu-west-1'],
    bootstrap: ['failed', 'npx cdk bootstrap'],
    functions: ['failed', expect.stringContaining('Service Quotas, AWS Lambda')],
    roles: ['failed', expect.stringContaining('"Roles per account": ask for 2000')],
    'log role': ['note', expect.stringContaining('logs.access')],
    certificate: ['failed', expect.stringContaining('ACM')],
  });
});

test('settings and account must agree', async () => {
  expect(await resultsOf({}, { account: '210987654321' })).toEqual({
    account: ['failed', expect.stringContaining('Sign in to the other account')],
  });
  expect(await resultsOf({ functions: 3000, bootstrap: '5' })).toMatchObject({
    bootstrap: ['failed', 'npx cdk bootstrap'],
    functions: ['note', expect.stringContaining('Set it to 3000')],
  });
  const domain = { name: 'console.example.org', certificate_arn: consoleCertificate };
  expect(await resultsOf({}, { console: { domain } })).toMatchObject({
    certificate: ['failed', expect.any(String)],
  });
});

test('the certificate of the APIs must have both of their names', async () => {
  const certificate_arn =
    'arn:aws:acm:eu-central-1:123456789012:certificate/0f0a1b2c-1111-2222-3333-444455556666';
  const domain = { name: 'api.example.com', socket_name: 'calls.example.com', certificate_arn };
  expect(await resultsOf({}, { domain })).toMatchObject({ certificate: 'passed' });
  const certificate = { Status: 'ISSUED', SubjectAlternativeNames: ['api.example.com'] };
  expect(await resultsOf({ certificate }, { domain })).toMatchObject({
    certificate: ['failed', 'Request one with all of these names.'],
  });
});

test('the program prints the results, and its exit code says whether one failed', () =>
  withAccount({ ...ready, functions: 10 }, async (endpoint) => {
    const [code, printed] = await new Promise<[number, string]>((resolve) => {
      const env = { ...process.env, AWS_REGION: region, AWS_ENDPOINT_URL: endpoint };
      execFile(process.execPath, [join(root, 'bin/preflight.ts')], { env }, (error, stdout, stderr) =>
        resolve([error ? Number(error.code) : 0, stdout + stderr]),
      );
    });
    expect(printed).toMatch(/FAILED {2}functions +The account may run 10 functions at once/);
    expect(code).toBe(1);
  }));

test('a platform has no more roles than the preflight expects', () => {
  const roles = Object.values(resourcesOf(templateOf())).filter(({ Type }) => Type === 'AWS::IAM::Role');
  expect(roles.length).toBeGreaterThan(200);
  expect(roles.length).toBeLessThanOrEqual(rolesOfPlatform);
});
