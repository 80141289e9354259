import { ApiProblem } from 'voice-agent-platform-client';

const isWithin = (pointer: string | undefined, place: string): boolean =>
  pointer === place || pointer?.startsWith(`${place}/`) === true;

/** The problems of a refused request with one field: of the pointer itself, or of anything inside it. */
export const faultAt = (error: unknown, place: string): string | undefined => {
  if (!(error instanceof ApiProblem)) return undefined;
  const found = error.errors.find(({ pointer }) => isWithin(pointer, place));
  if (!found) return undefined;
  const inside = found.pointer?.slice(place.length + 1);
  return inside ? `${inside}: ${found.detail}` : found.detail;
};

/** An error without its faults of fields that were changed since, and null once that leaves none. */
export const uncorrected = (error: unknown, changed: readonly string[]): unknown => {
  if (!(error instanceof ApiProblem)) return error;
  const errors = error.errors.filter(({ pointer }) => !changed.some((place) => isWithin(pointer, place)));
  if (errors.length === error.errors.length) return error;
  return errors.length === 0 ? null : Object.create(error, { errors: { value: errors } });
};

/** The entity was erased since it was read, or never existed. */
export const isGone = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** Somebody else has changed the entity since it was read. */
export const isStale = (error: unknown): boolean => error instanceof ApiProblem && error.status === 412;
