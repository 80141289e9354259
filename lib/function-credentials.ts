import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for the SDK's search for credentials in every bundle: Lambda, and the platform on one machine, put them into
 * the environment. A cold start need not read the code for files, single sign-on and the services of other computers.
 */
export const defaultProvider = fromEnv;
