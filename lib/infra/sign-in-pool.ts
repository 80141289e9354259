import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledged.ts';
import type { Settings } from './settings.ts';
import { shortName } from './settings.ts';

/** Cognito requires an address. To this one nobody is sent, because it does not exist (RFC 6761). */
const nowhere = ['https://callback.invalid'];

export interface SignInPoolProps {
  readonly stackName: string;
  readonly callbackUrls: Settings['sign_in']['callback_urls'];
}

/**
 * A user pool for people without a provider of their own. For the platform, it is an OpenID Connect provider
 * like any other: a connection names its issuer and its client. Only administrators add people, and each
 * needs a second factor.
 */
export class SignInPool extends Construct {
  constructor(scope: Construct, id: string, { stackName, callbackUrls }: SignInPoolProps) {
    super(scope, id);
    const { region, account } = Stack.of(this);
    const pool = new UserPool(this, 'Pool', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(pool, 'AwsSolutions-COG3', 'AwsSolutions-COG8');
    // The prefix must be unique among all accounts of the region.
    pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `${shortName(stackName)}-${region}-${account}` },
    });
    const client = pool.addClient('Client', {
      generateSecret: true,
      preventUserExistenceErrors: true,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: callbackUrls.length > 0 ? callbackUrls : nowhere,
      },
    });
    new CfnOutput(this, 'Issuer', { value: pool.userPoolProviderUrl }).overrideLogicalId('SignInIssuer');
    new CfnOutput(this, 'ClientId', { value: client.userPoolClientId }).overrideLogicalId('SignInClientId');
    new CfnOutput(this, 'PoolId', { value: pool.userPoolId }).overrideLogicalId('SignInPoolId');
  }
}
