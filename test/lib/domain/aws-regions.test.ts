import { expect, test } from 'vitest';
import { awsHost } from '#lib/domain/aws-regions.ts';
import { earsOrigin } from '#lib/ears/origin.ts';

test.for([
  ['eu-central-1', 'amazonaws.com'],
  ['us-gov-west-1', 'amazonaws.com'],
  ['cn-north-1', 'amazonaws.com.cn'],
  ['eusc-de-east-1', 'amazonaws.eu'],
] as const)('services of AWS in %s have names that end with %s', ([region, domain]) => {
  expect(awsHost('sts', region)).toBe(`sts.${region}.${domain}`);
  const origin = `wss://transcribestreaming.${region}.${domain}:8443`;
  expect(earsOrigin({ provider: 'transcribe' }, region)).toBe(origin);
  expect(earsOrigin({ provider: 'transcribe', region }, 'eu-west-1')).toBe(origin);
});
