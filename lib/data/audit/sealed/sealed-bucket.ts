/** The bucket of seals. Its objects are locked, so that nobody changes or deletes them. */
export const sealedBucketName = (): string => {
  const { AUDIT_BUCKET_NAME } = process.env;
  if (!AUDIT_BUCKET_NAME) throw new Error('AUDIT_BUCKET_NAME is not set');
  return AUDIT_BUCKET_NAME;
};
