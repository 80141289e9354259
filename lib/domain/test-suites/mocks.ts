import { isDeepStrictEqual } from 'node:util';
import type { ArgumentMatch, ScenarioMock } from '#lib/contract/scenarios.ts';
import { finderOf } from '../analysis/patterns.ts';
import { isObject } from '../objects.ts';

/** The value at a path such as `customer.name` or `items.0`; undefined if there is none. */
const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return inner[Number(name)];
    return isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Whether the arguments of a call meet all conditions. */
export const meets = (given: unknown, conditions: readonly ArgumentMatch[]): boolean =>
  conditions.every(({ path, equals, pattern }) => {
    const value = valueAt(given, path);
    if (value === undefined) return false;
    if (equals !== undefined && !isDeepStrictEqual(value, equals)) return false;
    return pattern === null || finderOf(pattern)(asText(value)) !== undefined;
  });

interface MockedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** The mock that answers the next call of a tool, after the calls that mocks have answered before. */
export const mockFor = (
  mocks: readonly ScenarioMock[],
  before: readonly MockedCall[],
  call: MockedCall,
): ScenarioMock | undefined => {
  const left = mocks.map(({ times }) => times ?? Number.POSITIVE_INFINITY);
  const first = ({ name, arguments: given }: MockedCall): number =>
    mocks.findIndex((mock, at) => mock.name === name && (left[at] ?? 0) > 0 && meets(given, mock.when));
  for (const earlier of before) {
    const at = first(earlier);
    if (at >= 0) left[at] = (left[at] ?? 0) - 1;
  }
  return mocks[first(call)];
};
