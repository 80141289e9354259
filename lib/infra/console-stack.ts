import type { Stack } from 'aws-cdk-lib';
import { Aws, CfnResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { BehaviorOptions, FunctionAssociation, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IConstruct } from 'constructs';
import { consoleDirectory } from '#lib/console/build.ts';
import { assetCacheControl, assetsFolder, pageCacheControl, widgetFolder } from '#lib/console/headers.ts';
import { viewerHeaders } from '#lib/contract/viewer.ts';
import type { EarsSettings } from '#lib/ears/settings.ts';
import { acknowledge, acknowledgeCopying } from './acknowledged.ts';
import { consoleHeaders } from './console-headers.ts';
import type { Data } from './data-stack.ts';
import type { StreamOrigin } from './live-stack.ts';
import { livePrefix } from './live-stack.ts';
import { PartStack } from './part-stack.ts';
import type { Settings } from './settings.ts';
import { socketOrigins } from './socket-stack.ts';

type ConsoleSettings = Settings['console'];

export interface ConsoleStackProps {
  readonly platform: string;
  readonly data: Data;
  readonly api: HttpApi;
  /** The API's own domain name, if it has one: API Gateway's default name is then disabled. */
  readonly apiDomain: string | undefined;
  /** The gateway whose answers are streamed, unless the API’s own domain name leads to it. */
  readonly streams: StreamOrigin | undefined;
  readonly settings: ConsoleSettings;
  readonly ears: EarsSettings | undefined;
  /** The id of the WebSocket API. */
  readonly callApiId: string;
  /** The operator's name for it. */
  readonly socketName: string | undefined;
  readonly log: LogGroup;
  /** The secret that proves that CloudFront passed a request on. */
  readonly viewerProof: ISecret;
}

/**
 * Every path that names no file returns the page, which reads the path itself. Paths of the API have their
 * own behavior.
 */
const showPage = `function handler(event) {
  var request = event.request;
  if (!/\\.[a-z0-9]+$/.test(request.uri)) request.uri = '/index.html';
  return request;
}`;

/** Replaces any headers of these names that a viewer sent. */
const addViewer = `function handler(event) {
  event.request.headers['${viewerHeaders.address}'] = { value: event.viewer.ip };
  event.request.headers['${viewerHeaders.host}'] = { value: event.request.headers.host.value };
  return event.request;
}`;

/** The paths of the gateway whose answers are streamed do not begin as those of the API do. */
const addViewerToStream = `function handler(event) {
  event.request.uri = event.request.uri.replace(/^\\/v1\\/live/, '');
  event.request.headers['${viewerHeaders.address}'] = { value: event.viewer.ip };
  event.request.headers['${viewerHeaders.host}'] = { value: event.request.headers.host.value };
  return event.request;
}`;

/**
 * CloudFront would otherwise cache answers with these statuses for ten seconds and repeat them to everybody,
 * whatever their caching headers
 * (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html).
 */
const keptErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** The time that the library's functions have: to copy the files, and to empty the bucket. */
const copyTimeout = Duration.minutes(15);
const emptyTimeout = Duration.minutes(15);

/** Limits the time in which the custom resource of a construct must answer, with a little for its start. */
const answersWithin = (construct: IConstruct, timeout: Duration): void => {
  for (const { node } of construct.node.findAll()) {
    const resource = node.defaultChild;
    if (
      resource instanceof CfnResource &&
      /^(AWS::CloudFormation::CustomResource|Custom::)/.test(resource.cfnResourceType)
    ) {
      resource.addPropertyOverride('ServiceTimeout', timeout.toSeconds() + 30);
    }
  }
};

/** The console's files in a private bucket behind CloudFront, and the API under /v1 of the same name. */
export class ConsoleStack extends PartStack {
  readonly distribution: Distribution;
  readonly #props: ConsoleStackProps;

  constructor(scope: Stack, id: string, props: ConsoleStackProps) {
    const { data, api, apiDomain, streams, settings, log } = props;
    super(scope, id, data);
    this.#props = props;
    const bucket = this.#files(log);
    const files = this.#behavior(bucket);
    const { domain } = settings;
    this.distribution = new Distribution(this, 'ConsoleDistribution', {
      comment: 'The console, and the API under /v1',
      defaultBehavior: {
        ...files,
        // The page is small and must be current, because it names the files of one deployment.
        cachePolicy: CachePolicy.CACHING_DISABLED,
        responseHeadersPolicy: this.#headers('ConsolePages', pageCacheControl),
        functionAssociations: [this.#onRequest('ConsoleShowPage', showPage)],
      },
      additionalBehaviors: {
        [`/${assetsFolder}*`]: {
          ...files,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          responseHeadersPolicy: this.#headers('ConsoleAssets', assetCacheControl),
        },
        [`/${widgetFolder}*`]: {
          ...files,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          responseHeadersPolicy: this.#headers('ConsoleWidgets', assetCacheControl, true),
        },
        // The first pattern that matches decides.
        ...(streams && { [`${livePrefix}/*`]: this.#streams(streams) }),
        '/v1/*': this.#api(
          apiDomain ?? `${api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`,
          this.#onRequest('ConsoleViewer', addViewer),
        ),
      },
      errorResponses: keptErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        domainNames: [domain.name, ...domain.more_names],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: this.#certificate(domain),
      }),
      ...(settings.web_acl_arn && { webAclId: settings.web_acl_arn }),
    });
    acknowledge(this.distribution, 'AwsSolutions-CFR1', 'AwsSolutions-CFR3');
    if (!settings.web_acl_arn) acknowledge(this.distribution, 'AwsSolutions-CFR2');
    if (!domain) acknowledge(this.distribution, 'AwsSolutions-CFR4');
    if (domain) this.#record(domain);
  }

  /** The console's address for people. */
  get url(): string {
    return `https://${this.distribution.domainName}`;
  }

  /** Names in CloudFront are unique within the account, across all regions. */
  #nameOf(id: string): string {
    return `${this.#props.platform}-${this.region}-${id}`;
  }

  #headers(id: string, cacheControl: string, isOfWidget = false): ResponseHeadersPolicy {
    return consoleHeaders(
      this,
      id,
      this.#nameOf(id.replace('Console', '')),
      this.bucket.bucketName,
      socketOrigins(this.pass('CallApiId', this.#props.callApiId), this.#props.socketName),
      this.#props.ears,
      cacheControl,
      isOfWidget,
    );
  }

  #onRequest(id: string, code: string): FunctionAssociation {
    return {
      eventType: FunctionEventType.VIEWER_REQUEST,
      function: new EdgeFunction(this, id, {
        code: FunctionCode.fromInline(code),
        runtime: FunctionRuntime.JS_2_0,
      }),
    };
  }

  #files(log: LogGroup): Bucket {
    const bucket = new Bucket(this, 'ConsoleFiles', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      // A deployment can recreate all of it.
      removalPolicy: RemovalPolicy.DESTROY,
      // S3 deletes no bucket that has objects, and this must fail neither a removal nor a rollback.
      autoDeleteObjects: true,
    });
    acknowledge(bucket, 'AwsSolutions-S1:console');
    const deployment = new BucketDeployment(this, 'ConsoleDeployment', {
      sources: [Source.asset(consoleDirectory, { exclude: ['.*'] })],
      // The library's types disagree about which fields may be undefined.
      destinationBucket: bucket as IBucket,
      // A page that was opened before a deployment still loads the files that it names.
      prune: false,
      memoryLimit: 512,
      logGroup: log,
    });
    // A function that ends without an answer must not let CloudFormation wait for an hour.
    answersWithin(deployment, copyTimeout);
    answersWithin(bucket, emptyTimeout);
    // The bucket is emptied after the last copy.
    deployment.node.addDependency(bucket);
    const copying = deployment.handlerRole.node.scope;
    if (copying) acknowledgeCopying(copying, bucket);
    return bucket;
  }

  #behavior(bucket: Bucket): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket as IBucket, {
        originAccessControl: new S3OriginAccessControl(this, 'ConsoleAccess', {
          originAccessControlName: this.#nameOf('Files'),
        }),
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      compress: true,
    };
  }

  /** The gateway whose answers are streamed, which has another name than the API. */
  #streams({ domainName, originPath }: StreamOrigin): BehaviorOptions {
    const association = this.#onRequest('ConsoleStreamViewer', addViewerToStream);
    return this.#api(domainName, association, originPath);
  }

  /** Passes requests on, with their keys, and caches no answer. */
  #api(domainName: string, association: FunctionAssociation, originPath?: string): BehaviorOptions {
    return {
      origin: new HttpOrigin(domainName, {
        ...(originPath && { originPath }),
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        // A long poll answers after 30 seconds at most.
        readTimeout: Duration.seconds(45),
        customHeaders: { [viewerHeaders.proof]: this.#props.viewerProof.secretValue.unsafeUnwrap() },
      }),
      functionAssociations: [association],
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      // The API compresses its answers itself, except those with a secret.
      compress: false,
    };
  }

  #certificate({ certificate_arn }: NonNullable<ConsoleSettings['domain']>): ICertificate {
    return Certificate.fromCertificateArn(this, 'ConsoleCertificate', certificate_arn);
  }

  #record({ name, hosted_zone }: NonNullable<ConsoleSettings['domain']>): void {
    if (!hosted_zone) return;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'ConsoleZone', {
      hostedZoneId: hosted_zone.id,
      zoneName: hosted_zone.name,
    });
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
    new ARecord(this, 'ConsoleRecord', { zone, recordName: name, target });
  }
}
