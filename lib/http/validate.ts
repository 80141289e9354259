import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod/mini';
import type { Fault } from '#lib/contract/errors.ts';
import { ApiError, invalid, methodNotAllowed } from '#lib/contract/errors.ts';
import { idPatternOf } from '#lib/contract/fields.ts';
import type { Route } from '#lib/contract/route.ts';
import { conditionOf, maxConditionLength, methodOf, notFound } from '#lib/contract/route.ts';
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

/** A malformed id is answered like an unknown one, without a read, unless it is the name of another route. */
const paramsParser = ({ shape }: z.ZodMiniObject) => {
  // Field by field, which is faster than the whole object: API Gateway sends the names of the route and no others.
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    parse: paramParser(schema as z.ZodMiniType),
  }));
  return ({ rawPath, pathParameters: values = {} }: ApiEvent): unknown => {
    const params: Record<string, unknown> = {};
    for (const { name, parse } of fields) {
      const value = parse(values[name]);
      if (value === undefined) {
        const allow = literalSiblings[rawPath];
        throw allow === undefined ? new ApiError(notFound(name)) : methodNotAllowed(allow);
      }
      params[name] = value;
    }
    return params;
  };
};

/** Whether a parameter can be repeated: its schema is a list. */
const isList = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'array' || ('innerType' in def && isList(def.innerType));
};

/** API Gateway joins repeated parameters with commas, so the raw query is parsed. */
const parseQuery = (schema: z.ZodMiniObject | undefined, rawQuery: string): unknown => {
  if (!schema && rawQuery === '') return undefined;
  const pairs = [...new URLSearchParams(rawQuery)];
  const names = new Set(pairs.map(([name]) => name));
  const known: Readonly<Record<string, z.core.$ZodType>> = schema?.shape ?? {};
  const valuesOf = (name: string) => pairs.filter(([other]) => other === name).map(([, value]) => value);
  const lists = new Set([...names].filter((name) => known[name] && isList(known[name])));
  const unknown = [...names]
    .filter((name) => !Object.hasOwn(known, name))
    .map((name): Fault => ({ parameter: name, code: 'unknown', detail: 'is not a parameter of this route' }));
  const repeated = [...names]
    .filter((name) => !lists.has(name) && valuesOf(name).length > 1)
    .map((name): Fault => ({ parameter: name, code: 'repeated', detail: 'must be sent only once' }));

  const values = Object.fromEntries(
    pairs
      .filter(([name]) => Object.hasOwn(known, name))
      .map(([name, value]) => [name, lists.has(name) ? valuesOf(name) : value]),
  );
  const result = schema?.safeParse(values);
  const faults =
    result?.success === false ? faultsOf(result.error.issues, ([name]) => ({ parameter: String(name) })) : [];
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

/**
 * A caller who sends the header relies on it, and a repeat would be charged twice if the header were ignored.
 */
const refuseKey = ({ changesNothing }: Route, { headers }: ApiEvent): void => {
  if (!changesNothing || headers['idempotency-key'] === undefined) return;
  const detail = 'is not supported by this route, which carries out each request';
  throw invalid({ header: 'Idempotency-Key', code: 'not_applicable', detail });
};

const refuseLongCondition = ({ headers }: ApiEvent, header: 'If-Match' | 'If-None-Match'): void => {
  if ((headers[header.toLowerCase()] ?? '').length <= maxConditionLength) return;
  const detail = `must have at most ${maxConditionLength} characters`;
  throw invalid({ header, code: 'too_big', detail });
};

/** Validates the request with the route's schemas. */
export const validate = (route: Route): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const condition = conditionOf(route);
  const parseParams = route.params && paramsParser(route.params);
  return {
    before: ({ event, context: { exchange } }) => {
      refuseKey(route, event);
      if (condition) refuseLongCondition(event, condition);
      if (parseParams) exchange.params = parseParams(event);
      exchange.query = parseQuery(route.query, event.rawQueryString);
      if (!route.body) return;
      exchange.text = readText(event, [jsonType, ...(methodOf(route) === 'PATCH' ? [mergePatchType] : [])]);
      exchange.body = parseBody(route.body, parseJson(exchange.text));
    },
  };
};
