import { Aws, Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { contentSecurityPolicy, framePolicy, permissionsPolicy } from '#lib/console/headers.ts';
import { earsOrigin } from '#lib/ears/origin.ts';
import type { EarsSettings } from '#lib/ears/settings.ts';

/** The headers of the console's files, as the platform on one machine sends them too. */
export const consoleHeaders = (
  scope: Construct,
  id: string,
  responseHeadersPolicyName: string,
  recordingsBucket: string,
  /** The origins of the WebSocket API. */
  sockets: readonly string[],
  ears: EarsSettings | undefined,
  cacheControl: string,
  /** The files of widgets, which pages of others load and frame. */
  isOfWidget = false,
): ResponseHeadersPolicy => {
  const recordings = `https://${recordingsBucket}.s3.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  const override = true;
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: isOfWidget
          ? framePolicy
          : contentSecurityPolicy({ recordings, sockets, ears: earsOrigin(ears, Aws.REGION) }),
        override,
      },
      contentTypeOptions: { override },
      ...(!isOfWidget && { frameOptions: { frameOption: HeadersFrameOption.DENY, override } }),
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'cache-control', value: cacheControl, override },
        { header: 'permissions-policy', value: permissionsPolicy, override },
      ],
    },
    ...(isOfWidget && {
      corsBehavior: {
        accessControlAllowCredentials: false,
        accessControlAllowHeaders: ['*'],
        accessControlAllowMethods: ['GET', 'HEAD'],
        accessControlAllowOrigins: ['*'],
        originOverride: true,
      },
    }),
  });
};
