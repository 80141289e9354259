import { ApiProblem } from './problem.ts';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The problem that an answer describes. A proxy between client and service may answer with anything. */
export const problemOf = (response: Response, text: string): ApiProblem => {
  const document = parsed(text);
  return new ApiProblem(response, isObject(document) ? document : { message: text.slice(0, 200) });
};

const withoutBody = new Set([202, 204, 304]);

/**
 * The body of a successful answer. Throws if it is not of the type that the route answers with: then it is
 * not the service’s.
 */
export const replyOf = (
  response: Response,
  text: string,
  { content }: { readonly content?: string | undefined },
) => {
  if (text === '' && withoutBody.has(response.status)) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (content ? type.startsWith(content) : type.startsWith('text/event-stream')) return text;
  const reply = content ? undefined : parsed(text);
  if (isObject(reply)) return reply;
  throw new ApiProblem(response, { message: `The answer is not of the service: ${text.slice(0, 200)}` });
};
