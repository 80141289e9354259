/** Describes an error in a program's environment and its remedy; undefined: the program itself is wrong. */
const sentenceFor = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { name, message } = error;
  const code = 'code' in error ? String(error.code) : '';
  const { TABLE_NAME, AWS_REGION: region = 'the region of your AWS profile' } = process.env;
  const table = 'table' in error ? error.table : TABLE_NAME;
  if (message === 'Region is missing')
    return 'Which region is the table in? Set AWS_REGION to that of the stack.';
  switch (name) {
    case 'ResourceNotFoundException':
      return `There is no table ${table} in ${region}. TableName is among the stack's outputs, and AWS_REGION must be the stack's region.`;
    case 'CredentialsProviderError':
      return 'There are no AWS credentials. Sign in (aws sso login, aws configure), or set AWS_PROFILE.';
    case 'ExpiredTokenException':
    case 'InvalidSignatureException':
    case 'UnrecognizedClientException':
      return `AWS does not accept the credentials: ${message} Sign in again, or set AWS_PROFILE.`;
    case 'AccessDeniedException':
      return `The credentials do not allow this: ${message}`;
    case 'ValidationException':
      return `DynamoDB does not accept this: ${message}`;
  }
  if (code === 'ENOTFOUND') return `${message}: is ${region} a region, and is this machine online?`;
  if (code === 'ECONNREFUSED') return `${message}: does the platform still run on this machine?`;
  return undefined;
};

/** Ends this process with a sentence instead of a stack trace when its table or its credentials are wrong. */
export const explainErrors = (): void => {
  process.once('uncaughtException', (error: unknown) => {
    console.error(sentenceFor(error) ?? error);
    process.exit(1);
  });
};
