import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import {
  allSettings,
  fewFunctions,
  mergedTemplateOf,
  resourcesOf,
  stacksOf,
  templateOf,
  templatesWith,
} from '../../support/stack.ts';

const template = templateOf();
const resources = resourcesOf(template);

interface Behavior {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly CachePolicyId: string;
  readonly [name: string]: unknown;
}
interface DistributionConfig {
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly Origins: readonly { readonly Id: string; readonly [name: string]: unknown }[];
  readonly [name: string]: unknown;
}

const distributionIn = (among: typeof resources): DistributionConfig => {
  const [found, ...more] = Object.values(among).filter(
    ({ Type }) => Type === 'AWS::CloudFront::Distribution',
  );
  expect(more).toEqual([]);
  return found?.Properties.DistributionConfig as DistributionConfig;
};

/** docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
/** docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html */
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

test('the API answers under /v1 of the same name, and no answer of it is cached', () => {
  const { CacheBehaviors, Origins } = distributionIn(resources);
  const api = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/v1/*');
  expect(api).toMatchObject({
    CachePolicyId: cachingDisabled,
    OriginRequestPolicyId: allViewerExceptHost,
    ViewerProtocolPolicy: 'https-only',
    Compress: false,
    AllowedMethods: expect.arrayContaining(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
  });
  // Its headers are its own.
  expect(api).not.toHaveProperty('ResponseHeadersPolicyId');
  expect(Origins.find(({ Id }) => Id === api?.TargetOriginId)).toMatchObject({
    CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
  });
});

test('the streamed routes answer under the same name too, wherever their gateway is', () => {
  const { CacheBehaviors, Origins } = distributionIn(resources);
  const [streams, api] = CacheBehaviors.filter(({ PathPattern }) => String(PathPattern).startsWith('/v1/'));
  expect([streams?.PathPattern, api?.PathPattern]).toEqual(['/v1/live/*', '/v1/*']);
  expect(streams).toMatchObject({ CachePolicyId: cachingDisabled, Compress: false });
  const origin = Origins.find(({ Id }) => Id === streams?.TargetOriginId);
  expect(origin).toMatchObject({ OriginPath: '/live', OriginCustomHeaders: expect.any(Array) });
  const [, id = ''] = /"Fn::GetAtt":\["(\w+)"/.exec(JSON.stringify(streams?.FunctionAssociations)) ?? [];
  const code = String(resources[id]?.Properties.FunctionCode);
  const run = new Function('event', `${code}; return handler(event);`) as (event: object) => { uri: string };
  const request = {
    uri: '/v1/live/conversations/conv_1/messages',
    headers: { host: { value: 'console.example.com' } },
  };
  expect(run({ request, viewer: { ip: '192.0.2.1' } })).toMatchObject({
    uri: '/conversations/conv_1/messages',
    headers: { 'x-viewer-address': { value: '192.0.2.1' } },
  });
  // The API's own domain name leads to both gateways.
  const withDomain = distributionIn(resourcesOf(templateOf({ domain: allSettings.domain }, fewFunctions)));
  expect(withDomain.CacheBehaviors.map(({ PathPattern }) => PathPattern)).not.toContain('/v1/live/*');
});

test('CloudFront repeats no error of one caller to others', () => {
  const { CustomErrorResponses } = distributionIn(resources);
  // Those that can be set, except 416, which CloudFront never keeps.
  const codes = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
  expect(CustomErrorResponses).toEqual(codes.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
});

test('the API learns the viewer’s address from CloudFront, with a secret that is in no template', () => {
  const { CacheBehaviors, Origins } = distributionIn(resources);
  const api = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/v1/*');
  expect(api?.FunctionAssociations).toEqual([
    { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [expect.any(String), 'FunctionARN'] } },
  ]);
  const [, id = ''] = /"Fn::GetAtt":\["(\w+)"/.exec(JSON.stringify(api?.FunctionAssociations)) ?? [];
  expect(resources[id]?.Properties.FunctionCode).toContain(
    "headers['x-viewer-address'] = { value: event.viewer.ip }",
  );
  expect(resources[id]?.Properties.FunctionCode).toContain(
    "headers['x-viewer-host'] = { value: event.request.headers.host.value }",
  );

  const secret = {
    'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: expect.any(String) }, ':SecretString:::}}']],
  };
  const origin = Origins.find(({ Id }) => Id === api?.TargetOriginId);
  expect(origin?.OriginCustomHeaders).toEqual([{ HeaderName: 'x-viewer-proof', HeaderValue: secret }]);
  const proofs = Object.values(resources).flatMap(({ Type, Properties }) => {
    const { Variables = {} } = (Properties?.Environment ?? {}) as { Variables?: Record<string, unknown> };
    return Type === 'AWS::Lambda::Function' && 'VIEWER_PROOF' in Variables ? [Variables.VIEWER_PROOF] : [];
  });
  expect(proofs.length).toBeGreaterThanOrEqual(operations.length);
  for (const proof of proofs) expect(proof).toEqual(secret);
  expect(JSON.stringify(templateOf({ console: { enabled: false } }, fewFunctions))).not.toContain(
    'VIEWER_PROOF',
  );
});

test('the stack can be deleted and rolled back: its bucket is emptied after the last copy', () => {
  const [[bucket] = ['']] = Object.entries(resources).filter(([name]) => /^ConsoleFiles\w{8}$/.test(name));
  const [[emptying] = ['']] = Object.entries(resources).filter(
    ([, { Type }]) => Type === 'Custom::S3AutoDeleteObjects',
  );
  expect(resources[bucket]).toMatchObject({
    DeletionPolicy: 'Delete',
    Properties: { Tags: expect.arrayContaining([{ Key: 'aws-cdk:auto-delete-objects', Value: 'true' }]) },
  });
  expect(resources[emptying]).toMatchObject({ Properties: { BucketName: { Ref: bucket } } });
  const copies = Object.values(resources).filter(({ Type }) => Type === 'Custom::CDKBucketDeployment');
  expect(copies.length).toBeGreaterThan(0);
  for (const copy of copies) {
    // The library's own way leaves the bucket full and reports success (github.com/aws/aws-cdk/issues/33397).
    expect(copy.Properties).not.toHaveProperty('RetainOnDelete', false);
    expect((copy as { DependsOn?: string[] }).DependsOn).toContain(emptying);
  }
  // No other resource outlives the stack, except versions of functions, which are deleted with these, and
  // what all stages of a region share: the role with which API Gateway writes access logs.
  const isShared = (name: string) => /^Api(CloudWatchRole|Account)\w{8}$/.test(name);
  for (const [path, { Resources }] of templatesWith()) {
    const own = Object.entries(Resources).filter(([name]) => !isShared(name));
    if (!path.endsWith('-data')) expect(JSON.stringify(own), path).not.toMatch(/"Retain/);
  }
});

test('a deployment is seen at once: the page is not cached, and the files that it names never change', () => {
  const { DefaultCacheBehavior, CacheBehaviors } = distributionIn(resources);
  expect(DefaultCacheBehavior.CachePolicyId).toBe(cachingDisabled);
  expect(CacheBehaviors.find(({ PathPattern }) => PathPattern === '/assets/*')?.CachePolicyId).toBe(
    cachingOptimized,
  );
});

test('the bucket is private, and read by this distribution only', () => {
  const [[id] = []] = Object.entries(resources).filter(([name]) => /^ConsoleFiles\w{8}$/.test(name));
  expect(resources[id ?? '']).toMatchObject({
    Type: 'AWS::S3::Bucket',
    Properties: {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    },
  });
  expect(JSON.stringify(resources[id ?? ''])).not.toContain('WebsiteConfiguration');
  template.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
    OriginAccessControlConfig: {
      OriginAccessControlOriginType: 's3',
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    },
  });
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    Bucket: { Ref: id },
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Action: 's3:GetObject',
          Effect: 'Allow',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Condition: { StringEquals: { 'AWS:SourceArn': Match.anyValue() } },
        }),
      ]),
    },
  });
});

interface HeaderPolicy {
  readonly SecurityHeadersConfig: Record<string, Record<string, unknown>>;
  readonly CorsConfig?: object;
}

const headerPolicies = (among = resources) =>
  Object.values(among)
    .filter(({ Type }) => Type === 'AWS::CloudFront::ResponseHeadersPolicy')
    .map(({ Properties }) => Properties.ResponseHeadersPolicyConfig as HeaderPolicy);

test('pages of others load and frame the widget, which has a strict policy of its own', () => {
  const [policy, ...others] = headerPolicies().filter(({ CorsConfig }) => CorsConfig !== undefined);
  expect(others).toEqual([]);
  expect(policy?.CorsConfig).toMatchObject({
    AccessControlAllowCredentials: false,
    AccessControlAllowOrigins: { Items: ['*'] },
  });
  expect(policy?.SecurityHeadersConfig).not.toHaveProperty('FrameOptions');
  const { ContentSecurityPolicy: sent } = policy?.SecurityHeadersConfig.ContentSecurityPolicy ?? {};
  expect(sent).toMatch(/^default-src 'none'; script-src 'self'; .*frame-ancestors \*$/);
  expect(sent).not.toContain('unsafe');
});

test('pages have a strict Content-Security-Policy and the other headers', () => {
  const policies = headerPolicies().filter(({ CorsConfig }) => CorsConfig === undefined);
  expect(policies).toHaveLength(2);
  for (const { SecurityHeadersConfig: headers } of policies) {
    const policy = JSON.stringify(headers.ContentSecurityPolicy?.ContentSecurityPolicy);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*/);
    // Recordings are fetched from the bucket by presigned links.
    expect(policy).toContain('"StorageRecordings413F2A04"');
    expect(headers).toMatchObject({
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000 },
      ContentTypeOptions: { Override: true },
    });
  }
});

