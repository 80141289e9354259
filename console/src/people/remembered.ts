import { browserStorage } from '../api/storage.ts';

/*
 * Whether a person has begun to sign in with this browser. Scripts cannot read the cookie of the session, and
 * those who use a key should not cause a request that is refused.
 */

const storageName = 'person';

export const rememberPerson = (): void => browserStorage.setItem(storageName, 'yes');

export const forgetPerson = (): void => browserStorage.removeItem(storageName);

export const mayBeSignedIn = (): boolean => browserStorage.getItem(storageName) !== null;
