/** S3's own error codes, with their status (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const statuses = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  MalformedXML: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof statuses;

/** Answered as S3's error document. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3ErrorCode;
  readonly status: number;

  constructor(code: S3ErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = statuses[code];
  }
}
