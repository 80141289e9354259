import type { ErrorCode } from '#lib/contract/errors.ts';
import { errors, maxFaults } from '#lib/contract/errors.ts';
import type { Operation } from '#lib/contract/index.ts';
import { errorsOf } from '#lib/contract/route.ts';
import { headerRefs, quota, requestId } from './headers.ts';
import type { Json } from './schemas.ts';
import { string } from './schemas.ts';

/** The length of a field name in a body, in which JSON Pointer escapes every character. */
const maxPointerLength = 2 * 1_048_576;
const maxTextLength = 16_384;

const words = '^[a-z_]+$';

export const problemSchemas: Json = {
  Problem: {
    type: 'object',
    description: 'An error: a problem document (RFC 9457). Some codes add further fields',
    required: ['type', 'title', 'status', 'instance', 'code', 'request_id'],
    properties: {
      type: string(200, {
        format: 'uri-reference',
        description: 'The URL of the code’s entry in this document',
      }),
      title: string(200, { description: 'The meaning of the code' }),
      status: {
        type: 'integer',
        format: 'int32',
        minimum: 400,
        maximum: 599,
        description: 'The HTTP status',
      },
      detail: string(maxTextLength, { description: 'A description of the problem with this request' }),
      instance: string(maxTextLength, { format: 'uri-reference', description: 'The path of the request' }),
      code: string(64, {
        pattern: words,
        description: 'The stable code to act on. New codes may be added',
        examples: ['validation_failed'],
      }),
      request_id: { ...requestId, description: 'The id of the request, as in `X-Request-Id`' },
      required_scope: string(64, {
        description: 'With `insufficient_scope`: the scope that the API key lacks',
      }),
      client_id: string(64, {
        description:
          'With `analysis_disabled`, and with `client_suspended` and `gate_not_passed` in places: the organization that has to change something',
      }),
      integration_id: string(64, {
        description: 'With `integration_disabled` and `integration_without_key`: the account',
      }),
      start_after: string(24, {
        format: 'date-time',
        description:
          'With `range_too_large`: the beginning of a range that is about as long as can be, estimated from the conversations that were read',
      }),
      start_before: string(24, {
        format: 'date-time',
        description:
          'With `range_too_large`: the end of that range, which is the end of the one in the request',
      }),
      errors_omitted: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The number of further faults, if there are more than `errors` has',
      },
      errors: {
        type: 'array',
        description: `The faults of the request, each with its place: the first ${maxFaults}`,
        maxItems: maxFaults,
        items: { $ref: '#/components/schemas/Fault' },
      },
    },
  },
  Fault: {
    type: 'object',
    description: 'One fault of a request. Exactly one of `pointer`, `parameter` and `header` names its place',
    required: ['code', 'detail'],
    properties: {
      pointer: string(maxPointerLength, {
        format: 'json-pointer',
        description: 'The place in the body: a JSON Pointer (RFC 6901)',
      }),
      parameter: string(maxTextLength, { description: 'The parameter of the query or the path' }),
      header: string(64, { description: 'The request header' }),
      code: string(64, {
        pattern: words,
        description: 'The kind of fault, such as `required`, `unknown` or `too_big`. New codes may be added',
      }),
      detail: string(maxTextLength, { description: 'A description of the fault' }),
    },
  },
  GatewayError: {
    type: 'object',
    description: 'An error of API Gateway itself, before the request reaches the service',
    required: ['message'],
    properties: { message: string(1000, { description: 'A description of the error' }) },
  },
};

const gatewayContent = (message: string): Json => ({
  'application/json': { schema: { $ref: '#/components/schemas/GatewayError' }, example: { message } },
});

/**
 * The answers that API Gateway sends itself, without a function
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html).
 */
const gatewayMessages: Readonly<Record<number, string>> = {
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const headersTooLarge: Json = {
  description: 'API Gateway: the request line and headers have more than 10,240 bytes',
  content: gatewayContent('Request Header Fields Too Large'),
};

const problemExample = (code: ErrorCode): Json => {
  const { status, title } = errors[code];
  const faults = {
    validation_failed: [{ pointer: '/name', code: 'required', detail: 'is missing' }],
    unknown_parameter: [{ parameter: 'foo', code: 'unknown', detail: 'is not a parameter of this route' }],
  };
  return {
    summary: title,
    value: {
      type: `/v1/openapi.json#/x-problems/${code}`,
      title,
      status,
      instance: '/v1/agents',
      code,
      request_id: '8f14e45f-ceea-467f-9f1b-2c8a4e3c0c52',
      ...(code in faults && { errors: faults[code as keyof typeof faults] }),
      ...(code === 'insufficient_scope' && { required_scope: 'agents:write' }),
    },
  };
};

const problemResponse = (status: number, codes: readonly ErrorCode[], further?: Json): Json => {
  const message = gatewayMessages[status];
  const described = codes.map((code) => `\`${code}\`: ${errors[code].title}`).join('; ');
  const retry = codes.some((code) => 'retry' in errors[code]);
  return {
    description: message ? `${described}. With a \`message\` only, API Gateway answered itself` : described,
    headers: headerRefs([
      ...quota,
      status === 401 && 'WWW-Authenticate',
      retry && status !== 500 && 'Retry-After',
    ]),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
      ...(message && gatewayContent(message)),
      ...further,
    },
  };
};

/**
 * A response for each status. Where a status has one code on a route, the response is shared. `badRequest`
 * has further forms of the answer with 400.
 */
export const problemsOf = ({ route }: Operation, badRequest?: Json): Json => {
  const byStatus = Map.groupBy(errorsOf(route), (code) => errors[code].status);
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        codes.length === 1
          ? { $ref: `#/components/responses/${codes[0]}` }
          : problemResponse(status, codes, status === 400 ? badRequest : undefined),
      ]),
    ),
    431: { $ref: '#/components/responses/headers_too_large' },
  };
};

const allCodes = Object.keys(errors) as ErrorCode[];

/** The responses that routes share, and an example of each problem. */
export const problemComponents = (paths: Json): { readonly responses: Json; readonly examples: Json } => {
  const text = JSON.stringify(paths);
  const shared = allCodes.filter((code) => text.includes(`"#/components/responses/${code}"`));
  const responses = {
    ...Object.fromEntries(shared.map((code) => [code, problemResponse(errors[code].status, [code])])),
    headers_too_large: headersTooLarge,
  };
  const used = `${text}${JSON.stringify(responses)}`;
  const examples = allCodes.filter((code) => used.includes(`"#/components/examples/${code}"`));
  return {
    responses,
    examples: Object.fromEntries(examples.map((code) => [code, problemExample(code)])),
  };
};
