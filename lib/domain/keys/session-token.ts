import { isOfForm, newToken } from './api-key.ts';

const prefix = 'vac';

/** The secret by which a page or an app continues one chat. */
export const newSessionToken = (): string => newToken(prefix);

export const isSessionToken = (candidate: string): boolean => isOfForm(prefix, candidate);
