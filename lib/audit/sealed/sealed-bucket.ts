/**
 * The bucket of seals. Each version of its objects is locked, and its policy lets nobody write another one
 * over it.
 */
export const sealedBucketName = (): string => {
  const { AUDIT_BUCKET_NAME } = process.env;
  if (!AUDIT_BUCKET_NAME) throw new Error('AUDIT_BUCKET_NAME is not set');
  return AUDIT_BUCKET_NAME;
};
