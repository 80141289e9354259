import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod/mini';
import type { Fault } from '#lib/contract/errors.ts';
import { ApiError, invalid, methodNotAllowed } from '#lib/contract/errors.ts';
import { idPatternOf } from '#lib/contract/fields.ts';
import { hasKeys, isRepeatable } from '#lib/contract/page.ts';
import type { Route } from '#lib/contract/route.ts';
import {
  conditionOf,
  maxConditionLength,
  methodOf,
  notFound,
  refusedHeadersOf,
} from '#lib/contract/route.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';
import { detailOf } from './fault-details.ts';
import { faultsOf, pointerTo } from './faults.ts';
import { parseJson, readText } from './json-body.ts';
import { literalSiblings } from './literal-siblings.static.ts';
import { jsonType } from './negotiate.ts';

// Without it, the detail of every fault would be "Invalid input".
z.config({ localeError: detailOf });

const mergePatchType = 'application/merge-patch+json';

/** Parses a parameter of the path; undefined if it is malformed. */
type ParseParam = (value: string | undefined) => unknown;

const paramParser = (schema: z.ZodMiniType): ParseParam => {
  const pattern = idPatternOf(schema);
  // Most parameters are ids, whose schemas take longer than their pattern alone.
  if (pattern) return (value = '') => (pattern.test(value) ? value : undefined);
  return (value) => z.safeParse(schema, value).data;
};

/** Refuses a name that a PUT would give to something, such as the id of an agent at its provider. */
const refuseName = (name: string, schema: z.ZodMiniType, value: string | undefined): void => {
  const { error } = schema.safeParse(value);
  if (error && !idPatternOf(schema)) throw invalid(...faultsOf(error.issues, () => ({ parameter: name })));
};

/** A malformed id is answered like an unknown one, without a read, unless it is the name of another route. */
const paramsParser = (route: Route, { shape }: z.ZodMiniObject) => {
  // Field by field, which is faster than the whole object: API Gateway sends the names of the route and no
  // others.
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    schema: schema as z.ZodMiniType,
    parse: paramParser(schema as z.ZodMiniType),
  }));
  return ({ rawPath, pathParameters: values = {} }: ApiEvent): unknown => {
    const params: Record<string, unknown> = {};
    for (const { name, schema, parse } of fields) {
      const value = parse(values[name]);
      if (value === undefined) {
        if (methodOf(route) === 'PUT') refuseName(name, schema, values[name]);
        const allow = literalSiblings[rawPath];
        throw allow === undefined ? new ApiError(notFound(name)) : methodNotAllowed(allow);
      }
      params[name] = value;
    }
    return params;
  };
};

/**
 * A parameter as it was sent, with the field of the route's query that it belongs to, and its key in that
 * field.
 */
interface Parameter {
  readonly name: string;
  readonly values: readonly string[];
  readonly field?: string | undefined;
  readonly key?: string | undefined;
  readonly isRepeatable?: boolean;
}

const parameterOf = ({ shape }: z.ZodMiniObject, name: string, values: readonly string[]): Parameter => {
  const [, field = '', key] = /^([^.]*)(?:\.(.*))?$/s.exec(name) ?? [];
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
  if (!schema || hasKeys(schema) !== (key !== undefined)) return { name, values };
  return { name, values, field, key, isRepeatable: isRepeatable(schema) };
};

/** The values of the fields of a query. Parameters with keys of one field make one object. */
const fieldsOf = (parameters: readonly Parameter[]): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const { field, key, values, isRepeatable } of parameters) {
    if (field === undefined) continue;
    const value = isRepeatable ? values : values.at(-1);
    fields[field] = key === undefined ? value : { ...(fields[field] as object), [key]: value };
  }
  return fields;
};

/** API Gateway joins repeated parameters with commas, so the raw query is parsed. */
const parseQuery = (schema: z.ZodMiniObject | undefined, rawQuery: string): unknown => {
  if (!schema && rawQuery === '') return undefined;
  const sent = [...Map.groupBy(new URLSearchParams(rawQuery), ([name]) => name)].map(([name, pairs]) => {
    const values = pairs.map(([, value]) => value);
    return schema ? parameterOf(schema, name, values) : { name, values };
  });
  const unknown = sent
    .filter(({ field }) => field === undefined)
    .map(
      ({ name }): Fault => ({ parameter: name, code: 'unknown', detail: 'is not a parameter of this route' }),
    );
  const repeated = sent
    .filter(({ values, isRepeatable }) => values.length > 1 && !isRepeatable)
    .map(({ name }): Fault => ({ parameter: name, code: 'repeated', detail: 'must be sent only once' }));

  const result = schema?.safeParse(fieldsOf(sent));
  const faults =
    result?.success === false
      ? faultsOf(result.error.issues, ([name = '', key]) => ({
          parameter: typeof key === 'string' ? `${String(name)}.${key}` : String(name),
        }))
      : [];
  const all = [...unknown, ...repeated, ...faults];
  if (unknown.length > 0) throw new ApiError('unknown_parameter', { errors: all });
  if (all.length > 0) throw invalid(...all);
  return result?.data;
};

/** Parses a body. Throws all faults, each with its place. */
export const parseBody = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalid(...faultsOf(result.error.issues, (path) => ({ pointer: pointerTo(path) })));
};

const refusals = {
  'Idempotency-Key': 'is not supported: each request is carried out',
  'If-Match': 'is not supported: the entity has no ETag',
} as const;

const refuseLongCondition = ({ headers }: ApiEvent, header: 'If-Match' | 'If-None-Match'): void => {
  if ((headers[header.toLowerCase()] ?? '').length <= maxConditionLength) return;
  const detail = `must have at most ${maxConditionLength} characters`;
  throw invalid({ header, code: 'too_big', detail });
};

/** Validates the request with the route's schemas. */
export const validate = (route: Route): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const condition = conditionOf(route);
  const refused = refusedHeadersOf(route);
  const parseParams = route.params && paramsParser(route, route.params);
  return {
    before: ({ event, context: { exchange } }) => {
      const header = refused.find((name) => event.headers[name.toLowerCase()] !== undefined);
      if (header) throw invalid({ header, code: 'not_applicable', detail: refusals[header] });
      if (condition) refuseLongCondition(event, condition);
      if (parseParams) exchange.params = parseParams(event);
      if (!route.anyQuery) exchange.query = parseQuery(route.query, event.rawQueryString);
      if (!route.body || route.batchOf) return;
      if (route.optionalBody && !event.body) {
        exchange.body = parseBody(route.body, {});
        return;
      }
      exchange.text = readText(event, [jsonType, ...(methodOf(route) === 'PATCH' ? [mergePatchType] : [])]);
      exchange.body = parseBody(route.body, parseJson(exchange.text));
    },
  };
};
