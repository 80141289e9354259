import type { ApiEvent } from './exchange.ts';

/*
 * The prefix `__Host-` makes browsers accept a cookie only over TLS, for this host and its whole path, so
 * that no sibling domain can set it.
 */

export const sessionCookie = '__Host-session';

/** Carries the state of a sign-in to its callback. */
export const signInCookie = '__Host-sign-in';

/** The values of a cookie. More than one is an attempt to overwrite it. */
export const cookieOf = ({ cookies = [] }: ApiEvent, name: string): string | undefined => {
  const values = cookies
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
};

export const hasCookie = ({ cookies = [] }: ApiEvent, name: string): boolean =>
  cookies.some((cookie) => cookie.startsWith(`${name}=`));

/** `Lax` for what must arrive with the redirect from another site, `Strict` for everything else. */
export const setCookie = (
  name: string,
  value: string,
  { sameSite, maxAgeSeconds }: { readonly sameSite: 'Strict' | 'Lax'; readonly maxAgeSeconds: number },
): string => `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}`;

export const removeCookie = (name: string): string =>
  setCookie(name, '', { sameSite: 'Strict', maxAgeSeconds: 0 });
