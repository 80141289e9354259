import { ApiProblem } from 'voice-agent-platform-client';

/** What a refused request says about one field: of the pointer itself, or of anything inside it. */
export const faultAt = (error: unknown, pointer: string): string | undefined => {
  if (!(error instanceof ApiProblem)) return undefined;
  const found = error.errors.find(
    (fault) => fault.pointer === pointer || fault.pointer?.startsWith(`${pointer}/`),
  );
  if (!found) return undefined;
  const inside = found.pointer?.slice(pointer.length + 1);
  return inside ? `${inside}: ${found.detail}` : found.detail;
};

/** Somebody else has changed the entity since it was read. */
export const isStale = (error: unknown): boolean => error instanceof ApiProblem && error.status === 412;
