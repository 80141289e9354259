import { ApiError } from '#lib/contract/errors.ts';
import type { Caller, CallingPerson } from '#lib/domain/caller.ts';

/** The person who calls a route that requires one. */
export const personOf = ({ person }: Caller): CallingPerson => {
  if (!person) throw new ApiError('person_required');
  return person;
};
