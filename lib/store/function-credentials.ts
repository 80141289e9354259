import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces the SDK's credential provider chain in every bundle. Lambda and the platform on one machine put
 * credentials into environment variables, so a cold start does not have to load code for files, single
 * sign-on and metadata services. They are read once: they never change while a function runs.
 */
export const defaultProvider: typeof fromEnv = (init) => {
  const read = fromEnv(init);
  let credentials: ReturnType<typeof read> | undefined;
  return () => {
    credentials ??= read();
    return credentials;
  };
};
