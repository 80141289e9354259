import type { ErrorCode } from './generated.ts';

/** One fault of a request. Exactly one of `pointer`, `parameter` and `header` names its place. */
export interface ProblemFault {
  /** A JSON Pointer (RFC 6901) into the body. */
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly code: string;
  readonly detail: string;
}

const inWords = ({ pointer, parameter, header, detail }: ProblemFault): string =>
  `: ${pointer ?? parameter ?? header ?? ''} ${detail}`;

/** An error answer of the API: a problem document (RFC 9457). The message has its first fault. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  /** The stable code to act on; `unknown` if something before the service answered. */
  readonly code: ErrorCode | (string & {});
  readonly errors: readonly ProblemFault[];
  readonly requestId: string | undefined;
  /** The whole document. */
  readonly problem: Readonly<Record<string, unknown>>;
  readonly headers: Headers;

  constructor(response: Response, problem: Record<string, unknown>) {
    const { code = 'unknown', title, detail, errors = [], request_id } = problem;
    // In a stream, the problem comes after the response's own status.
    const status = response.ok && typeof problem.status === 'number' ? problem.status : response.status;
    const faults = errors as ProblemFault[];
    const reason = detail ?? title ?? problem.message ?? response.statusText;
    super(`${status} ${code}: ${reason}${faults.slice(0, 1).map(inWords).join('')}`);
    this.status = status;
    this.code = String(code);
    this.errors = faults;
    this.requestId = (request_id ?? response.headers.get('x-request-id') ?? undefined) as string | undefined;
    this.problem = problem;
    this.headers = response.headers;
  }
}
