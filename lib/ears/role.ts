import { fromEnv } from '@aws-sdk/credential-provider-env';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { ApiError } from '#lib/contract/errors.ts';
import { awsHost } from '#lib/domain/aws-regions.ts';

/** Credentials of a role that can open streams of Amazon Transcribe, and nothing else. */
export interface RoleSession {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** STS gives no shorter session (docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html). */
const sessionSeconds = 900;

/** The time that STS has to answer. */
const timeoutMs = 5000;

/** As in AWS's SDKs, the address of another service can take its place. */
const endpointIn = (region: string): URL =>
  new URL(process.env.AWS_ENDPOINT_URL_STS ?? `https://${awsHost('sts', region)}`);

/** The text of the first element of this name. Keys and tokens have no character that XML escapes. */
const elementIn = (xml: string, name: string): string => {
  const [, text] = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml) ?? [];
  if (text === undefined) throw new Error(`STS answers without ${name}`);
  return text;
};

const attempts = 3;

/** The answer to a request that changes nothing, so that it can be repeated if STS does not answer. */
const answered = async (url: string, request: RequestInit): Promise<string> => {
  let reason: unknown;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
      const text = await answer.text();
      if (answer.ok) return text;
      reason = `${answer.status} ${text.slice(0, 500)}`;
      if (answer.status < 500 && !text.includes('<Code>Throttling')) break;
    } catch (error) {
      reason = error;
    }
  }
  console.error({ message: 'STS gives no session', reason });
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
};

/**
 * A session of the function's `EARS_ROLE`, one for each stream: its name, which CloudTrail shows, is the
 * chat. This one request does not need AWS's client of a hundred others.
 */
export const assumeRole = async (chatId: string): Promise<RoleSession> => {
  const { AWS_REGION: region = '', EARS_ROLE } = process.env;
  if (!EARS_ROLE) throw new Error('EARS_ROLE names the role that opens streams, and is missing');
  const { protocol, hostname, port, host, href } = endpointIn(region);
  const body = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: EARS_ROLE,
    RoleSessionName: chatId,
    DurationSeconds: String(sessionSeconds),
  }).toString();
  const signer = new SignatureV4({
    service: 'sts',
    region,
    credentials: fromEnv(),
    sha256: Hash.bind(null, 'sha256'),
  });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol,
    hostname,
    port: Number(port),
    path: '/',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  const { host: _host, ...sent } = headers;
  const text = await answered(href, { method: 'POST', headers: sent, body });
  return {
    accessKeyId: elementIn(text, 'AccessKeyId'),
    secretAccessKey: elementIn(text, 'SecretAccessKey'),
    sessionToken: elementIn(text, 'SessionToken'),
  };
};
