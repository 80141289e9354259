import type * as z from 'zod/mini';
import type { Fault, FaultCode } from '#lib/contract/errors.ts';
import { missing } from './fault-details.ts';

type Place = Pick<Fault, 'pointer' | 'parameter' | 'header'>;

/** JSON Pointer (RFC 6901). */
export const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The contract has no types whose issues have other codes. */
const codeOf = (issue: z.core.$ZodIssue): FaultCode => {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_format':
    case 'invalid_key':
    case 'too_small':
    case 'too_big':
      return issue.code;
    case 'custom':
      return issue.params?.code ?? 'invalid';
    default:
      return 'invalid';
  }
};

/** Each fault that a schema found, with its place in the body or its query parameter. */
export const faultsOf = (
  issues: readonly z.core.$ZodIssue[],
  place: (path: readonly PropertyKey[]) => Place,
): Fault[] =>
  issues.flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        ...place([...issue.path, key]),
        code: 'unknown',
        detail: 'is not a known field',
      }));
    }
    return [
      {
        ...place(issue.path),
        code: issue.message === missing ? 'required' : codeOf(issue),
        detail: issue.message,
      },
    ];
  });
