import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/*
 * Sessions of roles as AWS gives them (docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html), and
 * signatures as its documentation says how to make them, without the library that the platform uses.
 */

/** The role by which the functions of tests open streams. */
export const earsRole = 'arn:aws:iam::123456789012:role/VoiceAgentPlatform-Ears';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The signature of a request. `credential`: without the access key, such as `20261128/eu-central-1/sts`. */
export const signed = (
  canonical: readonly string[],
  date: string,
  scope: string[],
  secret: string,
): string => {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical.join('\n'))];
  const key = scope.reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`);
  return hmac(key, text.join('\n')).toString('hex');
};

interface RoleSession {
  readonly role: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const keyOf = (token: string): string => `ASIA${sha256(token).slice(0, 16).toUpperCase()}`;

/** The secret of a session, which the server does not have to remember. */
export const secretOf = (token: string): string => sha256(`secret of ${token}`);

/** The session of a token, if the access key is the one that was given with it. */
export const sessionOf = (token: string, accessKey: string): RoleSession | undefined =>
  accessKey === keyOf(token)
    ? (JSON.parse(Buffer.from(token, 'base64').toString()) as RoleSession)
    : undefined;

interface RoleAnswer {
  readonly status: number;
  readonly xml: string;
}

export const refused = (status: number, code: string): RoleAnswer => ({
  status,
  xml: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code></Error></ErrorResponse>`,
});

/** Answers a request for a session of `earsRole` that is named after a chat. It trusts who has `secret`. */
export const assumed = (headers: IncomingHttpHeaders, body: string, secret: string): RoleAnswer => {
  const { authorization = '' } = headers;
  const [, credential = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=\w+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(authorization) ??
    [];
  const values = names.split(';').map((name) => `${name}:${String(headers[name])}`);
  const canonical = ['POST', '/', '', ...values, '', names, sha256(body)];
  const isOfSts = /^\d{8}\/[a-z]+-[a-z]+-\d\/sts\/aws4_request$/.test(credential);
  const isSigned =
    isOfSts &&
    /(?=.*\bhost\b)(?=.*\bx-amz-date\b)/.test(names) &&
    signature === signed(canonical, String(headers['x-amz-date']), credential.split('/'), secret);
  if (!isSigned) return refused(403, 'SignatureDoesNotMatch');
  const asked = new URLSearchParams(body);
  const [role, name] = [asked.get('RoleArn'), asked.get('RoleSessionName')];
  if (asked.get('Action') !== 'AssumeRole' || asked.get('Version') !== '2011-06-15') {
    return refused(400, 'InvalidAction');
  }
  if (role !== earsRole || !name?.startsWith('conv_')) return refused(403, 'AccessDenied');
  const seconds = Number(asked.get('DurationSeconds') ?? 3600);
  if (!(seconds >= 900 && seconds <= 3600)) return refused(400, 'ValidationError');
  const until = Date.now() + seconds * 1000;
  const session: RoleSession = { role, name, until };
  const token = Buffer.from(JSON.stringify(session)).toString('base64');
  const given = {
    AccessKeyId: keyOf(token),
    SecretAccessKey: secretOf(token),
    SessionToken: token,
    Expiration: new Date(until).toISOString(),
  };
  const elements = Object.entries(given).map(([field, text]) => `<${field}>${text}</${field}>`);
  const result = `<AssumeRoleResult><Credentials>${elements.join('')}</Credentials></AssumeRoleResult>`;
  return { status: 200, xml: `<AssumeRoleResponse>${result}</AssumeRoleResponse>` };
};
