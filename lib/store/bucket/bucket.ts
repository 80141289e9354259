import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { requestHandler } from '../request-handler.ts';

export const bucketName = (): string => {
  const { BUCKET_NAME } = process.env;
  if (!BUCKET_NAME) throw new Error('BUCKET_NAME is not set');
  return BUCKET_NAME;
};

/**
 * Checksums only where S3 requires them. Otherwise the client signs the checksum of an empty body into upload
 * links, and every real upload fails.
 */
export const s3 = new S3Client({
  maxAttempts: 3,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler,
});

/**
 * Whether there is no such object. Without permission to list the bucket, S3 answers 403 for a missing
 * object.
 */
export const isMissing = (error: unknown): boolean => {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status === 403 || status === 404;
};