test('pages may open sockets at the operator’s name for them, and at the one that other versions give', () => {
  const connectIn = (policies: readonly HeaderPolicy[]) =>
    policies.map(({ SecurityHeadersConfig: { ContentSecurityPolicy } }) => {
      const policy = JSON.stringify(ContentSecurityPolicy?.ContentSecurityPolicy);
      return /connect-src[^;]*/.exec(policy)?.[0] ?? '';
    });
  const own = '"CallApi"';
  for (const sources of connectIn(headerPolicies().filter(({ CorsConfig }) => !CorsConfig))) {
    expect(sources).toContain(own);
    expect(sources).not.toContain('calls.example.com');
  }
  const named = headerPolicies(resourcesOf(templateOf(allSettings))).filter(({ CorsConfig }) => !CorsConfig);
  expect(named).toHaveLength(2);
  for (const sources of connectIn(named)) {
    expect(sources).toMatch(/ wss:\/\/calls\.example\.com wss:\/\//);
    expect(sources).toContain(own);
  }
});

test('a name, a firewall and the API’s own name are as the settings have them', () => {
  const { Aliases, ViewerCertificate, WebACLId, Origins } = distributionIn(
    resourcesOf(templateOf(allSettings)),
  );
  expect(Aliases).toEqual(['console.example.com', 'portal.harbor.example']);
  expect(ViewerCertificate).toMatchObject({
    AcmCertificateArn: allSettings.console.domain.certificate_arn,
    MinimumProtocolVersion: 'TLSv1.2_2021',
  });
  expect(WebACLId).toBe(allSettings.console.web_acl_arn);
  expect(Origins.map(({ DomainName }) => DomainName)).toContain('api.example.com');
});

test('without the console there is no distribution', () => {
  const without = templateOf({ console: { enabled: false } }, fewFunctions);
  without.resourceCountIs('AWS::CloudFront::Distribution', 0);
  without.resourceCountIs('AWS::S3::Bucket', 2);
});

test('a stage does not take the name of the first stack’s console', () => {
  const { console } = allSettings;
  const stacks = stacksOf({ settings: { console }, stages: { test: {} }, stage: 'test' }, fewFunctions);
  const { Aliases, WebACLId } = distributionIn(resourcesOf(mergedTemplateOf(stacks)));
  expect(Aliases).toBeUndefined();
  expect(WebACLId).toBe(console.web_acl_arn);
});

test('no custom resource makes CloudFormation wait for an hour if its function ends without an answer', () => {
  const waited = Object.values(resources)
    .filter(({ Type }) => /^(AWS::CloudFormation::CustomResource$|Custom::)/.test(Type))
    .map(({ Type, Properties }) => [Type, Properties.ServiceTimeout]);
  expect(waited.sort()).toEqual([
    ['Custom::CDKBucketDeployment', 930],
    ['Custom::S3AutoDeleteObjects', 930],
  ]);
});
